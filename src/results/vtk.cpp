#include "results/vtk.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/assert.h"
#include "results/frame_table.h"

namespace cairn {
namespace {

static_assert(std::endian::native == std::endian::little, "the files say that they are");

// One PolyData file. Arrays stand in the order in which they are added; each is its size in bytes and then
// its bytes.
class PolyData {
 public:
  PolyData(std::size_t points, std::size_t verts, std::size_t lines)
      : points_(points), verts_(verts), lines_(lines) {}

  // A section such as <PointData> with the arrays that `fill` adds.
  template <class Fill>
  void section(std::string_view name, Fill&& fill) {
    xml_ += fmt::format("<{}>\n", name);
    fill();
    xml_ += fmt::format("</{}>\n", name);
  }
  void add(std::string_view name, std::span<const double> values, int components = 1) {
    add_bytes(name, "Float64", std::as_bytes(values), components);
  }
  void add(std::string_view name, const std::vector<Vec3>& values) {
    add_bytes(name, "Float64", std::as_bytes(std::span(values)), 3);
  }
  void add(std::string_view name, std::span<const std::int64_t> values, int components = 1) {
    add_bytes(name, "Int64", std::as_bytes(values), components);
  }
  std::string text() const {
    return fmt::format(
               "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"1.0\" "
               "byte_order=\"LittleEndian\" "
               "header_type=\"UInt64\">\n<PolyData>\n<Piece NumberOfPoints=\"{}\" NumberOfVerts=\"{}\" "
               "NumberOfLines=\"{}\" NumberOfStrips=\"0\" NumberOfPolys=\"0\">\n{}</Piece>\n</PolyData>\n"
               "<AppendedData encoding=\"raw\">\n_",
               points_, verts_, lines_, xml_) +
           data_ + "\n</AppendedData>\n</VTKFile>\n";
  }

 private:
  void add_bytes(std::string_view name, std::string_view type, std::span<const std::byte> bytes,
                 int components) {
    xml_ += fmt::format(
        "<DataArray type=\"{}\" Name=\"{}\" NumberOfComponents=\"{}\" format=\"appended\" "
        "offset=\"{}\"/>\n",
        type, name, components, data_.size());
    const std::uint64_t size = bytes.size();
    char head[sizeof(size)];
    std::memcpy(head, &size, sizeof(size));
    data_.append(head, sizeof(size));
    if (size > 0) data_.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  }

  std::size_t points_, verts_, lines_;
  std::string xml_, data_;
};

// Cells of `corners` points each, in the order of the points.
void add_cells(PolyData& file, std::string_view name, std::size_t count, std::size_t corners) {
  std::vector<std::int64_t> connectivity(count * corners), offsets(count);
  for (std::size_t k = 0; k < connectivity.size(); ++k) connectivity[k] = static_cast<std::int64_t>(k);
  for (std::size_t k = 0; k < count; ++k) offsets[k] = static_cast<std::int64_t>((k + 1) * corners);
  file.section(name, [&] {
    file.add("connectivity", connectivity);
    file.add("offsets", offsets);
  });
}

std::vector<std::int64_t> whole(std::span<const Uid> uids) { return {uids.begin(), uids.end()}; }

}  // namespace

std::string bodies_vtp(const BodyTable& table, const Frame& frame, const ShapeLengths& lengths) {
  const std::vector<std::size_t> rows = table_rows(table, frame);
  std::vector<std::int64_t> shape;
  std::vector<double> mass;
  std::vector<Vec3> scale;
  for (std::size_t k = 0; k < frame.size(); ++k) {
    const auto index = static_cast<std::size_t>(table.shape_index[rows[k]]);
    const std::string& kind = table.shapes.at(index).kind;
    const bool is_ball = kind == "sphere" || kind == "disc";
    shape.push_back(static_cast<std::int64_t>(index));
    mass.push_back(table.mass[rows[k]]);
    scale.push_back(is_ball ? 2 * frame.radius[k] * Vec3{1, 1, 1} : lengths.at(index));
  }
  PolyData file(frame.size(), frame.size(), 0);
  file.section("Points", [&] { file.add("position", frame.position); });
  add_cells(file, "Verts", frame.size(), 1);
  file.section("PointData", [&] {
    file.add("uid", whole(frame.uid));
    file.add("group", std::vector<std::int64_t>(frame.name_index.begin(), frame.name_index.end()));
    file.add("shape", shape);
    file.add("mass", mass);
    file.add("radius", frame.radius);
    file.add("velocity", frame.velocity);
    file.add("angular_velocity", frame.angular_velocity);
    const auto* turns = reinterpret_cast<const double*>(frame.orientation.data());
    file.add("orientation", std::span(turns, 4 * frame.size()), 4);
    file.add("scale", scale);
    if (frame.contacts) file.add("force", net_forces(frame));
  });
  return file.text();
}

std::string contacts_vtp(const Frame& frame) {
  CAIRN_ASSERT(frame.contacts.has_value());
  const FrameContacts& contacts = *frame.contacts;
  // A frame without stored ends has links of no length at its contact points.
  std::vector<Vec3> ends = contacts.ends;
  if (ends.empty())
    for (const Vec3& point : contacts.point) ends.insert(ends.end(), {point, point});
  const Uid* first = contacts.bodies.empty() ? nullptr : contacts.bodies.front().data();
  PolyData file(2 * contacts.size(), 0, contacts.size());
  file.section("Points", [&] { file.add("ends", ends); });
  add_cells(file, "Lines", contacts.size(), 2);
  file.section("CellData", [&] {
    file.add("bodies", whole({first, 2 * contacts.size()}), 2);
    file.add("force", contacts.force);
    file.add("normal_force", normal_forces(contacts));
    file.add("normal", contacts.normal);
    file.add("gap", contacts.gap);
    file.add("point", contacts.point);
    if (!contacts.compatible.empty()) file.add("force_compatible", contacts.compatible);
  });
  return file.text();
}

std::string grid_vti(const GridField& grid) {
  std::string arrays, data;
  for (const GridField::Part& part : grid.parts) {
    CAIRN_ASSERT(part.values.size() == part.components * grid.points[0] * grid.points[1] * grid.points[2]);
    arrays += fmt::format(
        "<DataArray type=\"Float64\" Name=\"{}\" NumberOfComponents=\"{}\" format=\"appended\" "
        "offset=\"{}\"/>\n",
        part.name, part.components, data.size());
    const std::uint64_t size = part.values.size() * sizeof(double);
    data.append(reinterpret_cast<const char*>(&size), sizeof(size));
    data.append(reinterpret_cast<const char*>(part.values.data()), size);
  }
  const std::string extent =
      fmt::format("0 {} 0 {} 0 {}", grid.points[0] - 1, grid.points[1] - 1, grid.points[2] - 1);
  const auto three = [](const Vec3& v) { return fmt::format("{} {} {}", v.x, v.y, v.z); };
  return fmt::format(
             "<?xml version=\"1.0\"?>\n<VTKFile type=\"ImageData\" version=\"1.0\" "
             "byte_order=\"LittleEndian\" header_type=\"UInt64\">\n<ImageData WholeExtent=\"{0}\" "
             "Origin=\"{1}\" Spacing=\"{2}\">\n<Piece Extent=\"{0}\">\n<PointData>\n{3}</PointData>\n"
             "</Piece>\n</ImageData>\n<AppendedData encoding=\"raw\">\n_",
             extent, three(grid.first), three(grid.spacing), arrays) +
         data + "\n</AppendedData>\n</VTKFile>\n";
}

std::string pvd(std::span<const TimedFile> files) {
  std::string text =
      "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\" byte_order=\"LittleEndian\">\n"
      "<Collection>\n";
  for (const TimedFile& file : files)
    text += fmt::format("<DataSet timestep=\"{}\" part=\"0\" file=\"{}\"/>\n", file.time, file.name);
  return text + "</Collection>\n</VTKFile>\n";
}

}  // namespace cairn
