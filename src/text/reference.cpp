// The reference page of scene files, from the same declarations that read them.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "text/expected.h"
#include "text/schema.h"

namespace cairn {
namespace {

bool is_leaf(const Option& option) {
  switch (option.type) {
    case OptionType::object:
    case OptionType::variant:
    case OptionType::any_of:
      return option.children.empty() && option.columns.empty();
    case OptionType::list:
    case OptionType::map:
      return is_leaf(option.children[0]);
    default:
      return true;
  }
}

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '|') result += '\\';
    result += c;
  }
  return result;
}

std::string type_text(const Option& option);

// "list of text", "list of 3: speed [m/s]"
std::string list_text(const Option& option) {
  const std::string element = type_text(option.children[0]);
  if (!option.min_count) return "list of " + element;
  if (option.min_count == option.max_count) return fmt::format("list of {}: {}", *option.min_count, element);
  return fmt::format("list of {} to {}: {}", *option.min_count, *option.max_count, element);
}

// "length [m], > 0", "list of text", "x, y or z"
std::string type_text(const Option& option) {
  const std::string unit = unit_of(option.dimension), limits = bounds(option);
  const std::string measured = noun_of(option.dimension) + (unit.empty() ? "" : " [" + unit + "]");
  const std::string tail = limits.empty() ? "" : ", " + limits;
  std::string words = fmt::format("`{}`", fmt::join(option.choices, "`, `"));
  switch (option.type) {
    case OptionType::number:
      return measured + tail + (option.choices.empty() ? "" : "; or " + words);
    case OptionType::integer:
      return "whole number" + tail + (option.choices.empty() ? "" : "; or " + words);
    case OptionType::flag:
      return "`true` or `false`";
    case OptionType::text:
      return "text";
    case OptionType::choice:
      return words;
    case OptionType::vector:
      return "3 numbers: " + measured + tail;
    case OptionType::function:
      return measured + tail + "; may depend on t";
    case OptionType::condition:
      return fmt::format("condition on `{}`", fmt::join(option.child_names(), "`, `"));
    case OptionType::object:
      return "section";
    case OptionType::list:
      return list_text(option);
    case OptionType::map:
      return "names, each with a " + type_text(option.children[0]);
    case OptionType::variant:
      return fmt::format("{}`{}`", option.children.size() > 1 ? "one of " : "",
                         fmt::join(option.child_names(), "`, `"));
    case OptionType::any_of: {
      std::string text;
      for (const Option& a : option.children) text += (text.empty() ? "" : "; or ") + type_text(a);
      return text;
    }
    case OptionType::lets:
      return "names, each with an expression";
  }
  return {};
}

std::string presence_text(const Option& option) {
  if (option.presence.kind == Presence::kRequired) return "required";
  if (option.presence.kind == Presence::kOptional) return "";
  return option.presence.text.empty() ? "`\"\"`" : "`" + option.presence.text + "`";
}

// All that is told of the keys of an option and below them; equal for sections that read alike.
std::string keys_text(const Option& option) {
  std::string text;
  for (const Option& child : option.children)
    text += fmt::format("{}|{}|{}|{}|{}|{{{}}}\n", child.name, type_text(child), presence_text(child),
                        child.meaning, child.reference, keys_text(child));
  for (const ColumnRow& row : option.columns) text += row.names + "|" + row.unit + "|" + row.meaning + "\n";
  return text;
}

struct KeyRow {
  std::string name, type, presence, meaning;
};

// "text", or "`law: hooke`: text; `law: cone`: other text" where it differs.
std::string told_apart(const std::vector<std::string>& tags, const std::vector<std::string>& texts) {
  if (std::ranges::count(texts, texts.front()) == std::ssize(texts)) return texts.front();
  std::string all;
  for (std::size_t k = 0; k < tags.size(); ++k)
    all += fmt::format("{}`{}`: {}", k > 0 ? "; " : "", tags[k], texts[k].empty() ? "none" : texts[k]);
  return all;
}

class Page {
 public:
  std::string text;

  // A section for whatever has keys of its own, unless they were told elsewhere.
  void section(const Option& option, const std::string& path) {
    if (is_leaf(option)) return;
    if (option.type == OptionType::list) return section(option.children[0], path + "[]");
    if (option.type == OptionType::map) return section(option.children[0], path + ".NAME");
    if (option.type == OptionType::any_of) {
      for (const Option& alternative : option.children) section(alternative, path);
      return;
    }
    if (home(option, path) != path) return;
    text += fmt::format("\n## `{}`\n", path);
    if (!option.meaning.empty()) text += escaped(option.meaning) + ".\n";
    rows(option, path + ".");
    columns(option);
    below(option, path + ".");
  }

  // Sections of everything below; `path` ends with a dot unless it is empty.
  void below(const Option& option, const std::string& path) {
    for (const Option& child : option.children) {
      if (child.type != OptionType::variant || child.writing == Writing::nested)
        section(child, path + child.name);
      else if (child.writing == Writing::merged)
        below(child, path);
      else
        for (const Option& alternative : child.children) below(alternative, path);
    }
  }

  void rows(const Option& option, const std::string& path) {
    if (option.children.empty()) return;
    text += "\n| key | type | default | meaning |\n|---|---|---|---|\n";
    for (const Option& child : option.children) add_row(child, path);
  }

 private:
  void columns(const Option& option) {
    if (option.columns.empty()) return;
    text += "\n| column | unit | meaning |\n|---|---|---|\n";
    for (const ColumnRow& row : option.columns)
      text +=
          fmt::format("| `{}` | {} | {} |\n", fmt::join(row.list(), "`, `"), row.unit, escaped(row.meaning));
  }

  void add_row(const Option& option, const std::string& path) {
    const bool is_variant = option.type == OptionType::variant;
    if (is_variant && option.writing == Writing::merged) {
      const bool needed = option.presence.kind == Presence::kRequired;
      for (const Option& alternative : option.children)
        write_row(row_of(alternative, path, needed ? "exactly one" : "at most one"));
      return;
    }
    write_row(row_of(option, path, presence_text(option)));
    if (is_variant && option.writing == Writing::tagged) add_shared_rows(option, path);
  }

  // The fields of the alternatives of a tagged variant: one row for each that reads alike, with the
  // alternatives that have it unless all do.
  void add_shared_rows(const Option& option, const std::string& path) {
    std::vector<std::pair<std::string, std::string>> told;  // names and meanings
    for (const Option& first : option.children) {
      for (const Option& field : first.children) {
        if (std::ranges::find(told, std::pair(field.name, field.meaning)) != told.end()) continue;
        told.emplace_back(field.name, field.meaning);
        std::vector<std::string> names, tags, types, defaults;
        KeyRow row;
        for (const Option& alternative : option.children) {
          const Option* same = alternative.child(field.name);
          if (!same || same->meaning != field.meaning) continue;
          row = row_of(*same, path, presence_text(*same));
          names.push_back(alternative.name);
          tags.push_back(option.name + ": " + alternative.name);
          types.push_back(row.type);
          defaults.push_back(row.presence);
        }
        row.type = told_apart(tags, types);
        row.presence = told_apart(tags, defaults);
        if (names.size() < option.children.size())
          row.meaning = fmt::format("with `{}: {}`: {}", option.name, fmt::join(names, "`, `"), row.meaning);
        write_row(row);
      }
    }
  }

  KeyRow row_of(const Option& option, const std::string& path, const std::string& presence) {
    const std::string source = option.reference.empty() ? "" : " [" + option.reference + "]";
    return {option.name, type_text(option) + elsewhere(option, path + option.name), presence,
            option.meaning + source};
  }

  void write_row(const KeyRow& row) {
    text += fmt::format("| `{}` | {} | {} | {} |\n", row.name, escaped(row.type), escaped(row.presence),
                        escaped(row.meaning));
  }

  // Where the keys of an option are told: at `path`, or where the same keys came first.
  std::string home(const Option& option, const std::string& path) {
    return told_.emplace(keys_text(option), path).first->second;
  }

  // ", as `bodies[].shape`" for keys that are told elsewhere.
  std::string elsewhere(const Option& option, const std::string& path) {
    if (is_leaf(option)) return {};
    if (option.type == OptionType::list) return elsewhere(option.children[0], path + "[]");
    if (option.type == OptionType::map) return elsewhere(option.children[0], path + ".NAME");
    std::string text_of_all;
    if (option.type == OptionType::any_of) {
      for (const Option& alternative : option.children) text_of_all += elsewhere(alternative, path);
      return text_of_all;
    }
    const std::string told = home(option, path);
    return told == path ? "" : ", as `" + told + "`";
  }

  std::map<std::string, std::string> told_;  // keys, with all below them, to where they were first told
};

}  // namespace

std::string reference_page(const Option& root, const std::string& title) {
  Page page;
  page.text = fmt::format("# {}\n", title);
  if (!root.meaning.empty())
    page.text +=
        fmt::format("All keys of {}, section by section. The program writes this page.\n", root.meaning);
  page.rows(root, "");
  page.below(root, "");
  return page.text;
}

}  // namespace cairn
