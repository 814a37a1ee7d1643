// A results folder as the browser gets it: JSON texts and arrays (view/arrays.h). Whatever can be read is
// shown; whatever cannot stands in the remarks. The folder may belong to a run that goes on: refresh() looks
// again.
//
// Positions are relative to `center`, which stays the same for as long as the folder is shown. The
// differences are taken in double precision, so that a scene far from the origin keeps its detail in single
// precision.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "draw/look.h"
#include "results/run_image.h"
#include "shapes/geometry.h"
#include "view/facts.h"
#include "view/on_disk.h"

namespace cairn {

// A box that holds points.
struct Bounds3 {
  Vec3 low{kNone, kNone, kNone}, high{-kNone, -kNone, -kNone};
  static constexpr double kNone = std::numeric_limits<double>::infinity();
  bool is_empty() const { return !(low.x <= high.x); }
  void add(const Vec3& point) {
    low = min(low, point);
    high = max(high, point);
  }
};

// A shape as the page draws it: its triangles, none for a ball or a plane.
struct ShownShape {
  std::string kind;
  Surface surface;
  double reach = 0;         // largest distance of a corner from the body's centre [m]
  bool is_endless = false;  // its surface is cut
};
// Shapes of the table that differ in size alone are drawn as one.
struct ScaledShape {
  std::size_t index = 0;  // of the ShownShape
  double scale = 1;
};

class ShownRun {
 public:
  // Throws InputError if the folder is not that of a run.
  ShownRun(std::string folder, std::string name);

  const std::string& name() const { return name_; }
  const std::string& folder() const { return folder_; }
  const std::string& title() const { return facts_.title; }
  const std::vector<FrameItem>& frames() const { return contents_.frames; }
  const BodyTable& table() const { return contents_.bodies; }

  // JSON: everything but the frames' numbers. With `chosen`, only these frames are listed.
  std::string scene_text(const std::optional<std::vector<std::size_t>>& chosen = std::nullopt);
  std::string bodies_bytes();  // arrays of what does not change
  std::string frame_bytes(std::size_t index);
  std::string contact_bytes(std::size_t index);
  std::string series_text();
  std::string summary_text();
  std::string picture_bytes(std::size_t index);  // PNG

  // The parts of the folder that change while a run goes on, from a quick look at the disk.
  struct Pulse {
    std::string state;  // running, finished, interrupted or damaged
    std::uint64_t frames = 0, rows = 0;
    std::uint64_t mark = 0;  // changes whenever run.h5 does
    bool operator==(const Pulse&) const = default;
  };
  Pulse pulse();

 private:
  void refresh();
  void read_scene();
  void place();
  void add_shapes();
  ScaledShape add_shape(ShownShape shape);
  void read_materials();
  void read_events();
  const Frame& frame(std::size_t index);
  void remark(const std::string& text);
  Bounds3 bounds_of(const Frame& frame) const;
  std::string state();
  bool is_readable(std::size_t index) const;
  ContactState state_of(const FrameContacts& contacts, std::size_t k) const;
  static std::string text_of(const std::string& path);

  std::string folder_, name_;
  RunContents contents_;
  std::optional<std::uint64_t> scene_mark_, table_mark_, checkpoint_mark_,
      events_mark_;  // of the files that were read
  bool is_damaged_ = false;
  SceneFacts facts_;
  MaterialFacts materials_;
  std::optional<Vec3> center_;
  double extent_ = 1;
  Detail detail_ = Detail::fine;
  std::vector<ShownShape> shapes_;
  std::vector<ScaledShape> of_table_;           // per shape of the table
  std::map<std::uint64_t, std::size_t> forms_;  // index of a ShownShape by its form without its size
  std::vector<std::string> remarks_;
  std::vector<std::pair<std::size_t, Frame>> recent_;  // the last frames that were read
  LineCount series_lines_;
};

}  // namespace cairn
