// The simultaneous method: all contacts that touch and do not part collide at once, each with Newton's
// restitution. With d_i = e_n − μ u_t/|u_t|, the sliding direction before the impact, and p_i = π_i d_i:
//   linear         W π = −(1 + e) u_n              least squares, least norm; π < 0 pulls  [TG14 (77)-(99)]
//   complementary  0 ≤ π ⟂ W π + (1 + e) u_n ≥ 0   nothing pulls
// W_ij = e_nᵀ D_iᵀM⁻¹D_j d_j. The collision repeats while contacts approach, and finally with e = 0.
//
// The linear system is dense, so groups of more than a thousand contacts use the complementary form.
#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "solvers/impact/impulse_step.h"

namespace cairn {
namespace {

constexpr std::size_t kMostDense = 1000;
constexpr int kMostSweeps = 20000;

class Smm : public ImpactSolver {
 public:
  explicit Smm(const SmmOptions& options) : ImpactSolver(options.tolerance), options_(options) {}

 private:
  struct Row {
    std::uint32_t contact = 0;
    Vec3 direction;     // d
    double target = 0;  // u_n⁺
    double size = 0;    // π
  };

  void collide(ImpulseStep& step, double, double least, ImpactReport& report) const override {
    while (step.approach() > least) {
      report.finished = report.cycles < 2 * options_.cycles;
      if (!report.finished) break;
      report.inelastic = report.cycles++ >= options_.cycles;
      collide_once(step, least, report);
    }
  }

  // One simultaneous collision.
  void collide_once(ImpulseStep& step, double least, ImpactReport& report) const {
    ImpactGroup& group = step.group();
    // One row per contact that does not part; a wedging contact loses its friction.
    std::vector<Row> rows;
    for (std::uint32_t i = 0; i < step.size(); ++i) {
      const Vec3 u = step.velocity(i);
      if (u.x > least) continue;
      const double t = std::sqrt(u.y * u.y + u.z * u.z), mu = step.mobility(i).mu;
      const Vec3 direction = t > 0 ? Vec3{1, -mu * u.y / t, -mu * u.z / t} : Vec3{1, 0, 0};
      const double e = report.inelastic ? 0 : step.restitution(i);
      const bool wedges = dot(step.mobility(i).k.row0, direction) <= 0;
      if (wedges) step.note_wedge();
      rows.push_back({i, wedges ? Vec3{1, 0, 0} : direction, -e * std::min(u.x, 0.0), 0});
    }
    // Solve for the impulses; this also moves the bodies.
    const std::vector<BodyState> before = group.bodies;
    const bool is_dense = rows.size() <= kMostDense;
    report.reformed += options_.pulls && !is_dense;
    if (options_.pulls && is_dense)
      solve_linear(group, rows);
    else
      report.unfinished += !solve_complementary(group, step, rows, least);
    // All impulses act at once, so each does the work of its mean velocity: book them from the state before.
    const std::vector<BodyState> after = std::move(group.bodies);
    group.bodies = before;
    for (const Row& row : rows) step.book(row.contact, row.size * row.direction, after);
    group.bodies = after;
  }

  static void push_both(ImpactGroup& group, const Block& block, const Vec3& p) {
    const Vec3 w = to_world(block, p);
    push(group.bodies[block.a], group.mobility_of(block.a), -w, -cross(block.arm_a, w));
    push(group.bodies[block.b], group.mobility_of(block.b), w, cross(block.arm_b, w));
  }
  static double closing(const ImpactGroup& group, const Block& block) {
    return relative_velocity(block, group.bodies[block.a], group.bodies[block.b]).x;
  }

  // Solves W π = b in the least-squares sense and moves the bodies.
  static void solve_linear(ImpactGroup& group, std::vector<Row>& rows) {
    const auto n = static_cast<Eigen::Index>(rows.size());
    Eigen::MatrixXd w(n, n);
    Eigen::VectorXd b(n), found(n);
    std::vector<BodyState> given = group.bodies;
    // Right-hand side: change of the normal velocities.
    for (Eigen::Index i = 0; i < n; ++i) {
      const Row& row = rows[static_cast<std::size_t>(i)];
      b(i) = row.target - closing(group, group.blocks[row.contact]);
    }
    // Column j of W is the response of all rows to a unit impulse at row j.
    for (BodyState& body : group.bodies) body.velocity = body.spin = {};
    const std::vector<BodyState> still = group.bodies;
    for (Eigen::Index j = 0; j < n; ++j) {
      const Row& row = rows[static_cast<std::size_t>(j)];
      push_both(group, group.blocks[row.contact], row.direction);
      for (Eigen::Index i = 0; i < n; ++i)
        w(i, j) = closing(group, group.blocks[rows[static_cast<std::size_t>(i)].contact]);
      for (const std::uint32_t body : {group.blocks[row.contact].a, group.blocks[row.contact].b})
        group.bodies[body] = still[body];
    }
    group.bodies = std::move(given);
    // Least squares of least norm, then move the bodies.
    Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> factors;
    factors.setThreshold(1e-12);
    factors.compute(w);
    found = factors.solve(b);
    for (Eigen::Index i = 0; i < n; ++i) {
      Row& row = rows[static_cast<std::size_t>(i)];
      row.size = found(i);
      push_both(group, group.blocks[row.contact], row.size * row.direction);
    }
  }

  // Gauss-Seidel in key order; moves the bodies. False if it has not settled after kMostSweeps.
  static bool solve_complementary(ImpactGroup& group, const ImpulseStep& step, std::vector<Row>& rows,
                                  double least) {
    for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
      double worst = 0;
      for (Row& row : rows) {
        const Block& block = group.blocks[row.contact];
        const double mobility = dot(step.mobility(row.contact).k.row0, row.direction);
        const double next = std::max(0.0, row.size - (closing(group, block) - row.target) / mobility);
        const double change = next - row.size;
        if (change == 0) continue;
        push_both(group, block, change * row.direction);
        row.size = next;
        worst = std::max(worst, std::abs(change) * mobility);
      }
      if (worst <= 0.1 * least) return true;
    }
    return false;
  }

  SmmOptions options_;
};

}  // namespace

std::unique_ptr<ImpactSolver> make_smm(const SmmOptions& options) { return std::make_unique<Smm>(options); }

ImpactSolverRow smm_row() {
  using namespace declare;
  return {
      "smm",
      "TG14",
      "simultaneous: all touching contacts collide at once, with Newton's restitution; with friction it may "
      "add energy, which ends the run: for comparison",
      {choice("form", {"linear", "complementary"}, "linear",
              "linear: one system of equations, whose impulses may pull; complementary: nothing pulls"),
       number("tolerance", dim::none, "1e-3", "approach that may be left, over the fastest").positive(),
       integer("max_cycles", "300", "repetitions after which restitution counts as zero").at_least(1)},
      [](const Value& options) {
        return make_smm({.pulls = options["form"].chosen() == "linear",
                         .tolerance = options["tolerance"].number(),
                         .cycles = static_cast<std::uint64_t>(options["max_cycles"].integer())});
      },
      {"friction", "restitution"}};
}

}  // namespace cairn
