// cairn export: writes frames of a run in the formats that its options name. Pictures are made here.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "base/error.h"
#include "base/file.h"
#include "cairn/command.h"
#include "cairn/exports.h"
#include "report/pages.h"
#include "terminal/console.h"

namespace cairn {

ColourBy colour_by(const std::string& word) {
  if (word == "speed") return ColourBy::speed;
  if (word == "force") return ColourBy::force;
  if (word == "group") return ColourBy::group;
  if (word == "chains") return ColourBy::chains;
  throw InputError(fmt::format("--by needs speed, force, chains or group, got {}{}", quote(word),
                               suggestion(word, {"speed", "force", "chains", "group"})));
}

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

FrameNumbers frames_asked(const ExportRequest& request, const std::string& otherwise) {
  const std::string& word = request.frame.empty() ? otherwise : request.frame;
  const bool all = word == "all";
  const std::size_t last = frame_called(all ? "last" : word, frames_file(request.folder), ", last or all");
  FrameNumbers frames;
  for (std::size_t k = all ? 0 : last; k <= last; ++k) frames.insert(k);
  return frames;
}

void export_pictures(const ExportRequest& request) {
  // Check all options first.
  const ColourBy by = colour_by(request.by);
  View checked;
  set_view(request.view, checked);
  const std::string file = frames_file(request.folder);
  const FrameNumbers frames = frames_asked(request, "last");
  if (!request.file.empty() && frames.size() > 1) {
    throw InputError("-o names one picture: use it with one --frame");
  }

  // One picture per frame; several frames share one range of colours.
  const BodyTable bodies = read_bodies(file);
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
}

namespace {

int export_all(const ExportRequest& request) {
  struct Format {
    bool is_wanted;
    void (*write)(const ExportRequest& request);
  };
  const std::array formats{Format{request.png, export_pictures},
                           Format{request.csv, export_csv},
                           Format{request.dump, export_dump},
                           Format{request.vtk, export_vtk},
                           Format{!request.movie.empty(), export_movie},
                           Format{!request.html.empty(), export_html}};
  const auto count = std::ranges::count_if(formats, &Format::is_wanted);
  if (count == 0)
    throw InputError("say what to export: --png, --csv, --dump, --vtk, --movie FILE or --html FILE");
  if (count > 1 && !request.file.empty())
    throw InputError("-o names one output: export the formats one by one, or leave it out");
  for (const Format& format : formats)
    if (format.is_wanted) format.write(request);
  return kDone;
}

void add_options(const CommandOptions& app, ExportRequest& request) {
  app.add_option("DIR", request.folder, "results folder of the run").required();
  app.add_flag("--png", request.png, "write PNG pictures");
  app.add_flag("--csv", request.csv, "write the bodies of a frame as a table");
  app.add_flag("--dump", request.dump, "write all frames as a LAMMPS dump, which OVITO reads");
  app.add_flag("--vtk", request.vtk,
               "write all frames as VTP files with PVD lists, for ParaView and PyVista");
  app.add_option("--movie", request.movie, "write a film; it needs the program ffmpeg").type_name("OUT.mp4");
  app.add_option("--html", request.html, "write the page of 'cairn view' with the run inside, one file")
      .type_name("OUT.html");
  app.add_option("--frame", request.frame,
                 "a number, last or all (default: last; for --dump, --vtk and films all)")
      .type_name("K");
  app.add_option("--by", request.by,
                 "what to show: speed, force, chains or group (default: speed); chains are drawn as wide as "
                 "their normal force")
      .type_name("WHAT");
  app.add_option(
         "-o,--output", request.file,
         "file, for --vtk a folder (default: frame_NNNNNN.png, bodies_NNNNNN.csv, bodies.dump, vtk in DIR)")
      .type_name("FILE");
  app.add_option("--view", request.view,
                 "auto, front, side, top, or azimuth,elevation in degrees such as 30,20 (default: auto)")
      .type_name("VIEW");
  add_whole(app, "--width", request.width, "pixels (default: 1200)", {"pixels", 16, 16384});
  add_whole(app, "--height", request.height, "pixels (default: 900)", {"pixels", 16, 16384});
  add_whole(app, "--rate", request.rate, "pictures per second of a film (default: 25)", {"pictures", 1, 240});
  add_number(app, "--speed", request.speed,
             "simulated seconds per second of a film: 0.1 is slow motion (default: every frame once)",
             {"a positive number", above_zero});
  add_number(app, "--orbit", request.orbit,
             "degrees by which the camera turns around the scene during a film",
             {"an angle in degrees", [](double angle) { return std::abs(angle) <= 36000; }});
  app.add_option(
         "--path", request.path,
         "way of the camera in a film: azimuth,elevation or azimuth,elevation,zoom of stations, such as "
         "'0,20 90,20 90,60,2'; in place of --view and --orbit")
      .type_name("STATIONS")
      .excludes("--view")
      .excludes("--orbit");
  add_number(app, "--megabytes", request.megabytes,
             "size of an HTML page at most, about; frames are left out to keep it (default: 50)",
             {"a positive number", above_zero});
  app.add_option("--page", request.page,
                 "another page than the built-in one for --html; for work on the page")
      .type_name("FILE");
}

}  // namespace

std::unique_ptr<Command> export_command(const Program& program) {
  return make_command<ExportRequest>(
      program,
      {"export", "pictures, films, tables, VTK files or one HTML page of a run's frames",
       "Examples:\n"
       "  cairn export hopper.run --png\n"
       "  cairn export hopper.run --png --frame 10 --by force --view front -o forces.png\n"
       "  cairn export hopper.run --movie hopper.mp4 --speed 0.2 --orbit 90\n"
       "  cairn export hopper.run --html hopper.html\n"
       "  cairn export hopper.run --vtk\n"
       "  cairn export hopper.run --csv --frame 10"},
      add_options, export_all);
}

}  // namespace cairn
