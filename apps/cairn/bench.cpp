// cairn bench: runs benchmarks by name and prints their numbers.
#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "base/version.h"
#include "bench/benchmarks.h"
#include "bench/command.h"
#include "bench/machine.h"
#include "bench/page.h"
#include "cairn/command.h"

namespace cairn {
namespace {

struct BenchRequest {
  std::vector<std::string> names;  // empty: all
  bool json = false;
  bool list = false;
  bool markdown = false;
  bool million = false;  // also a million spheres
  std::string page;      // to be made again; empty: none
  BenchOptions options;
};

std::vector<Benchmark> wanted(const std::vector<std::string>& names) {
  if (names.empty()) return benchmarks();
  std::vector<std::string> known;
  for (const Benchmark& benchmark : benchmarks()) known.push_back(benchmark.name);
  std::vector<Benchmark> chosen;
  for (const std::string& name : names) {
    const auto found = std::ranges::find(benchmarks(), name, &Benchmark::name);
    if (found == benchmarks().end())
      throw InputError(fmt::format("there is no benchmark {}{}", quote(name), suggestion(name, known)));
    chosen.push_back(*found);
  }
  return chosen;
}

void print(const Benchmark& benchmark, const Findings& findings, const BenchRequest& request) {
  if (!request.markdown) fmt::print("{}: {}\n", benchmark.name, benchmark.meaning);
  fmt::print("{}", request.markdown ? markdown(findings.table, Align::right)
                                    : aligned(findings.table, Align::right));
  for (const Metric& metric : findings.table.empty() ? findings.metrics : Metrics{}) {
    fmt::print("  {:<16}{:>12.4g} {}\n", metric.name, metric.value, metric.unit);
  }
  for (const std::string& note : findings.notes) fmt::print("{}{}\n", request.markdown ? "\n" : "  ", note);
  std::fflush(stdout);
}

Json json_of(const Benchmark& benchmark, const Metrics& metrics) {
  Json values = Json::object(), units = Json::object();
  for (const Metric& metric : metrics) {
    values.set(metric.name, metric.value);
    units.set(metric.name, metric.unit);
  }
  return Json::object({{"meaning", benchmark.meaning}, {"values", values}, {"units", units}});
}

// The findings, with a note on what else ran on the machine.
Findings measured(const Benchmark& benchmark, const BenchOptions& options) {
  const double before = load_of_machine();
  Findings findings = benchmark.measure(options);
  findings.notes.push_back(fmt::format("Load of the machine: {:.1f} before, {:.1f} after{}", before,
                                       load_of_machine(), options.quick ? "; --quick: no rates" : ""));
  return findings;
}

// Each part of the page is a command of its own, so that none sees the memory of another.
int make_page(const BenchRequest& request) {
  const std::string page = read_text(request.page);
  std::vector<std::string> outputs;
  for (const PagePart& part : parts_of_page(page, request.page)) {
    fmt::print("cairn bench {}\n", part.words);
    std::fflush(stdout);
    const std::optional<std::string> output =
        output_of(fmt::format("{} bench {} --markdown{}", quoted_word(own_program()), part.words,
                              request.options.quick ? " --quick" : ""));
    if (!output)
      throw InputError(fmt::format("{}:{}: `cairn bench {}` failed", request.page, part.line, part.words));
    outputs.push_back(*output);
  }
  write_replacing(request.page, bytes_of(with_outputs(page, outputs)));
  return kDone;
}

int bench(const BenchRequest& request) {
  if (!request.page.empty()) return make_page(request);
  const std::vector<Benchmark> chosen = wanted(request.names);
  if (request.list) {
    for (const Benchmark& benchmark : chosen) fmt::print("{:<14} {}\n", benchmark.name, benchmark.meaning);
    return kDone;
  }
  BenchOptions options = request.options;
  if (request.million) options.sizes.push_back(1'000'000);
  if (options.quick) {
    options.repeat = 1;
    options.seconds = 0;
  }
  Json all = Json::object({{"version", std::string(version())}});
  for (const Benchmark& benchmark : chosen) {
    const Findings findings = measured(benchmark, options);
    if (!request.json) print(benchmark, findings, request);
    all.set(benchmark.name, json_of(benchmark, findings.metrics));
  }
  if (request.json) fmt::print("{}", all.text());
  return kDone;
}

// Sizes from a text such as "10000,100000".
std::vector<std::size_t> bed_sizes(const std::string& text) {
  std::vector<std::size_t> sizes;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    sizes.push_back(static_cast<std::size_t>(
        whole_number(text.substr(begin, end - begin), "--sizes", {"numbers of spheres", 1000, 10'000'000})));
    begin = end + 1;
  }
  return sizes;
}

void add_options(const CommandOptions& app, BenchRequest& request) {
  BenchOptions& options = request.options;
  app.add_option("NAME", request.names, "benchmarks to run (default: all)");
  app.add_flag("--json", request.json, "print one JSON object");
  app.add_flag("--list", request.list, "say which benchmarks there are");
  app.add_flag("--markdown", request.markdown, "print tables as Markdown");
  app.add_option(
         "--sizes", [&](const std::string& text) { options.sizes = bed_sizes(text); },
         "of penalty and threads: numbers of spheres (default: 10000,100000)")
      .type_name("N,N");
  app.add_flag("--million", request.million, "of penalty: one million spheres as well");
  app.add_flag("--quick", options.quick, "little work, to see that all is there; rates then mean nothing");
  app.add_option(
         "--page", request.page,
         "make a page again: run the commands that stand in it as <!-- cairn bench ... -->, and put what "
         "they print in the place of what they printed")
      .type_name("FILE");
  add_whole(app, "--repeat", options.repeat, "runs, of which the best counts (default: 3)",
            {"a number of runs", 1, 100});
  add_whole(app, "--seconds", options.seconds,
            "about so long each, where a benchmark has no end of its own (default: 2)", {"seconds", 0, 600});
  app.add_option("--folder", options.folder,
                 "keep beds and input files of peers there, and take beds from there")
      .type_name("DIR");
}

}  // namespace

std::unique_ptr<Command> bench_command(const Program& program) {
  return make_command<BenchRequest>(program,
                                    {"bench", "run named benchmarks",
                                     "Examples:\n"
                                     "  cairn bench --list\n"
                                     "  cairn bench bed bed_2\n"
                                     "  cairn bench penalty --sizes 10000,100000 --million --markdown\n"
                                     "  cairn bench --page docs/benchmarks.md"},
                                    add_options, bench);
}

}  // namespace cairn
