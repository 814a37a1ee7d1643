#include "text/interpret.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>

#include "base/assert.h"
#include "text/expected.h"
#include "text/scalar.h"

namespace cairn {
namespace {

// The owner of a key, as messages call it.
std::string owner(const Path& path) {
  const std::string text = path.text();
  return text.empty() ? "the file" : quote(text);
}

bool contains(const std::vector<std::string>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// The alternative of a tagged variant that a map selects; null if it names none.
const Option* selected_by(const Node& map, const Option& variant) {
  const Node* tag = map.find(variant.name);
  if (tag != nullptr) return variant.child(tag->text());
  return variant.presence.kind == Presence::kDefault ? variant.child(variant.presence.text) : nullptr;
}

// Collects the keys that a map may have, given the alternatives it selects.
void collect_keys(const Node& map, const Option& option, std::vector<std::string>& keys) {
  for (const Option& field : option.children) {
    const bool is_variant = field.type == OptionType::variant;
    if (!is_variant || field.writing != Writing::merged) keys.push_back(field.name);
    if (!is_variant || field.writing == Writing::nested) continue;
    if (field.writing == Writing::merged)
      for (const Option& alternative : field.children) keys.push_back(alternative.name);
    else if (const Option* chosen = selected_by(map, field))
      collect_keys(map, *chosen, keys);
  }
}

// Names the alternative to which an unknown key would belong: "; it belongs to law hooke".
std::string belongs(const Option& option, std::string_view key) {
  for (const Option& field : option.children) {
    if (field.writing != Writing::tagged) continue;
    for (const Option& alternative : field.children)
      if (alternative.child(key) != nullptr)
        return fmt::format("; it belongs to {} {}", field.name, alternative.name);
  }
  return {};
}

class Interpreter {
 public:
  explicit Interpreter(const Lets& lets) : lets_(lets) {}

  // An object from an empty map: all fields take their defaults.
  Value read_nothing(const Option& object) {
    Node none;
    none.kind = NodeKind::map;
    return {object, none.mark(), read_fields(none, object, Path{nullptr, object.name})};
  }

  Value read(const Node& node, const Option& option, const Path& path) {
    if (node.is_nothing())
      fail(path, "has no value; expected " + expected(option) + comment_cure(node), node.mark());
    switch (option.type) {
      case OptionType::object:
        return read_object(node, option, path);
      case OptionType::list:
        return read_list(node, option, path);
      case OptionType::map:
        return read_map(node, option, path);
      case OptionType::variant:
        return read_variant(node, option, path);
      case OptionType::any_of:
        return read(node, alternative_for(node, option, path), path);
      case OptionType::vector:
        return read_vector(node, option, path);
      case OptionType::function:
        if (node.is_map()) return read_table(node, option, path);
        [[fallthrough]];
      default:
        if (!node.is_scalar()) fail_type(path, option, node);
        return read_scalar(node, option, lets_, path);
    }
  }

 private:
  // YAML takes what begins with # for a comment.
  static std::string comment_cure(const Node& node) {
    const TextPlace place = node.mark().place();
    const std::size_t at = place.text.find('#', static_cast<std::size_t>(std::max(place.column - 1, 0)));
    return at == std::string::npos ? "" : "; what begins with # is a comment: put it in quotes";
  }

  Value read_vector(const Node& node, const Option& option, const Path& path) {
    if (!node.is_list() || node.size != 3) fail_type(path, option, node);
    std::array<double, 3> v{};
    int i = 0;
    for (const Node* item = node.first; item != nullptr; item = item->next, ++i) {
      const Path below{&path, {}, i};
      if (!item->is_scalar() || item->is_nothing())
        fail(below, fmt::format("expected {}, got {}", with_article(noun_of(option.dimension)), found(*item)),
             item->mark());
      v[static_cast<std::size_t>(i)] = read_number(*item, option, lets_, below);
    }
    return {option, node.mark(), v};
  }

  Value read_table(const Node& node, const Option& option, const Path& path) {
    const Node* file = node.find("table");
    if (file == nullptr || node.size != 2 || !file->is_scalar() || file->size == 0)
      fail_type(path, option, node);
    return {option, node.mark(), std::vector<Value>{Value(option, file->mark(), std::string(file->text()))}};
  }

  Value read_list(const Node& node, const Option& option, const Path& path) {
    const bool wrong_count = (option.min_count && node.size < *option.min_count) ||
                             (option.max_count && node.size > *option.max_count);
    if (!node.is_list() || wrong_count) fail_type(path, option, node);
    std::vector<Value> items;
    items.reserve(node.size);
    int i = 0;
    for (const Node* item = node.first; item != nullptr; item = item->next)
      items.push_back(read(*item, option.children.front(), Path{&path, {}, i++}));
    return {option, node.mark(), std::move(items)};
  }

  Value read_map(const Node& node, const Option& option, const Path& path) {
    if (!node.is_map()) fail_type(path, option, node);
    std::vector<Value> pairs;
    pairs.reserve(node.size);
    for (const Node* key = node.first; key != nullptr; key = key->next->next) {
      if (key->size == 0) fail(path, "empty name", key->mark());
      pairs.emplace_back(option, key->mark(), std::string(key->text()));
      pairs.push_back(read(*key->next, option.children.front(), Path{&path, key->text()}));
    }
    return {option, node.mark(), std::move(pairs)};
  }

  // --- Variants: `{name: {fields}}`, or the name alone
  Value read_variant(const Node& node, const Option& option, const Path& path) {
    if (node.is_scalar()) return read_named(node, option, node, path);
    if (!node.is_map() || node.size == 0) fail_type(path, option, node);
    const Node& key = *node.first;
    const Option& alternative = find_alternative(key, option, path);
    if (node.size != 2)
      fail(path,
           fmt::format("exactly one of its kinds may be given, got {} and {}", quote(key.text()),
                       quote(key.next->next->text())),
           key.next->next->mark());
    refuse_names_of_others(*key.next, option, alternative, path);
    refuse_keys_of_others(*key.next, option, alternative, path);
    Value chosen = read(*key.next, alternative, Path{&path, key.text()});
    return {option, node.mark(), std::vector<Value>{std::move(chosen)}};
  }

  // Rejects a key of another alternative, unless it is close to an allowed key. The message gives its meaning
  // there.
  static void refuse_keys_of_others(const Node& map, const Option& option, const Option& alternative,
                                    const Path& path) {
    if (!map.is_map() || alternative.type != OptionType::object) return;
    std::vector<std::string> keys;
    collect_keys(map, alternative, keys);
    for (const Node* key = map.first; key != nullptr; key = key->next->next) {
      if (contains(keys, key->text()) || !nearest(key->text(), keys).empty()) continue;
      for (const Option& other : option.children)
        if (const Option* owner_of = other.child(key->text()))
          throw InputError(
              fmt::format("unknown key {} in {}; it belongs to {} {}: {}; {} {} has {}", quote(key->text()),
                          owner(Path{&path, alternative.name}), option.name, other.name, owner_of->meaning,
                          option.name, alternative.name, fmt::join(keys, ", ")),
              key->mark());
    }
  }

  // Rejects a name that belongs to another alternative: `law: hooke` in an implicit method.
  static void refuse_names_of_others(const Node& map, const Option& option, const Option& alternative,
                                     const Path& path) {
    for (const Option& field : alternative.children) {
      const Node* name = field.writing == Writing::tagged ? map.find(field.name) : nullptr;
      if (name == nullptr || field.child(name->text()) != nullptr) continue;
      for (const Option& other : option.children)
        if (const Option* same = other.child(field.name); same != nullptr && same->child(name->text()))
          throw InputError(
              fmt::format("{}.{}.{}: {} {} belongs to {} {}; {} {} has {}", path.text(), alternative.name,
                          field.name, field.name, quote(name->text()), option.name, other.name, option.name,
                          alternative.name, fmt::join(field.child_names(), ", ")),
              name->mark());
    }
  }

  // Reads the alternative that a word names. Its fields come from `fields` if that is a map, else
  // from their defaults.
  Value read_named(const Node& word, const Option& option, const Node& fields, const Path& path) {
    if (!word.is_scalar()) fail_type(path, option, word);
    const Option& alternative = find_alternative(word, option, path);
    if (alternative.type != OptionType::object)
      fail(path, fmt::format("{} needs a value: '{}'", quote(word.text()), example(alternative)),
           word.mark());
    Node none = node_at(word.mark());
    none.kind = NodeKind::map;
    const bool beside = fields.is_map();
    const Path below{&path, word.text()};
    std::vector<Value> parts = read_fields(beside ? fields : none, alternative, beside ? *path.above : below);
    Value chosen(alternative, word.mark(), std::move(parts));
    return {option, word.mark(), std::vector<Value>{std::move(chosen)}};
  }

  const Option& find_alternative(const Node& word, const Option& option, const Path& path) const {
    if (const Option* alternative = option.child(word.text())) return *alternative;
    std::string hint = suggestion(word.text(), option.child_names());
    // Other programs call it by the word with which its meaning begins: a hinge is a revolute joint.
    const auto is_meant = [&](const Option& alternative) {
      const std::string_view meaning = alternative.meaning;
      const std::size_t size = word.text().size();
      return size > 2 && meaning.size() > size && meaning.starts_with(word.text()) &&
             std::isalpha(static_cast<unsigned char>(meaning[size])) == 0;
    };
    const auto meant = std::ranges::find_if(option.children, is_meant);
    if (meant != option.children.end())
      hint = fmt::format("; did you mean '{}' ({})?", meant->name, meant->meaning);
    fail(path, fmt::format("unknown {} {}{}", option.name, quote(word.text()), hint), word.mark());
  }

  // The child of any_of whose form fits the node exactly, or else one of the same kind, so that errors
  // refer to that child.
  const Option& alternative_for(const Node& node, const Option& option, const Path& path) const {
    for (const Option& a : option.children)
      if (fits_exactly(node, a)) return a;
    // A word that is near none of a few names was meant as something else.
    const auto is_far = [&](const Option& a) {
      return a.type == OptionType::choice && option.children.size() > 1 &&
             nearest(node.text(), a.choices).empty();
    };
    for (const Option& a : option.children)
      if (fits_kind(node, a) && !is_far(a)) return a;
    fail_type(path, option, node);
  }

  static bool fits_kind(const Node& node, const Option& option) {
    const OptionType type = option.type;
    if (type == OptionType::list || type == OptionType::vector) return node.is_list();
    if (type == OptionType::object || type == OptionType::map) return node.is_map();
    if (type == OptionType::variant) return node.is_map();
    return node.is_scalar();
  }

  static bool fits_exactly(const Node& node, const Option& option) {
    const std::string_view word = node.text();
    if (option.type == OptionType::variant)
      return option.child(node.is_map() && node.size > 0 ? node.first->text() : word);
    if (option.type == OptionType::object && node.is_map()) {
      const std::vector<std::string> keys = node.keys();
      return std::all_of(keys.begin(), keys.end(), [&](auto& key) { return option.child(key) != nullptr; });
    }
    if (option.type == OptionType::vector) return node.is_list() && node.size == 3;
    if (option.type == OptionType::function && node.is_map()) return node.find("table") != nullptr;
    if (!node.is_scalar() || option.type == OptionType::text) return false;
    if (option.type == OptionType::flag) return word == "true" || word == "false";
    return contains(option.choices, word);
  }

  // --- Objects
  Value read_object(const Node& node, const Option& option, const Path& path) {
    if (!node.is_map()) fail_type(path, option, node);
    refuse_unknown_tags(node, option, path);
    refuse_unknown_keys(node, option, path);
    return {option, node.mark(), read_fields(node, option, path)};
  }

  // Checked before the keys: with a mistyped `law: hook` all options of the law would look unknown.
  void refuse_unknown_tags(const Node& map, const Option& option, const Path& path) {
    for (const Option& field : option.children) {
      if (field.type != OptionType::variant || field.writing != Writing::tagged) continue;
      const Node* tag = map.find(field.name);
      if (tag != nullptr && selected_by(map, field) == nullptr)
        read_named(*tag, field, map, {&path, field.name});
    }
  }

  // Refuses a value that YAML cut at a comma. The rest of it stands behind as a key without a value, and
  // would look like an unknown key.
  static void refuse_cut_value(const Node& key, const Path& path) {
    const Node &value = *key.next, *rest = value.next;
    const std::string cure = comma_cure(value.text());
    if (cure.empty() || value.quoted || rest == nullptr || !rest->next->is_nothing()) return;
    fail({&path, key.text()}, fmt::format("{} ends at a comma{}", quote(value.text()), cure), value.mark());
  }

  void refuse_unknown_keys(const Node& map, const Option& option, const Path& path) const {
    std::vector<std::string> keys;
    collect_keys(map, option, keys);
    for (const Node* key = map.first; key != nullptr; key = key->next->next) {
      refuse_cut_value(*key, path);
      if (contains(keys, key->text())) continue;
      const std::string owned = belongs(option, key->text());
      throw InputError(fmt::format("unknown key {} in {}{}", quote(key->text()), owner(path),
                                   owned.empty() ? suggestion(key->text(), keys) : owned),
                       key->mark());
    }
  }

  // All fields that are given or have a default, in the declared order.
  std::vector<Value> read_fields(const Node& map, const Option& option, const Path& path) {
    std::vector<Value> values;
    for (const Option& field : option.children) {
      if (field.type == OptionType::lets) continue;
      if (field.type == OptionType::variant && field.writing == Writing::merged) {
        read_merged(map, field, path, values);
        continue;
      }
      const Path below{&path, field.name};
      const bool tagged = field.type == OptionType::variant && field.writing == Writing::tagged;
      if (const Node* node = map.find(field.name))
        values.push_back(tagged ? read_named(*node, field, map, below) : read(*node, field, below));
      else if (field.presence.kind == Presence::kRequired)
        fail_missing(map, field, path);
      else if (field.presence.kind == Presence::kDefault)
        values.push_back(tagged ? default_tagged(map, field, below) : default_value(map, field, below));
    }
    return values;
  }

  [[noreturn]] void fail_missing(const Node& map, const Option& field, const Path& path) const {
    const std::string meaning = field.meaning.empty() ? "" : ": " + field.meaning;
    throw InputError(fmt::format("{} needs the key '{}'{}, for example '{}'", owner(path), field.name,
                                 meaning, item(field)),
                     map.mark());
  }

  // Reads the one key of a map that names an alternative of a merged variant.
  void read_merged(const Node& map, const Option& field, const Path& path, std::vector<Value>& values) {
    const Node* given = nullptr;
    for (const Node* key = map.first; key != nullptr; key = key->next->next) {
      if (field.child(key->text()) == nullptr) continue;
      if (given != nullptr)
        fail(path, fmt::format("{} and {} exclude each other", quote(given->text()), quote(key->text())),
             key->mark());
      given = key;
    }
    if (given == nullptr && field.presence.kind == Presence::kRequired)
      throw InputError(fmt::format("{} needs {}{}, for example '{}'", owner(path), expected(field),
                                   field.meaning.empty() ? "" : ": " + field.meaning, item(field)),
                       map.mark());
    if (given == nullptr) return;
    Value chosen = read(*given->next, *field.child(given->text()), Path{&path, given->text()});
    values.emplace_back(field, given->mark(), std::vector<Value>{std::move(chosen)});
  }

  // --- Defaults: the declared text, read once by the same code
  Value default_value(const Node& map, const Option& field, const Path& path) {
    auto known = defaults_.find(&field);
    if (known == defaults_.end()) known = defaults_.emplace(&field, read_default(field, path)).first;
    Value copy = known->second;
    copy.move_to(map.mark());
    return copy;
  }

  Value read_default(const Option& field, const Path& path) {
    const std::string& text = field.presence.text;
    const std::string name = "default of " + path.text();
    if (text.starts_with('[') || text.starts_with('{'))
      return read(Tree::from_text(text, name).root(), field, path);
    const Document document{name, text};
    return read(default_word(field, Mark{&document, 1, 1}), field, path);
  }

  static Node default_word(const Option& field, const Mark& mark) {
    Node word = node_at(mark);
    word.quoted = true;  // an empty text is still a value
    word.characters = field.presence.text.data();
    word.size = static_cast<std::uint32_t>(field.presence.text.size());
    return word;
  }

  // The word is the default; the user may still give its fields.
  Value default_tagged(const Node& map, const Option& field, const Path& path) {
    return read_named(default_word(field, map.mark()), field, map, path);
  }

  const Lets& lets_;
  std::map<const Option*, Value> defaults_;
};

}  // namespace

Value interpret(const Node& node, const Option& option, const Lets& lets, std::string_view key) {
  return Interpreter(lets).read(node, option, Path{nullptr, key});
}

Value defaults(const Option& object) {
  CAIRN_ASSERT(object.type == OptionType::object);
  const Lets none;
  return Interpreter(none).read_nothing(object);
}

Value interpret(const Tree& tree, const Option& schema) {
  CAIRN_ASSERT(schema.type == OptionType::object);
  Lets lets;
  for (const Option& field : schema.children)
    if (const Node* map = field.type == OptionType::lets ? tree.root().find(field.name) : nullptr)
      lets = read_lets(*map, field.name);
  return interpret(tree.root(), schema, lets, "");
}

}  // namespace cairn
