// Random scenes under every method: no number that is not finite, no lost momentum, unconverged solves
// counted, the same bits on other threads and after a resume. A scene that fails is made as small as it stays
// failing, and is kept in the folder CAIRN_FINDINGS, or where the test runs.
//   CAIRN_SCENES=N   scenes per method; 300 with CAIRN_LONG, 20 without
//   CAIRN_SEED=N     the first seed, 1 without
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>

#include "base/child.h"
#include "random/random_scene.h"
#include "simulate.h"

namespace cairn::random_scenes {
namespace {

constexpr double kMomentum = 1e-13;  // of Σ m |v|, which is what isolated systems may lose
constexpr ChildLimits kAmple{4ull << 30u, 120};

int number(const char* variable, int otherwise) {
  const char* asked = std::getenv(variable);
  return asked ? std::atoi(asked) : otherwise;
}

struct Momentum {
  Vec3 sum;
  double size = 0;
};
Momentum momentum_of(const World& world) {
  Momentum p;
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    if (is_immobile(world.bodies.info[i])) continue;
    const Vec3 own = mass(world.bodies.inertia[i]) * world.bodies.motion[i].velocity;
    p.sum += own;
    p.size += norm(own);
  }
  return p;
}

std::string fault_of_state(const World& world) {
  for (std::size_t i = 0; i < world.bodies.size(); ++i)
    if (!is_finite(world.bodies.place[i].position) || !is_finite(world.bodies.motion[i].velocity) ||
        !is_finite(world.bodies.motion[i].spin))
      return fmt::format("body {} is not finite at step {}", world.bodies.info[i].uid, world.step);
  return {};
}

std::string fault_of_summary(Simulation& simulation, double tolerance) {
  Summary summary;
  simulation.summarise(summary);
  if (!std::isfinite(summary.energy.stored() + summary.energy.lost() + summary.residual.max))
    return "energy or residual is not finite";
  if (summary.residual.max > tolerance && summary.unconverged_steps == 0)
    return fmt::format("a residual of {:g} that nobody counts", summary.residual.max);
  return {};
}

// What is wrong with the run of this scene; empty: nothing. A run may stop with a reason.
std::string fault_of(const RandomScene& scene, std::uint64_t seed) {
  const std::string text = scene.text();
  test::SceneRun run(text, 1);
  const std::uint64_t stop = 1 + Random(seed).next() % (scene.steps - 1);
  Record record;
  const Momentum before = momentum_of(run.world());
  try {
    while (run.simulation.step() < scene.steps) {
      run.simulation.advance();
      if (const std::string fault = fault_of_state(run.world()); !fault.empty()) return fault;
      if (run.simulation.step() == stop) run.simulation.save(record);
    }
  } catch (const RunError&) {
    return {};
  }
  const Value& method = run.simulation.scene()["method"];
  const double tolerance = method.selected().declares("tolerance") ? method["tolerance"].number() : 1;
  if (const std::string fault = fault_of_summary(run.simulation, tolerance); !fault.empty()) return fault;
  if (const Momentum after = momentum_of(run.world()); scene.is_isolated) {
    const double lost = norm(after.sum - before.sum), allowed = kMomentum * std::max(before.size, after.size);
    if (!(lost <= allowed)) return fmt::format("momentum changes by {:g} N s, of {:g}", lost, before.size);
  }
  const std::uint64_t hash = run.simulation.hash();
  for (const int threads : {2, 3}) {
    test::SceneRun other(text, threads);
    while (other.simulation.step() < scene.steps) other.simulation.advance();
    if (other.simulation.hash() != hash) return fmt::format("another hash on {} threads", threads);
  }
  Simulation resumed(Scene::from_text(text, "test.yaml"), 2);
  resumed.load(record);
  while (resumed.step() < scene.steps) resumed.advance();
  if (resumed.hash() != hash) return fmt::format("another hash after a resume at step {}", stop);
  return {};
}

// In a process of its own: a broken contract or a hang is a finding as well.
std::string finding(const RandomScene& scene, std::uint64_t seed) {
  const ChildResult result = run_in_child(kAmple, [&] {
    Record record;
    std::string fault;
    try {
      fault = fault_of(scene, seed);
    } catch (const InputError& error) {
      fault = std::string("refused: ") + error.what();
    }
    record.put("fault", std::string_view(fault));
    return record;
  });
  return result.reason.empty() ? result.record.get<std::string>("fault") : "died: " + result.reason;
}

// Leaves out what the failure does not need, item by item.
RandomScene shrunk(RandomScene scene, std::uint64_t seed, const std::string& fault) {
  const std::string kind = fault.substr(0, 12);
  for (const auto list : {&RandomScene::events, &RandomScene::others, &RandomScene::bonds,
                          &RandomScene::joints, &RandomScene::bodies})
    for (std::size_t i = (scene.*list).size(); i-- > 0;) {
      RandomScene smaller = scene;
      (smaller.*list).erase((smaller.*list).begin() + static_cast<std::ptrdiff_t>(i));
      if (finding(smaller, seed).starts_with(kind)) scene = smaller;
    }
  return scene;
}

void keep(const RandomScene& scene, const std::string& name, const std::string& fault) {
  const char* folder = std::getenv("CAIRN_FINDINGS");
  const std::string path = fmt::format("{}/{}.yaml", folder ? folder : ".", name);
  std::ofstream(path) << "# " << fault.substr(0, fault.find('\n')) << '\n' << scene.text();
  ADD_FAILURE() << name << ": " << fault << "\nkept as " << path << ":\n" << scene.text();
}

class RandomScenes : public testing::TestWithParam<std::size_t> {};
INSTANTIATE_TEST_SUITE_P(Methods, RandomScenes, testing::Range<std::size_t>(0, methods().size()),
                         [](const auto& row) { return methods()[row.param].name; });

TEST_P(RandomScenes, KeepEveryPromise) {
  const Method& method = methods()[GetParam()];
  const int count = number("CAIRN_SCENES", std::getenv("CAIRN_LONG") ? 300 : 20),
            first = number("CAIRN_SEED", 1);
  int refused = 0;
  for (int k = first; k < first + count; ++k) {
    const auto seed = static_cast<std::uint64_t>(k);
    const RandomScene scene = random_scene(method, seed);
    const std::string fault = finding(scene, seed);
    if (fault.empty()) continue;
    if (fault.starts_with("refused:")) {  // the generator may ask for what does not exist, but rarely
      ++refused;
      fmt::print("{} {}: {}\n", method.name, seed, fault.substr(0, 300));
      continue;
    }
    keep(shrunk(scene, seed, fault), fmt::format("{}_{}", method.name, seed), fault);
  }
  EXPECT_LE(5 * refused, count);
}

}  // namespace
}  // namespace cairn::random_scenes
