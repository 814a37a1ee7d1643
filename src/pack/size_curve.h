// A distribution of sizes by its cumulative curve. F(d) is the share of bodies that are smaller than d, by
// mass or by number. Between two nodes a < b of the curve F is a straight line over ln d, as laboratories
// draw it. There the number of bodies per ln d is in proportion to d^-p, with p = 0 for shares by number and
// p = 3 (discs in the plane: 2) for shares by mass, so that the share v of the bodies of a segment is smaller
// than
//   d = a [1 − v (1 − (a/b)^p)]^(−1/p),   or  a (b/a)^v  for p = 0.
// Also the named distributions, cut at both ends, as such curves:
//   log-normal      F = Φ(ln(d/d₅₀)/σ)
//   Rosin-Rammler   F = 1 − exp(−(d/d₆₃)^n)          [VE80]
//   fractal         number of bodies larger than d ~ d^−D, which is one segment with p = D  [TU86]
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace cairn {

class SizeCurve {
 public:
  SizeCurve() = default;
  // Sizes grow and shares rise from 0 to 1. `power` is p.
  SizeCurve(std::vector<double> sizes, const std::vector<double>& shares, double power);
  // Samples a distribution between two sizes, in steps of equal ratio.
  static SizeCurve of(const std::function<double(double size)>& share, double smallest, double largest,
                      double power);

  // The size below which the share u of all bodies lies, by number; u in [0, 1].
  double size(double u) const;
  double smallest() const { return sizes_.front(); }
  double largest() const { return sizes_.back(); }

 private:
  std::vector<double> sizes_;
  std::vector<double> below_;  // share by number of the bodies below each size
  double power_ = 0;
};

// Number k of a sequence in [0, 1) that is random, but spread evenly: of every 2^m numbers in a row that
// begin at a multiple of 2^m, one lies in each interval of length 2^-m. It is van der Corput's sequence with
// the digits scrambled by a hash [LK11]. Few bodies then follow a curve as well as many random ones would.
double spread_evenly(std::uint64_t k, std::uint64_t seed);

}  // namespace cairn
