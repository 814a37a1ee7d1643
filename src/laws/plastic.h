// Normal forces of contacts that keep a dent. Both grow along k_1 when the contact is pressed deeper than
// ever, follow the steeper k_2 when it is released, and pull along −k_c at the end:
//
//   luding     F = min(k_1 δ, k_2 (δ − δ_0)), at least −k_c δ,   δ_0 = (1 − k_1/k_2) δ_m           [LUD08]
//              k_2 = k_1 + (k_p − k_1) δ_m/δ*,   δ* = k_p/(k_p − k_1) φ 2 R̄; beyond δ* only k_p acts
//   edinburgh  the same in y = δ^{3/2}, with k_1 = 4/3 E* √R̄ and constant k_2, k_c                  [THA14]
//
// The dent δ_m is the largest overlap so far. A contact that follows −k_c flows too: its dent shrinks to the
// one whose line k_2 passes through the present point, so that one number holds all that the contact
// remembers. Energy is stored as on the line k_2, U = ∫ F dδ from δ_0; `kept` is dU/dδ on the present branch.
#pragma once

#include <cmath>

#include "laws/parts.h"

namespace cairn::parts {

struct LudingNormal {
  static constexpr bool kStretches = true, kCurved = false, kDents = true;

  static Elastic at(double overlap, double rbar, const Coefficients& c, double dent) {
    const double d = overlap > 0 ? overlap : 0, k1 = c.normal, kp = k1 * c.plastic.unloading,
                 kc = k1 * c.plastic.adhesion;
    const double limit = kp / (kp - k1) * c.plastic.depth * 2 * rbar, slope = (kp - k1) / limit;
    // The three branches. k_2 grows with the dent, so the line of a new dent is another one.
    const double reached = d > dent ? d : dent, m = reached < limit ? reached : limit;
    const double k2 = k1 + slope * m, elastic = k2 * d - slope * m * m;
    const double root = std::sqrt(d * d + 4 * (k1 + kc) * d / slope), shrunk = 0.5 * (d + root);
    const bool pulls = elastic < -kc * d, loads = d >= dent && d < limit;
    const double after = pulls ? shrunk : m, k = k1 + slope * after;
    const double force = pulls ? -kc * d : elastic, energy = 0.5 * force * force / k;
    // dU/dδ: F F'/k_2 − F² k_2'/(2 k_2²) on the branches where the dent changes.
    const double along = pulls ? -kc : k1, grows = pulls ? (slope * shrunk + k1 + kc) / root : slope;
    const double flowing = force * along / k - 0.5 * force * force * grows / (k * k);
    return {d > 0 ? force : 0,
            d > 0 ? k1 : 0,
            d > 0 ? energy : 0,
            std::sqrt(rbar * d),
            d > 0 ? (pulls || loads ? flowing : force) : 0,
            kc * d,
            after};
  }
};

struct EdinburghNormal {
  static constexpr bool kStretches = true, kCurved = true, kDents = true;

  static Elastic at(double overlap, double rbar, const Coefficients& c, double dent) {
    const double d = overlap > 0 ? overlap : 0, a = std::sqrt(rbar * d);
    const double k1 = 4.0 / 3 * c.normal * std::sqrt(rbar), k2 = k1 * c.plastic.unloading,
                 kc = k1 * c.plastic.adhesion;
    // The three branches in y = δ^{3/2}.
    const double m = d > dent ? d : dent, y = d * std::sqrt(d);
    const double elastic = k2 * y - (k2 - k1) * (m * std::sqrt(m));
    const bool pulls = elastic < -kc * y, flows = pulls || d >= dent;
    const double after = pulls ? c.plastic.reopened * d : m;
    const double force = pulls ? -kc * y : elastic;
    // U = k_2 (2/5 δ^{5/2} − δ_0^{3/2} δ + 3/5 δ_0^{5/2}), in proportion to δ^{5/2} where the dent changes.
    const double o = c.plastic.opened * after, oo = o * std::sqrt(o);
    const double energy = k2 * (0.4 * y * d - oo * d + 0.6 * oo * o);
    const double kept = flows ? 2.5 * energy / (d > 0 ? d : 1) : force;
    return {force, 2 * c.normal * a, d > 0 ? energy : 0, a, d > 0 ? kept : 0, kc * y, after};
  }
};

}  // namespace cairn::parts
