// From a restitution to a damping ratio, for contacts that push and never pull.
#pragma once

namespace cairn {

// Fraction ζ of critical damping that gives the restitution e; of k_n for a linear spring, and of the β in
// g = 2√(5/6) β √(S m̄) for a Hertz contact.
double damping_ratio(double restitution);

}  // namespace cairn
