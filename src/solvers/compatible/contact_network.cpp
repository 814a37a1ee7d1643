#include "solvers/compatible/contact_network.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/assert.h"

namespace cairn {
namespace {

// A contact counts as touching within this many tolerances of the solver.
constexpr double kSafety = 10;
// A freedom that moves every contact by less than this share is dropped: balls without friction do not turn.
constexpr double kNoMotion = 1e-9;

// One independent motion of a body.
struct Freedom {
  Vec3 shift, turn;
};

// An orthonormal basis of the range of a symmetric matrix.
std::vector<Vec3> range_of(const Mat3& a) {
  const double size = std::max({norm(a.row0), norm(a.row1), norm(a.row2)});
  std::vector<Vec3> basis;
  for (int k = 0; k < 3; ++k) {
    Vec3 rest = a.column(k);
    for (const Vec3& e : basis) rest = rest - dot(e, rest) * e;
    if (norm(rest) > 1e-9 * size && size > 0) basis.push_back(unit(rest));
  }
  return basis;
}

// The independent motions of a body: along its mobile axes, and about them.
std::vector<Freedom> freedoms_of(const ContactProblem& problem, std::uint32_t i) {
  const BodyState& body = problem.bodies[i];
  const std::vector<Vec3> axes{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, none;
  const Mobility* mobility = body.inverse_moment < 0 ? problem.mobility_of(i) : nullptr;
  const std::vector<Vec3> shifts = mobility != nullptr     ? range_of(mobility->inverse_mass)
                                   : body.inverse_mass > 0 ? axes
                                                           : none;
  const std::vector<Vec3> turns = mobility != nullptr       ? range_of(mobility->inverse_inertia)
                                  : body.inverse_moment > 0 ? axes
                                                            : none;
  std::vector<Freedom> freedoms;
  for (const Vec3& e : shifts) freedoms.push_back({e, {}});
  for (const Vec3& e : turns) freedoms.push_back({{}, e});
  return freedoms;
}

// An element seen from one of its bodies.
struct Meeting {
  std::uint32_t element;
  double sign;
  Vec3 arm;
};

}  // namespace

ContactNetwork::ContactNetwork(const ContactProblem& problem, const ContactSolution& solution,
                               std::span<const double> stiffness, double tangential, double tolerance)
    : root_(std::sqrt(tangential)) {
  check_prepared(problem);
  CAIRN_ASSERT(tangential > 0 && tolerance >= 0);
  CAIRN_ASSERT(problem.has_bodies() && stiffness.size() <= problem.size());
  CAIRN_ASSERT(solution.impulse.size() == problem.size() && solution.velocity.size() == problem.size());
  choose_elements(problem, solution, stiffness, tolerance);
  take_given(solution);
  place_freedoms(problem);
  gather(given_, force_);
  lay_out_matrix();
}

// Keeps the closed contacts: sticking ones as cones, sliding ones as lines.
void ContactNetwork::choose_elements(const ContactProblem& problem, const ContactSolution& solution,
                                     std::span<const double> stiffness, double tolerance) {
  const double reach = kSafety * tolerance * problem.scale;
  double stiffest = 0;
  for (std::uint32_t k = 0; k < stiffness.size(); ++k) {
    const AdmissibleSet& set = problem.sets[k];
    const double rho = problem.rho[k];
    if (set.kind == SetKind::box || rho == 0) continue;
    const Vec3 u = corrected(set, solution.velocity[k]);
    const double mu = set.kind == SetKind::cone ? set.friction : 0, slip = std::hypot(u.y, u.z);
    if (rho * (u.x - mu * slip) > reach) continue;
    NetworkElement element{.block = k, .stiffness = stiffness[k], .direction = {1, 0, 0}};
    element.is_cone = mu > 0 && rho * slip <= reach;
    if (element.is_cone) {
      element.friction = mu / root_;
    } else if (mu > 0) {
      const double length = std::hypot(1.0, mu / root_);
      element.direction = Vec3{1, -mu * u.y / slip, -mu * u.z / slip} / length;
    }
    stiffest = std::max(stiffest, element.stiffness);
    elements_.push_back(element);
  }
  // Stiffnesses relative to the largest.
  for (NetworkElement& element : elements_) element.stiffness /= stiffest;
}

// The part of the solution that the elements can transmit. It omits no more than the residual of the
// solution.
void ContactNetwork::take_given(const ContactSolution& solution) {
  given_.resize(elements_.size());
  double largest = 0;
  for (std::size_t e = 0; e < elements_.size(); ++e) {
    const Vec3& gamma = solution.impulse[elements_[e].block];
    given_[e] = elements_[e].is_cone
                    ? project_cone(elements_[e].friction, {gamma.x, gamma.y / root_, gamma.z / root_})
                    : Vec3{std::max(0.0, gamma.x / elements_[e].direction.x), 0, 0};
    largest = std::max(largest, norm(given_[e]));
  }
  unit_ = largest > 0 ? largest : 1;
  for (Vec3& y : given_) y = y / unit_;
}

void ContactNetwork::place_freedoms(const ContactProblem& problem) {
  // Collect the elements of each mobile body. Bodies keep the order in which elements first name them,
  // because the local order changes when a run is resumed.
  std::vector<std::vector<Meeting>> meetings(problem.bodies.size());
  std::vector<std::uint32_t> met;
  const auto meet = [&](std::uint32_t body, const Meeting& at) {
    if (!is_mobile(problem.bodies[body])) return;
    if (meetings[body].empty()) met.push_back(body);
    meetings[body].push_back(at);
  };
  for (std::uint32_t e = 0; e < elements_.size(); ++e) {
    const Block& block = problem.blocks[elements_[e].block];
    meet(block.a, {e, -1, block.arm_a});
    meet(block.b, {e, 1, block.arm_b});
  }
  std::vector<std::vector<Term>> found(elements_.size());
  // Velocity of an element's contact under one freedom.
  const auto motion = [&](const Meeting& at, const Freedom& freedom) -> Vec3 {
    const NetworkElement& element = elements_[at.element];
    const Block& block = problem.blocks[element.block];
    const Vec3 speed = at.sign * to_block(block, freedom.shift + cross(freedom.turn, at.arm));
    if (!element.is_cone) return {dot(element.direction, speed), 0, 0};
    return {speed.x, root_ * speed.y, root_ * speed.z};
  };
  // Rotations are scaled by the longest arm; freedoms that move no contact are skipped.
  for (const std::uint32_t b : met) {
    double arm = 0;
    for (const Meeting& at : meetings[b]) arm = std::max(arm, norm(at.arm));
    for (Freedom freedom : freedoms_of(problem, b)) {
      if (arm > 0) freedom.turn = freedom.turn / arm;
      double most = 0;
      for (const Meeting& at : meetings[b]) most = std::max(most, norm(motion(at, freedom)));
      if (most <= kNoMotion) continue;
      for (const Meeting& at : meetings[b]) {
        // A body in contact with its own periodic image has both sides in one term.
        std::vector<Term>& row = found[at.element];
        const bool is_new = row.empty() || row.back().column != freedoms_;
        if (is_new) row.push_back({freedoms_, {}});
        row.back().value = is_new ? motion(at, freedom) : row.back().value + motion(at, freedom);
      }
      ++freedoms_;
    }
  }
  // Store the terms of each element, sorted by column.
  for (std::size_t e = 0; e < elements_.size(); ++e) {
    std::ranges::sort(found[e], {}, &Term::column);
    elements_[e].begin = static_cast<std::uint32_t>(terms_.size());
    terms_.insert(terms_.end(), found[e].begin(), found[e].end());
    elements_[e].end = static_cast<std::uint32_t>(terms_.size());
  }
}

// Pattern of Bᵀ G B, and for every element and pair of its terms the index of the matrix value.
void ContactNetwork::lay_out_matrix() {
  const auto each_pair = [&](auto&& visit) {
    for (const NetworkElement& element : elements_)
      for (std::uint32_t i = element.begin; i < element.end; ++i)
        for (std::uint32_t j = i; j < element.end; ++j)
          visit(std::uint64_t(terms_[i].column) << 32 | std::uint64_t(terms_[j].column));
  };
  std::vector<std::uint64_t> keys;
  each_pair([&](std::uint64_t key) { keys.push_back(key); });
  std::ranges::sort(keys);
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  matrix_.begin.assign(freedoms() + 1, 0);
  matrix_.row.resize(keys.size());
  matrix_.value.resize(keys.size());
  diagonal_.resize(freedoms());
  for (std::size_t k = 0; k < keys.size(); ++k) {
    const auto column = static_cast<std::size_t>(keys[k] >> 32);
    matrix_.row[k] = static_cast<int>(keys[k] & 0xffffffff);
    ++matrix_.begin[column + 1];
    if (matrix_.row[k] == static_cast<int>(column)) diagonal_[column] = static_cast<int>(k);
  }
  for (std::size_t c = 0; c < freedoms(); ++c) matrix_.begin[c + 1] += matrix_.begin[c];
  slots_.clear();
  each_pair([&](std::uint64_t key) {
    slots_.push_back(static_cast<int>(std::ranges::lower_bound(keys, key) - keys.begin()));
  });
}

bool ContactNetwork::counts(const NetworkElement& element, int component) const {
  return std::ranges::any_of(terms(element),
                             [&](const Term& term) { return std::abs(term.value[component]) > kNoMotion; });
}

std::size_t ContactNetwork::components() const {
  std::size_t sum = 0;
  for (const NetworkElement& element : elements_)
    for (int c = 0; c < 3; ++c) sum += counts(element, c);
  return sum;
}

Vec3 ContactNetwork::impulse(std::size_t e, const Vec3& y) const {
  CAIRN_ASSERT(e < elements_.size());
  const Vec3 gamma =
      elements_[e].is_cone ? Vec3{y.x, root_ * y.y, root_ * y.z} : y.x * elements_[e].direction;
  return unit_ * gamma;
}

void ContactNetwork::gather(std::span<const Vec3> y, std::vector<double>& force) const {
  CAIRN_ASSERT(y.size() == elements_.size());
  force.assign(freedoms(), 0);
  for (std::size_t e = 0; e < elements_.size(); ++e)
    for (const Term& term : terms(elements_[e]))
      force[static_cast<std::size_t>(term.column)] += dot(term.value, y[e]);
}

void ContactNetwork::compress(std::span<const double> d, std::vector<Vec3>& c) const {
  CAIRN_ASSERT(d.size() == freedoms());
  c.assign(elements_.size(), {});
  for (std::size_t e = 0; e < elements_.size(); ++e)
    for (const Term& term : terms(elements_[e]))
      c[e] = c[e] - d[static_cast<std::size_t>(term.column)] * term.value;
}

const SparseMatrix& ContactNetwork::stiffness_matrix(std::span<const Mat3> g) {
  CAIRN_ASSERT(g.size() == elements_.size());
  std::ranges::fill(matrix_.value, 0.0);
  std::size_t slot = 0;
  for (std::size_t e = 0; e < elements_.size(); ++e) {
    const std::span<const Term> row = terms(elements_[e]);
    for (std::size_t i = 0; i < row.size(); ++i) {
      const Vec3 weighted = g[e] * row[i].value;
      for (std::size_t j = i; j < row.size(); ++j)
        matrix_.value[static_cast<std::size_t>(slots_[slot++])] += dot(weighted, row[j].value);
    }
  }
  CAIRN_ASSERT(slot == slots_.size());
  return matrix_;
}

}  // namespace cairn
