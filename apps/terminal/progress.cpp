#include "terminal/progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/printable.h"
#include "terminal/closing.h"

namespace cairn {
namespace {

constexpr double kRowInterval = 5, kShortestInterval = 0.5, kBarInterval = 0.2;  // s
// Rows are at least 1/100 of the elapsed time apart, so that a long run has few rows.
constexpr double kRowsPerRun = 100;

double seconds(std::chrono::steady_clock::duration time) {
  return std::chrono::duration<double>(time).count();
}

// The state that a row shows.
struct Row {
  Simulation& simulation;
  double steps_per_second;
};
struct ProgressColumn {
  const char* name;
  int width;
  std::string (*text)(const Row& row);
  bool of_solver = false;  // only for methods with a solver
};

std::string count(std::uint64_t n) { return fmt::format("{}", n); }
std::string pace(double x) {
  return x >= 100 ? fmt::format("{:.0f}", x) : x > 0 ? fmt::format("{:.2g}", x) : "-";
}
std::string number(double x) { return fmt::format("{:.4g}", x); }

const std::vector<ProgressColumn>& columns() {
  static const std::vector<ProgressColumn> table{
      {"t [s]", 12, [](const Row& row) { return fmt::format("{:.6g}", row.simulation.time()); }},
      {"bodies", 9, [](const Row& row) { return count(row.simulation.world().bodies.size()); }},
      {"contacts", 9, [](const Row& row) { return count(row.simulation.report().contacts); }},
      {"iterations", 11, [](const Row& row) { return count(row.simulation.report().solve.iterations); },
       true},
      {"residual", 11, [](const Row& row) { return number(row.simulation.report().solve.residual); }, true},
      {"overlap/radius", 15, [](const Row& row) { return number(row.simulation.report().max_overlap); }},
      {"kinetic energy [J]", 19, [](const Row& row) { return number(row.simulation.energy().kinetic); }},
      {"steps/s", 10, [](const Row& row) { return pace(row.steps_per_second); }},
  };
  return table;
}

template <class Visit>
void each_column(const Simulation& simulation, Visit&& visit) {
  const bool solves = has_solver(simulation.scene());
  for (const ProgressColumn& column : columns())
    if (solves || !column.of_solver) visit(column);
}

}  // namespace

Progress::Progress(Simulation& simulation, Console& console)
    : console_(console),
      first_step_(simulation.step()),
      first_particle_steps_(simulation.particle_steps()),
      first_times_(simulation.times()),
      last_row_step_(first_step_),
      last_bar_step_(first_step_) {
  std::string header;
  each_column(simulation, [&](const ProgressColumn& column) {
    header += fmt::format("{:>{}}", column.name, column.width);
  });
  console_.line(header);
  if (first_step_ == 0) row(simulation, begin_);  // a resumed run does not know its contacts yet
}

void Progress::follow(Simulation& simulation) {
  const Clock::time_point now = Clock::now();
  const double since_row = seconds(now - last_row_);
  const bool is_late = since_row >= std::max(kRowInterval, seconds(now - begin_) / kRowsPerRun);
  const bool is_tenth = since_row >= kShortestInterval && fraction(simulation) >= next_tenth_;
  if (is_late || is_tenth) {
    row(simulation, now);
    next_tenth_ = 0.1 * (1 + std::floor(10 * fraction(simulation)));
  }
  if (console_.has_bar() && seconds(now - last_bar_) >= kBarInterval) bar(simulation, now);
}

void Progress::row(Simulation& simulation, Clock::time_point now) {
  const std::uint64_t steps = simulation.step() - last_row_step_;
  const double time = seconds(now - last_row_);
  const Row values{simulation, steps > 0 && time > 0 ? static_cast<double>(steps) / time : 0};
  std::string text;
  each_column(simulation, [&](const ProgressColumn& column) {
    text += fmt::format("{:>{}}", column.text(values), column.width);
  });
  console_.line(text);
  last_row_ = now;
  last_row_step_ = simulation.step();
}

double Progress::fraction(Simulation& simulation) const {
  const auto done = static_cast<double>(simulation.step() - first_step_);
  const auto all = static_cast<double>(simulation.plan().steps) - static_cast<double>(first_step_);
  return all > 0 ? std::min(done / all, 1.0) : 1;
}

void Progress::bar(Simulation& simulation, Clock::time_point now) {
  const std::uint64_t step = simulation.step();
  // The pace is smoothed over about ten bars.
  const double latest = static_cast<double>(step - last_bar_step_) / seconds(now - last_bar_);
  pace_ = pace_ > 0 ? 0.9 * pace_ + 0.1 * latest : latest;
  last_bar_ = now;
  last_bar_step_ = step;

  // Percentage, time and remaining time; the bar takes the room that is left.
  const double way = fraction(simulation);
  const double left = pace_ > 0 ? static_cast<double>(simulation.plan().steps - step) / pace_ : 0;
  const std::string tail =
      fmt::format(" {:3.0f} %  t = {:.4g} of {:.4g} s  {} steps/s  ETA {}", 100 * way, simulation.time(),
                  simulation.plan().end, pace(pace_), pace_ > 0 ? spoken_time(left) : "?");
  const int room = std::clamp(console_.width() - static_cast<int>(tail.size()) - 3, 0, 40);
  const int full = static_cast<int>(way * room);
  console_.bar(room < 5 ? tail.substr(1)
                        : fmt::format("[{:#<{}}{:.<{}}]{}", "", full, "", room - full, tail));
}

void Progress::close(Simulation& simulation, const Results& results, const std::string& reason) {
  const Clock::time_point now = Clock::now();
  if (simulation.step() != last_row_step_) row(simulation, now);

  // Steps, duration, and seconds by stage.
  Summary summary;
  simulation.summarise(summary);
  const std::uint64_t steps = simulation.step() - first_step_;
  const double wall = seconds(now - begin_);
  console_.line("");
  console_.line(fmt::format("{} to t = {:.6g} s in {} ({})", how_many(steps, "step"), simulation.time(),
                            spoken_time(wall), reason));
  for (std::size_t stage = 0; stage < kStageNames.size(); ++stage) {
    const double time = simulation.times().seconds[stage] - first_times_.seconds[stage];
    if (time > 0)
      console_.line(fmt::format("  {:<12}{:>9.3f} s{:>5.0f} %", kStageNames[stage], time, 100 * time / wall));
  }
  // Speed, closing lines, hash and place of the results.
  if (steps > 0 && wall > 0) {
    const double rate = (simulation.particle_steps() - first_particle_steps_) / wall;
    console_.line(fmt::format("  {:.3g} million particle-steps/s on {}", rate / 1e6,
                              how_many(static_cast<std::uint64_t>(summary.threads), "thread")));
  }
  for (const std::string& line : closing_lines(summary, simulation.scene())) console_.line("  " + line);
  console_.line(fmt::format("  state hash {:#018x}", summary.state_hash));
  console_.line(fmt::format("Results: {} ({}, {})", results.folder(), how_many(results.frames(), "frame"),
                            spoken_bytes(static_cast<double>(results.bytes()))));
}

std::string spoken_time(double seconds) {
  if (seconds < 100) return fmt::format("{:.3g} s", seconds);
  const auto whole = static_cast<std::uint64_t>(std::min(seconds, 1e15) + 0.5);
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  if (whole < 48 * 3600) return fmt::format("{} h {} min", whole / 3600, whole / 60 % 60);
  return fmt::format("{} d {} h", whole / 86400, whole / 3600 % 24);
}

std::string spoken_bytes(double bytes) {
  constexpr const char* kUnits[] = {"B", "kB", "MB", "GB", "TB"};
  int unit = 0;
  while (bytes >= 999.5 && unit < 4) {
    bytes /= 1000;
    ++unit;
  }
  return fmt::format("{:.3g} {}", bytes, kUnits[unit]);
}

}  // namespace cairn
