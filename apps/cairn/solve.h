// Parts of `cairn solve` that are shared by one solver and by `--solver all`.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "cairn/command.h"
#include "problem/fclib/fclib.h"
#include "problem/residual.h"
#include "solvers/diagnosis.h"
#include "solvers/solver.h"

namespace cairn {

struct SolveRequest {
  std::string problem;                 // an FCLIB file; for all solvers also a folder of such files
  std::string solver = "auto";         // or all
  std::vector<std::string> overrides;  // options of the solver
  std::string law = "coulomb";
  double tolerance = 1e-6;  // of the residual
  int max_iterations = 100000;
  std::optional<double> time_limit;   // [s]
  std::optional<std::string> output;  // a copy of the problem with the solution; for all solvers a folder
  std::optional<std::string> guess;  // number of a first guess in the file, or none; default: 1 if it has any
  int threads = all_cores();
  bool json = false;
};

FclibLaw law_called(const std::string& word);  // throws InputError
SolveLimits limits_of(const SolveRequest& request);

struct Solved {
  SolveReport report;
  Accuracy accuracy;
  Accuracy as_given;  // with the file's own W, if that is not symmetric
  double seconds = 0;
  ContactSolution solution;
  std::optional<Diagnosis> diagnosis;  // if it did not converge
};
// The first guess from the file: its number (0 for none) and its impulses.
struct FirstGuess {
  std::size_t number = 0;
  std::vector<Vec3> impulse;
};
FirstGuess guess_of(const SolveRequest& request, const std::string& path, const FclibProblem& problem);

// The problem must be prepared.
Solved solved_by(ContactSolver& solver, const FclibProblem& problem, const FirstGuess& guess,
                 const SolveLimits& limits, Threads& threads);

Json json_of(const FclibProblem& problem, const SolveRequest& request, const SolveLimits& limits,
             const FirstGuess& guess, const Solved& solved);

// The file itself, or the problems of a folder in the order of their names. Throws InputError if it has none.
std::vector<std::filesystem::path> problems_in(const std::string& path);

// Prints a table of all solvers; with -o it also writes their histories, and for a folder of problems the
// performance profile.
int solve_by_all(const SolveRequest& request);

}  // namespace cairn
