// cairn solve --solver all: solves one contact problem, or all problems of a folder, with all solvers that
// can handle it.
//
// Several problems give a performance profile of the solvers [DM02]: the share of problems that a solver
// solved within τ times the time of the fastest solver.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>

#include "base/error.h"
#include "base/file.h"
#include "base/printable.h"
#include "cairn/solve.h"
#include "draw/chart.h"
#include "terminal/console.h"
#include "terminal/table.h"

namespace cairn {
namespace {

namespace fs = std::filesystem;

// One solver on one problem.
struct Try {
  std::string problem, solver;  // name of the file without its ending, name of the solver
  bool converged = false;
  std::uint64_t iterations = 0;
  double residual = 0, seconds = 0;
  std::vector<Milestone> history;
};
using Tries = std::vector<Try>;

void require_folder(const std::string& path) {
  if (path.empty()) throw InputError("-o needs a name");
  if (fs::exists(path) && !fs::is_directory(path))
    throw InputError(fmt::format("-o {}: --solver all needs a folder there, not a file", quote(path)));
}

std::vector<std::string> able_solvers() {
  std::vector<std::string> names;
  for (const SolverRow& row : solvers())
    if (refusal(row, {}).empty()) names.push_back(row.name);
  return names;
}

Try tried(const fs::path& file, const std::string& solver, const Solved& solved) {
  const auto milestones = solved.report.history.milestones();
  Try one{file.stem().string(),
          solver,
          solved.report.converged,
          solved.report.iterations,
          solved.accuracy.residual,
          solved.seconds,
          {milestones.begin(), milestones.end()}};
  const bool has_end = !one.history.empty() && one.history.back().iteration >= one.iterations;
  if (!has_end) one.history.push_back({one.iterations, one.residual});
  return one;
}

// --- As text

void print_table(const std::vector<const Try*>& tries) {
  TextRows rows{{"solver", "converged", "residual", "iterations", "seconds"}};
  for (const Try* t : tries)
    rows.push_back({t->solver, t->converged ? "yes" : "no", fmt::format("{:.2e}", t->residual),
                    fmt::format("{}", t->iterations), fmt::format("{:.3g}", t->seconds)});
  say("{}", aligned(rows));
}

std::string table_csv(const Tries& tries) {
  std::string text = "problem,solver,converged,residual,iterations,seconds\n";
  for (const Try& t : tries)
    text += fmt::format("{},{},{},{},{},{}\n", t.problem, t.solver, t.converged ? 1 : 0, t.residual,
                        t.iterations, t.seconds);
  return text;
}

std::string history_csv(const Tries& tries) {
  std::string text = "problem,solver,iteration,residual\n";
  for (const Try& t : tries)
    for (const Milestone& milestone : t.history)
      text += fmt::format("{},{},{},{}\n", t.problem, t.solver, milestone.iteration, milestone.residual);
  return text;
}

// --- As figures

Chart history_chart(const std::string& title, const std::vector<const Try*>& tries) {
  Chart chart{.title = title,
              .x = {"iterations", Scale::logarithmic},
              .y = {"residual", Scale::logarithmic},
              .series = {}};
  for (const Try* t : tries) {
    ChartSeries series{t->solver, {}, {}, Marks::line};
    for (const Milestone& milestone : t->history) {
      if (milestone.iteration == 0) continue;  // the start is the same for all
      series.x.push_back(static_cast<double>(milestone.iteration));
      series.y.push_back(milestone.residual);
    }
    chart.series.push_back(std::move(series));
  }
  return chart;
}

// The time of a solver over that of the fastest one, per problem, sorted. It is infinite for a problem that
// the solver did not solve, even if no other solver did.
std::vector<double> ratios_of(const std::string& solver, const Tries& tries) {
  std::vector<double> ratios;
  for (const Try& own : tries) {
    if (own.solver != solver) continue;
    double best = std::numeric_limits<double>::infinity();
    for (const Try& t : tries)
      if (t.problem == own.problem && t.converged) best = std::min(best, t.seconds);
    ratios.push_back(own.converged ? own.seconds / best : std::numeric_limits<double>::infinity());
  }
  std::ranges::sort(ratios);
  return ratios;
}

// The profile of each solver is a staircase: the share rises at the ratio of each problem.
Chart profile_chart(const Tries& tries) {
  Chart chart{.title = "Performance profile",
              .x = {"time over that of the fastest", Scale::logarithmic},
              .y = {"share of problems solved", Scale::linear, ValueRange{0, 1.02}},
              .series = {}};
  // The end of the x axis.
  double last = 10;
  for (const std::string& solver : able_solvers())
    for (const double ratio : ratios_of(solver, tries))
      if (std::isfinite(ratio)) last = std::max(last, 1.2 * ratio);
  // One staircase per solver.
  for (const std::string& solver : able_solvers()) {
    const std::vector<double> ratios = ratios_of(solver, tries);
    ChartSeries series{solver, {1}, {0}, Marks::line};
    double share = 0;
    for (const double ratio : ratios) {
      if (!std::isfinite(ratio)) break;
      series.x.insert(series.x.end(), {ratio, ratio});
      series.y.push_back(share);
      share += 1 / static_cast<double>(ratios.size());
      series.y.push_back(share);
    }
    series.x.push_back(last);
    series.y.push_back(share);
    chart.series.push_back(std::move(series));
  }
  return chart;
}

// --- Several problems

std::vector<const Try*> tries_on(const std::string& problem, const Tries& tries) {
  std::vector<const Try*> found;
  for (const Try& t : tries)
    if (t.problem == problem) found.push_back(&t);
  return found;
}

std::vector<std::string> problem_names(const Tries& tries) {
  std::vector<std::string> names;
  for (const Try& t : tries)
    if (names.empty() || names.back() != t.problem) names.push_back(t.problem);
  return names;
}

void print_totals(const Tries& tries) {
  TextRows rows{{"solver", "solved", "fastest", "seconds in all"}};
  for (const std::string& solver : able_solvers()) {
    const std::vector<double> ratios = ratios_of(solver, tries);
    double seconds = 0;
    for (const Try& t : tries) seconds += t.solver == solver ? t.seconds : 0;
    const auto solved = std::ranges::count_if(ratios, [](double r) { return std::isfinite(r); });
    rows.push_back({solver, fmt::format("{} of {}", solved, ratios.size()),
                    fmt::format("{}", std::ranges::count(ratios, 1.0)), fmt::format("{:.3g}", seconds)});
  }
  say("{}", aligned(rows));
}

// Writes all tables and figures, and returns their names.
std::vector<std::string> write_all(const fs::path& folder, const Tries& tries) {
  fs::create_directories(folder);
  std::vector<std::string> written;
  const auto write_text = [&](const char* name, const std::string& text) {
    written.push_back((folder / name).string());
    write_replacing(written.back(), bytes_of(text));
  };
  const auto write_figure = [&](const std::string& name, const Chart& chart) {
    written.push_back((folder / (name + ".png")).string());
    write_png(written.back(), draw(chart));
  };
  write_text("solvers.csv", table_csv(tries));
  write_text("histories.csv", history_csv(tries));
  const std::vector<std::string> problems = problem_names(tries);
  for (const std::string& problem : problems)
    write_figure(problem, history_chart(problem, tries_on(problem, tries)));
  if (problems.size() < 2) return written;
  const Chart profile = profile_chart(tries);
  write_text("profile.csv", chart_csv(profile));
  write_figure("profile", profile);
  return written;
}

}  // namespace

std::vector<fs::path> problems_in(const std::string& path) {
  if (!fs::is_directory(path)) return {path};
  std::vector<fs::path> files;
  for (const auto& item : fs::directory_iterator(path))
    if (item.path().extension() == ".hdf5") files.push_back(item.path());
  if (files.empty())
    throw InputError(
        fmt::format("{} has nothing to solve: no file there ends in .hdf5; `cairn run SCENE "
                    "--dump-problem STEP` writes that of a step with contacts into the folder of the run",
                    quote(path)));
  std::ranges::sort(files);
  return files;
}

int solve_by_all(const SolveRequest& request) {
  // Options are checked before anything is solved.
  if (!request.overrides.empty()) throw InputError("--set is for one solver: it cannot go with --solver all");
  const FclibLaw law = law_called(request.law);
  const SolveLimits limits = limits_of(request);
  if (request.output) require_folder(*request.output);
  const std::vector<fs::path> files = problems_in(request.problem);
  // Each problem with each solver.
  Tries tries;
  Json json = Json::array();
  bool all_solved = true;
  for (const fs::path& file : files) {
    FclibProblem problem = read_fclib(file.string(), law);  // forks, so it must come before threads exist
    if (!request.json)
      say("{}: {} in {} dimensions, law {}\n", file.string(), how_many(problem.contacts.size(), "contact"),
          problem.dimension, request.law);
    const FirstGuess guess = guess_of(request, file.string(), problem);
    Threads threads(request.threads);
    prepare(problem.contacts, threads);
    bool is_solved = false;
    for (const std::string& name : able_solvers()) {
      const Solved solved = solved_by(*solvers().make_with(name, {}), problem, guess, limits, threads);
      tries.push_back(tried(file, name, solved));
      is_solved = is_solved || solved.report.converged;
      json.add(
          json_of(problem, request, limits, guess, solved).set("problem", file.string()).set("asked", name));
    }
    if (!request.json) print_table(tries_on(file.stem().string(), tries));
    all_solved = all_solved && is_solved;
  }
  // Files, totals and the exit code.
  const std::vector<std::string> written =
      request.output ? write_all(*request.output, tries) : std::vector<std::string>{};
  if (request.json) {
    fmt::print("{}", json.text());
  } else {
    if (files.size() > 1) print_totals(tries);
    for (const std::string& path : written) say("{}\n", path);
  }
  return all_solved ? kDone : kNotConverged;
}

}  // namespace cairn
