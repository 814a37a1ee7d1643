#include "report/pages.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/assert.h"
#include "base/error.h"
#include "base/file.h"
#include "base/printable.h"
#include "base/version.h"
#include "draw/frame_picture.h"
#include "report/charts.h"
#include "results/verify.h"
#include "terminal/progress.h"
#include "text/node.h"
#include "text/units.h"
#include "validate/found.h"
#include "validate/run_card.h"
#include "validate/tables.h"

namespace cairn {
namespace {

// Units of the numbers of summary.json, by the beginning of their names. Counts and shares have no unit.
struct NumberUnit {
  std::string_view beginning, unit;
};
constexpr NumberUnit kUnits[] = {
    {"time", "s"},
    {"wall_seconds", "s"},
    {"seconds_by_stage.", "s"},
    {"particle_steps_per_second", "1/s"},
    {"energy.", "J"},
    {"compatible_forces.max_", "N"},
    {"compatible_forces.rms_", "N"},
};

// Unit of a number of summary.json; series.csv holds the units of measures.
std::string unit_of(std::string_view name, const std::vector<Column>& columns) {
  constexpr std::string_view kMeasures = "measures.";
  if (name.starts_with(kMeasures)) {
    const auto column = std::ranges::find(columns, name.substr(kMeasures.size()), &Column::name);
    return column == columns.end() || column->unit == "1" ? "" : column->unit;
  }
  for (const NumberUnit& row : kUnits)
    if (name.starts_with(row.beginning)) return std::string(row.unit);
  return "";
}

// The table of series.csv, which must be undamaged; empty if there is no such file.
SeriesTable series_of(const std::string& folder) {
  if (!file_exists(folder + "/series.csv")) return {};
  require_whole_series(folder);
  return read_series(folder + "/series.csv");
}

// Adds every scalar below a map under its dotted name. Numbers that are not counts are shortened.
void add_scalars(const Node& map, const std::string& prefix, const std::vector<Column>& columns,
                 TextRows& rows) {
  for (const Node* key = map.first; key != nullptr; key = key->next->next) {
    const Node& value = *key->next;
    const std::string name = prefix + std::string(key->text());
    if (value.is_map()) add_scalars(value, name + ".", columns, rows);
    if (!value.is_scalar()) continue;
    const std::optional<double> number = plain_number(value.text());
    const bool is_count = value.text().find_first_of(".eE") == std::string_view::npos;
    const std::string unit = unit_of(name, columns);
    rows.push_back({name, (number && !is_count ? short_number(number) : std::string(value.text())) +
                              (unit.empty() ? "" : " " + unit)});
  }
}

// The numbers of summary.json that a reader wants first.
struct Highlight {
  const char *label, *name;
};
constexpr Highlight kHighlights[] = {
    {"method", "method"},
    {"stopped by", "stop_reason"},
    {"simulated time", "time"},
    {"steps", "steps"},
    {"real time", "wall_seconds"},
    {"bodies at the end", "bodies"},
    {"contacts at the end", "contacts.last"},
    {"largest overlap over the smaller radius", "max_overlap_over_radius"},
    {"unconverged steps", "unconverged_steps"},
    {"energy that could become motion", "energy.received"},
    {"energy that the budget misses", "energy.imbalance"},
};

void add_highlights(Page& page, const TextRows& numbers) {
  TextRows rows{numbers.front()};
  for (const Highlight& highlight : kHighlights)
    for (const TextRow& row : numbers)
      if (row[0] == highlight.name) rows.push_back({highlight.label, row[1]});
  page.heading("Summary");
  page.table(rows);
}

void add_warnings(Page& page, const std::string& folder) {
  const Tree tree = Tree::from_file(folder + "/summary.json");
  const Node* warnings = tree.root().find("warnings");
  page.heading("Warnings");
  if (warnings == nullptr || warnings->first == nullptr) return page.paragraph("None.");
  for (const Node* text = warnings->first; text != nullptr; text = text->next) page.paragraph(text->text());
}

// The title of a run, or the name of its folder if it has none.
std::string heading_of(const std::string& folder) {
  const std::string title = title_of(folder);
  return title.empty() ? folder : title;
}

// A plain number, or the quantity of that name if it was found.
std::optional<double> place_of(const std::string& text, const Finding& finding) {
  if (const std::optional<double> number = plain_number(text)) return number;
  const auto found = std::ranges::find(finding.quantities, text, &FoundQuantity::name);
  return found == finding.quantities.end() ? std::nullopt : found->ours;
}

// Quantities over numbers or other quantities. Quantities that were not found and empty lines are left out.
Chart quantities_chart(const CardPlot& plot, const Finding& finding) {
  const Scale scale = plot.is_logarithmic ? Scale::logarithmic : Scale::linear;
  Chart chart{.title = plot.title, .x = {plot.over, scale}, .y = {"", scale}, .series = {}};
  for (const CardLine& line : plot.lines) {
    ChartSeries joined{.name = line.name, .x = {}, .y = {}};
    for (std::size_t k = 0; k < line.y.size(); ++k) {
      const auto found = std::ranges::find(finding.quantities, line.y[k], &FoundQuantity::name);
      const std::optional<double> place = place_of(line.x[k], finding);
      if (found == finding.quantities.end() || !found->ours || !place) continue;
      joined.x.push_back(*place);
      joined.y.push_back(*found->ours);
      if (found->unit != "1") chart.y.label = fmt::format("[{}]", found->unit);
    }
    if (joined.x.empty()) continue;
    chart.series.push_back(std::move(joined));
  }
  return chart;
}

void add_card(Page& page, const Card& card, const Finding& finding, const std::string& folder) {
  page.heading(fmt::format("{} {}: {}, {}", card.id, card.path, card.title, form_words(card.form)));
  // Verdict, note and table.
  page.paragraph(finding.when.empty()
                     ? std::string("NOT RUN")
                     : fmt::format("{}, {} size ({}), {}, {} of processor time. {}",
                                   verdict_name(finding.verdict()), finding.size, finding.extent,
                                   finding.when, spoken_time(finding.cpu_seconds), finding.trouble));
  if (!card.note.empty()) page.paragraph(card.note);
  page.table(quantity_rows(finding));
  // Charts, then pictures of the runs.
  const auto run_folder = [&](const std::string& run) {
    return fmt::format("{}/{}.run", case_folder(folder, card, 1), run);
  };
  for (const CardPlot& plot : card.plots) {
    std::vector<RunLine> lines;
    for (const std::string& run : plot.runs) lines.push_back({run, run_folder(run)});
    const Chart chart = plot.lines.empty() ? compared_chart(plot.title, plot.series, plot.over, lines)
                                           : quantities_chart(plot, finding);
    if (!chart.series.empty()) page.picture(draw(chart), plot.title);
  }
  for (const std::string& run : card.pictures)
    if (file_exists(run_folder(run) + "/run.h5")) add_frames(page, run_folder(run), Frames::last);
}

}  // namespace

std::string title_of(const std::string& folder) {
  try {
    const Tree tree = Tree::from_file(folder + "/scene.yaml");
    const Node* title = tree.root().is_map() ? tree.root().find("title") : nullptr;
    return title != nullptr && title->is_scalar() ? std::string(title->text()) : "";
  } catch (const std::runtime_error&) {
    return "";
  }
}

TextRows summary_rows(const std::string& folder) {
  const Tree tree = Tree::from_file(folder + "/summary.json");
  TextRows rows{{"what", "value"}};
  add_scalars(tree.root(), "", series_of(folder).columns, rows);
  return rows;
}

void add_frames(Page& page, const std::string& folder, Frames which) {
  const std::string file = folder + "/run.h5";
  const std::vector<FrameItem> frames = list_frames(file);
  if (frames.empty()) return page.paragraph("The run has no frames.");
  const BodyTable bodies = read_bodies(file);
  const std::string title = heading_of(folder);
  const std::size_t last = frames.size() - 1;
  const FrameNumbers shown = which == Frames::last ? FrameNumbers{last} : FrameNumbers{0, last / 2, last};
  const auto add = [&](std::size_t k, ColourBy by, const ValueRange& range, const char* what) {
    Picture picture = frame_picture(bodies, read_frame(file, k, frames[k]), by, title, range);
    picture.width = 900;
    picture.height = 675;
    page.picture(draw(picture), fmt::format("{}: {} at t = {:.4g} s, {}", title, what, frames[k].time,
                                            how_many(frames[k].bodies, "body")));
  };
  // All frames share one range of colours.
  const ValueRange speeds = range_of_frames(bodies, file, shown, ColourBy::speed);
  for (const std::size_t k : shown) add(k, ColourBy::speed, speeds, "speed");
  if (which == Frames::last || frames[last].contacts.value_or(0) == 0) return;
  add(last, ColourBy::chains, range_of_frames(bodies, file, {last}, ColourBy::chains), "force chains");
}

std::string write_run_report(const std::string& folder) {
  if (!file_exists(folder + "/summary.json"))
    throw InputError(
        fmt::format("{} is not the folder of a run that has ended: it has no summary.json", quote(folder)));
  // Summary and warnings.
  Page page(heading_of(folder));
  const TextRows numbers = summary_rows(folder);
  add_highlights(page, numbers);
  add_warnings(page, folder);
  // Pictures of frames.
  if (file_exists(folder + "/run.h5")) {
    page.heading("Pictures");
    add_frames(page, folder, Frames::three);
  }
  // Charts of measures and forces.
  page.heading("Measures");
  const SeriesTable series = series_of(folder);
  const std::vector<NamedChart> charts = measure_charts(series);
  if (charts.empty())
    page.paragraph(series.columns.size() < 2 ? "The run has no measures." : "All are zero throughout.");
  for (const NamedChart& chart : charts) page.picture(draw(chart.chart), chart.chart.title);
  for (const NamedChart& chart : force_charts(folder)) page.picture(draw(chart.chart), chart.chart.title);
  // All numbers, and the scene.
  page.heading("Numbers");
  page.table(numbers);
  if (file_exists(folder + "/scene.yaml")) {
    page.heading("Scene");
    page.source("The scene as it was run, with every default", read_text(folder + "/scene.yaml"));
  }
  const std::string path = folder + "/report.html";
  write_page(path, page);
  return path;
}

std::string write_validation_report(const std::string& path, const std::vector<const Card*>& cards,
                                    const std::vector<Finding>& findings, const std::string& folder) {
  CAIRN_ASSERT(cards.size() == findings.size());
  Page page("Published experiments, reproduced");
  page.paragraph(fmt::format("cairn {}, {}. {}.", version(), this_machine(), counted(findings)));
  page.table(overview_rows(cards, findings));
  for (std::size_t k = 0; k < cards.size(); ++k) add_card(page, *cards[k], findings[k], folder);
  write_page(path, page);
  return path;
}

}  // namespace cairn
