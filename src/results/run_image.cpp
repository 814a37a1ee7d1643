#include "results/run_image.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/assert.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/hdf5.h"
#include "base/version.h"
#include "results/frame_image.h"

namespace cairn {
namespace {

constexpr std::int64_t kFormat = 2;
constexpr const char* kName = "run.h5";
constexpr std::string_view kSealName = "cairnsum";
constexpr std::size_t kSealBytes = kSealName.size() + sizeof(std::uint64_t);

Bytes with_seal(Bytes image) {
  const std::uint64_t sum = checksum(image);
  const std::span<const std::byte> name = bytes_of(kSealName), value = std::as_bytes(std::span(&sum, 1));
  image.insert(image.end(), name.begin(), name.end());
  image.insert(image.end(), value.begin(), value.end());
  return image;
}

// The integer columns of /index.
struct IndexColumn {
  const char* name;
  std::int64_t (*get)(const FrameItem&);
  void (*set)(FrameItem&, std::int64_t);
};
constexpr IndexColumn kIndex[] = {
    {"step", [](const FrameItem& frame) { return static_cast<std::int64_t>(frame.step); },
     [](FrameItem& frame, std::int64_t value) { frame.step = static_cast<std::uint64_t>(value); }},
    {"bodies", [](const FrameItem& frame) { return static_cast<std::int64_t>(frame.bodies); },
     [](FrameItem& frame, std::int64_t value) { frame.bodies = static_cast<std::size_t>(value); }},
    {"contacts",
     [](const FrameItem& frame) {
       return frame.contacts ? static_cast<std::int64_t>(*frame.contacts) : std::int64_t{-1};
     },
     [](FrameItem& frame, std::int64_t value) {
       if (value >= 0) frame.contacts = static_cast<std::size_t>(value);
     }},
    {"bytes", [](const FrameItem& frame) { return static_cast<std::int64_t>(frame.bytes); },
     [](FrameItem& frame, std::int64_t value) { frame.bytes = static_cast<std::uint64_t>(value); }},
    {"checksum", [](const FrameItem& frame) { return static_cast<std::int64_t>(frame.checksum); },
     [](FrameItem& frame, std::int64_t value) { frame.checksum = static_cast<std::uint64_t>(value); }},
};

template <class T>
void write_list(Hdf5Group& group, const char* name, const std::vector<T>& values) {
  group.write<T>(name, values, 0, Growth::rows);
}

std::vector<std::int64_t> signed_ids(std::span<const Uid> uids) { return {uids.begin(), uids.end()}; }

void write_bodies(Hdf5Group group, const RunContents& contents) {
  const BodyTable& table = contents.bodies;
  write_list(group, "uid", signed_ids(table.uid));
  write_list(group, "name_index", table.name_index);
  write_list(group, "shape_index", table.shape_index);
  write_list(group, "mass", table.mass);
  write_list(group, "radius", table.radius);
  group.set_attribute("uid_count", static_cast<std::int64_t>(contents.uid_count));
}

void write_names(Hdf5Group& root, const std::vector<std::string>& names) {
  if (root.has("names")) root.remove("names");
  root.write_texts("names", names);
}

std::vector<ShapeText> shapes_of(const World& world) {
  std::vector<ShapeText> texts;
  for (const Shape& shape : world.shapes) texts.push_back(describe(shape));
  return texts;
}

void write_shapes(Hdf5Group& root, const std::vector<ShapeText>& shapes) {
  if (root.has("shapes")) root.remove("shapes");
  std::vector<std::string> kinds, parameters;
  for (const ShapeText& shape : shapes) {
    kinds.push_back(shape.kind);
    parameters.push_back(shape.parameters);
  }
  Hdf5Group group = root.make_group("shapes");
  group.write_texts("kind", kinds);
  group.write_texts("parameters", parameters);
}

// Adds the links of the frames, from number `first` on, and their rows in /index.
void add_frames(const Hdf5Group& root, std::size_t first, std::span<const FrameItem> frames) {
  Hdf5Group links = root.group("frames"), index = root.group("index");
  for (std::size_t k = first; k < first + frames.size(); ++k)
    links.link(frame_name(k).c_str(), frame_file(k), frame_group(k));
  std::vector<double> time;
  for (const FrameItem& frame : frames) time.push_back(frame.time);
  index.extend<double>("time", time);
  for (const IndexColumn& column : kIndex) {
    std::vector<std::int64_t> values;
    for (const FrameItem& frame : frames) values.push_back(column.get(frame));
    index.extend<std::int64_t>(column.name, values);
  }
}

std::vector<FrameItem> read_index(const Hdf5Group& index, const std::string& file) {
  const auto time = index.read<double>("time");
  std::vector<FrameItem> frames(time.size());
  for (std::size_t k = 0; k < frames.size(); ++k) frames[k].time = time[k];
  for (const IndexColumn& column : kIndex) {
    const auto values = index.read<std::int64_t>(column.name);
    if (values.size() != frames.size())
      throw RunError(fmt::format("{}: the columns of its index do not match", file));
    for (std::size_t k = 0; k < frames.size(); ++k) column.set(frames[k], values[k]);
  }
  return frames;
}

// Adds the bodies that are new since the last frame.
void extend_bodies(Hdf5Group group, const Newcomers& fresh) {
  const auto known = static_cast<Uid>(group.attribute<std::int64_t>("uid_count"));
  if (fresh.uid_count <= known) return;
  const BodyTable& table = fresh.table;
  CAIRN_ASSERT(table.uid.empty() || table.uid.front() >= known);
  group.extend<std::int64_t>("uid", signed_ids(table.uid));
  group.extend<std::int32_t>("name_index", table.name_index);
  group.extend<std::int32_t>("shape_index", table.shape_index);
  group.extend<double>("mass", table.mass);
  group.extend<double>("radius", table.radius);
  group.set_attribute("uid_count", static_cast<std::int64_t>(fresh.uid_count));
}

BodyTable read_bodies(const Hdf5Group& root, const std::string& file) {
  const Hdf5Group bodies = root.group("bodies"), shapes = root.group("shapes");
  BodyTable table;
  const auto ids = bodies.read<std::int64_t>("uid");
  table.uid.assign(ids.begin(), ids.end());
  table.name_index = bodies.read<std::int32_t>("name_index");
  table.shape_index = bodies.read<std::int32_t>("shape_index");
  table.mass = bodies.read<double>("mass");
  table.radius = bodies.read<double>("radius");
  table.names = root.read_texts("names");
  if (root.has("colours")) table.colours = root.read_texts("colours");
  const auto kinds = shapes.read_texts("kind"), parameters = shapes.read_texts("parameters");
  const std::size_t rows = table.uid.size();
  if (kinds.size() != parameters.size() || table.colours.size() > table.names.size() ||
      table.name_index.size() != rows || table.shape_index.size() != rows || table.mass.size() != rows ||
      table.radius.size() != rows)
    throw RunError(fmt::format("{}: the arrays of its bodies do not match", file));
  for (std::size_t k = 0; k < kinds.size(); ++k) table.shapes.push_back({kinds[k], parameters[k]});
  return table;
}

}  // namespace

Seal seal_of(std::span<const std::byte> image) {
  if (image.size() < kSealBytes) return Seal::missing;
  const std::span<const std::byte> seal = image.last(kSealBytes);
  if (!std::ranges::equal(seal.first(kSealName.size()), bytes_of(kSealName))) return Seal::missing;
  const std::uint64_t sum = checksum(image.first(image.size() - kSealBytes));
  return std::ranges::equal(seal.last(sizeof sum), std::as_bytes(std::span(&sum, 1))) ? Seal::whole
                                                                                      : Seal::broken;
}

Newcomers newcomers(const World& world, Uid first) {
  const Bodies& bodies = world.bodies;
  Newcomers fresh;
  fresh.table.names = world.groups;
  fresh.table.shapes = shapes_of(world);
  fresh.uid_count = bodies.local_of_uid.size();
  BodyTable& table = fresh.table;
  for (Uid uid = first; uid < fresh.uid_count; ++uid) {
    const std::uint32_t i = bodies.local(uid);
    if (i == kNoBody) continue;
    table.uid.push_back(uid);
    table.name_index.push_back(bodies.info[i].group);
    table.shape_index.push_back(static_cast<std::int32_t>(bodies.info[i].shape));
    table.mass.push_back(mass(bodies.inertia[i]));
    table.radius.push_back(shown_radius(world, i));
  }
  return fresh;
}

RunContents contents_of(const World& world) {
  RunContents contents;
  contents.bodies.names = world.groups;
  contents.bodies.shapes = shapes_of(world);
  return contents;
}

RunImage::RunImage(const RunContents& contents) : file_(std::make_unique<Hdf5File>(kName)) {
  Hdf5Group root = file_->root();
  root.set_attribute("format", kFormat);
  root.set_attribute("program", std::string_view(fmt::format("cairn {}", version())));
  write_names(root, contents.bodies.names);
  if (!contents.bodies.colours.empty()) root.write_texts("colours", contents.bodies.colours);
  write_shapes(root, contents.bodies.shapes);
  write_bodies(root.make_group("bodies"), contents);
  root.make_group("frames");
  Hdf5Group index = root.make_group("index");
  write_list<double>(index, "time", {});
  for (const IndexColumn& column : kIndex) write_list<std::int64_t>(index, column.name, {});
  add_frames(root, 0, contents.frames);
}

RunImage::RunImage(std::span<const std::byte> image)
    : file_(std::make_unique<Hdf5File>(kName, image, Hdf5File::Access::change)) {}

RunImage::~RunImage() = default;

void RunImage::add(const Newcomers& fresh, const FrameItem& frame, std::size_t index) {
  Hdf5Group root = file_->root();
  const BodyTable& table = fresh.table;
  if (root.rows("names") != table.names.size()) write_names(root, table.names);
  if (root.group("shapes").rows("kind") != table.shapes.size()) write_shapes(root, table.shapes);
  extend_bodies(root.group("bodies"), fresh);
  add_frames(root, index, std::span(&frame, 1));
}

Bytes RunImage::bytes() const { return with_seal(file_->bytes(kSealBytes)); }

RunContents contents_in(std::span<const std::byte> image, const std::string& path) {
  const Hdf5File file(path, image);
  const Hdf5Group root = file.root();
  if (!root.has_attribute("format") || root.attribute<std::int64_t>("format") != kFormat)
    throw RunError(fmt::format("{} was not written by this version of cairn", path));
  RunContents contents;
  contents.bodies = read_bodies(root, path);
  contents.uid_count = static_cast<Uid>(root.group("bodies").attribute<std::int64_t>("uid_count"));
  contents.frames = read_index(root.group("index"), path);
  return contents;
}

Record record_of(const RunContents& contents) {
  const BodyTable& table = contents.bodies;
  std::vector<std::string> kinds, parameters;
  for (const ShapeText& shape : table.shapes) {
    kinds.push_back(shape.kind);
    parameters.push_back(shape.parameters);
  }
  Record record;
  record.put("uid", table.uid);
  record.put("name_index", table.name_index);
  record.put("shape_index", table.shape_index);
  record.put("mass", table.mass);
  record.put("radius", table.radius);
  record.put("names", table.names);
  record.put("colours", table.colours);
  record.put("kinds", kinds);
  record.put("parameters", parameters);
  record.put("uid_count", contents.uid_count);
  record.put("frames", contents.frames);
  return record;
}

RunContents contents_in(const Record& record) {
  RunContents contents;
  BodyTable& table = contents.bodies;
  table.uid = record.get<std::vector<Uid>>("uid");
  table.name_index = record.get<std::vector<std::int32_t>>("name_index");
  table.shape_index = record.get<std::vector<std::int32_t>>("shape_index");
  table.mass = record.get<std::vector<double>>("mass");
  table.radius = record.get<std::vector<double>>("radius");
  table.names = record.get<std::vector<std::string>>("names");
  table.colours = record.get<std::vector<std::string>>("colours");
  const auto kinds = record.get<std::vector<std::string>>("kinds");
  const auto parameters = record.get<std::vector<std::string>>("parameters");
  for (std::size_t k = 0; k < kinds.size(); ++k) table.shapes.push_back({kinds[k], parameters[k]});
  contents.uid_count = record.get<Uid>("uid_count");
  contents.frames = record.get<std::vector<FrameItem>>("frames");
  return contents;
}

}  // namespace cairn
