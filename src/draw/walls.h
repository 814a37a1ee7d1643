// Triangles and edges of walls: meshes and planes.
#pragma once

#include <vector>

#include "draw/picture.h"
#include "draw/stage.h"

namespace cairn::picture {

// The triangles of a mesh, with normals that are smooth over small angles and break at sharp ones. Triangles
// are left out if a corner does not exist or is not finite, or if all lie on one line. The caller sets colour
// and alpha.
std::vector<Facet> smooth_facets(const DrawnMesh& mesh);

// The points where three planes meet and no other plane covers them: corners of containers made of planes.
std::vector<Vec3> plane_corners(const std::vector<DrawnPlane>& planes);

// The feet of `point` on the planes that the view shows as lines.
std::vector<Vec3> edge_on_feet(const std::vector<DrawnPlane>& planes, const View& view, const Vec3& point);

// Adds walls and planes to a stage that has everything else already.
void add_walls(const Picture& picture, const ValueRange& range, Stage& stage);

}  // namespace cairn::picture
