#include "keys/vocabulary_walk.h"

#include <algorithm>
#include <functional>
#include <string_view>

#include "keys/ordinary_values.h"

namespace cairn::keys {
namespace {

using Wrap = std::function<std::string(const std::string&)>;

// True if "a: 1, b: {c: 2}" has the key.
bool gives(const std::string& fields, const std::string& key) {
  return std::ranges::any_of(components("[" + fields + "]"),
                             [&](const std::string& field) { return field.starts_with(key + ":"); });
}

std::string repeated(const std::string& text, std::size_t times) {
  std::string all;
  for (std::size_t i = 0; i < times; ++i) all += (i > 0 ? ", " : "") + text;
  return all;
}

// Puts a field before others: "a: 1, " + "b: 2".
void add(std::string& fields, const std::string& more) {
  if (!more.empty()) fields += (fields.empty() ? "" : ", ") + more;
}

std::string ordinary(const Option& option, const std::string& path);

// The fields that an object cannot do without, save for `without`.
std::string required_fields(const Option& object, const std::string& path, const Option* without = nullptr,
                            const std::string& leaf = "") {
  std::string fields;
  for (const Option& field : object.children) {
    if (&field == without || field.presence.kind != Presence::kRequired) continue;
    if (field.type != OptionType::variant || field.writing == Writing::nested) {
      add(fields, field.name + ": " + ordinary(field, path + "." + field.name));
      continue;
    }
    const Option* preferred = field.child(preferred_alternative(path, leaf));
    const Option& first = preferred != nullptr ? *preferred : field.children.front();
    const std::string first_path = path + "." + first.name;
    if (field.writing == Writing::merged) {
      add(fields, first.name + ": " + ordinary(first, first_path));
    } else {
      add(fields, field.name + ": " + first.name);
      add(fields, required_fields(first, first_path));
    }
  }
  return fields;
}

// An ordinary value: the one of the table, the default, or the first that its declaration allows.
std::string ordinary(const Option& option, const std::string& path) {
  const auto known = ordinary_value(path);
  const bool is_word = option.type == OptionType::choice;
  if (known && (!is_word || std::ranges::count(option.choices, *known) > 0)) return *known;
  if (option.presence.kind == Presence::kDefault && !option.presence.text.empty())
    return option.presence.text;
  switch (option.type) {
    case OptionType::object:
      return "{" + required_fields(option, path) + "}";
    case OptionType::variant: {
      const Option& first = option.children.front();
      return "{" + first.name + ": " + ordinary(first, path + "." + first.name) + "}";
    }
    case OptionType::any_of:
      return ordinary(option.children.front(), path);
    case OptionType::list:
      return "[" + repeated(ordinary(option.children.front(), path + "[]"), option.min_count.value_or(1)) +
             "]";
    case OptionType::map:
      return "{ball: " + ordinary(option.children.front(), path + ".NAME") + "}";
    case OptionType::choice:
      return option.choices.front();
    case OptionType::flag:
      return "true";
    case OptionType::condition:
      return "contacts < 0";
    case OptionType::vector:
      return "[" + repeated(ordinary_number(option), 3) + "]";
    default:
      return ordinary_number(option);
  }
}

class Walk {
 public:
  std::vector<Site> sites;

  void visit(const Option& option, const std::string& path, const Wrap& wrap) {
    const std::string value = ordinary(option, path);
    switch (option.type) {
      case OptionType::number:
      case OptionType::integer:
      case OptionType::function:
        return add(path, is_number(value) ? value : ordinary_number(option), wrap);
      case OptionType::vector:
        return visit_vector(path, wrap, value);
      case OptionType::condition:
        for (const Option& quantity : option.children)
          if (!has(quantity.name, "."))
            add(path + "." + quantity.name, "1",
                [&](const std::string& number) { return wrap(quantity.name + " < " + number); });
        return;
      case OptionType::lets:
        return add(path + ".NAME", "1", [&](const std::string& s) { return wrap("{x: " + s + "}"); });
      case OptionType::any_of:
        for (const Option& form : option.children) visit(form, path, wrap);
        return;
      case OptionType::list:
        return visit_list(option, path, wrap);
      case OptionType::map:
        return visit(option.children.front(), path + ".NAME",
                     [&](const std::string& s) { return wrap("{" + map_name(path) + ": " + s + "}"); });
      case OptionType::variant:
        for (const Option& chosen : option.children)
          visit(chosen, path + "." + chosen.name,
                [&](const std::string& s) { return wrap("{" + chosen.name + ": " + s + "}"); });
        return;
      case OptionType::object:
        for (const Option& field : option.children) visit_field(option, field, path, wrap);
        return;
      case OptionType::flag:
      case OptionType::text:
      case OptionType::choice:
        return;
    }
  }

 private:
  void add(const std::string& path, const std::string& good, const Wrap& wrap) {
    leaf_ = path;
    sites.push_back({path, "", wrap(std::string(1, kHole)), good, ""});
  }

  // Each component in turn, the others as they are.
  void visit_vector(const std::string& path, const Wrap& wrap, const std::string& value) {
    leaf_ = path;
    const std::vector<std::string> parts = components(value);
    for (std::size_t i = 0; i < 3; ++i) {
      std::vector<std::string> changed = parts;
      changed[i] = kHole;
      sites.push_back({path + "[" + std::to_string(i) + "]", "",
                       wrap("[" + changed[0] + ", " + changed[1] + ", " + changed[2] + "]"), parts[i], ""});
    }
  }

  // The first item of a list of sections, each number of a list of numbers.
  void visit_list(const Option& option, const std::string& path, const Wrap& wrap) {
    leaf_ = path;
    const Option& item = option.children.front();
    const std::vector<std::string> parts = components(ordinary(option, path));
    const auto with = [&](std::size_t i, const std::string& s) {
      std::vector<std::string> changed = parts;
      changed[i] = s;
      std::string all;
      for (const std::string& part : changed) keys::add(all, part);
      return wrap("[" + all + "]");
    };
    const bool plain = item.type == OptionType::number || item.type == OptionType::integer ||
                       item.type == OptionType::function;
    if (!plain) return visit(item, path + "[]", [&](const std::string& s) { return with(0, s); });
    for (std::size_t i = 0; i < parts.size(); ++i)
      sites.push_back(
          {path + "[" + std::to_string(i) + "]", "", with(i, std::string(1, kHole)), parts[i], ""});
  }

  // Besides the field: what the object requires, and what the field needs to have an effect.
  void visit_field(const Option& object, const Option& field, const std::string& path, const Wrap& wrap) {
    const auto within = [&](const Option& one, const std::string& own) {
      std::string fields = own;
      const auto add_missing = [&](const std::string& more) {
        if (!more.empty() && !gives(fields, more.substr(0, more.find(':')))) keys::add(fields, more);
      };
      for (const std::string& more : beside(path, fields, leaf_)) add_missing(more);
      for (const std::string& more : components("[" + required_fields(object, path, &field, leaf_) + "]"))
        add_missing(more);
      const Option* partner = one.with_key.empty() ? nullptr : object.child(one.with_key);
      if (partner != nullptr && !gives(fields, one.with_key))
        keys::add(fields, one.with_key + ": " +
                              (one.with_words.empty() ? ordinary(*partner, path + "." + partner->name)
                                                      : one.with_words.front()));
      if (object.child("radius") != nullptr && object.child("diameter") != nullptr &&
          !gives(fields, "diameter") && !gives(fields, "radius"))
        keys::add(fields, "radius: 0.01");
      return wrap("{" + fields + "}");
    };
    if (field.type != OptionType::variant || field.writing == Writing::nested)
      return visit(field, path + "." + field.name,
                   [&](const std::string& s) { return within(field, field.name + ": " + s); });
    for (const Option& chosen : field.children)
      visit(chosen, path + "." + chosen.name, [&](const std::string& s) {
        if (field.writing == Writing::merged) return within(chosen, chosen.name + ": " + s);
        std::string own = field.name + ": " + chosen.name;
        keys::add(own, s.substr(1, s.size() - 2));
        return within(field, own);
      });
  }

  std::string leaf_;  // path of the number that is written
};

}  // namespace

std::vector<Site> sites_of(const Option& scene) {
  std::vector<Site> all;
  for (const Option& section : scene.children) {
    Walk walk;
    walk.visit(section, section.name, [](const std::string& s) { return s; });
    for (Site& site : walk.sites) {
      site.section = section.name;
      all.push_back(std::move(site));
    }
  }
  return all;
}

std::string scene_with(const Site& site, const std::string& value) {
  std::string text = site.text;
  const std::size_t hole = text.find(kHole);
  text.replace(hole, 1, value);
  std::string scene;
  bool written = false;
  for (const auto& [key, around] : surroundings(site.path)) {
    std::string line = around;
    if (key == "method" && !site.method.empty()) line = site.method;
    if (key == site.section) {
      line = joined(key, around, text);
      written = true;
    }
    scene += key + ": " + line + "\n";
  }
  return written ? scene : scene + site.section + ": " + text + "\n";
}

}  // namespace cairn::keys
