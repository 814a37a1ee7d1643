// Rows of the shape table for shapes with many pieces: polyhedra, compounds and meshes.
#pragma once

#include "shapes/table.h"

namespace cairn {

std::vector<Option> polyhedron_options(Option rounding, Option equal_volume);
TurnedShape make_polyhedron_shape(const Value& options, const FindFile& find);

// `shapes` are the alternatives for a part.
std::vector<Option> compound_options(std::vector<Option> shapes, Option equal_volume);
TurnedShape make_compound_shape(const Value& options, const FindFile& find);

std::vector<Option> mesh_options(Option equal_volume);
TurnedShape make_mesh_shape(const Value& options, const FindFile& find);

}  // namespace cairn
