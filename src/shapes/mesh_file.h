// Triangles from STL (text or binary) and OBJ files. The ending decides the format, the content decides
// between text and binary STL. Coordinates are multiplied by `unit` [m]. Polygons of an OBJ file are cut into
// fans. Normals, textures, groups and materials are ignored; the order of the corners gives the outside.
// Vertices at the same position are joined. Throws InputError with the line for content that it cannot parse,
// and RunError if the system cannot read the file.
#pragma once

#include <string>

#include "shapes/geometry.h"

namespace cairn {

// Messages call the file `name`.
Surface read_mesh_file(const std::string& path, const std::string& name, double unit);

// The same from the bytes of a file, without joining vertices or applying the unit.
Surface read_stl(const std::string& bytes, const std::string& name);
Surface read_obj(const std::string& text, const std::string& name);

}  // namespace cairn
