#include "cairn/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include "text/units.h"

namespace cairn {
namespace {

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
  }
  return names;
}

bool is_unit(const std::string& word) {
  const std::optional<Unit> unit = read_unit(word);
  return unit && unit->size == word.size();
}

// The shell splits `--until 50 ms` into three words. How to write it, if the last value of an option is a
// bare number and one of the other words is a unit; else empty.
std::string unquoted_unit(const CLI::App& app, const std::vector<std::string>& extras) {
  std::vector<std::string> others = extras;
  for (const CLI::Option* option : app.get_options())
    if (option->get_positional() && option->count() > 0) others.push_back(option->results().front());
  const auto unit = std::ranges::find_if(others, is_unit);
  if (unit == others.end()) return {};
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_positional() || option->count() == 0) continue;
    const std::string value = option->results().back();
    if (plain_number(value.substr(value.rfind('=') + 1)))
      return fmt::format("; quote a value with its unit: {} '{} {}'", option->get_name(), value, *unit);
  }
  return {};
}

}  // namespace

std::string typed(int argc, char** argv) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:@%^";
  std::string text = "cairn";
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const bool is_plain = !word.empty() && word.find_first_not_of(kPlain) == std::string::npos;
    std::string quoted;
    for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    text += is_plain ? " " + word : " '" + quoted + "'";
  }
  return text;
}

std::vector<std::string> words_of(int argc, char** argv) {
  std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
  const auto mark = std::ranges::find(words, "--");
  const bool guards_next = words.end() - mark > 1 && (mark + 1)->starts_with('-');
  if (mark != words.end() && !guards_next) words.erase(mark);
  return words;
}

InputError unknown_command(const CLI::App& program, const std::string& word) {
  std::vector<std::string> names;
  for (const CLI::App* command : program.get_subcommands({})) names.push_back(command->get_name());
  return InputError(
      fmt::format("unknown command {}{}; see cairn --help", quote(word), suggestion(word, names)));
}

void refuse_extras(const CLI::App& app) {
  const std::vector<std::string> extras = app.remaining();
  if (extras.empty()) return;
  const std::string& word = extras.front();
  const std::string help =
      fmt::format("; see {} --help", app.get_parent() ? "cairn " + app.get_name() : "cairn");
  if (word.starts_with("-")) {
    const std::string name = word.substr(0, word.find('='));
    throw InputError(
        fmt::format("unknown option {}{}{}", quote(name), suggestion(name, option_names(app)), help));
  }
  if (app.get_parent())
    throw InputError(
        fmt::format("unexpected argument {}{}{}", quote(word), unquoted_unit(app, extras), help));
  throw unknown_command(app, word);
}

}  // namespace cairn
