// Projected gradient with spectral step lengths, one product per iteration.
//   d = Π(x − α ρ g) − x,  g = N x + q;   x ← x + λ d,  g ← g + λ N d
//   α = sᵀs/sᵀy of the last step (or sᵀy/yᵀy), s = λd, y = λN d, both norms weighted (solvers/convex.h)
// λ = 1 if the cost stays below the largest of the last few. Else λ is the minimiser along d, kept within
// 0.05 and 1. The cost has the closed form f(x+λd) = f + λ gᵀd + ½ λ² dᵀN d.  [BMR00; TA12]
#pragma once

#include <array>
#include <vector>

#include "base/assert.h"
#include "solvers/convex.h"

namespace cairn {

struct SpectralOptions {
  int memory = 10;           // number of earlier costs to compare with; 1: the cost never rises
  bool alternating = false;  // every second step length is sᵀy/yᵀy
};

class Spectral : public ConvexSolver {
 public:
  explicit Spectral(const SpectralOptions& options) : options_(options) {
    CAIRN_ASSERT(options.memory >= 1 && options.memory <= static_cast<int>(costs_.size()));
  }
  void minimise(const ConvexTask& task, Course& course, Threads& threads) override;

 private:
  struct Direction {
    double slope = 0;  // gᵀd
    ErrorSum error;    // of x
    Direction& operator+=(const Direction& b) {
      slope += b.slope;
      error += b.error;
      return *this;
    }
  };
  struct Curvature {
    double along = 0;   // dᵀN d
    double length = 0;  // ‖d‖²
    double image = 0;   // ‖N d‖², in the dual norm
    Curvature& operator+=(const Curvature& b) {
      along += b.along;
      length += b.length;
      image += b.image;
      return *this;
    }
  };
  Direction direction(const ConvexTask& task, double lambda, double alpha, Threads& threads);
  Curvature curvature(const ConvexTask& task, Threads& threads);
  // The largest of the last `memory` costs; stores this one.
  double largest_cost(double cost, std::uint64_t iteration);

  SpectralOptions options_;
  std::array<double, 32> costs_{};
  std::vector<Vec3> g_, d_, nd_, best_;
};

}  // namespace cairn
