// The impact stepper against closed forms: falls and bounces, rows and boxes, friction, rest, and the account
// of energy and momentum.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "simulate.h"
#include "tolerances.h"

namespace cairn::test {
namespace {

constexpr double kContactDistance = 1e-6, kTwoContactDistances = 2e-6;  // m, as the scene says
constexpr double kDefaultContactDistance = 1e-4;                        // m: a thousandth of the radius
constexpr double kPermittedOverlap = 1e-3;                              // of the smaller radius
// Twice what comes out for a box on the edge of a block: its solver alone is right to 3e-5, the run is not.
constexpr double kMeasuredOfVelocity = 1e-2, kMeasuredOfSpin = 2e-2;
constexpr double kTenLastDigits = 1e-3;
constexpr double kTwoOverLambda = 2e-3;                 // λ = 1000
constexpr double kGenerousForBudget = 1e-3;             // of the loss, which closes to round-off
constexpr double kStepAndAHalfOfFriction = 3e-3;        // m/s: μ g h is 2 mm/s
constexpr double kRolls = 1e-6, kRollsOfSpin = 1e-5;    // m/s, rad/s: that over the radius
constexpr double kRestTolerance = 1e-6;                 // m/s, rad/s: a hundred times that of the scene
constexpr double kRestOfTheStick = 1e-5, kStep = 1e-3;  // m/s; s
constexpr double kStillness = 1e-5;                     // m/s, and m in ten seconds

// The scene of a box, 2 x 2 x 1 m, that falls flat on the floor.
double spin_of_box(const std::vector<std::string>& method) {
  SceneRun run(
      "gravity: [0, 0, 0]\n"
      "materials: {stone: {density: 1, friction: 0, restitution: 1}}\n"
      "method: {impact: {" +
      method.front() +
      "}}\n"
      "time: {step: 1/600, end: 0.35}\n"
      "bodies:\n"
      "  - {name: floor, material: stone, shape: {plane: {}}, position: [0, 0, 0], fixed: true}\n"
      "  - {name: box, material: stone, shape: {box: {size: [2, 2, 1]}}, position: [0, 0, 3.2583], velocity: "
      "[1, 1, -10]}\n");
  run.to_end();
  EXPECT_NEAR(run.simulation.energy().imbalance, 0, kHundredThousandsOfRoundings);
  EXPECT_NEAR(run.velocity(1).x, 1, kThousandsOfRoundings);
  EXPECT_GT(run.velocity(1).z, 9);
  return norm(run.spin(1)) / std::sqrt(102.0);
}

TEST(ImpactRun, ABoxOnTheGroundTurnsByTwoOverLambda) {
  EXPECT_NEAR(spin_of_box({"solver: sqm"}), 0.4297, kTenLastDigits);
  EXPECT_LE(spin_of_box({"solver: smm"}), kTenThousandsOfRoundings);
  for (const int lambda : {10, 30, 100, 1000})
    EXPECT_LE(spin_of_box({"solver: etm, tolerance: 1e-8, lambda: " + std::to_string(lambda)}), 2.5 / lambda);
}

TEST(ImpactRun, ShippedBoxes) {
  SceneRun half = SceneRun::shipped("papers/TG14/half_box.yaml");
  half.to_end();
  // The contact distance tilts nothing: the numbers are those of the solver alone.
  EXPECT_NEAR(half.velocity(1).z, 8.2482, kMeasuredOfVelocity);
  EXPECT_NEAR(half.spin(1).y, -8.7591, kMeasuredOfSpin);
  SceneRun pulled = SceneRun::shipped("papers/TG14/half_box.yaml", {"method={impact: {solver: smm}}"});
  pulled.to_end();
  EXPECT_NEAR(pulled.velocity(1).z, 10, kHundredThousandsOfRoundings);
  EXPECT_LE(norm(pulled.spin(1)), kHundredThousandsOfRoundings);
  SceneRun two = SceneRun::shipped("papers/TG14/tetrahedra.yaml");
  const double before = two.simulation.energy().kinetic;
  two.to_end();
  EXPECT_NEAR(two.simulation.energy().kinetic, before, kThousandsOfRoundings * before);
  EXPECT_GE(two.simulation.report().impacts.impacts, 1u);
  EXPECT_LE(two.simulation.report().impacts.worst_balance, kHundredsOfRoundings);
  EXPECT_NEAR(two.simulation.report().impacts.stored / two.simulation.report().impacts.released, 1,
              kThousandsOfRoundings);
}

// z = h0 − ½ g t², then bounces to e² of the height, and rests after the time T (1 + 2e/(1 − e)).
TEST(ImpactRun, ABallBouncesAndRests) {
  const double g = 10, e = 0.5, height = 1, radius = 0.1;
  SceneRun run(R"yaml(
gravity: [0, 0, -10]
materials: {stone: {density: 2500, friction: 0.5, restitution: 0.5}}
method: {impact: {contact_distance: 1e-6}}
time: {step: 1 ms, end: 2.5 s}
bodies:
  - {name: floor, material: stone, shape: {plane: {}}, position: [0, 0, 0], fixed: true}
  - {name: ball, material: stone, shape: {sphere: {radius: 0.1}}, position: [0, 0, 1.1]}
)yaml");
  const double fall = std::sqrt(2 * height / g), speed = g * fall;
  double highest = 0;
  while (run.world().time < fall + 2 * e * speed / g - 1e-3) {
    run.simulation.advance();
    const double t = run.world().time;
    const double z =
        t < fall ? height - 0.5 * g * t * t : e * speed * (t - fall) - 0.5 * g * (t - fall) * (t - fall);
    EXPECT_NEAR(run.position(1).z - radius, z, kTwoContactDistances);
    if (t > fall) highest = std::max(highest, run.position(1).z - radius);
  }
  EXPECT_NEAR(highest, e * e * height, kTwoContactDistances);
  EXPECT_NEAR(run.simulation.energy().imbalance, 0, kMillionsOfRoundings);
  run.to_end();
  EXPECT_LE(norm(run.velocity(1)), kThousandsOfRoundings);
  EXPECT_NEAR(run.position(1).z, radius, kContactDistance);
  EXPECT_GE(run.position(1).z, radius - 1e-7);
  // All energy is lost in impacts.
  const Energy energy = run.simulation.energy();
  EXPECT_NEAR(energy.imbalance, 0, kGenerousForBudget * energy.impact);
}

// A row of touching balls: three answers to one question.
TEST(ImpactRun, Cradle) {
  const auto row = [](const std::string& solver) {
    SceneRun run(
        "gravity: [0, 0, 0]\nmaterials: {steel: {density: 7800, restitution: 1}}\nmethod: {impact: {" +
        solver +
        "}}\ntime: {step: 1 ms, end: 50 ms}\nbodies:\n"
        "  - {name: first, material: steel, shape: {sphere: {radius: 1 cm}}, position: [-4 cm, 0, 0], "
        "velocity: [1, 0, 0]}\n"
        "  - {name: rest, material: steel, shape: {sphere: {radius: 1 cm}}, position: [0, 0, 0], lattice: "
        "{kind: cubic, "
        "spacing: 2 cm, counts: [2, 1, 1]}}\n");
    run.to_end();
    return Vec3{run.velocity(0).x, run.velocity(1).x, run.velocity(2).x};
  };
  EXPECT_LE(norm(row("solver: sqm") - Vec3{0, 0, 1}), kThousandsOfRoundings);
  EXPECT_LE(norm(row("solver: smm") - Vec3{-1.0 / 3, 2.0 / 3, 2.0 / 3}), kTenThousandsOfRoundings);
  EXPECT_LE(norm(row("solver: etm, lambda: 1000") - Vec3{-1.0 / 3, 2.0 / 3, 2.0 / 3}), kTwoOverLambda);
}

// Balls that fly about in nothing: momentum and energy stay, whatever the solver.
TEST(ImpactRun, AGasKeepsMomentumAndEnergy) {
  for (const char* solver : {"etm", "sqm", "smm"}) {
    SceneRun run(
        std::string("gravity: [0, 0, 0]\nmaterials: {steel: {density: 1000, restitution: 1}}\n") +
        "method: {impact: {solver: " + solver +
        "}}\ntime: {step: 1 ms, end: 0.3}\nbodies:\n"
        "  - {name: gas, material: steel, shape: {sphere: {diameter: 0.1}},\n"
        "     fill: {box: {min: [0, 0, 0], max: [1, 1, 1]}, count: 300, seed: 3, spread: [5, 5, 5]}}\n");
    const auto momentum = [&] {
      Vec3 sum;
      for (Uid uid = 0; uid < 300; ++uid) sum += mass(run.body(uid).inertia) * run.velocity(uid);
      return sum;
    };
    const Vec3 before = momentum();
    const double energy = run.simulation.energy().kinetic;
    run.to_end();
    EXPECT_GT(run.simulation.report().impacts.impacts, 300u);
    EXPECT_LE(norm(momentum() - before), kThousandsOfRoundings * 300 * 5 * mass(run.body(0).inertia));
    EXPECT_NEAR(run.simulation.energy().kinetic, energy, kThousandsOfRoundings * energy) << solver;
    EXPECT_LE(run.simulation.report().impacts.worst_balance, kThousandsOfRoundings);
    EXPECT_LE(run.simulation.report().max_overlap, 0);
  }
}

TEST(ImpactRun, ElasticSpheresInABoxKeepTheirEnergy) {
  for (const char* count : {"540", "1080"}) {
    SceneRun run = SceneRun::shipped("papers/TG14/energy_540.yaml",
                                     {std::string("let.count=") + count, "let.height=60"});
    const double before = run.simulation.energy().kinetic;
    double overlap = 0;
    run.until([&](const Simulation& simulation) {
      overlap = std::max(overlap, simulation.report().max_overlap);
      return false;
    });
    const ImpactTotals& totals = run.simulation.report().impacts;
    EXPECT_GT(totals.impacts, 300u);
    EXPECT_EQ(totals.inelastic, 0u);
    EXPECT_LE(totals.worst_balance, kHundredThousandsOfRoundings);
    EXPECT_LE(std::abs(totals.stored - totals.released), kHundredThousandsOfRoundings * totals.stored);
    EXPECT_LE(std::abs(run.simulation.energy().imbalance), kHundredThousandsOfRoundings * before);
    EXPECT_LE(overlap, 0);
  }
}

// Sliding ball: rolls from t = 2 v/(7 μ g) on with 5/7 of its speed.
TEST(ImpactRun, AThrownBallSlidesThenRolls) {
  SceneRun run(R"yaml(
gravity: [0, 0, -10]
materials: {stone: {density: 2500, friction: 0.2, restitution: 0.5}}
method: {impact: {}}
time: {step: 1 ms, end: 1 s}
bodies:
  - {name: floor, material: stone, shape: {plane: {}}, position: [0, 0, 0], fixed: true}
  - {name: ball, material: stone, shape: {sphere: {radius: 0.1}}, position: [0, 0, 0.1], velocity: [2, 0, 0]}
)yaml");
  run.until([](Simulation& simulation) { return simulation.world().time > 0.1 - 1e-9; });
  EXPECT_NEAR(run.velocity(1).x, 2 - 0.2 * 10 * 0.1, kStepAndAHalfOfFriction);
  run.to_end();
  EXPECT_NEAR(run.velocity(1).x, 2 * 5.0 / 7, kRolls);
  EXPECT_NEAR(run.spin(1).y, 2 * 5.0 / 7 / 0.1, kRollsOfSpin);
  EXPECT_NEAR(run.position(1).z, 0.1, kDefaultContactDistance);
}

// A block on an incline sticks for μ > tan θ, and else slides with g (sin θ − μ cos θ).
TEST(ImpactRun, ABlockOnAnIncline) {
  const double g = 9.81, angle = 0.5;
  for (const double mu : {0.3, 0.6}) {
    SceneRun run(
        "gravity: [9.81*sin(0.5), 0, -9.81*cos(0.5)]\nmaterials: {stone: {density: 2500, friction: " +
        std::to_string(mu) +
        "}}\nmethod: {impact: {rest_tolerance: 1e-8, rest_iterations: 2000}}\ntime: {step: 1 ms, end: 0.5 "
        "s}\nbodies:\n"
        "  - {name: floor, material: stone, shape: {plane: {}}, position: [0, 0, 0], fixed: true}\n"
        "  - {name: block, material: stone, shape: {box: {size: [0.4, 0.4, 0.2]}}, position: [0, 0, 0.1]}\n");
    run.to_end();
    const double a = std::max(0.0, g * (std::sin(angle) - mu * std::cos(angle)));
    EXPECT_NEAR(run.velocity(1).x, 0.5 * a, kRestOfTheStick + kRestTolerance * a);
    EXPECT_NEAR(run.position(1).x, 0.125 * a, kStep * a + kRestTolerance);
    EXPECT_LE(norm(run.spin(1)), kRestTolerance);
  }
}

// Nothing creeps, rattles or sinks in 10⁴ steps: boxes on each other, and balls in the hollows of others.
TEST(ImpactRun, APileAtRestStaysAtRest) {
  SceneRun run(R"yaml(
gravity: [0, 0, -9.81]
materials: {stone: {density: 2500, friction: 0.5, restitution: 0.4}}
method: {impact: {}}
time: {step: 1 ms, end: 11 s}
bodies:
  - {name: floor, material: stone, shape: {plane: {}}, position: [0, 0, 0], fixed: true}
  - {name: boxes, material: stone, shape: {box: {size: [0.4, 0.4, 0.2]}}, position: [0, 0, 0.1], lattice: {kind: cubic, spacing: 0.2, counts: [1, 1, 4]}}
  - {name: balls, material: stone, shape: {sphere: {diameter: 0.12}}, position: [2, 0, 0.06], pyramid: {base: 4, gap: 1 mm, fix_base: true}}
)yaml");
  std::vector<Vec3> rest;
  double overlap = 0, speed = 0, way = 0;
  std::uint64_t impacts = 0;
  run.until([&](Simulation& simulation) {
    const Bodies& bodies = simulation.world().bodies;
    if (simulation.step() < 1000) return false;
    if (rest.empty()) {
      for (Uid uid = 0; uid < bodies.size(); ++uid) rest.push_back(run.position(uid));
      impacts = simulation.report().impacts.impacts;
    }
    for (Uid uid = 0; uid < rest.size(); ++uid) {
      speed = std::max(speed, norm(run.velocity(uid)));
      way = std::max(way, norm(run.position(uid) - rest[uid]));
    }
    overlap = std::max(overlap, simulation.report().max_overlap);
    return false;
  });
  EXPECT_GT(impacts, 0u);
  EXPECT_EQ(run.simulation.report().impacts.impacts, impacts);
  EXPECT_LE(overlap, kPermittedOverlap);
  EXPECT_LE(speed, kStillness);
  EXPECT_LE(way, kStillness);
}

TEST(ImpactRun, CrossesInterlockWithoutOverlap) {
  SceneRun run =
      SceneRun::shipped("papers/TG14/packing_crosses.yaml",
                        {"let.count=14", "let.width=8", "let.depth=8", "let.top=36", "time.end=3"});
  double deepest = 0;
  while (!run.simulation.done()) {
    run.simulation.advance(Recording::contacts);
    deepest = std::max(deepest, run.simulation.report().max_overlap);
  }
  EXPECT_LE(deepest, kPermittedOverlap);
  EXPECT_GT(run.simulation.report().contacts, 20u);
  EXPECT_LE(run.simulation.report().impacts.worst_balance, kHundredThousandsOfRoundings);
  for (Uid uid = 2; uid < 16; ++uid) {
    const Vec3 x = run.position(uid);
    EXPECT_TRUE(x.x > 0.6 && x.x < 7.4 && x.y > 0.6 && x.y < 7.4 && x.z > 0.6);
  }
}

// Faces, edges and corners that meet at speed.
TEST(ImpactRun, FallingCubesDoNotOverlap) {
  SceneRun run =
      SceneRun::shipped("papers/TG14/packing_cubes.yaml",
                        {"let.count=30", "let.width=7.2", "let.depth=7.2", "let.top=60", "time.end=2"});
  double deepest = 0;
  run.until([&](const Simulation& simulation) {
    deepest = std::max(deepest, simulation.report().max_overlap);
    return false;
  });
  EXPECT_GT(run.simulation.report().impacts.impacts, 1000u);
  EXPECT_LE(deepest, kPermittedOverlap);
}

// A stack of spheres behind a wall spreads when the wall goes. How steep the heap is that stays is judged
// with 540 spheres (cairn validate TG14): of 60 the angle differs by ±7 degrees from seed to seed.
TEST(ImpactRun, AStackThatLosesItsWallSpreads) {
  SceneRun run = SceneRun::shipped("papers/TG14/repose_spheres.yaml",
                                   {"let.count=60", "let.width=9", "let.depth=9", "let.top=40",
                                    "let.settle=3", "let.spread=3", "let.mu=0.6"});
  const auto beyond = [&] {  // grains behind the wall
    int count = 0;
    const Bodies& bodies = run.world().bodies;
    for (std::uint32_t i = 0; i < bodies.size(); ++i)
      count += !is_immobile(bodies.info[i]) && bodies.place[i].position.x > 9;
    return count;
  };
  run.until([](const Simulation& simulation) { return simulation.time() >= 3; });
  EXPECT_EQ(beyond(), 0);
  run.to_end();
  EXPECT_GT(beyond(), 12);
  EXPECT_LT(beyond(), 30);
  const double angle = run.simulation.row().values[1];
  EXPECT_TRUE(angle > 5 && angle < 45) << angle;
}

// Two boxes, faster than they are thick in a step.
TEST(ImpactRun, ABulletDoesNotPassThroughAPlate) {
  SceneRun run(R"yaml(
gravity: [0, 0, 0]
materials: {steel: {density: 1000, restitution: 1}}
method: {impact: {}}
time: {step: 10 ms, end: 0.1}
bodies:
  - {name: plate, material: steel, shape: {box: {size: [1, 1, 2 mm]}}, position: [0, 0, 0], fixed: true}
  - {name: bullet, material: steel, shape: {sphere: {radius: 5 mm}}, position: [0.1, 0.2, 1], velocity: [0, 0, -300]}
)yaml");
  run.to_end();
  EXPECT_NEAR(run.velocity(1).z, 300, kMillionsOfRoundings);
  EXPECT_GT(run.position(1).z, 0);
}

// A plate moves up with constant speed: an elastic ball gains twice that, and the plate's work is booked.
TEST(ImpactRun, ADrivenPlateDoesWork) {
  SceneRun run(R"yaml(
gravity: [0, 0, 0]
materials: {steel: {density: 1000, restitution: 1}}
method: {impact: {}}
time: {step: 1 ms, end: 0.2}
bodies:
  - {name: plate, material: steel, shape: {box: {size: [1, 1, 0.1]}}, position: [0, 0, 0], motion: {translation: {velocity: [0, 0, 2]}}}
  - {name: ball, material: steel, shape: {sphere: {radius: 0.1}}, position: [0, 0, 0.5], velocity: [0, 0, -3]}
)yaml");
  const double before = run.simulation.energy().kinetic;
  run.to_end();
  EXPECT_NEAR(run.velocity(1).z, 3 + 4, kHundredThousandsOfRoundings);
  EXPECT_NEAR(run.simulation.energy().work_of_drives, before * (49.0 / 9 - 1), kMillionsOfRoundings);
  EXPECT_NEAR(run.simulation.energy().imbalance, 0, kMillionsOfRoundings);
}

// Two plates close on a ball, which bounces ever faster between them until there is no room left: the run
// goes on.
TEST(ImpactRun, NoRoomIsNoEnd) {
  SceneRun run(R"yaml(
gravity: [0, 0, 0]
materials: {steel: {density: 1000, restitution: 0.9}}
method: {impact: {}}
time: {step: 10 ms, end: 0.3, allow_overlap: true}
bodies:
  - {name: below, material: steel, shape: {box: {size: [1, 1, 0.1]}}, position: [0, 0, 0], motion: {translation: {velocity: [0, 0, 1]}}}
  - {name: above, material: steel, shape: {box: {size: [1, 1, 0.1]}}, position: [0, 0, 0.7], motion: {translation: {velocity: [0, 0, -1]}}}
  - {name: ball, material: steel, shape: {sphere: {radius: 0.1}}, position: [0, 0, 0.3], velocity: [0, 0, -1]}
)yaml");
  double fastest = 0;
  run.until([&](Simulation&) {
    fastest = std::max(fastest, std::abs(run.velocity(2).z));
    return run.world().time > 0.15;
  });
  EXPECT_GT(fastest, 2);
  run.to_end();
  EXPECT_TRUE(is_finite(run.position(2)) && is_finite(run.velocity(2)));
  EXPECT_LE(norm(run.velocity(2)), 1000);
}

TEST(ImpactRun, RefusesWhatItCanNotDo) {
  const auto refused = [](const std::string& method, const std::string& rest, const std::string& what) {
    const std::string yaml =
        "gravity: [0, 0, -10]\nmaterials: {stone: {density: 2500, " + rest + "}}\nmethod: {impact: {" +
        method +
        "}}\ntime: {step: 1 ms, end: 1 s}\nbodies:\n"
        "  - {name: ball, material: stone, shape: {sphere: {radius: 0.1}}, position: [0, 0, 0.1]}\n";
    try {
      SceneRun run(yaml);
      ADD_FAILURE() << "accepted " << method << " " << rest;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find(what), std::string::npos) << error.what();
    }
  };
  refused("lambda: 0", "friction: 0.1", "lambda");
  refused("lambda: -3", "friction: 0.1", "lambda");
  refused("", "restitution: 1.2", "restitution");
  refused("", "restitution: -0.1", "restitution");
  refused("solver: emt", "friction: 0.1", "etm");
  refused("contact_distance: 0", "friction: 0.1", "contact_distance");
  refused("max_impacts: 0", "friction: 0.1", "max_impacts");
}

}  // namespace
}  // namespace cairn::test
