// One limit of an interior-point method: y in the second-order cone Q = {y₀ ≥ |y₁|} of three numbers, or on
// the half line y₀ ≥ 0, with its multiplier z in the same set, and the Nesterov-Todd scaling of the pair: the
// symmetric W with  W z = W⁻¹ y = λ.
//   w̄ = (ȳ + J z̄)/(2γ),  γ² = (1 + ȳᵀz̄)/2,  ȳ = y/√(yᵀJy),  J = diag(1, −1, −1)
//   W = β [w̄₀ w̄₁ᵀ; w̄₁ 1 + w̄₁w̄₁ᵀ/(1 + w̄₀)],  β⁴ = yᵀJy/zᵀJz,    W⁻² = (2 (Jw̄)(Jw̄)ᵀ − J)/β²
//   a ∘ b = (aᵀb, a₀b₁ + b₀a₁)
// On a half line W = √(y/z). [Nesterov & Todd 1997; Vandenberghe 2010]
#pragma once

#include <span>

#include "math/symmetric3.h"

namespace cairn {

struct ConicLimit {
  int at = 0;  // the first of the unknowns it is about
  bool is_cone = false;
  double factor = 1;  // cone: y₀ = factor x₀ + offset, y₁ = x₁; half line: y₀ = factor x₀ + offset
  double offset = 0;

  Vec3 y{}, z{};          // a half line uses the first component alone
  Vec3 dy{}, dz{};        // their steps
  Vec3 w{};               // w̄
  double beta = 1;        // β, or W of a half line
  Vec3 lambda{}, goal{};  // λ; what W Δz + W⁻¹Δy shall be

  void scale();                                       // W and λ of the point
  Vec3 times(const Vec3& v) const;                    // W v
  Vec3 inverse_times(const Vec3& v) const;            // W⁻¹ v
  Mat3 inverse_square() const;                        // W⁻²
  Vec3 product(const Vec3& a, const Vec3& b) const;   // a ∘ b
  Vec3 quotient(const Vec3& a, const Vec3& b) const;  // x of a ∘ x = b
  // Δz of a Δy.
  void follow(const Vec3& change);
  // How much of the step stays inside.
  double longest_step() const;
  bool is_inside() const;
};

// Of all limits together. How much of the step stays inside; μ, the mean of yᵀz.
double longest_step(std::span<const ConicLimit> limits);
double centre(std::span<const ConicLimit> limits);
// Goals of Mehrotra's predictor, straight for the boundary, and of his corrector, which makes up for what the
// predictor's step would miss and stays near the central path:
//   p = −λ;    p = λ \ (−λ∘λ − (W⁻¹Δy)∘(WΔz) + σμ e),  σ = max((1 − α)³, 0.1),  α of the predictor
void aim_at_boundary(std::span<ConicLimit> limits);
void aim_along_path(std::span<ConicLimit> limits);
// α of the step that is taken: 95 % of the way to the boundary, at most the whole step.
double step_inside(std::span<const ConicLimit> limits);

}  // namespace cairn
