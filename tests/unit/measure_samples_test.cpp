// Measures on small worlds whose answers are known by hand, bad options, and the same bits on any number of
// threads.
#include "unit/measure_samples.h"

#include <gtest/gtest.h>

#include <bit>
#include <map>
#include <numbers>
#include <set>

#include "base/random.h"
#include "joints/joint.h"
#include "measure/measure.h"
#include "tolerances.h"

namespace cairn {
namespace {

constexpr double kUlpOfAnOverlap = 1e-16;  // a mean of numbers of a tenth

using namespace measure_samples;
using std::numbers::pi;

const std::map<std::string, std::string> kExampleOptions{
    {"position", "{body: probe}"},
    {"force", "{body: probe}"},
    {"servo", "{body: probe}"},
    {"joint", "{joint: hinge}"},
    {"mass_below", "{z: 0.1 m}"},
    {"mass_inside", "{box: {min: [-1, -1, -1], max: [0.5, 1, 1]}}"},
    {"solid_fraction", "{box: {min: [-1, -1, -1], max: [0.5, 1, 1]}}"},
    {"stress", "{box: {min: [-1, -1, -1], max: [0.5, 1, 1]}}"},
    {"flow_rate", "{z: 0.1 m}"},
    {"surface", "{min: [-1, -1], max: [1, 1]}"},
    {"penetration", "{body: probe}"},
    {"tracked", "{points: [[0, 0, 0]]}"},
    {"triaxial", "{top: probe, bottom: probe, sides: [probe, probe, probe]}"},
    {"biaxial", "{top: probe, bottom: probe, sides: [probe, probe]}"},
    {"drum_surface", "{body: probe}"},
    {"floor_pressure", "{body: probe, min: [-1, -1], max: [1, 1]}"},
    {"angle_of_repose", "{min: [-1, -1], max: [1, 1]}"},
    {"profile", "{bins: {slabs: {axis: z, count: 3}}}"},
    {"measuring_sphere", "{center: [0, 0, 0], radius: 2}"},
    {"drive", "{body: probe}"},
    {"mixing", "{body: probe, box: {min: [-1, -1, -1], max: [1, 1, 1]}, cell: 0.5}"},
    {"residence", "{box: {min: [-1, -1, -1], max: [1, 1, 1]}}"},
    {"pair_distribution", "{max: 2}"},
    {"field", "{box: {min: [-1, -1, -1], max: [1, 1, 1]}, width: 1}"}};

const std::set<std::string> kAskForContacts{"contacts",
                                            "coordination",
                                            "stress",
                                            "fabric",
                                            "force_distribution",
                                            "force_histogram",
                                            "floor_pressure",
                                            "triaxial",
                                            "biaxial",
                                            "indeterminacy",
                                            "compatible_forces",
                                            "unbalanced",
                                            "inertial_number",
                                            "profile",
                                            "measuring_sphere",
                                            "field"};

// A ball joint between body 0 and the ground.
void add_hinge(World& world) {
  Joint hinge;
  hinge.name = "hinge", hinge.kind = joints().index("ball");
  world.joints.push_back(hinge);
}

std::string example_options(const std::string& name) {
  const auto found = kExampleOptions.find(name);
  return found == kExampleOptions.end() ? "{}" : found->second;
}

// --- The table
TEST(Measures, TableIsComplete) {
  std::set<std::string> names;
  for (const MeasureRow& e : measures()) names.insert(e.name);
  EXPECT_EQ(names.size(), measures().size());
  const std::set<std::string> expected{"energy",
                                       "kinetic_energy",
                                       "momentum",
                                       "max_speed",
                                       "position",
                                       "force",
                                       "mass_below",
                                       "mass_inside",
                                       "contacts",
                                       "coordination",
                                       "solid_fraction",
                                       "stress",
                                       "fabric",
                                       "force_distribution",
                                       "cell",
                                       "servo",
                                       "solver",
                                       "joint",
                                       "flow_rate",
                                       "surface",
                                       "penetration",
                                       "tracked",
                                       "triaxial",
                                       "biaxial",
                                       "drum_surface",
                                       "force_histogram",
                                       "floor_pressure",
                                       "indeterminacy",
                                       "compatible_forces",
                                       "impacts",
                                       "angle_of_repose",
                                       "bonds",
                                       "unbalanced",
                                       "inertial_number",
                                       "temperature",
                                       "velocity_moments",
                                       "profile",
                                       "measuring_sphere",
                                       "drive",
                                       "displacement",
                                       "mixing",
                                       "residence",
                                       "population",
                                       "pair_distribution",
                                       "structure_factor",
                                       "field"};
  EXPECT_EQ(names, expected);
}

TEST(Measures, EveryColumnHasANameAUnitAndANumber) {
  World world = empty_world();
  world.cell = large_cell();
  add(world, {.group = 2});
  add_hinge(world);
  for (const MeasureRow& e : measures()) {
    EXPECT_FALSE(e.meaning.empty());
    world.dimension = e.name == "biaxial" ? 2 : 3;
    const Made made(e.name, example_options(e.name), world);
    std::set<std::string> names;
    for (const Column& column : made->columns()) {
      EXPECT_FALSE(column.name.empty());
      EXPECT_FALSE(column.unit.empty());
      EXPECT_TRUE(names.insert(column.name).second) << e.name << "." << column.name;
    }
    for (const double value : sample(*made, world)) EXPECT_NE(value, -12345) << e.name;
    EXPECT_EQ(made->needs_contacts(), kAskForContacts.contains(e.name)) << e.name;
  }
}

// --- Energy and momentum
TEST(Measures, EnergyShowsTheBudget) {
  const World world = empty_world();
  Surroundings around;
  Energy& energy = around.energy;
  energy.kinetic = 1;
  energy.gravity = 2;
  energy.elastic_normal = 3;
  energy.elastic_tangential = 4;
  energy.adhesion = 5;
  energy.springs = 6;
  energy.friction = 7;
  energy.damping = 8;
  energy.rolling = 9;
  energy.impact = 10;
  energy.plastic = 11;
  energy.work_of_drives = 12;
  energy.exchanged = 13;
  energy.stored_at_start = 14;
  energy.imbalance = 15;
  const std::map<std::string, double> expected{
      {"kinetic", 1},    {"gravity", 2},          {"elastic_normal", 3}, {"elastic_tangential", 4},
      {"adhesion", 5},   {"springs", 6},          {"friction", 7},       {"damping", 8},
      {"rolling", 9},    {"impact", 10},          {"plastic", 11},       {"work_of_drives", 12},
      {"exchanged", 13}, {"stored_at_start", 14}, {"imbalance", 15}};
  EXPECT_EQ(measured("energy", "{}", world, around), expected);
}

TEST(Measures, KineticEnergyOfASphereAndATurnedBox) {
  World world = empty_world();
  add(world, {.velocity = {0, 3, 0}, .spin = {0, 0, 5}, .mass = 2, .moments = {0.1, 0.1, 0.1}});
  // A quarter turn about y: the world's x is the body's z (or its opposite), with a moment of 3.
  add(world, {.spin = {2, 0, 0},
              .shape = kBox,
              .flags = kTurned,
              .orientation = rotation({0, pi / 2, 0}),
              .moments = {1, 2, 3}});
  add(world, {.velocity = {7, 7, 7}, .flags = kDriven});
  Surroundings around;
  around.energy.kinetic = 42;
  const auto energy = measured("kinetic_energy", "{}", world, around);
  EXPECT_EQ(energy.at("total"), 42);
  EXPECT_NEAR(energy.at("translation"), 9, kFewRoundings);
  EXPECT_NEAR(energy.at("rotation"), 0.5 * 0.1 * 25 + 0.5 * 3 * 4, kTensOfRoundings);
}

TEST(Measures, Momentum) {
  World world = empty_world();
  add(world, {.position = {1, 0, 0},
              .velocity = {0, 3, 0},
              .spin = {0, 0, 5},
              .mass = 2,
              .moments = {0.1, 0.1, 0.1}});
  add(world, {.spin = {2, 0, 0},
              .shape = kBox,
              .flags = kTurned,
              .orientation = rotation({0, pi / 2, 0}),
              .moments = {1, 2, 3}});
  add(world, {.velocity = {7, 7, 7}, .flags = kFixed});
  const auto m = measured("momentum", "{}", world);
  EXPECT_NEAR(m.at("x"), 0, kFewRoundings);
  EXPECT_NEAR(m.at("y"), 6, kFewRoundings);
  EXPECT_NEAR(m.at("z"), 0, kFewRoundings);
  EXPECT_NEAR(m.at("angular_x"), 6, kTensOfRoundings);
  EXPECT_NEAR(m.at("angular_y"), 0, kTensOfRoundings);
  EXPECT_NEAR(m.at("angular_z"), 1 * 6 + 0.1 * 5, kTensOfRoundings);
}

TEST(Measures, MaxSpeedOfFreeBodies) {
  World world = empty_world();
  EXPECT_EQ(measured("max_speed", "{}", world).at("speed"), 0);
  add(world, {.velocity = {2, -3, 6}});
  add(world, {.velocity = {0, 1, 0}, .spin = {0, -4, 3}});
  add(world, {.velocity = {99, 0, 0}, .flags = kDriven});
  const auto largest = measured("max_speed", "{}", world);
  EXPECT_EQ(largest.at("speed"), 7);
  EXPECT_EQ(largest.at("spin"), 5);
}

// --- Bodies by name
TEST(Measures, PositionOfOneAndMeanOfSeveral) {
  World world = empty_world();
  add(world, {.position = {1, 2, 3}, .velocity = {4, 5, 6}, .spin = {7, 8, 9}, .group = 2});
  add(world, {.position = {100, 100, 100}, .group = 0});
  auto p = measured("position", "{body: probe}", world);
  const std::map<std::string, double> one{{"x", 1},  {"y", 2},  {"z", 3},  {"vx", 4}, {"vy", 5},
                                          {"vz", 6}, {"wx", 7}, {"wy", 8}, {"wz", 9}};
  EXPECT_EQ(p, one);
  add(world, {.position = {3, 4, 5}, .group = 2, .flags = kFixed});
  p = measured("position", "{body: probe}", world);
  EXPECT_EQ(p.at("x"), 2);
  EXPECT_EQ(p.at("z"), 4);
  EXPECT_EQ(p.at("vy"), 2.5);
  for (const auto& [name, value] : measured("position", "{body: later}", world)) {
    EXPECT_TRUE(std::isnan(value)) << name;
  }
}

void load(World& world, std::size_t i, const Vec3& force, const Vec3& torque) {
  world.bodies.load[i].force = force, world.bodies.load[i].torque = torque;
}

TEST(Measures, ForceAndTorque) {
  World world = empty_world();
  add(world, {.position = {1, 0, 0}, .group = 1, .flags = kFixed});
  add(world, {.position = {0, 0, 0}, .group = 0});
  load(world, 0, {0, 10, 0}, {1, 2, 3});
  load(world, 1, {50, 50, 50}, {50, 50, 50});
  auto f = measured("force", "{body: floor}", world);
  const std::map<std::string, double> one{{"x", 0},        {"y", 10},       {"z", 0},
                                          {"torque_x", 1}, {"torque_y", 2}, {"torque_z", 3}};
  EXPECT_EQ(f, one);
  // A couple: opposite forces 2 m apart, about the point half-way.
  add(world, {.position = {3, 0, 0}, .group = 1, .flags = kFixed});
  load(world, 2, {0, -10, 0}, {});
  f = measured("force", "{body: floor}", world);
  EXPECT_EQ(f.at("y"), 0);
  EXPECT_EQ(f.at("torque_x"), 1);
  EXPECT_EQ(f.at("torque_z"), 3 - 10 - 10);
  EXPECT_TRUE(std::isnan(measured("force", "{body: later}", world).at("x")));
}

// --- Flow
TEST(Measures, MassBelowCountsFreeBodiesByTheirCentres) {
  World world = empty_world();
  add(world, {.position = {0, 5, -1}, .mass = 2});
  add(world, {.position = {0, -5, 0}, .mass = 3});
  add(world, {.position = {0, 0, -4}, .mass = 4, .group = 2});
  add(world, {.position = {0, 0, -4}, .flags = kFixed});
  Surroundings around;
  around.removed = {{{0, 0, -9}, 5, 0}, {{9, 0, 1}, 2.5, 0}, {{9, 0, -1}, 0.5, 2}};
  auto m = measured("mass_below", "{z: 0 m}", world, around);
  const std::map<std::string, double> expected{
      {"mass", 11.5}, {"count", 4}, {"removed_mass", 8}, {"removed", 3}};
  EXPECT_EQ(m, expected);
  EXPECT_EQ(measured("mass_below", "{z: 1 mm}", world).at("mass"), 9);
  EXPECT_EQ(measured("mass_below", "{y: 0}", world).at("mass"), 3);
  EXPECT_EQ(measured("mass_below", "{x: -1 m}", world).at("count"), 0);
  EXPECT_EQ(measured("mass_below", "{z: 0, body: probe}", world).at("mass"), 4);
  EXPECT_EQ(measured("mass_below", "{z: 0, body: probe}", world, around).at("mass"), 4.5);
}

TEST(Measures, MassInsideABox) {
  World world = empty_world();
  add(world, {.position = {0.5, 0.5, 0.5}, .mass = 1});
  add(world, {.position = {1, 0.5, 0.5}, .mass = 2});  // on the face between two boxes
  add(world, {.position = {1.5, 0.5, 2.5}, .mass = 4});
  const auto in = [&](const char* box) { return measured("mass_inside", box, world).at("mass"); };
  EXPECT_EQ(in("{box: {min: [0, 0, 0], max: [1, 1, 1]}}"), 1);
  EXPECT_EQ(in("{box: {min: [1, 0, 0], max: [2, 1, 1]}}"), 2);
  EXPECT_EQ(in("{box: {min: [0, 0, 0], max: [2, 1, 3 m]}}"), 7);
}

// --- Contacts
// Spheres 0, 1, 2 in a row on the fixed floor 3, 4 alone: contacts 0-1, 1-2, 0-3, 1-3.
World row_of_spheres() {
  World world = empty_world();
  add(world, {.position = {0, 0, 0}, .radius = 1});
  add(world, {.position = {1.9, 0, 0}, .radius = 1});
  add(world, {.position = {3.3, 0, 0}, .radius = 0.5});
  const double endless = std::numeric_limits<double>::infinity();
  add(world, {.radius = endless, .group = 1, .shape = kPlane, .flags = kFixed | kTurned});
  add(world, {.position = {0, 0, 9}});
  return world;
}

ContactForce touching(Uid a, Uid b, double overlap, std::uint32_t feature = 0) {
  return {{a, b, feature}, {}, {}, -overlap, {}};
}

TEST(Measures, ContactsAndTheirOverlaps) {
  const World world = row_of_spheres();
  Surroundings around;
  auto m = measured("contacts", "{}", world, around);
  EXPECT_EQ(m.at("count"), 0);
  EXPECT_TRUE(std::isnan(m.at("mean_overlap")));
  around.contacts = {touching(0, 1, 0.1), touching(0, 3, 0.01), touching(1, 2, 0.1), touching(1, 3, 0.02)};
  m = measured("contacts", "{}", world, around);
  EXPECT_EQ(m.at("count"), 4);
  EXPECT_NEAR(m.at("mean_overlap"), (0.1 + 0.01 + 0.2 + 0.02) / 4, kUlpOfAnOverlap);
  EXPECT_EQ(m.at("max_overlap"), 0.2);
}

TEST(Measures, CoordinationWithAndWithoutRattlers) {
  World world = row_of_spheres();
  Surroundings around;
  around.contacts = {touching(0, 1, 0.1), touching(0, 3, 0.01), touching(1, 2, 0.1), touching(1, 3, 0.02)};
  // Contacts of the free bodies 0, 1, 2, 4: 2, 3, 1, 0.
  auto m = measured("coordination", "{}", world, around);
  EXPECT_EQ(m.at("mean"), 6.0 / 4);
  EXPECT_EQ(m.at("without_rattlers"), 5.0 / 2);
  EXPECT_EQ(m.at("rattlers"), 2);
  // A body that was removed after the step takes its contacts along.
  world.bodies.reorder(std::vector<std::uint32_t>{4, 3, 2, 0});
  m = measured("coordination", "{}", world, around);
  EXPECT_EQ(m.at("mean"), 3.0 / 3);
  EXPECT_EQ(m.at("without_rattlers"), 2);
  // Two points of one pair are two contacts.
  around.contacts = {touching(0, 3, 0.1, 0), touching(0, 3, 0.1, 1), touching(0, 3, 0.1, 2)};
  EXPECT_EQ(measured("coordination", "{}", world, around).at("without_rattlers"), 3);
  const World walls = empty_world();
  EXPECT_TRUE(std::isnan(measured("coordination", "{}", walls).at("mean")));
}

// --- Bad options
TEST(Measures, UnknownBodiesAreRefusedWithTheNearestName) {
  const World world = empty_world();
  for (const char* name : {"force", "position", "mass_below", "mass_inside", "solid_fraction"}) {
    std::string options = "{body: prob, z: 1}";
    if (name == std::string("mass_inside") || name == std::string("solid_fraction")) {
      options = "{body: prob, box: {min: [0, 0, 0], max: [1, 1, 1]}}";
    } else if (name != std::string("mass_below")) {
      options = "{body: prob}";
    }
    const std::string message = refusal(name, options, world);
    EXPECT_TRUE(message.starts_with("scene.yaml:1:8: error: body: no bodies are called 'prob'")) << message;
    EXPECT_NE(message.find("did you mean 'probe'?"), std::string::npos) << message;
    EXPECT_NE(message.find("beads, floor, probe, later"), std::string::npos) << message;
  }
  EXPECT_NE(refusal("force", "{}", world), "accepted");
}

TEST(Measures, LevelsAndBoxesAreChecked) {
  const World world = empty_world();
  const std::string one = "expected one of x, y and z, such as 'z: -1 mm'";
  EXPECT_NE(refusal("mass_below", "{}", world).find(one), std::string::npos);
  EXPECT_NE(refusal("mass_below", "{x: 1, z: 1}", world).find(one), std::string::npos);
  EXPECT_NE(refusal("mass_below", "{z: 3 s}", world), "accepted");
  const std::string empty = refusal("mass_inside", "{box: {min: [0, 0, 0], max: [1, 0, 1]}}", world);
  EXPECT_NE(empty.find("scene.yaml:1:29: error: box: max must be above min along y"), std::string::npos)
      << empty;
  EXPECT_NE(refusal("solid_fraction", "{box: {min: [0, 0, 2], max: [1, 1, 1]}}", world), "accepted");
  EXPECT_NE(refusal("solid_fraction", "{box: {min: [0, 0, 0]}}", world), "accepted");
}

// --- Threads
TEST(Measures, SameBitsOnOneToFourThreads) {
  Random random(5);
  const auto anywhere = [&] {
    return Vec3{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
  };
  World world = empty_world();
  world.cell = large_cell();
  for (int k = 0; k < 5000; ++k) {
    const bool box = k % 50 == 0;
    add(world, {.position = anywhere(),
                .velocity = anywhere(),
                .spin = anywhere(),
                .radius = box ? 1.2 : random.uniform(0.01, 0.3),
                .mass = random.uniform(1, 2),
                .group = static_cast<std::uint16_t>(k % 3),
                .shape = box ? kBox : kSphere,
                .flags = box ? unsigned{kTurned} : 0u,
                .orientation = rotation(anywhere())});
    load(world, world.bodies.size() - 1, anywhere(), anywhere());
  }
  add_hinge(world);
  Surroundings around;
  for (Uid a = 0; a + 1 < 5000; ++a) {
    ContactForce contact = touching(a, a + 1, random.uniform());
    contact.point = anywhere(), contact.normal = unit(anywhere()), contact.force = anywhere();
    around.contacts.push_back(contact);
  }
  for (const MeasureRow& e : measures()) {
    world.dimension = e.name == "biaxial" ? 2 : 3;
    const Made made(e.name, example_options(e.name), world);
    around.threads = 1;
    const std::vector<double> expected = sample(*made, world, around);
    for (around.threads = 2; around.threads <= 4; ++around.threads) {
      const std::vector<double> values = sample(*made, world, around);
      for (std::size_t k = 0; k < values.size(); ++k) {
        EXPECT_EQ(std::bit_cast<std::uint64_t>(values[k]), std::bit_cast<std::uint64_t>(expected[k]))
            << e.name << "." << made->columns()[k].name;
      }
    }
  }
}

}  // namespace
}  // namespace cairn
