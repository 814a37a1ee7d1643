#include "network.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "problem/residual.h"
#include "solvers/solver.h"
#include "step/compatible_step.h"

namespace cairn::python {
namespace {

constexpr double kUnit = 1e-6;  // how far the length of a given normal may be from 1
constexpr std::uint64_t kMostIterations = 100'000;
constexpr double kStep = 1;  // s, so that impulses are forces

// Arrays of the caller: bodies by index, contacts with the indices of their bodies. -1 is the ground.
struct Given {
  std::vector<std::array<std::int64_t, 2>> pairs;
  std::vector<Vec3> point, normal;            // per contact
  std::vector<double> friction, stiffness;    // per contact
  std::vector<Vec3> position, force, torque;  // per body; torques about the centres
  std::vector<double> mass;                   // per body; 0: fixed
  Vec3 gravity;
  int dimension = 3;
};

void require(bool holds, const char* name, std::size_t index, const std::string& expected) {
  if (!holds) throw InputError(fmt::format("{}[{}]: expected {}", name, index, expected));
}

void check(const Given& given) {
  const auto bodies = static_cast<std::int64_t>(given.mass.size());
  for (std::size_t k = 0; k < given.mass.size(); ++k) {
    require(given.mass[k] >= 0 && std::isfinite(given.mass[k]), "mass", k, "0 (fixed) or more");
    require(is_finite(given.position[k]), "position", k, "finite numbers");
    require(is_finite(given.force[k]) && is_finite(given.torque[k]), "force", k, "finite numbers");
  }
  for (std::size_t k = 0; k < given.pairs.size(); ++k) {
    const auto [a, b] = given.pairs[k];
    const auto is_body = [&](std::int64_t i) { return i >= -1 && i < bodies; };
    require(is_body(a) && is_body(b) && a != b, "bodies", k,
            fmt::format("two bodies out of 0 to {}, or -1 for the ground, got ({}, {})", bodies - 1, a, b));
    const Vec3& n = given.normal[k];
    require(std::abs(norm(n) - 1) <= kUnit, "normal", k, "a vector of length 1 from A to B");
    require(given.dimension == 3 || std::abs(n.y) <= kUnit, "normal", k, "a vector in the x-z plane");
    require(is_finite(given.point[k]), "point", k, "finite numbers");
    require(given.friction[k] >= 0 && std::isfinite(given.friction[k]), "friction", k, "0 or more");
    require(given.stiffness[k] > 0 && std::isfinite(given.stiffness[k]), "stiffness", k, "a number above 0");
  }
}

Given given_in(const py::dict& arrays) {
  Given given;
  const Doubles mass = doubles_in(arrays["mass"], "mass"), pairs = doubles_in(arrays["bodies"], "bodies");
  const auto n = static_cast<std::size_t>(mass.size()), m = static_cast<std::size_t>(pairs.size()) / 2;
  given.mass.assign(mass.data(), mass.data() + n);
  for (std::size_t k = 0; k < m; ++k)
    given.pairs.push_back({std::llround(pairs.data()[2 * k]), std::llround(pairs.data()[2 * k + 1])});
  given.point = vectors_in(arrays["point"], m, "point");
  given.normal = vectors_in(arrays["normal"], m, "normal");
  given.friction = numbers_in(arrays["friction"], m, "friction");
  given.stiffness = numbers_in(arrays["stiffness"], m, "stiffness");
  given.position = vectors_in(arrays["position"], n, "position");
  given.force = vectors_in(arrays["force"], n, "force");
  given.torque = vectors_in(arrays["torque"], n, "torque");
  given.gravity = vector_in(arrays["gravity"], "gravity");
  given.dimension = arrays["dimension"].cast<int>();
  check(given);
  return given;
}

// A ball as large as the longest arm of its contacts. The moment matters only for bodies that turn.
double moment_of(const Given& given, std::size_t body, double arm) {
  return 0.4 * given.mass[body] * (arm > 0 ? arm * arm : 1);
}

void put_bodies(const Given& given, ContactProblem& problem) {
  const std::size_t n = given.mass.size();
  std::vector<double> arm(n, 0);
  for (std::size_t k = 0; k < given.pairs.size(); ++k)
    for (const std::int64_t i : given.pairs[k])
      if (i >= 0) {
        const auto body = static_cast<std::size_t>(i);
        arm[body] = std::max(arm[body], norm(given.point[k] - given.position[body]));
      }
  problem.bodies.assign(n + 1, {});  // the last one is the ground
  if (given.dimension == 2) problem.mobility.assign(n + 1, {});
  for (std::size_t i = 0; i < n; ++i) {
    if (given.mass[i] == 0) continue;
    BodyState& body = problem.bodies[i];
    const double lightness = 1 / given.mass[i], turning = 1 / moment_of(given, i, arm[i]);
    body.inverse_mass = lightness;
    body.inverse_moment = turning;
    const Mobility* mobility = nullptr;
    if (given.dimension == 2) {
      body.inverse_moment = -1;
      problem.mobility[i] = {diagonal({lightness, 0, lightness}), diagonal({0, turning, 0})};
      mobility = &problem.mobility[i];
    }
    push(body, mobility, kStep * (given.force[i] + given.mass[i] * given.gravity), kStep * given.torque[i]);
  }
}

ContactProblem problem_of(const Given& given, Threads& threads) {
  ContactProblem problem;
  put_bodies(given, problem);
  const auto ground = static_cast<std::uint32_t>(given.mass.size());
  const auto local = [&](std::int64_t i) { return i < 0 ? ground : static_cast<std::uint32_t>(i); };
  const auto arm = [&](std::int64_t i, const Vec3& point) {
    return i < 0 ? Vec3{} : point - given.position[static_cast<std::size_t>(i)];
  };
  for (std::size_t k = 0; k < given.pairs.size(); ++k) {
    const auto [a, b] = given.pairs[k];
    const Vec3 n = unit(given.normal[k]);
    const Vec3 t1 = given.dimension == 2 ? unit(cross({0, 1, 0}, n)) : perpendicular(n);
    problem.blocks.push_back({local(a), local(b), 0, n, t1, arm(a, given.point[k]), arm(b, given.point[k])});
    const double mu = given.friction[k];
    problem.sets.push_back(mu > 0 ? cone(mu, mu) : half_line());
    problem.bias.emplace_back();
  }
  problem.step = kStep;
  plan_in_order(problem.size(), problem.sweep);
  prepare(problem, threads);
  return problem;
}

py::dict balanced(const py::dict& arrays, const CompatibleMethod& method, double tolerance,
                  int thread_count) {
  Given given = given_in(arrays);
  Problem posed;
  ContactSolution solution;
  CompatibleStep step;
  StepForces forces;
  SolveReport report;
  {
    const py::gil_scoped_release free;
    Threads threads(thread_count);
    posed.contacts = problem_of(given, threads);
    report =
        solvers().make("auto")->solve(posed.contacts, solution, {tolerance, kMostIterations, 0}, threads);
    const double reached = residual(posed.contacts, solution.impulse, solution.velocity, threads);
    forces =
        step.find(posed.contacts, solution, given.stiffness, method, std::max(tolerance, reached), kStep);
  }
  std::vector<Vec3> force, compatible, acceleration;
  py::array_t<std::int8_t> stressed(static_cast<py::ssize_t>(given.pairs.size()));
  for (std::size_t k = 0; k < given.pairs.size(); ++k) {
    force.push_back(to_world(posed.contacts.blocks[k], solution.impulse[k]) / kStep);
    compatible.push_back(step.of_contact(k).force);
    stressed.mutable_data()[k] = step.of_contact(k).self_stressed;
  }
  for (std::size_t i = 0; i < given.mass.size(); ++i)
    acceleration.push_back(solution.bodies[i].velocity / kStep);
  py::dict found, fields = fields_of(forces);
  fields["solved"] = report.converged;
  fields["residual"] = report.residual;
  found["force"] = array_of(force);
  found["force_compatible"] = array_of(compatible);
  found["self_stressed"] = stressed;
  found["acceleration"] = array_of(acceleration);
  found["report"] = fields;
  found["problem"] = std::move(posed);
  return found;
}

}  // namespace

py::dict fields_of(const StepForces& r) {
  py::dict fields;
  fields["converged"] = r.converged;
  fields["iterations"] = r.iterations;
  fields["balance"] = r.balance;
  fields["contacts"] = r.contacts;
  fields["components"] = r.components;
  fields["rank"] = r.rank;
  fields["self_stresses"] = r.self_stresses();
  fields["mechanisms"] = r.mechanisms();
  fields["unique"] = r.unique;
  fields["self_stressed"] = r.self_stressed;
  fields["max_force"] = r.max_force;
  fields["max_difference"] = r.max_difference;
  fields["rms_difference"] = r.rms_difference;
  return fields;
}

void bind_network(py::module_& module) {
  module.def("balanced",
             [](const py::dict& arrays, double power, double tangential, double tolerance, int threads) {
               return balanced(arrays, {.power = power, .tangential = tangential}, tolerance, threads);
             });
}

}  // namespace cairn::python
