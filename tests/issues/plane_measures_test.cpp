// Measures of two-dimensional scenes: unit depth, no part played by y, means over two components. Named by
// what one would see if that did not hold.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "simulate.h"
#include "tolerances.h"

namespace cairn::test {
namespace {

constexpr double kRestOfTheMotion = 1e-6;        // of forces and stresses, N and Pa, after damping
constexpr double kRestOfTheMotionAcross = 1e-9;  // of the stress: nothing pushes along x
constexpr double kStrainSquaredOfStress = 1e-3;  // of the stress: 1 − t against e^{−t} at t = 1 ms
constexpr double kEvenStrain = 1e-6;             // of the stress: the same along x and z
constexpr double kStrainSquared = 1e-6;          // m²: (1 − t)² against e^{−2t} at t = 1 ms, times 0.48
constexpr double kStrainSquaredOfFraction = 1e-5;           // that over the area, times twelve
constexpr double kPromised = 0.01;                          // of a body that a face of the box cuts
constexpr double kBoxFraction = 0.08, kLogFraction = 0.01;  // the whole bodies over the box, without π
constexpr double kSunkIn = 1e-3, kSunkInOfAngle = 0.01;     // m, degrees: overlaps of 10 µm

using std::numbers::pi;

double measured(const SceneRun& run, const std::string& column) {
  const std::vector<Column> columns = run.simulation.columns();
  const auto found = std::ranges::find(columns, column, &Column::name);
  EXPECT_NE(found, columns.end()) << column;
  return run.simulation.row().values[static_cast<std::size_t>(found - columns.begin())];
}

std::string refusal(const std::string& yaml) {
  try {
    SceneRun run(yaml);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

#define EXPECT_SAYS(text, part) EXPECT_NE((text).find(part), std::string::npos) << "in: " << (text)

// Four columns of three discs of radius 0.1 m; a force of 10 N pushes each of the uppermost down.
constexpr double kForce = 10, kRadius = 0.1, kWidth = 0.8;
std::string pile(const std::string& measures) {
  return R"yaml(
dimension: 2
gravity: [0, 0, 0]
materials: {rod: {density: 1000, restitution: 0.2}}
method: {explicit: {law: hooke, stiffness: 1e6}}
damping: {global: 150}
time: {step: 1e-4, end: 0.5}
bodies:
  - {name: floor, material: rod, shape: plane, position: [0, 0, 0], fixed: true}
  - {name: low, material: rod, shape: {disc: {radius: 0.1}}, position: [0.1, 0, 0.1], lattice: {kind: cubic, spacing: 0.2, counts: [4, 1, 2]}}
  - {name: top, material: rod, shape: {disc: {radius: 0.1}}, position: [0.1, 0, 0.5], lattice: {kind: cubic, spacing: 0.2, counts: [4, 1, 1]}, force: [0, 0, -10]}
measure:
)yaml" + measures;
}

TEST(PlaneMeasures, StressIsNotTheBoundaryForceOverALength) {
  SceneRun run(
      pile("  s: {stress: {box: {min: [0, 0, -0.01], max: [0.8, 0, 0.6]}}, every: 1}\n"
           "  deep: {stress: {box: {min: [0, -3, -0.01], max: [0.8, 5, 0.6]}}, every: 1}\n"
           "  grains: {stress: {box: {min: [0, 7, -0.01], max: [0.8, 8, 0.6]}, body: top}, every: 1}\n"
           "  floor: {force: {body: floor}, every: 1}\n"));
  run.to_end();
  EXPECT_NEAR(measured(run, "floor.z"), -4 * kForce, kRestOfTheMotion);
  // Branches reach from the middle of the lowest overlap to the centres that are pushed, the box to 0.61 m.
  const double overlap = kForce / 1e6, reach = 5 * kRadius - 2.5 * overlap, height = 0.61;
  const double zz = 4 * kForce / kWidth * reach / height;
  EXPECT_NEAR(measured(run, "s.zz"), zz, kRestOfTheMotion * zz);
  EXPECT_NEAR(measured(run, "s.xx"), 0, kRestOfTheMotionAcross * zz);
  EXPECT_EQ(measured(run, "s.yy"), 0);
  EXPECT_NEAR(measured(run, "s.pressure"), zz / 2, kRestOfTheMotion * zz);
  EXPECT_NEAR(measured(run, "s.deviator"), zz, kRestOfTheMotion * zz);
  for (const char* column : {"xx", "yy", "zz", "xy", "xz", "yz", "pressure", "deviator"})
    EXPECT_EQ(measured(run, std::string("s.") + column), measured(run, std::string("deep.") + column));
  // The branches of the uppermost discs are one radius long.
  const double top = 4 * kForce / kWidth * (kRadius - overlap / 2) / height;
  EXPECT_NEAR(measured(run, "grains.zz"), top, kRestOfTheMotion * top);
}

// A square lattice in a cell that shrinks by the same rate along x and z.
std::string lattice(const std::string& low_y, const std::string& high_y) {
  return "dimension: 2\nmaterials: {rod: {density: 1000, restitution: 1}}\n"
         "method: {explicit: {law: hooke, stiffness: 1e6}}\ntime: {step: 1e-5, end: 1e-3}\n"
         "gravity: [0, 0, 0]\nperiodic: {min: [0, " +
         low_y + ", 0], max: [0.8, " + high_y + R"yaml(, 0.6], strain_rate: [-1, 0, -1]}
bodies:
  - {name: discs, material: rod, shape: {disc: {radius: 0.1}}, position: [0.1, 0, 0.1], lattice: {kind: cubic, spacing: 0.2, counts: [4, 1, 3]}}
measure:
  stress: {every: 1}
  fabric: {every: 1}
  cell: {every: 1}
  solid_fraction: {every: 1}
)yaml";
}

TEST(PlaneMeasures, ACellIsAsDeepAsItsYExtents) {
  SceneRun run(lattice("0", "0")), deep(lattice("-3", "5"));
  run.to_end(), deep.to_end();
  const double spacing = 0.2 * (1 - run.world().time), force = 1e6 * (0.2 - spacing);
  EXPECT_NEAR(measured(run, "stress.xx"), force / spacing, kStrainSquaredOfStress * force / spacing);
  EXPECT_NEAR(measured(run, "stress.zz"), force / spacing, kStrainSquaredOfStress * force / spacing);
  EXPECT_NEAR(measured(run, "stress.pressure"), force / spacing, kStrainSquaredOfStress * force / spacing);
  EXPECT_NEAR(measured(run, "stress.deviator"), 0, kEvenStrain * force / spacing);
  EXPECT_NEAR(measured(run, "fabric.deviator"), 0, kThousandsOfRoundings);
  EXPECT_NEAR(measured(run, "cell.volume"), 12 * spacing * spacing, kStrainSquared);
  EXPECT_NEAR(measured(run, "solid_fraction.solid_fraction"), pi * 0.01 / (spacing * spacing),
              kStrainSquaredOfFraction);
  for (std::size_t k = 0; k < run.simulation.row().values.size(); ++k)
    EXPECT_EQ(run.simulation.row().values[k], deep.simulation.row().values[k]) << k;
  EXPECT_EQ(run.simulation.hash(), deep.simulation.hash());
}

// Balls count as discs; boxes and upright cylinders with their section, however deep they are.
TEST(PlaneMeasures, SolidFractionCountsDepth) {
  SceneRun run(R"yaml(
dimension: 2
gravity: [0, 0, 0]
materials: {rod: {density: 1000}}
method: {explicit: {law: hooke, stiffness: 1e6}}
time: {step: 1e-5, end: 1e-3}
bodies:
  - {name: ball, material: rod, shape: {sphere: {radius: 0.1}}, position: [0, 0, 0]}
  - {name: box, material: rod, shape: {box: {size: [0.4, 0.01, 0.2]}}, position: [2, 0, 0]}
  - {name: log, material: rod, shape: {cylinder: {radius: 0.1, height: 3}}, position: [4, 0, 0], orientation: {axis: [1, 0, 0], angle: 90 deg}}
measure:
  ball: {solid_fraction: {box: {min: [0, 1, -0.5], max: [1, 2, 0.5]}}, every: 1}
  box: {solid_fraction: {box: {min: [2, 0, -0.5], max: [3, 0, 0.5]}}, every: 1}
  log: {solid_fraction: {box: {min: [3.5, -9, -0.5], max: [4.5, 9, 0.5]}}, every: 1}
  mass: {mass_inside: {box: {min: [-1, 1, -1], max: [1, 2, 1]}}, every: 1}
)yaml");
  run.to_end();
  EXPECT_NEAR(measured(run, "ball.solid_fraction"), pi * 0.01 / 2, kTensOfRoundings);
  EXPECT_NEAR(measured(run, "box.solid_fraction"), 0.04, kPromised * kBoxFraction);
  EXPECT_NEAR(measured(run, "log.solid_fraction"), pi * 0.01, kPromised * pi * kLogFraction);
  EXPECT_EQ(measured(run, "mass.count"), 1);
}

TEST(PlaneMeasures, FloorPressureDependsOnTheDepthOfItsGrid) {
  SceneRun run(
      pile("  p: {floor_pressure: {body: floor, min: [0, 1], max: [0.8, 2], cells: [2, 3]}, every: 1}\n"
           "  top: {surface: {min: [0, 0], max: [0.8, 0], cells: [4, 1]}, every: 1}\n"
           "  slope: {angle_of_repose: {min: [0, 3], max: [0.8, 4], cells: 8}, every: 1}\n"));
  run.to_end();
  EXPECT_EQ(run.simulation.row().values.size(), 1u + 3 + 4 + 4);
  EXPECT_NEAR(measured(run, "p.force"), 4 * kForce, kRestOfTheMotion);
  EXPECT_NEAR(measured(run, "p.p_0_0"), 2 * kForce / 0.4, kRestOfTheMotion);
  EXPECT_NEAR(measured(run, "p.p_1_0"), 2 * kForce / 0.4, kRestOfTheMotion);
  EXPECT_NEAR(measured(run, "top.lowest"), 0.6, kSunkIn);
  EXPECT_EQ(measured(run, "slope.lines"), 1);
  EXPECT_NEAR(measured(run, "slope.angle"), 0, kSunkInOfAngle);
}

// The face of a box is as long as it is in the plane, and one metre deep.
TEST(PlaneMeasures, AServoBoxHasNoFaceInThePlane) {
  SceneRun run(R"yaml(
dimension: 2
gravity: [0, 0, 0]
materials: {rod: {density: 1500, restitution: 0.5}}
method: {explicit: {law: hooke, stiffness: 1 MN/m}}
time: {step: auto, end: 60 ms}
bodies:
  - {name: floor, material: rod, shape: plane, position: [0, 0, 0], fixed: true}
  - {name: lid, material: rod, shape: {box: {size: [30 mm, 7 mm, 4 mm]}}, position: [0, 0, 32.5 mm], motion: {servo: {pressure: 1 kPa, axis: [0, 0, -1]}}}
  - {name: discs, material: rod, shape: {disc: {diameter: 10 mm}}, position: [-10 mm, 0, 5 mm], lattice: {kind: cubic, spacing: 10 mm, counts: [3, 1, 3]}}
measure: {lid: {servo: {body: lid}, every: 1}}
)yaml");
  run.to_end();
  EXPECT_DOUBLE_EQ(measured(run, "lid.area"), 0.03);
  EXPECT_NEAR(measured(run, "lid.pressure"), 1000, 1);
}

TEST(PlaneMeasures, RefusalsPointToTheFirstLine) {
  const std::string bare = refusal(pile("  a: {energy: {}, every: 1}\n  stress: {every: 1}\n"));
  EXPECT_SAYS(bare, "test.yaml:14:3: error: measure.stress: expected 'box'");
  EXPECT_SAYS(bare, "x and z needs none");
  const std::string named = refusal(pile("  mine: {stress: {}, every: 1}\n"));
  EXPECT_SAYS(named, "test.yaml:13:18: error: measure.mine: expected 'box'");
  EXPECT_SAYS(refusal(pile("  m: {mass_below: {y: 1}, every: 1}\n")), "measure.m: mass_below: a 2-D scene");
  EXPECT_SAYS(refusal(pile("  t: {triaxial: {top: top, bottom: floor, sides: [low, low, low]}, every: 1}\n")),
              "measure.t: triaxial needs sides around the z axis");
  EXPECT_SAYS(refusal(pile("  r: {angle_of_repose: {min: [0, 0], max: [1, 1], along: y}, every: 1}\n")),
              "measure.r: angle_of_repose: a 2-D scene has slopes along x alone");
}

}  // namespace
}  // namespace cairn::test
