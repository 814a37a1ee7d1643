#include "cairn/command.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <thread>

#include "base/assert.h"
#include "base/error.h"
#include "base/file.h"
#include "base/ranks.h"
#include "results/frames.h"

namespace cairn {
namespace {

constexpr int kMostThreads = 1024;
constexpr std::uint64_t kMostDumps = 10000;

// Sorted steps from the texts of the user: "10", "10,20,30", "100:200" or "100:200:10".
std::vector<std::uint64_t> steps_in(const std::vector<std::string>& words) {
  std::vector<std::uint64_t> steps;
  for (const std::string& word : words) {
    for (const std::string& part : CLI::detail::split(word, ',')) {
      // FIRST, FIRST:LAST or FIRST:LAST:BY.
      std::vector<std::uint64_t> range;
      for (const std::string& number : CLI::detail::split(part, ':'))
        range.push_back(number_in<std::uint64_t>(number).value_or(0));
      const bool is_range = range.size() <= 3 && std::ranges::count(range, 0) == 0;
      if (!is_range || (range.size() > 1 && range[1] < range[0]))
        throw InputError(fmt::format(
            "--dump-problem needs steps from 1 such as 10 or 10,20,30 or 100:200:10, got {}", quote(word)));
      const std::uint64_t last = range.size() > 1 ? range[1] : range[0], by = range.size() > 2 ? range[2] : 1;
      if ((last - range[0]) / by >= kMostDumps - steps.size())
        throw InputError(fmt::format("--dump-problem {}: more than {} problems", word, kMostDumps));
      for (std::uint64_t step = range[0]; step <= last; step += by) steps.push_back(step);
    }
  }
  std::ranges::sort(steps);
  return steps;
}

}  // namespace

CLI::App* add_command(const Program& program, const CommandWords& words) {
  CLI::App* app = program.app.add_subcommand(words.name, words.meaning);
  app->allow_extras();
  app->footer(words.footer);
  return app;
}

const AddedOption& AddedOption::required() const {
  option_->required();
  return *this;
}

const AddedOption& AddedOption::type_name(const char* name) const {
  option_->type_name(name);
  return *this;
}

const AddedOption& AddedOption::repeated() const {
  option_->expected(1)->allow_extra_args(false)->take_all();
  return *this;
}

const AddedOption& AddedOption::excludes(const char* other) const {
  option_->excludes(other);
  return *this;
}

AddedOption CommandOptions::add_option(const char* names, std::string& value,
                                       const std::string& meaning) const {
  return AddedOption(*app_.add_option(names, value, meaning));
}

AddedOption CommandOptions::add_option(const char* names, std::optional<std::string>& value,
                                       const std::string& meaning) const {
  return AddedOption(*app_.add_option(names, value, meaning));
}

AddedOption CommandOptions::add_option(const char* names, std::vector<std::string>& values,
                                       const std::string& meaning) const {
  return AddedOption(*app_.add_option(names, values, meaning));
}

AddedOption CommandOptions::add_option(const char* names, const std::function<void(const std::string&)>& read,
                                       const std::string& meaning) const {
  return AddedOption(*app_.add_option_function<std::string>(names, read, meaning));
}

AddedOption CommandOptions::add_option(const char* names,
                                       const std::function<void(const std::vector<std::string>&)>& read,
                                       const std::string& meaning) const {
  return AddedOption(*app_.add_option_function<std::vector<std::string>>(names, read, meaning));
}

AddedOption CommandOptions::add_flag(const char* names, bool& value, const std::string& meaning) const {
  return AddedOption(*app_.add_flag(names, value, meaning));
}

double wanted_number(const std::string& text, const std::string& option, const NumberWanted& wanted) {
  const std::optional<double> value = number_in<double>(text);
  if (value && std::isfinite(*value) && wanted.takes(*value)) return *value;
  throw InputError(fmt::format("{} needs {}, got {}", option, wanted.what, quote(text)));
}

int whole_number(const std::string& text, const std::string& option, const WholeRange& range) {
  const std::optional<int> value = number_in<int>(text);
  if (value && *value >= range.low && *value <= range.high) return *value;
  throw InputError(fmt::format("{} needs {} from {} to {}, got {}", option, range.what, range.low, range.high,
                               quote(text)));
}

void add_number(const CommandOptions& app, const char* option, std::optional<double>& value,
                const char* meaning, const NumberWanted& wanted) {
  const auto read = [&value, option, wanted](const std::string& text) {
    value = wanted_number(text, option, wanted);
  };
  app.add_option(option, read, meaning).type_name("X");
}

void add_whole(const CommandOptions& app, const char* option, int& value, const char* meaning,
               const WholeRange& range) {
  CAIRN_ASSERT(range.low <= value && value <= range.high);
  // Messages use the first form of "-j,--threads".
  const std::string first = std::string(option).substr(0, std::string(option).find(','));
  const auto read = [&value, first, range](const std::string& text) {
    value = whole_number(text, first, range);
  };
  app.add_option(option, read, meaning).type_name("N");
}

int all_cores() { return std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, kMostThreads); }

void add_threads(const CommandOptions& app, int& threads) {
  add_whole(
      app, "-j,--threads", threads,
      "threads; results are the same bits for any number (default: all cores; 1 on each of several ranks)",
      {"a number of threads", 1, kMostThreads});
}

void add_overrides(const CommandOptions& app, std::vector<std::string>& overrides, const char* meaning) {
  app.add_option("--set", overrides, meaning).type_name("KEY=VALUE").repeated();
}

void add_allowed(const CommandOptions& app, std::vector<std::string>& folders) {
  app.add_option("--allow", folders,
                 "let the scene read files of this folder, too, not only of its own; may be repeated")
      .type_name("DIR")
      .repeated();
}

std::string frames_file(const std::string& folder) {
  const std::string file = folder + "/run.h5";
  if (file_exists(file)) return file;
  throw InputError(fmt::format("{} is not the folder of a run: it has no run.h5", quote(folder)));
}

std::size_t frame_called(const std::string& word, const std::string& file, const char* words) {
  const std::size_t count = list_frames(file).size();
  if (count == 0) throw InputError(fmt::format("{} has no frames", file));
  if (word == "last") return count - 1;
  const std::optional<std::size_t> index = number_in<std::size_t>(word);
  if (index && *index < count) return *index;
  throw InputError(
      fmt::format("--frame needs a number from 0 to {}{}, got {}", count - 1, words, quote(word)));
}

void take_program(GoingRequest& request, const Program& program) {
  request.command = program.typed;
  request.ranks = &program.ranks;
  if (program.ranks.count() > 1) request.threads = 1;
}

void refuse_many(Ranks& ranks) {
  all_or_none(ranks, [&] {
    if (ranks.count() > 1)
      throw InputError(
          fmt::format("this version cannot spread a run over {} ranks; start it without mpirun, "
                      "with -j THREADS",
                      ranks.count()));
  });
}

void add_going(const CommandOptions& app, GoingRequest& request, const char* until) {
  add_threads(app, request.threads);
  app.add_option("--until", request.until, until).type_name("TIME");
  app.add_flag("--hash", request.hash, "print a hash of the state at every frame and at the end");
  app.add_flag("-q,--quiet", request.quiet, "print warnings and errors only");
  app.add_option(
         "--dump-problem",
         [&](const std::vector<std::string>& words) { request.dump_steps = steps_in(words); },
         "write the contact problems of these steps (1 is the first) as FCLIB files problem_STEP.hdf5: 10, "
         "10,20,30 or 100:200:10; may be repeated")
      .type_name("STEPS")
      .repeated();
}

}  // namespace cairn
