// Changes from outside between steps belong to the state: a stored run goes on with the last values, and one
// with a solver or measure of its caller is refused by name.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "base/error.h"
#include "run/results.h"
#include "run/simulation.h"

namespace cairn {
namespace {

namespace fs = std::filesystem;

constexpr const char* kScene = R"yaml(
gravity: [0, 0, -9.81]
materials: {stone: {density: 2000, friction: 0.4, restitution: 0.3}}
method: METHOD
time: {step: 1e-4, end: 1}
bodies:
  - {name: floor, material: stone, shape: plane, fixed: true}
  - {name: flap, material: stone, shape: {box: {size: [0.06, 0.04, 0.01]}}, position: [0.1, 0, 0.1]}
  - {name: balls, material: stone, shape: {sphere: {radius: 0.01}}, position: [0, 0, 0.011], lattice: {kind: cubic, spacing: 0.021, counts: [3, 3, 2]}}
joints:
  - {revolute: {name: hinge, bodies: [flap, ground], point: [0.07, 0, 0.1], axis: [0, 1, 0]}}
)yaml";

Scene scene_with(const std::string& method) {
  std::string text = kScene;
  text.replace(text.find("METHOD"), 6, method);
  return Scene::from_text(text, "outside.yaml");
}

void steer(Simulation& simulation, int k) {
  const Uid flap[] = {1};
  const Vec3 force[] = {{0.1 * k, 0, 0}};
  if (k % 3 == 0) simulation.hold_load(flap, &AppliedLoad::force, force);
  if (k % 4 == 0) simulation.hold_motor({0, JointRole::turn, Motor::Asks::effort, 0.01 * k});
  if (k == 10)
    simulation.act(
        "{add: {name: late, material: stone, shape: {sphere: {radius: 0.01}}, position: [0, 0, 0.5]}}",
        "event");
  if (k == 15) simulation.act("{gravity: [0.5, 0, -9.81]}", "event");
}

class Outside : public testing::TestWithParam<const char*> {
 protected:
  fs::path folder_ = fs::temp_directory_path() / ("outside_" + std::to_string(::getpid()) + ".run");
  void TearDown() override { fs::remove_all(folder_); }
};

TEST_P(Outside, StoredRunGoesOnWithTheLastValues) {
  Simulation simulation(scene_with(GetParam()), 1);
  const std::uint64_t built = built_hash(simulation.world());
  simulation.start();
  Results results = Results::begin(simulation, ResultsFolder::create(folder_.string(), Existing::refuse),
                                   {"test", built, 0.004});
  for (int k = 0; k < 30; ++k) {
    steer(simulation, k);
    simulation.advance(results.next_recording(simulation));
    results.follow(simulation);
  }
  results.close(simulation, Ending::interrupted, "test");
  { const Results closed = std::move(results); }
  for (int k = 0; k < 20; ++k) simulation.advance();

  const StoredRun run = StoredRun::open(folder_.string());
  Simulation again(scene_with(GetParam()), 2);
  run.restore(again);
  EXPECT_EQ(again.step(), 30u);
  for (int k = 0; k < 20; ++k) again.advance();
  EXPECT_EQ(again.hash(), simulation.hash());
}

INSTANTIATE_TEST_SUITE_P(All, Outside,
                         testing::Values("{explicit: {law: hooke, stiffness: 20000}}",
                                         "{implicit: {law: coulomb}}"));

class OwnMeasure final : public Measure {
 public:
  OwnMeasure() : Measure({{"x", "1", "of a test"}}) {}
  void sample(const Sight&, std::span<double> values) override { values[0] = 1; }
};

TEST(OutsideMeasure, IsAskedForByName) {
  Record record;
  Simulation simulation(scene_with("{explicit: {law: hooke, stiffness: 20000}}"), 1);
  simulation.start();
  simulation.add_measure({"own", 0, std::make_unique<OwnMeasure>(), {}, {}});
  simulation.advance();
  simulation.save(record);
  Simulation without(scene_with("{explicit: {law: hooke, stiffness: 20000}}"), 1);
  try {
    without.load(record);
    FAIL() << "it loads a state without its measure";
  } catch (const RunError& error) {
    EXPECT_NE(std::string(error.what()).find("'own'"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace cairn
