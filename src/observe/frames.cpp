#include "observe/frames.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "base/assert.h"
#include "base/error.h"
#include "base/hdf5.h"

namespace cairn {
namespace {

constexpr std::int64_t kFormat = 1;
constexpr const char* kBodyLists[] = {"uid", "name_index", "shape_index", "mass", "radius"};

// Vectors lie in memory as the rows of an array.
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
void write_list(Hdf5Group& group, const char* name, const std::vector<T>& values,
                Growth growth = Growth::none) {
  group.write<T>(name, values, 0, growth);
}

void write_contacts(Hdf5Group group, const World& world, const FrameContacts& contacts) {
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
  group.write("ends", flat(link_ends(world, contacts)), 3);
}

void write_frame(Hdf5Group group, const World& world, const Frame& frame) {
  write_list(group, "uid", signed_ids(frame.uid));
  group.write("position", flat(frame.position), 3);
  group.write("orientation", flat(frame.orientation), 4);
  group.write("velocity", flat(frame.velocity), 3);
  group.write("angular_velocity", flat(frame.angular_velocity), 3);
  write_list(group, "radius", frame.radius);
  write_list(group, "name_index", frame.name_index);
  if (frame.contacts) write_contacts(group.make_group("contacts"), world, *frame.contacts);
  if (frame.cell) group.set_attribute("cell", std::bit_cast<Matrix3>(*frame.cell));
  group.set_attribute("step", static_cast<std::int64_t>(frame.step));
  group.set_attribute("time", frame.time);
}

// The rows of /bodies for the bodies that are there now and have a uid of at least `first`.
BodyTable new_bodies(const World& world, Uid first) {
  BodyTable table;
  const Bodies& bodies = world.bodies;
  for (Uid uid = first; uid < bodies.local_of_uid.size(); ++uid) {
    const std::uint32_t i = bodies.local_of_uid[uid];
    if (i == kNoBody) continue;
    table.uid.push_back(uid);
    table.name_index.push_back(bodies.info[i].group);
    table.shape_index.push_back(static_cast<std::int32_t>(bodies.info[i].shape));
    table.mass.push_back(mass(bodies.inertia[i]));
    table.radius.push_back(shown_radius(world, i));
  }
  return table;
}

void extend_bodies(Hdf5Group group, const World& world) {
  const auto known = static_cast<Uid>(group.attribute<std::int64_t>("uid_count"));
  const Uid count = world.bodies.local_of_uid.size();
  if (count <= known) return;
  const BodyTable table = new_bodies(world, known);
  group.extend<std::int64_t>("uid", signed_ids(table.uid));
  group.extend<std::int32_t>("name_index", table.name_index);
  group.extend<std::int32_t>("shape_index", table.shape_index);
  group.extend<double>("mass", table.mass);
  group.extend<double>("radius", table.radius);
  group.set_attribute("uid_count", static_cast<std::int64_t>(count));
}

void write_names(Hdf5Group& root, const World& world) {
  if (root.has("names")) root.remove("names");
  root.write_texts("names", world.groups);
}

void write_shapes(Hdf5Group& root, const World& world) {
  if (root.has("shapes")) root.remove("shapes");
  std::vector<std::string> kinds, parameters;
  for (const Shape& shape : world.shapes) {
    ShapeText text = describe(shape);
    kinds.push_back(std::move(text.kind));
    parameters.push_back(std::move(text.parameters));
  }
  Hdf5Group group = root.make_group("shapes");
  group.write_texts("kind", kinds);
  group.write_texts("parameters", parameters);
}

bool is_whole(const Hdf5Group& frames, const std::string& name) {
  return frames.has(name.c_str()) && frames.group(name.c_str()).has_attribute("time");
}

// Frames are numbered without gaps, and only the last may not be whole: doubling, then halving finds the end.
std::size_t count_frames(const Hdf5Group& frames) {
  std::size_t step = 1;
  while (is_whole(frames, frame_name(step - 1))) step *= 2;
  std::size_t count = 0;
  for (; step > 0; step /= 2) {
    if (is_whole(frames, frame_name(count + step - 1))) count += step;
  }
  return count;
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

bool have_one_size(std::initializer_list<std::size_t> sizes) {
  return std::ranges::all_of(sizes, [&](std::size_t size) { return size == *sizes.begin(); });
}

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

std::string frame_name(std::size_t index) { return fmt::format("{:06}", index); }

void create_run_file(const std::string& path, const World& world, const FileCalls& calls) {
  const std::string temporary = temporary_name(path);
  {
    Hdf5File file(temporary, Hdf5File::Mode::create, calls);
    {
      Hdf5Group root = file.root();
      root.set_attribute("format", kFormat);
      root.set_attribute("program", std::string_view("cairn " CAIRN_VERSION));
      root.make_group("frames");
      write_names(root, world);
      write_shapes(root, world);
      Hdf5Group bodies = root.make_group("bodies");
      write_list<std::int64_t>(bodies, "uid", {}, Growth::rows);
      write_list<std::int32_t>(bodies, "name_index", {}, Growth::rows);
      write_list<std::int32_t>(bodies, "shape_index", {}, Growth::rows);
      write_list<double>(bodies, "mass", {}, Growth::rows);
      write_list<double>(bodies, "radius", {}, Growth::rows);
      bodies.set_attribute("uid_count", std::int64_t{0});
    }
    file.commit();
  }
  // A journal of the old file must not touch the new one.
  calls.unlink(PatchedFile::journal_name(path).c_str());
  rename_file(temporary, path, calls);
}

FrameEntry append_frame(const std::string& path, const World& world, const Frame& frame,
                        const FileCalls& calls) {
  CAIRN_ASSERT(is_consistent(frame));
  Hdf5File file(path, Hdf5File::Mode::change, calls);
  {
    Hdf5Group root = file.root();
    if (root.rows("names") != world.groups.size()) write_names(root, world);
    if (root.group("shapes").rows("kind") != world.shapes.size()) write_shapes(root, world);
    extend_bodies(root.group("bodies"), world);
    Hdf5Group frames = root.group("frames");
    const std::string name = frame_name(count_frames(frames));
    if (frames.has(name.c_str())) frames.remove(name.c_str());
    write_frame(frames.make_group(name.c_str()), world, frame);
  }
  file.commit();
  return {frame.time, frame.step, frame.size(),
          frame.contacts ? std::optional(frame.contacts->size()) : std::nullopt};
}

std::vector<FrameEntry> list_frames(const std::string& path, const FileCalls& calls) {
  const Hdf5File file(path, Hdf5File::Mode::read, calls);
  const Hdf5Group frames = file.root().group("frames");
  std::vector<FrameEntry> entries(count_frames(frames));
  for (std::size_t k = 0; k < entries.size(); ++k) {
    const Hdf5Group group = frames.group(frame_name(k).c_str());
    entries[k].time = group.attribute<double>("time");
    entries[k].step = static_cast<std::uint64_t>(group.attribute<std::int64_t>("step"));
    entries[k].bodies = group.rows("uid");
    if (group.has("contacts")) entries[k].contacts = group.group("contacts").rows("gap");
  }
  return entries;
}

void truncate_frames(const std::string& path, std::size_t frames, Uid uid_count, const FileCalls& calls) {
  Hdf5File file(path, Hdf5File::Mode::change, calls);
  {
    const Hdf5Group root = file.root();
    Hdf5Group all = root.group("frames");
    const std::size_t whole = count_frames(all);
    if (whole < frames) {
      throw RunError(fmt::format("{} has {} frames, the checkpoint knows of {}", path, whole, frames));
    }
    for (std::size_t k = frames; all.has(frame_name(k).c_str()); ++k) all.remove(frame_name(k).c_str());

    Hdf5Group bodies = root.group("bodies");
    const auto ids = bodies.read<std::int64_t>("uid");
    const auto end = std::ranges::lower_bound(ids, static_cast<std::int64_t>(uid_count));
    for (const char* name : kBodyLists) bodies.shorten(name, static_cast<std::size_t>(end - ids.begin()));
    const auto known = bodies.attribute<std::int64_t>("uid_count");
    bodies.set_attribute("uid_count", std::min(known, static_cast<std::int64_t>(uid_count)));
  }
  file.commit();
}

Frame read_frame(const std::string& path, std::size_t index, const FileCalls& calls) {
  const Hdf5File file(path, Hdf5File::Mode::read, calls);
  const Hdf5Group frames = file.root().group("frames");
  const std::string name = frame_name(index);
  if (!is_whole(frames, name)) throw RunError(fmt::format("{} has no frame {}", path, name));
  const Hdf5Group group = frames.group(name.c_str());
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
  if (!is_consistent(frame))
    throw RunError(fmt::format("{}: the arrays of frame {} do not match", path, name));
  return frame;
}

BodyTable read_bodies(const std::string& path, const FileCalls& calls) {
  const Hdf5File file(path, Hdf5File::Mode::read, calls);
  const Hdf5Group root = file.root(), bodies = root.group("bodies"), shapes = root.group("shapes");
  BodyTable table;
  table.uid = unsigned_ids(bodies.read<std::int64_t>("uid"));
  table.name_index = bodies.read<std::int32_t>("name_index");
  table.shape_index = bodies.read<std::int32_t>("shape_index");
  table.mass = bodies.read<double>("mass");
  table.radius = bodies.read<double>("radius");
  table.names = root.read_texts("names");
  const auto kinds = shapes.read_texts("kind"), parameters = shapes.read_texts("parameters");
  const std::size_t rows = table.uid.size();
  if (kinds.size() != parameters.size() ||
      !have_one_size({rows, table.name_index.size(), table.shape_index.size(), table.mass.size(),
                      table.radius.size()})) {
    throw RunError(fmt::format("{}: the arrays of its bodies do not match", path));
  }
  for (std::size_t k = 0; k < kinds.size(); ++k) table.shapes.push_back({kinds[k], parameters[k]});
  return table;
}

}  // namespace cairn
