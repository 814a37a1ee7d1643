// Every number that a scene may hold, made impossible: nan, infinite, 1e308, denormal, 0, −1. cairn refuses
// it with its place, stops the run with a reason, or runs to an end whose energies are finite. It never
// crashes, hangs or asks for all memory. The keys come from the vocabulary.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "base/child.h"
#include "keys/vocabulary_walk.h"
#include "simulate.h"
#include "unit/scratch.h"

namespace cairn::keys {
namespace {

constexpr ChildLimits kAmple{4ull << 30u, 20};  // bytes, seconds: a scene of 20 bodies and 10 steps

using Values = std::vector<std::string>;

// No scene may hold these, wherever they stand.
const Values kNoNumbers{"nan", ".nan", "inf", "-.inf", "1e309", "0/0", "1e200*1e200", "-1e200*1e200"};
const Values kExtremes{"0", "-1", "1e308", "-1e308", "4.9e-324", "1e-310", "1e15", "-1e15"};
// Within the limits of most quantities; where an overflow comes from several numbers.
const Values kLarge{"1e-30", "1e-20", "1e-12", "-1e-12", "1e-6",  "1e3",  "1000000", "1e9",
                    "1e12",  "-1e12", "1e16",  "1e18",   "-1e18", "1e30", "1e100"};

bool is_finite(Simulation& simulation) {
  Summary summary;
  simulation.summarise(summary);
  double sum = summary.residual.mean + summary.residual.max + summary.max_overlap_over_radius;
  for (const EnergyField& field : kEnergyFields) sum += std::abs(summary.energy.*field.member);
  const Bodies& bodies = simulation.world().bodies;
  for (std::size_t i = 0; i < bodies.size(); ++i)
    sum += std::abs(dot(bodies.place[i].position, Vec3{1, 1, 1})) + norm(bodies.motion[i].velocity) +
           norm(bodies.motion[i].spin);
  return std::isfinite(sum);
}

struct Spot {
  int line = 1, column = 1;
};
Spot spot_of_number(const Site& site) {
  const std::string text = scene_with(site, std::string(1, kHole));
  const std::size_t hole = text.find(kHole);
  const std::size_t line_begin = text.rfind('\n', hole) + 1;
  return {
      1 + static_cast<int>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(hole), '\n')),
      1 + static_cast<int>(hole - line_begin)};
}

// What is wrong with the end of this scene; empty: nothing. No scene may get by with a value that is no
// number.
std::string fault_of(const Site& site, const std::string& value, const std::string& folder) {
  const bool is_number = std::ranges::count(kNoNumbers, value) == 0;
  try {
    test::SceneRun run(Scene::from_text(scene_with(site, value), "keys.yaml", folder));
    if (!is_number) return "was accepted";
    run.simulation.run_until(std::min(run.simulation.plan().end, 10 * run.simulation.plan().step));
    run.to_end();
    return is_finite(run.simulation) ? "" : "ends with numbers that are not finite";
  } catch (const InputError& error) {
    const TextPlace& place = error.place();
    const Spot spot = spot_of_number(site);
    const bool has_place = !place.file.empty() && place.line > 0 && place.column > 0;
    const bool is_there = has_place && place.line == spot.line && place.column >= spot.column &&
                          place.column < spot.column + static_cast<int>(value.size());
    return (is_number ? has_place : is_there) ? "" : std::string("refused at another place: ") + error.what();
  } catch (const RunError& error) {
    return is_number ? "" : std::string("stopped late: ") + error.what();
  }
}

// In a process of its own: a crash, a hang or a request for all memory is a finding as well.
std::vector<std::string> faults_of(const Site& site, const Values& values, const std::string& folder) {
  const ChildResult result = run_in_child(kAmple, [&] {
    std::vector<std::string> found;
    for (const std::string& value : values)
      if (const std::string fault = fault_of(site, value, folder); !fault.empty())
        found.push_back(fmt::format("{}: {}: {}", site.path, value, fault));
    Record record;
    record.put("found", found);
    return record;
  });
  if (result.reason.empty()) return result.record.get<std::vector<std::string>>("found");
  if (values.size() == 1) return {fmt::format("{}: {}: died: {}", site.path, values.front(), result.reason)};
  std::vector<std::string> all;
  for (const std::string& value : values)
    for (std::string& fault : faults_of(site, {value}, folder)) all.push_back(std::move(fault));
  return all;
}

class Keys : public testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::copy(in_source_tree("scenes/guide/rotor.stl"), scratch_.file("mesh.stl"));
    std::ofstream(scratch_.file("list.csv")) << "x,y,z,radius\n0.2,0.1,0.1,0.01\n0.3,0.1,0.1,0.01\n";
  }
  void attack(const std::vector<Site>& sites, const Values& values) const {
    for (const Site& site : sites)
      for (const std::string& fault : faults_of(site, values, scratch_.folder()))
        ADD_FAILURE() << site.method << fault;
  }
  const std::vector<Site> sites_ = sites_of(scene_vocabulary());
  Scratch scratch_;
};

TEST_F(Keys, NoNumberIsAcceptedThatIsNone) {
  ASSERT_GT(sites_.size(), 1500u);
  attack(sites_, kNoNumbers);
}

TEST_F(Keys, ExtremeNumbersAreRefusedOrRun) { attack(sites_, kExtremes); }

TEST_F(Keys, LargeAndSmallNumbersAreRefusedOrRun) {
  if (!is_long_run()) GTEST_SKIP() << "make test-keys";
  attack(sites_, kLarge);
}

// The ordinary values make scenes that run: else the attack would prove nothing. About every ninth scene is
// refused for another reason than its number: walls cannot enter by an inlet, mixtures not by an event.
TEST_F(Keys, ScenesOfOrdinaryValuesRun) {
  std::size_t ran = 0;
  for (const Site& site : sites_) {
    try {
      test::SceneRun run(Scene::from_text(scene_with(site, site.good), "keys.yaml", scratch_.folder()));
      run.to_end();
      ++ran;
    } catch (const InputError&) {
    } catch (const RunError&) {
    }
  }
  EXPECT_GT(10 * ran, 8 * sites_.size());
}

// The same keys under other methods.
TEST_F(Keys, EveryMethodBearsThem) {
  if (!is_long_run()) GTEST_SKIP() << "make test-keys";
  for (const char* method :
       {"{implicit: {law: coulomb, solver: nlgs}}", "{implicit: {law: cone, solver: apgd, theta: 0.5}}",
        "{implicit: {law: compliant, stiffness: 1e5, damping_time: 1e-4}}", "{impact: {}}",
        "{explicit: {law: hooke, stiffness: 1e4}}"}) {
    std::vector<Site> sites = sites_;
    std::erase_if(sites, [](const Site& site) { return site.section == "method"; });
    for (Site& site : sites) site.method = method;
    attack(sites, kExtremes);
    attack(sites, kLarge);
  }
}

}  // namespace
}  // namespace cairn::keys
