// The reference page of scene files, from the same declarations that read them.
#include <fmt/format.h>

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
      return option.children.empty();
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

class Page {
 public:
  std::string text;

  // A section for whatever has keys of its own; sections that were already written are named instead.
  void section(const Option& option, const std::string& path) {
    if (is_leaf(option)) return;
    if (option.type == OptionType::list) return section(option.children[0], path + "[]");
    if (option.type == OptionType::map) return section(option.children[0], path + ".NAME");
    if (option.type == OptionType::any_of) {
      for (const Option& alternative : option.children) section(alternative, path);
      return;
    }
    const std::string table = rows(option);
    Page alone;
    alone.below(option, "");
    const auto [seen, is_new] = written_.emplace(table + alone.text, path);
    text += fmt::format("\n## `{}`\n", path);
    if (!option.meaning.empty()) text += escaped(option.meaning) + ".\n";
    if (!is_new) {
      text += fmt::format("The same keys as `{}`.\n", seen->second);
      return;
    }
    text += '\n';
    text += table;
    below(option, path);
  }

  // Sections of everything below.
  void below(const Option& option, const std::string& path) {
    const std::string dot = path.empty() ? "" : path + ".";
    for (const Option& child : option.children) {
      if (child.type != OptionType::variant || child.writing == Writing::nested)
        section(child, dot + child.name);
      else if (child.writing == Writing::merged)
        below(child, path);
      else
        for (const Option& alternative : child.children) below(alternative, path);
    }
  }

  static std::string rows(const Option& option) {
    std::string table = "| key | type | default | meaning |\n|---|---|---|---|\n";
    for (const Option& child : option.children) add_row(table, child, "");
    return table;
  }

 private:
  static void add_row(std::string& table, const Option& option, const std::string& condition) {
    const bool is_variant = option.type == OptionType::variant;
    if (is_variant && option.writing == Writing::merged) {
      const bool needed = option.presence.kind == Presence::kRequired;
      for (const Option& alternative : option.children)
        write_row(table, alternative, needed ? "exactly one" : "at most one", condition);
      return;
    }
    write_row(table, option, presence_text(option), condition);
    if (!is_variant || option.writing != Writing::tagged) return;
    for (const Option& alternative : option.children)
      for (const Option& field : alternative.children)
        add_row(table, field, fmt::format("with `{}: {}`: ", option.name, alternative.name));
  }

  static void write_row(std::string& table, const Option& option, const std::string& presence,
                        const std::string& condition) {
    const std::string source = option.reference.empty() ? "" : " [" + option.reference + "]";
    table += fmt::format("| `{}` | {} | {} | {} |\n", option.name, escaped(type_text(option)),
                         escaped(presence), escaped(condition + option.meaning + source));
  }

  std::map<std::string, std::string> written_;  // section, with all below it, to where it was first written
};

}  // namespace

std::string reference_page(const Option& root, const std::string& title) {
  Page page;
  page.text = fmt::format("# {}\n", title);
  if (!root.meaning.empty()) page.text += root.meaning + ".\n";
  page.text += '\n';
  page.text += Page::rows(root);
  page.below(root, "");
  return page.text;
}

}  // namespace cairn
