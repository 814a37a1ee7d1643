// Yield sets in section. All are bodies of revolution about the normal, so projections happen in the half
// plane (n, s), s = |γ_t| ≥ 0. One family contains them all:
//   (K_μ shifted by −c, cut off at n ≤ cap) ⊕ ellipse(a_n, a_s),   or   K_μ ∩ ellipse(dome_n, dome_s)
// A point outside projects onto one feature of the boundary: the side of the cone, the cap, the apex or the
// shoulder. At apex and shoulder, one scalar equation gives the nearest point of an ellipse,
//   (a_n w_n/(a_n² + λ))² + (a_s w_s/(a_s² + λ))² = 1,
// which is convex and falls with λ; Newton's method solves it from below. With ν the outward normal at the
// projection p, T the tangent in the half plane, κ the curvature of the boundary and φ the circumferential
// direction,
//   ∂P = T Tᵀ/(1 + κ|x − p|) + (p_s/x_s) φ φᵀ.
//
// In the metric E = diag(e_n, e_t, e_t) a set stays in the family, with its axes scaled by √E.
#pragma once

#include <limits>

#include "problem/admissible_set.h"

namespace cairn {

struct YieldSection {
  static constexpr double kNone = std::numeric_limits<double>::infinity();
  double mu = 0, shift = 0, cap = kNone;
  double round_n = 0, round_s = 0;        // ellipse axes a: both zero or both positive
  double dome_n = kNone, dome_s = kNone;  // only without cap, shift and rounding
};

struct SectionPoint {
  double n = 0, s = 0;
  double tangent_n = 0, tangent_s = 0;  // T
  double along = 0, around = 0;         // factors of ∂P
  bool is_inside = false;               // the point lies in the set: ∂P = 1
};

YieldSection section_of(const AdmissibleSet& set);
// The section with n multiplied by `normal` and s by `tangential`.
YieldSection stretched(const YieldSection& section, double normal, double tangential);
SectionPoint project(const YieldSection& section, double n, double s);

// argmin (y − x)ᵀE(y − x) over the set, with E = diag(metric) and metric.y = metric.z; and its derivative.
struct MetricProjection {
  Vec3 point;
  Mat3 derivative;
};
MetricProjection project_in_metric(const AdmissibleSet& set, const Vec3& metric, const Vec3& x);

}  // namespace cairn
