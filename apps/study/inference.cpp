#include "study/inference.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/assert.h"
#include "base/error.h"
#include "math/walkers.h"

namespace cairn {
namespace {

constexpr double kLowest = 0.025, kHighest = 0.975;  // the middle 95 %
constexpr double kTooWide = 0.5;                     // share of the range; an interval without data has 0.95
constexpr double kNearBound = 0.01;                  // share of the range
constexpr std::size_t kWalkersPerAxis = 8;
constexpr std::size_t kThin = 10;  // one draw of ten is compared for the first guess of the best
constexpr DescentLimits kRefining{300, 0.05, 1e-6};  // from there to the best

double mean_of(const std::vector<CubePoint>& draws, std::size_t axis) {
  double sum = 0;
  for (const CubePoint& x : draws) sum += x[axis];
  return sum / static_cast<double>(draws.size());
}

// The place where the density is largest, from the best draw.
CubePoint most_likely(const Responses& responses, const std::vector<CubePoint>& draws) {
  const CubeFunction unlikeliness = [&](std::span<const double> x) { return -responses.log_density(x, 1); };
  CubePoint start = draws.front();
  double least = unlikeliness(start);
  for (std::size_t k = kThin; k < draws.size(); k += kThin) {
    const double value = unlikeliness(draws[k]);
    if (value < least) start = draws[k];
    least = std::min(least, value);
  }
  return minimum(unlikeliness, start, kRefining).at;
}

Estimate estimate_of(const std::vector<CubePoint>& draws, std::size_t axis, double best,
                     const ParameterRange& range) {
  std::vector<double> sorted;
  for (const CubePoint& x : draws) sorted.push_back(x[axis]);
  std::ranges::sort(sorted);
  const auto quantile = [&](double share) {
    return sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1))];
  };
  const double low = quantile(kLowest), high = quantile(kHighest);
  Estimate estimate{value_at_share(range, best), value_at_share(range, low), value_at_share(range, high)};
  if (high - low > kTooWide)
    estimate.certainty = Certainty::undetermined;
  else if (low < kNearBound || high > 1 - kNearBound)
    estimate.certainty = Certainty::at_bound;
  return estimate;
}

std::vector<std::vector<double>> correlation_of(const std::vector<CubePoint>& draws, std::size_t axes) {
  std::vector<double> means;
  for (std::size_t a = 0; a < axes; ++a) means.push_back(mean_of(draws, a));
  const auto product = [&](std::size_t a, std::size_t b) {
    double sum = 0;
    for (const CubePoint& x : draws) sum += (x[a] - means[a]) * (x[b] - means[b]);
    return sum;
  };
  std::vector<std::vector<double>> all(axes, std::vector<double>(axes, 1));
  for (std::size_t a = 0; a < axes; ++a)
    for (std::size_t b = 0; b < a; ++b)
      all[a][b] = all[b][a] = product(a, b) / std::sqrt(product(a, a) * product(b, b));
  return all;
}

}  // namespace

double value_at_share(const ParameterRange& range, double share) {
  return range.logarithmic ? range.low * std::pow(range.high / range.low, share)
                           : range.low + (range.high - range.low) * share;
}

std::string certainty_text(Certainty certainty) {
  if (certainty == Certainty::undetermined) return "not determined";
  return certainty == Certainty::at_bound ? "at a bound" : "determined";
}

Responses::Responses(const Calibration& calibration, std::span<const Evaluation> evaluations)
    : targets_(calibration.targets), axes_(calibration.unknowns.size()) {
  for (std::size_t j = 0; j < targets_.size(); ++j) {
    std::vector<NoisySample> samples;
    for (const Evaluation& evaluation : evaluations)
      if (std::isfinite(evaluation.means[j]))
        samples.push_back({evaluation.at, evaluation.means[j], evaluation.runs[j]});
    if (samples.size() < 2)
      throw RunError(fmt::format("{} has a value in {} of {} evaluations; the logs of the runs say why",
                                 targets_[j].name, samples.size(), evaluations.size()));
    processes_.emplace_back(std::move(samples));
    runs_.push_back(static_cast<double>(calibration.tests[targets_[j].test].plan.repeats));
  }
}

double Responses::log_density(std::span<const double> x, double factor) const {
  double sum = 0;
  for (std::size_t j = 0; j < targets_.size(); ++j) {
    const GaussianProcess::Guess guess = processes_[j].at(x);
    const double off = targets_[j].value - guess.mean;
    const double variance =
        factor * factor * (targets_[j].slack * targets_[j].slack + guess.deviation * guess.deviation);
    sum -= 0.5 * (off * off / variance + std::log(variance));
  }
  return sum;
}

double Responses::doubt(std::span<const double> x) const {
  double sum = 0;
  for (std::size_t j = 0; j < targets_.size(); ++j) {
    const double ratio = processes_[j].at(x).deviation / targets_[j].slack;
    sum += ratio * ratio;
  }
  return sum;
}

Responses Responses::believing(std::span<const double> x) const {
  Responses next;
  next.targets_ = targets_;
  next.runs_ = runs_;
  next.axes_ = axes_;
  for (std::size_t j = 0; j < processes_.size(); ++j)
    next.processes_.push_back(processes_[j].believing(x, runs_[j]));
  return next;
}

std::vector<CubePoint> Responses::draws(double factor, std::uint64_t seed) const {
  Random random(seed);
  WalkLimits limits;
  limits.walkers = std::max(limits.walkers, kWalkersPerAxis * axes_);
  return cairn::draws([&](std::span<const double> x) { return log_density(x, factor); }, axes_, limits,
                      random);
}

Inference::Inference(const Calibration& calibration, std::span<const Evaluation> evaluations)
    : responses(calibration, evaluations),
      draws(responses.draws(1, calibration.seed + evaluations.size())),
      best(most_likely(responses, draws)) {
  const std::size_t axes = calibration.unknowns.size();
  for (std::size_t a = 0; a < axes; ++a)
    estimates.push_back(estimate_of(draws, a, best[a], calibration.unknowns[a].range));
  correlation = correlation_of(draws, axes);
  for (std::size_t j = 0; j < calibration.targets.size(); ++j) {
    const Target& target = calibration.targets[j];
    const GaussianProcess::Guess guess = responses.of(j).at(best);
    fits.push_back({guess.mean, guess.deviation,
                    (guess.mean - target.value) / std::hypot(guess.deviation, target.slack)});
  }
}

}  // namespace cairn
