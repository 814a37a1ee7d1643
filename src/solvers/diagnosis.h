// Why a solve did not reach its tolerance, as far as it can be known, and what to try.
//
//   contradiction  no velocity obeys all rows. Any r that all rows admit as a growing impulse has r·u ≥ 0, so
//                  that u = N γ + q asks for  |γ| ≥ −q·r / |N r|.  The last change that the residual asks
//                  for, and the impulses themselves, are tried as r; a bound of a million times the usual
//                  impulse (scale) proves it but for round-off.
//   stall          the residual has come no further since half of the iterations, or would need more than
//                  ten times as many; or the solver gave up by itself; or all that is left is round-off.
//   redundancy     a stall, and the closed contacts have more rows than their bodies have freedoms.
//   iterations     the residual still falls: its pace tells how many more are needed.
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
  std::size_t worst = kNowhere;  // the block that is farthest from its law

  const char* name() const { return kCauseNames[static_cast<std::size_t>(cause)]; }
  std::string text() const { return why + ": " + cure; }
};

// Of a solve that has just ended without converging; `solution` is what it left.
Diagnosis diagnose(const ContactProblem& problem, const ContactSolution& solution, const SolveReport& report,
                   const SolveLimits& limits, Threads& threads);

}  // namespace cairn
