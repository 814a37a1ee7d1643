// Faces of boxes that lie flat on each other, named by what one would see.
#include <gtest/gtest.h>

#include "base/random.h"
#include "collide/contact.h"
#include "math/quat.h"
#include "shapes/box.h"

namespace cairn {
namespace {

// Faces that hover over each other by less than a billionth of their size, and lean as little.
TEST(FlatFaces, FourContactsOfAFaceAreNotOnOnePlane) {
  const Box box{{0.05, 0.05, 0.05}};
  Random random(1);
  const auto small = [&] { return 1e-10 * (random.uniform() - 0.5); };
  for (int k = 0; k < 1000; ++k) {
    const Quat low = rotation({small(), small(), small()}), high = rotation({small(), small(), small()});
    const Vec3 above{small(), small(), 0.1 + 0.2 * small()};
    ContactPoints found;
    find_contacts({box, {}, low, 0.087}, {box, above, high, 0.087}, 1e-3, found);
    ASSERT_EQ(found.count, 4);
    // Sums over the two diagonals: the points are the corners of a square.
    double along[2] = {};
    for (int i = 0; i < 4; ++i)
      along[found.point[i].point.x * found.point[i].point.y > 0] += found.point[i].gap;
    ASSERT_NEAR(along[0], along[1], 2e-16) << k;
  }
}

}  // namespace
}  // namespace cairn
