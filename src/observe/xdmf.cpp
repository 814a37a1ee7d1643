#include "observe/xdmf.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "base/file.h"

namespace cairn {
namespace {

// An array of the HDF5 file; columns is 1 for plain lists.
struct Array {
  std::string_view name;
  std::string_view type;  // as XDMF calls it
  int bytes;
  int columns;
};

constexpr Array kPosition{"position", "Float", 8, 3};
constexpr std::array<Array, 5> kBodyValues{{{"velocity", "Float", 8, 3},
                                            {"angular_velocity", "Float", 8, 3},
                                            {"radius", "Float", 8, 1},
                                            {"uid", "Int", 8, 1},
                                            {"name_index", "Int", 4, 1}}};
constexpr Array kPoint{"point", "Float", 8, 3};
constexpr std::array<Array, 3> kContactValues{
    {{"force", "Float", 8, 3}, {"normal", "Float", 8, 3}, {"gap", "Float", 8, 1}}};

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

// A set of points: where their arrays are, and how many there are.
struct Points {
  std::string group;  // run.h5:/frames/000000
  std::size_t count;
};

void append_array(std::string& out, const Points& points, const Array& array) {
  const std::size_t rows = std::max<std::size_t>(points.count, 1);
  fmt::format_to(std::back_inserter(out),
                 R"(<DataItem Dimensions="{}{}" NumberType="{}" Precision="{}" Format="{}">)", rows,
                 array.columns > 1 ? fmt::format(" {}", array.columns) : "", array.type, array.bytes,
                 points.count > 0 ? "HDF" : "XML");
  if (points.count > 0) {
    fmt::format_to(std::back_inserter(out), "{}/{}", points.group, array.name);
  } else {
    out += array.columns > 1 ? "0 0 0" : "0";
  }
  out += "</DataItem>";
}

void append_grid(std::string& out, double time, const Points& points, const Array& place,
                 std::span<const Array> values) {
  const std::size_t rows = std::max<std::size_t>(points.count, 1);
  fmt::format_to(std::back_inserter(out),
                 "<Grid Name=\"points\" GridType=\"Uniform\"><Time Value=\"{}\"/>\n"
                 "<Topology TopologyType=\"Polyvertex\" NumberOfElements=\"{}\" NodesPerElement=\"1\"/>\n"
                 "<Geometry GeometryType=\"XYZ\">",
                 time, rows);
  append_array(out, points, place);
  out += "</Geometry>\n";
  for (const Array& value : values) {
    fmt::format_to(std::back_inserter(out), R"(<Attribute Name="{}" AttributeType="{}" Center="Node">)",
                   value.name, value.columns > 1 ? "Vector" : "Scalar");
    append_array(out, points, value);
    out += "</Attribute>\n";
  }
  out += "</Grid>\n";
}

std::string document(std::string_view grids) {
  return fmt::format(
      "<?xml version=\"1.0\" ?>\n"
      "<!DOCTYPE Xdmf SYSTEM \"Xdmf.dtd\" []>\n"
      "<Xdmf Version=\"2.0\"><Domain>\n"
      "<Grid Name=\"frames\" GridType=\"Collection\" CollectionType=\"Temporal\">\n"
      "{}</Grid>\n"
      "</Domain></Xdmf>\n",
      grids);
}

}  // namespace

std::string bodies_xdmf(std::span<const FrameEntry> frames, std::string_view data) {
  const std::string file = escaped(data);
  std::string grids;
  for (std::size_t k = 0; k < frames.size(); ++k) {
    const Points points{fmt::format("{}:/frames/{}", file, frame_name(k)), frames[k].bodies};
    append_grid(grids, frames[k].time, points, kPosition, kBodyValues);
  }
  return document(grids);
}

std::string contacts_xdmf(std::span<const FrameEntry> frames, std::string_view data) {
  const std::string file = escaped(data);
  std::string grids;
  for (std::size_t k = 0; k < frames.size(); ++k) {
    if (!frames[k].contacts) continue;
    const Points points{fmt::format("{}:/frames/{}/contacts", file, frame_name(k)), *frames[k].contacts};
    append_grid(grids, frames[k].time, points, kPoint, kContactValues);
  }
  return document(grids);
}

void write_xdmf(const std::string& folder, std::span<const FrameEntry> frames, const FileCalls& calls) {
  write_replacing(folder + "/run.xmf", bytes_of(bodies_xdmf(frames, "run.h5")), calls);
  const bool has_contacts =
      std::ranges::any_of(frames, [](const FrameEntry& f) { return f.contacts.has_value(); });
  if (has_contacts)
    write_replacing(folder + "/contacts.xmf", bytes_of(contacts_xdmf(frames, "run.h5")), calls);
}

}  // namespace cairn
