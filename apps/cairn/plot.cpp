// cairn plot: draws numbers of one run or several as figures (PNG, SVG) and writes them as tables (CSV).
#include <fmt/format.h>

#include <filesystem>

#include "base/error.h"
#include "base/file.h"
#include "cairn/command.h"
#include "cairn/figures.h"
#include "terminal/console.h"

namespace cairn {
namespace {

struct PlotRequest {
  std::string folder;
  std::vector<std::string> words;     // more folders, then names to draw; empty: list all names
  std::optional<std::string> target;  // folder; default: FOLDER/plots, for several runs: plots
  bool log = false;                   // logarithmic y
  bool svg = false;                   // also as SVG
  int width = 900, height = 600;
};

struct Wanted {
  std::vector<std::string> folders, wishes;
};

// Names of columns have no slash and do not end in .run, so that a misspelt folder is not taken as a column.
bool is_folder(const std::string& word) {
  return word.ends_with(".run") || word.find('/') != std::string::npos || file_exists(word + "/summary.json");
}

// Sorts the words into folders and wishes. The three words `A over B` are one wish.
Wanted wanted_by(const PlotRequest& request) {
  Wanted wanted{{request.folder}, {}};
  bool is_over = false;
  for (const std::string& word : request.words) {
    if (wanted.wishes.empty() && is_folder(word)) {
      wanted.folders.push_back(word);
    } else if (word == "over" && !wanted.wishes.empty()) {
      is_over = true;
    } else if (is_over) {
      wanted.wishes.back() += " over " + word;
      is_over = false;
    } else {
      wanted.wishes.push_back(word);
    }
  }
  if (is_over) throw InputError("'over' needs a column behind it: stress.zz over strain.zz");
  return wanted;
}

void write_figure(const NamedChart& named, const std::string& stem, const PlotRequest& request) {
  write_png(stem + ".png", draw(named.chart));
  write_replacing(stem + ".csv", bytes_of(chart_csv(named.chart)));
  say("{0}.png\n{0}.csv\n", stem);
  if (!request.svg) return;
  write_replacing(stem + ".svg", bytes_of(svg_of(named.chart)));
  say("{}.svg\n", stem);
}

void warn(const std::string& sentence) { fmt::print(stderr, "warning: {}\n", printable(sentence)); }

void warn_of_hidden(const NamedChart& named) {
  const Hidden hidden = hidden_values(named.chart);
  if (hidden.x + hidden.y > 0)
    warn(fmt::format("{}: {} values at or below 0 cannot be shown on a logarithmic axis", named.name,
                     hidden.x + hidden.y));
}

int tell_names(const std::vector<DrawnRun>& runs) {
  for (const DrawnRun& run : runs)
    if (run.table.columns.size() < 2) warn(without_measures(run));
  for (const std::string& name : possible_wishes(runs)) say("{}\n", name);
  return kDone;
}

int plot(const PlotRequest& request) {
  const Wanted wanted = wanted_by(request);
  const std::vector<DrawnRun> runs = read_drawn_runs(wanted.folders);
  if (wanted.wishes.empty()) return tell_names(runs);
  Figures figures = figures_of(runs, wanted.wishes);
  const std::string target = request.target.value_or(runs.size() == 1 ? request.folder + "/plots" : "plots");
  if (!figures.charts.empty()) std::filesystem::create_directories(target);
  for (NamedChart& named : figures.charts) {
    named.chart.width = request.width;
    named.chart.height = request.height;
    if (request.log) named.chart.y.scale = Scale::logarithmic;
    write_figure(named, target + "/" + named.name, request);
    warn_of_hidden(named);
  }
  for (const std::string& sentence : figures.left_out) warn(sentence);
  for (const std::string& sentence : figures.unknown) fmt::print(stderr, "{}\n", InputError(sentence).what());
  return figures.unknown.empty() ? kDone : kBadInput;
}

void add_options(const CommandOptions& app, PlotRequest& request) {
  app.add_option("DIR", request.folder, "results folder of a run").required();
  app.add_option("WHAT", request.words,
                 "results folders of more runs; then measures, columns, 'COLUMN over COLUMN', or forces");
  app.add_option("-o,--output", request.target, "folder (default: DIR/plots; of several runs: plots)")
      .type_name("FOLDER");
  app.add_flag("--log", request.log, "logarithmic y axis");
  app.add_flag("--svg", request.svg, "write figures as SVG too");
  add_whole(app, "--width", request.width, "pixels (default: 900)", {"pixels", 200, 8192});
  add_whole(app, "--height", request.height, "pixels (default: 600)", {"pixels", 150, 8192});
}

}  // namespace

std::unique_ptr<Command> plot_command(const Program& program) {
  return make_command<PlotRequest>(program,
                                   {"plot", "figures of measures, of one run or several, as PNG and CSV",
                                    "Examples:\n"
                                    "  cairn plot hopper.run                      what there is\n"
                                    "  cairn plot hopper.run flow.mass energy forces\n"
                                    "  cairn plot test.run -- sample.ratio over sample.axial_strain\n"
                                    "  cairn plot dense.run loose.run -- sample.ratio"},
                                   add_options, plot);
}

}  // namespace cairn
