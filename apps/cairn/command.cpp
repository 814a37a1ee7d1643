#include "cairn/command.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <thread>

#include "base/error.h"

namespace cairn {
namespace {

constexpr int kMostThreads = 1024;

}  // namespace

Command::Command(const Program& program, const CommandWords& words)
    : app_(program.app.add_subcommand(words.name, words.meaning)) {
  app_->allow_extras();
  app_->footer(words.footer);
}

int whole_number(const std::string& text, const char* option, const WholeRange& range) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_number = error == std::errc{} && end == text.data() + text.size();
  if (is_number && value >= range.low && value <= range.high) return value;
  throw InputError(fmt::format("{} needs {} from {} to {}, got {}", option, range.what, range.low, range.high,
                               quote(text)));
}

void add_whole(CLI::App& app, const char* option, int& value, const char* meaning, const WholeRange& range) {
  // Messages name the short form of "-j,--threads".
  const std::string first = std::string(option).substr(0, std::string(option).find(','));
  const auto read = [&value, first, range](const std::string& text) {
    value = whole_number(text, first.c_str(), range);
  };
  app.add_option_function<std::string>(option, read, meaning)->type_name("N");
}

int all_cores() { return std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, kMostThreads); }

void add_threads(CLI::App& app, int& threads) {
  add_whole(app, "-j,--threads", threads,
            "threads; results are the same bits for any number (default: all cores)",
            {"a number of threads", 1, kMostThreads});
}

void add_overrides(CLI::App& app, std::vector<std::string>& overrides) {
  app.add_option("--set", overrides, "replace a value of the scene: --set let.gap=2.5mm; may be repeated")
      ->type_name("KEY=VALUE")
      ->expected(1)
      ->allow_extra_args(false)
      ->take_all();
}

void add_dump_steps(CLI::App& app, std::vector<std::uint64_t>& steps) {
  app.add_option("--dump-problem", steps,
                 "write the contact problem of this step (1 is the first) as an FCLIB file; may be repeated")
      ->type_name("STEP")
      ->allow_extra_args(false);
}

}  // namespace cairn
