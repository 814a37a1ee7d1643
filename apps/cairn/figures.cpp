#include "cairn/figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>

#include "base/error.h"
#include "base/file.h"
#include "results/verify.h"

namespace cairn {
namespace {

using Names = std::vector<std::string>;

constexpr const char* kTime = "time";

// A column along y, and the column along x.
struct Pair {
  std::string column, over = kTime;
};

// The pair in `beads.z over beads.x` or `beads.z:beads.x`; none if the wish is of another kind.
std::optional<Pair> pair_in(const std::string& wish) {
  for (const std::string between : {" over ", ":"})
    if (const std::size_t at = wish.find(between); at != std::string::npos)
      return Pair{wish.substr(0, at), wish.substr(at + between.size())};
  return std::nullopt;
}

bool has_column(const std::vector<DrawnRun>& runs, const std::string& name) {
  return std::ranges::any_of(runs, [&](const DrawnRun& run) { return run.table.find(name) != nullptr; });
}

void add_once(Names& names, const std::string& name) {
  if (std::ranges::find(names, name) == names.end()) names.push_back(name);
}

Names column_names(const std::vector<DrawnRun>& runs) {
  Names names;
  for (const DrawnRun& run : runs)
    for (const std::string& name : run.table.names()) add_once(names, name);
  return names;
}

// The names of the folders without their ending, or the whole paths if two names would be the same.
Names key_names(const Names& folders) {
  Names names;
  for (const std::string& folder : folders) {
    const std::filesystem::path path = std::filesystem::path(folder + "/").lexically_normal().parent_path();
    const std::string stem = path.filename().string();
    names.push_back(stem.ends_with(".run") ? stem.substr(0, stem.size() - 4) : stem);
  }
  const bool are_different = std::set<std::string>(names.begin(), names.end()).size() == names.size();
  return are_different ? names : folders;
}

// Draws one wish after the other.
class Draughtsman {
 public:
  explicit Draughtsman(const std::vector<DrawnRun>& runs) : runs_(runs) {}

  void draw(const std::string& wish) {
    if (wish == "forces") return forces();
    if (has_column(runs_, wish)) return column({wish});
    if (const std::optional<Pair> pair = pair_in(wish)) return column(*pair);
    if (!measure(wish)) refuse("there is nothing called", wish, possible_wishes(runs_));
  }

  Figures figures;

 private:
  void refuse(const char* what, const std::string& name, const Names& known) {
    for (const DrawnRun& run : runs_)
      if (run.table.columns.size() < 2) add_once(figures.left_out, without_measures(run));
    figures.unknown.push_back(fmt::format("{} {} to plot{}", what, quote(name), suggestion(name, known)));
  }

  // A chart of a column with one line per run.
  void column(const Pair& pair) {
    for (const std::string& name : {pair.column, pair.over})
      if (!has_column(runs_, name)) return refuse("there is no column", name, column_names(runs_));
    // Runs without the columns are left out, with a sentence.
    NamedChart drawn;
    for (const DrawnRun& run : runs_) {
      const bool has_both = run.table.find(pair.column) != nullptr && run.table.find(pair.over) != nullptr;
      if (!has_both) {
        const bool lacks_first = run.table.find(pair.column) == nullptr;
        figures.left_out.push_back(
            fmt::format("{} has no column {}", run.folder, quote(lacks_first ? pair.column : pair.over)));
        continue;
      }
      // The first run makes the chart, the others add a line.
      NamedChart one = column_chart(run.table, pair.column, pair.over);
      ChartSeries& series = one.chart.series.front();
      if (series.y.empty())
        figures.left_out.push_back(fmt::format("{} of {} has no values", one.chart.title, run.folder));
      if (runs_.size() > 1) series.name = run.name;
      if (drawn.name.empty()) {
        drawn = std::move(one);
      } else {
        warn_of_units(one.chart, drawn.chart, run);
        drawn.chart.series.push_back(std::move(series));
      }
    }
    if (!drawn.name.empty()) figures.charts.push_back(std::move(drawn));
  }

  // The same name may stand for different measures in two runs.
  void warn_of_units(const Chart& one, const Chart& all, const DrawnRun& run) {
    if (one.x.label == all.x.label && one.y.label == all.y.label) return;
    figures.left_out.push_back(fmt::format("{} has other units: {} over {} is drawn as {} over {}",
                                           run.folder, one.y.label, one.x.label, all.y.label, all.x.label));
  }

  // Charts of all columns of a measure; false if no run has the measure.
  bool measure(const std::string& wish) {
    // Columns with values, and columns that are zero throughout.
    Names columns, flat;
    std::vector<NamedChart> charts;
    for (const DrawnRun& run : runs_) {
      for (NamedChart& chart : measure_charts(run.table)) {
        if (chart.chart.title != wish && chart.name != wish) continue;
        for (const ChartSeries& series : chart.chart.series)
          add_once(columns, chart.chart.title + "." + series.name);
        charts.push_back(std::move(chart));
      }
      for (const std::string& name : flat_columns(run.table, wish)) add_once(flat, name);
    }
    std::erase_if(flat,
                  [&](const std::string& name) { return std::ranges::find(columns, name) != columns.end(); });
    if (!flat.empty())
      figures.left_out.push_back(
          fmt::format("{}: zero throughout, and drawn only if named: {}", wish, fmt::join(flat, ", ")));
    // One run keeps its charts; several runs share a chart per column.
    if (runs_.size() == 1) {
      for (NamedChart& chart : charts) figures.charts.push_back(std::move(chart));
    } else {
      for (const std::string& name : columns) column({name});
    }
    return !columns.empty() || !flat.empty();
  }

  // The histogram of forces in the last frames.
  void forces() {
    // Collects the histograms of all runs.
    NamedChart drawn;
    Names missing;
    for (const DrawnRun& run : runs_) {
      std::vector<NamedChart> charts = force_charts(run.folder);
      if (charts.empty()) {
        missing.push_back(fmt::format(
            "no frame of {} has contacts that push: the scene needs output: {{contacts: true}}", run.folder));
        continue;
      }
      if (const std::string& beyond = charts.front().beyond; !beyond.empty())
        figures.left_out.push_back(fmt::format("forces of {}, not shown: {}", run.folder, beyond));
      if (drawn.name.empty()) {
        drawn = std::move(charts.front());
        drawn.chart.series.front().name = run.name;
      } else {
        drawn.chart.x.label = "force over mean";
        drawn.chart.title = "Normal forces of the last frames";
        drawn.chart.series.push_back(std::move(charts.front().chart.series.front()));
        drawn.chart.series.back().name = run.name;
      }
    }
    // Runs without contacts: an error if all lack them, else a warning.
    Names& told = drawn.name.empty() ? figures.unknown : figures.left_out;
    told.insert(told.end(), missing.begin(), missing.end());
    if (drawn.name.empty()) return;
    if (runs_.size() == 1) {
      drawn.chart.series.front().name = "";
    } else {
      for (ChartSeries& series : drawn.chart.series) as_line(series);
    }
    figures.charts.push_back(std::move(drawn));
  }

  // Turns bars into a line, because bars of several runs would hide each other.
  static void as_line(ChartSeries& bars) {
    for (std::size_t k = 0; k < bars.y.size(); ++k) bars.x[k] = (bars.x[k] + bars.x[k + 1]) / 2;
    bars.x.resize(bars.y.size());
    bars.marks = Marks::line;
  }

  const std::vector<DrawnRun>& runs_;
};

}  // namespace

std::vector<DrawnRun> read_drawn_runs(const std::vector<std::string>& folders) {
  std::vector<DrawnRun> runs;
  const Names names = key_names(folders);
  for (const std::string& folder : folders) {
    const std::string series = folder + "/series.csv";
    const bool has_series = file_exists(series);
    if (!has_series && !file_exists(folder + "/summary.json"))
      throw InputError(fmt::format("{} is not the folder of a run", quote(folder)));
    if (has_series) require_whole_series(folder);
    runs.push_back({folder, names[runs.size()], has_series ? read_series(series) : SeriesTable{}});
  }
  return runs;
}

Figures figures_of(const std::vector<DrawnRun>& runs, const std::vector<std::string>& wishes) {
  Draughtsman draughtsman(runs);
  for (const std::string& wish : wishes) draughtsman.draw(wish);
  return std::move(draughtsman.figures);
}

std::vector<std::string> possible_wishes(const std::vector<DrawnRun>& runs) {
  Names names;
  for (const DrawnRun& run : runs)
    for (const NamedChart& chart : measure_charts(run.table)) add_once(names, chart.name);
  for (const std::string& name : column_names(runs))
    if (name != kTime) add_once(names, name);
  const auto has_forces = [](const DrawnRun& run) { return !force_charts(run.folder).empty(); };
  if (std::ranges::any_of(runs, has_forces)) names.push_back("forces");
  return names;
}

std::string without_measures(const DrawnRun& run) {
  return fmt::format(
      "{} has no measures: its scene has none to watch; for example measure: {{energy: {{every: 10 ms}}}}",
      run.folder);
}

}  // namespace cairn
