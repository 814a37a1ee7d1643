// Overrides PATH=VALUE of the command line, applied to the tree before it is interpreted.
#include <fmt/core.h>

#include <charconv>

#include "text/node.h"

namespace cairn {
namespace {

// The declaration of a key below an option, or null if it depends on values.
const Option* declared_below(const Option* option, std::string_view key) {
  if (option == nullptr) return nullptr;
  if (option->type == OptionType::list || option->type == OptionType::map) return &option->children.front();
  if (const Option* child = option->child(key)) return option->type == OptionType::any_of ? nullptr : child;
  for (const Option& child : option->children)
    if (child.writing == Writing::merged && child.child(key) != nullptr) return child.child(key);
  return nullptr;
}

bool has_free_names(const Option* option) {
  return option != nullptr && (option->type == OptionType::map || option->type == OptionType::lets);
}

// The index into a list, or nothing if the word is not a number.
std::optional<std::size_t> index_of(std::string_view word) {
  std::size_t index = 0;
  const auto read = std::from_chars(word.data(), word.data() + word.size(), index);
  if (read.ec != std::errc() || read.ptr != word.data() + word.size()) return std::nullopt;
  return index;
}

// The `name` of an item, which may be one level down: {revolute: {name: pin}}. Null if it has none.
const Node* name_of(const Node& item) {
  if (const Node* name = item.find("name")) return name;
  const std::vector<std::string> keys = item.keys();
  return keys.size() == 1 ? item.find(keys.front())->find("name") : nullptr;
}

// The item of a list with this index or name; null if there is none.
Node* find_item(const Node& list, std::string_view word) {
  const std::optional<std::size_t> index = index_of(word);
  std::size_t i = 0;
  for (Node* item = list.first; item != nullptr; item = item->next, ++i) {
    const Node* name = name_of(*item);
    if (index ? i == *index : name != nullptr && name->text() == word) return item;
  }
  return nullptr;
}

std::vector<std::string> item_names(const Node& list) {
  std::vector<std::string> names;
  for (const Node* item = list.first; item != nullptr; item = item->next)
    if (const Node* name = name_of(*item)) names.emplace_back(name->text());
  return names;
}

}  // namespace

void Tree::set(const std::string& argument, const Option& schema) {
  documents_.push_back(std::make_unique<Document>(Document{"--set " + argument, argument, true}));
  const Document& document = *documents_.back();
  const std::size_t equals = argument.find('=');
  const auto fail = [&](const std::string& message, std::size_t at) {
    throw InputError(message, Mark{&document, 1, static_cast<std::uint32_t>(at + 1)});
  };
  if (equals == std::string::npos || equals == 0) fail("expected KEY=VALUE, for example time.end=2s", 0);
  const Node* value = build(document, equals + 1);
  if (value == nullptr || value->is_nothing()) fail("no value after '='", equals);

  // Walk down the path and insert missing keys.
  Node* node = root_;
  const Option* option = &schema;
  for (std::size_t begin = 0, end = 0; begin <= equals; begin = end + 1) {
    end = std::min(argument.find('.', begin), equals);
    const std::string_view word = std::string_view(argument).substr(begin, end - begin);
    if (word.empty()) fail("empty key in the path", begin);
    if (node->is_list()) {
      Node* item = find_item(*node, word);
      if (item == nullptr)
        fail(fmt::format("no item {} among {} items{}", quote(word), node->size,
                         suggestion(word, item_names(*node))),
             begin);
      node = item;
    } else if (node->is_map() || node->is_nothing()) {
      Node* child = node->find(word);
      if (child == nullptr && has_free_names(option))
        fail(fmt::format("no such key {}{}", quote(word), suggestion(word, node->keys())), begin);
      node = child != nullptr
                 ? child
                 : insert(*node, Mark{&document, 1, static_cast<std::uint32_t>(begin + 1)}, word);
    } else {
      fail(fmt::format("{} is a single value in the file and has no key {}",
                       quote(argument.substr(0, begin - 1)), quote(word)),
           begin);
    }
    option = declared_below(option, word);
  }
  // The value replaces the node but keeps its place in the chain.
  Node* const sibling = node->next;
  *node = *value;
  node->next = sibling;
}

// Adds a new key at the end of a map, with an empty value.
Node* Tree::insert(Node& map, const Mark& mark, std::string_view key) {
  if (!map.is_map()) map.size = 0;
  map.kind = NodeKind::map;
  Node* last = map.first;
  while (last != nullptr && last->next != nullptr) last = last->next;

  Node fresh = node_at(mark);
  Node* value = add_node(fresh);
  fresh.characters = keep(key);
  fresh.size = static_cast<std::uint32_t>(key.size());
  fresh.next = value;
  (last != nullptr ? last->next : map.first) = add_node(fresh);
  map.size += 2;
  return value;
}

}  // namespace cairn
