#include "problem/contact_problem.h"

#include <algorithm>
#include <cmath>

#include "base/assert.h"
#include "base/sum.h"
#include "math/symmetric3.h"
#include "problem/jacobian.h"

namespace cairn {
namespace {

constexpr std::size_t kChunk = 512;

bool is_isotropic(const Mat3& a) {
  const double m = a.row0.x;
  return a.row0 == Vec3{m, 0, 0} && a.row1 == Vec3{0, m, 0} && a.row2 == Vec3{0, 0, m};
}

// J M⁻¹ Jᵀ of one block and one of its bodies. Rounds as coupling() does, and leaves out its zeros: the rows
// of the angular part are arm × p, and most masses are isotropic.
Mat3 own_coupling(const ContactProblem& problem, const Block& block, const Mat3& p, std::uint32_t b,
                  const Vec3& arm) {
  const BodyState& body = problem.bodies[b];
  if (!is_mobile(body)) return {{}, {}, {}};
  const Mobility* mobility = body.inverse_moment < 0 ? &problem.mobility[b] : nullptr;
  if (block.turning || (mobility && !is_isotropic(mobility->inverse_mass))) {
    const BlockJacobian j = jacobian(block, arm);
    return coupling(j, mobility_of(problem, b), j);
  }
  const double m = mobility ? mobility->inverse_mass.row0.x : body.inverse_mass, i = body.inverse_moment;
  const Mat3 turn{cross(arm, p.row0), cross(arm, p.row1), cross(arm, p.row2)};
  // Rows of M⁻¹ Jᵀ, transposed.
  const Mat3 moved = m * p, turned = mobility ? turn * transpose(mobility->inverse_inertia) : i * turn;
  const auto row = [&](const Vec3& linear, const Vec3& angular) { return moved * linear + turned * angular; };
  return {row(p.row0, turn.row0), row(p.row1, turn.row1), row(p.row2, turn.row2)};
}

// N_ii without the compliance.
Mat3 own_block(const ContactProblem& problem, std::size_t i) {
  const Block& block = problem.blocks[i];
  const Mat3 p{block.n, block.t1, block.t2()};
  return own_coupling(problem, block, p, block.a, block.arm_a) +
         own_coupling(problem, block, p, block.b, block.arm_b);
}

// D = κ diag(w_n, w_t, w_t) with w_t = λ_max(W_tt) and the smallest κ for which D bounds W from above.
LocalStep local_step(const Mat3& w) {
  const double n = w.row0.x, a = w.row1.y, b = w.row1.z, c = w.row2.z;
  const double t = 0.5 * (a + c) + std::sqrt(0.25 * (a - c) * (a - c) + b * b);
  if (!(n > 0) && !(t > 0)) return {};
  // A direction without mobility has no step of its own and takes the step of the other direction.
  if (!(n > 0) || !(t > 0)) return {1 / std::max(n, t), 1 / std::max(n, t), false};
  const double zero = 1e-13 * std::min(n, t);
  const bool apart = std::abs(w.row0.y) <= zero && std::abs(w.row0.z) <= zero;
  if (apart && std::abs(b) <= zero && std::abs(a - c) <= zero) return {1 / n, 1 / t, true};
  // w_ij/√(w_ii w_jj): a root of a single mass would round differently for twice the mass.
  const double mixed = std::sqrt(n * t), n1 = w.row0.y / mixed, n2 = w.row0.z / mixed;
  const Mat3 unit{{1, n1, n2}, {n1, a / t, b / t}, {n2, b / t, c / t}};
  const double kappa = apart ? 1 : std::max(1.0, largest_eigenvalue(unit));
  return {1 / (kappa * n), 1 / (kappa * t), false};
}

// Assigns two shares per block, sorted by body and within a body by block.
void plan_shares(ContactProblem& problem) {
  problem.share_begin.assign(problem.bodies.size() + 1, 0);
  problem.share.resize(problem.blocks.size());
  const auto counts = [&](std::uint32_t body) { return is_mobile(problem.bodies[body]); };
  for (const Block& block : problem.blocks) {
    CAIRN_ASSERT(block.a < problem.bodies.size() && block.b < problem.bodies.size());
    for (const std::uint32_t body : {block.a, block.b})
      if (counts(body)) ++problem.share_begin[body + 1];
  }
  for (std::size_t b = 0; b < problem.bodies.size(); ++b)
    problem.share_begin[b + 1] += problem.share_begin[b];
  const std::uint32_t total = problem.share_begin.back();
  for (std::size_t i = 0; i < problem.blocks.size(); ++i) {
    const Block& block = problem.blocks[i];
    problem.share[i] = {counts(block.a) ? problem.share_begin[block.a]++ : kNoShare,
                        counts(block.b) ? problem.share_begin[block.b]++ : kNoShare};
  }
  // Each begin now stands at its end, which is the next body's begin: shift them back.
  for (std::size_t b = problem.bodies.size(); b > 0; --b) problem.share_begin[b] = problem.share_begin[b - 1];
  problem.share_begin[0] = 0;
  CAIRN_ASSERT(problem.share_begin.back() == total);
}

// Velocity per impulse of a block: 1/ρ_i. A block of a joint that only turns has ρ_i in kg m²; its radius of
// gyration (ρ_i (1/m_a + 1/m_b))^½ makes velocities of its spins.
double lightness_of(const ContactProblem& problem, std::size_t i) {
  const double rho = problem.rho[i];
  if (!(rho > 0)) return 0;
  if (!problem.has_bodies() || !problem.blocks[i].turning) return 1 / rho;
  const Block& block = problem.blocks[i];
  const auto push = [&](std::uint32_t body) {
    const Mobility* mobility = problem.bodies[body].inverse_moment < 0 ? &problem.mobility[body] : nullptr;
    return mobility ? largest_eigenvalue(mobility->inverse_mass) : problem.bodies[body].inverse_mass;
  };
  return std::sqrt((push(block.a) + push(block.b)) / rho);
}

// Sum and number of squares.
struct Squares {
  double sum = 0, count = 0;
  Squares& operator+=(const Squares& b) { return sum += b.sum, count += b.count, *this; }
  double mean() const { return count > 0 ? sum / count : 0; }
};

// V² = speed² + the mean square of the velocities that blocks miss their sets by if no block pushes; if both
// are 0, the mean square of all q.
void find_pace(ContactProblem& problem, Threads& threads) {
  const std::size_t n = problem.size();
  problem.pace = 0;
  problem.lightness.clear();
  if (!problem.speed || n == 0) return;
  problem.lightness.resize(n);
  const auto missed = total<Squares>(threads, n, [&](std::size_t i) -> Squares {
    problem.lightness[i] = lightness_of(problem, i);
    const Vec3 miss = natural_map(problem.sets[i], {}, problem.q[i], problem.rho[i]);
    return {problem.lightness[i] * problem.lightness[i] * norm2(miss), miss == Vec3{} ? 0.0 : 1.0};
  });
  double pace2 = *problem.speed * *problem.speed + missed.mean();
  if (pace2 == 0)
    pace2 = total<Squares>(threads, n, [&](std::size_t i) -> Squares {
              const double v = problem.lightness[i] * problem.rho[i] * norm(problem.q[i]);
              return {v * v, 1};
            }).mean();
  problem.pace = pace2 > 0 ? std::sqrt(pace2) : 1;
}

void check_sizes(const ContactProblem& problem) {
  const std::size_t n = problem.size();
  const auto fits = [n](const auto& list) { return list.empty() || list.size() == n; };
  CAIRN_ASSERT(problem.bias.size() == n);
  CAIRN_ASSERT(fits(problem.compliance));
  CAIRN_ASSERT(fits(problem.restitution));
  CAIRN_ASSERT(fits(problem.key_order));
  CAIRN_ASSERT(fits(problem.blocks));
  CAIRN_ASSERT(problem.has_bodies() || problem.matrix.size() == n);
  CAIRN_ASSERT(problem.mobility.empty() || problem.mobility.size() == problem.bodies.size());
  CAIRN_ASSERT(!(problem.step < 0) && !(problem.speed.value_or(0) < 0));
}

// NaN passes these comparisons: the stepper reports it.
void check_block(const ContactProblem& problem, std::size_t i) {
  constexpr double kUnit = 1e-6;  // tolerance of unit vectors
  const AdmissibleSet& set = problem.sets[i];
  CAIRN_ASSERT(!(set.friction < 0) && !(set.cohesion < 0) && !(set.limit < 0));
  CAIRN_ASSERT(!(set.slip < 0) && !(set.slip > set.friction) && !(set.across <= 0));
  const Vec3 e = problem.compliance.empty() ? Vec3{} : problem.compliance[i];
  CAIRN_ASSERT(!(e.x < 0) && !(e.y < 0) && !(e.z < 0));
  if (!problem.has_bodies()) return;
  const Block& block = problem.blocks[i];
  CAIRN_ASSERT(!(std::abs(norm2(block.n) - 1) > kUnit) && !(std::abs(norm2(block.t1) - 1) > kUnit));
  CAIRN_ASSERT(!(std::abs(dot(block.n, block.t1)) > kUnit));
  const BodyState &a = problem.bodies[block.a], &b = problem.bodies[block.b];
  CAIRN_ASSERT(!(a.inverse_mass < 0) && !(b.inverse_mass < 0));
  CAIRN_ASSERT(!(std::min(a.inverse_moment, b.inverse_moment) < 0) || !problem.mobility.empty());
}

}  // namespace

void check_given(const ContactProblem& problem) {
  check_sizes(problem);
  for (std::size_t i = 0; i < problem.size(); ++i) check_block(problem, i);
}

void check_prepared(const ContactProblem& problem) {
  const std::size_t n = problem.size();
  CAIRN_ASSERT(problem.q.size() == n && problem.bias.size() == n);
  CAIRN_ASSERT(problem.diagonal.size() == n && problem.rho.size() == n && problem.local.size() == n);
  CAIRN_ASSERT(!(problem.scale <= 0) && !(problem.pace < 0));
  CAIRN_ASSERT(problem.lightness.size() == (problem.pace > 0 ? n : 0));
  if (!problem.has_bodies()) return;
  CAIRN_ASSERT(problem.blocks.size() == n && problem.share.size() == n);
  CAIRN_ASSERT(problem.share_begin.size() == problem.bodies.size() + 1);
  CAIRN_ASSERT(problem.share_begin.back() <= 2 * n);
}

bool ContactProblem::is_associated() const {
  return std::ranges::all_of(sets, &AdmissibleSet::is_associated);
}

std::size_t ContactProblem::couplings() const {
  if (!has_bodies()) return matrix.block.size();
  CAIRN_ASSERT(share_begin.size() == bodies.size() + 1);
  std::size_t sum = size();
  for (std::size_t b = 0; b + 1 < share_begin.size(); ++b) {
    const std::size_t blocks_of_body = share_begin[b + 1] - share_begin[b];
    sum += blocks_of_body * blocks_of_body;
  }
  return sum;
}

void prepare(ContactProblem& problem, Threads& threads) {
  const std::size_t n = problem.size();
  check_sizes(problem);
  problem.q.resize(n);
  problem.diagonal.resize(n);
  problem.rho.resize(n);
  problem.local.resize(n);
  if (problem.has_bodies()) plan_shares(problem);
  parallel_for(threads, n, kChunk, [&](std::size_t begin, std::size_t end, std::size_t) {
    // q, N_ii and local steps of every block.
    for (std::size_t i = begin; i < end; ++i) {
      check_block(problem, i);
      Mat3 w;
      problem.q[i] = problem.bias[i];
      if (problem.has_bodies()) {
        const Block& block = problem.blocks[i];
        problem.q[i] += relative_velocity(block, problem.bodies[block.a], problem.bodies[block.b]);
        w = own_block(problem, i);
      } else {
        const Mat3* own = problem.matrix.find(i, static_cast<std::uint32_t>(i));
        w = own ? *own : Mat3{{}, {}, {}};
      }
      if (!problem.compliance.empty()) w = w + diagonal(problem.compliance[i]);
      CAIRN_ASSERT(!problem.has_bodies() || !(w.row0.x < 0 || w.row1.y < 0 || w.row2.z < 0));
      const double largest = largest_eigenvalue(w);
      problem.diagonal[i] = w;
      problem.rho[i] = largest > 0 ? 1 / largest : 0;
      problem.local[i] = local_step(w);
    }
  });
  // Scale of the residual.
  const double sum = total<double>(
      threads, n, [&](std::size_t i) { return problem.rho[i] * problem.rho[i] * norm2(problem.q[i]); });
  problem.scale = sum > 0 ? std::sqrt(sum) : 1;
  find_pace(problem, threads);
  check_prepared(problem);
}

Mat3 coupling(const ContactProblem& problem, std::uint32_t i, std::uint32_t j) {
  CAIRN_ASSERT(i < problem.blocks.size() && j < problem.blocks.size());
  Mat3 sum{{}, {}, {}};
  const Block &p = problem.blocks[i], &q = problem.blocks[j];
  // One term per common mobile body; the sign depends on the sides.
  const auto add = [&](std::uint32_t body, const Vec3& arm_p, const Vec3& arm_q, double sign) {
    if (!is_mobile(problem.bodies[body])) return;
    sum = sum + sign * coupling(jacobian(p, arm_p), mobility_of(problem, body), jacobian(q, arm_q));
  };
  if (p.a == q.a) add(p.a, p.arm_a, q.arm_a, 1);
  if (p.a == q.b) add(p.a, p.arm_a, q.arm_b, -1);
  if (p.b == q.a) add(p.b, p.arm_b, q.arm_a, -1);
  if (p.b == q.b) add(p.b, p.arm_b, q.arm_b, 1);
  return sum;
}

}  // namespace cairn
