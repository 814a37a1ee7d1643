#include "problem.h"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include <chrono>

#include "base/error.h"
#include "problem/delassus.h"
#include "problem/fclib/fclib.h"
#include "problem/matrix_assembler.h"
#include "problem/residual.h"
#include "solvers/diagnosis.h"

namespace cairn::python {
namespace {

FclibLaw law_called(const std::string& word) {
  if (word == "coulomb") return FclibLaw::coulomb;
  if (word == "cone") return FclibLaw::cone;
  throw InputError(fmt::format("law: expected coulomb or cone, got {}{}", quote(word),
                               suggestion(word, {"coulomb", "cone"})));
}

// --- Making one
Problem from_file(FclibFile file, const std::string& law) {
  FclibProblem read = to_problem(file, law_called(law));
  Problem problem;
  problem.contacts = std::move(read.contacts);
  problem.dimension = read.dimension;
  problem.info = read.info;
  Threads threads(1);
  prepare(problem.contacts, threads);
  if (!read.guesses.empty()) problem.guess = guessed_impulses(read, 1);
  return problem;
}

Problem from_arrays(const std::vector<std::int32_t>& begins, const std::vector<std::int32_t>& columns,
                    const std::vector<double>& values, const py::object& q, const py::object& mu,
                    const std::string& law) {
  FclibFile file;
  const auto rows = static_cast<std::int32_t>(begins.size()) - 1;
  const Doubles friction = doubles_in(mu, "mu");
  const auto n = static_cast<std::size_t>(friction.size());
  if (n == 0 || (rows != static_cast<std::int32_t>(3 * n) && rows != static_cast<std::int32_t>(2 * n)))
    throw InputError(
        fmt::format("W: expected {} rows (3 for each of the {} numbers of mu) or {} in two "
                    "dimensions, got {}",
                    3 * n, n, 2 * n, rows));
  file.spacedim = rows == static_cast<std::int32_t>(3 * n) ? 3 : 2;
  file.matrices["W"] = {rows, rows, -2, begins, columns, values};
  file.vectors["q"] = numbers_in(q, static_cast<std::size_t>(rows), "q");
  file.vectors["mu"] = numbers_in(mu, n, "mu");
  return from_file(std::move(file), law);
}

// --- Looking at it
py::tuple matrix(const Problem& problem) {
  const BlockMatrix made = problem.contacts.has_bodies() ? assemble(problem.contacts) : BlockMatrix{};
  const BlockMatrix& w = problem.contacts.has_bodies() ? made : problem.contacts.matrix;
  const auto blocks = static_cast<py::ssize_t>(w.block.size());
  Doubles data({blocks, py::ssize_t{3}, py::ssize_t{3}});
  double* to = data.mutable_data();
  for (const Mat3& block : w.block)
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) *to++ = block.row(i)[j];
  return py::make_tuple(
      data, py::array_t<std::uint32_t>(static_cast<py::ssize_t>(w.column.size()), w.column.data()),
      py::array_t<std::uint32_t>(static_cast<py::ssize_t>(w.begin.size()), w.begin.data()));
}

Doubles friction(const Problem& problem) {
  std::vector<double> mu;
  for (const AdmissibleSet& set : problem.contacts.sets) mu.push_back(set.friction);
  return array_of(mu);
}

std::vector<std::string> kinds(const Problem& problem) {
  constexpr std::array names{"half_line",      "cone",        "box",          "cone_ball",
                             "cone_ellipsoid", "capped_flat", "capped_round", "capped_sphere"};
  std::vector<std::string> kinds;
  for (const AdmissibleSet& set : problem.contacts.sets)
    kinds.emplace_back(names[static_cast<std::size_t>(set.kind)]);
  return kinds;
}

Doubles projected(const Problem& problem, const py::object& given) {
  std::vector<Vec3> x = vectors_in(given, problem.contacts.size(), "impulse");
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = project(problem.contacts.sets[i], x[i]);
  return array_of(x);
}

ContactSolution completed(const Problem& problem, std::vector<Vec3> impulse, Threads& threads) {
  ContactSolution solution;
  solution.impulse = std::move(impulse);
  Delassus delassus;
  delassus.bind(problem.contacts);
  complete(problem.contacts, solution, delassus, threads);
  return solution;
}

Doubles velocity_of(const Problem& problem, const py::object& given) {
  Threads threads(1);
  return array_of(
      completed(problem, vectors_in(given, problem.contacts.size(), "impulse"), threads).velocity);
}

double residual_of(const Problem& problem, const py::object& given) {
  Threads threads(1);
  const ContactSolution solution =
      completed(problem, vectors_in(given, problem.contacts.size(), "impulse"), threads);
  return impulse_residual(problem.contacts, solution, threads);
}

// --- Solving it
py::dict solve(const Problem& problem, const std::string& name, const std::vector<std::string>& settings,
               int thread_count) {
  RowTraits rows{.compliance = !problem.contacts.compliance.empty(), .cones = true};
  if (const std::string why = refusal(solvers().find(name), rows); !why.empty()) throw InputError(why);
  const std::unique_ptr<ContactSolver> solver = solvers().make_with(name, settings);
  ContactSolution solution;
  SolveReport report;
  Accuracy found;
  std::optional<Diagnosis> diagnosis;
  double seconds = 0;
  {
    const py::gil_scoped_release free;
    Threads threads(thread_count);
    solution.impulse = problem.guess;
    const auto start = std::chrono::steady_clock::now();
    report = solver->solve(problem.contacts, solution, problem.limits, threads);
    seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    found = accuracy(problem.contacts, solution, threads);
    if (!report.converged && std::isfinite(report.residual))
      diagnosis = diagnose(problem.contacts, solution, report, problem.limits, threads);
  }
  std::vector<double> history;
  for (const Milestone& milestone : report.history.milestones()) {
    history.push_back(static_cast<double>(milestone.iteration));
    history.push_back(milestone.residual);
  }
  py::dict result;
  result["solver"] = report.solver;
  result["converged"] = report.converged;
  result["iterations"] = report.iterations;
  result["seconds"] = seconds;
  result["residual"] = found.residual;
  result["residual_fclib"] = found.fclib;
  result["note"] = report.note;
  result["why"] = diagnosis ? diagnosis->text() : "";
  result["impulse"] = array_of(solution.impulse);
  result["velocity"] = array_of(solution.velocity);
  result["history"] =
      array_of(history).reshape({static_cast<py::ssize_t>(history.size() / 2), py::ssize_t{2}});
  return result;
}

// --- A callable as a solver
class CallingSolver final : public ContactSolver {
 public:
  CallingSolver(std::string name, py::function callable)
      : name_(std::move(name)), callable_(std::move(callable)) {}
  ~CallingSolver() override {
    const py::gil_scoped_acquire hold;
    callable_ = py::function();
  }

  SolveReport solve(const ContactProblem& problem, ContactSolution& solution, const SolveLimits& limits,
                    Threads& threads) override {
    if (solution.impulse.size() != problem.size()) solution.impulse.assign(problem.size(), {});
    {
      const py::gil_scoped_acquire hold;
      Problem seen = Problem::of(problem, {});
      seen.guess = solution.impulse;
      seen.limits = limits;
      const py::object answer = callable_(std::move(seen));
      solution.impulse = vectors_in(answer, problem.size(), "impulses of the solver " + name_);
    }
    for (const Vec3& impulse : solution.impulse)
      if (!is_finite(impulse))
        throw RunError(fmt::format("the solver {} gave an impulse that is not finite", quote(name_)));
    delassus_.bind(problem);
    complete(problem, solution, delassus_, threads);
    SolveReport report;
    report.solver = name_;
    report.iterations = 1;
    report.residual = residual(problem, solution.impulse, solution.velocity, threads);
    report.converged = report.residual <= limits.tolerance;
    report.history.add(1, report.residual);
    return report;
  }

 private:
  std::string name_;
  py::function callable_;
  Delassus delassus_;
};

}  // namespace

Problem Problem::of(const ContactProblem& problem, FclibInfo info) {
  Problem copy;
  copy.contacts = problem;
  copy.info = std::move(info);
  return copy;
}

std::unique_ptr<ContactSolver> solver_calling(const std::string& name, py::function callable) {
  return std::make_unique<CallingSolver>(name, std::move(callable));
}

void bind_problem(py::module_& module) {
  py::class_<Problem>(module, "Problem", py::module_local(), py::dynamic_attr())
      .def_static("from_arrays", &from_arrays)
      .def_static("read", [](const std::string& path,
                             const std::string& law) { return from_file(read_fclib_file(path), law); })
      .def("__len__", [](const Problem& problem) { return problem.contacts.size(); })
      .def_readonly("dimension", &Problem::dimension)
      .def_property_readonly("title", [](const Problem& problem) { return problem.info.title; })
      .def("matrix", &matrix, "Blocks (k, 3, 3), their columns, and the begins of the rows of W.")
      .def_property_readonly(
          "q", [](const Problem& problem) { return array_of(problem.contacts.q); },
          "Velocities without impulses (n, 3) [m/s].")
      .def_property_readonly("mu", &friction, "Coefficients of friction (n,).")
      .def_property_readonly("kinds", &kinds, "Kinds of the sets in which impulses lie: cone, half_line, ...")
      .def_property_readonly(
          "step", [](const Problem& problem) { return problem.contacts.step; },
          "Length of the time step [s]; 0: unknown.")
      .def_property_readonly(
          "rho", [](const Problem& problem) { return array_of(problem.contacts.rho); },
          "1/(largest eigenvalue) of the diagonal blocks of W (n,) [kg].")
      .def_property_readonly("is_associated",
                             [](const Problem& problem) { return problem.contacts.is_associated(); })
      .def_property(
          "guess",
          [](const Problem& problem) {
            std::vector<Vec3> guess = problem.guess;
            guess.resize(problem.contacts.size());
            return array_of(guess);
          },
          [](Problem& problem, const py::object& given) {
            problem.guess =
                given.is_none() ? std::vector<Vec3>{} : vectors_in(given, problem.contacts.size(), "guess");
          })
      .def_property_readonly("tolerance", [](const Problem& problem) { return problem.limits.tolerance; })
      .def_property_readonly("max_iterations",
                             [](const Problem& problem) { return problem.limits.max_iterations; })
      .def("limit",
           [](Problem& problem, double tolerance, std::uint64_t iterations, double seconds) {
             if (!(tolerance >= 0) || !(seconds >= 0))
               throw InputError("tolerance and time_limit must not be negative");
             problem.limits = {tolerance, iterations, seconds};
           })
      .def(
          "copy", [](const Problem& problem) { return Problem(problem); }, "A copy.")
      .def("project", &projected, py::arg("impulse"),
           "The nearest impulses (n, 3) that the laws of the contacts admit.")
      .def("velocity", &velocity_of, py::arg("impulse"), "u = W r + q (n, 3) of impulses r (n, 3).")
      .def("residual", &residual_of, py::arg("impulse"),
           "How far impulses (n, 3) are from a solution, by the natural map; relative.")
      .def("solve", &solve)
      .def("write", [](const Problem& problem, const std::string& path) {
        write_fclib_local(problem.contacts, path, problem.info);
      });
}

}  // namespace cairn::python
