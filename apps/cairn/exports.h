// The formats of `cairn export`, one function each. It checks its options before it writes.
#pragma once

#include <optional>
#include <string>

#include "draw/frame_picture.h"

namespace cairn {

struct ExportRequest {
  std::string folder;
  bool png = false, csv = false, dump = false, vtk = false;
  std::string movie, html;    // files; empty: not wanted
  std::string frame;          // a number, last or all; empty: the format's default
  std::string by = "speed";   // what the colours show
  std::string file;           // -o; empty: a name in the run's folder
  std::string view = "auto";  // auto, front, side, top, or azimuth,elevation in degrees
  int width = 1200, height = 900;
  int rate = 25;                    // frames per second of a film
  std::optional<double> speed;      // simulated seconds per second of a film; none: every frame once
  std::optional<double> orbit;      // degrees by which the camera turns in a film
  std::string path;                 // stations of the camera in a film (cairn/camera_path.h); empty: none
  std::optional<double> megabytes;  // of an HTML page; none: 50
  std::string page;                 // file with another page; empty: the built-in one
};

// The frames that the request names; `otherwise` is used if it names none.
FrameNumbers frames_asked(const ExportRequest& request, const std::string& otherwise);
ColourBy colour_by(const std::string& word);
// Replaces the automatic view by the requested one.
void set_view(const std::string& word, View& view);

void export_pictures(const ExportRequest& request);
void export_csv(const ExportRequest& request);
void export_dump(const ExportRequest& request);
void export_vtk(const ExportRequest& request);
void export_movie(const ExportRequest& request);
void export_html(const ExportRequest& request);

}  // namespace cairn
