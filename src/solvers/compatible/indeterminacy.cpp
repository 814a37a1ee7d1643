#include "solvers/compatible/indeterminacy.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/assert.h"
#include "base/random.h"
#include "solvers/compatible/dual_newton.h"
#include "solvers/compatible/elastic_contact.h"

namespace cairn {
namespace {

constexpr double kShift = 1e-13;     // added to the unit diagonal
constexpr double kDependent = 1e-7;  // pivots above this belong to independent columns
constexpr double kNothing = 1e-9;    // force, or distance from the cone, that counts as zero; over the
                                     // largest force
constexpr double kPart = 1e-6;       // part of a random vector that exceeds round-off

// Bᵀ G B scaled to a unit diagonal, and its factor.
class ScaledFactor {
 public:
  ScaledFactor(ContactNetwork& network, std::span<const Mat3> weight)
      : matrix_(network.stiffness_matrix(weight)), scale_(network.freedoms()) {
    // Scale to a unit diagonal, then raise the diagonal until the factor exists.
    for (std::size_t k = 0; k < scale_.size(); ++k) {
      const double x = matrix_.value[static_cast<std::size_t>(network.diagonal()[k])];
      scale_[k] = x > 0 ? 1 / std::sqrt(x) : 0;
    }
    for (std::size_t column = 0; column < scale_.size(); ++column)
      for (int k = matrix_.begin[column]; k < matrix_.begin[column + 1]; ++k) {
        const auto at = static_cast<std::size_t>(k);
        matrix_.value[at] *= scale_[column] * scale_[static_cast<std::size_t>(matrix_.row[at])];
      }
    for (double shift = kShift; !holds_ && shift < 1e-8; shift *= 100) {
      for (const int k : network.diagonal()) matrix_.value[static_cast<std::size_t>(k)] += shift;
      holds_ = cholesky_.factor(matrix_);
    }
  }

  struct Rank {
    std::uint64_t rank = 0;
    double gap = 0;
  };
  // The widest gap among the small pivots separates dependent from independent columns. A column that hardly
  // takes part in a mechanism may have a large pivot and still depend on the others, but the rank is never
  // above the number of components.
  Rank rank(std::uint64_t components) const {
    std::vector<double> pivots = cholesky_.pivots();
    std::ranges::sort(pivots);
    std::size_t dropped = pivots.size() - std::min<std::size_t>(pivots.size(), components);
    const auto gap_behind = [&](std::size_t k) {
      return (k + 1 < pivots.size() ? pivots[k + 1] : 1) / pivots[k];
    };
    double gap = dropped > 0 ? gap_behind(dropped - 1) : 0;
    for (std::size_t k = dropped; k < pivots.size() && pivots[k] <= kDependent; ++k) {
      if (gap_behind(k) <= gap) continue;
      gap = gap_behind(k);
      dropped = k + 1;
    }
    return {pivots.size() - dropped, gap};
  }

  // (Bᵀ G B)⁺ b, for b in the range of the matrix.
  void solve(std::span<const double> b, std::vector<double>& x) {
    x.resize(b.size());
    for (std::size_t k = 0; k < b.size(); ++k) x[k] = scale_[k] * b[k];
    cholesky_.solve(x, x);
    for (std::size_t k = 0; k < b.size(); ++k) x[k] *= scale_[k];
  }

 private:
  SparseMatrix matrix_;
  std::vector<double> scale_;
  SparseCholesky cholesky_;
  bool holds_ = false;
};

// How an element's force may change without leaving its set.
enum class Room { free, along, push, cone, half_space };

Room room_of(const NetworkElement& element, const Vec3& y, double nothing) {
  if (!element.is_cone) return y.x > nothing ? Room::along : Room::push;
  if (norm(y) <= nothing) return Room::cone;
  return element.friction * y.x - std::hypot(y.y, y.z) > nothing ? Room::free : Room::half_space;
}

// Projector onto the directions in which a force may change both ways.
Mat3 both_ways(Room room, const Vec3& y) {
  switch (room) {
    case Room::free:
      return {};
    case Room::along:
    case Room::half_space:  // along the generator of the cone
      return outer(unit(y), unit(y));
    default:
      return {{}, {}, {}};
  }
}

// The law for finding self-stress: z = t + c within the rooms, near targets t that point into the rooms, with
// Bᵀz = 0.
struct RoomLaw {
  std::span<const NetworkElement> elements;
  std::vector<Room> rooms;
  std::vector<Vec3> inward;  // unit vector of a half-space

  Vec3 target(std::size_t e) const {
    switch (rooms[e]) {
      case Room::push:
      case Room::cone:
        return {1, 0, 0};
      case Room::half_space:
        return inward[e];
      default:
        return {};
    }
  }
  Vec3 force(std::size_t e, const Vec3& c) const {
    const Vec3 x = target(e) + c;
    switch (rooms[e]) {
      case Room::push:
        return {std::max(0.0, x.x), 0, 0};
      case Room::cone:
        return project_cone(elements[e].friction, x);
      case Room::half_space:
        return x - std::min(0.0, dot(x, inward[e])) * inward[e];
      case Room::along:
        return {x.x, 0, 0};
      default:
        return x;
    }
  }
  double energy(std::size_t e, const Vec3& c) const { return 0.5 * norm2(force(e, c)); }
  Mat3 slope(std::size_t e, const Vec3& c) const {
    const Vec3 x = target(e) + c;
    switch (rooms[e]) {
      case Room::push:
        return diagonal({x.x > 0 ? 1.0 : 0.0, 0, 0});
      case Room::cone:
        return projection_derivative(cone(elements[e].friction, 0), x);
      case Room::half_space:
        return dot(x, inward[e]) > 0 ? Mat3{} : Mat3{} + -1.0 * outer(inward[e], inward[e]);
      case Room::along:
        return diagonal({1, 0, 0});
      default:
        return {};
    }
  }
};

// Decides if the signs and cones of the forces leave room for self-stress.
Uniqueness look_closer(ContactNetwork& network, std::span<const Vec3> y) {
  const std::size_t n = network.size();
  double largest = 0, apart = 0;
  for (std::size_t e = 0; e < n; ++e) {
    largest = std::max(largest, norm(y[e]));
    apart = std::max(apart, norm(y[e] - network.given()[e]));
  }
  if (apart > kPart * largest) return Uniqueness::no;  // two different solutions are known
  const double nothing = kNothing * largest;
  // The room of every element, and the number of components that may change both ways.
  RoomLaw law{network.elements(), std::vector<Room>(n), std::vector<Vec3>(n)};
  std::vector<Mat3> free(n);
  std::uint64_t ways = 0;
  for (std::size_t e = 0; e < n; ++e) {
    const NetworkElement& element = network.elements()[e];
    const Room room = law.rooms[e] = room_of(element, y[e], nothing);
    free[e] = both_ways(room, y[e]);
    if (room == Room::along || room == Room::half_space) ++ways;
    if (room == Room::free)
      for (int c = 0; c < 3; ++c) ways += network.counts(element, c);
    if (room != Room::half_space) continue;
    law.inward[e] = unit(Vec3{element.friction, 0, 0} - unit(Vec3{0, y[e].y, y[e].z}));
  }
  if (ways > ScaledFactor(network, free).rank(ways).rank) return Uniqueness::no;

  // Otherwise look for a self-stress that points into the rooms.
  std::vector<Vec3> z(n);
  std::vector<double> pull;
  for (std::size_t e = 0; e < n; ++e) z[e] = law.target(e);
  network.gather(z, pull);
  const double size = std::sqrt(dot_of(pull, pull)), wanted = std::sqrt(static_cast<double>(n));
  if (size > 1e-9 * wanted) {
    const std::vector<double> nothing_to_carry(network.freedoms(), 0);
    DualNewton<RoomLaw> newton(network, law, nothing_to_carry, size);
    if (!newton.solve(1e-10, z).converged) return Uniqueness::undecided;
  }
  double most = 0;
  for (const Vec3& f : z) most = std::max(most, norm(f));
  if (most <= kPart) return Uniqueness::yes;
  // A change along the rim of a cone leaves the cone: only changes into it or along its generator count.
  for (std::size_t e = 0; e < n; ++e) {
    if (law.rooms[e] != Room::half_space || dot(z[e], law.inward[e]) > kPart * most) continue;
    const Vec3 along = unit(y[e]), around = z[e] - dot(z[e], along) * along;
    if (norm(around) > kNothing * most) return Uniqueness::undecided;
  }
  return Uniqueness::no;
}

// Marks the elements that take part in self-stress: a random vector, projected onto the null space of Bᵀ.
void mark_self_stress(ContactNetwork& network, ScaledFactor& factor, std::vector<std::uint8_t>& marks) {
  Random random(1);
  std::vector<Vec3> r(network.size()), back;
  for (std::size_t e = 0; e < r.size(); ++e)
    for (int c = 0; c < 3; ++c)
      if (network.counts(network.elements()[e], c)) r[e][c] = random.normal();
  // The second pass removes the error of the raised diagonal.
  std::vector<double> b, x;
  for (int k = 0; k < 2; ++k) {
    network.gather(r, b);
    factor.solve(b, x);
    network.compress(x, back);
    for (std::size_t e = 0; e < r.size(); ++e) r[e] += back[e];
  }
  marks.resize(r.size());
  for (std::size_t e = 0; e < r.size(); ++e) marks[e] = norm(r[e]) > kPart;
}

}  // namespace

Indeterminacy indeterminacy(ContactNetwork& network, std::span<const Vec3> y) {
  CAIRN_ASSERT(y.size() == network.size());
  Indeterminacy report;
  report.contacts = network.size();
  report.components = network.components();
  report.freedoms = network.freedoms();
  report.self_stressed.assign(network.size(), 0);
  if (network.freedoms() == 0) return report;
  const std::vector<Mat3> all(network.size());
  ScaledFactor factor(network, all);
  const ScaledFactor::Rank found = factor.rank(report.components);
  report.rank = found.rank;
  report.gap = found.gap;
  CAIRN_ASSERT(report.rank <= report.components && report.rank <= report.freedoms);
  if (report.self_stresses() == 0) return report;
  mark_self_stress(network, factor, report.self_stressed);
  report.unique = look_closer(network, y);
  return report;
}

}  // namespace cairn
