// The answers of a run: JSON texts and arrays, as the browser asks for them.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/base64.h"
#include "base/error.h"
#include "base/json.h"
#include "draw/frame_picture.h"
#include "results/frame_table.h"
#include "results/series_table.h"
#include "text/node.h"
#include "view/arrays.h"
#include "view/shown_run.h"

namespace cairn {
namespace {

using Floats = std::vector<float>;

constexpr Rgb kWall{0.71f, 0.74f, 0.78f};  // walls without a colour of their own

Json list(const Vec3& v) { return Json::array().add(v.x).add(v.y).add(v.z); }

// A periodic cell by its edges and one of its corners.
Json cell_of(const Edges& edges, const Vec3& centre) {
  const Vec3 corner = centre - 0.5 * (edges[0] + edges[1] + edges[2]);
  return Json::object({{"edges", Json::array().add(list(edges[0])).add(list(edges[1])).add(list(edges[2]))},
                       {"origin", list(corner)}});
}

void add(Floats& to, const Vec3& v) {
  for (const double x : {v.x, v.y, v.z}) to.push_back(static_cast<float>(x));
}

Floats floats(const std::vector<Vec3>& vectors, const Vec3& origin = {}) {
  Floats all;
  all.reserve(3 * vectors.size());
  for (const Vec3& v : vectors) add(all, v - origin);
  return all;
}

Floats floats(const std::vector<double>& values) { return {values.begin(), values.end()}; }

std::vector<std::uint32_t> words(const std::vector<Uid>& uids) { return {uids.begin(), uids.end()}; }

std::string hex(const Rgb& colour) {
  const auto byte = [](float x) { return static_cast<int>(std::lround(255 * std::clamp(x, 0.0f, 1.0f))); };
  return fmt::format("#{:02x}{:02x}{:02x}", byte(colour.r), byte(colour.g), byte(colour.b));
}

Json mesh_of(const Surface& surface) {
  std::vector<std::uint32_t> corners;
  for (const auto& triangle : surface.triangles)
    corners.insert(corners.end(), triangle.begin(), triangle.end());
  const Floats points = floats(surface.vertices);
  return Json::object({{"vertices", base64(std::as_bytes(std::span(points)))},
                       {"triangles", base64(std::as_bytes(std::span(corners)))}});
}

Json shapes_of(const std::vector<ShownShape>& shapes) {
  Json all = Json::array();
  for (const ShownShape& shape : shapes) {
    Json one = Json::object({{"kind", shape.kind}});
    if (shape.kind == "plane") one.set("normal", list(Vec3{0, 0, 1}));
    if (!shape.surface.vertices.empty()) one.set("mesh", mesh_of(shape.surface)).set("radius", shape.reach);
    all.add(one);
  }
  return all;
}

Json groups_of(const BodyTable& table) {
  const auto colours = shown_colours(table);
  std::vector<std::uint64_t> counts(table.names.size(), 0);
  std::vector<bool> mobile(table.names.size(), false);
  for (std::size_t row = 0; row < table.uid.size(); ++row) {
    const auto group = static_cast<std::size_t>(table.name_index[row]);
    ++counts.at(group);
    if (table.mass[row] > 0) mobile.at(group) = true;
  }
  Json all = Json::array();
  for (std::size_t g = 0; g < table.names.size(); ++g) {
    const auto colour = colours.find(static_cast<std::int32_t>(g));
    const bool has_colour = colour != colours.end() && colour->second;
    all.add(Json::object({{"name", table.names[g]},
                          {"colour", hex(has_colour ? *colour->second : kWall)},
                          {"count", counts[g]},
                          {"mobile", static_cast<bool>(mobile[g])}}));
  }
  return all;
}

// The keys of papers in summary.json.
Json references_of(const std::string& text) {
  Json keys = Json::array();
  if (text == "null") return keys;
  const Tree tree = Tree::from_text(text, "summary.json");
  const Node* found = tree.root().is_map() ? tree.root().find("references") : nullptr;
  for (const Node* node = found != nullptr && found->is_list() ? found->first : nullptr; node != nullptr;
       node = node->next)
    keys.add(node->text());
  return keys;
}

// True if every body has the radius of the table, as in almost all runs.
bool has_table_radii(const Frame& frame, const BodyTable& table) {
  for (std::size_t k = 0; k < frame.size(); ++k)
    if (frame.radius[k] != table.radius[row_of(table, frame.uid[k])]) return false;
  return true;
}

}  // namespace

std::string ShownRun::scene_text(const std::optional<std::vector<std::size_t>>& chosen) {
  refresh();
  // Frames, and what all of them have in common.
  Json frame_list = Json::array(), events = Json::array();
  std::vector<std::size_t> listed = chosen.value_or(std::vector<std::size_t>{});
  for (std::size_t k = 0; k < frames().size() && !chosen; ++k) listed.push_back(k);
  for (const std::size_t k : listed)
    frame_list.add(Json::object({{"time", frames()[k].time},
                                 {"contacts", frames()[k].contacts.has_value()},
                                 {"readable", is_readable(k)}}));
  for (const RunEvent& event : facts_.events)
    events.add(Json::object({{"time", event.time}, {"label", event.label}}));
  for (const RunEvent& event : facts_.conditional)
    if (event.time >= 0) events.add(Json::object({{"time", event.time}, {"label", event.label}}));
  Bounds3 bounds;
  Json cell;
  bool has_compatible = false;
  for (const std::size_t k : {std::size_t{0}, frames().size() - 1}) {
    if (k >= frames().size() || !is_readable(k)) continue;
    const Frame& seen = frame(k);
    const Bounds3 its = bounds_of(seen);
    if (!its.is_empty()) {
      bounds.add(its.low);
      bounds.add(its.high);
    }
    if (seen.cell) cell = cell_of(*seen.cell, facts_.cell_centre);
    has_compatible = has_compatible || (seen.contacts && !seen.contacts->compatible.empty());
  }
  if (bounds.is_empty()) bounds.add({});

  Json json = Json::object();
  json.set("name", name_).set("title", facts_.title).set("dimension", facts_.dimension).set("state", state());
  json.set("length_scale", bounds.low == bounds.high ? 1 : norm(bounds.high - bounds.low))
      .set("center", list(center_.value_or(Vec3{})))
      .set("bounds", Json::object({{"min", list(bounds.low)}, {"max", list(bounds.high)}}))
      .set("gravity", list(facts_.gravity))
      .set("groups", groups_of(table()))
      .set("materials", materials_.names())
      .set("shapes", shapes_of(shapes_))
      .set("frames", frame_list)
      .set("events", events)
      .set("series", file_exists(folder_ + "/series.csv"))
      .set("has_compatible", has_compatible)
      .set("cell", cell)
      .set("references", references_of(summary_text()));
  std::vector<std::string> remarks = remarks_;
  if (listed.size() < frames().size())
    remarks.push_back(
        fmt::format("this page holds {} of the {} frames of the run", listed.size(), frames().size()));
  return json.set("remarks", remarks).line();
}

std::string ShownRun::bodies_bytes() {
  refresh();
  const BodyTable& bodies = table();
  std::vector<std::uint16_t> group, material, shape;
  Floats radius, scale;
  std::vector<std::uint8_t> mobile;
  for (std::size_t row = 0; row < bodies.uid.size(); ++row) {
    const ScaledShape& scaled = of_table_.at(static_cast<std::size_t>(bodies.shape_index[row]));
    const ShownShape& its = shapes_.at(scaled.index);
    const double size = its.kind == "disc" ? bodies.radius[row] : scaled.scale;
    group.push_back(static_cast<std::uint16_t>(bodies.name_index[row]));
    material.push_back(materials_.of_row(row));
    shape.push_back(static_cast<std::uint16_t>(scaled.index));
    radius.push_back(static_cast<float>(bodies.radius[row] > 0 ? bodies.radius[row] : size * its.reach));
    scale.push_back(static_cast<float>(size));
    mobile.push_back(bodies.mass[row] > 0);
  }
  ArrayFile file(Json::object());
  file.add("uid", words(bodies.uid));
  file.add("group", group);
  file.add("material", material);
  file.add("shape", shape);
  file.add("radius", radius);
  file.add("scale", scale);
  file.add("mass", floats(bodies.mass));
  file.add("mobile", mobile);
  return file.bytes();
}

std::string ShownRun::frame_bytes(std::size_t index) {
  refresh();
  const Frame& seen = frame(index);
  Json head = Json::object({{"time", seen.time}});
  if (seen.cell) head.set("cell", cell_of(*seen.cell, facts_.cell_centre));
  Floats turns;
  for (const Quat& q : seen.orientation)
    for (const double x : {q.w, q.x, q.y, q.z}) turns.push_back(static_cast<float>(x));
  ArrayFile file(head);
  file.add("uid", words(seen.uid));
  file.add("position", floats(seen.position, center_.value_or(Vec3{})), 3);
  file.add("orientation", turns, 4);
  file.add("velocity", floats(seen.velocity), 3);
  file.add("spin", floats(seen.angular_velocity), 3);
  if (seen.contacts) file.add("force", floats(net_forces(seen)), 3);
  if (!has_table_radii(seen, table())) file.add("radius", floats(seen.radius));
  return file.bytes();
}

std::string ShownRun::contact_bytes(std::size_t index) {
  refresh();
  const Frame& seen = frame(index);
  if (!seen.contacts)
    throw InputError(
        fmt::format("frame {} has no contacts: the scene must say output: {{contacts: true}}", index));
  const FrameContacts& contacts = *seen.contacts;
  std::vector<std::uint32_t> a, b;
  std::vector<std::uint8_t> state;
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    a.push_back(static_cast<std::uint32_t>(contacts.bodies[k][0]));
    b.push_back(static_cast<std::uint32_t>(contacts.bodies[k][1]));
    state.push_back(static_cast<std::uint8_t>(state_of(contacts, k)));
  }
  ArrayFile file(Json::object({{"time", seen.time}}));
  file.add("a", a);
  file.add("b", b);
  file.add("point", floats(contacts.point, center_.value_or(Vec3{})), 3);
  file.add("normal", floats(contacts.normal), 3);
  file.add("gap", floats(contacts.gap));
  file.add("force", floats(contacts.force), 3);
  if (!contacts.compatible.empty()) file.add("force_compatible", floats(contacts.compatible), 3);
  file.add("state", state);
  return file.bytes();
}

// A bond holds; else friction decides.
ContactState ShownRun::state_of(const FrameContacts& contacts, std::size_t k) const {
  if (!contacts.bond.empty() && contacts.bond[k] == static_cast<std::int32_t>(Cohering::bond))
    return ContactState::stick;
  const auto material = [&](Uid uid) { return materials_.of_row(row_of(table(), uid)); };
  const double friction =
      materials_.friction(material(contacts.bodies[k][0]), material(contacts.bodies[k][1]));
  return contact_state(contacts.force[k], contacts.normal[k], facts_.has_friction ? friction : 0 * friction);
}

std::string ShownRun::series_text() {
  SeriesTable read;
  try {
    // A row that is being written has no line end yet.
    std::string text = text_of(folder_ + "/series.csv");
    text.resize(text.rfind('\n') + 1);
    read = series_in(text, "series.csv");
  } catch (const std::exception& error) {
    remark(fmt::format("series.csv cannot be read: {}", error.what()));
  }
  Json columns = Json::array(), values = Json::array();
  for (const Column& column : read.columns) {
    const auto meaning = facts_.meanings.find(column.name);
    columns.add(Json::object({{"name", column.name},
                              {"unit", column.unit},
                              {"meaning", meaning == facts_.meanings.end() ? "" : meaning->second}}));
  }
  for (const std::vector<double>& column : read.values) values.add(column);
  return Json::object({{"columns", columns}, {"values", values}}).line();
}

std::string ShownRun::summary_text() {
  const std::string path = folder_ + "/summary.json";
  if (!file_exists(path)) return "null";
  try {
    std::string text = text_of(path);
    Tree::from_text(text, path);  // a damaged text must not reach the page
    return text;
  } catch (const std::exception& error) {
    remark(fmt::format("summary.json cannot be read: {}", error.what()));
    return "null";
  }
}

std::string ShownRun::picture_bytes(std::size_t index) {
  refresh();
  Picture picture = frame_picture(table(), frame(index), ColourBy::speed, facts_.title);
  picture.width = 900;
  picture.height = 675;
  const std::vector<std::uint8_t> png = png_bytes(draw(picture));
  return {png.begin(), png.end()};
}

}  // namespace cairn
