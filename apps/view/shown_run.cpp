// Reads the parts of a results folder, and notices what changes.
#include "view/shown_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/hash.h"
#include "draw/look.h"
#include "math/quat.h"
#include "results/checkpoint.h"
#include "text/node.h"

namespace cairn {
namespace {

constexpr std::size_t kRecentFrames = 3;

// The message of an error in one line, without its place.
std::string reason_of(const std::exception& error) {
  const auto* input = dynamic_cast<const InputError*>(&error);
  return input != nullptr ? input->message() : error.what();
}

ShownShape shown(const ShapeText& text, double extent, Detail detail) {
  ShownShape shape{text.kind, {}, 0, false};
  const std::optional<TurnedShape> turned = shape_of(text);
  if (!turned || text.kind == "sphere" || text.kind == "plane") return shape;
  shape.is_endless = !std::isfinite(bounding_radius(turned->shape));
  // The size of a disc belongs to its body: the surface has radius 1.
  shape.surface = body_surface(text.kind == "disc" ? TurnedShape{Disc{1}, {}, {}} : *turned, extent, detail);
  for (const Vec3& v : shape.surface.vertices) shape.reach = std::max(shape.reach, norm(v));
  return shape;
}

// Equal for shapes that differ in size alone, but for rounding.
std::uint64_t form_of(const ShownShape& shape) {
  constexpr double kDigits = 1e4;  // of coordinates over the reach
  Hash hash;
  hash.add(bytes_of(shape.kind));
  for (const Vec3& v : shape.surface.vertices)
    for (const double x : {v.x, v.y, v.z}) hash.add(std::round(kDigits * x / shape.reach) + 0.0);
  for (const auto& triangle : shape.surface.triangles)
    for (const int corner : triangle) hash.add(static_cast<std::uint64_t>(corner));
  return hash.value();
}

}  // namespace

ShownRun::ShownRun(std::string folder, std::string name)
    : folder_(std::move(folder)), name_(std::move(name)), series_lines_(folder_ + "/series.csv") {
  if (!file_exists(folder_ + "/run.h5") && !file_exists(folder_ + "/scene.yaml"))
    throw InputError(
        fmt::format("{} is not the folder of a run: it has neither run.h5 nor scene.yaml", quote(folder_)));
  refresh();
}

void ShownRun::remark(const std::string& text) {
  if (std::ranges::find(remarks_, text) == remarks_.end()) remarks_.push_back(text);
}

// A new scene is a new run in the same folder: everything begins again.
void ShownRun::read_scene() {
  const std::optional<std::uint64_t> mark = file_mark(folder_ + "/scene.yaml");
  if (mark == scene_mark_) return;
  scene_mark_ = mark;
  table_mark_.reset();
  checkpoint_mark_.reset();
  events_mark_.reset();
  center_.reset();
  contents_ = {};
  facts_ = {};
  materials_ = {};
  shapes_.clear();
  of_table_.clear();
  forms_.clear();
  remarks_.clear();
  try {
    facts_ = scene_facts(folder_);
  } catch (const std::exception& error) {
    remark("scene.yaml cannot be read: " + reason_of(error));
  }
}

// Looks at run.h5 again if it changed.
void ShownRun::refresh() {
  read_scene();
  const std::optional<std::uint64_t> mark = file_mark(folder_ + "/run.h5");
  if (mark == table_mark_) return;
  table_mark_ = mark;
  recent_.clear();
  try {
    contents_ = read_contents(folder_ + "/run.h5");
    is_damaged_ = false;
  } catch (const std::exception& error) {
    is_damaged_ = true;
    return remark("run.h5 cannot be read: " + reason_of(error));
  }
  place();
  read_materials();
  read_events();
}

// The centre and the surfaces of all shapes. Both stay as the first readable frame gives them.
void ShownRun::place() {
  for (std::size_t k = 0; k < frames().size() && !center_; ++k) {
    try {
      const Frame& first = frame(k);
      extent_ = extent_of(first);
      detail_ = first.size() > kManyBodies ? Detail::coarse : Detail::fine;
      center_ = Vec3{};
      shapes_.clear();
      of_table_.clear();
      forms_.clear();
      add_shapes();
      const Bounds3 bounds = bounds_of(first);
      if (!bounds.is_empty()) center_ = 0.5 * (bounds.low + bounds.high);
    } catch (const std::exception& error) {
      center_.reset();
      remark(fmt::format("frame {} cannot be shown: {}", k, reason_of(error)));
    }
  }
  add_shapes();
}

void ShownRun::add_shapes() {
  const std::vector<ShapeText>& texts = table().shapes;
  for (std::size_t k = of_table_.size(); k < texts.size(); ++k) {
    ShownShape shape{texts[k].kind, {}, 0, false};
    try {
      shape = shown(texts[k], extent_, detail_);
    } catch (const std::exception& error) {
      remark(fmt::format("the shape {} cannot be drawn: {}", k, reason_of(error)));
    }
    of_table_.push_back(add_shape(std::move(shape)));
  }
}

ScaledShape ShownRun::add_shape(ShownShape shape) {
  constexpr std::size_t kMostShapes = 65535;  // which 16 bits can number
  const double reach = shape.reach;
  const auto [form, is_new] = forms_.try_emplace(form_of(shape), shapes_.size());
  if (is_new && shapes_.size() == kMostShapes) {
    form->second = kMostShapes - 1;
    remark(fmt::format("only {} different shapes are drawn; the others look like the last", kMostShapes));
  } else if (is_new) {
    shapes_.push_back(std::move(shape));
  }
  const double other = shapes_[form->second].reach;
  return {form->second, reach > 0 && other > 0 ? reach / other : 1};
}

// The newest checkpoint, once; and again if it is new and there are bodies of unknown material.
void ShownRun::read_materials() {
  const std::optional<std::uint64_t> mark = file_mark(folder_ + "/" + kCheckpointNames[0]);
  bool is_complete = !materials_.names().empty();
  for (std::size_t row = 0; row < table().uid.size() && is_complete; ++row)
    is_complete = materials_.of_row(row) != kUnknownMaterial;
  if (is_complete || mark == checkpoint_mark_) return;
  checkpoint_mark_ = mark;
  try {
    materials_ = MaterialFacts::read(folder_, table());
  } catch (const std::exception& error) {
    remark("materials are unknown: " + reason_of(error));
  }
}

// The times of conditional events, from each new checkpoint.
void ShownRun::read_events() {
  const std::optional<std::uint64_t> mark = file_mark(folder_ + "/" + kCheckpointNames[0]);
  if (facts_.conditional.empty() || !mark || mark == events_mark_) return;
  events_mark_ = mark;
  try {
    read_event_times(folder_, facts_.conditional);
  } catch (const std::exception& error) {
    remark("the times of events are unknown: " + reason_of(error));
  }
}

const Frame& ShownRun::frame(std::size_t index) {
  if (index >= frames().size())
    throw InputError(fmt::format("there is no frame {}; the run has {}", index, frames().size()));
  const auto found = std::ranges::find(recent_, index, &std::pair<std::size_t, Frame>::first);
  if (found != recent_.end()) return found->second;
  try {
    Frame read = read_frame(folder_ + "/run.h5", index, frames()[index]);
    if (recent_.size() >= kRecentFrames) recent_.erase(recent_.begin());
    recent_.emplace_back(index, std::move(read));
    return recent_.back().second;
  } catch (const std::exception& error) {
    remark(fmt::format("frame {} cannot be read: {}", index, reason_of(error)));
    throw;
  }
}

// As far as a look at its size tells.
bool ShownRun::is_readable(std::size_t index) const {
  const std::string file = folder_ + "/" + frame_file(index);
  return file_exists(file) && file_size(file) == frames()[index].bytes;
}

// Free bodies and walls that end somewhere.
Bounds3 ShownRun::bounds_of(const Frame& frame) const {
  Bounds3 bounds;
  for (std::size_t k = 0; k < frame.size(); ++k) {
    const Vec3& x = frame.position[k];
    if (!is_finite(x)) continue;
    const std::size_t row = row_of(table(), frame.uid[k]);
    const ScaledShape& scaled = of_table_.at(static_cast<std::size_t>(table().shape_index[row]));
    const ShownShape& shape = shapes_.at(scaled.index);
    const double radius = frame.radius[k];
    if (shape.surface.vertices.empty() || radius > 0) {
      if (!(radius > 0)) continue;
      bounds.add(x - Vec3{radius, radius, radius});
      bounds.add(x + Vec3{radius, radius, radius});
      continue;
    }
    if (shape.is_endless) continue;
    for (const Vec3& v : shape.surface.vertices)
      bounds.add(x + rotate(frame.orientation[k], scaled.scale * v));
  }
  return bounds;
}

std::string ShownRun::state() {
  if (is_damaged_) return "damaged";
  const std::string path = folder_ + "/summary.json";
  if (!file_exists(path)) return is_being_written(folder_) ? "running" : "interrupted";
  try {
    const Tree tree = Tree::from_text(text_of(path), path);
    const Node* reason = tree.root().is_map() ? tree.root().find("stop_reason") : nullptr;
    const std::string_view why = reason != nullptr ? reason->text() : "";
    if (why == "end" || (!facts_.stop_condition.empty() && why == facts_.stop_condition)) return "finished";
    if (!why.starts_with("interrupted")) remark(fmt::format("the run failed: {}", why));
  } catch (const std::exception& error) {
    remark("summary.json cannot be read: " + reason_of(error));
  }
  return "interrupted";
}

std::string ShownRun::text_of(const std::string& path) {
  const Bytes bytes = read_own_file(path);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

ShownRun::Pulse ShownRun::pulse() {
  constexpr std::uint64_t kHeader = 2;  // lines of series.csv before its rows
  refresh();
  const std::uint64_t lines = series_lines_.lines();
  return {state(), frames().size(), lines > kHeader ? lines - kHeader : 0, table_mark_.value_or(0)};
}

}  // namespace cairn
