// cairn compare: runs one scene under several methods, and prints results and costs side by side.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <filesystem>
#include <map>
#include <optional>

#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "base/printable.h"
#include "cairn/command.h"
#include "cairn/methods.h"
#include "report/charts.h"
#include "report/pages.h"
#include "scene/method.h"
#include "scene/unused.h"
#include "terminal/console.h"
#include "terminal/program_run.h"
#include "terminal/progress.h"
#include "terminal/signals.h"
#include "validate/found.h"
#include "validate/tables.h"

namespace cairn {
namespace {

struct CompareRequest {
  std::string scene;
  std::string methods;                // "hertz_mindlin,cone/apgd,coulomb/nlgs{theta: 0.5}"
  std::optional<std::string> folder;  // default: name of the scene file with the ending .compare
  std::vector<std::string> overrides, allowed;
  std::optional<double> tolerance;  // largest allowed Compared::difference
  bool force = false;
  bool json = false;
  int threads = all_cores();
};

struct MethodRun {
  NamedMethod method;
  std::string folder, trouble;  // trouble: the reason why there are no results
  SeriesTable series;
};

// Numbers about the cost and quality of a method, by their names in summary.json.
struct Cost {
  const char* name;
  const char* label;
};
constexpr Cost kCosts[] = {{"steps", "steps"},
                           {"wall_seconds", "wall time [s]"},
                           {"contacts.mean", "contacts, mean"},
                           {"iterations.mean", "iterations, mean"},
                           {"residual.mean", "residual, mean"},
                           {"residual.max", "residual, max"},
                           {"unconverged_steps", "steps not converged"},
                           {"max_overlap_over_radius", "overlap over radius, max"},
                           {"energy.imbalance", "energy imbalance [J]"},
                           {"energy.from_nothing", "energy from nothing [J]"}};

// One column of the measures, compared over all methods. Differences are from the first method and over its
// scale: the range of its values, or its final value if they never change. A column that is zero but for
// rounding errors has no scale of its own and takes the largest value of its unit. NaN if all are zero.
struct Compared {
  std::string column, unit;
  std::vector<double> last;  // final value per method; NaN if a method has none
  double difference = 0;     // largest difference of final values
  double along = 0;          // largest difference at any time
};

MethodRun run_method(const CompareRequest& request, const NamedMethod& method, const std::string& folder,
                     Console& console) {
  MethodRun run{method, folder + "/" + method.file + ".run", "", {}};
  std::vector<std::string> words{
      "run", request.scene, "-o", run.folder, "--force", "-j", std::to_string(request.threads)};
  for (const std::vector<std::string>* changes : {&request.overrides, &method.overrides})
    for (const std::string& change : *changes) {
      words.push_back("--set");
      words.push_back(change);
    }
  for (const std::string& dir : request.allowed) {
    words.push_back("--allow");
    words.push_back(dir);
  }
  // The run is a process of its own, so that a failure does not end the comparison.
  const std::string log = folder + "/" + method.file + ".log";
  std::filesystem::remove(log);
  const ProgramRun ended = run_program(words, log, [&](double seconds, const std::string& line) {
    console.bar(fmt::format("{:<20} {:>8}  {}", method.label, spoken_time(seconds), line));
  });
  if (ended.code != 0) {
    run.trouble = fmt::format("{} (exit code {})", failure_in(log), ended.code);
  } else if (file_exists(run.folder + "/series.csv")) {
    run.series = read_series(run.folder + "/series.csv");
  }
  console.line(
      fmt::format("{:<20} {}", method.label,
                  run.trouble.empty() ? spoken_time(ended.wall_seconds) : "could not run: " + run.trouble));
  return run;
}

// Values below this share of the largest value of their unit are rounding errors.
constexpr double kRounding = 1e-8;

// Columns with one unit have one scale for rounding errors. Counts and ratios have nothing in common.
std::string unit_or_name(const Column& column) { return column.unit == "1" ? column.name : column.unit; }

// The largest absolute value of each unit, over all columns and runs.
std::map<std::string, double> largest_of_units(const std::vector<MethodRun>& runs) {
  std::map<std::string, double> largest;
  for (const MethodRun& run : runs)
    for (std::size_t c = 1; c < run.series.columns.size(); ++c) {
      double& most = largest[unit_or_name(run.series.columns[c])];
      for (const double value : run.series.values[c])
        if (std::isfinite(value)) most = std::max(most, std::abs(value));
    }
  return largest;
}

double scale_of(const TimedValues& reference, double largest_of_unit) {
  const double least = kRounding * largest_of_unit;
  if (const double range = taken(reference, "range"); range > least) return range;
  if (const double last = std::abs(taken(reference, "last")); last > least) return last;
  return largest_of_unit;
}

Compared compared_column(const Column& column, const TimedValues& reference, double scale,
                         const std::vector<MethodRun>& runs) {
  // One run alone has no difference, nor has a unit that is zero throughout.
  const auto has_column = [&](const MethodRun& run) {
    return run.trouble.empty() && run.series.find(column.name) != nullptr;
  };
  const double none = scale > 0 && std::ranges::count_if(runs, has_column) > 1 ? 0 : std::nan("");
  Compared compared{column.name, column.unit, {}, none, none};
  for (const MethodRun& run : runs) {
    const std::vector<double>* values = run.trouble.empty() ? run.series.find(column.name) : nullptr;
    if (values == nullptr) {
      compared.last.push_back(std::nan(""));
      continue;
    }
    // Differences at the end and at any time.
    const TimedValues here = timed_values(run.series, *values, {});
    compared.last.push_back(taken(here, "last"));
    const double end = std::abs(taken(here, "last") - taken(reference, "last"));
    const double along = taken(difference(here, reference), "largest");
    if (scale > 0) compared.difference = std::max(compared.difference, end / scale);
    if (scale > 0) compared.along = std::max(compared.along, along / scale);
  }
  return compared;
}

// Compares the columns of the first method that has results. Columns of the measure `solver` are left out,
// because they are costs and not results.
std::vector<Compared> compared_columns(const std::vector<MethodRun>& runs) {
  const auto first = std::ranges::find_if(runs, [](const MethodRun& r) { return r.trouble.empty(); });
  std::vector<Compared> all;
  if (first == runs.end()) return all;
  const std::map<std::string, double> largest = largest_of_units(runs);
  for (std::size_t c = 1; c < first->series.columns.size(); ++c) {
    const Column& column = first->series.columns[c];
    if (column.name.starts_with("solver.")) continue;
    // The first method with results gives reference and scale.
    const TimedValues reference = timed_values(first->series, first->series.values[c], {});
    const double scale = scale_of(reference, largest.at(unit_or_name(column)));
    Compared compared = compared_column(column, reference, scale, runs);
    // Columns that are zero under all methods are left out.
    const bool is_zero =
        std::ranges::all_of(compared.last, [](double v) { return v == 0 || std::isnan(v); }) &&
        !(taken(reference, "range") > 0);
    if (!is_zero) all.push_back(std::move(compared));
  }
  return all;
}

std::string number_or_dash(double value) { return std::isfinite(value) ? short_number(value) : "-"; }
std::string percent_or_dash(double share) {
  return std::isfinite(share) ? fmt::format("{:.3g} %", 100 * share) : "-";
}

TextRows cost_rows(const std::vector<MethodRun>& runs) {
  TextRow head{"cost"};
  for (const MethodRun& run : runs) head.push_back(run.method.label);
  TextRows rows{head};
  for (const Cost& cost : kCosts) {
    TextRow row{cost.label};
    for (const MethodRun& run : runs)
      row.push_back(number_or_dash(summary_number_or_none(run.folder, cost.name)));
    rows.push_back(row);
  }
  TextRow step{"step [s]"};
  for (const MethodRun& run : runs)
    step.push_back(number_or_dash(summary_number_or_none(run.folder, "time") /
                                  summary_number_or_none(run.folder, "steps")));
  rows.insert(rows.begin() + 1, step);
  return rows;
}

TextRows result_rows(const std::vector<MethodRun>& runs, const std::vector<Compared>& columns) {
  TextRow head{"final value"};
  for (const MethodRun& run : runs) head.push_back(run.method.label);
  head.insert(head.end(), {"difference", "on the way"});
  TextRows rows{head};
  for (const Compared& c : columns) {
    TextRow row{c.unit == "1" ? c.column : fmt::format("{} [{}]", c.column, c.unit)};
    for (const double value : c.last) row.push_back(number_or_dash(value));
    row.push_back(percent_or_dash(c.difference));
    row.push_back(percent_or_dash(c.along));
    rows.push_back(row);
  }
  return rows;
}

void write_comparison(const std::string& path, const CompareRequest& request,
                      const std::vector<MethodRun>& runs, const std::vector<Compared>& columns) {
  Page page(fmt::format("{} under {}", request.scene, how_many(runs.size(), "method")));
  page.paragraph("Differences are from the first method, over the range of its values.");
  for (const MethodRun& run : runs)
    if (!run.trouble.empty())
      page.paragraph(fmt::format("{} could not run: {}", run.method.label, run.trouble));
  page.table(result_rows(runs, columns));
  page.table(cost_rows(runs));
  std::vector<RunLine> lines;
  for (const MethodRun& run : runs)
    if (run.trouble.empty()) lines.push_back({run.method.label, run.folder});
  page.heading("Measures");
  for (const Compared& c : columns)
    page.picture(draw(compared_chart(c.column, c.column, "time", lines)), c.column);
  page.heading("Last frames");
  for (const RunLine& line : lines) {
    page.heading(line.name, 3);
    add_frames(page, line.folder, Frames::last);
  }
  write_page(path, page);
}

Json comparison_json(const std::vector<MethodRun>& runs, const std::vector<Compared>& columns) {
  Json methods = Json::array();
  for (const MethodRun& run : runs) {
    Json method = Json::object();
    method.set("method", run.method.label).set("folder", run.folder);
    if (!run.trouble.empty()) method.set("trouble", run.trouble);
    for (const Cost& cost : kCosts) method.set(cost.name, summary_number_or_none(run.folder, cost.name));
    methods.add(method);
  }
  Json measures = Json::array();
  for (const Compared& c : columns)
    measures.add(Json::object()
                     .set("column", c.column)
                     .set("unit", c.unit)
                     .set("last", c.last)
                     .set("difference", c.difference)
                     .set("difference_on_the_way", c.along));
  return Json::object().set("methods", methods).set("measures", measures);
}

// The scene under each method. Throws InputError if an option of a method is wrong or missing.
std::deque<Scene> scenes_of(const CompareRequest& request, const std::vector<NamedMethod>& methods) {
  std::deque<Scene> scenes;
  for (const NamedMethod& method : methods) {
    std::vector<std::string> overrides = request.overrides;
    overrides.insert(overrides.end(), method.overrides.begin(), method.overrides.end());
    try {
      scenes.push_back(Scene::from_file(request.scene, overrides));
      force_law_of(scenes.back());
      row_law_of(scenes.back());
    } catch (const InputError& error) {
      throw InputError(fmt::format("--methods: {}: {}", method.label, error.message()));
    }
  }
  return scenes;
}

// Warns of properties that none of the methods uses.
void warn_of_unused(const std::deque<Scene>& scenes, Console& console) {
  std::optional<std::vector<UnusedProperty>> unused;
  for (const Scene& scene : scenes) {
    const std::vector<UnusedProperty> own = unused_properties(scene);
    if (!unused) unused = own;
    std::erase_if(*unused, [&](const UnusedProperty& one) { return std::ranges::count(own, one) == 0; });
  }
  const std::string warning = unused ? unused_warning(*unused, "none of the methods uses") : "";
  if (!warning.empty()) console.warning(warning);
}

// The columns whose final values differ by more than the tolerance, with their difference. None if it is 0.
std::vector<std::string> columns_apart(const std::vector<Compared>& columns, double tolerance) {
  std::vector<std::string> apart;
  for (const Compared& c : columns)
    if (tolerance > 0 && c.difference > tolerance)
      apart.push_back(fmt::format("{} ({})", c.column, percent_or_dash(c.difference)));
  return apart;
}

int compare(const CompareRequest& request) {
  // Methods and folder.
  const Scene scene = Scene::from_file(request.scene, request.overrides);
  const std::vector<NamedMethod> methods = named_methods(request.methods, scene, request.overrides);
  const std::deque<Scene> scenes = scenes_of(request, methods);
  const std::string folder =
      request.folder.value_or(std::filesystem::path(request.scene).stem().string() + ".compare");
  if (std::filesystem::exists(folder) && !std::filesystem::is_empty(folder) && !request.force)
    throw InputError(fmt::format("{} is there already: use another -o, or --force", quote(folder)));
  std::filesystem::create_directories(folder);
  // One run per method.
  catch_signals();
  Console console(request.json ? Talk::quiet : Talk::normal);
  warn_of_unused(scenes, console);
  std::vector<MethodRun> runs;
  for (const NamedMethod& method : methods) {
    runs.push_back(run_method(request, method, folder, console));
    if (caught_signal() != 0) return 128 + caught_signal();
  }
  // The comparison, as a page and as text.
  const std::vector<Compared> columns = compared_columns(runs);
  const std::string page = folder + "/report.html";
  write_comparison(page, request, runs, columns);
  if (request.json) {
    fmt::print("{}", comparison_json(runs, columns).text());
  } else {
    say("\n{}\n{}\nReport: {}\n", aligned(result_rows(runs, columns)), aligned(cost_rows(runs)), page);
  }
  // The verdict.
  const bool all_ran = std::ranges::all_of(runs, [](const MethodRun& r) { return r.trouble.empty(); });
  const std::vector<std::string> apart = columns_apart(columns, request.tolerance.value_or(0));
  if (!apart.empty())
    console.warning(fmt::format("differ by more than {:g} of their size: {}", *request.tolerance,
                                fmt::join(apart, ", ")));
  return all_ran && apart.empty() ? kDone : kDisagrees;
}

void add_options(const CommandOptions& app, CompareRequest& request) {
  app.add_option("SCENE", request.scene, "scene file").required();
  app.add_option("--methods", request.methods,
                 "laws, of implicit methods with a solver (law/solver), further options in braces; "
                 "'scene' is the scene's own")
      .required()
      .type_name("A,B,...");
  app.add_option("-o,--output", request.folder, "folder of the runs and the report (default: SCENE.compare)")
      .type_name("DIR");
  add_overrides(app, request.overrides);
  add_allowed(app, request.allowed);
  add_number(app, "--tolerance", request.tolerance,
             "exit with 1 if final values of a measure differ by more than this part of their size",
             {"a number that is not negative", [](double x) { return x >= 0; }});
  app.add_flag("--force", request.force, "replace an earlier comparison");
  app.add_flag("--json", request.json, "print one JSON object");
  add_threads(app, request.threads);
}

}  // namespace

std::unique_ptr<Command> compare_command(const Program& program) {
  return make_command<CompareRequest>(
      program,
      {"compare", "run one scene under several methods, side by side",
       "Examples:\n"
       "  cairn compare scenes/hopper.yaml --methods hertz_mindlin,cone/apgd,coulomb/nlgs\n"
       "  cairn compare scenes/settle.yaml --methods 'hooke{stiffness: 1e4},cone/bb{tolerance: 1e-8}'"},
      add_options, compare);
}

}  // namespace cairn
