// A triangle of a wall is in front if its plane separates the eye from the middle of the grains. It is then
// almost clear, so that one looks into containers. The winding of the triangles does not matter.
#include "draw/walls.h"

#include <algorithm>
#include <cstdint>
#include <map>

#include "math/mat3.h"

namespace cairn::picture {
namespace {

constexpr double kSmooth = 0.77;     // cosine of the angle up to which neighbours share a normal
constexpr float kFrontWall = 0.10f;  // share of the wall's own alpha
constexpr float kBackEdge = 0.55f, kFrontEdge = 0.75f;
constexpr float kEdgeWidth = 1.1f, kEdgeOnWidth = 2.2f;  // pixels in a picture 900 high

using Corners = std::array<int, 3>;

// Numbers the vertices by place. Places within 1e-8 of the mesh's largest coordinate are one; -1: not finite.
std::vector<int> welded(const DrawnMesh& mesh) {
  double largest = 0;
  for (const Vec3& v : mesh.vertices)
    if (is_finite(v)) largest = std::max({largest, std::abs(v.x), std::abs(v.y), std::abs(v.z)});
  const double near = largest > 0 ? 1e-8 * largest : 1;
  std::map<std::array<std::int64_t, 3>, int> places;
  std::vector<int> place(mesh.vertices.size(), -1);
  for (std::size_t i = 0; i < place.size(); ++i) {
    const Vec3& v = mesh.vertices[i];
    if (!is_finite(v) || largest > 1e30) continue;
    const std::array<std::int64_t, 3> key{std::llround(v.x / near), std::llround(v.y / near),
                                          std::llround(v.z / near)};
    place[i] = places.try_emplace(key, static_cast<int>(places.size())).first->second;
  }
  return place;
}

// Triangles with three different, usable corners.
std::vector<Corners> usable_triangles(const DrawnMesh& mesh, const std::vector<int>& place) {
  std::vector<Corners> triangles;
  const auto count = static_cast<int>(mesh.vertices.size());
  for (const Corners& t : mesh.triangles) {
    const bool exists = std::ranges::all_of(t, [&](int i) { return i >= 0 && i < count && place[i] >= 0; });
    if (exists && place[t[0]] != place[t[1]] && place[t[1]] != place[t[2]] && place[t[2]] != place[t[0]])
      triangles.push_back(t);
  }
  return triangles;
}

// The normal, as long as twice the area.
Vec3 area_vector(const DrawnMesh& mesh, const Corners& t) {
  const Vec3 &a = mesh.vertices[t[0]], &b = mesh.vertices[t[1]], &c = mesh.vertices[t[2]];
  return cross(b - a, c - a);
}

// A mesh and its neighbours.
struct Net {
  std::vector<int> place;
  std::vector<Corners> triangles;
  std::vector<Vec3> areas, normals;
  std::vector<std::vector<int>> at_place;  // triangles around each place
};

Net net_of(const DrawnMesh& mesh) {
  Net net;
  net.place = welded(mesh);
  for (const Corners& t : usable_triangles(mesh, net.place)) {
    const Vec3 area = area_vector(mesh, t);
    if (!(norm2(area) > 0)) continue;
    net.triangles.push_back(t);
    net.areas.push_back(area);
    net.normals.push_back(unit(area));
  }
  net.at_place.resize(net.place.size());
  for (std::size_t t = 0; t < net.triangles.size(); ++t)
    for (const int corner : net.triangles[t]) net.at_place[net.place[corner]].push_back(static_cast<int>(t));
  return net;
}

// Sum of the areas around a corner whose normals differ little from triangle t's, turned to t's side.
Vec3 corner_normal(const Net& net, std::size_t t, int corner) {
  Vec3 sum;
  for (const int other : net.at_place[net.place[corner]]) {
    const double bend = dot(net.normals[t], net.normals[other]);
    if (std::abs(bend) > kSmooth) sum += std::copysign(1.0, bend) * net.areas[other];
  }
  return unit(sum);
}

std::vector<Facet> facets_of(const DrawnMesh& mesh, const Net& net) {
  std::vector<Facet> facets(net.triangles.size());
  for (std::size_t t = 0; t < facets.size(); ++t)
    for (int k = 0; k < 3; ++k) {
      facets[t].corners[k] = mesh.vertices[net.triangles[t][k]];
      facets[t].normals[k] = corner_normal(net, t, net.triangles[t][k]);
    }
  return facets;
}

// Signed height of `a` over a plane: 0 on it.
double side(const Vec3& point, const Vec3& normal, const Vec3& a) { return dot(a - point, normal); }

// The mean of the balls inside the bounds of a wall, which are those it holds. A wall without balls takes the
// middle of all.
Vec3 grains_at(const Stage& stage, const std::vector<Facet>& wall) {
  Vec3 low{1e30, 1e30, 1e30}, high = -low, sum;
  for (const Facet& facet : wall)
    for (const Vec3& corner : facet.corners) {
      low = min(low, corner);
      high = max(high, corner);
    }
  double count = 0;
  for (const Ball& ball : stage.balls) {
    if (min(low, ball.centre) != low || max(high, ball.centre) != high) continue;
    sum += ball.centre;
    ++count;
  }
  return count > 0 ? sum / count : stage.grains;
}

// True if the plane separates the eye from the grains.
bool is_front(const Stage& stage, const Vec3& grains, const Vec3& point, const Vec3& normal) {
  const Camera& camera = stage.camera;
  const double of_eye =
      camera.is_perspective() ? side(point, normal, camera.eye) : -dot(camera.forward, normal);
  const double of_grains = side(point, normal, grains);
  return of_eye * of_grains < 0 && std::abs(of_grains) > 1e-6 * stage.reach;
}

// Adds the edges that have one triangle, more than two, or a sharp bend.
void add_edges(const DrawnMesh& mesh, const Net& net, const std::vector<bool>& front, float width,
               Stage& stage) {
  std::map<std::array<int, 2>, std::vector<int>> at_edge;
  for (std::size_t t = 0; t < net.triangles.size(); ++t)
    for (int k = 0; k < 3; ++k) {
      const int a = net.place[net.triangles[t][k]], b = net.place[net.triangles[t][(k + 1) % 3]];
      at_edge[{std::min(a, b), std::max(a, b)}].push_back(static_cast<int>(t));
    }
  // The edges run between places, so each place needs a vertex.
  std::vector<Vec3> where(net.place.size());
  for (std::size_t i = 0; i < net.place.size(); ++i)
    if (net.place[i] >= 0) where[net.place[i]] = mesh.vertices[i];
  for (const auto& [ends, around] : at_edge) {
    if (around.size() == 2 && std::abs(dot(net.normals[around[0]], net.normals[around[1]])) > kSmooth)
      continue;
    const bool all_front = std::ranges::all_of(around, [&](int t) { return front[t]; });
    stage.edges.push_back({where[ends[0]], where[ends[1]], all_front ? kFrontEdge : kBackEdge, width, false});
  }
}

void add_wall(const DrawnMesh& mesh, const Rgb& colour, float pixel, Stage& stage) {
  const Net net = net_of(mesh);
  std::vector<Facet> facets = facets_of(mesh, net);
  const Vec3 grains = grains_at(stage, facets);
  std::vector<bool> front(facets.size());
  for (std::size_t t = 0; t < facets.size(); ++t) {
    front[t] = is_front(stage, grains, facets[t].corners[0], net.normals[t]);
    facets[t].colour = colour;
    facets[t].alpha = static_cast<float>(mesh.alpha) * (front[t] ? kFrontWall : 1);
    facets[t].front = front[t];
    stage.walls.push_back(facets[t]);
  }
  add_edges(mesh, net, front, pixel * kEdgeWidth, stage);
}

std::vector<DrawnPlane> usable_planes(const std::vector<DrawnPlane>& given) {
  std::vector<DrawnPlane> planes;
  for (DrawnPlane plane : given) {
    if (!is_finite(plane.point) || !is_finite(plane.normal) || !(norm2(plane.normal) > 0)) continue;
    plane.normal = unit(plane.normal);
    planes.push_back(plane);
  }
  return planes;
}

// True if `a` lies on no plane's solid side, up to rounding.
bool is_free(const std::vector<DrawnPlane>& planes, const Vec3& a) {
  return std::ranges::all_of(planes, [&](const DrawnPlane& plane) {
    return side(plane.point, plane.normal, a) >= -1e-9 * (norm(a) + norm(plane.point));
  });
}

// The part of a polygon above a plane (normal side, within the slack).
std::vector<Vec3> cut(const std::vector<Vec3>& polygon, const Vec3& point, const Vec3& normal, double slack) {
  std::vector<Vec3> kept;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vec3 &a = polygon[i], &b = polygon[(i + 1) % polygon.size()];
    const double da = side(point, normal, a) + slack, db = side(point, normal, b) + slack;
    if (da >= 0) kept.push_back(a);
    if (da * db < 0) kept.push_back(a + da / (da - db) * (b - a));
  }
  return kept;
}

Vec3 foot_on(const DrawnPlane& plane, const Vec3& point) {
  return point - side(plane.point, plane.normal, point) * plane.normal;
}

// A square around the bodies on plane k, without the parts behind other planes.
std::vector<Vec3> sheet(const std::vector<DrawnPlane>& planes, std::size_t k, const Stage& stage) {
  const Vec3 &n = planes[k].normal, t = perpendicular(n), s = cross(n, t);
  const Vec3 foot = foot_on(planes[k], stage.middle);
  const double size = stage.reach + stage.fading;
  std::vector<Vec3> polygon{foot + size * (t + s), foot + size * (s - t), foot - size * (t + s),
                            foot + size * (t - s)};
  for (std::size_t j = 0; j < planes.size(); ++j)
    if (j != k) polygon = cut(polygon, planes[j].point, planes[j].normal, 1e-9 * stage.reach);
  return polygon;
}

// True if the view shows the plane as a line.
bool is_edge_on(Projection projection, const Vec3& forward, const Vec3& normal) {
  return projection == Projection::orthographic && std::abs(dot(forward, normal)) < 0.02;
}

// Adds that line through the middle of the bodies, without the parts behind other planes.
void add_edge_on(const std::vector<DrawnPlane>& planes, std::size_t k, float pixel, Stage& stage) {
  const Vec3 foot = foot_on(planes[k], stage.middle),
             along = unit(cross(planes[k].normal, stage.camera.forward));
  double high = stage.reach + stage.fading, low = -high;
  for (std::size_t j = 0; j < planes.size(); ++j) {
    const double slope = dot(along, planes[j].normal);
    if (j == k || std::abs(slope) < 1e-9) continue;
    const double end = -side(planes[j].point, planes[j].normal, foot) / slope;
    slope > 0 ? low = std::max(low, end) : high = std::min(high, end);
  }
  if (low < high)
    stage.edges.push_back(
        {foot + low * along, foot + high * along, 1, pixel * kEdgeOnWidth, true, linear(planes[k].line)});
}

void add_plane(const std::vector<DrawnPlane>& planes, std::size_t k, float pixel, Stage& stage) {
  const DrawnPlane& plane = planes[k];
  const Camera& camera = stage.camera;
  if (is_edge_on(camera.projection, camera.forward, plane.normal))
    return add_edge_on(planes, k, pixel, stage);
  // The sheet as a fan of triangles.
  const std::vector<Vec3> polygon = sheet(planes, k, stage);
  const bool front = is_front(stage, stage.grains, plane.point, plane.normal);
  const float alpha = static_cast<float>(plane.alpha) * (front ? kFrontWall : 1);
  for (std::size_t i = 1; i + 1 < polygon.size(); ++i)
    stage.walls.push_back({{polygon[0], polygon[i], polygon[i + 1]},
                           {plane.normal, plane.normal, plane.normal},
                           linear(plane.colour),
                           alpha,
                           true,
                           front});

  // Edges of the sheet where it meets another plane.
  const auto meets = [&](const Vec3& a, const Vec3& b, std::size_t j) {
    const double near = 1e-6 * stage.reach;
    return j != k && std::abs(side(planes[j].point, planes[j].normal, a)) < near &&
           std::abs(side(planes[j].point, planes[j].normal, b)) < near;
  };
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vec3 &a = polygon[i], &b = polygon[(i + 1) % polygon.size()];
    bool drawn = false;
    for (std::size_t j = 0; j < planes.size() && !drawn; ++j) drawn = meets(a, b, j);
    if (drawn) stage.edges.push_back({a, b, front ? kFrontEdge : kBackEdge, pixel * kEdgeWidth, true});
  }
}

}  // namespace

std::vector<Vec3> plane_corners(const std::vector<DrawnPlane>& given) {
  constexpr std::size_t kMost = 32;  // planes; the work grows with the fourth power
  const std::vector<DrawnPlane> planes = usable_planes(given);
  std::vector<Vec3> corners;
  if (planes.size() > kMost) return corners;
  for (std::size_t i = 0; i < planes.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      for (std::size_t k = 0; k < j; ++k) {
        const Mat3 normals{planes[i].normal, planes[j].normal, planes[k].normal};
        if (std::abs(determinant(normals)) < 1e-3) continue;
        const auto height = [&](std::size_t p) { return dot(planes[p].normal, planes[p].point); };
        const Vec3 corner = inverse(normals) * Vec3{height(i), height(j), height(k)};
        if (is_free(planes, corner)) corners.push_back(corner);
      }
  return corners;
}

std::vector<Vec3> edge_on_feet(const std::vector<DrawnPlane>& planes, const View& view, const Vec3& point) {
  std::vector<Vec3> feet;
  for (const DrawnPlane& plane : usable_planes(planes))
    if (is_edge_on(view.projection, forward_of(view), plane.normal)) feet.push_back(foot_on(plane, point));
  return feet;
}

std::vector<Facet> smooth_facets(const DrawnMesh& mesh) { return facets_of(mesh, net_of(mesh)); }

void add_walls(const Picture& picture, const ValueRange& range, Stage& stage) {
  const float pixel = std::max(1.0f, static_cast<float>(picture.height) / 900);
  for (const DrawnMesh& mesh : picture.meshes)
    if (mesh.alpha < 1) add_wall(mesh, value_colour(picture, range, mesh.value, mesh.colour), pixel, stage);
  const std::vector<DrawnPlane> planes = usable_planes(picture.planes);
  for (std::size_t k = 0; k < planes.size(); ++k) add_plane(planes, k, pixel, stage);
}

}  // namespace cairn::picture
