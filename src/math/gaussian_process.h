// A Gaussian process: a smooth function on the unit cube, known by noisy samples [RW06 (2.25), (2.26)].
//   y = f(x) + noise,  cov(f(x), f(x')) = a² exp(−½ Σ ((x_i − x'_i)/ℓ_i)²) + b² (1 + Σ (x_i − ½)(x'_i − ½))
//   mean at x = kᵀ K⁻¹ y,   variance = k(x, x) − kᵀ K⁻¹ k,   K = cov + diag(s²/n)
// a: size of the bends [1, in standard deviations of y], ℓ: length over which they change [1], b: size of a
// plane below them, s: noise of one run, n: runs that a sample is the mean of. The most likely a, ℓ and s are
// found by minimum(), with weak beliefs: bends as large as the scatter, lengths near the edge of the cube.
// Cost: n³ per trial of a, ℓ and s; meant for at most a few hundred samples.
#pragma once

#include <span>
#include <vector>

#include "math/minimum.h"

namespace cairn {

struct NoisySample {
  CubePoint at;
  double value = 0;
  double runs = 1;  // the value is their mean
};

// a, ℓ and s of the equations above.
struct ProcessShape {
  double bend = 1;
  std::vector<double> lengths;
  double noise = 0.1;
};

class GaussianProcess {
 public:
  // Finds the shape. There must be a sample.
  explicit GaussianProcess(std::vector<NoisySample> samples);
  GaussianProcess(std::vector<NoisySample> samples, ProcessShape shape);

  struct Guess {
    double mean = 0, deviation = 0;  // of f, without noise
  };
  Guess at(std::span<const double> x) const;
  double mean(std::span<const double> x) const;

  double noise() const { return shape_.noise * scale_; }  // of one run, in units of y
  const ProcessShape& shape() const { return shape_; }
  // Logarithm of the density of the samples, y in standard deviations.
  double log_likelihood() const;
  // The same function after a sample at x with the mean as its value: the deviation shrinks around x.
  GaussianProcess believing(std::span<const double> x, double runs) const;

 private:
  void factor();
  double covariance(std::span<const double> a, std::span<const double> b) const;
  std::vector<double> covariances(std::span<const double> x) const;

  std::vector<NoisySample> samples_;
  ProcessShape shape_;
  double centre_ = 0, scale_ = 1;  // mean and standard deviation of y
  std::vector<double> factor_;     // L of K = L Lᵀ, by columns
  std::vector<double> weights_;    // K⁻¹ y
};

}  // namespace cairn
