// cairn solve: solves one contact problem from an FCLIB file.
#include "cairn/solve.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <numeric>

#include "base/error.h"
#include "base/file.h"
#include "base/printable.h"
#include "cairn/command.h"
#include "terminal/console.h"
#include "text/interpret.h"

namespace cairn {
namespace {

constexpr double kLeastTolerance = 1e-15;  // of the natural map; below is round-off
constexpr double kSurely = 0.5;

double tolerance_in(const std::string& text) {
  const auto wanted = {NumberWanted{"a number above 0", above_zero},
                       NumberWanted{"a number below 1", [](double value) { return value < 1; }}};
  double value = 0;
  for (const NumberWanted& one : wanted) value = wanted_number(text, "--tolerance", one);
  return value;
}

// Checks before the solve that the solution can be written, since a solve may take hours.
void require_place(const std::string& path) {
  const std::filesystem::path target(path), folder = target.parent_path();
  std::error_code ignored;
  if (path.empty()) throw InputError("-o needs a name");
  if (std::filesystem::is_directory(target, ignored))
    throw InputError(fmt::format("-o {}: there is a folder of that name", quote(path)));
  if (!folder.empty() && !std::filesystem::is_directory(folder, ignored))
    throw InputError(fmt::format("-o {}: there is no folder {}", quote(path), quote(folder.string())));
}

void print_text(const FclibProblem& problem, const SolveRequest& request, const FirstGuess& guess,
                const Solved& solved) {
  const auto& [report, accuracy, as_given, seconds, solution, diagnosis] = solved;
  if (!problem.info.title.empty()) say("{}\n", shortened(problem.info.title));
  say("{} in {} dimensions, {} form\n", how_many(problem.contacts.size(), "contact"), problem.dimension,
      problem.is_global ? "global" : "local");
  if (guess.number > 0)
    say("begins from guess {} of {} in the file; --guess none begins from zero\n", guess.number,
        problem.guesses.size());
  say("{} with the law {}: {} after {}, {:.3g} s\n", report.solver, request.law,
      report.converged ? "converged" : "not converged", how_many(report.iterations, "iteration"), seconds);
  if (diagnosis) say("{}\n", diagnosis->text());
  say("residual {:.3g} (FCLIB's: {:.3g}), penetration speed {:.3g}, cone violation {:.3g}\n",
      accuracy.residual, accuracy.fclib, accuracy.penetration_speed, accuracy.cone_violation);
}

// Solves until both forms of the residual meet the tolerance: the natural map, which the solver watches, and
// FCLIB's. If FCLIB's is above, the solver goes on from its impulses to a smaller natural map.
SolveReport solve_both(ContactSolver& solver, const ContactProblem& problem, ContactSolution& solution,
                       const SolveLimits& limits, Threads& threads) {
  const auto start = std::chrono::steady_clock::now();
  SolveReport report = solver.solve(problem, solution, limits, threads);
  Accuracy now = accuracy(problem, solution, threads);
  double tolerance = limits.tolerance;
  while (report.converged && now.fclib > limits.tolerance && tolerance > kLeastTolerance &&
         report.iterations < limits.max_iterations) {
    // Both fall together, so their ratio says how far the natural map must go.
    tolerance = std::max(kLeastTolerance, kSurely * tolerance * limits.tolerance / now.fclib);
    SolveLimits rest{tolerance, limits.max_iterations - report.iterations, limits.seconds};
    if (limits.seconds > 0) {
      rest.seconds -= std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
      if (rest.seconds <= 0) break;
    }
    const SolveReport part = solver.solve(problem, solution, rest, threads);
    for (const Milestone& milestone : part.history.milestones())
      report.history.add(report.iterations + milestone.iteration, milestone.residual);
    report.iterations += part.iterations;
    report.residual = part.residual;
    report.solver = part.solver;
    report.note = part.note;
    report.work += part.work;
    now = accuracy(problem, solution, threads);
    report.converged = part.converged;
  }
  const bool are_met = now.residual <= limits.tolerance && now.fclib <= limits.tolerance;
  // A smaller natural map that was missed does not matter if both forms are met.
  report.converged = are_met && (report.converged || tolerance < limits.tolerance);
  return report;
}

void warn_of_asymmetry(const FclibProblem& problem, const std::string& path, const Accuracy& as_given) {
  if (problem.given.size() == 0) return;
  fmt::print(stderr,
             "{}: warning: W is not symmetric: w_ij and w_ji differ by up to {:.2g} of √(w_ii w_jj); "
             "(W + Wᵀ)/2 was solved. With the file's own W these impulses have the residual {:.3g} (FCLIB's: "
             "{:.3g})\n",
             shortened(path), problem.asymmetry, as_given.residual, as_given.fclib);
}

int solve(const SolveRequest& request) {
  if (request.solver == "all") return solve_by_all(request);
  if (std::filesystem::is_directory(request.problem)) {
    const std::vector<std::filesystem::path> files = problems_in(request.problem);
    throw InputError(
        fmt::format("{} is a folder; say `--solver all` to solve all of it, or name one problem, such as {}",
                    quote(request.problem), quote(files.front().string())));
  }
  // Law, limits and solver are checked before the problem is read.
  const FclibLaw law = law_called(request.law);
  if (const std::string why = refusal(solvers().find(request.solver), {}); !why.empty())
    throw InputError(why);
  const SolveLimits limits = limits_of(request);
  const std::unique_ptr<ContactSolver> solver = solvers().make_with(request.solver, request.overrides);
  if (request.output) require_place(*request.output);
  FclibProblem problem = read_fclib(request.problem, law);  // forks, so it must come before threads exist

  // The solve.
  const FirstGuess guess = guess_of(request, request.problem, problem);
  Solved solved;
  {
    Threads threads(request.threads);
    prepare(problem.contacts, threads);
    solved = solved_by(*solver, problem, guess, limits, threads);
  }
  // The solution and the report.
  if (request.output)
    write_fclib_solution(request.problem, *request.output, to_solution(problem, solved.solution));
  warn_of_asymmetry(problem, request.problem, solved.as_given);
  if (request.json) {
    fmt::print("{}", json_of(problem, request, limits, guess, solved).text());
  } else {
    print_text(problem, request, guess, solved);
  }
  return solved.report.converged ? kDone : kNotConverged;
}

void add_options(const CommandOptions& app, SolveRequest& request) {
  app.add_option("PROBLEM", request.problem,
                 "problem in local or global form (HDF5); with --solver all also a folder of them")
      .required();
  app.add_option("--solver", request.solver, "as of 'cairn list solvers', or all: a table of them")
      .type_name("NAME");
  app.add_option("--set", request.overrides, "an option of the solver: --set order=key; may be repeated")
      .type_name("KEY=VALUE")
      .repeated();
  app.add_option("--law", request.law, "coulomb, or cone: the associated law (default: coulomb)")
      .type_name("LAW");
  app.add_option(
         "--tolerance", [&](const std::string& text) { request.tolerance = tolerance_in(text); },
         "of the residual in both forms (default: 1e-6)")
      .type_name("X");
  add_whole(app, "--max-iterations", request.max_iterations, "then it gives up (default: 100000)",
            {"a number of iterations", 1, 1'000'000'000});
  add_number(app, "--time-limit", request.time_limit, "wall seconds after which it gives up (default: none)",
             {"a number above 0", above_zero});
  app.add_option(
         "--guess", request.guess,
         "first guess of the file to begin from, or none: begin from zero (default: 1, if it has any)")
      .type_name("K");
  app.add_flag("--json", request.json, "print one JSON object");
  app.add_option(
         "-o,--output", request.output,
         "copy of the problem with the solution, replaced if it exists; with --solver all a folder for "
         "tables and figures")
      .type_name("FILE");
  add_threads(app, request.threads);
}

}  // namespace

FclibLaw law_called(const std::string& word) {
  if (word == "coulomb") return FclibLaw::coulomb;
  if (word == "cone") return FclibLaw::cone;
  throw InputError(fmt::format("--law needs coulomb or cone, got {}{}", quote(word),
                               suggestion(word, {"coulomb", "cone"})));
}

SolveLimits limits_of(const SolveRequest& request) {
  return {.tolerance = request.tolerance,
          .max_iterations = static_cast<std::uint64_t>(request.max_iterations),
          .seconds = request.time_limit.value_or(0)};
}

FirstGuess guess_of(const SolveRequest& request, const std::string& path, const FclibProblem& problem) {
  if (request.guess.value_or(problem.guesses.empty() ? "none" : "1") == "none") return {};
  const std::optional<std::size_t> number = number_in<std::size_t>(request.guess.value_or("1"));
  if (!number || *number == 0)
    throw InputError(fmt::format("--guess needs a number from 1 or none, got {}", quote(*request.guess)));
  try {
    return {*number, guessed_impulses(problem, *number)};
  } catch (const InputError& error) {
    throw InputError(error.message() + "; --guess none begins from zero", TextPlace{path, 0, 0, {}});
  }
}

Solved solved_by(ContactSolver& solver, const FclibProblem& problem, const FirstGuess& guess,
                 const SolveLimits& limits, Threads& threads) {
  Solved solved;
  solved.solution.impulse = guess.impulse;
  const auto start = std::chrono::steady_clock::now();
  solved.report = solve_both(solver, problem.contacts, solved.solution, limits, threads);
  solved.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  solved.accuracy = accuracy(problem.contacts, solved.solution, threads);
  if (!solved.report.converged && std::isfinite(solved.report.residual))
    solved.diagnosis = diagnose(problem.contacts, solved.solution, solved.report, limits, threads);
  solved.as_given = accuracy(problem.contacts, as_given(problem, solved.solution), threads);
  return solved;
}

Json json_of(const FclibProblem& problem, const SolveRequest& request, const SolveLimits& limits,
             const FirstGuess& guess, const Solved& solved) {
  const auto& [report, accuracy, as_given, seconds, solution, diagnosis] = solved;
  // The residuals on the way, and what the answer costs and misses.
  Json history = Json::array();
  for (const Milestone& milestone : report.history.milestones())
    history.add(Json::array().add(milestone.iteration).add(milestone.residual));
  Threads threads(1);
  const double gap = energy_gap(problem.contacts, solution, threads);
  const SolverWork work = report.work.visits == SolverWork{}.visits
                              ? work_of(report.solver, problem.contacts.size(), report.iterations)
                              : report.work;
  Json json = Json::object({{"solver", report.solver},
                            {"law", request.law},
                            {"contacts", problem.contacts.size()},
                            {"dimension", problem.dimension},
                            {"form", problem.is_global ? "global" : "local"},
                            {"guess", guess.number},
                            {"converged", report.converged},
                            {"iterations", report.iterations},
                            {"work", std::accumulate(work.visits.begin(), work.visits.end(), 0.0)},
                            {"seconds", seconds},
                            {"tolerance", limits.tolerance},
                            {"residual", accuracy.residual},
                            {"residual_fclib", accuracy.fclib},
                            {"asymmetry", problem.asymmetry},
                            {"residual_as_given", as_given.residual},
                            {"residual_fclib_as_given", as_given.fclib},
                            {"penetration_speed", accuracy.penetration_speed},
                            {"cone_violation", accuracy.cone_violation},
                            {"complementarity", accuracy.complementarity},
                            {"energy_gap", gap},
                            {"velocity_error", std::sqrt(2 * gap / problem.body_mass)},
                            {"threads", request.threads},
                            {"history", history}});
  if (diagnosis) json.set("cause", diagnosis->name()).set("why", diagnosis->why).set("try", diagnosis->cure);
  return json;
}

std::unique_ptr<Command> solve_command(const Program& program) {
  return make_command<SolveRequest>(
      program,
      {"solve", "solve one contact problem from a file of FCLIB",
       "Examples:\n"
       "  cairn solve problem.hdf5\n"
       "  cairn solve problem.hdf5 --solver apgd --law cone --tolerance 1e-10 -o solved.hdf5\n"
       "  cairn solve problem.hdf5 --solver pgs --set order=shuffled --json\n"
       "  cairn solve problem.hdf5 --solver all -o compared\n"
       "Exit code 4: not converged (with --solver all: by no solver); the best solution found is written all "
       "the same."},
      add_options, solve);
}

}  // namespace cairn
