// Distance of a point from the surface of a mesh, and the side of the surface it lies on.
#pragma once

#include "shapes/mesh.h"

namespace cairn {

// The nearest point on the triangles looked at so far. At an edge or a corner several triangles are equally
// near; the one that faces the point most decides the side.
class NearestTriangle {
 public:
  explicit NearestTriangle(const Vec3& point) : point_(point) {}

  // Height of the point over the plane of triangle t. `over` is true if the point lies over the
  // triangle itself.
  struct Look {
    double height = 0;
    bool over = false;
  };
  Look look_at(const Mesh& mesh, int t);

  bool any() const { return distance2_ < kInfinity; }
  double distance() const { return std::sqrt(distance2_); }
  bool behind() const { return height_ < 0; }  // inside, if the mesh is closed
  const Vec3& place() const { return place_; }

 private:
  Vec3 point_, place_;
  double distance2_ = kInfinity, height_ = 0;
};

// Signed distance of a point from a closed mesh, negative inside; +infinity if it is more than `reach`
// from the surface.
double signed_distance(const Mesh& mesh, const Vec3& point, double reach);

}  // namespace cairn
