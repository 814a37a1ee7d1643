// Projected Gauss-Seidel: block by block, each the best it can be while the others stay.
//   γ_i ← Π_i^D(γ_i − ω D_i⁻¹ u_i),   u = N γ + q up to date,   D_i = diag(d_n, d_t, d_t) ⪰ N_ii
// Π^D is the projection in the norm of D, in closed form; for contacts of spheres D_i = N_ii, so that a visit
// solves its contact exactly. With bodies the impulse's change goes to their velocities at once: v += M⁻¹D_i
// Δγ. Under Coulomb's law (slip = μ) a visit takes first the normal impulse and then the disc of friction
// under it; for other dilatancies the corrected velocity ũ takes the place of u. After each sweep the rows of
// joints are settled together and exactly (problem/bilateral.h).
//
// The cost function of an associated law falls with every visit (0 < ω < 2 for spheres, ω ≤ 1 always);
// convergence is linear, slow for tall stacks and heavy bodies on light ones. [OK18; PZ17]
#include <cmath>
#include <numeric>

#include "base/assert.h"
#include "base/random.h"
#include "problem/bilateral.h"
#include "problem/delassus.h"
#include "problem/residual.h"
#include "solvers/solvers.h"

namespace cairn {
namespace {

constexpr std::uint32_t kCellsPerTask = 32;
constexpr std::uint64_t kCheckEvery = 10;  // sweeps between looks at the residual

// The cone in the norm diag(d_n, d_t, d_t), r = d_t/d_n.
Vec3 project_cone(double mu, double r, const Vec3& x) {
  const double t = std::sqrt(x.y * x.y + x.z * x.z);
  if (t <= mu * x.x) return x;
  if (mu * r * t <= -x.x) return {};
  const double n = (x.x + mu * r * t) / (1 + mu * mu * r), s = mu * n / t;
  return {n, s * x.y, s * x.z};
}

// Coulomb: the disc of radius μ γ_n.
Vec3 into_disc(double mu, const Vec3& x) {
  const double n = x.x > 0 ? x.x : 0, limit = mu * n;
  const double t2 = x.y * x.y + x.z * x.z, s = t2 > limit * limit ? limit / std::sqrt(t2) : 1;
  return {n, s * x.y, s * x.z};
}

Vec3 visited(const AdmissibleSet& set, const LocalStep& local, double omega, const Vec3& gamma,
             const Vec3& u) {
  const double n = omega * local.normal, t = omega * local.tangential;
  if (set.kind != SetKind::cone) return project(set, gamma - Vec3{n * u.x, t * u.y, t * u.z});
  const bool coulomb = set.slip == set.friction && set.slip > 0;
  const double un = coulomb ? u.x : corrected(set, u).x;
  const Vec3 x{gamma.x - n * un + set.cohesion, gamma.y - t * u.y, gamma.z - t * u.z};
  Vec3 y = coulomb ? into_disc(set.friction, x) : project_cone(set.friction, n / t, x);
  y.x -= set.cohesion;
  return y;
}

enum class Order { key, coloured, shuffled };

class Pgs : public ContactSolver {
 public:
  explicit Pgs(const Value& options)
      : order_(options["order"].chosen() == "key"        ? Order::key
               : options["order"].chosen() == "coloured" ? Order::coloured
                                                         : Order::shuffled),
        symmetric_(options["symmetric"].flag()),
        omega_(options["relaxation"].number()),
        seed_(static_cast<std::uint64_t>(options["seed"].integer())) {}

  SolveReport solve(const ContactProblem& problem, ContactSolution& solution, const SolveLimits& limits,
                    Threads& threads) override {
    SolveReport report;
    report.solver = "pgs";
    const Deadline deadline(limits.seconds);
    begin(problem, solution);
    delassus_.bind(problem);
    Random random(seed_);
    bilateral_.bind(problem);
    look(problem, solution, report, threads);
    if (!bilateral_.empty()) {
      bilateral_.settle(problem, solution);
      look(problem, solution, report, threads);
    }
    while (report.residual > limits.tolerance && report.iterations < limits.max_iterations) {
      double moved2 = sweep(problem, solution, report.iterations, random, threads);
      moved2 += bilateral_.settle(problem, solution);
      const double moved = std::sqrt(moved2);
      ++report.iterations;
      const bool last = report.iterations == limits.max_iterations || deadline.passed();
      if (moved <= limits.tolerance * problem.scale || report.iterations % kCheckEvery == 0 || last)
        look(problem, solution, report, threads);
      if (last) break;
    }
    report.converged = report.residual <= limits.tolerance;
    return report;
  }

 private:
  // The true residual; sweeps go on from velocities without the round-off of the sweeps before.
  void look(const ContactProblem& problem, ContactSolution& solution, SolveReport& report, Threads& threads) {
    complete(problem, solution, delassus_, threads);
    report.residual = residual(problem, solution.impulse, solution.velocity, threads);
    report.history.add(report.iterations, report.residual);
  }

  // One block; returns ‖Δγ‖².
  double visit(const ContactProblem& problem, ContactSolution& solution, std::uint32_t i) const {
    Vec3& gamma = solution.impulse[i];
    Vec3 u;
    if (problem.has_bodies()) {
      const Block& block = problem.blocks[i];
      u = relative_velocity(block, solution.bodies[block.a], solution.bodies[block.b]) + problem.bias[i];
    } else {
      u = row_product(problem.matrix, i, solution.impulse) + problem.q[i];
    }
    if (!problem.compliance.empty()) u += scaled(problem.compliance[i], gamma);
    const Vec3 next = visited(problem.sets[i], problem.local[i], omega_, gamma, u), change = next - gamma;
    gamma = next;
    if (problem.has_bodies()) apply(problem, solution, i, change);
    return norm2(change);
  }

  static void apply(const ContactProblem& problem, ContactSolution& solution, std::uint32_t i,
                    const Vec3& change) {
    const Block& block = problem.blocks[i];
    const Vec3 p = to_world(block, change);
    const auto [share_a, share_b] = problem.share[i];
    if (share_a != kNoShare)
      push(solution.bodies[block.a], problem.mobility_of(block.a), block.turning ? Vec3{} : -p,
           block.turning ? -p : cross(p, block.arm_a));
    if (share_b != kNoShare)
      push(solution.bodies[block.b], problem.mobility_of(block.b), block.turning ? Vec3{} : p,
           block.turning ? p : cross(block.arm_b, p));
  }

  double sweep(const ContactProblem& problem, ContactSolution& solution, std::uint64_t number, Random& random,
               Threads& threads) {
    const bool backwards = symmetric_ && number % 2 == 1;
    if (order_ == Order::coloured) return sweep_coloured(problem, solution, backwards, threads);
    const auto n = static_cast<std::uint32_t>(problem.size());
    if (order_ == Order::shuffled) shuffle(n, random);
    const std::span<const std::uint32_t> order =
        order_ == Order::shuffled ? std::span<const std::uint32_t>(shuffled_) : problem.key_order;
    double moved = 0;
    for (std::uint32_t k = 0; k < n; ++k) {
      const std::uint32_t at = backwards ? n - 1 - k : k;
      moved += visit(problem, solution, order.empty() ? at : order[at]);
    }
    return moved;
  }

  double sweep_coloured(const ContactProblem& problem, ContactSolution& solution, bool backwards,
                        Threads& threads) {
    const SweepPlan& plan = problem.sweep;
    const std::size_t groups = plan.groups.size() - 1;
    double moved = 0;
    for (std::size_t g = 0; g < groups; ++g) {
      const std::size_t group = backwards ? groups - 1 - g : g;
      const std::uint32_t first = plan.groups[group], last = plan.groups[group + 1];
      moved_.assign((last - first + kCellsPerTask - 1) / kCellsPerTask, 0);
      parallel_for(threads, last - first, kCellsPerTask,
                   [&](std::size_t begin, std::size_t end, std::size_t task) {
                     double sum = 0;
                     for (std::size_t c = begin; c < end; ++c) {
                       const std::uint32_t from = plan.cells[first + c], to = plan.cells[first + c + 1];
                       for (std::uint32_t k = from; k < to; ++k)
                         sum += visit(problem, solution, plan.block(backwards ? to - 1 - (k - from) : k));
                     }
                     moved_[task] = sum;
                   });
      for (const double part : moved_) moved += part;
    }
    return moved;
  }

  void shuffle(std::uint32_t n, Random& random) {
    shuffled_.resize(n);
    std::iota(shuffled_.begin(), shuffled_.end(), 0u);
    for (std::uint32_t k = n; k > 1; --k)
      std::swap(shuffled_[k - 1], shuffled_[static_cast<std::size_t>(random.uniform() * k)]);
  }

  Order order_;
  bool symmetric_;
  double omega_;
  std::uint64_t seed_;
  Delassus delassus_;
  Bilateral bilateral_;
  std::vector<double> moved_;
  std::vector<std::uint32_t> shuffled_;
};

}  // namespace

SolverEntry pgs_entry() {
  using namespace declare;
  return {
      "pgs",
      "OK18",
      "projected Gauss-Seidel: contact by contact, each exact while the others stay",
      {choice("order", {"coloured", "key", "shuffled"}, "coloured",
              "coloured: by cells, in parallel; key: in the order of the bodies in the scene; shuffled: "
              "anew in every sweep"),
       flag("symmetric", "false", "every second sweep runs backwards"),
       number("relaxation", dim::none, "1",
              "step of a visit over the exact one; above 1 may be faster, below 1 is safer")
           .within(0.01, 1.99),
       integer("seed", "1", "of the shuffled order")},
      [](const Value& options) -> std::unique_ptr<ContactSolver> { return std::make_unique<Pgs>(options); }};
}

}  // namespace cairn
