// A box whose content repeats along some of its edges, and which may deform. A body at x is also at
//   x + Σ n_k e_k,   n_k whole numbers.
// With a velocity gradient L = ∂v/∂x the edges follow ė = L e, so that an image moves with L Σ n_k e_k
// relative to its body. It also accelerates, with L² Σ n_k e_k. Bodies therefore feel L² (x − centre) in
// addition to their forces; otherwise it would matter which image counts as the body. The centre of the box
// is fixed.
#pragma once

#include <array>
#include <cstdint>

#include "math/mat3.h"
#include "math/vec3.h"

namespace cairn {

// Number of a neighbour of the cell: (n_0 + 1) + 3 (n_1 + 1) + 9 (n_2 + 1) for n in {-1, 0, 1}.
using CellImage = std::uint8_t;
inline constexpr CellImage kHere = 13;
inline constexpr int kImages = 27;
inline constexpr CellImage opposite(CellImage image) { return static_cast<CellImage>(kImages - 1 - image); }
inline constexpr CellImage image_of(int n0, int n1, int n2) {
  return static_cast<CellImage>((n0 + 1) + 3 * (n1 + 1) + 9 * (n2 + 1));
}

using Edges = std::array<Vec3, 3>;

// yes: the velocity of each free body changes by the change of the deformation at its place. no: the
// change runs in from the boundaries as a wave.
enum class Follow { no, yes };

struct Cell {
  std::array<std::uint8_t, 3> periodic{};  // along each edge
  Vec3 centre;
  Edges edge{};            // [m]
  Edges edge_rate{};       // [m/s]
  Mat3 gradient = none();  // L [1/s]
  Mat3 strain = none();    // ∫ L dt
  // 1 if a servo may change the gradient in every step (CellServo).
  std::uint8_t is_steered = 0;

  static constexpr Mat3 none() { return {{}, {}, {}}; }
  bool repeats() const { return periodic[0] || periodic[1] || periodic[2]; }
  bool deforms() const;
  double volume() const { return determinant(axes()); }
  // The edges as columns.
  Mat3 axes() const { return transpose(Mat3{edge[0], edge[1], edge[2]}); }
  // Distances between opposite faces [m].
  Vec3 widths() const;
  // Coordinates along the edges, in [-1/2, 1/2) inside.
  Vec3 fraction(const Vec3& x) const { return inverse(axes()) * (x - centre); }

  // The vector from a body to its image, and its rate of change.
  Vec3 shift(CellImage image) const { return sum(edge, image); }
  Vec3 shift_rate(CellImage image) const { return sum(edge_rate, image); }
  // Among all vectors to an image of the same point, the one that is shortest along the edges.
  Vec3 nearest(const Vec3& d) const;
  // The image that nearest() leads to, among the neighbours of the cell.
  CellImage image_towards(const Vec3& d) const;
  // Velocity of the deformation at x.
  Vec3 flow(const Vec3& x) const { return gradient * (x - centre); }

  // L², for accelerations.
  Mat3 convection() const { return gradient * gradient; }
  // Advances the edges by a step h, as convect() (step/integrate.h) advances bodies.
  void deform(double h);
  // Replaces the edges by the least tilted ones of the same lattice.
  void reduce();

 private:
  static Vec3 sum(const Edges& e, CellImage image) {
    return (image % 3 - 1.0) * e[0] + (image / 3 % 3 - 1.0) * e[1] + (image / 9 - 1.0) * e[2];
  }
};

}  // namespace cairn
