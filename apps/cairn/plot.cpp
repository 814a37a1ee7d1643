// cairn plot: numbers of a run as figures (PNG, SVG) and as tables (CSV).
#include <fmt/format.h>

#include <filesystem>

#include "base/error.h"
#include "base/file.h"
#include "cairn/command.h"
#include "report/charts.h"
#include "terminal/console.h"

namespace cairn {
namespace {

struct PlotRequest {
  std::string folder;
  std::vector<std::string> what;      // empty: say what there is
  std::optional<std::string> target;  // folder; default: FOLDER/plots
  bool log = false;                   // logarithmic y
  bool svg = false;                   // figures as SVG too
  int width = 900, height = 600;
};

int plot(const PlotRequest& request) {
  if (!file_exists(request.folder + "/summary.json") && !file_exists(request.folder + "/series.csv"))
    throw InputError(fmt::format("{} is not the folder of a run", quote(request.folder)));
  if (request.what.empty()) {
    for (const std::string& name : chart_names(request.folder)) say("{}\n", name);
    return kDone;
  }
  const std::string target = request.target.value_or(request.folder + "/plots");
  std::vector<NamedChart> charts;
  for (const std::string& what : request.what) charts.push_back(chart_of(request.folder, what));
  std::filesystem::create_directories(target);
  for (NamedChart& named : charts) {
    named.chart.width = request.width, named.chart.height = request.height;
    if (request.log) named.chart.y.scale = Scale::logarithmic;
    const std::string stem = target + "/" + named.name;
    write_png(stem + ".png", draw(named.chart));
    write_replacing(stem + ".csv", bytes_of(chart_csv(named.chart)));
    say("{0}.png\n{0}.csv\n", stem);
    if (!request.svg) continue;
    write_replacing(stem + ".svg", bytes_of(svg_of(named.chart)));
    say("{}.svg\n", stem);
  }
  return kDone;
}

void add_options(CLI::App& app, PlotRequest& request) {
  app.add_option("DIR", request.folder, "results folder of the run")->required();
  app.add_option("WHAT", request.what, "measures, columns, column:column, or forces");
  app.add_option("-o,--output", request.target, "folder (default: DIR/plots)")->type_name("FOLDER");
  app.add_flag("--log", request.log, "logarithmic y axis");
  app.add_flag("--svg", request.svg, "write figures as SVG too");
  add_whole(app, "--width", request.width, "pixels (default: 900)", {"pixels", 200, 8192});
  add_whole(app, "--height", request.height, "pixels (default: 600)", {"pixels", 150, 8192});
}

}  // namespace

std::unique_ptr<Command> plot_command(const Program& program) {
  return make_command<PlotRequest>(program,
                                   {"plot", "figures of a run's measures as PNG and CSV",
                                    "Examples:\n"
                                    "  cairn plot hopper.run                      what there is\n"
                                    "  cairn plot hopper.run flow.mass energy forces\n"
                                    "  cairn plot test.run sample.ratio:sample.axial_strain"},
                                   add_options, plot);
}

}  // namespace cairn
