#include "text/node.h"

#include <fmt/core.h>
#include <yaml.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <new>
#include <system_error>

#include "base/file.h"

namespace cairn {
namespace {

struct Parser {
  yaml_parser_t raw;
  Parser() {
    if (yaml_parser_initialize(&raw) == 0) throw std::bad_alloc();
  }
  ~Parser() { yaml_parser_delete(&raw); }
  Parser(const Parser&) = delete;
  Parser& operator=(const Parser&) = delete;
};

struct Event {
  yaml_event_t raw{};
  Event() = default;
  ~Event() { yaml_event_delete(&raw); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
};

// Line and column of a byte, for errors that libyaml reports by offset.
Mark mark_of_byte(const Document& document, std::size_t offset) {
  Mark mark{&document, 1, 1};
  for (std::size_t i = 0; i < std::min(offset, document.text.size()); ++i) {
    const char c = document.text[i];
    if (c == '\n') ++mark.line;
    if (c == '\n') mark.column = 0;
    if ((static_cast<unsigned char>(c) & 0xC0u) != 0x80u) ++mark.column;
  }
  return mark;
}

// libyaml compares each %TAG line with all earlier ones, which takes minutes for many thousands. No scene
// needs one.
void refuse_tag_directives(const Document& document) {
  const std::size_t line = document.text.find("\n%TAG");
  const bool first = document.text.starts_with("%TAG");
  if (first || line != std::string::npos)
    throw InputError("tag directives (%TAG) are not allowed", mark_of_byte(document, first ? 0 : line + 1));
}

std::size_t characters_in(std::string_view text) {
  const auto begins = [](char c) { return (static_cast<unsigned char>(c) & 0xC0u) != 0x80u; };
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), begins));
}

}  // namespace

// Turns the events of one text into nodes of a tree.
class TreeBuilder {
 public:
  // Reads the text from byte `skip` on.
  TreeBuilder(Tree& tree, const Document& document, std::size_t skip)
      : tree_(tree),
        document_(document),
        skip_(skip),
        shift_(characters_in(std::string_view(document.text).substr(0, skip))) {
    const auto* bytes = reinterpret_cast<const unsigned char*>(document.text.data());
    yaml_parser_set_input_string(&parser_.raw, bytes + skip, document.text.size() - skip);
    yaml_parser_set_encoding(&parser_.raw, YAML_UTF8_ENCODING);
  }

  // Returns the root, or null if the text holds nothing.
  Node* build() {
    for (;;) {
      Event event;
      if (yaml_parser_parse(&parser_.raw, &event.raw) == 0) fail_syntax();
      if (event.raw.type == YAML_STREAM_END_EVENT) return root_;
      take(event.raw);
    }
  }

 private:
  struct Open {
    Node* node;
    Node* last;  // newest child
  };

  // Adds the node of one event, or reports what the format does not allow.
  void take(const yaml_event_t& event) {
    const Mark mark = mark_of(event.start_mark);
    switch (event.type) {
      case YAML_DOCUMENT_START_EVENT:
        if (++documents_ > 1) fail("only one document per file: '---' starts a second one", mark);
        break;
      case YAML_ALIAS_EVENT:
        fail("aliases (*name) are not allowed; write the value again or use 'let'", mark);
      case YAML_SCALAR_EVENT:
        refuse(event.data.scalar.anchor, event.data.scalar.tag, mark);
        add_scalar(event, mark);
        break;
      case YAML_SEQUENCE_START_EVENT:
        refuse(event.data.sequence_start.anchor, event.data.sequence_start.tag, mark);
        open(NodeKind::list, mark);
        break;
      case YAML_MAPPING_START_EVENT:
        refuse(event.data.mapping_start.anchor, event.data.mapping_start.tag, mark);
        open(NodeKind::map, mark);
        break;
      case YAML_SEQUENCE_END_EVENT:
      case YAML_MAPPING_END_EVENT:
        if (open_.back().node->is_map()) refuse_duplicates(*open_.back().node);
        open_.pop_back();
        break;
      default:
        break;
    }
  }

  Mark mark_of(const yaml_mark_t& mark) const {
    const std::size_t column = mark.column + 1 + (mark.line == 0 ? shift_ : 0);
    return {&document_, static_cast<std::uint32_t>(mark.line + 1), static_cast<std::uint32_t>(column)};
  }

  [[noreturn]] void fail(const std::string& message, const Mark& mark) const {
    throw InputError(message, mark);
  }

  [[noreturn]] void fail_syntax() const {
    const yaml_parser_t& p = parser_.raw;
    if (p.error == YAML_MEMORY_ERROR) throw std::bad_alloc();
    const std::string problem = p.problem != nullptr ? p.problem : "unknown problem";
    if (p.error == YAML_READER_ERROR)
      fail("not a text in UTF-8: " + problem, mark_of_byte(document_, skip_ + p.problem_offset));
    const Mark mark = mark_of(p.problem_mark);
    const std::string line = mark.place().text;
    const std::string_view rest =
        std::string_view(line).substr(std::min<std::size_t>(mark.column - 1, line.size()));
    const char* hint = rest.starts_with('\t') ? "; indent with spaces, not with tabs" : "";
    fail(fmt::format("not valid YAML: {}{}", problem, hint), mark);
  }

  void refuse(const unsigned char* anchor, const unsigned char* tag, const Mark& mark) const {
    if (anchor != nullptr) fail("anchors (&name) are not allowed; use 'let' for values used twice", mark);
    if (tag != nullptr) fail("tags (!name) are not allowed: the key says what type its value has", mark);
  }

  // Adds a node as the next child of the innermost open list or map.
  Node* attach(NodeKind kind, const Mark& mark) {
    if (tree_.nodes_.size() >= kMostNodes)
      fail(fmt::format("more than {} values; put long lists of bodies into a CSV file", kMostNodes), mark);
    Node* node = tree_.add_node(node_at(mark));
    node->kind = kind;
    if (open_.empty()) {
      root_ = node;
      return node;
    }
    Open& parent = open_.back();
    const bool is_key = parent.node->is_map() && parent.node->size % 2 == 0;
    if (is_key && kind != NodeKind::scalar) fail("a key must be a plain word, not a list or a map", mark);
    (parent.last != nullptr ? parent.last->next : parent.node->first) = node;
    parent.last = node;
    ++parent.node->size;
    return node;
  }

  void add_scalar(const yaml_event_t& event, const Mark& mark) {
    const auto& scalar = event.data.scalar;
    const std::string_view text(reinterpret_cast<const char*>(scalar.value), scalar.length);
    if (text.find('\0') != std::string_view::npos) fail("a text may not contain the character NUL", mark);
    Node* node = attach(NodeKind::scalar, mark);
    node->quoted = scalar.style != YAML_PLAIN_SCALAR_STYLE;
    node->size = static_cast<std::uint32_t>(text.size());
    node->characters = tree_.keep(text);
  }

  void open(NodeKind kind, const Mark& mark) {
    if (open_.size() >= kDeepestNode) fail(fmt::format("nested deeper than {} levels", kDeepestNode), mark);
    Node* node = attach(kind, mark);
    open_.push_back({node, nullptr});
  }

  void refuse_duplicates(const Node& map) {
    keys_.clear();
    for (const Node* key = map.first; key != nullptr; key = key->next->next) keys_.push_back(key);
    std::stable_sort(keys_.begin(), keys_.end(), [](auto a, auto b) { return a->text() < b->text(); });
    const auto same = [](auto a, auto b) { return a->text() == b->text(); };
    const auto found = std::adjacent_find(keys_.begin(), keys_.end(), same);
    if (found == keys_.end()) return;
    const Node &first = **found, &second = **(found + 1);
    const bool is_cut = std::ranges::count(first.text(), ')') > std::ranges::count(first.text(), '(');
    fail(fmt::format("duplicate key {}: first given at line {}, column {}{}", quote(first.text()), first.line,
                     first.column, is_cut ? "; put an expression with a comma in quotes" : ""),
         second.mark());
  }

  Parser parser_;
  Tree& tree_;
  const Document& document_;
  std::size_t skip_, shift_;  // bytes and characters before the YAML in the document's first line
  Node* root_ = nullptr;
  int documents_ = 0;
  std::vector<Open> open_;
  std::vector<const Node*> keys_;
};

Node* Node::find(std::string_view key) const {
  if (!is_map()) return nullptr;
  for (Node* k = first; k != nullptr; k = k->next->next)
    if (k->text() == key) return k->next;
  return nullptr;
}

std::vector<std::string> Node::keys() const {
  std::vector<std::string> names;
  for (const Node* k = is_map() ? first : nullptr; k != nullptr; k = k->next->next)
    names.emplace_back(k->text());
  return names;
}

Tree Tree::from_text(std::string text, std::string name) {
  if (text.size() > kLargestText)
    throw InputError(fmt::format("text larger than {} MiB", kLargestText >> 20), TextPlace{name, 0, 0, {}});
  if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);  // byte order mark
  Tree tree;
  tree.documents_.push_back(std::make_unique<Document>(Document{std::move(name), std::move(text)}));
  const Document& document = *tree.documents_.front();
  refuse_tag_directives(document);
  tree.root_ = tree.build(document, 0);
  if (tree.root_ == nullptr || tree.root_->is_nothing())
    throw InputError("the file is empty: nothing to read", TextPlace{document.name, 0, 0, {}});
  return tree;
}

Tree Tree::from_file(const std::string& path) {
  const auto fail = [&](const std::string& why) {
    throw InputError("cannot read: " + why, TextPlace{path, 0, 0, {}});
  };
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) fail("it is a folder");
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) fail(std::generic_category().message(errno) + similar_file(path));
  // Read at most one chunk past the limit, even from an endless device.
  std::string text;
  std::size_t got = 1;
  while (got > 0 && text.size() <= kLargestText) {
    const std::size_t size = text.size();
    text.resize(size + (std::size_t{1} << 20));
    got = std::fread(text.data() + size, 1, text.size() - size, file);
    text.resize(size + got);
  }
  const bool failed = std::ferror(file) != 0;
  std::fclose(file);
  if (failed) fail("reading failed");
  return from_text(std::move(text), path);
}

Node* Tree::build(const Document& document, std::size_t skip) {
  return TreeBuilder(*this, document, skip).build();
}

Node* Tree::add_node(const Node& node) { return &nodes_.emplace_back(node); }

const char* Tree::keep(std::string_view text) {
  constexpr std::size_t kPiece = 1u << 16;
  if (pieces_.empty() || pieces_.back().capacity() - pieces_.back().size() < text.size())
    pieces_.emplace_back().reserve(std::max(kPiece, text.size()));
  std::string& piece = pieces_.back();  // within its capacity it never moves
  const std::size_t begin = piece.size();
  piece.append(text);
  return piece.data() + begin;
}

}  // namespace cairn
