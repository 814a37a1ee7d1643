#include "results/xdmf.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "base/file.h"
#include "base/printable.h"

namespace cairn {
namespace {

// An array of the HDF5 file; a plain list has 1 column.
struct Array {
  std::string_view name;
  std::string_view type;  // in the words of XDMF
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
constexpr Array kEnds{"ends", "Float", 8, 3};
constexpr std::array<Array, 4> kContactValues{{{"force", "Float", 8, 3},
                                               {"normal", "Float", 8, 3},
                                               {"gap", "Float", 8, 1},
                                               {"normal_force", "Float", 8, 1}}};

// The elements of a grid: points or lines, each with `points` consecutive points.
struct Elements {
  std::string_view name, topology, values_at;
  std::size_t points;
};
constexpr Elements kPoints{"points", "Polyvertex", "Node", 1}, kLines{"lines", "Polyline", "Cell", 2};

// The HDF5 group with the arrays of a grid, and its number of elements.
struct Source {
  std::string group;  // run.h5:/frames/000000
  std::size_t count;
};

// Refers to the array, or writes zeros for an empty frame.
void append_array(std::string& out, const Source& source, const Array& array, std::size_t rows_per_element) {
  const std::size_t rows = rows_per_element * std::max<std::size_t>(source.count, 1);
  fmt::format_to(std::back_inserter(out),
                 R"(<DataItem Dimensions="{}{}" NumberType="{}" Precision="{}" Format="{}">)", rows,
                 array.columns > 1 ? fmt::format(" {}", array.columns) : "", array.type, array.bytes,
                 source.count > 0 ? "HDF" : "XML");
  if (source.count > 0) {
    fmt::format_to(std::back_inserter(out), "{}/{}", source.group, array.name);
  } else {
    for (std::size_t row = 0; row < rows; ++row)
      out += fmt::format("{}{}", row > 0 ? " " : "", array.columns > 1 ? "0 0 0" : "0");
  }
  out += "</DataItem>";
}

void append_grid(std::string& out, double time, const Elements& elements, const Source& source,
                 const Array& where, std::span<const Array> values) {
  fmt::format_to(std::back_inserter(out),
                 "<Grid Name=\"{}\" GridType=\"Uniform\"><Time Value=\"{}\"/>\n"
                 "<Topology TopologyType=\"{}\" NumberOfElements=\"{}\" NodesPerElement=\"{}\"/>\n"
                 "<Geometry GeometryType=\"XYZ\">",
                 elements.name, time, elements.topology, std::max<std::size_t>(source.count, 1),
                 elements.points);
  append_array(out, source, where, elements.points);
  out += "</Geometry>\n";
  for (const Array& value : values) {
    fmt::format_to(std::back_inserter(out), R"(<Attribute Name="{}" AttributeType="{}" Center="{}">)",
                   value.name, value.columns > 1 ? "Vector" : "Scalar", elements.values_at);
    append_array(out, source, value, 1);
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

std::string of_contacts(std::span<const FrameItem> frames, std::string_view data, const Elements& elements,
                        const Array& where) {
  const std::string file = markup(data);
  std::string grids;
  for (std::size_t k = 0; k < frames.size(); ++k) {
    if (!frames[k].contacts) continue;
    const Source source{fmt::format("{}:/frames/{}/contacts", file, frame_name(k)), *frames[k].contacts};
    append_grid(grids, frames[k].time, elements, source, where, kContactValues);
  }
  return document(grids);
}

}  // namespace

std::string bodies_xdmf(std::span<const FrameItem> frames, std::string_view data) {
  const std::string file = markup(data);
  std::string grids;
  for (std::size_t k = 0; k < frames.size(); ++k) {
    const Source source{fmt::format("{}:/frames/{}", file, frame_name(k)), frames[k].bodies};
    append_grid(grids, frames[k].time, kPoints, source, kPosition, kBodyValues);
  }
  return document(grids);
}

std::string contacts_xdmf(std::span<const FrameItem> frames, std::string_view data) {
  return of_contacts(frames, data, kPoints, kPoint);
}

std::string chains_xdmf(std::span<const FrameItem> frames, std::string_view data) {
  return of_contacts(frames, data, kLines, kEnds);
}

void write_xdmf(const std::string& folder, std::span<const FrameItem> frames, const FileCalls& calls) {
  write_replacing(folder + "/run.xmf", bytes_of(bodies_xdmf(frames, "run.h5")), calls);
  const bool has_contacts =
      std::ranges::any_of(frames, [](const FrameItem& f) { return f.contacts.has_value(); });
  if (!has_contacts) return;
  write_replacing(folder + "/contacts.xmf", bytes_of(contacts_xdmf(frames, "run.h5")), calls);
  write_replacing(folder + "/chains.xmf", bytes_of(chains_xdmf(frames, "run.h5")), calls);
}

}  // namespace cairn
