// Triangles from files: STL (text or binary) and OBJ, told apart by their content and ending. Coordinates are
// multiplied by `unit` [m]. Polygons of an OBJ file are cut into fans; normals, textures, groups and
// materials are passed over, the order of the corners counts. Vertices at the same place are one. Throws
// InputError with the line of the file for what can not be read, and RunError if the system can not read.
#pragma once

#include <string>

#include "shapes/geometry.h"

namespace cairn {

// `name` is how messages call the file.
Surface read_mesh_file(const std::string& path, const std::string& name, double unit);

// The same from the bytes of a file.
Surface read_stl(const std::string& bytes, const std::string& name);
Surface read_obj(const std::string& text, const std::string& name);

}  // namespace cairn
