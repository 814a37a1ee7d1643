// Stress control of a periodic cell. Each controlled component e of the velocity gradient follows the
// difference between its stress σ and the target σ₀, compression positive, with a virtual mass M and a
// dashpot C:
//   M de/dt = σ − σ₀ − C (e − ē),   e⁺ = (e + (h/M)(σ − σ₀ + C ē))/(1 + h C/M)
//   dē/dt = (b e − ē)/τ,   b = min(1, |σ/σ₀|)
//   M = ρ ℓ²/12 [Pa s²],   C = Z ℓ/2 [Pa s],   Z = m ω/(√2 d²) [Pa s/m],   τ = 3 ρ ℓ/Z [s]
// ℓ is the width of the cell across which the component acts, and ρ the mass of its content over its volume.
// Two faces that move with ±e ℓ/2 against the dashpot Z of sound in the grains pull with C, and ρ ℓ²/12 is
// the inertia of the content in that motion. Z belongs to a cubic array of grains of mean mass m and diameter
// d; ω = π/T_c is the frequency of two of them under the larger of σ and σ₀. So the servo follows from the
// stiffness of the contacts and damps the cell near its critical value. The dashpot yields to the slow rate ē
// that a content which bears asks for, such as a shear flow that dilates (docs/theory/periodic.md).
//   σ = (1/V) [Σ_i F_i ⊗ (x_i − centre) − Σ_k E_k ⊗ e_k + Σ_i m_i v'_i ⊗ v'_i],  symmetric part
// F_i is the contact force on body i, E_k the contact load on edge e_k (CellLoad), and v' the velocity
// without the flow of the cell. This is the stress of the contacts (Love, Weber) and of the motion.
#pragma once

#include "laws/force_law.h"
#include "model/world.h"
#include "step/force_pass.h"

namespace cairn {

using CellRates = std::array<double, 6>;  // of xx, yy, zz, xy, xz, yz [1/s]

// Counts the grains, and finds their mean mass and size.
void survey_cell(World& world);

// The mean stress of the content. Loads must be those of contacts alone.
CellStress cell_stress(const World& world, const CellLoad& load);

// Sets the rates of the next step, and gives free bodies the change of the flow at their place, if they
// follow. Returns the energy that they gain [J]. `slow` are the rates ē.
double steer_cell(World& world, const ForceLaw& law, const CellStress& stress, CellRates& slow, double h);

}  // namespace cairn
