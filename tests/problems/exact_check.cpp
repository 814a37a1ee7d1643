#include "problems/exact_check.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace cairn::problems {
namespace {

constexpr Real kEpsilon = std::numeric_limits<double>::epsilon();

Triple of(const Vec3& v) { return {v.x, v.y, v.z}; }
Triple operator+(const Triple& a, const Triple& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }
Triple operator-(const Triple& a, const Triple& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
Triple operator*(Real s, const Triple& a) { return {s * a[0], s * a[1], s * a[2]}; }
Real dot(const Triple& a, const Triple& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
Real norm(const Triple& a) { return std::sqrt(dot(a, a)); }
Triple cross(const Triple& a, const Triple& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

Real trace_of(const Mat3& m) { return m.row0.x + m.row1.y + m.row2.z; }

struct Motion {
  Triple velocity{}, spin{};
};

struct Frame {
  Triple axis[3];
};
Frame frame_of(const Block& block) {
  const Triple n = of(block.n), t = of(block.t1);
  return {{n, t, cross(n, t)}};
}

// M⁻¹ of one body applied to an impulse and an angular impulse.
Motion answer(const ContactProblem& problem, std::uint32_t body, const Triple& impulse, const Triple& turn) {
  const BodyState& state = problem.bodies[body];
  if (state.inverse_mass == 0 && state.inverse_moment == 0) return {};
  if (state.inverse_moment >= 0)
    return {static_cast<Real>(state.inverse_mass) * impulse, static_cast<Real>(state.inverse_moment) * turn};
  const Mobility& mobility = problem.mobility[body];
  Motion result;
  for (int k = 0; k < 3; ++k) {
    result.velocity[k] = dot(of(mobility.inverse_mass.row(k)), impulse);
    result.spin[k] = dot(of(mobility.inverse_inertia.row(k)), turn);
  }
  return result;
}

// D γ of one block: what it adds to the velocities of its bodies.
void push(const ContactProblem& problem, std::size_t i, const Triple& gamma, std::vector<Motion>& motion) {
  const Block& block = problem.blocks[i];
  const Frame frame = frame_of(block);
  const Triple p = gamma[0] * frame.axis[0] + (gamma[1] * frame.axis[1] + gamma[2] * frame.axis[2]);
  for (const Real side : {Real(-1), Real(1)}) {
    const std::uint32_t body = side < 0 ? block.a : block.b;
    const Triple arm = of(side < 0 ? block.arm_a : block.arm_b);
    const Motion more = answer(problem, body, side * p, side * cross(arm, p));
    motion[body].velocity = motion[body].velocity + more.velocity;
    motion[body].spin = motion[body].spin + more.spin;
  }
}

Triple seen_by(const ContactProblem& problem, std::size_t i, const std::vector<Motion>& motion) {
  const Block& block = problem.blocks[i];
  const Motion &a = motion[block.a], &b = motion[block.b];
  const Triple w =
      (b.velocity + cross(b.spin, of(block.arm_b))) - (a.velocity + cross(a.spin, of(block.arm_a)));
  const Frame frame = frame_of(block);
  return {dot(frame.axis[0], w), dot(frame.axis[1], w), dot(frame.axis[2], w)};
}

Triple compliance_of(const ContactProblem& problem, std::size_t i) {
  return problem.compliance.empty() ? Triple{} : of(problem.compliance[i]);
}

// N x.
std::vector<Triple> product(const ContactProblem& problem, const std::vector<Triple>& x) {
  std::vector<Motion> motion(problem.bodies.size());
  for (std::size_t i = 0; i < x.size(); ++i) push(problem, i, x[i], motion);
  std::vector<Triple> y(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    const Triple soft = compliance_of(problem, i);
    y[i] = seen_by(problem, i, motion);
    for (int k = 0; k < 3; ++k) y[i][k] += soft[k] * x[i][k];
  }
  return y;
}

// q: velocities without impulses.
std::vector<Triple> free_velocities(const ContactProblem& problem) {
  std::vector<Motion> motion;
  for (const BodyState& body : problem.bodies) motion.push_back({of(body.velocity), of(body.spin)});
  std::vector<Triple> q(problem.blocks.size());
  for (std::size_t i = 0; i < q.size(); ++i) q[i] = seen_by(problem, i, motion) + of(problem.bias[i]);
  return q;
}

// Largest eigenvalue of N_ii: by the characteristic polynomial of a symmetric matrix, trigonometric form.
Real largest_eigenvalue(const ContactProblem& problem, std::size_t i) {
  Triple column[3];
  for (int k = 0; k < 3; ++k) {
    std::vector<Motion> motion(problem.bodies.size());
    Triple unit{};
    unit[k] = 1;
    push(problem, i, unit, motion);
    column[k] = seen_by(problem, i, motion);
    column[k][k] += compliance_of(problem, i)[k];
  }
  const Real mean = (column[0][0] + column[1][1] + column[2][2]) / 3;
  Real spread = 0;
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) spread += std::pow(column[c][r] - (r == c ? mean : 0), 2);
  const Real p = std::sqrt(spread / 6);
  if (p <= 0) return mean;
  Triple scaled[3];
  for (int c = 0; c < 3; ++c)
    for (int r = 0; r < 3; ++r) scaled[c][r] = (column[c][r] - (r == c ? mean : 0)) / p;
  const Real half = std::clamp(dot(scaled[0], cross(scaled[1], scaled[2])) / 2, Real(-1), Real(1));
  return mean + 2 * p * std::cos(std::acos(half) / 3);
}

// Projection onto a half line or onto Coulomb's cone with friction μ.
Triple projection(const AdmissibleSet& set, const Triple& x) {
  if (set.kind == SetKind::half_line) return {std::max(x[0], Real(0)), 0, 0};
  const Real mu = set.friction, t = std::hypot(x[1], x[2]);
  if (t <= mu * x[0]) return x;
  if (mu * t <= -x[0]) return {};
  const Real along = (x[0] + mu * t) / (1 + mu * mu);
  return {along, mu * along * x[1] / t, mu * along * x[2] / t};
}

// The velocity with De Saxcé's term.
Triple corrected(const AdmissibleSet& set, const Triple& u) {
  return {u[0] + static_cast<Real>(set.slip) * std::hypot(u[1], u[2]), u[1], u[2]};
}

// Size of the terms that make up the velocity of a block: its rounding is some ε of them.
std::vector<Real> magnitudes(const ContactProblem& problem, const std::vector<Vec3>& impulse) {
  std::vector<Real> body(problem.bodies.size()), size(impulse.size());
  const auto reach = [&](std::uint32_t b, const Vec3& arm) {
    const BodyState& state = problem.bodies[b];
    const Real moment = state.inverse_moment >= 0 ? static_cast<Real>(state.inverse_moment)
                                                  : trace_of(problem.mobility[b].inverse_inertia);
    const Real r = norm(of(arm));
    return std::pair{static_cast<Real>(state.inverse_mass) + r * moment, 1 + r};
  };
  for (std::size_t b = 0; b < body.size(); ++b)
    body[b] = norm(of(problem.bodies[b].velocity)) + norm(of(problem.bodies[b].spin));
  for (std::size_t i = 0; i < size.size(); ++i) {
    const Block& block = problem.blocks[i];
    body[block.a] += reach(block.a, block.arm_a).first * norm(of(impulse[i]));
    body[block.b] += reach(block.b, block.arm_b).first * norm(of(impulse[i]));
  }
  for (std::size_t i = 0; i < size.size(); ++i) {
    const Block& block = problem.blocks[i];
    size[i] = body[block.a] * (1 + norm(of(block.arm_a))) + body[block.b] * (1 + norm(of(block.arm_b))) +
              norm(of(problem.bias[i])) + norm(compliance_of(problem, i)) * norm(of(impulse[i]));
  }
  return size;
}

}  // namespace

Opinion opinion_of(const ContactProblem& problem, const std::vector<Vec3>& impulse) {
  const std::size_t n = impulse.size();
  std::vector<Triple> gamma(n), miss(n);
  for (std::size_t i = 0; i < n; ++i) gamma[i] = of(impulse[i]);
  const std::vector<Triple> q = free_velocities(problem), change = product(problem, gamma);
  const std::vector<Real> size = magnitudes(problem, impulse);
  Real missed = 0, scale = 0, rounded = 0;
  std::vector<Real> rho(n);
  Opinion opinion;
  for (std::size_t i = 0; i < n; ++i) {
    const Real largest = largest_eigenvalue(problem, i);
    rho[i] = largest > 0 ? 1 / largest : 0;
    const Triple u = corrected(problem.sets[i], change[i] + q[i]);
    miss[i] = gamma[i] - projection(problem.sets[i], gamma[i] - rho[i] * u);
    missed += dot(miss[i], miss[i]);
    scale += rho[i] * rho[i] * dot(q[i], q[i]);
    const Real own =
        kEpsilon * (norm(gamma[i]) + (1 + static_cast<Real>(problem.sets[i].slip)) * rho[i] * size[i]);
    rounded += own * own;
    opinion.z.push_back(gamma[i] - miss[i]);
  }
  const Real unit = scale > 0 ? std::sqrt(scale) : 1;
  opinion.residual = std::sqrt(missed) / unit;
  opinion.round_off = static_cast<Real>(8 + problem.blocks.size()) * std::sqrt(rounded) / unit;
  opinion.d = product(problem, miss);
  const Real roundings = static_cast<Real>(8 + problem.blocks.size()) * std::numeric_limits<Real>::epsilon();
  for (std::size_t i = 0; i < n; ++i) {
    if (rho[i] > 0) opinion.d[i] = opinion.d[i] - (1 / rho[i]) * miss[i];
    const Real steady = rho[i] > 0 ? norm(gamma[i]) / rho[i] : 0;
    opinion.d_error.push_back(roundings * (steady + (1 + static_cast<Real>(problem.sets[i].slip)) * size[i]));
  }
  return opinion;
}

Agreement agreement_of(const ContactProblem& problem, const Opinion& a, const Opinion& b) {
  std::vector<Triple> z(a.z.size());
  for (std::size_t i = 0; i < z.size(); ++i) z[i] = a.z[i] - b.z[i];
  const std::vector<Triple> nz = product(problem, z);
  Agreement result;
  for (std::size_t i = 0; i < z.size(); ++i) {
    result.distance += dot(z[i], nz[i]);
    result.bound -= dot(a.d[i] - b.d[i], z[i]);
    result.bound += (a.d_error[i] + b.d_error[i]) * norm(z[i]);
  }
  return result;
}

}  // namespace cairn::problems
