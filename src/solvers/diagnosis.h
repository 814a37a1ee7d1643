// The likely reason why a solve did not reach its tolerance, and what the user can try.
//
//   contradiction  no velocity obeys all rows. For any r that all rows admit as a growing impulse, r·u ≥ 0,
//   so
//                  that u = N γ + q needs  |γ| ≥ −q·r / |N r|.  Two candidates serve as r: the last change
//                  that the residual asks for, and the impulses themselves. If the bound is a million times
//                  the usual impulse (scale), the contradiction is proven up to round-off.
//   stall          the residual has not improved over the second half of the iterations, or would need more
//                  than ten times as many; or the solver gave up; or only round-off is left.
//   redundancy     a stall, and the closed contacts have more rows than their bodies have freedoms.
//   iterations     the residual still falls; its rate tells how many more iterations are needed.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "solvers/solver.h"

namespace cairn {

enum class Cause : std::uint8_t { contradiction, redundancy, stall, iterations };
inline constexpr std::array kCauseNames{"contradiction", "redundancy", "stall", "too_few_iterations"};

using CauseCounts = std::array<std::uint64_t, kCauseNames.size()>;

struct [[nodiscard]] Diagnosis {
  static constexpr std::size_t kNowhere = ~std::size_t{0};

  Cause cause = Cause::stall;
  std::string why, cure;
  std::size_t worst = kNowhere;  // the block with the largest violation of its law

  const char* name() const { return kCauseNames[static_cast<std::size_t>(cause)]; }
  std::string text() const { return why + ": " + cure; }
};

// Diagnoses a solve that has just ended without converging. `solution`: its last iterate.
Diagnosis diagnose(const ContactProblem& problem, const ContactSolution& solution, const SolveReport& report,
                   const SolveLimits& limits, Threads& threads);

}  // namespace cairn
