// Generates many bodies at once: random fills, lattices and pyramids, as places only. The same request gives
// the same places on every machine.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "pack/obstacles.h"
#include "pack/region.h"
#include "pack/sizes.h"

namespace cairn {

inline constexpr std::uint64_t kMostBodies = 10'000'000;

struct FillBody {
  const Shape* shape = nullptr;
  Quat orientation;
};

struct FillRequest {
  FillRegion region;
  Sizes sizes;
  std::optional<std::uint64_t> count;  // or mass [kg], or else solid_fraction:
  std::optional<double> mass;
  double solid_fraction = 0;  // volume of the bodies over the volume of the region; areas in 2-D
  // Volume of body i over the volume of its bounding ball, by index modulo the list; empty: 1.
  std::vector<double> solidity;
  // Shape and orientation of body i if bodies are not balls. The sizes are then those of the bounding balls.
  std::function<FillBody(std::uint64_t i)> body;
  // Mass of body i with a bounding ball of this radius [kg]; needed only if `mass` is given.
  std::function<double(std::uint64_t i, double radius)> mass_of;
  std::uint64_t seed = 1;
};

struct FillResult {
  std::vector<Place> places;  // fewer than wanted if they do not fit
  std::uint64_t wanted = 0;   // if above kMostBodies, nothing was tried
  double solid_fraction = 0;  // the fraction reached
};

// Fills the region with spheres that lie wholly inside and overlap neither each other nor the obstacles.
// Sparse fills take random places one after the other (random sequential addition), the largest spheres
// first. If that fails, all spheres are placed at random and pushed apart. Other solids are handled by their
// bounding balls; if these do not fit, the solids themselves are added one after the other, with only their
// balls kept in the region.
[[nodiscard]] FillResult fill(const FillRequest& request, const Obstacles& obstacles);

struct LatticeRequest {
  std::string kind;                              // cubic, bcc, fcc, hex, triangular
  double spacing = 0;                            // between the centres of neighbours [m]
  std::array<std::uint64_t, 3> counts{1, 1, 1};  // along x, along y, layers along z
  double jitter = 0;                             // largest random shift along each axis, over the spacing
  std::uint64_t seed = 1;
  int dimension = 3;
};

// Centres numbered along x, then y, then z. Without jitter the first one is at the origin.
std::vector<Vec3> lattice(const LatticeRequest& request);

// Centres of a pyramid of spheres. Layer k has (base - k)² of them in a square, half a diameter further in
// than the layer below, at height k (d/√2 + gap). Numbered layer by layer from the bottom, along x, then y.
std::vector<Vec3> pyramid(std::uint64_t base, double diameter, double gap);

}  // namespace cairn
