// Convex hulls against the library qhull: the same vertices and the same volume for random points.
#include <gtest/gtest.h>

#ifndef CAIRN_HAS_QHULL
TEST(ShapesQhull, HasTheSameVerticesAndVolume) {
  GTEST_SKIP() << "built without qhull, which `tools/install test` brings";
}
#else

extern "C" {
#include <libqhull_r/qhull_ra.h>
}

#include <cmath>
#include <set>

#include "base/random.h"
#include "shapes/hull.h"

namespace cairn {
namespace {

constexpr double kRoundOff = 1e-12;  // of a volume, over all its triangles

struct Answer {
  std::set<int> vertices;
  double volume = 0;
};

Answer by_qhull(std::vector<Vec3> points) {
  static_assert(sizeof(Vec3) == 3 * sizeof(coordT));
  qhT memory;
  qhT* qh = &memory;
  qh_zero(qh, stderr);
  char options[] = "qhull Qt FA";  // triangles, and the volume
  EXPECT_EQ(
      qh_new_qhull(qh, 3, static_cast<int>(points.size()), &points[0].x, False, options, nullptr, stderr), 0);
  Answer answer;
  answer.volume = qh->totvol;
  vertexT* vertex = nullptr;
  FORALLvertices answer.vertices.insert(qh_pointid(qh, vertex->point));
  qh_freeqhull(qh, !qh_ALL);
  int left = 0, lost = 0;
  qh_memfreeshort(qh, &left, &lost);
  return answer;
}

Answer by_cairn(const std::vector<Vec3>& points) {
  Answer answer;
  for (const auto& t : convex_hull(points).triangles) {
    const auto corner = [&](std::size_t k) { return points[static_cast<std::size_t>(t[k])]; };
    answer.volume += dot(corner(0), cross(corner(1), corner(2))) / 6;
    answer.vertices.insert(t.begin(), t.end());
  }
  return answer;
}

// Points in a ball, on a sphere, and in a flat box, far from the origin by up to ten times their extent.
std::vector<Vec3> random_points(Random& random, int kind, int count) {
  const Vec3 away = 10 * Vec3{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
  std::vector<Vec3> points;
  while (static_cast<int>(points.size()) < count) {
    Vec3 x{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
    if (kind < 2 && (norm(x) > 1 || norm(x) < 1e-3)) continue;
    if (kind == 1) x = unit(x);
    if (kind == 2) x.z *= 1e-2;
    points.push_back(away + x);
  }
  return points;
}

TEST(ShapesQhull, HasTheSameVerticesAndVolume) {
  Random random(11);
  for (int sample = 0; sample < 300; ++sample) {
    const int count = 4 + static_cast<int>(random.uniform(0, 200));
    const std::vector<Vec3> points = random_points(random, sample % 3, count);
    const Answer expected = by_qhull(points), found = by_cairn(points);
    EXPECT_EQ(found.vertices, expected.vertices) << "sample " << sample;
    const double size = 1e3;  // volumes of triangles with the origin that add up
    EXPECT_NEAR(found.volume, expected.volume, kRoundOff * size) << "sample " << sample;
  }
}

}  // namespace
}  // namespace cairn
#endif
