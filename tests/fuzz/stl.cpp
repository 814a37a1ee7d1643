// STL files, text and binary. Every triangle has vertices that exist.
#include "fuzz/fuzz.h"
#include "shapes/mesh_file.h"

void cairn::fuzz::attack(const std::string& bytes) {
  const Surface surface = read_stl(bytes, "fuzz.stl");
  for (const auto& triangle : surface.triangles)
    for (const int corner : triangle)
      if (corner < 0 || static_cast<std::size_t>(corner) >= surface.vertices.size()) __builtin_trap();
}
