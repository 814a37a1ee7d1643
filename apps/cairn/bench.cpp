// cairn bench: runs benchmarks by name and prints what they found.
#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/json.h"
#include "benchmarks.h"
#include "commands.h"

namespace cairn {
namespace {

std::vector<Benchmark> wanted(const std::vector<std::string>& names) {
  if (names.empty()) return benchmarks();
  std::vector<std::string> known;
  for (const Benchmark& benchmark : benchmarks()) known.push_back(benchmark.name);
  std::vector<Benchmark> chosen;
  for (const std::string& name : names) {
    const auto found = std::ranges::find(known, name);
    if (found == known.end()) {
      throw InputError(fmt::format("there is no benchmark {}{}", quote(name), suggestion(name, known)));
    }
    chosen.push_back(benchmarks()[static_cast<std::size_t>(found - known.begin())]);
  }
  return chosen;
}

void print(const Benchmark& benchmark, const Metrics& metrics) {
  fmt::print("{}: {}\n", benchmark.name, benchmark.meaning);
  for (const Metric& metric : metrics) {
    fmt::print("  {:<16}{:>12.4g} {}\n", metric.name, metric.value, metric.unit);
  }
  std::fflush(stdout);
}

Json json_of(const Benchmark& benchmark, const Metrics& metrics) {
  Json values = Json::object(), units = Json::object();
  for (const Metric& metric : metrics)
    values.set(metric.name, metric.value), units.set(metric.name, metric.unit);
  return Json::object({{"meaning", benchmark.meaning}, {"values", values}, {"units", units}});
}

}  // namespace

int bench(const BenchRequest& request) {
  const std::vector<Benchmark> chosen = wanted(request.names);
  if (request.list) {
    for (const Benchmark& benchmark : chosen) fmt::print("{:<14} {}\n", benchmark.name, benchmark.meaning);
    return kDone;
  }
  Json all = Json::object({{"version", CAIRN_VERSION}});
  for (const Benchmark& benchmark : chosen) {
    const Metrics metrics = benchmark.measure();
    if (!request.json) print(benchmark, metrics);
    all.set(benchmark.name, json_of(benchmark, metrics));
  }
  if (request.json) fmt::print("{}", all.text());
  return kDone;
}

}  // namespace cairn
