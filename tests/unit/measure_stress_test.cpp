// Stress, fabric and the distribution of forces on contacts made by hand, with answers by hand.
#include <gtest/gtest.h>

#include <cmath>

#include "tolerances.h"
#include "unit/measure_samples.h"

namespace cairn {
namespace {

using namespace measure_samples;

constexpr double kDiameter = 0.1;
constexpr int kSide = 3;  // spheres along an edge of the lattice

ContactForce contact_at(Uid a, Uid b, const Vec3& point, const Vec3& normal, const Vec3& force) {
  return {{a, b, 0}, point, normal, -1e-6, force};
}

struct Sample {
  World world = empty_world();
  Surroundings around;
};

Uid lattice_uid(int i, int j, int k) { return static_cast<Uid>((i * kSide + j) * kSide + k); }

// Spheres on a cubic lattice that fills [0, 3d]³. A contact across a face x_k = const carries the row k of
// `forces`; the outermost touch fixed walls, one per face, with the same forces.
Sample lattice(const Mat3& forces) {
  Sample s;
  const double d = kDiameter;
  for (Uid u = 0; u < kSide * kSide * kSide; ++u) {
    const auto n = static_cast<int>(u);
    const Vec3 cell(n / (kSide * kSide), n / kSide % kSide, n % kSide);
    add(s.world, {.position = d * (cell + Vec3(0.5, 0.5, 0.5)),
                  .radius = d / 2,
                  .group = static_cast<std::uint16_t>(n % 2 == 0 ? 0 : 2)});
  }
  Uid walls[3];
  for (Uid& wall : walls)
    wall = add(s.world, {.position = {7, 8, 9}, .group = 1, .shape = kPlane, .flags = kFixed});
  for (int u = 0; u < kSide * kSide * kSide; ++u) {
    const int cell[3] = {u / (kSide * kSide), u / kSide % kSide, u % kSide};
    for (int axis = 0; axis < 3; ++axis) {
      Vec3 n;
      n[axis] = 1;
      int next[3] = {cell[0], cell[1], cell[2]};
      ++next[axis];
      const Uid a = lattice_uid(cell[0], cell[1], cell[2]);
      const Vec3 x = s.world.bodies.place[a].position;
      const bool last = next[axis] == kSide;
      const Uid b = last ? walls[axis] : lattice_uid(next[0], next[1], next[2]);
      s.around.contacts.push_back(contact_at(a, b, x + d / 2 * n, n, forces.row(axis)));
      // The lower wall, as body A of one contact and as B of others.
      if (cell[axis] > 0) continue;
      const bool first = axis == 0;
      s.around.contacts.push_back(first ? contact_at(walls[0], a, x - d / 2 * n, n, forces.row(0))
                                        : contact_at(a, walls[axis], x - d / 2 * n, -n, -forces.row(axis)));
    }
  }
  return s;
}

// All faces inside, the upper ones too.
const std::string kAll = "box: {min: [-0.001, -0.001, -0.001], max: [0.301, 0.301, 0.301]}";
constexpr double kAllVolume = 0.302 * 0.302 * 0.302;

// --- Stress
// Every plane through the lattice carries F/d²: pressed along z by 5 N per column, 500 Pa.
TEST(Stress, OfACubicLatticeUnderLoad) {
  const Sample s = lattice({{1, 0, 0}, {0, 2, 0}, {0, 0, 5}});
  // A box about the middle sphere cuts nothing: contacts on its lower faces are inside, on the upper outside.
  const auto middle =
      measured("stress", "{box: {min: [0.08, 0.08, 0.08], max: [0.18, 0.18, 0.18]}}", s.world, s.around);
  EXPECT_NEAR(middle.at("xx"), 100, kHundredThousandsOfRoundings);
  EXPECT_NEAR(middle.at("yy"), 200, kHundredThousandsOfRoundings);
  EXPECT_NEAR(middle.at("zz"), 500, kHundredThousandsOfRoundings);
  for (const char* shear : {"xy", "xz", "yz"}) EXPECT_NEAR(middle.at(shear), 0, kThousandsOfRoundings);
  EXPECT_NEAR(middle.at("pressure"), 800.0 / 3, kHundredThousandsOfRoundings);
  EXPECT_NEAR(middle.at("deviator"), std::sqrt((1e4 + 9e4 + 16e4) / 2), kHundredThousandsOfRoundings);
}

// The branches to the walls make up the halves that are missing: exact up to the walls.
TEST(Stress, WithItsWallsIsExact) {
  const Sample s = lattice({{1, 0, 0}, {0, 2, 0}, {0, 0, 5}});
  const auto all = measured("stress", "{" + kAll + "}", s.world, s.around);
  const double grown = kAllVolume / 0.027;
  EXPECT_NEAR(all.at("xx") * grown, 100, kHundredThousandsOfRoundings);
  EXPECT_NEAR(all.at("yy") * grown, 200, kHundredThousandsOfRoundings);
  EXPECT_NEAR(all.at("zz") * grown, 500, kHundredThousandsOfRoundings);
}

// F_x across the faces z = const and F_z across x = const: σ_xz, and q = √3 σ_xz. Unequal ones: their mean.
TEST(Stress, ShearIsTheSymmetricPart) {
  const auto sheared = [](double across_x, double across_z) {
    const Sample s = lattice({{0, 0, across_x}, {0, 0, 0}, {across_z, 0, 0}});
    return measured("stress", "{box: {min: [0.08, 0.08, 0.08], max: [0.18, 0.18, 0.18]}}", s.world, s.around);
  };
  auto m = sheared(3, 3);
  EXPECT_NEAR(m.at("xz"), 300, kHundredThousandsOfRoundings);
  EXPECT_NEAR(m.at("pressure"), 0, kHundredThousandsOfRoundings);
  EXPECT_NEAR(m.at("deviator"), 300 * std::sqrt(3.0), kHundredThousandsOfRoundings);
  EXPECT_NEAR(sheared(2, 4).at("xz"), 300, kHundredThousandsOfRoundings);
}

TEST(Stress, PartsOfEntriesAddUp) {
  const Sample s = lattice({{1, 0.5, 0}, {0.5, 2, 0.2}, {0, 0.2, 5}});
  const auto all = measured("stress", "{" + kAll + "}", s.world, s.around);
  const auto beads = measured("stress", "{body: beads, " + kAll + "}", s.world, s.around);
  const auto probe = measured("stress", "{body: probe, " + kAll + "}", s.world, s.around);
  for (const char* name : {"xx", "yy", "zz", "xy", "xz", "yz", "pressure"}) {
    EXPECT_NEAR(beads.at(name) + probe.at(name), all.at(name), kHundredThousandsOfRoundings) << name;
  }
  EXPECT_NEAR(beads.at("zz") / all.at("zz"), 14.0 / 27, kThousandsOfRoundings);
  EXPECT_EQ(measured("stress", "{body: floor, " + kAll + "}", s.world, s.around).at("pressure"), 0);
}

TEST(Stress, PullIsNegativeAndNothingIsZero) {
  Sample s = lattice({{-1, 0, 0}, {0, -1, 0}, {0, 0, -1}});
  EXPECT_NEAR(measured("stress", "{" + kAll + "}", s.world, s.around).at("pressure"),
              -100 * 0.027 / kAllVolume, kHundredThousandsOfRoundings);
  s.around.contacts.clear();
  for (const auto& [name, value] : measured("stress", "{" + kAll + "}", s.world, s.around))
    EXPECT_EQ(value, 0) << name;
  EXPECT_NE(refusal("stress", "{}", s.world).find("box"), std::string::npos);
}

// Bodies of unequal size: half of the branch is not the share; one that was removed has none.
TEST(Stress, ABodyThatIsGoneHasNoShare) {
  Sample s;
  add(s.world, {.position = {0, 0, 0}, .radius = 1});
  add(s.world, {.position = {0, 0, 4}, .radius = 3});
  s.around.contacts = {contact_at(0, 1, {0, 0, 1}, {0, 0, 1}, {0, 0, 10})};
  const std::string box = "{box: {min: [-1, -1, -1], max: [1, 1, 4]}}";
  EXPECT_NEAR(measured("stress", box, s.world, s.around).at("zz"), 10 * 4.0 / 20, kTensOfRoundings);
  s.world.bodies.reorder(std::vector<std::uint32_t>{1});
  EXPECT_NEAR(measured("stress", box, s.world, s.around).at("zz"), 10 * 3.0 / 20, kTensOfRoundings);
}

// Two pairs fly apart along x and z in a common wind; V = 8 m³. A body outside the box does not count.
TEST(Stress, MotionCarriesMomentumAboutTheMean) {
  Sample s;
  const Vec3 wind(5, -2, 3);
  for (const double side : {-1.0, 1.0}) {
    add(s.world, {.position = {0.5 * side, 0, 0}, .velocity = wind + Vec3(4 * side, 0, 2 * side), .mass = 2});
    add(s.world, {.position = {0, 0, 0.5 * side}, .velocity = wind + Vec3(0, 3 * side, 0), .mass = 2});
  }
  add(s.world, {.position = {9, 0, 0}, .velocity = {100, 0, 0}});
  const std::string box = "box: {min: [-1, -1, -1], max: [1, 1, 1]}";
  const auto m = measured("stress", "{motion: mean, " + box + "}", s.world, s.around);
  EXPECT_NEAR(m.at("xx"), 2 * 2 * 16 / 8.0, kTensOfRoundings);
  EXPECT_NEAR(m.at("yy"), 2 * 2 * 9 / 8.0, kTensOfRoundings);
  EXPECT_NEAR(m.at("zz"), 2 * 2 * 4 / 8.0, kTensOfRoundings);
  EXPECT_NEAR(m.at("xz"), 2 * 2 * 8 / 8.0, kTensOfRoundings);
  EXPECT_NEAR(m.at("pressure"), (8 + 4.5 + 2) / 3, kTensOfRoundings);
  EXPECT_EQ(measured("stress", "{" + box + "}", s.world, s.around).at("xx"), 0) << "contacts alone";
}

// A shear flow carries no momentum about itself.
TEST(Stress, AboutTheFlowAShearIsAtRest) {
  Sample s;
  for (const double z : {-0.75, -0.25, 0.25, 0.75})
    for (const double x : {-0.5, 0.5}) add(s.world, {.position = {x, 0, z}, .velocity = {7 + 4 * z, 1, 0}});
  const std::string box = "box: {min: [-1, -1, -1], max: [1, 1, 1]}";
  EXPECT_NEAR(measured("stress", "{motion: flow, " + box + "}", s.world, s.around).at("xx"), 0,
              kTensOfRoundings);
  EXPECT_NEAR(measured("stress", "{motion: mean, " + box + "}", s.world, s.around).at("xx"),
              4 * 16 * (0.75 * 0.75 + 0.25 * 0.25) / 8, kTensOfRoundings);
}

// --- Fabric
TEST(Fabric, IsotropicParallelAndInPart) {
  Sample s = lattice({});
  auto m = measured("fabric", "{}", s.world, s.around);
  EXPECT_EQ(m.at("count"), 3 * 36);
  for (const char* name : {"xx", "yy", "zz"}) EXPECT_NEAR(m.at(name), 1.0 / 3, kFewRoundings) << name;
  EXPECT_NEAR(m.at("deviator"), 0, kFewRoundings);
  // The layer of contacts between the lower two layers of spheres: all along z.
  m = measured("fabric", "{box: {min: [-1, -1, 0.09], max: [1, 1, 0.11]}}", s.world, s.around);
  EXPECT_EQ(m.at("count"), 9);
  EXPECT_EQ(m.at("zz"), 1);
  EXPECT_EQ(m.at("xx"), 0);
  EXPECT_EQ(m.at("deviator"), 1);
  m = measured("fabric", "{box: {min: [5, 5, 5], max: [6, 6, 6]}}", s.world, s.around);
  EXPECT_EQ(m.at("count"), 0);
  EXPECT_TRUE(std::isnan(m.at("xx")) && std::isnan(m.at("deviator")));
}

TEST(Fabric, OneContactAtAnAngle) {
  Sample s;
  s.around.contacts = {contact_at(0, 1, {}, {0.6, 0, -0.8}, {})};
  const auto m = measured("fabric", "{}", s.world, s.around);
  EXPECT_NEAR(m.at("xx"), 0.36, kFewRoundings);
  EXPECT_NEAR(m.at("zz"), 0.64, kFewRoundings);
  EXPECT_NEAR(m.at("xz"), -0.48, kFewRoundings);
  EXPECT_EQ(m.at("yy"), 0);
  EXPECT_NEAR(m.at("deviator"), 1, kFewRoundings);
}

// --- Distribution of forces
// Normal forces 1, 1, 1, 5 N: mean 2, deviation √((1 + 1 + 1 + 9)/4) = √3; one pulls, one carries nothing.
TEST(ForceDistribution, OfContactsThatPush) {
  Sample s;
  const Vec3 n{0, 0.6, 0.8}, t{1, 0, 0};
  const auto push = [&](Uid b, double normal, double tangential) {
    return contact_at(0, b, {static_cast<double>(b), 0, 0}, n, normal * n + tangential * t);
  };
  s.around.contacts = {push(1, 1, 0.2), push(2, 1, -0.4), push(3, 1, 0),
                       push(4, 5, 1),   push(5, -3, 1),   push(6, 0, 0)};
  auto m = measured("force_distribution", "{}", s.world, s.around);
  EXPECT_EQ(m.at("count"), 4);
  EXPECT_NEAR(m.at("mean"), 2, kFewRoundings);
  EXPECT_NEAR(m.at("max_over_mean"), 2.5, kFewRoundings);
  EXPECT_NEAR(m.at("deviation_over_mean"), std::sqrt(3.0) / 2, kFewRoundings);
  EXPECT_EQ(m.at("above_mean"), 0.25);
  EXPECT_NEAR(m.at("mobilisation"), (0.2 + 0.4 + 0 + 0.2) / 4, kFewRoundings);
  m = measured("force_distribution", "{box: {min: [2.5, -1, -1], max: [4.5, 1, 1]}}", s.world, s.around);
  EXPECT_EQ(m.at("count"), 2);
  EXPECT_NEAR(m.at("mean"), 3, kFewRoundings);
  EXPECT_NEAR(m.at("mobilisation"), 0.1, kFewRoundings);
  s.around.contacts.clear();
  m = measured("force_distribution", "{}", s.world, s.around);
  EXPECT_EQ(m.at("count"), 0);
  EXPECT_TRUE(std::isnan(m.at("mean")) && std::isnan(m.at("above_mean")));
}

}  // namespace
}  // namespace cairn
