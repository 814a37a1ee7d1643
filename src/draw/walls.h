// Triangles and edges of meshes and planes.
#pragma once

#include <vector>

#include "draw/picture.h"
#include "draw/stage.h"

namespace cairn::picture {

// The triangles of a mesh with normals that are smooth over small angles and break at sharp ones. Triangles
// with corners that do not exist, are not finite, or lie on one line are left out. Colour and alpha are left
// to the caller.
std::vector<Facet> smooth_facets(const DrawnMesh& mesh);

// Where three planes meet and no other plane covers the place: the corners of containers made of planes.
std::vector<Vec3> plane_corners(const std::vector<DrawnPlane>& planes);

// Adds walls and planes; everything else of the stage must be there.
void add_walls(const Picture& picture, const ValueRange& range, Stage& stage);

}  // namespace cairn::picture
