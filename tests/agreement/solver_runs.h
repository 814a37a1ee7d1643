// How the tests of agreement call a solver.
#pragma once

#include <string>

#include "problem/contact_problem.h"
#include "solvers/solver.h"
#include "text/interpret.h"

namespace cairn::samples {

// A solver of the table with the options that `text` gives (YAML), or with its defaults.
inline std::unique_ptr<ContactSolver> make_solver(const SolverRow& entry, std::string text = "{}") {
  const Option schema = declare::object(entry.name, entry.options, entry.meaning);
  const Tree tree = Tree::from_text(std::move(text), entry.name);
  return entry.make(interpret(tree, schema));
}

struct Solved {
  SolveReport report;
  ContactSolution solution;
};
inline Solved solve(const SolverRow& entry, const ContactProblem& problem, const SolveLimits& limits,
                    int threads = 1, std::vector<Vec3> guess = {}, std::string options = "{}") {
  Threads pool(threads);
  Solved run;
  run.solution.impulse = std::move(guess);
  run.report = make_solver(entry, std::move(options))->solve(problem, run.solution, limits, pool);
  return run;
}

}  // namespace cairn::samples
