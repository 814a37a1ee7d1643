// The impulses that a contact may transmit: closed convex sets of γ = (γ_n, γ_t1, γ_t2) [N s], and exact
// Euclidean projections onto them.
//   half line  γ_n ≥ −c, γ_t = 0
//   cone       |γ_t| ≤ μ (γ_n + c)         c = 0: Coulomb's cone; c > 0: shifted, c is the tensile limit
//   box        component by component, for the rows of joints, limits and motors
// and the yield sets of contacts that crush, tear and bond (problem/yield.h):
//   cone_ball       K_μ ⊕ ball(c)               c is the tensile limit
//   cone_ellipsoid  K_μ ⊕ ellipsoid(c, limit)   half axes along and across n
//   capped_flat     |γ_t| ≤ μ (γ_n + c), γ_n ≤ limit
//   capped_round    (K_μ ∩ {γ_n ≤ limit}) ⊕ ball(c)
//   capped_sphere   K_μ ∩ {|γ| ≤ limit}
// Projection onto the cone K_μ:
//   |t| ≤ μ n → itself;   μ |t| ≤ −n → 0;   else (a, μ a t/|t|) with a = (n + μ|t|)/(1 + μ²)
//
// An associated law requires  γ ∈ Υ, u ∈ −N_Υ(γ). A law that dilates less requires the same of
//   ũ = u + slip |u_t| e_n,   slip = μ − tan ψ     (De Saxcé's correction [DF98])
// ψ = 0 is Coulomb's law. On a surface with a grain along t1, (u_1, across u_2) replaces u_t in ũ: the
// contact slips more easily in one direction than in the other.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "base/assert.h"
#include "math/mat3.h"

namespace cairn {

enum class SetKind : std::uint8_t {
  half_line,
  cone,
  box,
  cone_ball,
  cone_ellipsoid,
  capped_flat,
  capped_round,
  capped_sphere,
};

// The values that one component of a box may have.
enum class Component : std::uint8_t {
  none,     // 0
  free,     // any number
  push,     // ≥ 0
  pull,     // ≤ 0
  bounded,  // |γ| ≤ limit
};

struct AdmissibleSet {
  SetKind kind = SetKind::half_line;
  std::array<Component, 3> component{};  // of a box
  double friction = 0;                   // μ
  double cohesion = 0;                   // c [N s]; of a box: the limit
  double slip = 0;                       // μ − tan ψ; 0: associated
  double limit = 0;                      // of the cap, or the tangential half axis [N s]
  double across = 1;                     // grain factor of u_2; 1: no grain

  bool is_associated() const { return slip == 0 && across == 1; }
};

inline AdmissibleSet half_line() { return {}; }
inline AdmissibleSet cone(double friction, double slip) {
  CAIRN_ASSERT(friction >= 0 && slip >= 0 && slip <= friction);
  return {.kind = SetKind::cone, .friction = friction, .slip = slip};
}

inline Vec3 project_cone(double mu, const Vec3& x) {
  const double t2 = x.y * x.y + x.z * x.z;
  if (x.x >= 0 && t2 <= mu * mu * x.x * x.x) return x;
  const double t = std::sqrt(t2);
  if (mu * t <= -x.x) return {};
  const double a = (x.x + mu * t) / (1 + mu * mu), s = t > 0 ? mu * a / t : 0;
  return {a, s * x.y, s * x.z};
}

inline double project(Component component, double limit, double x) {
  switch (component) {
    case Component::none:
      return 0;
    case Component::free:
      return x;
    case Component::push:
      return x > 0 ? x : 0;
    case Component::pull:
      return x < 0 ? x : 0;
    case Component::bounded:
      return x > limit ? limit : x < -limit ? -limit : x;
  }
  return 0;
}

inline Vec3 project_box(const AdmissibleSet& set, const Vec3& x) {
  return {project(set.component[0], set.cohesion, x.x), project(set.component[1], set.cohesion, x.y),
          project(set.component[2], set.cohesion, x.z)};
}

// Projects onto one of the yield sets.
Vec3 project_yield(const AdmissibleSet& set, const Vec3& x);

inline Vec3 project(const AdmissibleSet& set, const Vec3& x) {
  if (set.kind >= SetKind::box) return set.kind == SetKind::box ? project_box(set, x) : project_yield(set, x);
  const double n = x.x + set.cohesion;
  if (set.kind == SetKind::half_line) return {(n > 0 ? n : 0) - set.cohesion, 0, 0};
  Vec3 y = project_cone(set.friction, {n, x.y, x.z});
  y.x -= set.cohesion;
  return y;
}

// An element of the generalised derivative of the projection at x.
Mat3 projection_derivative(const AdmissibleSet& set, const Vec3& x);

// ũ − u = slip |u_t| e_n, and the part of the grain.
inline Vec3 correction(const AdmissibleSet& set, const Vec3& u) {
  if (set.is_associated()) return {};
  const double z = set.across * u.z;
  return {set.slip * std::sqrt(u.y * u.y + z * z), 0, z - u.z};
}
inline Vec3 corrected(const AdmissibleSet& set, const Vec3& u) {
  if (set.is_associated()) return u;
  const double z = set.across * u.z;
  return {u.x + set.slip * std::sqrt(u.y * u.y + z * z), u.y, z};
}

// γ − P(γ − ρ ũ). It is zero if and only if γ and u obey the law.
inline Vec3 natural_map(const AdmissibleSet& set, const Vec3& gamma, const Vec3& u, double rho) {
  return gamma - project(set, gamma - rho * corrected(set, u));
}

}  // namespace cairn
