#include "study/search.h"

#include <algorithm>
#include <cmath>

#include "base/random.h"

namespace cairn {
namespace {

constexpr double kWider = 2;             // of the density from which candidates are drawn
constexpr std::size_t kCandidates = 60;  // draws that are compared for a batch

// Places from number `first` on that fill the cube. Axes beyond those of the sequence are random.
std::vector<CubePoint> filling(const Calibration& calibration, std::size_t first, std::size_t count) {
  Random random(calibration.seed);
  std::vector<CubePoint> points(count);
  for (std::size_t axis = 0; axis < calibration.unknowns.size(); ++axis) {
    const double shift = random.uniform();
    const std::vector<double> fractions =
        axis < kSobolAxes ? sobol_fractions(axis, first + count) : std::vector<double>(first + count);
    Random own(random.next());
    for (std::size_t k = 0; k < first + count; ++k) {
      const double place = (axis < kSobolAxes ? fractions[k] : own.uniform()) + shift;
      if (k >= first) points[k - first].push_back(place - std::floor(place));
    }
  }
  return points;
}

}  // namespace

std::vector<CubePoint> next_batch(const Calibration& calibration, std::span<const Evaluation> done,
                                  std::size_t most) {
  if (done.size() < calibration.start)
    return filling(calibration, done.size(), std::min(most, calibration.start - done.size()));

  // Every pick leaves the means at the other candidates better known.
  Responses responses(calibration, done);
  const std::vector<CubePoint> draws = responses.draws(kWider, calibration.seed + done.size());
  std::vector<CubePoint> candidates;
  for (std::size_t k = 0; k < kCandidates; ++k) candidates.push_back(draws[k * draws.size() / kCandidates]);
  std::vector<CubePoint> batch;
  while (batch.size() < std::min(most, calibration.batch)) {
    const auto doubt = [&](const CubePoint& x) { return responses.doubt(x); };
    batch.push_back(*std::ranges::max_element(candidates, {}, doubt));
    responses = responses.believing(batch.back());
  }
  return batch;
}

}  // namespace cairn
