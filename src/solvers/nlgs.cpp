// Non-linear Gauss-Seidel: each sweep visits every contact once with a local solver of Coulomb's law
// (solvers/local/local.h).
//   q_loc = û_α − W_αα p_α,   p_α ← (1 − ω) p_α + ω local(W_αα, q_loc, μ, p_α),   v += M⁻¹H_α Δp_α
// Stops on the residual, or on the change of contact force between two sweeps,
//   max|Δp_n|/h + max|Δp_t|/h < ε,
// which is the criterion of published iteration counts. Blocks other than Coulomb contacts (frictionless,
// associated, joints) are projected as in pgs.
//
// γ and ρ are scale-free by default. The literature gives them in kg/s, for forces R = p/h and the mean
// velocity û/(1 + e): γ_p = γ h/(1 + e).  [AB21 (4.15), corrected]
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/assert.h"
#include "solvers/local/local.h"
#include "solvers/projected_visit.h"
#include "solvers/solvers.h"
#include "solvers/sweep_loop.h"

namespace cairn {
namespace {

struct NlgsOptions {
  LocalSolver visit;
  BallSolver ball;
  double gamma_n = 0, gamma_t = 0, rho = 0;  // [kg/s]; 0: scale-free
  double relaxation = 1;
  double difference = 0;  // [N]; 0: stop on the residual
};

class Nlgs : public ContactSolver {
 public:
  Nlgs(const SweepOptions& sweeps, const NlgsOptions& options)
      : sweeper_(sweeps),
        options_(options),
        is_scale_free_(options.gamma_n == 0 && options.gamma_t == 0 && options.rho == 0) {
    CAIRN_ASSERT(options.visit != nullptr);
    CAIRN_ASSERT(options.relaxation > 0 && options.difference >= 0);
    CAIRN_ASSERT(options.gamma_n >= 0 && options.gamma_t >= 0 && options.rho >= 0);
    if (!is_scale_free_ || !options.ball) sweeper_.look_at_all_alike();
  }

  SolveReport solve(const ContactProblem& problem, ContactSolution& solution, const SolveLimits& limits,
                    Threads& threads) override {
    const auto rule = [&](double share) { return Rule{*this, problem, share * options_.relaxation}; };
    const double h = problem.step > 0 ? problem.step : 1;
    const auto enough = [&](const SweepMove& move) { return move.largest() / h < options_.difference; };
    SolveReport report =
        options_.difference > 0
            ? loop_.solve_until("nlgs", sweeper_, problem, solution, limits, threads, rule, enough)
            : loop_.solve("nlgs", sweeper_, problem, solution, limits, threads, rule);
    if (options_.gamma_t > 0) note_limit(problem, report);
    return report;
  }

 private:
  struct Rule {
    const Nlgs& solver;
    const ContactProblem& problem;
    double omega;

    Vec3 operator()(std::uint32_t i, const Vec3& gamma, const Vec3& u) const {
      const AdmissibleSet& set = problem.sets[i];
      if (!is_coulomb(problem, i)) return projected_visit(set, problem.local[i], omega, gamma, u);
      // Cohesion shifts the cone: p + c e_n lies in the cone without cohesion.
      const Vec3 shift{set.cohesion, 0, 0}, p = gamma + shift;
      LocalProblem contact = solver.local_problem(problem, i);
      contact.q = u - contact.w * p;
      return relaxed(p, solver.options_.visit(contact, p)) - shift;
    }
    Vec3 operator()(const BallRow& row, const Vec3& p, const Vec3& u) const {
      if (row.law != BallLaw::coulomb) return projected_visit(row, omega, p, u);
      const Vec3 x{p.x - row.normal * u.x, p.y - row.tangential * u.y, p.z - row.tangential * u.z};
      return relaxed(p, solver.options_.ball(row.friction, x, p));
    }
    Vec3 relaxed(const Vec3& p, const Vec3& next) const { return omega == 1 ? next : p + omega * (next - p); }
  };

  // Adds a note if γ_t λ_max(W_tt) ≥ 2: a sliding contact then reverses its direction at every visit.
  void note_limit(const ContactProblem& problem, SolveReport& report) const {
    double largest = 0;
    for (std::size_t i = 0; i < problem.size(); ++i)
      if (is_coulomb(problem, i))
        largest = std::max(largest, local_problem(problem, i).gamma_t / problem.local[i].tangential);
    if (largest < 2) return;
    report.note = fmt::format("gamma_tangential {:.4g} kg/s is at or above the stability limit {:.4g} kg/s",
                              options_.gamma_t, 2 * options_.gamma_t / largest);
  }

  static bool is_coulomb(const ContactProblem& problem, std::size_t i) {
    const AdmissibleSet& set = problem.sets[i];
    return set.kind == SetKind::cone && set.slip == set.friction && set.across == 1 &&
           problem.local[i].normal > 0;
  }

  // The local problem of contact i, without q.
  LocalProblem local_problem(const ContactProblem& problem, std::size_t i) const {
    const LocalStep& local = problem.local[i];
    LocalProblem contact;
    contact.mu = problem.sets[i].friction;
    contact.is_ball = local.is_exact;
    contact.gamma_n = local.normal;
    contact.gamma_t = local.tangential;
    if (local.is_exact) {
      contact.w = diagonal({1 / local.normal, 1 / local.tangential, 1 / local.tangential});
    } else {
      Mat3& w = contact.w = problem.diagonal[i];
      // A direction without any mobility (2-D problems from files) borrows the one before, to keep W regular.
      if (!(w.row1.y > 0)) w.row1.y = w.row0.x;
      if (!(w.row2.z > 0)) w.row2.z = w.row1.y;
      const double a = w.row1.y, b = w.row1.z, c = w.row2.z;
      contact.gamma_n = 1 / w.row0.x;
      contact.gamma_t = 1 / (0.5 * (a + c) + std::sqrt(0.25 * (a - c) * (a - c) + b * b));
    }
    contact.rho_n = contact.rho_t = problem.rho[i];
    // Values given in kg/s, converted to impulses and this step.
    if (is_scale_free_) return contact;
    const double e_n = problem.restitution.empty() ? 0 : problem.restitution[i][0];
    const double e_t = problem.restitution.empty() ? 0 : problem.restitution[i][1];
    const double h = problem.step > 0 ? problem.step : 1;
    if (options_.gamma_n > 0) contact.gamma_n = options_.gamma_n * h / (1 + e_n);
    if (options_.gamma_t > 0) contact.gamma_t = options_.gamma_t * h / (1 + e_t);
    if (options_.rho > 0) contact.rho_n = options_.rho * h / (1 + e_n);
    if (options_.rho > 0) contact.rho_t = options_.rho * h / (1 + e_t);
    return contact;
  }

  Sweeper sweeper_;
  NlgsOptions options_;
  SweepLoop loop_;
  bool is_scale_free_;
};

NlgsOptions read(const Value& options) {
  const auto given = [&](const char* name) { return options.has(name) ? options[name].number() : 0; };
  const LocalRow& local = local_solvers().find(options["local"]);
  return {.visit = local.visit,
          .ball = local.ball,
          .gamma_n = given("gamma_normal"),
          .gamma_t = given("gamma_tangential"),
          .rho = given("rho"),
          .relaxation = options["relaxation"].number(),
          .difference = given("difference")};
}

}  // namespace

SolverRow nlgs_row() {
  using namespace declare;
  std::vector<Option> options{
      choice("local", local_solvers().names(), "ipdas",
             "local solver: exact; active sets epdas and ipdas; projections sal, saln, sbp, ibp"),
      number("gamma_normal", dim::mass_rate, optional,
             "weight of velocities when contacts are told open from closed; without it (1+e)/(W_nn h)")
          .positive(),
      number("gamma_tangential", dim::mass_rate, optional,
             "weight of velocities when sliding is told from sticking; without it (1+e)/(W_tt h); must be "
             "below twice that")
          .positive(),
      number("rho", dim::mass_rate, optional,
             "step of the projections; without it (1+e)/(W h), of W the largest")
          .positive(),
      number("relaxation", dim::none, "1", "share of the new impulse; below 1 where sweeps go in circles")
          .within(0.01, 1.5),
      number("difference", dim::force, optional,
             "ends a solve, instead of the residual, when contact forces change by less than this in a sweep")
          .positive()};
  for (Option& option : sweep_options()) options.push_back(std::move(option));
  return {"nlgs", "AB21", "non-linear Gauss-Seidel with a local solver of Coulomb's law", std::move(options),
          [](const Value& given) -> std::unique_ptr<ContactSolver> {
            return std::make_unique<Nlgs>(read_sweep_options(given), read(given));
          }};
}

}  // namespace cairn
