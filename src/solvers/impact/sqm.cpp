// The sequential method: contacts collide one by one, the fastest first, each with Newton's restitution.
//   while any u_n < 0: the fastest closing contact gets the impulse for Δ = −(1 + e) u_n  [TG14 (71)-(76)]
// The result depends on the order if contacts close equally fast; the key order then decides. With e near 1
// it may never end: after the allowed number of impulses, e = 0.
#include <algorithm>

#include "solvers/impact/impulse_step.h"

namespace cairn {
namespace {

class Sqm : public ImpactSolver {
 public:
  explicit Sqm(const SqmOptions& options) : ImpactSolver(options.tolerance), options_(options) {}

 private:
  void collide(ImpulseStep& step, double, double least, ImpactReport& report) const override {
    ClosingHeap heap = closing_heap(step);
    const std::uint64_t elastic = options_.impulses * step.size();
    while (-heap.closing(heap.top()) > least) {
      report.finished = step.applied() < 2 * elastic;
      if (!report.finished) break;
      report.inelastic = step.applied() >= elastic;
      const std::uint32_t i = heap.top();
      const Vec3 u = step.velocity(i);
      const double e = report.inelastic ? 0 : step.restitution(i);
      step.apply(i, u, step.impulse(i, u, -(1 + e) * u.x));
      update(heap, step, i);
    }
    report.cycles = step.applied();
  }

  SqmOptions options_;
};

}  // namespace

std::unique_ptr<ImpactSolver> make_sqm(const SqmOptions& options) { return std::make_unique<Sqm>(options); }

ImpactSolverRow sqm_row() {
  using namespace declare;
  return {"sqm",
          "TG14",
          "sequential: contacts collide one by one, the fastest first, with Newton's restitution",
          {number("tolerance", dim::none, "1e-3", "approach that may be left, over the fastest").positive(),
           integer("max_impulses", "1000", "impulses per contact after which restitution counts as zero")
               .at_least(1)},
          [](const Value& options) {
            return make_sqm({.tolerance = options["tolerance"].number(),
                             .impulses = static_cast<std::uint64_t>(options["max_impulses"].integer())});
          },
          {"friction", "restitution"}};
}

}  // namespace cairn
