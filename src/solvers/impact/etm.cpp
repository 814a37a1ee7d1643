// The energy tracking method applies impulses in small portions and keeps an energy account per contact. The
// step of the normal velocity is δ = max|u_n|/λ of the initial velocities.  [TG14 (62)-(66), algorithm 2,
// corrected]
//   I    while any u_n < 0: the contact that closes fastest gets the impulse for Δ = min(δ, −u_n),
//        E −= ½ (u_n⁻ + u_n⁺) p_n
//   II   E ← e² E                                              Stronge's restitution [ST90]
//   III  while any E > 0: every contact with E > 0 gets the impulse for Δ = min(δ, Δ_max),
//        Δ_max = −u_n + √(u_n² + 2E/m),  m = p_n/Δ of the friction mode that acts
// and again from I while contacts still approach. After the allowed cycles, e = 0.
//
// One contact is exact for every λ. Without friction and loss, energy is conserved to round-off for every λ.
#include <algorithm>
#include <cmath>
#include <span>

#include "solvers/impact/impulse_step.h"

namespace cairn {
namespace {

// Limit of visits per contact and stage, over λ. A driven body may press others into a wall; then no impulses
// can stop all contacts from closing.
constexpr std::uint64_t kMostVisits = 50;

constexpr std::size_t kMany = 10;  // contacts that one impulse typically changes

class Etm : public ImpactSolver {
 public:
  explicit Etm(const EtmOptions& options) : ImpactSolver(options.tolerance), options_(options) {}

 private:
  void collide(ImpulseStep& step, double fastest, double least, ImpactReport& report) const override {
    ClosingHeap heap = closing_heap(step);
    const double delta = fastest / static_cast<double>(options_.lambda);
    std::vector<double> energy(step.size());
    std::vector<std::uint32_t> loaded;  // contacts that hold energy
    // One cycle per round: compress, apply restitution to the energies, separate.
    while (-heap.closing(heap.top()) > least) {
      report.inelastic = report.cycles >= options_.cycles;
      for (const std::uint32_t i : loaded) energy[i] = 0;
      loaded.clear();
      report.finished =
          report.cycles++ < 2 * options_.cycles && compress(step, heap, delta, least, energy, loaded);
      if (!report.finished) break;
      if (report.inelastic) continue;
      std::ranges::sort(loaded);
      loaded.erase(std::unique(loaded.begin(), loaded.end()), loaded.end());
      for (const std::uint32_t i : loaded) energy[i] *= step.restitution(i) * step.restitution(i);
      if (separate(step, delta, energy, loaded)) renew(heap, step, loaded);
    }
  }

  // Stage I. False if it reaches the limit of visits.
  bool compress(ImpulseStep& step, ClosingHeap& heap, double delta, double least, std::vector<double>& energy,
                std::vector<std::uint32_t>& loaded) const {
    const std::uint64_t most = step.applied() + kMostVisits * options_.lambda * step.size();
    while (-heap.closing(heap.top()) > least) {
      if (step.applied() == most) return false;
      const std::uint32_t i = heap.top();
      const Vec3 u = step.velocity(i);
      const double change = u.x + delta < 0 ? delta : -u.x;
      if (!(change > 0)) {
        heap.update(i, u.x);
        continue;
      }
      // One portion, and the energy that it stores.
      const Vec3 p = step.impulse(i, u, change);
      step.apply(i, u, p);
      if (energy[i] == 0) loaded.push_back(i);
      energy[i] -= 0.5 * (2 * u.x + change) * p.x;
      update(heap, step, i);
    }
    return true;
  }

  // Stage III. True if there was energy to release.
  bool separate(ImpulseStep& step, double delta, std::vector<double>& energy,
                std::span<const std::uint32_t> loaded) const {
    std::vector<std::uint32_t> left;
    for (const std::uint32_t i : loaded)
      if (energy[i] > 0) left.push_back(i);
    const bool any = !left.empty();
    const std::uint64_t most = kMostVisits * options_.lambda;
    for (std::uint64_t round = 0; round < most && !left.empty(); ++round) {
      for (const std::uint32_t i : left) release(step, i, delta, energy[i]);
      std::erase_if(left, [&](std::uint32_t i) { return !(energy[i] > 0); });
    }
    return any;
  }

  // Updates the heap after stage III. If few contacts took part, only their neighbours are updated.
  static void renew(ClosingHeap& heap, const ImpulseStep& step, std::span<const std::uint32_t> loaded) {
    if (kMany * loaded.size() > step.size())
      heap = closing_heap(step);
    else
      for (const std::uint32_t i : loaded) update(heap, step, i);
  }

  // Releases one portion of the contact's energy.
  static void release(ImpulseStep& step, std::uint32_t i, double delta, double& energy) {
    const Vec3 u = step.velocity(i);
    Vec3 p = step.impulse(i, u, delta);
    const double mass = p.x / delta;
    const double most = most_change(u.x, 2 * energy / mass);
    // The rest of the energy fits into this portion.
    if (most <= delta) {
      p = step.impulse(i, u, most);
      if (p.x > 0) step.apply(i, u, p);
      energy = 0;
      return;
    }
    step.apply(i, u, p);
    energy -= 0.5 * (2 * u.x + delta) * p.x;
  }

  // The positive root of Δ² + 2 u Δ = w, without cancellation.
  static double most_change(double u, double w) {
    const double root = std::sqrt(u * u + w);
    return u > 0 ? w / (u + root) : root - u;
  }

  EtmOptions options_;
};

}  // namespace

std::unique_ptr<ImpactSolver> make_etm(const EtmOptions& options) { return std::make_unique<Etm>(options); }

ImpactSolverRow etm_row() {
  using namespace declare;
  return {
      "etm",
      "TG14",
      "energy tracking: impulses in small portions, energy contact by contact, Stronge's restitution",
      {integer("lambda", "30",
               "portions in which the fastest approach is stopped; the error goes as 2/lambda")
           .within(1, 1e6),
       number("tolerance", dim::none, optional,
              "approach that may be left, over the fastest; without it 0.03/lambda, at most 1e-3: well "
              "below the error of lambda. Energy is exact whatever it is")
           .positive(),
       integer("max_cycles", "300", "compressions after which restitution counts as zero").at_least(1)},
      [](const Value& options) {
        const auto lambda = static_cast<std::uint64_t>(options["lambda"].integer());
        const double given = options.has("tolerance") ? options["tolerance"].number() : 0;
        return make_etm({.lambda = lambda,
                         .tolerance = given > 0 ? given : std::min(1e-3, 0.03 / static_cast<double>(lambda)),
                         .cycles = static_cast<std::uint64_t>(options["max_cycles"].integer())});
      },
      {"friction", "restitution"}};
}

}  // namespace cairn
