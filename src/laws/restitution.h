// Damping ratio for a given restitution, for contacts that push and never pull.
#pragma once

namespace cairn {

// The fraction ζ of critical damping that gives the restitution e: g = 2ζ √(k m̄) of a linear spring, and β =
// ζ in g = 2√(5/6) β √(S m̄) of a Hertz contact.
double damping_ratio(double restitution);

}  // namespace cairn
