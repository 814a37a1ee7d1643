// cairn export: stored frames as pictures.
#include <fmt/format.h>

#include <charconv>
#include <numbers>

#include "base/error.h"
#include "base/file.h"
#include "cairn/command.h"
#include "draw/frame_picture.h"
#include "scene/scene.h"
#include "terminal/console.h"
#include "text/interpret.h"

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

// Degrees; NaN if the text is no such number.
double degrees_in(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_whole = error == std::errc{} && end == text.data() + text.size() && std::abs(value) <= 360;
  return is_whole ? value : NAN;
}

// Changes the view that suits the frame to the one asked for.
void set_view(const std::string& word, View& view) {
  constexpr double kQuarter = std::numbers::pi / 2, kDegree = std::numbers::pi / 180;
  if (word == "auto") return;
  if (word == "front" || word == "side" || word == "top") {
    view = front_view();
    if (word == "side") view.azimuth = kQuarter;
    if (word == "top") view.elevation = kQuarter;
    return;
  }
  const std::size_t comma = std::min(word.find(','), word.size());
  const double azimuth = degrees_in(std::string_view(word).substr(0, comma));
  const double elevation = degrees_in(std::string_view(word).substr(std::min(comma + 1, word.size())));
  if (!(std::abs(azimuth) <= 360 && std::abs(elevation) <= 90)) {
    throw InputError(
        fmt::format("--view needs auto, front, side, top or azimuth,elevation in degrees such as 30,20, "
                    "got {}",
                    quote(word)));
  }
  view = View{.azimuth = azimuth * kDegree, .elevation = elevation * kDegree};
}

struct FrameRange {
  std::size_t begin = 0, end = 0;
};

FrameRange frames_wanted(const std::string& word, std::size_t count, const std::string& file) {
  if (count == 0) throw InputError(fmt::format("{} has no frames", file));
  if (word == "all") return {0, count};
  if (word == "last") return {count - 1, count};
  std::size_t index = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), index);
  if (error == std::errc{} && end == word.data() + word.size() && index < count) return {index, index + 1};
  throw InputError(
      fmt::format("--frame needs a number from 0 to {}, last or all, got {}", count - 1, quote(word)));
}

// The title that the run's scene gave itself; a scene that can not be read any more has none.
std::string title_of(const std::string& folder) {
  try {
    const Tree tree = Tree::from_file(folder + "/scene.yaml");
    const Node* title = tree.root().is_map() ? tree.root().find("title") : nullptr;
    return title != nullptr ? std::string(title->text()) : "";
  } catch (const std::runtime_error&) {
    return "";
  }
}

int export_pictures(const ExportRequest& request) {
  if (!request.png) throw InputError("say what to export: --png");
  const ColourBy by = colour_by(request.by);
  View checked;
  set_view(request.view, checked);
  const std::string file = request.folder + "/run.h5";
  if (!file_exists(file)) {
    throw InputError(fmt::format("{} is not the folder of a run: it has no run.h5", quote(request.folder)));
  }
  const FrameRange range = frames_wanted(request.frame, list_frames(file).size(), file);
  if (!request.file.empty() && range.end - range.begin > 1) {
    throw InputError("-o names one picture: use it with one --frame");
  }

  const BodyTable bodies = read_bodies(file);
  for (std::size_t k = range.begin; k < range.end; ++k) {
    Picture picture = frame_picture(bodies, read_frame(file, k), by, title_of(request.folder));
    picture.width = request.width, picture.height = request.height;
    set_view(request.view, picture.view);
    const std::string target =
        request.file.empty() ? fmt::format("{}/frame_{}.png", request.folder, frame_name(k)) : request.file;
    write_png(target, draw(picture));
    say("{}\n", target);
  }
  return kDone;
}

void add_options(CLI::App& app, ExportRequest& request) {
  app.add_option("DIR", request.folder, "results folder of the run")->required();
  app.add_flag("--png", request.png, "write PNG pictures");
  app.add_option("--frame", request.frame, "a number, last or all (default: last)")->type_name("K");
  app.add_option("--by", request.by,
                 "what to show: speed, force, chains or group (default: speed); chains are drawn as wide as "
                 "their normal force")
      ->type_name("WHAT");
  app.add_option("-o,--output", request.file, "file (default: frame_NNNNNN.png in DIR)")->type_name("FILE");
  app.add_option("--view", request.view,
                 "auto, front, side, top, or azimuth,elevation in degrees such as 30,20 (default: auto)")
      ->type_name("VIEW");
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
