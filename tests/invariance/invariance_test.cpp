// The same physics from another point of view: clusters of spheres that collide, moved, turned, mirrored,
// watched from a moving frame, listed in another order. The motion is transformed likewise.
//   30 scenes per method, 1000 with CAIRN_LONG
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <map>

#include "base/random.h"
#include "math/quat.h"
#include "simulate.h"

namespace cairn::test {
namespace {

// Over the size of the scene, 1 m, and its speeds, 1 m/s. Contacts are as stiff as 1e4 N/m and bodies weigh
// grams, so that an error of position of 1e-16 m grows by the order of 1e3 in a collision.
constexpr double kExplicitError = 1e-11;
constexpr double kTolerance = 1e-10;                // of the solver
constexpr double kImplicitError = 10 * kTolerance;  // velocities of at most 1 m/s

struct Grain {
  double radius = 0;
  Vec3 position, velocity, spin;
};
struct Cluster {
  std::vector<Grain> grains;
  Vec3 gravity;
};

// A change of view: of places, of polar vectors, and of spins, which a mirror changes the other way.
struct View {
  std::string name;
  std::function<Vec3(const Vec3&)> turn = [](const Vec3& v) { return v; };
  Vec3 shift = {}, boost = {};
  double handedness = 1;
  bool reversed = false;  // order of the bodies

  Grain seen(const Grain& g, double t) const {
    return {g.radius, turn(g.position) + shift + t * boost, turn(g.velocity) + boost,
            handedness * turn(g.spin)};
  }
};

Vec3 normal(Random& random) { return {random.normal(), random.normal(), random.normal()}; }

// Spheres on the corners of a lattice, which fly towards the middle and fall.
Cluster cluster_of(std::uint64_t seed) {
  Random random(seed);
  Cluster cluster;
  for (int k = 0; k < 12; ++k) {
    Grain grain;
    grain.radius = random.uniform(0.006, 0.0095);
    grain.position = 0.02 * Vec3{double(k % 3) - 1, double(k / 3 % 2) - 0.5, double(k / 6) - 0.5};
    grain.velocity = -60.0 * grain.position + 0.1 * normal(random);
    grain.spin = 3 * normal(random);
    cluster.grains.push_back(grain);
  }
  cluster.gravity = 5 * normal(random);
  return cluster;
}

std::string text(const Vec3& v) { return fmt::format("[{}, {}, {}]", v.x, v.y, v.z); }

std::string scene_of(const Cluster& cluster, const std::string& method) {
  std::string scene = "method: " + method + "\ngravity: " + text(cluster.gravity) +
                      "\nmaterials: {glass: {density: 2500, friction: 0.4, restitution: 0.6, young: 1e6, "
                      "poisson: 0.3}}\nbodies:\n";
  for (std::size_t k = 0; k < cluster.grains.size(); ++k) {
    const Grain& g = cluster.grains[k];
    scene += fmt::format(
        "  - {{material: glass, shape: {{sphere: {{radius: {}}}}}, position: {}, velocity: {}, "
        "angular_velocity: {}}}\n",
        g.radius, text(g.position), text(g.velocity), text(g.spin));
  }
  return scene;
}

Cluster after(const Cluster& cluster, const std::string& method, std::uint64_t steps,
              std::uint64_t& contacts) {
  SceneRun run(scene_of(cluster, method));
  while (run.simulation.step() < steps) {
    run.simulation.advance();
    contacts += run.simulation.report().contacts;
  }
  Cluster result = cluster;
  for (std::size_t k = 0; k < result.grains.size(); ++k)
    result.grains[k] = {cluster.grains[k].radius, run.position(k), run.velocity(k), run.spin(k)};
  return result;
}

Cluster seen(const Cluster& cluster, const View& view, double t) {
  Cluster result = cluster;
  for (Grain& grain : result.grains) grain = view.seen(grain, t);
  result.gravity = view.turn(cluster.gravity);
  if (view.reversed) std::ranges::reverse(result.grains);
  return result;
}

std::vector<View> views() {
  const Quat q = unit(Quat{0.3, 0.5, -0.7, 0.2});
  View shifted{"translation"}, turned{"rotation"}, mirrored{"mirror"}, moving{"boost"},
      permuted{"permutation"};
  shifted.shift = {0.5, -0.25, 1};
  turned.turn = [q](const Vec3& v) { return rotate(q, v); };
  mirrored.turn = [](const Vec3& v) { return Vec3{-v.x, v.y, v.z}; };
  mirrored.handedness = -1;
  moving.boost = {0.3, -0.2, 0.5};
  permuted.reversed = true;
  return {shifted, turned, mirrored, moving, permuted};
}

struct Method {
  std::string name, yaml;
  double step = 0;
  std::uint64_t steps = 0;
  double error = 0;
};

class Invariance : public testing::TestWithParam<Method> {};

TEST_P(Invariance, TheSameMotionFromEveryPointOfView) {
  const auto& [name, yaml, step, steps, allowed] = GetParam();
  const std::string method =
      yaml +
      fmt::format("\ntime: {{step: {}, end: 10, speed: 1, allow_unstable: true, allow_overlap: true}}", step);
  const int count = std::getenv("CAIRN_LONG") ? 1000 : 30;
  const double t = step * static_cast<double>(steps);
  std::uint64_t contacts = 0;
  std::map<std::string, double> worst;
  for (int seed = 1; seed <= count; ++seed) {
    const Cluster start = cluster_of(static_cast<std::uint64_t>(seed));
    const Cluster end = after(start, method, steps, contacts);
    for (const View& view : views()) {
      const Cluster expected = seen(end, view, t),
                    found = after(seen(start, view, 0), method, steps, contacts);
      for (std::size_t k = 0; k < found.grains.size(); ++k) {
        const double off = std::max(norm(found.grains[k].position - expected.grains[k].position),
                                    norm(found.grains[k].velocity - expected.grains[k].velocity));
        worst[view.name] = std::max(worst[view.name], off);
        EXPECT_LE(off, allowed) << view.name << ", seed " << seed << ", grain " << k;
      }
    }
  }
  EXPECT_GT(contacts, static_cast<std::uint64_t>(count) * 100) << "bodies hardly touched";
  for (const auto& [view, off] : worst) fmt::print("{}, {}: {:.1e}\n", name, view, off);
}

INSTANTIATE_TEST_SUITE_P(
    Methods, Invariance,
    testing::Values(Method{"hooke", "{explicit: {law: hooke, stiffness: 1e4}}", 1e-5, 300, kExplicitError},
                    Method{"hertz_mindlin", "{explicit: {law: hertz_mindlin}}", 1e-5, 300, kExplicitError},
                    Method{
                        "implicit",
                        "{implicit: {law: coulomb, solver: nlgs, tolerance: 1e-10, max_iterations: 10000}}",
                        1e-3, 10, kImplicitError}),
    [](const auto& method) { return method.param.name; });

}  // namespace
}  // namespace cairn::test
