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

using Table = std::vector<std::vector<std::string>>;

void print_markdown(const Table& table) {
  for (std::size_t row = 0; row < table.size(); ++row) {
    fmt::print("| {} |\n", fmt::join(table[row], " | "));
    if (row > 0) continue;
    for (std::size_t k = 0; k < table[row].size(); ++k) fmt::print("|---:");
    fmt::print("|\n");
  }
}

void print_aligned(const Table& table) {
  std::vector<std::size_t> widths(table.front().size(), 0);
  for (const auto& row : table)
    for (std::size_t k = 0; k < row.size(); ++k) widths[k] = std::max(widths[k], row[k].size());
  for (const auto& row : table) {
    for (std::size_t k = 0; k < row.size(); ++k) fmt::print("  {:>{}}", row[k], widths[k]);
    fmt::print("\n");
  }
}

void print(const Benchmark& benchmark, const Findings& findings, const BenchRequest& request) {
  if (request.markdown && !findings.table.empty()) return print_markdown(findings.table);
  fmt::print("{}: {}\n", benchmark.name, benchmark.meaning);
  if (!findings.table.empty()) print_aligned(findings.table);
  for (const Metric& metric : findings.table.empty() ? findings.metrics : Metrics{}) {
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
    const Findings findings = benchmark.measure(request.options);
    if (!request.json) print(benchmark, findings, request);
    all.set(benchmark.name, json_of(benchmark, findings.metrics));
  }
  if (request.json) fmt::print("{}", all.text());
  return kDone;
}

}  // namespace cairn
