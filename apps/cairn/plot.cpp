// cairn plot: numbers of a run as figures (PNG) and as tables (CSV).
#include <fmt/format.h>

#include <filesystem>

#include "base/error.h"
#include "base/file.h"
#include "commands.h"
#include "console.h"
#include "observe/png.h"
#include "run_charts.h"

namespace cairn {

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
    write_replacing(stem + ".png",
                    std::as_bytes(std::span<const std::uint8_t>(png_bytes(draw(named.chart)))));
    write_replacing(stem + ".csv", bytes_of(chart_csv(named.chart)));
    say("{0}.png\n{0}.csv\n", stem);
  }
  return kDone;
}

}  // namespace cairn
