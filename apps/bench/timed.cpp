#include "bench/timed.h"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <numeric>

namespace cairn {

double processor_time() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

TimedSteps time_steps(Simulation& simulation, int steps) {
  simulation.times() = {};
  TimedSteps timed;
  const double begin = processor_time(), work = simulation.particle_steps();
  const Stopwatch watch;
  for (int k = 0; k < steps; ++k) {
    simulation.advance();
    timed.lists += simulation.report().list_rebuilt ? 1 : 0;
  }
  const double done = simulation.particle_steps() - work;
  timed.rate = done / (processor_time() - begin);
  timed.wall_rate = done / watch.seconds();
  timed.times = simulation.times();
  timed.contacts = static_cast<double>(simulation.report().contacts) /
                   static_cast<double>(simulation.world().bodies.size());
  return timed;
}

std::string shares_of(const StageTimes& times) {
  constexpr double kWorthSaying = 0.01;
  const double all = std::accumulate(times.seconds.begin(), times.seconds.end(), 0.0);
  std::vector<std::pair<double, std::string_view>> shares;
  for (std::size_t k = 0; k < kStageNames.size(); ++k)
    if (times.seconds[k] > kWorthSaying * all) shares.emplace_back(times.seconds[k] / all, kStageNames[k]);
  std::ranges::sort(shares, std::greater{});
  std::string text;
  for (const auto& [share, name] : shares)
    text += fmt::format("{}{} {:.0f} %", text.empty() ? "" : ", ", name, 100 * share);
  return text;
}

std::vector<std::string> gap_to(const std::string& what, double value, double asked) {
  if (asked == 0 || value >= asked) return {};
  return {fmt::format("{}: {:.2f} instead of {:.2f}, {:.0f} % less than asked", what, value, asked,
                      100 * (1 - value / asked))};
}

namespace {

void add_metrics(const WorkRow& row, Metrics& metrics) {
  const std::string n = row.work + (row.peer.empty() ? "." : " / " + row.peer + ".");
  metrics.push_back({n + "cairn", row.cairn.rate / 1e6, "M/s"});
  if (row.peer_rate > 0) {
    metrics.push_back({n + "peer", row.peer_rate / 1e6, "M/s"});
    metrics.push_back({n + "ratio", row.ratio(), ""});
  }
  metrics.push_back({n + "contacts", row.cairn.contacts, "per body"});
  if (row.memory > 0) metrics.push_back({n + "memory", row.memory, "B/body"});
  if (row.overlap) metrics.push_back({n + "overlap", *row.overlap, "of the smaller body"});
  if (row.peer_overlap) metrics.push_back({n + "peer_overlap", *row.peer_overlap, "of the smaller body"});
}

}  // namespace

Findings findings_of(const std::vector<WorkRow>& rows) {
  Findings findings;
  findings.table.push_back({"work", "bodies", "contacts per body", "cairn [M/s]", "peer", "peer [M/s]",
                            "ratio", "asked", "memory per body", "largest overlap", "of the peer", "stages"});
  const auto percent = [](std::optional<double> share) {
    return share ? fmt::format("{:.2g} %", 100 * *share) : "-";
  };
  const auto maybe = [](double value) { return value > 0 ? fmt::format("{:.2f}", value) : "-"; };
  for (const WorkRow& row : rows) {
    add_metrics(row, findings.metrics);
    findings.table.push_back(
        {row.work, fmt::format("{:.0f}", row.bodies), fmt::format("{:.2f}", row.cairn.contacts),
         fmt::format("{:.3g}", row.cairn.rate / 1e6), row.peer.empty() ? "-" : row.peer,
         row.peer_rate > 0 ? fmt::format("{:.3g}", row.peer_rate / 1e6) : "-", maybe(row.ratio()),
         maybe(row.asked), row.memory > 0 ? fmt::format("{:.0f} B", row.memory) : "-", percent(row.overlap),
         percent(row.peer_overlap), shares_of(row.cairn.times)});
    if (row.peer_rate > 0)
      std::ranges::copy(gap_to(row.work + " beside " + row.peer, row.ratio(), row.asked),
                        std::back_inserter(findings.notes));
  }
  return findings;
}

}  // namespace cairn
