// The compliant law against springs, dashpots and sliders on paper. One kilogram each.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "simulate.h"
#include "tolerances.h"

namespace cairn::test {
namespace {

// Solvers find impulses to 1e-12; a force is an impulse over a step of 1 ms.
constexpr double kForceTolerance = 1e-9, kTenForceTolerances = 1e-8;  // N
constexpr double kRestOfTheMotion = 1e-10;                            // of the overlap
constexpr double kRestOfTheLift = 1e-9, kRestOfTheSinking = 1e-10;    // m, after 50 relaxation times
constexpr double kLiftAfterAnEvent = 1e-8;                            // m, of half a millimetre
constexpr double kRoundOffOfAForce = 1e-6;                            // N: 1e-12 m at 1e6 N/m
constexpr double kCaught = 1e-4;                                      // m: a tenth of the range of cohesion
constexpr double kTwoStepsOfSoftening = 0.01;                         // N: 1e-5 m each, 5 N over 10 mm
constexpr double kLoadGoesOn = 0.02;                                  // of the work: the mass passes the load
constexpr double kSoftnessLeft = 1e-7;                                // m at 1e11 N/m
constexpr double kStepOfThePile = 2e-4;                               // s

constexpr double kGravity = 9.81, kStep = 1e-3;

// A ball of 1 kg and 0.1 m on a floor; by default neither sliding nor turning.
struct Ball {
  std::string law = "stiffness: 1e6";
  std::string material = "friction: 0.5";
  std::string gravity = "[0, 0, -9.81]";
  double height = 0;
  std::string more{};  // of the ball
  std::string floor = "fixed: true";
  double end = 1;
  std::string rest{};
  std::string solver = "solver: primal_newton, tolerance: 1e-12, max_iterations: 100";
};
std::string yaml(const Ball& b) {
  const double density = 1 / (4.0 / 3 * std::numbers::pi * 1e-3);
  return fmt::format(R"(
gravity: {}
materials: {{stuff: {{density: {}, {}}}}}
method: {{implicit: {{law: compliant, {}, {}}}}}
time: {{step: {}, end: {}, speed: 0.01}}
bodies:
  - {{name: floor, material: stuff, shape: {{plane: {{normal: [0, 0, 1]}}}}, position: [0, 0, 0], {}}}
  - {{name: ball, material: stuff, shape: {{sphere: {{radius: 0.1}}}}, position: [0, 0, {}], {}}}
{}
)",
                     b.gravity, density, b.material, b.law, b.solver, kStep, b.end, b.floor, 0.1 + b.height,
                     b.more.empty() ? "lock: [x, y, rx, ry, rz]" : b.more, b.rest);
}
double gap(SceneRun& run) { return run.position(1).z - 0.1; }

Vec3 contact_force(SceneRun& run) {
  Vec3 sum;
  for (const ContactForce& contact : run.simulation.contacts()) sum += contact.force;
  return sum;
}
void advance(SceneRun& run) { run.simulation.advance(Recording::contacts); }

// --- Springs and dashpots

TEST(Compliant, RestsAtWeightOverStiffness) {
  SceneRun run(yaml({.law = "stiffness: 1e4, damping_time: 0.01", .end = 2}));
  run.to_end();
  EXPECT_NEAR(gap(run), -kGravity / 1e4, kRestOfTheMotion * kGravity / 1e4);
}

TEST(Compliant, RestsTheSameWithTheStiffnessOfAModulus) {
  // a ball on a rigid wall is a spring of 2 E R
  const double young = 1e5, stiffness = 2 * young * 0.1;
  SceneRun run(yaml(
      {.law = "damping_time: 0.01", .material = fmt::format("friction: 0, young: {}", young), .end = 2}));
  run.to_end();
  EXPECT_NEAR(gap(run), -kGravity / stiffness, kRestOfTheMotion * kGravity / stiffness);
}

// Backward Euler of a spring and a dashpot, while the ball is pushed: the same recursion to round-off.
TEST(Compliant, IsAKelvinVoigtSolid) {
  const double k = 1e4, alpha = 2e-3, h = kStep;
  SceneRun run(yaml({.law = "stiffness: 1e4, damping_time: 2 ms", .gravity = "[0, 0, 0]", .height = -5e-4}));
  double z = -5e-4, v = 0;
  for (int n = 0; n < 12; ++n) {
    advance(run);
    v = (v - h * k * z) / (1 + h * (h + alpha) * k), z += h * v;
    ASSERT_GT(contact_force(run).z, 0) << n;
    EXPECT_NEAR(gap(run), z, kFewRoundings) << n;
    EXPECT_NEAR(run.velocity(1).z, v, kHundredsOfRoundings) << n;
  }
}

// R = α_M m is a dashpot of the mass.
TEST(Compliant, DampsByMass) {
  const double k = 1e4, rate = 300, h = kStep;
  SceneRun run(yaml({.law = "stiffness: 1e4, damping_rate: 300", .gravity = "[0, 0, 0]", .height = -5e-4}));
  double z = -5e-4, v = 0;
  for (int n = 0; n < 8; ++n) {
    advance(run);
    v = (v - h * k * z) / (1 + h * (h * k + rate)), z += h * v;
    ASSERT_GT(contact_force(run).z, 0) << n;
    EXPECT_NEAR(gap(run), z, kFewRoundings) << n;
  }
}

// A body that comes near is not braked before it touches, however strong the dashpot is; another is pressed
// on the floor meanwhile, so that there is something to solve.
TEST(Compliant, DampsNothingAtADistance) {
  for (const char* solver : {"primal_newton", "interior_point", "continuation", "spg"}) {
    SceneRun run(yaml({.law = "stiffness: 1e6, damping_time: 0.1",
                       .gravity = "[0, 0, 0]",
                       .height = 0.02,
                       .more = "lock: [x, y, rx, ry, rz], velocity: [0, 0, -1]",
                       .end = 0.1,
                       .rest = R"(
  - {name: pressed, material: stuff, shape: {sphere: {radius: 0.1}}, position: [1, 0, 0.1], force: [0, 0, -10]}
)",
                       .solver = fmt::format("solver: {}, tolerance: 1e-12", solver)}));
    run.until([](const Simulation& s) { return s.step() >= 19; });
    EXPECT_EQ(run.velocity(1).z, -1) << solver;
    run.to_end();
    EXPECT_GT(run.velocity(1).z, -1e-2) << solver;
  }
}

// --- Sliding

// The floor moves under a ball that stays: K_t along the surface, then μN, and back.
TEST(Compliant, SticksWithItsStiffnessAndSlidesAtFriction) {
  Ball ball{.law = "stiffness: 1e6, stiffness_tangential: 1e5, dilatancy: 0", .end = 0.4};
  ball.floor = "motion: {translation: {velocity: ['0.001 - 0.002*min(1, max(0, 1e9*(t - 0.2)))', 0, 0]}}";
  ball.height = -kGravity / 1e6;
  SceneRun run(yaml(ball));
  std::vector<double> force;
  while (!run.simulation.done()) advance(run), force.push_back(contact_force(run).x);
  // The first contact force acts on B, the ball: the floor drags it along.
  EXPECT_NEAR(force[1] - force[0], 1e5 * 1e-3 * kStep, kForceTolerance);
  EXPECT_NEAR(force[20], 21 * 1e5 * 1e-6, kTenForceTolerances);
  EXPECT_NEAR(force[150], 0.5 * kGravity, kTenForceTolerances);
  EXPECT_NEAR(force[210], 0.5 * kGravity - 11 * 1e5 * 1e-6, kTenForceTolerances);
  EXPECT_NEAR(force.back(), -0.5 * kGravity, kTenForceTolerances);
}

// Associated flow lifts a sliding body by (h + α_K) μ v; flow without dilatancy does not.
TEST(Compliant, AssociatedSlidingLifts) {
  const double k = 1e6, alpha = 0.1, speed = 0.01, mu = 0.5;
  Ball ball{.law = "stiffness: 1e6, damping_time: 0.1",
            .floor = "motion: {translation: {velocity: [0.01, 0, 0]}}",
            .end = 5};
  SceneRun lifted(yaml(ball));
  lifted.to_end();
  EXPECT_NEAR(gap(lifted), (kStep + alpha) * mu * speed - kGravity / k, kRestOfTheLift);
  ball.law += ", dilatancy: 0";
  SceneRun flat(yaml(ball));
  flat.to_end();
  EXPECT_NEAR(gap(flat), -kGravity / k, kRestOfTheSinking);
  ball.law = "stiffness: 1e6, damping_time: 0.1, dilatancy: 0.2";
  SceneRun some(yaml(ball));
  some.to_end();
  EXPECT_NEAR(gap(some), (kStep + alpha) * std::tan(0.2) * speed - kGravity / k, kRestOfTheLift);
}

// An event elsewhere makes the stepper look for contacts anew: a lifted body does not fall.
TEST(Compliant, EventsLeaveALiftedBodyWhereItIs) {
  const double k = 1e6, alpha = 0.1, speed = 0.1, mu = 0.5,
               lift = (kStep + alpha) * mu * speed - kGravity / k;
  SceneRun run(yaml({.law = "stiffness: 1e6, damping_time: 0.1",
                     .floor = "motion: {translation: {velocity: [0.1, 0, 0]}}",
                     .end = 2.5,
                     .rest = R"(
  - {name: other, material: stuff, shape: {sphere: {radius: 0.1}}, position: [0, 1, 1], fixed: true}
events:
  - {at: 2 s, motion: {other: {translation: {velocity: [0, 0, 0.1]}}}}
)"}));
  run.until([](Simulation& s) { return s.world().time > 1.9; });
  while (!run.simulation.done()) {
    advance(run);
    ASSERT_NEAR(gap(run), lift, kLiftAfterAnEvent) << run.world().time;
  }
}

// Sliding has lifted a ball and ends; a pull takes its load away for a while. What is left of the lift
// relaxes with α_K and bears the ball again when it comes back: it does not fall through. Backward Euler of
// it on paper.
TEST(Compliant, ALiftThatLostItsLoadBearsAgain) {
  const double k = 1e6, alpha = 0.1, h = kStep;
  SceneRun run(yaml(
      {.law = "stiffness: 1e6, damping_time: 0.1",
       .more = "lock: [x, y, rx, ry, rz], force: [0, 0, '30*min(1, max(0, 1e9*(t - 1.0505)*(1.0535 - t)))']",
       .floor = "motion: {translation: {velocity: ['0.1*min(1, max(0, 1e9*(1 - t)))', 0, 0]}}",
       .end = 1.2}));
  run.until([](const Simulation& s) { return s.time() > 1.02; });
  double z = gap(run), v = run.velocity(1).z, lift = z;
  ASSERT_GT(z, 1e-3);
  bool is_loaded = true;
  int flights = 0, returns = 0;
  while (!run.simulation.done()) {
    const double t = run.simulation.time(), pull = t > 1.0505 && t < 1.0535 ? 30 : 0;
    const double free = v + h * (pull - kGravity);
    const double elastic = is_loaded ? z : std::min(z, lift),
                 bias = elastic / (h + alpha) + (z - elastic) / h;
    const double push = std::max(0.0, -(free + bias) / (1 + 1 / (k * h * (h + alpha))));
    v = free + push, z += h * v;
    flights += is_loaded && push == 0, returns += !is_loaded && push > 0;
    if (push == 0) lift = std::min(z, alpha / (h + alpha) * elastic);
    is_loaded = push > 0;
    advance(run);
    ASSERT_NEAR(gap(run), z, kThousandsOfRoundings) << t;
    ASSERT_NEAR(contact_force(run).z, push / h, kRoundOffOfAForce) << t;
  }
  EXPECT_EQ(flights, 1);
  EXPECT_EQ(returns, 1);
  EXPECT_GT(z, 2e-4);  // still far above the floor, and sinking slowly
  EXPECT_GT(v, -0.02);
}

// The reach of a lifted contact is its own: a ball beside it, nearer to the floor than that, is no contact.
TEST(Compliant, ALiftedContactReachesForItselfAlone) {
  SceneRun run(yaml({.law = "stiffness: 1e6, damping_time: 0.1",
                     .floor = "motion: {translation: {velocity: [0.1, 0, 0]}}",
                     .end = 1,
                     .rest = R"(
  - {name: other, material: stuff, shape: {sphere: {radius: 0.1}}, position: [0, 1, 0.104], lock: [x, y, z, rx, ry, rz]}
)"}));
  run.until([](const Simulation& s) { return s.time() > 0.9; });
  EXPECT_GT(gap(run), 4.5e-3);
  EXPECT_EQ(run.simulation.report().solve.open, 0u);
  EXPECT_EQ(run.simulation.report().solve.slip, 1u);
}

// What floor and walls carry is the weight of all bodies and the change of their momentum, in every step.
TEST(Compliant, ForcesOnWallsBalanceWeightAndMomentum) {
  SceneRun run(R"(
gravity: [0, 0, -9.81]
materials: {grain: {density: 1700, friction: 0.5}, wall: {friction: 0}, load: {density: 50000, friction: 0.5}}
method: {implicit: {law: compliant, stiffness: 1e7, damping_time: 0.1, solver: apgd, tolerance: 1e-4, max_iterations: 500}}
time: {step: 1e-3, end: 0.1, speed: 0.01}
bodies:
  - {name: floor, material: grain, shape: {plane: {normal: [0, 0, 1]}}, position: [0, 0, 0], fixed: true}
  - {name: lower, material: wall, shape: {container: {size: [0.04, 0.04, 0.02], open: [bottom, top]}}, position: [0, 0, 0.01], fixed: true}
  - {name: upper, material: wall, shape: {container: {size: [0.04, 0.04, 0.04], open: [bottom, top]}}, position: [0, 0, 0.04],
     motion: {translation: {velocity: [2 mm/s, 0, 0]
}
}
}
  - {name: grains, material: grain, shape: {sphere: {radius: 5 mm}}, lattice: {spacing: 10.5 mm, counts: [3, 3, 3], jitter: 0.02},
     position: [-10.5 mm, -10.5 mm, 5.4 mm]}
  - {name: load, material: load, shape: {box: {size: [30 mm, 30 mm, 10 mm]}}, position: [0, 0, 37 mm], lock: [x, y, rx, ry, rz]}
)");
  const auto momentum = [&] {
    Vec3 sum;
    const Bodies& bodies = run.world().bodies;
    for (std::size_t i = 0; i < bodies.size(); ++i)
      if (!is_immobile(bodies.info[i])) sum += bodies.motion[i].velocity / bodies.inertia[i].inverse_mass;
    return sum;
  };
  double weight = 0;
  for (std::size_t i = 0; i < run.world().bodies.size(); ++i)
    if (!is_immobile(run.world().bodies.info[i]))
      weight += kGravity / run.world().bodies.inertia[i].inverse_mass;
  double largest = 0;
  while (!run.simulation.done()) {
    const Vec3 before = momentum();
    advance(run);
    Vec3 walls;
    const Bodies& bodies = run.world().bodies;
    for (std::size_t i = 0; i < bodies.size(); ++i)
      if (is_immobile(bodies.info[i])) walls += bodies.load[i].force;
    const Vec3 rate = (momentum() - before) / kStep;
    EXPECT_NEAR(rate.z + weight + walls.z, 0, kMillionsOfRoundings * weight) << run.simulation.time();
    largest = std::max(largest, -walls.z);
  }
  EXPECT_GT(largest, weight);
}

// Across the grain the same pull gives less slip: a ball pulled at 45 degrees drifts towards the grain.
TEST(Compliant, SlipFollowsTheGrain) {
  Ball ball{.law = "stiffness: 1e6, dilatancy: 0, grain: [1, 0, 0], grain_ratio: 3",
            .more = "lock: [rx, ry, rz], force: [6, 6, 0]",
            .end = 0.05};
  ball.height = -kGravity / 1e6;
  SceneRun run(yaml(ball));
  run.to_end();
  const Vec3 v = run.velocity(1);
  ASSERT_GT(v.x, 0.01);
  // Friction acts along H u: μN (u_x, 3 u_y)/|...|, so that m u̇ = F − that. The path bends to x.
  EXPECT_GT(v.x, 1.2 * v.y);
  ball.law = "stiffness: 1e6, dilatancy: 0";
  SceneRun plain(yaml(ball));
  plain.to_end();
  EXPECT_NEAR(plain.velocity(1).x, plain.velocity(1).y, kMillionsOfRoundings);
}

// --- Cohesion

struct Pull {
  double z = 0, force = 0;
};
Pull pulled(const std::string& yield, double pull) {
  SceneRun run(yaml({.law = "stiffness: 1e6, damping_time: 0.01, yield: " + yield,
                     .gravity = "[0, 0, 0]",
                     .more = fmt::format("lock: [x, y, rx, ry, rz], force: [0, 0, {}]", pull),
                     .end = 0.2}));
  while (!run.simulation.done()) advance(run);
  return {gap(run), contact_force(run).z};
}

TEST(Compliant, CohesionHoldsBelowItsLimitAndFlowsAboveIt) {
  for (const char* kind : {"shifted_cone", "cone_ball", "cone_ellipsoid"}) {
    SCOPED_TRACE(kind);
    const std::string yield = fmt::format("{{{}: {{cohesion: 5, range: 1}}}}", kind);
    const Pull held = pulled(yield, 4.9), flows = pulled(yield, 5.1);
    EXPECT_NEAR(held.z, 4.899999978344486e-06, kFewRoundings);  // 200 steps on paper
    EXPECT_NEAR(held.force, -4.9, kTenForceTolerances);
    EXPECT_NEAR(flows.z, 0.002074999999999988, kHundredsOfRoundings);
    EXPECT_NEAR(flows.force, -5, kHundredThousandsOfRoundings);
    // without a range it lets go as soon as it flows
    const Pull torn = pulled(fmt::format("{{{}: {{cohesion: 5}}}}", kind), 5.1);
    EXPECT_EQ(torn.force, 0);
    EXPECT_GT(torn.z, 0.05);
  }
}

TEST(Compliant, CohesionBeginsAtTouchWhateverTheMargin) {
  std::vector<double> ends;
  for (const char* margin : {"0.001", "0.5"}) {
    // Next to the floor, pulled away: nothing holds it.
    Ball ball{.law = "stiffness: 1e6, yield: {shifted_cone: {cohesion: 5}}",
              .gravity = "[0, 0, 0]",
              .height = 1e-5,
              .more = "lock: [x, y, rx, ry, rz], force: [0, 0, 1]",
              .end = 0.1};
    ball.solver += fmt::format(", margin: {}", margin);
    SceneRun free(yaml(ball));
    free.to_end();
    EXPECT_NEAR(free.velocity(1).z, 0.1, kThousandsOfRoundings);
    // Thrown at it, caught by it, and pulled off when the force is enough.
    ball.law = "stiffness: 1e5, damping_time: 5 ms, yield: {shifted_cone: {cohesion: 5, range: 1 mm}}";
    ball.height = 0.01;
    ball.more = "lock: [x, y, rx, ry, rz], velocity: [0, 0, -0.3], force: [0, 0, '20*t']", ball.end = 0.45;
    SceneRun caught(yaml(ball));
    caught.until([](const Simulation& s) { return s.time() > 0.2; });
    EXPECT_LT(gap(caught), kCaught);
    caught.to_end();
    EXPECT_GT(gap(caught), 2e-3);
    ends.push_back(gap(caught));
  }
  EXPECT_NEAR(ends[0], ends[1], kThousandsOfRoundings);
}

// A gap that tension has opened is no lift: what is torn off has to touch again.
TEST(Compliant, TornContactsBearNothingAtADistance) {
  SceneRun run(
      yaml({.law = "stiffness: 1e4, damping_time: 0.1, yield: {shifted_cone: {cohesion: 5, range: 0.1 mm}}",
            .gravity = "[0, 0, 0]",
            .more = "lock: [x, y, rx, ry, rz], force: [0, 0, '10*min(1, max(-1, 1e9*(0.03 - t)))']",
            .end = 0.2}));
  bool torn = false;
  while (!run.simulation.done() && (!torn || gap(run) > 0)) {
    torn = torn || gap(run) > 6.1e-4;
    advance(run);
    if (torn && gap(run) > 0) {
      ASSERT_EQ(contact_force(run).z, 0) << run.simulation.time();
    }
  }
  EXPECT_TRUE(torn);
  EXPECT_LE(gap(run), 0);
}

TEST(Compliant, SofteningLosesItsCohesionOverTheRange) {
  // At half the range half the cohesion is left; slowly, at a speed of the floor.
  Ball ball{.law = "stiffness: 1e6, yield: {shifted_cone: {cohesion: 5, range: 10 mm, softening: true}}",
            .gravity = "[0, 0, 0]",
            .more = "lock: [x, y, z, rx, ry, rz]",
            .floor = "motion: {translation: {velocity: [0, 0, -0.01]}}",
            .end = 1.2};
  SceneRun run(yaml(ball));
  while (run.simulation.time() < 0.5 - 1e-9) advance(run);
  EXPECT_NEAR(contact_force(run).z, -2.5, kTwoStepsOfSoftening);
  run.to_end();
  advance(run);
  EXPECT_EQ(contact_force(run).z, 0);
}

// --- Crushing

TEST(Compliant, CrushesUntilItHasHardenedEnough) {
  for (const char* shape : {"flat", "round", "sphere"}) {
    SCOPED_TRACE(shape);
    const double k = 1e6, crush = 20, hardening = 1e5, load = 50;
    Ball ball{
        .law = fmt::format("stiffness: {}, damping_time: 5 ms, yield: {{capped: {{crush: {}, hardening: {}, "
                           "shape: {}}}}}",
                           k, crush, hardening, shape),
        .gravity = "[0, 0, 0]",
        .end = 3};
    // A hundredth of the load stays, so that the ball does too.
    ball.more = "lock: [x, y, rx, ry, rz], force: [0, 0, '-50*min(1, max(0.01, min(t, 5 - 2*t)))']";
    SceneRun run(yaml(ball));
    run.until([](const Simulation& s) { return s.time() > 1.9; });
    const double depth = (load - crush) / hardening;
    // The mass goes on after the load has come to its end: v = Ḟ/H, v/ω farther, and as much from its
    // beginning.
    const double inertia = 2 * load / hardening / std::sqrt(hardening);
    EXPECT_NEAR(gap(run), -depth - load / k, inertia);
    // What was crushed stays when the load has gone.
    run.to_end();
    EXPECT_NEAR(gap(run), -depth - 0.01 * load / k, inertia);
    const Energy energy = run.simulation.energy();
    EXPECT_NEAR(energy.plastic, 0.5 * (crush + load) * depth, kLoadGoesOn * energy.plastic);
    // A force that grows is booked with the mean of both ends of a step, and acts with its beginning.
    EXPECT_LT(std::abs(energy.imbalance), kStep * load * depth);
  }
}

// --- From soft to rigid, for a few steps: a pile that slides apart is not smooth in its stiffness for long

TEST(Compliant, BecomesTheConeLawAsStiffnessGrows) {
  const auto pile = [](const std::string& law) {
    return SceneRun(fmt::format(R"(
materials: {{stuff: {{density: 2000, friction: 0.4}}}}
method: {{implicit: {{law: {}, tolerance: 1e-12, max_iterations: 50000}}}}
time: {{step: 2e-3, end: 0.01, speed: 0.1}}
bodies:
  - {{name: floor, material: stuff, shape: {{plane: {{normal: [0, 0, 1]}}}}, position: [0, 0, 0], fixed: true}}
  - {{name: balls, material: stuff, shape: {{sphere: {{radius: 0.1}}}}, pyramid: {{base: 3}}, position: [0, 0, 0.1]}}
)",
                                law));
  };
  SceneRun rigid = pile("cone, solver: interior_point");
  rigid.to_end();
  double last = 1;
  for (const char* stiffness : {"1e7", "1e9", "1e11"}) {
    SceneRun soft = pile(fmt::format("compliant, stiffness: {}, solver: primal_newton", stiffness));
    soft.to_end();
    double largest = 0;
    for (Uid uid = 1; uid < rigid.world().bodies.size(); ++uid)
      largest = std::max(largest, norm(soft.position(uid) - rigid.position(uid)));
    EXPECT_LT(largest, 0.05 * last) << stiffness;
    last = largest;
  }
  EXPECT_LT(last, kSoftnessLeft);
}

// --- Energy

TEST(Compliant, EnergyBudgetCloses) {
  SceneRun run(R"(
materials: {stuff: {density: 2000, friction: 0.5}}
method: {implicit: {law: compliant, yield: {cone_ball: {cohesion: 0.2}}, stiffness: 1e5, damping_time: 2 ms, solver: spg,
                    tolerance: 1e-9, max_iterations: 5000}}
time: {step: 2e-4, end: 0.12, speed: 1}
bodies:
  - {name: tray, material: stuff, shape: {container: {size: [0.12, 0.12, 0.3], open: top}}, position: [0, 0, 0.15],
     motion: {translation: {velocity: ['0.1*sin(40*t)', 0, 0]
}
}
}
  - {name: balls, material: stuff, shape: {sphere: {radius: 1 cm}}, lattice: {spacing: 22 mm, counts: [4, 4, 4], jitter: 0.04},
     position: [-33 mm, -33 mm, 15 mm]}
)");
  double worst = 0;
  run.until([&](Simulation& s) {
    worst = std::max(worst, std::abs(s.energy().imbalance));
    return false;
  });
  const Energy e = run.simulation.energy();
  EXPECT_GT(e.friction, 0);
  EXPECT_GT(e.damping, 0);
  EXPECT_GT(e.elastic_normal, 0);
  // Heights are those of the new velocities: ½ M g h v, which comes and goes with the velocity.
  const double mass = 64 * 2000 * 4.0 / 3 * std::numbers::pi * 1e-6, speed = 0.5;
  EXPECT_LT(worst, 0.5 * mass * kGravity * kStepOfThePile * speed);
  EXPECT_GT(e.lost(), 20 * worst);
}

}  // namespace
}  // namespace cairn::test
