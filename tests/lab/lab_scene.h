// Runs a scene of scenes/lab and looks at its measures.
#pragma once

#include <algorithm>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "simulate.h"
#include "unit/scratch.h"

namespace cairn::test {

// The last value of a column of a measure.
inline double seen(const Simulation& simulation, const std::string& measure, const std::string& column) {
  for (const NamedMeasure& named : simulation.measures()) {
    if (named.name != measure) continue;
    const std::vector<Column> columns = named.measure->columns();
    const auto at = std::ranges::find(columns, column, &Column::name);
    if (at != columns.end()) return named.shown[static_cast<std::size_t>(at - columns.begin())];
  }
  throw std::runtime_error("no column " + measure + "." + column);
}

struct LabScene {
  LabScene(const std::string& name, const std::vector<std::string>& overrides)
      : run(SceneRun::shipped("lab/" + name + ".yaml", overrides)) {}

  // Steps until a time.
  void to(double time) {
    run.until([&](const Simulation& now) { return now.time() >= time; });
  }
  double operator()(const std::string& measure, const std::string& column) const {
    return seen(run.simulation, measure, column);
  }
  // Mean of a column from now until a time.
  double mean_until(double time, const std::string& measure, const std::string& column) {
    double sum = 0;
    int count = 0;
    run.until([&](const Simulation& now) {
      sum += seen(now, measure, column);
      ++count;
      return now.time() >= time;
    });
    return sum / count;
  }
  // Several columns at once, averaged over the steps until a time.
  std::vector<double> means_until(double time,
                                  const std::vector<std::pair<std::string, std::string>>& columns) {
    std::vector<double> sums(columns.size(), 0);
    int count = 0;
    run.until([&](const Simulation& now) {
      for (std::size_t k = 0; k < columns.size(); ++k)
        sums[k] += seen(now, columns[k].first, columns[k].second);
      ++count;
      return now.time() >= time;
    });
    for (double& sum : sums) sum /= count;
    return sums;
  }

  SceneRun run;
};

// Slope of the least-squares line through points (x, y).
inline double slope_of(const std::vector<double>& x, const std::vector<double>& y) {
  double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (std::size_t k = 0; k < x.size(); ++k)
    n += 1, sx += x[k], sy += y[k], sxx += x[k] * x[k], sxy += x[k] * y[k];
  return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

}  // namespace cairn::test
