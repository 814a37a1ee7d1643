#include "math/gaussian_process.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/assert.h"

namespace cairn {
namespace {

constexpr double kPlane = 2;             // b: a plane as steep as the scatter and twice that is likely
constexpr double kSmallestNoise = 1e-4;  // keeps K definite where the function has no noise
constexpr int kTrials = 160;             // shapes that are tried from each start

// The range that a number of the shape has, and what is believed of its logarithm: mean and deviation.
struct Belief {
  double low, high, likely, deviation;
  double value(double fraction) const { return low * std::pow(high / low, fraction); }
  double fraction(double x) const { return std::log(x / low) / std::log(high / low); }
  double penalty(double x) const {
    const double z = std::log(x / likely) / deviation;
    return 0.5 * z * z;
  }
};
constexpr Belief kBend{0.02, 20, 1, 1.5};
constexpr Belief kLength{0.08, 20, 1, 1};
constexpr Belief kNoise{kSmallestNoise, 2, 0.05, 2.5};

using Square = Eigen::Map<const Eigen::MatrixXd>;
using Column = Eigen::Map<Eigen::VectorXd>;

Eigen::Index index(std::size_t i) { return static_cast<Eigen::Index>(i); }

// Unit-cube coordinates of a shape: bend, noise, lengths.
ProcessShape shape_at(std::span<const double> u) {
  ProcessShape shape{kBend.value(u[0]), {}, kNoise.value(u[1])};
  for (const double x : u.subspan(2)) shape.lengths.push_back(kLength.value(x));
  return shape;
}

double penalty(const ProcessShape& shape) {
  double sum = kBend.penalty(shape.bend) + kNoise.penalty(shape.noise);
  for (const double length : shape.lengths) sum += kLength.penalty(length);
  return sum;
}

// The most likely shape, from a smooth start with little noise and from a bent one with much.
ProcessShape likely_shape(const std::vector<NoisySample>& samples) {
  const std::size_t axes = samples.front().at.size();
  const CubeFunction unlikeliness = [&](std::span<const double> u) {
    const ProcessShape shape = shape_at(u);
    return penalty(shape) - GaussianProcess(samples, shape).log_likelihood();
  };
  Minimum best;
  for (const auto& [length, noise] : {std::pair{1.5, 0.02}, std::pair{0.5, 0.2}}) {
    CubePoint start{kBend.fraction(1), kNoise.fraction(noise)};
    start.resize(2 + axes, kLength.fraction(length));
    const Minimum found = minimum(unlikeliness, start, {kTrials, 0.1, 1e-3});
    if (best.at.empty() || found.value < best.value) best = found;
  }
  return shape_at(best.at);
}

}  // namespace

GaussianProcess::GaussianProcess(std::vector<NoisySample> samples)
    : GaussianProcess(samples, likely_shape(samples)) {}

GaussianProcess::GaussianProcess(std::vector<NoisySample> samples, ProcessShape shape)
    : samples_(std::move(samples)), shape_(std::move(shape)) {
  CAIRN_ASSERT(!samples_.empty());
  // Standardised values.
  const auto n = static_cast<double>(samples_.size());
  for (const NoisySample& sample : samples_) {
    CAIRN_ASSERT(sample.at.size() == shape_.lengths.size() && std::isfinite(sample.value) && sample.runs > 0);
    centre_ += sample.value / n;
  }
  double squares = 0;
  for (const NoisySample& sample : samples_)
    squares += (sample.value - centre_) * (sample.value - centre_) / n;
  scale_ = squares > 0 ? std::sqrt(squares) : 1;
  factor();
}

void GaussianProcess::factor() {
  const std::size_t n = samples_.size();
  Eigen::MatrixXd k(index(n), index(n));
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t i = j; i < n; ++i) k(index(i), index(j)) = covariance(samples_[i].at, samples_[j].at);
    k(index(j), index(j)) += shape_.noise * shape_.noise / samples_[j].runs;
  }
  const Eigen::LLT<Eigen::MatrixXd> cholesky(k);
  CAIRN_ASSERT(cholesky.info() == Eigen::Success);
  factor_.resize(n * n);
  Eigen::Map<Eigen::MatrixXd>(factor_.data(), index(n), index(n)) = cholesky.matrixL();
  weights_.resize(n);
  for (std::size_t i = 0; i < n; ++i) weights_[i] = (samples_[i].value - centre_) / scale_;
  Column weights(weights_.data(), index(n));
  weights = cholesky.solve(weights).eval();
}

double GaussianProcess::covariance(std::span<const double> a, std::span<const double> b) const {
  double far = 0, plane = 1;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double d = (a[i] - b[i]) / shape_.lengths[i];
    far += d * d;
    plane += (a[i] - 0.5) * (b[i] - 0.5);
  }
  return shape_.bend * shape_.bend * std::exp(-0.5 * far) + kPlane * kPlane * plane;
}

std::vector<double> GaussianProcess::covariances(std::span<const double> x) const {
  CAIRN_ASSERT(x.size() == shape_.lengths.size());
  std::vector<double> k;
  k.reserve(samples_.size());
  for (const NoisySample& sample : samples_) k.push_back(covariance(x, sample.at));
  return k;
}

double GaussianProcess::mean(std::span<const double> x) const {
  double sum = 0;
  for (std::size_t i = 0; i < samples_.size(); ++i) sum += weights_[i] * covariance(x, samples_[i].at);
  return centre_ + scale_ * sum;
}

GaussianProcess::Guess GaussianProcess::at(std::span<const double> x) const {
  std::vector<double> k = covariances(x);
  double sum = 0;
  for (std::size_t i = 0; i < k.size(); ++i) sum += weights_[i] * k[i];
  const Eigen::Index n = index(k.size());
  Column column(k.data(), n);
  Square(factor_.data(), n, n).triangularView<Eigen::Lower>().solveInPlace(column);
  const double variance = std::max(0.0, covariance(x, x) - column.squaredNorm());
  return {centre_ + scale_ * sum, scale_ * std::sqrt(variance)};
}

double GaussianProcess::log_likelihood() const {
  // −½ yᵀ K⁻¹ y − ½ log|K| − ½ n log 2π  [RW06 (2.30)]
  const std::size_t n = samples_.size();
  double sum = -0.5 * static_cast<double>(n) * std::log(2 * std::numbers::pi);
  for (std::size_t i = 0; i < n; ++i) {
    sum -= 0.5 * weights_[i] * (samples_[i].value - centre_) / scale_;
    sum -= std::log(factor_[i * n + i]);
  }
  return sum;
}

GaussianProcess GaussianProcess::believing(std::span<const double> x, double runs) const {
  // Values keep their scale, so that deviations stay comparable.
  GaussianProcess next = *this;
  next.samples_.push_back({CubePoint(x.begin(), x.end()), mean(x), runs});
  next.factor();
  return next;
}

}  // namespace cairn
