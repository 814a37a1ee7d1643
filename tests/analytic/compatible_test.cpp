// Compatible forces of runs: platforms and pyramids that fall onto their supports, against closed forms, a
// network put together by hand, and the equilibrium of ever stiffer springs.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <map>
#include <numbers>
#include <sstream>

#include "compatible_sample.h"
#include "places.h"
#include "run/stored_forces.h"
#include "simulate.h"

namespace cairn::test {
namespace {

// Of forces [N]. Solvers find impulses to 1e-11 or better of those of a step of 1 ms.
constexpr double kCompatibleError = 1e-10;      // three supports, a few hundred roundings and a linear solve
constexpr double kCompatibleErrorAskew = 1e-9;  // supports that are about to be unloaded
constexpr double kSolverError = 1e-8, kTenSolverErrors = 1e-7;
constexpr double kSweepsOfPgs = 1e-6;          // sweeps end when they change little, not at the answer
constexpr double kFellIntoPlace = 1e-8;        // weights: bodies are where they came to rest
constexpr double kGenerousForDistance = 0.01;  // of stored distances, which have six digits

using Overrides = std::vector<std::string>;
using PairForces = std::map<std::pair<Uid, Uid>, double>;  // normal force per pair of bodies

std::vector<ContactForce> last_contacts(const std::string& scene, const Overrides& overrides,
                                        int threads = 1) {
  SceneRun run(Scene::from_file(in_source_tree("scenes/papers/OK18/") + scene, overrides), threads);
  run.to_end();
  EXPECT_TRUE(run.simulation.report().forces.has_value());
  EXPECT_TRUE(run.simulation.report().forces->converged);
  return run.simulation.contacts();
}

// Forces on the supports left, middle, right (uids 2, 1, 3).
struct Supports {
  double solver[3] = {0, 0, 0}, compatible[3] = {0, 0, 0};
};
Supports supports(const std::string& scene, const Overrides& overrides = {}) {
  Supports found;
  for (const ContactForce& contact : last_contacts(scene, overrides)) {
    const std::size_t k = contact.key.b == 2 ? 0 : contact.key.b == 1 ? 1 : 2;
    found.solver[k] += -contact.force.z, found.compatible[k] += -contact.compatible.z;
  }
  return found;
}

void expect_supports(const double (&found)[3], const double (&answer)[3], double tolerance) {
  for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(found[k], answer[k], tolerance) << k;
}

TEST(CompatibleRun, PlatformOnThreeSupports) {
  const Supports equal = supports("beam.yaml");
  expect_supports(equal.compatible, {10.0 / 3, 10.0 / 3, 10.0 / 3}, kCompatibleError);
  expect_supports(supports("beam_stiff_middle.yaml").compatible, {2, 6, 2}, kCompatibleError);
  expect_supports(supports("beam_stiff_middle.yaml", {"method.implicit.compatible_forces=hertz"}).compatible,
                  {2, 6, 2}, kCompatibleError);
}

// Its supports are listed middle first: Gauss-Seidel gives all to that one and has no reason to change it.
TEST(CompatibleRun, SweepsGiveTheirOwnAnswer) {
  const Supports found = supports("beam.yaml", {"method.implicit.solver=pgs", "method.implicit.order=key"});
  expect_supports(found.solver, {0, 10, 0}, kSweepsOfPgs);
  expect_supports(found.compatible, {10.0 / 3, 10.0 / 3, 10.0 / 3}, kCompatibleError);
}

TEST(CompatibleRun, LoadsOffTheMiddleAndALowSupport) {
  expect_supports(supports("beam.yaml", {"let.load=0.1"}).compatible, {7.0 / 3, 10.0 / 3, 13.0 / 3},
                  kCompatibleErrorAskew);
  expect_supports(supports("beam.yaml", {"let.load=0.3"}).compatible, {1.0 / 3, 10.0 / 3, 19.0 / 3},
                  kCompatibleErrorAskew);
  expect_supports(supports("beam.yaml", {"let.load=0.45"}).compatible, {0, 1, 9}, kCompatibleErrorAskew);
  expect_supports(supports("beam.yaml", {"let.low=1e-6"}).compatible, {5, 0, 5}, kCompatibleErrorAskew);
}

// A cube on a plate that is driven upwards, whose four corners share its weight however the sweeps went; a
// ball beside it that touches nothing has no part in it.
TEST(CompatibleRun, CubeOnADrivenPlate) {
  for (const char* law : {"frictionless", "cone", "coulomb"}) {
    SceneRun run(fmt::format(R"(
gravity: [0, 0, -10]
materials: {{wood: {{density: 125, friction: 0.5}}}}
method: {{implicit: {{law: {}, solver: pgs, tolerance: 1e-11, max_iterations: 100000, warm_start: false,
         compatible_forces: hertz}}}}
time: {{step: 1 ms, end: 50 ms}}
bodies:
  - {{name: plate, material: wood, shape: {{box: {{size: [1, 1, 0.2]}}}}, position: [0, 0, -0.1],
     motion: {{translation: {{velocity: [0, 0, 0.1]}}}}}}
  - {{name: cube, material: wood, shape: {{box: {{size: [0.2, 0.2, 0.2]}}}}, position: [0, 0, 0.1], velocity: [0, 0, 0.1]}}
  - {{name: ball, material: wood, shape: {{sphere: {{radius: 0.1}}}}, position: [0.4, 0, 1]}}
measure: {{contacts: {{every: 1}}}}
)",
                             law));
    run.to_end();
    const std::vector<ContactForce> contacts = run.simulation.contacts();
    ASSERT_EQ(contacts.size(), 4u) << law;
    for (const ContactForce& contact : contacts) {
      EXPECT_NEAR(contact.compatible.z, 2.5, kTenSolverErrors) << law;
      EXPECT_NEAR(std::hypot(contact.compatible.x, contact.compatible.y), 0, kTenSolverErrors) << law;
    }
    EXPECT_EQ(run.simulation.report().forces->contacts, 4u);
  }
}

// --- A ball in a groove with friction: T/N = κ tan a, or μ where that is less

TEST(CompatibleRun, BallInAGrooveWithFriction) {
  const double a = std::numbers::pi / 6;
  for (const char* law : {"coulomb", "cone"})
    for (const double mu : {0.3, 0.8}) {
      SceneRun run = SceneRun::shipped(
          "features/groove.yaml", {fmt::format("let.mu={}", mu), fmt::format("method.implicit.law={}", law)});
      run.to_end();
      const double share = std::min(mu, 0.8 * std::tan(a));
      const double normal = 5 / (std::cos(a) + share * std::sin(a));
      const std::vector<ContactForce> contacts = run.simulation.contacts();
      ASSERT_EQ(contacts.size(), 2u);
      for (const ContactForce& contact : contacts) {
        const double n = dot(contact.compatible, contact.normal);
        EXPECT_NEAR(n, normal, kSolverError) << law << mu;
        EXPECT_NEAR(norm(contact.compatible - n * contact.normal), share * normal, kSolverError) << law << mu;
        EXPECT_TRUE(contact.self_stressed);
      }
    }
}

// --- Pyramids

constexpr double kWeight = 2000 * std::numbers::pi / 6 * 2.5e-3 * 2.5e-3 * 2.5e-3 * 9.81;

// In weights of a ball; a pyramid that never fell.
PairForces ideal_forces(int base, bool two_species, double power) {
  Pyramid pile = pyramid(base, two_species);
  pile.solved.solve(*solvers().make("apgd"));
  const std::vector<Vec3> found = compatible(pile.solved, {.power = power}).impulse;
  PairForces forces;
  for (std::size_t k = 0; k < found.size(); ++k) {
    const Block& block = pile.solved.problem.blocks[k];
    forces[{block.a, block.b}] = found[k].x;
  }
  return forces;
}

void expect_same_forces(const std::vector<ContactForce>& contacts, const PairForces& answer,
                        double tolerance) {
  PairForces found;
  for (const ContactForce& contact : contacts)
    found[{contact.key.a, contact.key.b}] = dot(contact.compatible, contact.normal) / kWeight;
  double most = 0;
  for (const auto& [pair, force] : answer)
    most = std::max(most, std::abs(force - (found.contains(pair) ? found[pair] : 0)));
  EXPECT_LE(most, tolerance);
}

TEST(CompatibleRun, PyramidThatFellIntoPlace) {
  const Overrides five{"let.base=5"};
  const Overrides hertz{"let.base=5", "method.implicit.compatible_forces=hertz"};
  expect_same_forces(last_contacts("cannonball.yaml", five), ideal_forces(5, false, 2), kFellIntoPlace);
  expect_same_forces(last_contacts("cannonball_hertz.yaml", five), ideal_forces(5, false, 2.5),
                     kFellIntoPlace);
  expect_same_forces(last_contacts("cannonball_species.yaml", five), ideal_forces(5, true, 2),
                     kFellIntoPlace);
  expect_same_forces(last_contacts("cannonball_species.yaml", hertz), ideal_forces(5, true, 2.5),
                     kFellIntoPlace);
}

TEST(CompatibleRun, TheSameBitsOnAnyNumberOfThreads) {
  const std::vector<ContactForce> one = last_contacts("cannonball_species.yaml", {"let.base=6"});
  ASSERT_FALSE(one.empty());
  for (const int threads : {2, 3, 4}) {
    const std::vector<ContactForce> more = last_contacts("cannonball_species.yaml", {"let.base=6"}, threads);
    ASSERT_EQ(more.size(), one.size());
    for (std::size_t k = 0; k < one.size(); ++k) {
      EXPECT_EQ(more[k].compatible, one[k].compatible);
      EXPECT_EQ(more[k].self_stressed, one[k].self_stressed);
    }
  }
}

// They are looked at, never used.
TEST(CompatibleRun, MotionNeverChanges) {
  const auto hash_of = [](const std::string& method) {
    SceneRun run(Scene::from_text(fmt::format(R"(
gravity: [0, 0, -9.81]
materials: {{ball: {{density: 2000 kg/m3, friction: 0.3}}}}
method: {{implicit: {{law: coulomb, solver: pgs{}}}}}
time: {{step: 1 ms, end: 20 ms}}
bodies:
  - {{name: pile, material: ball, shape: {{sphere: {{diameter: 2.5 mm}}}}, position: [0, 0, 1.25 mm],
     pyramid: {{base: 4, gap: 0.06 mm, fix_base: true}}}}
measure: {{contacts: {{every: 1 ms}}}}
)",
                                              method),
                                  "pile.yaml"));
    run.to_end();
    return run.simulation.hash();
  };
  EXPECT_EQ(hash_of(""), hash_of(", compatible_forces: {power: hertz, tangential: 0.8}"));
}

// --- Stiff springs

// The pyramid of base 5 on springs of stiffness K weights per diameter, come to rest in its place.
double distance_of_springs(double stiffness, const PairForces& limit) {
  const double period = std::sqrt(1 / stiffness * 2.5e-3 / 9.81);  // √(m/k)
  SceneRun run(fmt::format(R"(
gravity: [0, 0, -9.81]
materials: {{ball: {{density: 2000 kg/m3, restitution: 0.1}}}}
method: {{explicit: {{law: hooke, stiffness: {}}}}}
damping: {{global: {}}}
time: {{step: auto, end: {}}}
bodies:
  - {{name: pile, material: ball, shape: {{sphere: {{diameter: 2.5 mm}}}}, position: [0, 0, 1.25 mm],
     pyramid: {{base: 5, gap: 0, fix_base: true}}}}
measure: {{contacts: {{every: 1}}}}
)",
                           stiffness * kWeight / 2.5e-3, 0.5 / period, 400 * period));
  run.to_end();
  double off2 = 0, all2 = 0;
  PairForces found;
  for (const ContactForce& contact : run.simulation.contacts())
    found[{contact.key.a, contact.key.b}] = dot(contact.force, contact.normal) / kWeight;
  for (const auto& [pair, force] : limit) {
    const double off = (found.contains(pair) ? found[pair] : 0) - force;
    off2 += off * off, all2 += force * force;
  }
  return std::sqrt(off2 / all2);
}

// The explicit run of the same pile goes to the compatible forces like its overlap: 1.27 of it over the
// diameter.
TEST(CompatibleRun, EverStifferSpringsGoToThem) {
  const PairForces limit = ideal_forces(5, false, 2);
  const std::map<double, double> answers{{1e2, 0.0131705}, {1e3, 0.00127538}, {1e4, 0.000127141}};
  for (const auto& [stiffness, distance] : answers)
    EXPECT_NEAR(distance_of_springs(stiffness, limit) / distance, 1, kGenerousForDistance) << stiffness;
}

}  // namespace
}  // namespace cairn::test
