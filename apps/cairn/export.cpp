// cairn export: writes pictures of stored frames.
#include <fmt/format.h>

#include <numbers>

#include "base/error.h"
#include "base/file.h"
#include "cairn/command.h"
#include "draw/frame_picture.h"
#include "report/pages.h"
#include "terminal/console.h"

namespace cairn {
namespace {

struct ExportRequest {
  std::string folder;
  bool png = false;
  std::string frame = "last";  // a number, last or all
  std::string by = "speed";    // what the colours show
  std::string file;            // empty: FOLDER/frame_NNNNNN.png
  std::string view = "auto";   // auto, front, side, top, or azimuth,elevation in degrees
  int width = 1200, height = 900;
};

ColourBy colour_by(const std::string& word) {
  if (word == "speed") return ColourBy::speed;
  if (word == "force") return ColourBy::force;
  if (word == "group") return ColourBy::group;
  if (word == "chains") return ColourBy::chains;
  throw InputError(fmt::format("--by needs speed, force, chains or group, got {}{}", quote(word),
                               suggestion(word, {"speed", "force", "chains", "group"})));
}

// Replaces the automatic view by the requested one.
void set_view(const std::string& word, View& view) {
  constexpr double kQuarter = std::numbers::pi / 2, kDegree = std::numbers::pi / 180;
  if (word == "auto") return;
  if (word == "front" || word == "side" || word == "top") {
    view = front_view();
    if (word == "side") view.azimuth = kQuarter;
    if (word == "top") view.elevation = kQuarter;
    return;
  }
  // Azimuth and elevation.
  const std::size_t comma = std::min(word.find(','), word.size());
  const auto azimuth = number_in<double>(std::string_view(word).substr(0, comma));
  const auto elevation = number_in<double>(std::string_view(word).substr(std::min(comma + 1, word.size())));
  if (!azimuth || !elevation || !(std::abs(*azimuth) <= 360 && std::abs(*elevation) <= 90)) {
    throw InputError(
        fmt::format("--view needs auto, front, side, top or azimuth,elevation in degrees such as 30,20, "
                    "got {}",
                    quote(word)));
  }
  view = View{.azimuth = *azimuth * kDegree, .elevation = *elevation * kDegree};
}

int export_pictures(const ExportRequest& request) {
  // Check all options first.
  if (!request.png) throw InputError("say what to export: --png");
  const ColourBy by = colour_by(request.by);
  View checked;
  set_view(request.view, checked);
  const std::string file = frames_file(request.folder);
  const bool all = request.frame == "all";
  const std::size_t last = frame_called(all ? "last" : request.frame, file, ", last or all");
  const std::size_t first = all ? 0 : last;
  if (!request.file.empty() && last > first) {
    throw InputError("-o names one picture: use it with one --frame");
  }

  // One picture per frame; several frames share one range of colours.
  const BodyTable bodies = read_bodies(file);
  FrameNumbers frames;
  for (std::size_t k = first; k <= last; ++k) frames.insert(k);
  std::optional<ValueRange> range;
  if (frames.size() > 1) range = range_of_frames(bodies, file, frames, by);
  for (const std::size_t k : frames) {
    Picture picture = frame_picture(bodies, read_frame(file, k), by, title_of(request.folder), range);
    picture.width = request.width;
    picture.height = request.height;
    set_view(request.view, picture.view);
    const std::string target =
        request.file.empty() ? fmt::format("{}/frame_{}.png", request.folder, frame_name(k)) : request.file;
    write_png(target, draw(picture));
    say("{}\n", target);
  }
  return kDone;
}

void add_options(const CommandOptions& app, ExportRequest& request) {
  app.add_option("DIR", request.folder, "results folder of the run").required();
  app.add_flag("--png", request.png, "write PNG pictures");
  app.add_option("--frame", request.frame, "a number, last or all (default: last)").type_name("K");
  app.add_option("--by", request.by,
                 "what to show: speed, force, chains or group (default: speed); chains are drawn as wide as "
                 "their normal force")
      .type_name("WHAT");
  app.add_option("-o,--output", request.file, "file (default: frame_NNNNNN.png in DIR)").type_name("FILE");
  app.add_option("--view", request.view,
                 "auto, front, side, top, or azimuth,elevation in degrees such as 30,20 (default: auto)")
      .type_name("VIEW");
  add_whole(app, "--width", request.width, "pixels (default: 1200)", {"pixels", 16, 16384});
  add_whole(app, "--height", request.height, "pixels (default: 900)", {"pixels", 16, 16384});
}

}  // namespace

std::unique_ptr<Command> export_command(const Program& program) {
  return make_command<ExportRequest>(
      program,
      {"export", "pictures of a run's frames",
       "Examples:\n"
       "  cairn export hopper.run --png\n"
       "  cairn export hopper.run --png --frame 10 --by force --view front -o forces.png"},
      add_options, export_pictures);
}

}  // namespace cairn
