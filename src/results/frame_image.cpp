#include "results/frame_image.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "base/assert.h"
#include "base/error.h"
#include "base/hdf5.h"
#include "results/frames.h"

namespace cairn {
namespace {

// Vectors lie in memory like the rows of an array.
static_assert(sizeof(Vec3) == 3 * sizeof(double) && sizeof(Quat) == 4 * sizeof(double));
template <class T>
std::span<const double> flat(const std::vector<T>& values) {
  return {reinterpret_cast<const double*>(values.data()), values.size() * (sizeof(T) / sizeof(double))};
}
template <class T>
std::vector<T> rows_of(const std::vector<double>& values) {
  std::vector<T> rows(values.size() * sizeof(double) / sizeof(T));
  std::copy_n(values.data(), values.size(), reinterpret_cast<double*>(rows.data()));
  return rows;
}

std::vector<std::int64_t> signed_ids(std::span<const Uid> uids) { return {uids.begin(), uids.end()}; }
std::vector<Uid> unsigned_ids(const std::vector<std::int64_t>& ids) { return {ids.begin(), ids.end()}; }

template <class T>
void write_list(Hdf5Group& group, const char* name, const std::vector<T>& values) {
  group.write<T>(name, values);
}

void write_contacts(Hdf5Group group, const FrameContacts& contacts) {
  const Uid* first = contacts.bodies.empty() ? nullptr : contacts.bodies.front().data();
  group.write<std::int64_t>("bodies", signed_ids({first, 2 * contacts.size()}), 2);
  group.write("point", flat(contacts.point), 3);
  group.write("normal", flat(contacts.normal), 3);
  write_list(group, "gap", contacts.gap);
  group.write("force", flat(contacts.force), 3);
  if (!contacts.compatible.empty()) {
    group.write("force_compatible", flat(contacts.compatible), 3);
    write_list(group, "self_stress",
               std::vector<std::int32_t>(contacts.self_stressed.begin(), contacts.self_stressed.end()));
  }
  if (!contacts.bond.empty()) write_list(group, "bond", contacts.bond);
  write_list(group, "normal_force", normal_forces(contacts));
  group.write("ends", flat(contacts.ends), 3);
}

void write_frame(Hdf5Group group, const Frame& frame) {
  write_list(group, "uid", signed_ids(frame.uid));
  group.write("position", flat(frame.position), 3);
  group.write("orientation", flat(frame.orientation), 4);
  group.write("velocity", flat(frame.velocity), 3);
  group.write("angular_velocity", flat(frame.angular_velocity), 3);
  write_list(group, "radius", frame.radius);
  write_list(group, "name_index", frame.name_index);
  if (frame.contacts) write_contacts(group.make_group("contacts"), *frame.contacts);
  if (frame.cell) group.set_attribute("cell", std::bit_cast<Matrix3>(*frame.cell));
  group.set_attribute("step", static_cast<std::int64_t>(frame.step));
  group.set_attribute("time", frame.time);
}

FrameContacts read_contacts(const Hdf5Group& group) {
  FrameContacts contacts;
  const auto ids = group.read<std::int64_t>("bodies", 2);
  for (std::size_t k = 0; k + 1 < ids.size(); k += 2) {
    contacts.bodies.push_back({static_cast<Uid>(ids[k]), static_cast<Uid>(ids[k + 1])});
  }
  contacts.point = rows_of<Vec3>(group.read<double>("point", 3));
  contacts.normal = rows_of<Vec3>(group.read<double>("normal", 3));
  contacts.gap = group.read<double>("gap");
  contacts.force = rows_of<Vec3>(group.read<double>("force", 3));
  if (group.has("bond")) contacts.bond = group.read<std::int32_t>("bond");
  if (group.has("ends")) contacts.ends = rows_of<Vec3>(group.read<double>("ends", 3));
  if (!group.has("force_compatible")) return contacts;
  contacts.compatible = rows_of<Vec3>(group.read<double>("force_compatible", 3));
  for (const std::int32_t mark : group.read<std::int32_t>("self_stress"))
    contacts.self_stressed.push_back(mark != 0);
  return contacts;
}

// True if all sizes are equal.
bool have_one_size(std::initializer_list<std::size_t> sizes) {
  return std::ranges::all_of(sizes, [&](std::size_t size) { return size == *sizes.begin(); });
}

// True if all arrays of a frame have matching sizes. Optional arrays may be empty.
bool is_consistent(const Frame& frame) {
  const auto& c = frame.contacts;
  if (c && !c->compatible.empty() &&
      !have_one_size({c->size(), c->compatible.size(), c->self_stressed.size()}))
    return false;
  if (c && !c->ends.empty() && c->ends.size() != 2 * c->size()) return false;
  return have_one_size({frame.uid.size(), frame.position.size(), frame.orientation.size(),
                        frame.velocity.size(), frame.angular_velocity.size(), frame.radius.size(),
                        frame.name_index.size()}) &&
         (!c || have_one_size({c->bodies.size(), c->point.size(), c->normal.size(), c->gap.size(),
                               c->force.size(), c->bond.empty() ? c->gap.size() : c->bond.size()}));
}

}  // namespace

std::string frame_group(std::size_t index) { return "/frames/" + frame_name(index); }

Bytes frame_image(std::size_t index, const Frame& frame) {
  CAIRN_ASSERT(is_consistent(frame));
  CAIRN_ASSERT(!frame.contacts || frame.contacts->ends.size() == 2 * frame.contacts->size());
  const Hdf5File file(frame_name(index));
  write_frame(file.root().make_group("frames").make_group(frame_name(index).c_str()), frame);
  return file.bytes();
}

Frame frame_in(std::span<const std::byte> image, std::size_t index, const std::string& path) {
  const Hdf5File file(path, image);
  const Hdf5Group group = file.root().group("frames").group(frame_name(index).c_str());
  Frame frame;
  frame.time = group.attribute<double>("time");
  frame.step = static_cast<std::uint64_t>(group.attribute<std::int64_t>("step"));
  if (group.has_attribute("cell")) frame.cell = std::bit_cast<Edges>(group.matrix_attribute("cell"));
  frame.uid = unsigned_ids(group.read<std::int64_t>("uid"));
  frame.position = rows_of<Vec3>(group.read<double>("position", 3));
  frame.orientation = rows_of<Quat>(group.read<double>("orientation", 4));
  frame.velocity = rows_of<Vec3>(group.read<double>("velocity", 3));
  frame.angular_velocity = rows_of<Vec3>(group.read<double>("angular_velocity", 3));
  frame.radius = group.read<double>("radius");
  frame.name_index = group.read<std::int32_t>("name_index");
  if (group.has("contacts")) frame.contacts = read_contacts(group.group("contacts"));
  if (!is_consistent(frame)) throw RunError(fmt::format("{}: its arrays do not match", path));
  return frame;
}

Record record_of(const Frame& frame) {
  Record record;
  record.put("time", frame.time);
  record.put("step", frame.step);
  if (frame.cell) record.put("cell", *frame.cell);
  record.put("uid", frame.uid);
  record.put("position", frame.position);
  record.put("orientation", frame.orientation);
  record.put("velocity", frame.velocity);
  record.put("angular_velocity", frame.angular_velocity);
  record.put("radius", frame.radius);
  record.put("name_index", frame.name_index);
  if (!frame.contacts) return record;
  const FrameContacts& contacts = *frame.contacts;
  record.put("contacts.bodies", contacts.bodies);
  record.put("contacts.point", contacts.point);
  record.put("contacts.normal", contacts.normal);
  record.put("contacts.gap", contacts.gap);
  record.put("contacts.force", contacts.force);
  record.put("contacts.compatible", contacts.compatible);
  record.put("contacts.self_stressed", contacts.self_stressed);
  record.put("contacts.bond", contacts.bond);
  record.put("contacts.ends", contacts.ends);
  return record;
}

Frame frame_in(const Record& record) {
  Frame frame;
  frame.time = record.get<double>("time");
  frame.step = record.get<std::uint64_t>("step");
  if (record.has("cell")) frame.cell = record.get<Edges>("cell");
  frame.uid = record.get<std::vector<Uid>>("uid");
  frame.position = record.get<std::vector<Vec3>>("position");
  frame.orientation = record.get<std::vector<Quat>>("orientation");
  frame.velocity = record.get<std::vector<Vec3>>("velocity");
  frame.angular_velocity = record.get<std::vector<Vec3>>("angular_velocity");
  frame.radius = record.get<std::vector<double>>("radius");
  frame.name_index = record.get<std::vector<std::int32_t>>("name_index");
  if (!record.has("contacts.bodies")) return frame;
  FrameContacts& contacts = frame.contacts.emplace();
  contacts.bodies = record.get<std::vector<std::array<Uid, 2>>>("contacts.bodies");
  contacts.point = record.get<std::vector<Vec3>>("contacts.point");
  contacts.normal = record.get<std::vector<Vec3>>("contacts.normal");
  contacts.gap = record.get<std::vector<double>>("contacts.gap");
  contacts.force = record.get<std::vector<Vec3>>("contacts.force");
  contacts.compatible = record.get<std::vector<Vec3>>("contacts.compatible");
  contacts.self_stressed = record.get<std::vector<std::int8_t>>("contacts.self_stressed");
  contacts.bond = record.get<std::vector<std::int32_t>>("contacts.bond");
  contacts.ends = record.get<std::vector<Vec3>>("contacts.ends");
  return frame;
}

}  // namespace cairn
