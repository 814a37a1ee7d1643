// cairn export: tables, dumps, VTK files and the HTML page of a run.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>

#include "base/error.h"
#include "base/file.h"
#include "cairn/command.h"
#include "cairn/exports.h"
#include "draw/look.h"
#include "results/frame_table.h"
#include "results/vtk.h"
#include "run/stored_fields.h"
#include "terminal/console.h"
#include "terminal/progress.h"
#include "view/facts.h"
#include "view/html.h"
#include "view/page.h"

namespace cairn {
namespace {

// A run whose frames are exported one after the other.
struct ExportedRun {
  std::string file;
  BodyTable table;
  FrameNumbers frames;

  ExportedRun(const ExportRequest& request, const std::string& otherwise)
      : file(frames_file(request.folder)),
        table(read_bodies(file)),
        frames(frames_asked(request, otherwise)) {}
};

void write_text(const std::string& path, std::string_view text) {
  write_replacing(path, bytes_of(text));
  say("{}\n", path);
}

// The lengths of each shape's surface along its axes; zero for a plane.
ShapeLengths lengths_of(const BodyTable& table, double extent) {
  ShapeLengths lengths;
  for (const ShapeText& text : table.shapes) {
    const std::optional<TurnedShape> shape = shape_of(text);
    Vec3 low, high;
    if (shape && text.kind != "plane")
      for (const Vec3& v : body_surface(*shape, extent, Detail::fine).vertices) {
        low = min(low, v);
        high = max(high, v);
      }
    lengths.push_back(high - low);
  }
  return lengths;
}

Vec3 cell_centre(const std::string& folder) {
  try {
    return scene_facts(folder).cell_centre;
  } catch (const std::runtime_error&) {
    return {};
  }
}

std::string page_for(const ExportRequest& request) {
  if (!request.page.empty()) return read_text(request.page);
  require_built_in_page();
  return std::string(built_in_page());
}

}  // namespace

void export_csv(const ExportRequest& request) {
  const ExportedRun run(request, "last");
  if (!request.file.empty() && run.frames.size() > 1)
    throw InputError("-o names one table: use it with one --frame");
  for (const std::size_t k : run.frames) {
    const std::string target =
        request.file.empty() ? fmt::format("{}/bodies_{}.csv", request.folder, frame_name(k)) : request.file;
    write_text(target, bodies_csv(run.table, read_frame(run.file, k)));
  }
}

void export_dump(const ExportRequest& request) {
  const ExportedRun run(request, "all");
  const std::string target = request.file.empty() ? request.folder + "/bodies.dump" : request.file;
  const Vec3 centre = cell_centre(request.folder);
  // Frame by frame into the file; an old one is replaced by the first.
  bool is_first = true;
  for (const std::size_t k : run.frames) {
    const std::string text = dump_snapshot(run.table, read_frame(run.file, k), centre);
    if (is_first)
      write_replacing(target, bytes_of(text));
    else
      append(target, bytes_of(text));
    is_first = false;
  }
  say("{}\n", target);
}

void export_vtk(const ExportRequest& request) {
  const ExportedRun run(request, "all");
  const std::filesystem::path folder = request.file.empty() ? request.folder + "/vtk" : request.file;
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (failed)
    throw InputError(fmt::format("cannot make the folder {}: {}", quote(folder.string()), failed.message()));

  // A file of bodies and one of contacts per frame, then their lists.
  const ShapeLengths lengths = lengths_of(run.table, extent_of(read_frame(run.file, *run.frames.begin())));
  std::vector<TimedFile> bodies, contacts;
  std::map<std::string, std::vector<TimedFile>> fields;  // by measure
  Threads threads(1);
  for (const std::size_t k : run.frames) {
    const Frame frame = read_frame(run.file, k);
    bodies.push_back({frame.time, fmt::format("bodies_{}.vtp", frame_name(k))});
    write_replacing((folder / bodies.back().name).string(), bytes_of(bodies_vtp(run.table, frame, lengths)));
    if (!frame.contacts) continue;
    contacts.push_back({frame.time, fmt::format("contacts_{}.vtp", frame_name(k))});
    write_replacing((folder / contacts.back().name).string(), bytes_of(contacts_vtp(frame)));
    for (const StoredField& field : stored_fields(request.folder, k, threads)) {
      fields[field.name].push_back({frame.time, fmt::format("{}_{}.vti", field.name, frame_name(k))});
      write_replacing((folder / fields[field.name].back().name).string(), bytes_of(grid_vti(field.grid)));
    }
  }
  write_text((folder / "bodies.pvd").string(), pvd(bodies));
  if (!contacts.empty()) write_text((folder / "contacts.pvd").string(), pvd(contacts));
  for (const auto& [name, files] : fields) write_text((folder / (name + ".pvd")).string(), pvd(files));
}

void export_html(const ExportRequest& request) {
  const std::string page = page_for(request);
  frames_file(request.folder);
  Library library({request.folder});
  constexpr double kMegabytes = 50, kMost = 1e6;  // more megabytes than any machine has
  const double megabytes = std::min(request.megabytes.value_or(kMegabytes), kMost);
  const auto most = static_cast<std::size_t>(1e6 * megabytes);
  const ExportedPage exported = exported_page(library, page, most);
  write_replacing(request.html, bytes_of(exported.text));
  const std::size_t shown = exported.frames.size();
  say("{} ({}, {} of {} frames{})\n", request.html, spoken_bytes(static_cast<double>(exported.text.size())),
      shown, exported.all_frames,
      shown < exported.all_frames ? fmt::format("; --megabytes above {} takes more", megabytes) : "");
}

}  // namespace cairn
