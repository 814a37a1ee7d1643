#include "agreement/problem_samples.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numbers>

#include "base/random.h"
#include "places.h"
#include "problem/matrix_assembler.h"
#include "text/node.h"

namespace cairn::samples {
namespace {

Threads& one_thread() {
  static Threads threads(1);
  return threads;
}

// Inverse masses may be kept by axis or as a matrix.
[[maybe_unused]] void spread(double value, Vec3& to) { to = {value, value, value}; }
[[maybe_unused]] void spread(double value, Mat3& to) { to = diagonal({value, value, value}); }

Vec3 random_direction(Random& random) {
  for (;;) {
    const Vec3 d{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
    if (norm2(d) > 0.01 && norm2(d) < 1) return unit(d);
  }
}
Vec3 random_vector(Random& random, double size) {
  const double x = random.normal(), y = random.normal(), z = random.normal();
  return size * Vec3{x, y, z};
}

constexpr double kGravity = 9.81, kStep = 0.01;
constexpr Vec3 kFall{0, 0, -kGravity* kStep};

}  // namespace

AdmissibleSet set_of(Law law, double friction) {
  if (law == Law::frictionless) return half_line();
  return cone(friction, law == Law::coulomb ? friction : 0);
}

std::uint32_t ProblemMaker::body(double mass, const Vec3& moments, const Vec3& velocity, const Vec3& spin) {
  BodyState state;
  state.velocity = velocity, state.spin = spin;
  state.inverse_mass = 1 / mass, state.inverse_moment = 1 / moments.x;
  Mobility mobility;
  spread(1 / mass, mobility.inverse_mass);
  mobility.inverse_inertia = diagonal({1 / moments.x, 1 / moments.y, 1 / moments.z});
  if (moments.y != moments.x || moments.z != moments.x) state.inverse_moment = -1;
  problem_.bodies.push_back(state);
  problem_.mobility.resize(problem_.bodies.size(), mobility);
  return static_cast<std::uint32_t>(problem_.bodies.size() - 1);
}

void ProblemMaker::contact(std::uint32_t a, std::uint32_t b, const Vec3& n, const Vec3& arm_a,
                           const Vec3& arm_b, const AdmissibleSet& set, const Vec3& bias,
                           const Vec3& compliance) {
  problem_.blocks.push_back({a, b, 0, n, perpendicular(n), arm_a, arm_b});
  problem_.sets.push_back(set);
  problem_.bias.push_back(bias);
  problem_.compliance.push_back(compliance);
}

void ProblemMaker::turning(std::uint32_t a, std::uint32_t b, const Vec3& n, const AdmissibleSet& set,
                           const Vec3& bias) {
  contact(a, b, n, {}, {}, set, bias);
  problem_.blocks.back().turning = 1;
}

ContactProblem ProblemMaker::finish() {
  if (std::ranges::all_of(problem_.compliance, [](const Vec3& c) { return c == Vec3{}; }))
    problem_.compliance.clear();
  prepare(problem_, one_thread());
  plan_by_colours(assemble(problem_), problem_.sweep);
  return problem_;
}

ContactProblem without_bodies(const ContactProblem& problem) {
  ContactProblem result;
  result.matrix = assemble(problem);
  result.sets = problem.sets, result.bias = problem.q;
  plan_by_colours(result.matrix, result.sweep);
  prepare(result, one_thread());
  return result;
}

ContactProblem from_numbers(const std::vector<double>& matrix, const std::vector<double>& q,
                            const std::vector<double>& friction, Law law) {
  ContactProblem problem;
  const std::size_t n = friction.size(), rows = 3 * n;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      const auto row = [&](std::size_t k) {
        const double* at = &matrix[(3 * i + k) * rows + 3 * j];
        return Vec3{at[0], at[1], at[2]};
      };
      problem.matrix.column.push_back(static_cast<std::uint32_t>(j));
      problem.matrix.block.push_back({row(0), row(1), row(2)});
    }
    problem.matrix.begin.push_back(static_cast<std::uint32_t>(problem.matrix.column.size()));
    problem.sets.push_back(set_of(law, friction[i]));
    problem.bias.push_back({q[3 * i], q[3 * i + 1], q[3 * i + 2]});
  }
  plan_by_colours(problem.matrix, problem.sweep);
  prepare(problem, one_thread());
  return problem;
}

Sample random_problem(std::uint64_t seed, Law law, double friction) {
  Random random(seed);
  ProblemMaker maker;
  const bool redundant = seed % 3 == 1, heavy = seed / 3 % 3 == 1;
  const int contacts = 1 + static_cast<int>(random.uniform() * 64);
  const int bodies = 1 + static_cast<int>(random.uniform() * contacts);
  for (int b = 0; b < bodies; ++b) {
    const double mass = heavy ? std::pow(10.0, random.uniform(0, 6)) : random.uniform(0.5, 2);
    const double x = random.uniform(0.1, 0.2), y = random.uniform(0.1, 0.2), z = random.uniform(0.1, 0.2);
    const Vec3 velocity = random_vector(random, 1), spin = random_vector(random, 1);
    maker.body(mass, mass * (b % 2 ? Vec3{x, y, z} : Vec3{x, x, x}), velocity, spin);
  }
  Vec3 n, arm_a, arm_b;
  std::uint32_t a = 0, b = 0;
  for (int i = 0; i < contacts; ++i) {
    if (!redundant || i % 3 != 2) {
      b = 1 + static_cast<std::uint32_t>(i % bodies);
      a = static_cast<std::uint32_t>(random.uniform() * (bodies + 1));
      if (a == b) a = 0;
      n = random_direction(random);
      arm_a = random.uniform(0.5, 1) * n + random_vector(random, 0.3);
      arm_b = -random.uniform(0.5, 1) * n + random_vector(random, 0.3);
    }
    maker.contact(a, b, n, arm_a, arm_b, set_of(law, random.uniform(0, friction)));
  }
  return {fmt::format("random {}{}{}", seed, redundant ? ", redundant" : "", heavy ? ", mass ratio 1e6" : ""),
          maker.finish(),
          {},
          {}};
}

Sample column(int height, double ratio, Law law) {
  ProblemMaker maker;
  double mass = 1;
  std::uint32_t below = 0;
  for (int k = 0; k < height; ++k, mass *= ratio) {
    const std::uint32_t cube = maker.body(mass, mass / 6 * Vec3{1, 1, 1}, kFall + Vec3{0.01 * k, 0, 0});
    for (const double x : {-0.5, 0.5})
      for (const double y : {-0.5, 0.5})
        maker.contact(below, cube, {0, 0, 1}, {x, y, below ? 0.5 : 0}, {x, y, -0.5}, set_of(law, 0.4));
    below = cube;
  }
  return {fmt::format("column of {}, ratio {}", height, ratio), maker.finish(), {}, {}};
}

Sample pyramid(int base, Law law) {
  ProblemMaker maker;
  std::vector<Vec3> centre{{}};
  for (int layer = 0; layer < base; ++layer) {
    for (int i = 0; i < base - layer; ++i) {
      for (int j = 0; j < base - layer; ++j) {
        const double z = 0.5 + layer * std::numbers::sqrt2 / 2;
        centre.push_back({i + 0.5 * layer, j + 0.5 * layer, z});
        maker.body(1, Vec3{0.1, 0.1, 0.1}, kFall);
      }
    }
  }
  for (std::uint32_t b = 1; b < centre.size(); ++b) {
    if (centre[b].z == 0.5) maker.contact(0, b, {0, 0, 1}, {}, {0, 0, -0.5}, set_of(law, 0.5));
    for (std::uint32_t a = 1; a < b; ++a) {
      const Vec3 d = centre[b] - centre[a];
      if (norm2(d) > 1.001) continue;
      maker.contact(a, b, unit(d), 0.5 * unit(d), -0.5 * unit(d), set_of(law, 0.5));
    }
  }
  return {fmt::format("pyramid of base {}", base), maker.finish(), {}, {}};
}

Sample sliding_cube(double speed, Law law) {
  ProblemMaker maker;
  const std::uint32_t cube = maker.body(1, Vec3{1, 1, 1} / 6, kFall + Vec3{speed, 0, 0});
  for (const double x : {-0.5, 0.5})
    for (const double y : {-0.5, 0.5})
      maker.contact(0, cube, {0, 0, 1}, {x, y, 0}, {x, y, -0.5}, set_of(law, 0.3));
  return {fmt::format("cube sliding at {} m/s", speed), maker.finish(), {}, {}};
}

Sample linkage(Law law) {
  ProblemMaker maker;
  const AdmissibleSet joint{SetKind::box, {Component::free, Component::free, Component::free}};
  std::uint32_t before = 0;
  for (int k = 0; k < 3; ++k) {
    const Vec3 spin{0.1 * k, -0.2, 0.3};
    const std::uint32_t link = maker.body(1 + k, (1.0 + k) * Vec3{0.1, 0.02, 0.1}, kFall, spin);
    maker.contact(before, link, {0, 0, 1}, {0, before ? 0.5 : 0, 0}, {0, -0.5, 0}, joint);
    before = link;
  }
  AdmissibleSet motor{SetKind::box, {Component::bounded, Component::none, Component::none}};
  motor.cohesion = 0.01;
  maker.turning(0, 1, {1, 0, 0}, motor, {-2, 0, 0});
  motor.cohesion = 100;
  maker.turning(1, 2, {1, 0, 0}, motor, {0.3, 0, 0});
  maker.turning(2, 3, {0, 0, 1}, {SetKind::box, {Component::push, Component::pull, Component::none}},
                {-0.2, 0.1, 0});
  maker.contact(0, 3, {0, 0, 1}, {}, {0.05, 0.5, 0}, set_of(law, 0.6), {-1, 0, 0});
  return {"linkage", maker.finish(), {}, {}};
}

std::vector<Sample> single_contacts() {
  std::vector<Sample> result;
  const auto add = [&](const char* name, const Vec3& velocity, const AdmissibleSet& set,
                       const Vec3& compliance = {}) {
    ProblemMaker maker;
    const std::uint32_t ball = maker.body(2, Vec3{0.1, 0.1, 0.1}, velocity);
    maker.contact(0, ball, {0, 0, 1}, {}, {0, 0, -0.5}, set, {}, compliance);
    result.push_back({name, maker.finish(), {}, {}, true});
  };
  AdmissibleSet glued = cone(0.5, 0.5);
  glued.cohesion = 0.3;
  add("separating obliquely, cone", {1, 0, 0.3}, cone(0.5, 0));
  add("separating obliquely, coulomb", {1, 0, 0.3}, cone(0.5, 0.5));
  add("held by cohesion", {0.01, 0, 0.1}, glued);
  add("torn from cohesion", {0.02, 0, 0.9}, glued);
  add("compliant", {1, 0, -0.3}, cone(0.5, 0.5), {0.2, 0.1, 0.1});
  add("little dilatancy", {1, 0, -0.3}, cone(0.5, 0.4));
  add("no friction in a cone", {1, 0, -0.3}, cone(0, 0));
  AdmissibleSet sticky = half_line();
  sticky.cohesion = 0.1;
  add("half line with cohesion", {1, 0, 0.3}, sticky);
  // Moves along the normal alone, past a wall that slips.
  result.push_back(
      {"piston", from_numbers({0.5, 0, 0, 0, 0, 0, 0, 0, 0}, {-1, 0.2, 0}, {0.5}, Law::coulomb), {}, {}});
  return result;
}

std::vector<Sample> quick_samples() {
  std::vector<Sample> result = single_contacts();
  for (const Law law : {Law::frictionless, Law::cone, Law::coulomb}) {
    const std::string suffix = law == Law::frictionless ? ", frictionless"
                               : law == Law::cone       ? ", cone"
                                                        : ", coulomb";
    std::vector<Sample> some;
    some.push_back(column(1, 1, law));
    some.push_back(column(4, 1, law));
    some.push_back(column(3, 10, law));
    some.push_back(pyramid(3, law));
    some.push_back(sliding_cube(0.5, law));
    some.push_back(sliding_cube(0.02, law));
    some.push_back(linkage(law));
    for (std::uint64_t seed = 1; seed <= 9; ++seed) some.push_back(random_problem(seed, law, 0.3));
    for (Sample& sample : some) sample.name += suffix, result.push_back(std::move(sample));
  }
  return result;
}

std::vector<Sample> stored_samples(Law law) {
  const std::string path = in_source_tree("../shared/oracles/o05_friction_set.json");
  std::vector<Sample> result;
  if (!std::filesystem::exists(path)) return result;
  const Tree tree = Tree::from_file(path);
  const auto numbers = [](const Node& list) {
    std::vector<double> values;
    const auto add = [&](const auto& self, const Node& node) -> void {
      if (node.is_scalar()) values.push_back(std::stod(std::string(node.text())));
      for (const Node* item = node.first; item; item = item->next) self(self, *item);
    };
    add(add, list);
    return values;
  };
  const Node* problems = tree.root().find("problems");
  for (const Node* item = problems->first; item; item = item->next) {
    const auto d = static_cast<std::size_t>(numbers(*item->find("d"))[0]);
    const std::vector<double> mu = numbers(*item->find("mu")), w = numbers(*item->find("W")),
                              q = numbers(*item->find("q"));
    const std::vector<double> p = numbers(*item->find(law == Law::cone ? "p_ccp" : "p_ncp")),
                              u = numbers(*item->find(law == Law::cone ? "u_ccp" : "u_ncp"));
    // Plane problems get a third row that nothing moves.
    const std::size_t n = mu.size();
    std::vector<double> matrix(9 * n * n, 0), free(3 * n, 0);
    Sample sample;
    for (std::size_t i = 0; i < d * n; ++i) {
      const std::size_t row = i / d * 3 + i % d;
      free[row] = q[i];
      for (std::size_t j = 0; j < d * n; ++j) matrix[row * 3 * n + j / d * 3 + j % d] = w[i * d * n + j];
    }
    for (std::size_t i = 0; i < n; ++i) {
      sample.impulse.push_back({p[d * i], p[d * i + 1], d == 3 ? p[d * i + 2] : 0});
      sample.velocity.push_back({u[d * i], u[d * i + 1], d == 3 ? u[d * i + 2] : 0});
    }
    sample.name = fmt::format("stored {}, {}", result.size(), law == Law::cone ? "cone" : "coulomb");
    sample.problem = from_numbers(matrix, free, mu, law);
    sample.regular = numbers(*item->find("rank"))[0] == static_cast<double>(d * n);
    result.push_back(std::move(sample));
  }
  return result;
}

}  // namespace cairn::samples
