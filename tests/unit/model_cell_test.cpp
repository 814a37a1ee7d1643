// The periodic cell: coordinates, images, and edges that deform.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "base/random.h"
#include "model/cell.h"
#include "tolerances.h"

namespace cairn {
namespace {

constexpr double kSecondOrder = 1e-3, kOrder = 0.05;  // of edges after 50 steps; of the order itself

constexpr double kRoundOff = 1e-14;

void expect_near(const Vec3& a, const Vec3& b, double tolerance = kRoundOff) {
  EXPECT_LE(norm(a - b), tolerance) << a.x << " " << a.y << " " << a.z << " is not " << b.x << " " << b.y
                                    << " " << b.z;
}

Cell tilted(std::array<std::uint8_t, 3> periodic = {1, 1, 1}) {
  Cell cell;
  cell.periodic = periodic;
  cell.centre = {1, 2, 3};
  cell.edge = {{{2, 0, 0}, {0.7, 1.5, 0}, {-0.4, 0.5, 1}}};
  return cell;
}

Vec3 random_vector(Random& random) {
  return {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
}

// e^A by its series.
Mat3 exponential(const Mat3& a) {
  Mat3 sum, term;
  for (int k = 1; k < 30; ++k) term = (1.0 / k) * (term * a), sum = sum + term;
  return sum;
}

TEST(Cell, WithoutOneNothingRepeats) {
  const Cell cell;
  EXPECT_FALSE(cell.repeats());
  EXPECT_FALSE(cell.deforms());
  EXPECT_EQ(cell.nearest({5, 6, 7}), Vec3(5, 6, 7));
  EXPECT_EQ(cell.image_towards({5, 6, 7}), kHere);
  EXPECT_EQ(cell.shift(kHere), Vec3());
}

TEST(Cell, FractionsCountAlongTheEdges) {
  const Cell cell = tilted();
  expect_near(cell.fraction(cell.centre), {});
  expect_near(cell.fraction(cell.centre + 0.5 * cell.edge[0] - 0.25 * cell.edge[1] + 2.0 * cell.edge[2]),
              {0.5, -0.25, 2});
  EXPECT_NEAR(cell.volume(), 3, kRoundOff);
}

TEST(Cell, WidthsAreDistancesOfFaces) {
  const Cell cell = tilted();
  const Vec3 widths = cell.widths();
  // Volume over the area of the face that the other two edges span.
  for (int k = 0; k < 3; ++k) {
    const Vec3 face = cross(cell.edge[(k + 1) % 3], cell.edge[(k + 2) % 3]);
    EXPECT_NEAR(widths[k], 3 / norm(face), kRoundOff);
  }
}

TEST(Cell, ImagesHaveOppositesAndShiftsOfTheirOwn) {
  Cell cell = tilted();
  cell.edge_rate = {{{1, 2, 3}, {0, 5, 7}, {11, 13, 0}}};
  EXPECT_EQ(image_of(0, 0, 0), kHere);
  EXPECT_EQ(opposite(kHere), kHere);
  std::set<int> seen;
  for (int n0 = -1; n0 <= 1; ++n0) {
    for (int n1 = -1; n1 <= 1; ++n1) {
      for (int n2 = -1; n2 <= 1; ++n2) {
        const CellImage image = image_of(n0, n1, n2);
        seen.insert(image);
        EXPECT_EQ(opposite(image), image_of(-n0, -n1, -n2));
        expect_near(cell.shift(image), n0 * cell.edge[0] + n1 * cell.edge[1] + n2 * cell.edge[2]);
        expect_near(cell.shift(opposite(image)), -cell.shift(image));
        expect_near(cell.shift_rate(image),
                    n0 * cell.edge_rate[0] + n1 * cell.edge_rate[1] + n2 * cell.edge_rate[2]);
      }
    }
  }
  EXPECT_EQ(seen.size(), 27u);
  EXPECT_EQ(*seen.rbegin(), kImages - 1);
}

TEST(Cell, NearestIsAnImageWithinHalfAnEdge) {
  Random random(1);
  for (const auto& periodic : {std::array<std::uint8_t, 3>{1, 1, 1}, {1, 0, 1}, {0, 1, 0}}) {
    const Cell cell = tilted(periodic);
    for (int trial = 0; trial < 200; ++trial) {
      const Vec3 d = 20 * random_vector(random), near = cell.nearest(d);
      const Vec3 turns = inverse(cell.axes()) * (d - near), s = inverse(cell.axes()) * near;
      for (int k = 0; k < 3; ++k) {
        EXPECT_NEAR(turns[k], std::round(turns[k]), kThousandsOfRoundings);
        EXPECT_LE(std::abs(periodic[k] ? s[k] : turns[k]), (periodic[k] ? 0.5 : 0) + kThousandsOfRoundings);
      }
    }
  }
}

// Two bodies of the cell that are closer than half its width in one image are so in that one.
TEST(Cell, ImageTowardsLeadsToTheNearestNeighbour) {
  Random random(2);
  const Cell cell = tilted();
  int across = 0;
  for (int trial = 0; trial < 500; ++trial) {
    const Vec3 a = 0.5 * random_vector(random), b = 0.5 * random_vector(random);
    const Vec3 d = cell.axes() * (b - a);
    const CellImage image = cell.image_towards(d);
    expect_near(d + cell.shift(image), cell.nearest(d));
    across += image != kHere;
    const Vec3 widths = cell.widths();
    const double half = 0.5 * std::min({widths.x, widths.y, widths.z});
    for (int other = 0; other < kImages; ++other) {
      const double distance = norm(d + cell.shift(static_cast<CellImage>(other)));
      EXPECT_TRUE(distance >= half || other == image);
    }
  }
  EXPECT_GT(across, 100);
}

TEST(Cell, ReducedEdgesSpanTheSameLattice) {
  Cell cell = tilted();
  cell.edge[1] += 3.0 * cell.edge[0], cell.edge[2] += -5.0 * cell.edge[0] + 2.0 * cell.edge[1];
  const Mat3 L{{0.1, 0.2, 0.3}, {0, 0.4, 0.5}, {0, 0, 0.6}};
  for (int k = 0; k < 3; ++k) cell.edge_rate[k] = L * cell.edge[k];
  const Cell before = cell;
  cell.reduce();
  EXPECT_NEAR(cell.volume(), before.volume(), kThousandsOfRoundings);
  const Mat3 turns = inverse(before.axes()) * cell.axes();
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j)
      EXPECT_NEAR(turns.row(i)[j], std::round(turns.row(i)[j]), kThousandsOfRoundings);
    expect_near(cell.edge_rate[i], L * cell.edge[i], kThousandsOfRoundings);
  }
  EXPECT_NEAR(determinant(turns), 1, kThousandsOfRoundings);
  // No edge has more than half of an earlier one left in it.
  EXPECT_LE(std::abs(dot(cell.edge[1], cell.edge[0])), 0.5 * norm2(cell.edge[0]) + kThousandsOfRoundings);
  EXPECT_LE(std::abs(dot(cell.edge[2], cell.edge[0])), 0.5 * norm2(cell.edge[0]) + kThousandsOfRoundings);
  EXPECT_GT(before.edge[1].x / before.edge[0].x, 3);  // they had
}

TEST(Cell, ReduceLeavesEdgesThatDoNotRepeat) {
  for (const auto& periodic : {std::array<std::uint8_t, 3>{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}) {
    Cell cell = tilted(periodic);
    cell.edge[2] += 7.0 * cell.edge[0];
    const Edges before = cell.edge;
    cell.reduce();
    EXPECT_EQ(cell.edge, before);
  }
}

// Edges after a time of one against e^L.
double deformation_error(int steps) {
  Cell cell = tilted();
  cell.gradient = {{0.3, 0.8, -0.2}, {0, -0.5, 0.4}, {0, 0, 0.1}};
  for (int k = 0; k < 3; ++k) cell.edge_rate[k] = cell.gradient * cell.edge[k];
  const Mat3 exact = exponential(cell.gradient) * cell.axes();
  for (int k = 0; k < steps; ++k) cell.deform(1.0 / steps);
  for (int k = 0; k < 3; ++k)
    EXPECT_NEAR(cell.strain.row(k)[2], cell.gradient.row(k)[2], kThousandsOfRoundings);
  double worst = 0;
  for (int k = 0; k < 3; ++k) worst = std::max(worst, norm(cell.edge[k] - exact.column(k)));
  return worst;
}

TEST(Cell, DeformsToSecondOrder) {
  const double coarse = deformation_error(50), fine = deformation_error(100);
  EXPECT_LT(coarse, kSecondOrder);
  EXPECT_NEAR(std::log2(coarse / fine), 2, kOrder);
}

TEST(Cell, SimpleShearIsExactAndItsImagesMoveAtTheRate) {
  Cell cell;
  cell.periodic = {1, 1, 1};
  cell.edge = {{{2, 0, 0}, {0, 3, 0}, {0, 0, 4}}};
  cell.gradient = {{0, 0, 0.5}, {}, {}};
  for (int k = 0; k < 3; ++k) cell.edge_rate[k] = cell.gradient * cell.edge[k];
  for (int k = 0; k < 10; ++k) cell.deform(0.1);
  expect_near(cell.edge[2], {2, 0, 4});
  expect_near(cell.shift_rate(image_of(0, 0, 1)), {2, 0, 0});
  expect_near(cell.flow({9, 9, 2}), {1, 0, 0});
  cell.reduce();  // a whole edge of tilt: upright again
  expect_near(cell.edge[2], {0, 0, 4});
}

}  // namespace
}  // namespace cairn
