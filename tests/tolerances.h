// How far round-off may take a number of order one from its exact value, by how many roundings go into it.
// A rounding costs half of ε = 2.2e-16. Larger numbers scale with their size: `kThousandsOfRoundings *
// weight`. Every other tolerance has its reason in the name of a constant in the file of its test.
#pragma once

namespace cairn {

inline constexpr double kFewRoundings = 1e-15;             // a formula
inline constexpr double kTensOfRoundings = 1e-14;          // a few formulas after each other
inline constexpr double kHundredsOfRoundings = 1e-13;      // a sum over many, a small factorisation
inline constexpr double kThousandsOfRoundings = 1e-12;     // some hundred time steps
inline constexpr double kTenThousandsOfRoundings = 1e-11;  // some thousand time steps
inline constexpr double kHundredThousandsOfRoundings =
    1e-10;                                            // longer runs, or collisions that multiply errors
inline constexpr double kMillionsOfRoundings = 1e-9;  // generous: no wrong formula comes as near

}  // namespace cairn
