#include "study/tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>
#include <span>

#include "base/error.h"
#include "base/file.h"
#include "results/series_table.h"
#include "study/run_study.h"
#include "terminal/summary_file.h"

namespace cairn {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

// Fields of the tables have no commas, so that every reader takes them.
std::string field(std::string text) {
  std::ranges::replace(text, ',', ';');
  std::ranges::replace(text, '\n', ' ');
  std::ranges::replace(text, '"', '\'');
  return text;
}
std::string field(double value) { return std::isfinite(value) ? fmt::format("{}", value) : ""; }

// One line from fields; the first lines of a file.
std::string line_of(const std::vector<std::string>& fields) {
  return fmt::format("{}\n", fmt::join(fields, ","));
}
std::string heading(const std::vector<Column>& columns) {
  std::vector<std::string> units, names;
  for (const Column& column : columns) {
    units.push_back(column.unit);
    names.push_back(field(column.name));
  }
  return "# units: " + line_of(units) + line_of(names);
}

std::vector<Column> named(const std::vector<std::string>& names) {
  std::vector<Column> columns;
  for (const std::string& name : names) columns.push_back({name, "1"});
  return columns;
}

// The columns of the measures of a run that has results, with their units.
std::vector<Column> measure_columns(const std::string& run) {
  std::vector<Column> columns;
  const std::string path = run + "/series.csv";
  if (!file_exists(path)) return columns;
  const SeriesTable series = read_series(path);
  columns.assign(series.columns.begin() + 1, series.columns.end());  // the first is the time
  return columns;
}

StudyRow row_of(const std::string& study, std::size_t run, const std::vector<Column>& columns) {
  StudyRow row{run, "waiting", std::vector<double>(columns.size(), kNone), "", ""};
  const std::optional<StudyRecord> record = read_record(study, run);
  if (!record) return row;
  row.state = record->trouble.empty() ? "done" : "failed";
  row.trouble = record->trouble;
  const std::string folder = run_folder(study, run);
  if (!file_exists(folder + "/summary.json")) return row;
  // Figures by their names, measures by theirs.
  const SummaryFile summary(folder);
  const auto measured = summary.measures();
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const auto found = std::ranges::find(measured, columns[c].name, &std::pair<std::string, double>::first);
    row.values[c] = found != measured.end() ? found->second : summary.number(columns[c].name).value_or(kNone);
  }
  row.hash = summary.text("state_hash");
  return row;
}

// Mean and standard error over the runs that have the value.
PointValue averaged(std::span<const StudyRow> rows, std::size_t column) {
  std::vector<double> found;
  for (const StudyRow& row : rows)
    if (row.state == "done" && std::isfinite(row.values[column])) found.push_back(row.values[column]);
  const auto n = static_cast<double>(found.size());
  PointValue value{kNone, kNone};
  if (found.empty()) return value;
  value.mean = std::accumulate(found.begin(), found.end(), 0.0) / n;
  double squares = 0;
  if (*std::ranges::max_element(found) > *std::ranges::min_element(found))  // else the mean's rounding
    for (const double x : found) squares += (x - value.mean) * (x - value.mean);
  if (found.size() > 1) value.error = std::sqrt(squares / (n - 1) / n);
  return value;
}

}  // namespace

const std::vector<Column>& study_figures() {
  static const std::vector<Column> all{{"time", "s"},
                                       {"steps", "1"},
                                       {"bodies", "1"},
                                       {"removed_bodies", "1"},
                                       {"contacts.mean", "1"},
                                       {"iterations.mean", "1"},
                                       {"residual.max", "1"},
                                       {"unconverged_steps", "1"},
                                       {"max_overlap_over_radius", "1"},
                                       {"energy.imbalance", "J"},
                                       {"wall_seconds", "s"}};
  return all;
}

StudyTable StudyTable::read(const std::string& study, const StudyPlan& plan) {
  StudyTable table;
  // A parameter may change which columns there are: the first run of each point tells.
  std::set<std::string> seen;
  for (std::size_t run = 0; run < plan.runs(); run += plan.repeats)
    for (Column& column : measure_columns(run_folder(study, run)))
      if (seen.insert(column.name).second) table.columns.push_back(std::move(column));
  // Figures come first; a measure of the same name takes the place of its figure.
  std::vector<Column> first = study_figures();
  std::erase_if(first, [&](const Column& figure) { return seen.contains(figure.name); });
  table.columns.insert(table.columns.begin(), first.begin(), first.end());
  for (std::size_t run = 0; run < plan.runs(); ++run) table.rows.push_back(row_of(study, run, table.columns));
  return table;
}

std::string StudyTable::text(const StudyPlan& plan) const {
  std::vector<Column> all = named({"run", "point", "repeat"});
  for (const Column& key : named(plan.keys)) all.push_back(key);
  for (const Column& column : named({"seed", "state"})) all.push_back(column);
  all.insert(all.end(), columns.begin(), columns.end());
  for (const Column& column : named({"state_hash", "trouble"})) all.push_back(column);
  std::string text = heading(all);
  for (const StudyRow& row : rows) {
    const auto seed = plan.seed(row.run);
    std::vector<std::string> fields{fmt::format("{:05}.run", row.run),
                                    fmt::format("{}", row.run / plan.repeats),
                                    fmt::format("{}", row.run % plan.repeats)};
    for (const std::string& value : plan.point(row.run)) fields.push_back(field(value));
    fields.push_back(seed ? fmt::format("{}", *seed) : "");
    fields.push_back(row.state);
    for (const double value : row.values) fields.push_back(field(value));
    fields.push_back(row.hash);
    fields.push_back(field(row.trouble));
    text += line_of(fields);
  }
  return text;
}

StudyPoints::StudyPoints(const StudyPlan& plan, const StudyTable& table)
    : counts(plan.points.size(), 0), values(plan.points.size()) {
  for (std::size_t point = 0; point < plan.points.size(); ++point) {
    const std::span<const StudyRow> rows(table.rows.data() + point * plan.repeats, plan.repeats);
    counts[point] = static_cast<std::size_t>(std::ranges::count(rows, "done", &StudyRow::state));
    for (std::size_t c = 0; c < table.columns.size(); ++c) values[point].push_back(averaged(rows, c));
  }
}

std::string StudyPoints::text(const StudyPlan& plan, const StudyTable& table) const {
  std::vector<Column> all = named({"point"});
  for (const Column& key : named(plan.keys)) all.push_back(key);
  all.push_back({"n", "1"});
  for (const Column& column : table.columns) {
    all.push_back(column);
    all.push_back({column.name + ".error", column.unit});
  }
  std::string text = heading(all);
  for (std::size_t point = 0; point < plan.points.size(); ++point) {
    std::vector<std::string> fields{fmt::format("{}", point)};
    for (const std::string& value : plan.points[point]) fields.push_back(field(value));
    fields.push_back(fmt::format("{}", counts[point]));
    for (const PointValue& value : values[point]) {
      fields.push_back(field(value.mean));
      fields.push_back(field(value.error));
    }
    text += line_of(fields);
  }
  return text;
}

void write_tables(const std::string& study, const StudyPlan& plan) {
  const StudyTable table = StudyTable::read(study, plan);
  write_replacing(study + "/table.csv", bytes_of(table.text(plan)));
  write_replacing(study + "/points.csv", bytes_of(StudyPoints(plan, table).text(plan, table)));
}

}  // namespace cairn
