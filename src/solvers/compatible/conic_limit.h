// One limit of an interior-point method: y lies in the second-order cone Q = {y₀ ≥ |y₁|} of three numbers, or
// on the half line y₀ ≥ 0. Its multiplier z lies in the same set. The Nesterov-Todd scaling of the pair is
// the symmetric W with  W z = W⁻¹ y = λ.
//   w̄ = (ȳ + J z̄)/(2γ),  γ² = (1 + ȳᵀz̄)/2,  ȳ = y/√(yᵀJy),  J = diag(1, −1, −1)
//   W = β [w̄₀ w̄₁ᵀ; w̄₁ 1 + w̄₁w̄₁ᵀ/(1 + w̄₀)],  β⁴ = yᵀJy/zᵀJz,    W⁻² = (2 (Jw̄)(Jw̄)ᵀ − J)/β²
//   a ∘ b = (aᵀb, a₀b₁ + b₀a₁)
// On a half line W = √(y/z). [NT97; AN11]
#pragma once

#include <span>

#include "math/symmetric3.h"

namespace cairn {

struct ConicLimit {
  int at = 0;  // index of its first unknown
  bool is_cone = false;
  double factor = 1;  // cone: y₀ = factor x₀ + offset, y₁ = x₁; half line: y₀ = factor x₀ + offset
  double offset = 0;

  Vec3 y{}, z{};          // a half line uses only the first component
  Vec3 dy{}, dz{};        // their steps
  Vec3 w{};               // w̄
  double beta = 1;        // β, or W of a half line
  Vec3 lambda{}, goal{};  // λ; target of W Δz + W⁻¹Δy

  void scale();                                       // W and λ of the point
  Vec3 times(const Vec3& v) const;                    // W v
  Vec3 inverse_times(const Vec3& v) const;            // W⁻¹ v
  Mat3 inverse_square() const;                        // W⁻²
  Vec3 product(const Vec3& a, const Vec3& b) const;   // a ∘ b
  Vec3 quotient(const Vec3& a, const Vec3& b) const;  // x of a ∘ x = b
  // Sets dy, and dz so that the goal is met.
  void follow(const Vec3& change);
  // Share of the step that stays inside.
  double longest_step() const;
  bool is_inside() const;
};

// For all limits together: the share of the step that stays inside, and μ, the mean of yᵀz.
double longest_step(std::span<const ConicLimit> limits);
double centre(std::span<const ConicLimit> limits);
// Goals of Mehrotra's predictor [ME92], straight to the boundary, and of his corrector, which compensates for
// the second-order error of the predictor and stays near the central path:
//   p = −λ;    p = λ \ (−λ∘λ − (W⁻¹Δy)∘(WΔz) + σμ e),  σ = max((1 − α)³, 0.1),  α of the predictor
void aim_at_boundary(std::span<ConicLimit> limits);
void aim_along_path(std::span<ConicLimit> limits);
// α of the actual step: 95 % of the way to the boundary, at most 1.
double step_inside(std::span<const ConicLimit> limits);

}  // namespace cairn
