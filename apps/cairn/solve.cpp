// cairn solve: one contact problem from a file of FCLIB.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <filesystem>

#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "cairn/command.h"
#include "problem/fclib/fclib.h"
#include "problem/residual.h"
#include "solvers/solver.h"
#include "terminal/console.h"
#include "text/interpret.h"

namespace cairn {
namespace {

struct SolveRequest {
  std::string problem;  // a file of FCLIB
  std::string solver = "auto";
  std::vector<std::string> overrides;  // of the solver's options
  std::string law = "coulomb";
  std::string tolerance = "1e-6";  // of the residual
  int max_iterations = 100000;
  std::optional<std::string> time_limit;  // [s]
  std::optional<std::string> output;      // a copy of the problem with the solution
  int threads = all_cores();
  bool json = false;
};

FclibLaw law_called(const std::string& word) {
  if (word == "coulomb") return FclibLaw::coulomb;
  if (word == "cone") return FclibLaw::cone;
  throw InputError(fmt::format("--law needs coulomb or cone, got {}{}", quote(word),
                               suggestion(word, {"coulomb", "cone"})));
}

double positive_number(const std::string& text, const char* option) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc{} && end == text.data() + text.size() && value > 0 && std::isfinite(value))
    return value;
  throw InputError(fmt::format("{} needs a number above 0, got {}", option, quote(text)));
}

// A solution that took an hour must have a place to go to.
void require_place(const std::string& path) {
  const std::filesystem::path target(path), folder = target.parent_path();
  std::error_code ignored;
  if (path.empty()) throw InputError("-o needs a name");
  if (std::filesystem::is_directory(target, ignored))
    throw InputError(fmt::format("-o {}: there is a folder of that name", quote(path)));
  if (!folder.empty() && !std::filesystem::is_directory(folder, ignored))
    throw InputError(fmt::format("-o {}: there is no folder {}", quote(path), quote(folder.string())));
}

struct Outcome {
  SolveReport report;
  Accuracy accuracy;
  Accuracy as_given;  // with the file's own W, where that is not symmetric
  double seconds = 0;
};

Json json_of(const FclibProblem& problem, const SolveRequest& request, const SolveLimits& limits,
             const Outcome& outcome) {
  const auto& [report, accuracy, as_given, seconds] = outcome;
  Json history = Json::array();
  for (const Milestone& milestone : report.history.milestones())
    history.add(Json::array().add(milestone.iteration).add(milestone.residual));
  return Json::object({{"solver", report.solver},
                       {"law", request.law},
                       {"contacts", problem.contacts.size()},
                       {"dimension", problem.dimension},
                       {"form", problem.is_global ? "global" : "local"},
                       {"converged", report.converged},
                       {"iterations", report.iterations},
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
                       {"threads", request.threads},
                       {"history", history}});
}

void print_text(const FclibProblem& problem, const SolveRequest& request, const Outcome& outcome) {
  const auto& [report, accuracy, as_given, seconds] = outcome;
  if (!problem.info.title.empty()) say("{}\n", shortened(problem.info.title));
  say("{} contacts in {} dimensions, {} form\n", problem.contacts.size(), problem.dimension,
      problem.is_global ? "global" : "local");
  say("{} with the law {}: {} after {} iterations, {:.3g} s\n", report.solver, request.law,
      report.converged ? "converged" : "not converged", report.iterations, seconds);
  say("residual {:.3g} (FCLIB's: {:.3g}), penetration speed {:.3g}, cone violation {:.3g}\n",
      accuracy.residual, accuracy.fclib, accuracy.penetration_speed, accuracy.cone_violation);
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
  const FclibLaw law = law_called(request.law);
  if (const std::string why = refusal(solvers().find(request.solver), {}); !why.empty())
    throw InputError(why);
  const SolveLimits limits{
      .tolerance = positive_number(request.tolerance, "--tolerance"),
      .max_iterations = static_cast<std::uint64_t>(request.max_iterations),
      .seconds = request.time_limit ? positive_number(*request.time_limit, "--time-limit") : 0};
  const std::unique_ptr<ContactSolver> solver = solvers().make_with(request.solver, request.overrides);
  if (request.output) require_place(*request.output);
  FclibProblem problem = read_fclib(request.problem, law);  // in a child: before there are threads

  ContactSolution solution;
  Outcome outcome;
  {
    Threads threads(request.threads);
    prepare(problem.contacts, threads);
    const auto start = std::chrono::steady_clock::now();
    outcome.report = solver->solve(problem.contacts, solution, limits, threads);
    outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    outcome.accuracy = accuracy(problem.contacts, solution, threads);
    outcome.as_given = accuracy(problem.contacts, as_given(problem, solution), threads);
  }
  if (request.output) write_fclib_solution(request.problem, *request.output, to_solution(problem, solution));
  warn_of_asymmetry(problem, request.problem, outcome.as_given);
  if (request.json) {
    fmt::print("{}", json_of(problem, request, limits, outcome).text());
  } else {
    print_text(problem, request, outcome);
  }
  return outcome.report.converged ? kDone : kNotConverged;
}

void add_options(CLI::App& app, SolveRequest& request) {
  app.add_option("PROBLEM", request.problem, "problem in local or global form (HDF5)")->required();
  app.add_option("--solver", request.solver, "as of 'cairn list solvers'")->type_name("NAME");
  app.add_option("--set", request.overrides, "an option of the solver: --set order=key; may be repeated")
      ->type_name("KEY=VALUE")
      ->expected(1)
      ->allow_extra_args(false)
      ->take_all();
  app.add_option("--law", request.law, "coulomb, or cone: the associated law (default: coulomb)")
      ->type_name("LAW");
  app.add_option("--tolerance", request.tolerance, "of the residual (default: 1e-6)")->type_name("X");
  add_whole(app, "--max-iterations", request.max_iterations, "then it gives up (default: 100000)",
            {"a number of iterations", 1, 1'000'000'000});
  app.add_option("--time-limit", request.time_limit, "wall seconds after which it gives up (default: none)")
      ->type_name("S");
  app.add_flag("--json", request.json, "print one JSON object");
  app.add_option("-o,--output", request.output,
                 "copy of the problem with the solution, replaced if it exists")
      ->type_name("FILE");
  add_threads(app, request.threads);
}

}  // namespace

std::unique_ptr<Command> solve_command(const Program& program) {
  return make_command<SolveRequest>(
      program,
      {"solve", "solve one contact problem from a file of FCLIB",
       "Examples:\n"
       "  cairn solve problem.hdf5\n"
       "  cairn solve problem.hdf5 --solver apgd --law cone --tolerance 1e-10 -o solved.hdf5\n"
       "  cairn solve problem.hdf5 --solver pgs --set order=shuffled --json\n"
       "Exit code 4: not converged; the best solution found is written all the same."},
      add_options, solve);
}

}  // namespace cairn
