// Periodic cells against what theory says: nothing depends on where the faces of the cell are, and a cell
// that deforms does the work of its stress.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"
#include "impact.h"
#include "tolerances.h"

namespace cairn::test {
namespace {

constexpr double kCellAndSkin = 11e-3,
                 kCellAndPlateSkin = 12e-3;  // m: a body is brought back with the next list
constexpr double kMillimetre = 1e-3;         // m: the size of lengths where speeds are 1 m/s
constexpr double kTouchdown = 1e-3,
                 kTouchdownBounce = 1e-7;  // m/s, m: the ball is let go just above the floor
constexpr double kRoundOffOfSpin = 1e-6, kRoundOffOfHeight = 1e-10;  // rad/s over 1.5 mm; m
constexpr double kSunkIn = 1e-5;                                     // m
constexpr double kGenerousForBudget = 1e-4;  // of the work, which is in the energies to 1e-9
constexpr double kEvenStrain = 1e-8;         // of the stress: every sphere keeps its place, up to round-off
constexpr double kSecondOrder = 1e-6, kSecondOrderOfMany = 1e-2;  // of the energy
constexpr double kRoundOffOfManyCollisions = 1e-7;
constexpr double kOrder = 0.5;  // of an order of convergence, at finite steps

// A cell of (-10, 10) mm and what is in it.
std::string in_cell(const std::string& bodies, const std::string& periodic = "", double end = 1e-3,
                    double step = 1e-6, const std::string& more = "gravity: [0, 0, 0]\n") {
  return fmt::format(R"yaml(
materials: {{glass: {{density: 2500, young: 1e7, poisson: 0.3, friction: 0.5, restitution: 0.7}}}}
method: {{explicit: {{law: hertz_mindlin}}}}
time: {{step: {}, end: {}}}
periodic: {{min: [-10 mm, -10 mm, -10 mm], max: [10 mm, 10 mm, 10 mm]{}}}
{}bodies:
{})yaml",
                     step, end, periodic, more, bodies);
}

std::string ball(const Vec3& x, const Vec3& v, const Vec3& spin = {}, double diameter = 3e-3) {
  return fmt::format(
      "  - {{material: glass, shape: {{sphere: {{diameter: {}}}}}, position: [{}, {}, {}], velocity: [{}, "
      "{}, {}], "
      "angular_velocity: [{}, {}, {}]}}\n",
      diameter, x.x, x.y, x.z, v.x, v.y, v.z, spin.x, spin.y, spin.z);
}

// --- Where the faces are makes no difference

TEST(Periodic, WhatLeavesOnOneSideComesInOnTheOther) {
  for (int axis = 0; axis < 3; ++axis) {
    for (const double speed : {1.0, -1.0}) {
      Vec3 v{0.01, 0.02, 0.03};
      v[axis] = speed;
      SceneRun run(in_cell(ball({1e-3, 2e-3, 3e-3}, v), "", 0.03, 1e-4));
      run.to_end();
      // It may be outside until the next list.
      const Cell& cell = run.world().cell;
      const Vec3 travelled = Vec3{1e-3, 2e-3, 3e-3} + 0.03 * v;
      EXPECT_LT(norm(cell.nearest(run.position(0) - travelled)), kThousandsOfRoundings);
      EXPECT_LT(std::abs(run.position(0)[axis]), kCellAndSkin);
      EXPECT_EQ(run.velocity(0), v);
    }
  }
}

TEST(Periodic, OnlyTheAxesNamedRepeat) {
  SceneRun run(in_cell(ball({}, {1, 1, 1}), ", axes: [x, z]", 0.1, 1e-4));
  run.to_end();
  EXPECT_LT(std::abs(run.position(0).x), kCellAndSkin);
  EXPECT_NEAR(run.position(0).y, 0.1, kThousandsOfRoundings);
  EXPECT_LT(std::abs(run.position(0).z), kCellAndSkin);
}

// A fall that goes on and on: the energy of height that is left at the bottom is found again at the top.
TEST(Periodic, EnergyBudgetClosesForAnEndlessFall) {
  SceneRun run(in_cell(ball({}, {}), "", 0.5, 1e-4, "gravity: [3, 0, -9.81]\n"));
  run.to_end();
  EXPECT_NEAR(run.velocity(0).x, 1.5, kThousandsOfRoundings);
  EXPECT_NEAR(run.velocity(0).z, -0.5 * 9.81, kThousandsOfRoundings);
  const Energy e = run.simulation.energy();
  EXPECT_LT(std::abs(e.imbalance), kHundredThousandsOfRoundings * e.kinetic);
}

// Two unequal balls that meet askew, spinning, somewhere in the cell.
struct After {
  std::array<Vec3, 2> velocity, spin;
  Vec3 between;
  Energy energy;
};

After collision_at(const Vec3& place, const std::string& periodic = "") {
  SceneRun run(in_cell(ball(place + Vec3{-2e-3, 0.5e-3, 0.2e-3}, {1, 0.1, -0.2}, {100, 200, -300}) +
                           ball(place + Vec3{2.1e-3, -0.4e-3, -0.2e-3}, {-1, 0, 0.3}, {}, 4e-3),
                       periodic, 1.5e-3));
  std::uint64_t contacts = 0;
  run.until([&](const Simulation& s) {
    contacts += s.report().contacts;
    return false;
  });
  EXPECT_GT(contacts, 100u);
  EXPECT_EQ(run.simulation.report().contacts, 0u);
  return {{run.velocity(0), run.velocity(1)},
          {run.spin(0), run.spin(1)},
          run.world().cell.nearest(run.position(1) - run.position(0)),
          run.simulation.energy()};
}

void expect_same(const After& a, const After& b, double tolerance) {
  for (int k = 0; k < 2; ++k) {
    EXPECT_LT(norm(a.velocity[k] - b.velocity[k]), tolerance);
    EXPECT_LT(norm(a.spin[k] - b.spin[k]), tolerance * 1e3);  // a spin of one hundred is a speed of 0.1
  }
  EXPECT_LT(norm(a.between - b.between), tolerance * kMillimetre);
  EXPECT_LE(std::abs(a.energy.friction - b.energy.friction), tolerance * a.energy.friction);
  EXPECT_LT(std::abs(a.energy.imbalance - b.energy.imbalance), tolerance * a.energy.kinetic);
}

constexpr double kRoundOffOfACollision = 1e-10;

TEST(Periodic, ACollisionAcrossFacesEdgesAndCornersIsTheSame) {
  const After middle = collision_at({});
  EXPECT_GT(middle.energy.friction, 1e-3 * middle.energy.kinetic);
  EXPECT_GT(norm(middle.velocity[0] - Vec3{1, 0.1, -0.2}), 0.5);
  for (int corner = 0; corner < 27; ++corner) {
    const Vec3 n(corner % 3 - 1, corner / 3 % 3 - 1, corner / 9 - 1);
    expect_same(collision_at(9.9e-3 * n), middle, kRoundOffOfACollision);
  }
}

TEST(Periodic, ACollisionIsTheSameInACellThatRepeatsAlongOneAxis) {
  expect_same(collision_at({10e-3, 10e-3, 0}, ", axes: x"), collision_at({}), kRoundOffOfACollision);
}

// Two balls that are pressed together stick by friction and ring sideways while they drift through a face:
// when one of them is brought back, the spring of the contact goes on.
After sticking_at(double x) {
  const auto pressed = [](std::string body, double force) {
    return body.insert(body.rfind('}'), fmt::format(", force: [{}, 0, 0]", force));
  };
  const std::string pair = pressed(ball({x - 1.5005e-3, 0, 0}, {0.02, 0.005, 0}), 0.05) +
                           pressed(ball({x + 1.5005e-3, 0, 0}, {0.02, -0.005, 0}), -0.05) +
                           ball({x, 6e-3, 0}, {8, 0, 0}) +
                           ball({x, -6e-3, 0}, {-8, 0, 0});  // these make lists
  SceneRun run(in_cell(pair, "", 1e-3, 1e-6));
  int lists = 0, wraps = 0;
  double largest = 0;
  Vec3 last = run.position(0);
  run.until([&](const Simulation& s) {
    lists += s.report().list_rebuilt;
    largest = std::max(largest, run.simulation.energy().elastic_tangential);
    wraps += norm(run.position(0) - last) > 10e-3;
    last = run.position(0);
    return false;
  });
  EXPECT_GT(lists, 10);
  EXPECT_GT(largest, 1e-11);
  EXPECT_EQ(run.simulation.energy().friction, 0);
  EXPECT_EQ(run.simulation.report().contacts, 1u);
  EXPECT_EQ(wraps > 0, x > 5e-3);
  return {{run.velocity(0), run.velocity(1)},
          {run.spin(0), run.spin(1)},
          run.world().cell.nearest(run.position(1) - run.position(0)),
          run.simulation.energy()};
}

TEST(Periodic, SpringsOfContactsGoOnWhenABodyIsBroughtBack) {
  // The left one begins 4 µm inside and goes out.
  expect_same(sticking_at(10e-3 + 1.5005e-3 - 4e-6), sticking_at(0), kRoundOffOfACollision);
}

// --- Floors

// A ball that rolls along x over a floor that is as wide as the cell.
TEST(Periodic, ABallRollsOverTheSeamOfAFloor) {
  const auto roll = [](const char* floor) {
    SceneRun run(in_cell(fmt::format("  - {{material: glass, fixed: true, {}}}\n", floor) +
                             ball({0, 0, -7.5e-3}, {0.5, 0.1, 0}, {-0.1 / 1.5e-3, 0.5 / 1.5e-3, 0}),
                         ", axes: [x, y]", 0.1, 2e-6, "gravity: [0, 0, -9.81]\n"));
    double highest = -1, lowest = 1;
    int seams = 0;
    double last = 0;
    run.until([&](const Simulation& s) {
      const double x = run.position(1).x, z = run.position(1).z;
      seams += std::abs(x - last) > 10e-3, last = x;
      if (s.time() > 0.02) highest = std::max(highest, z), lowest = std::min(lowest, z);
      return false;
    });
    EXPECT_GE(seams, 2);
    return std::array{run.velocity(1).x, run.velocity(1).y, run.spin(1).x,
                      run.spin(1).y,     highest - lowest,  highest};
  };
  const auto endless = roll("position: [0, 0, -9 mm], shape: plane");
  const auto tiled = roll("position: [0, 0, -10 mm], shape: {box: {size: [20 mm, 20 mm, 2 mm]}}");
  EXPECT_NEAR(endless[0], 0.5, kTouchdown);
  EXPECT_LT(endless[4], kTouchdownBounce);
  EXPECT_NEAR(tiled[0], endless[0], kMillionsOfRoundings);
  EXPECT_NEAR(tiled[1], endless[1], kMillionsOfRoundings);
  EXPECT_NEAR(tiled[2], endless[2], kRoundOffOfSpin);
  EXPECT_NEAR(tiled[3], endless[3], kRoundOffOfSpin);
  EXPECT_LT(tiled[4], endless[4] + kRoundOffOfHeight);
}

// A plate that slides on and on carries what lies on it, however many cells it has crossed.
TEST(Periodic, APlateThatSlidesOnIsStillThere) {
  SceneRun run(
      in_cell("  - {material: glass, position: [0, 0, -5 mm], shape: {box: {size: [20 mm, 20 mm, 2 mm]}},\n"
              "     motion: {translation: {velocity: [1, 0, 0]}}}\n" +
                  ball({0, 0, -2.5e-3}, {}),
              ", axes: [x, y]", 0.15, 5e-6, "gravity: [0, 0, -9.81]\n"));
  run.to_end();
  EXPECT_LT(std::abs(run.position(0).x), kCellAndPlateSkin);
  EXPECT_NEAR(run.velocity(0).x, 1, 0);
  EXPECT_NEAR(run.position(1).z, -2.5e-3, kSunkIn);
  EXPECT_GT(run.velocity(1).x, 0.2);  // a ball at rest on a sliding plate ends at 2/7 of its speed
  EXPECT_LT(std::abs(run.simulation.energy().imbalance),
            kGenerousForBudget * run.simulation.energy().work_of_drives);
}

// --- Cells that deform

std::string lattice_scene(const std::string& periodic, double end,
                          const std::string& material = "friction: 0, restitution: 1", double step = 1e-6) {
  return fmt::format(R"yaml(
gravity: [0, 0, 0]
materials: {{glass: {{density: 2500, young: 1e7, poisson: 0.3, {}}}}}
method: {{explicit: {{law: hertz_mindlin}}}}
time: {{step: {}, end: {}}}
periodic: {{min: [-10 mm, -10 mm, -10 mm], max: [10 mm, 10 mm, 10 mm], {}}}
bodies:
  - {{name: lattice, material: glass, shape: {{sphere: {{diameter: 4 mm}}}}, position: [-8 mm, -8 mm, -8 mm],
     lattice: {{kind: cubic, spacing: 4 mm, counts: [5, 5, 5]}}}}
measure: {{stress: {{every: {}}}, cell: {{every: {}}}}}
)yaml",
                     material, step, end, periodic, end, end);
}

// Every sphere keeps its place in the lattice: along the axis that shrinks by λ, overlap δ = d (1 − λ), force
// K δ^{3/2} and stress F over the area of the other two spacings.
TEST(Periodic, ACubicLatticeHasTheStressOfHertz) {
  for (int axis = 0; axis < 3; ++axis) {
    Vec3 rate;
    rate[axis] = -1;
    SceneRun run(lattice_scene(fmt::format("strain_rate: [{}, {}, {}]", rate.x, rate.y, rate.z), 0.01));
    run.to_end();
    const double d = 4e-3, modulus = 1e7 / (2 * (1 - 0.09)), stretch = std::exp(-0.01);
    const double force = Hertz{modulus, d / 4, 1}.stiffness() * std::pow(d * (1 - stretch), 1.5);
    const auto& row = run.simulation.row();
    ASSERT_TRUE(row.any);
    for (int k = 0; k < 3; ++k)
      EXPECT_NEAR(row.values[1 + k], k == axis ? force / (d * d) : 0, kEvenStrain * force / (d * d));
    for (int k = 3; k < 6; ++k) EXPECT_NEAR(row.values[1 + k], 0, kMillionsOfRoundings * force / (d * d));
    // Volume and strain.
    const double volume = row.values[9];
    EXPECT_NEAR(volume / (8e-6 * stretch), 1, kMillionsOfRoundings);
    EXPECT_NEAR(row.values[10 + axis], -0.01, kThousandsOfRoundings);
    // All the work is in the contacts and in the flow.
    const Energy e = run.simulation.energy();
    EXPECT_NEAR(e.elastic_normal / (125 * 0.4 * force * d * (1 - stretch)), 1, kEvenStrain);
    EXPECT_LT(std::abs(e.imbalance), kSecondOrder * e.elastic_normal);
  }
}

// Lees and Edwards: who crosses a sheared face comes back with another velocity and at another place.
TEST(Periodic, CrossingAShearedFaceChangesTheVelocity) {
  const double rate = 20, height = 20e-3;
  for (const double speed : {0.5, -0.5}) {
    SceneRun run(
        in_cell(ball({1e-3, 2e-3, 0}, {0, 0, speed}), ", shear_rate: {xz: 20}, follow: false", 0.03, 1e-5));
    run.to_end();
    const double side = speed > 0 ? 1 : -1;
    EXPECT_NEAR(run.position(0).z, 0.03 * speed - side * height, kThousandsOfRoundings);
    EXPECT_NEAR(run.velocity(0).x, -side * rate * height, kThousandsOfRoundings);
    EXPECT_NEAR(run.velocity(0).z, speed, 0);
    // In the frame that flows along: the image it came from goes on at x = 1 mm.
    const Cell& cell = run.world().cell;
    EXPECT_LT(std::abs(cell.nearest(run.position(0) - Vec3{1e-3, 2e-3, 0.03 * speed}).x),
              kThousandsOfRoundings);
    EXPECT_NEAR(run.simulation.energy().imbalance, 0,
                kThousandsOfRoundings * run.simulation.energy().kinetic);
  }
}

// The balls of a collision have the same relative motion wherever in a flow v = L x they meet, up to the flow
// between images.
TEST(Periodic, ACollisionAcrossAShearedFaceIsTheSame) {
  const double rate = 20, height = 20e-3;
  const After middle = collision_at({}, ", shear_rate: {xz: 20}");
  for (const Vec3& place : {Vec3{0, 0, 10e-3}, Vec3{10e-3, 10e-3, -10e-3}}) {
    const After across = collision_at(place, ", shear_rate: {xz: 20}");
    EXPECT_LT(norm(across.between - middle.between), kRoundOffOfACollision * kMillimetre);
    const Vec3 difference =
        across.velocity[1] - across.velocity[0] - (middle.velocity[1] - middle.velocity[0]);
    const double images = difference.x / (rate * height);
    EXPECT_NEAR(images, std::round(images), kMillionsOfRoundings);
    EXPECT_LT(std::abs(difference.y) + std::abs(difference.z), kRoundOffOfACollision);
    EXPECT_NEAR(across.energy.friction / middle.energy.friction, 1, kMillionsOfRoundings);
    EXPECT_NEAR(across.energy.imbalance, middle.energy.imbalance,
                kMillionsOfRoundings * across.energy.kinetic);
  }
}

// 125 balls near the places of a lattice, all moved by a vector.
std::string disordered(const Vec3& moved, const std::string& periodic, double end, double step) {
  Random random(1);
  const auto jitter = [&] { return random.uniform(-0.25e-3, 0.25e-3); };
  const auto inside = [](double x) { return x - 20e-3 * std::floor(x / 20e-3 + 0.5); };
  std::string bodies;
  for (int k = 0; k < 125; ++k) {
    Vec3 x = 4e-3 * Vec3(k % 5 - 2, k / 5 % 5 - 2, k / 25 - 2) + Vec3{jitter(), jitter(), jitter()} + moved;
    const Vec3 v = 400.0 * Vec3{jitter(), jitter(), jitter()};
    bodies += ball({inside(x.x), inside(x.y), inside(x.z)}, v, {}, 3.4e-3);
  }
  return in_cell(bodies, periodic, end, step,
                 fmt::format("gravity: [0, 0, 0]\nmeasure: {{stress: {{every: {}}}}}\n", end));
}

// Shifted bodies have another velocity by the same vector L Δx each: Galileo's invariance is tested too.
TEST(Periodic, MovingEverythingChangesNothing) {
  for (const char* flow : {"", ", strain_rate: [-20, -20, -20]",
                           ", strain_rate: [-20, -20, -20], shear_rate: {xy: 9, xz: 20}"}) {
    const double end = *flow ? 8e-3 : 4e-3;
    SceneRun here(disordered({}, flow, end, 4e-6)), there(disordered({7e-3, -3e-3, 9e-3}, flow, end, 4e-6));
    here.to_end(), there.to_end();
    ASSERT_TRUE(here.simulation.row().any);
    const auto &a = here.simulation.row().values, &b = there.simulation.row().values;
    EXPECT_GT(a[7], 1);  // pressure
    for (int k = 1; k < 9; ++k)
      EXPECT_NEAR(b[k] / a[7], a[k] / a[7], kRoundOffOfManyCollisions) << flow << " " << k;
    const Energy e = here.simulation.energy(), f = there.simulation.energy();
    EXPECT_NEAR(f.elastic_normal / e.elastic_normal, 1, kRoundOffOfManyCollisions) << flow;
    EXPECT_NEAR(f.friction / e.friction, 1, kRoundOffOfManyCollisions) << flow;
    EXPECT_NEAR(f.damping / e.damping, 1, kRoundOffOfManyCollisions) << flow;
  }
}

// Without forces from outside the momentum against the flow stays what it is.
TEST(Periodic, MomentumIsKept) {
  SceneRun run(disordered({}, "", 8e-3, 4e-6));
  const auto momentum = [&] {
    Vec3 sum;
    for (Uid uid = 0; uid < 125; ++uid) sum += run.velocity(uid);
    return sum;
  };
  const Vec3 before = momentum();
  run.to_end();
  EXPECT_GT(norm(before), 0.01);
  EXPECT_GT(run.simulation.energy().friction, 0);
  EXPECT_LT(norm(momentum() - before), kThousandsOfRoundings);
}

double deforming_imbalance(const char* flow, double step) {
  SceneRun run(disordered({}, flow, 8e-3, step));
  double worst = 0;
  run.until([&](const Simulation& s) {
    if (s.step() % 10 == 0) worst = std::max(worst, std::abs(run.simulation.energy().imbalance));
    return false;
  });
  const Energy e = run.simulation.energy();
  EXPECT_GT(e.friction, 0.01 * e.lost());
  EXPECT_GT(std::abs(e.work_of_drives), 0.1 * e.kinetic);
  return worst / std::abs(e.work_of_drives);
}

TEST(Periodic, WorkOfTheCellClosesTheEnergyBudgetToSecondOrder) {
  for (const char* flow :
       {", strain_rate: [-20, -20, -20]", ", strain_rate: [-18, -18, -18], shear_rate: {xz: 40}",
        ", strain_rate: [-20, -20, -20], follow: false"}) {
    const double coarse = deforming_imbalance(flow, 8e-6), fine = deforming_imbalance(flow, 4e-6);
    EXPECT_LT(coarse, kSecondOrderOfMany) << flow;
    EXPECT_NEAR(std::log2(coarse / fine), 2, kOrder) << flow << " " << coarse << " " << fine;
  }
}

TEST(Periodic, ScenesThatComeWithTheProgramRun) {
  SceneRun run = SceneRun::shipped("features/periodic_shear.yaml");
  for (int step = 0; step < 20; ++step) run.simulation.advance();
  EXPECT_TRUE(run.simulation.warnings().empty());
  EXPECT_TRUE(run.world().cell.deforms());
}

}  // namespace
}  // namespace cairn::test
