// The unknowns that measured values allow [KO01], from all evaluations of a calibration.
// A Gaussian process m_j(x) with deviation s_j(x) stands for the mean of target j over seeds. With measured
// values t_j and their slack σ_j, and every place within the bounds (in their scale) equally likely before,
//   log p(x) = −½ Σ_j [ (t_j − m_j(x))²/(σ_j² + s_j(x)²) + log(σ_j² + s_j(x)²) ] + const
// Walkers draw places x from p. The estimate is the place where p is largest, intervals hold the middle 95 %
// of the draws.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "math/gaussian_process.h"
#include "study/calibration.h"

namespace cairn {

// One trial of the unknowns: where, and per target the mean over the runs that have a value.
struct Evaluation {
  CubePoint at;               // shares of the way from min to max, in the scale of the bounds
  std::vector<double> means;  // NaN: no run has a value
  std::vector<double> runs;
};

// Means and their spread as functions of the unknowns.
class Responses {
 public:
  // Throws RunError if a target has no value in fewer than two evaluations.
  Responses(const Calibration& calibration, std::span<const Evaluation> evaluations);

  const GaussianProcess& of(std::size_t target) const { return processes_[target]; }
  // log p(x) for uncertainties and deviations that are larger by a factor.
  double log_density(std::span<const double> x, double factor) const;
  // Variance of the means at x over the slack of the targets, summed.
  double doubt(std::span<const double> x) const;
  Responses believing(std::span<const double> x) const;  // after a further evaluation at x
  std::vector<CubePoint> draws(double factor, std::uint64_t seed) const;

 private:
  Responses() = default;
  std::vector<GaussianProcess> processes_;
  std::vector<Target> targets_;
  std::vector<double> runs_;  // per target and evaluation
  std::size_t axes_ = 0;
};

// How much the data say about an unknown.
enum class Certainty {
  determined,
  undetermined,  // its interval covers more than half of the range
  at_bound,      // its interval ends at a bound: the answer may lie beyond
};

struct Estimate {
  double value = 0, low = 0, high = 0;  // in the unit of the bounds; low and high hold 95 %
  Certainty certainty = Certainty::determined;
};

// A target and what the estimate gives for it.
struct Fit {
  double predicted = 0, deviation = 0;  // of the mean over seeds
  double off = 0;                       // predicted minus measured, in standard deviations of both
};

struct Inference {
  Responses responses;
  std::vector<CubePoint> draws;
  CubePoint best;                                // the estimate, as shares
  std::vector<Estimate> estimates;               // per unknown
  std::vector<std::vector<double>> correlation;  // of the draws
  std::vector<Fit> fits;                         // per target

  Inference(const Calibration& calibration, std::span<const Evaluation> evaluations);
};

// The value of a share of the way between bounds, as a number.
double value_at_share(const ParameterRange& range, double share);
std::string certainty_text(Certainty certainty);  // "determined", "not determined", "at a bound"

}  // namespace cairn
