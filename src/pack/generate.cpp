#include "pack/generate.h"

#include <cmath>

#include "base/assert.h"

namespace cairn {

// --- Lattices: the position of site (i, j, k) in units of the spacing
namespace {

const double kRoot2 = std::sqrt(2.0), kRoot3 = std::sqrt(3.0);

Vec3 lattice_point(const std::string& kind, double i, double j, double k) {
  const double odd_k = std::fmod(k, 2);
  if (kind == "cubic") return {i, j, k};
  if (kind == "fcc") return {i + 0.5 * odd_k, j + 0.5 * odd_k, k / kRoot2};
  if (kind == "bcc") {
    const double edge = 2 / kRoot3;
    return {edge * (i + 0.5 * odd_k), edge * (j + 0.5 * odd_k), 0.5 * edge * k};
  }
  if (kind == "triangular") return {i + 0.5 * odd_k, j, 0.5 * kRoot3 * k};
  CAIRN_ASSERT(kind == "hex");
  return {i + 0.5 * std::fmod(j + k, 2), 0.5 * kRoot3 * j + odd_k / (2 * kRoot3), std::sqrt(2.0 / 3.0) * k};
}

}  // namespace

std::vector<Vec3> lattice(const LatticeRequest& request) {
  CAIRN_ASSERT(request.spacing > 0 && request.jitter >= 0);
  CAIRN_ASSERT(request.dimension == 2 || request.dimension == 3);
  std::vector<Vec3> points;
  points.reserve(request.counts[0] * request.counts[1] * request.counts[2]);
  Random random(request.seed);
  for (std::uint64_t k = 0; k < request.counts[2]; ++k)
    for (std::uint64_t j = 0; j < request.counts[1]; ++j)
      for (std::uint64_t i = 0; i < request.counts[0]; ++i) {
        Vec3 point = lattice_point(request.kind, static_cast<double>(i), static_cast<double>(j),
                                   static_cast<double>(k));
        if (request.jitter > 0) {
          const double a = request.jitter, x = random.uniform(-a, a), y = random.uniform(-a, a);
          point += {x, request.dimension == 2 ? 0 : y, random.uniform(-a, a)};
        }
        points.push_back(request.spacing * point);
      }
  return points;
}

std::vector<Vec3> pyramid(std::uint64_t base, double diameter, double gap) {
  CAIRN_ASSERT(diameter > 0);
  std::vector<Vec3> points;
  for (std::uint64_t layer = 0; layer < base; ++layer) {
    const double k = static_cast<double>(layer), in = 0.5 * k * diameter;
    for (std::uint64_t j = 0; j < base - layer; ++j)
      for (std::uint64_t i = 0; i < base - layer; ++i)
        points.push_back({in + static_cast<double>(i) * diameter, in + static_cast<double>(j) * diameter,
                          k * (diameter / kRoot2 + gap)});
  }
  return points;
}

}  // namespace cairn
