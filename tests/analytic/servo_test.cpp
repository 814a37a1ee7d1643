// Servo walls against closed forms: Hertz contact under a given force, a bed under a given pressure, and the
// energy that the wall puts in.
#include "step/servo.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <optional>

#include "simulate.h"
#include "tolerances.h"

namespace cairn::test {
namespace {

constexpr double kSettled = 1e-9;          // of overlaps, and N: the wall takes the ringing out
constexpr double kSettledSideways = 1e-6;  // N, where more than a wall and a ball move
constexpr double kNearlySettled = 1e-3, kNearlySettledAtALimit = 2e-3;  // N: ten contact times are few
constexpr double kSecondOrder = 1e-3;                                   // of the work
constexpr double kPressureSettled = 1e-3;                               // of the pressure
constexpr double kGrainsFindTheirPlaces = 0.01;                         // of the pressure

const Servo& servo_of(const World& world, Uid body) {
  for (const Drive& drive : world.drives)
    if (drive.body == body) return drive.servo.value();
  throw std::runtime_error("no servo");
}

double force_on(const World& world, Uid body) {
  return servo_force(world, servo_of(world, body), world.bodies.local(body));
}

double pressure_on(const World& world, Uid body) {
  return force_on(world, body) / servo_area(world, servo_of(world, body), world.time);
}

// Σ F_k x_k over the contacts with walls, F on the wall at the point x [J]. At rest this and Σ −m g_k x_k of
// the weights are σ_kk V (Love, Weber).
double wall_virial(Simulation& simulation, int k) {
  const Bodies& bodies = simulation.world().bodies;
  double sum = 0;
  for (const ContactForce& contact : simulation.contacts()) {
    if (is_immobile(bodies.info[bodies.local(contact.key.b)])) sum += contact.force[k] * contact.point[k];
    if (is_immobile(bodies.info[bodies.local(contact.key.a)])) sum -= contact.force[k] * contact.point[k];
  }
  return sum;
}

constexpr double kRestOfTheMotion = 1e-4, kHalfAnOverlapAtEachWall = 2e-3;

// A ball on the floor, and a plate 0.1 mm above it.
std::string ball_and_plate(double restitution, const std::string& law, const std::string& servo,
                           double step = 2e-6, double end = 5e-3) {
  return fmt::format(R"yaml(
gravity: [0, 0, 0]
materials: {{rubber: {{density: 2500, young: 1e8, poisson: 0.3, restitution: {}}}}}
method: {{explicit: {{law: {}}}}}
time: {{step: {}, end: {}}}
bodies:
  - {{name: floor, material: rubber, shape: plane, position: [0, 0, 0], fixed: true}}
  - {{name: ball, material: rubber, shape: {{sphere: {{diameter: 4 mm}}}}, position: [0, 0, 2 mm]}}
  - {{name: plate, material: rubber, shape: {{box: {{size: [10 mm, 20 mm, 1 mm]}}}}, position: [0, 0, 4.6 mm],
     motion: {{servo: {{{}}}}}}}
)yaml",
                     restitution, law, step, end, servo);
}

const std::string kOneNewton = "pressure: 5 kPa, axis: [0, 0, -2]";  // on 2 cm²

TEST(Servo, PressesASphereToTheOverlapOfHertz) {
  SceneRun run(ball_and_plate(1, "hertz_mindlin", kOneNewton));
  run.to_end();
  const double force = 1, radius = 2e-3, modulus = 1e8 / (2 * (1 - 0.09));
  const double overlap = std::pow(0.75 * force / (modulus * std::sqrt(radius)), 2.0 / 3);
  const double z = run.position(1).z, face = run.position(2).z - 0.5e-3;
  EXPECT_NEAR((radius - z) / overlap, 1, kSettled);
  EXPECT_NEAR((z + radius - face) / overlap, 1, kSettled);
  EXPECT_NEAR(force_on(run.world(), 2), force, kSettled);
}

TEST(Servo, PressesASphereToTheOverlapOfALinearSpring) {
  SceneRun run(ball_and_plate(0.5, "hooke, stiffness: 20 kN/m", "force: 3 N, axis: [0, 0, -1]"));
  run.to_end();
  EXPECT_NEAR((2e-3 - run.position(1).z) / (3 / 20e3), 1, kSettled);
}

// The wall itself takes the ringing out: what grains lose in contacts makes no great difference.
TEST(Servo, DoesNotRingWhateverTheRestitution) {
  for (const double restitution : {1.0, 0.5, 0.05}) {
    SceneRun run(ball_and_plate(restitution, "hertz_mindlin", kOneNewton));
    double largest = 0, late = 0;
    run.until([&](Simulation& simulation) {
      const double force = force_on(simulation.world(), 2);
      largest = std::max(largest, force);
      if (simulation.world().time > 2.5e-3) late = std::max(late, std::abs(force - 1));
      return false;
    });
    EXPECT_LT(largest, 2) << restitution;            // a bare weight of one newton would reach two
    EXPECT_LT(late, kNearlySettled) << restitution;  // 10 contact times after the blow
  }
}

// Half the stable step of one contact is the stable step of a ball that has several. The gain may be far from
// the right one, too; without any damping of the wall left (50 s/kg) the ball must bring its own.
TEST(Servo, IsStableForStepsThatAreStableForTheGrains) {
  struct Case {
    const char* gain;
    double step;  // over the stable one
  };
  for (const Case& c : {Case{"", 0.5}, Case{", gain: 0.05 s/kg", 0.5}, Case{", gain: 50 s/kg", 0.3}}) {
    SceneRun probe(ball_and_plate(0.5, "hooke, stiffness: 20 kN/m", kOneNewton));
    const double step = c.step * probe.simulation.advice().stable;
    SceneRun run(ball_and_plate(0.5, "hooke, stiffness: 20 kN/m", kOneNewton + c.gain, step, 0.2));
    run.to_end();
    EXPECT_NEAR(force_on(run.world(), 2), 1, kSettled) << c.gain;
  }
}

double imbalance(double step) {
  SceneRun run(ball_and_plate(1, "hertz_mindlin", kOneNewton, step));
  run.to_end();
  const Energy e = run.simulation.energy();
  EXPECT_GT(e.work_of_drives, 2e-5);
  return std::abs(e.imbalance) / e.work_of_drives;
}

TEST(Servo, WorkClosesTheEnergyBudgetToSecondOrder) {
  const double coarse = imbalance(4e-6), fine = imbalance(2e-6);
  EXPECT_LT(coarse, kSecondOrder);
  EXPECT_GT(coarse / fine, 3);
}

// Grains between six planes that close in: every face has the pressure of its target, and the stress of the
// contacts (Love-Weber) is the same.
TEST(Servo, CompressesASampleToOnePressureOnAllSides) {
  const auto wall = [](const char* name, const Vec3& n, const char* beside) {
    return fmt::format(
        "  - {{name: {}, material: wall, shape: {{plane: {{normal: [{}, {}, {}]}}}}, position: [{}, {}, "
        "{}],\n"
        "     motion: {{servo: {{pressure: 20 kPa, axis: [{}, {}, {}], between: [{}]}}}}}}\n",
        name, n.x, n.y, n.z, -0.01 * n.x, -0.01 * n.y, -0.01 * n.z, n.x, n.y, n.z, beside);
  };
  const char *x = "[front, back], [bottom, top]", *y = "[right, left], [bottom, top]",
             *z = "[left, right], [back, front]";
  SceneRun run(R"yaml(
gravity: [0, 0, 0]
materials: {bead: {density: 2500, young: 1e8, poisson: 0.3, friction: 0.2, restitution: 0.4}, wall: {friction: 0}}
method: {explicit: {law: hertz_mindlin}}
damping: {local: 0.2}
time: {step: auto, end: 50 ms}
measure: {stress: {stress: {box: {min: [-20 mm, -20 mm, -20 mm], max: [20 mm, 20 mm, 20 mm]}}, every: 50 ms}}
bodies:
  - {name: beads, material: bead, shape: sphere,
     fill: {box: {min: [-10 mm, -10 mm, -10 mm], max: [10 mm, 10 mm, 10 mm]}, count: 110, seed: 3, sizes: {uniform: [3 mm, 4 mm]}}}
)yaml" + wall("left", {1, 0, 0}, x) +
               wall("right", {-1, 0, 0}, x) + wall("front", {0, 1, 0}, y) + wall("back", {0, -1, 0}, y) +
               wall("bottom", {0, 0, 1}, z) + wall("top", {0, 0, -1}, z));
  run.to_end();
  for (Uid body = 110; body < 116; ++body)
    EXPECT_NEAR(pressure_on(run.world(), body), 20e3, kPressureSettled * 20e3) << body;
  const Vec3 size{run.position(111).x - run.position(110).x, run.position(113).y - run.position(112).y,
                  run.position(115).z - run.position(114).z};
  EXPECT_LT(size.x, 0.019);
  // The measure divides by its own box. Contact points lie half an overlap behind the planes.
  const double share = size.x * size.y * size.z / std::pow(0.04, 3);
  const MeasuredRow& row = run.simulation.row();
  ASSERT_TRUE(row.any);
  for (std::size_t k = 0; k < 3; ++k) {
    const double stress = row.values[1 + k], virial = wall_virial(run.simulation, static_cast<int>(k));
    EXPECT_NEAR(stress * std::pow(0.04, 3) / virial, 1, kRestOfTheMotion) << k;
    EXPECT_NEAR(stress / share / 20e3, 1, kHalfAnOverlapAtEachWall) << k;
  }
}

// A bed in a cell: pressure, its change by an event, and the stress in the bed. Side walls without friction
// carry nothing, so that the vertical stress is that of the plate and the weight above.
TEST(Servo, HoldsABedUnderPressure) {
  SceneRun run(R"yaml(
gravity: [0, 0, -9.81]
materials: {bead: {density: 2500, young: 5e7, poisson: 0.3, friction: 0.3, restitution: 0.4}, wall: {friction: 0}}
method: {explicit: {law: hertz_mindlin}}
damping: {local: 0.2}
time: {step: auto, end: 0.18}
bodies:
  - {name: cell, material: wall, shape: {container: {size: [16 mm, 16 mm, 40 mm]}}, position: [0, 0, 20 mm], fixed: true}
  - {name: plate, material: wall, shape: {box: {size: [16 mm, 16 mm, 2 mm]}}, position: [0, 0, 23 mm],
     motion: {servo: {pressure: 4 kPa, axis: [0, 0, -1]}}}
  - {name: beads, material: bead, shape: {sphere: {diameter: 4 mm}}, fill: {box: {min: [-8 mm, -8 mm, 0], max: [8 mm, 8 mm, 22 mm]}, count: 70, seed: 5}}
events: [{at: 0.12, motion: {plate: {servo: {pressure: 12 kPa, axis: [0, 0, -1]}}}}]
measure: {stress: {stress: {box: {min: [-9 mm, -9 mm, -1 mm], max: [9 mm, 9 mm, 39 mm]}}, every: 10 ms}}
)yaml");
  run.until([](Simulation& simulation) { return simulation.world().time > 0.1199; });
  EXPECT_NEAR(pressure_on(run.world(), 1), 4e3,
              kGrainsFindTheirPlaces * 4e3);  // the last grains are still finding their places
  run.to_end();
  EXPECT_NEAR(pressure_on(run.world(), 1), 12e3, kPressureSettled * 12e3);
  // σ_zz over the bed: what the walls carry, and the weight of what lies above each point.
  const Bodies& bodies = run.world().bodies;
  double weights = 0;
  for (std::size_t i = 0; i < bodies.size(); ++i)
    weights += mass(bodies.inertia[i]) * 9.81 * bodies.place[i].position.z;
  const double height = run.position(1).z - 1e-3, force = force_on(run.world(), 1);
  const double measured = run.simulation.row().values[3] * (18e-3 * 18e-3 * 40e-3);
  EXPECT_NEAR(measured / (wall_virial(run.simulation, 2) + weights), 1, kRestOfTheMotion);
  EXPECT_NEAR(measured / (force * height + weights), 1, kHalfAnOverlapAtEachWall);
}

TEST(Servo, ScenesThatComeWithTheProgramRun) {
  for (const char* scene : {"features/servo.yaml", "features/compression.yaml"}) {
    SceneRun run = SceneRun::shipped(scene);
    for (int step = 0; step < 20; ++step) run.simulation.advance();
    EXPECT_TRUE(run.simulation.warnings().empty()) << scene;
    EXPECT_NE(run.world().drives.at(0).servo->state.speed, 0) << scene;
  }
}

// A wall that slides while it presses: both motions add up.
TEST(Servo, PressesWhileItSlides) {
  std::string scene = ball_and_plate(0.5, "hertz_mindlin", kOneNewton);
  const std::string motion = "motion: {servo:";
  scene.replace(scene.find(motion), motion.size(), "motion: {translation: {velocity: [0.2, 0, 0]}, servo:");
  SceneRun run(scene);
  run.to_end();
  EXPECT_NEAR(run.position(2).x, 1e-3, kThousandsOfRoundings);
  EXPECT_NEAR(force_on(run.world(), 2), 1, kSettledSideways);
}

TEST(Servo, FollowsAFunctionOfTimeAndALimitOfSpeed) {
  SceneRun run(ball_and_plate(0.5, "hertz_mindlin",
                              "force: \"1 N + 2 N*step(t - 4 ms)\", axis: [0, 0, -1], max_speed: 50 mm/s",
                              2e-6, 9e-3));
  double fastest = 0, first = 0;
  run.until([&](Simulation& simulation) {
    fastest = std::max(fastest, norm(run.velocity(2)));
    if (simulation.world().time < 3.999e-3) first = force_on(simulation.world(), 2);
    return false;
  });
  EXPECT_NEAR(first, 1, kNearlySettledAtALimit);
  EXPECT_NEAR(force_on(run.world(), 2), 3, kNearlySettled);
  EXPECT_DOUBLE_EQ(fastest, 50e-3);
}

// Two dimensions: the area is the gap between two walls times one metre.
TEST(Servo, HasTheAreaBetweenTwoWallsInThePlane) {
  SceneRun run(R"yaml(
dimension: 2
gravity: [0, 0, 0]
materials: {rod: {density: 1500, restitution: 0.5}}
method: {explicit: {law: hooke, stiffness: 1 MN/m}}
time: {step: auto, end: 60 ms}
bodies:
  - {name: floor, material: rod, shape: plane, position: [0, 0, 0], fixed: true}
  - {name: left, material: rod, shape: {plane: {normal: [1, 0, 0]}}, position: [-15 mm, 0, 0], fixed: true}
  - {name: right, material: rod, shape: {box: {size: [4 mm, 4 mm, 100 mm]}}, position: [17 mm, 0, 0], fixed: true}
  - {name: lid, material: rod, shape: {plane: {normal: [0, 0, -1]}}, position: [0, 0, 30.5 mm],
     motion: {servo: {pressure: 1 kPa, axis: [0, 0, -1], between: [[left, right]]}}}
  - {name: discs, material: rod, shape: {disc: {diameter: 10 mm}}, position: [-10 mm, 0, 5 mm], lattice: {kind: cubic, spacing: 10 mm, counts: [3, 1, 3]}}
)yaml");
  run.to_end();
  EXPECT_NEAR(force_on(run.world(), 3), 30, kSettledSideways);
}

}  // namespace
}  // namespace cairn::test
