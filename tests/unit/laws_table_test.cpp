// Properties that every law of the tables has, with its defaults and with every word of its options. A new
// row, or a new word of an option, is tested without a change here.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"
#include "laws/force_law.h"
#include "laws/row_law.h"
#include "scene/materials.h"
#include "text/expected.h"
#include "tolerances.h"

namespace cairn {
namespace {

using Settings = std::vector<std::string>;
constexpr double kRounding = 1e-12;  // some thousand roundings of numbers of order one

// A law with its settings; the first of these that it accepts: as given, or with one number that has no
// default.
template <class Row>
struct Variant {
  const Table<Row>* table;
  std::string law;
  Settings settings;

  auto make() const { return table->make_with(law, settings); }
  std::string name() const { return fmt::format("{} {}", law, fmt::join(settings, " ")); }
};

template <class Row>
bool is_accepted(const Variant<Row>& variant) {
  try {
    variant.make();
  } catch (const InputError&) {
    return false;
  }
  return true;
}

template <class Row>
Variant<Row> completed(Variant<Row> variant) {
  for (const Option& option : variant.table->find(variant.law).options) {
    if (is_accepted(variant)) return variant;
    if (option.type != OptionType::number || option.presence.kind == Presence::kDefault) continue;
    Variant<Row> more = variant;
    more.settings.push_back(option.name + "=" + example(option));
    if (is_accepted(more)) return more;
  }
  return variant;
}

// What may stand behind an option: its words, or its alternatives, each alone and with one of its numbers.
std::vector<std::vector<std::string>> spellings(const Option& option) {
  std::vector<std::vector<std::string>> all;
  for (const std::string& word : option.choices) all.push_back({word});
  if (option.type != OptionType::variant) return all;
  for (const Option& alternative : option.children) {
    all.push_back({alternative.name});
    for (const Option& field : alternative.children)
      if (field.type == OptionType::number)
        all.back().push_back(fmt::format("{{{}: {{{}: {}}}}}", alternative.name, field.name, example(field)));
  }
  return all;
}

// Every row as it is, then with each word and alternative that one of its options may be.
template <class Row>
std::vector<Variant<Row>> variants(const Table<Row>& table) {
  std::vector<Variant<Row>> all;
  for (const Row& row : table) {
    const Variant<Row> plain = completed(Variant<Row>{&table, row.name, {}});
    all.push_back(plain);
    for (const Option& option : row.options)
      for (const std::vector<std::string>& ways : spellings(option)) {
        std::vector<Variant<Row>> tried;
        for (const std::string& way : ways) {
          Variant<Row> other = plain;
          other.settings.push_back(option.name + "=" + way);
          tried.push_back(completed(other));
        }
        const auto found = std::ranges::find_if(tried, is_accepted<Row>);
        all.push_back(found == tried.end() ? tried.front() : *found);
      }
  }
  return all;
}

Materials two_materials() {
  Materials materials;
  Material glass{.name = "glass", .density = 2500, .young = 1e7, .poisson = 0.3};
  glass.friction = 0.5;
  glass.restitution = 0.6;
  glass.rolling_friction = 0.1;
  glass.twisting_friction = 0.05;
  glass.work_of_adhesion = 0.01;
  Material steel = glass;
  steel.name = "steel";
  steel.young = 3e7;
  materials.list = {glass, steel};
  materials.combine_all();
  return materials;
}

// --- Force laws
struct Touch {
  Vec3 normal{0, 0, 1}, velocity, spring, spin;
  double overlap = 0;
  int pair = 0;
};

struct Pushed {
  Vec3 force;
  double normal = 0;
  std::vector<double> losses, stored;
};

constexpr double kMass = 0.01, kRadius = 5e-3, kStep = 1e-5;  // kg, m, s

void put(ContactLanes& lanes, int k, const Touch& touch) {
  lanes.pair[k] = touch.pair;
  lanes.nx[k] = touch.normal.x, lanes.ny[k] = touch.normal.y, lanes.nz[k] = touch.normal.z;
  lanes.vx[k] = touch.velocity.x, lanes.vy[k] = touch.velocity.y, lanes.vz[k] = touch.velocity.z;
  lanes.sx[k] = touch.spring.x, lanes.sy[k] = touch.spring.y, lanes.sz[k] = touch.spring.z;
  lanes.wx[k] = touch.spin.x, lanes.wy[k] = touch.spin.y, lanes.wz[k] = touch.spin.z;
  lanes.rx[k] = lanes.ry[k] = lanes.rz[k] = lanes.angle[k] = lanes.dent[k] = 0;
  lanes.overlap[k] = touch.overlap;
  lanes.twist[k] = 0, lanes.mass[k] = kMass, lanes.radius[k] = kRadius;
}

Pushed taken(const ContactLanes& lanes, int k) {
  const EnergyLanes& e = lanes.energy;
  return {{lanes.fx[k], lanes.fy[k], lanes.fz[k]},
          lanes.normal[k],
          {e.damped[k], e.slipped[k], e.rolled[k]},
          {e.elastic_normal[k], e.elastic_tangential[k], e.adhesion[k]}};
}

Pushed alone(const ForceLaw& law, const Touch& touch) {
  ContactLanes lanes;
  lanes.count = 1;
  put(lanes, 0, touch);
  law.evaluate(lanes, kStep, Vectors::usual);
  return taken(lanes, 0);
}

Touch random_touch(Random& random) {
  const auto vector = [&](double size) {
    return Vec3{random.uniform(-size, size), random.uniform(-size, size), random.uniform(-size, size)};
  };
  Touch touch;
  touch.normal = unit(vector(1));
  touch.velocity = vector(0.3);
  touch.spin = vector(10);
  touch.spring = vector(1e-6);
  touch.spring -= dot(touch.spring, touch.normal) * touch.normal;
  touch.overlap = random.uniform(0.001, 0.02) * kRadius;
  touch.pair = static_cast<int>(random.uniform(0, 4));
  return touch;
}

class EveryForceLaw : public testing::TestWithParam<Variant<ForceLawRow>> {
 protected:
  void SetUp() override {
    ASSERT_TRUE(is_accepted(GetParam())) << "no single option makes it complete";
    law_ = GetParam().make();
    law_->prepare(materials_);
  }
  Materials materials_ = two_materials();
  std::unique_ptr<ForceLaw> law_;
};

TEST_P(EveryForceLaw, DoesNotPushWithoutOverlap) {
  const Pushed at_rest = alone(*law_, {});
  EXPECT_EQ(at_rest.normal, 0);
  EXPECT_LE(at_rest.force.z, 0);
  EXPECT_EQ(Vec3(at_rest.force.x, at_rest.force.y, 0), Vec3{});
}

TEST_P(EveryForceLaw, PushesBAwayUnderOverlap) {
  for (int pair = 0; pair < 4; ++pair) {
    const double pull = law_->pull(pair, 1 / kRadius);
    EXPECT_GE(pull, 0);
    double before = 0;
    for (const double share : {0.005, 0.01, 0.02}) {
      const Pushed pushed = alone(*law_, {{0, 0, 1}, {}, {}, {}, share * kRadius, pair});
      EXPECT_TRUE(std::isfinite(pushed.force.z));
      EXPECT_GT(pushed.normal, before) << share;
      EXPECT_NEAR(pushed.force.z, pushed.normal - pull, kMillionsOfRoundings * (pushed.normal + pull))
          << share;
      before = pushed.normal;
    }
  }
}

TEST_P(EveryForceLaw, FrictionStaysWithinCoulombsLimit) {
  Random random(1);
  for (int k = 0; k < 200; ++k) {
    const Touch touch = random_touch(random);
    const Pushed pushed = alone(*law_, touch);
    const Vec3 along = pushed.force - dot(pushed.force, touch.normal) * touch.normal;
    EXPECT_TRUE(is_finite(pushed.force));
    EXPECT_GE(pushed.normal, 0);
    EXPECT_LE(norm(along), 0.5 * pushed.normal * (1 + kMillionsOfRoundings) + kRounding);
  }
}

TEST_P(EveryForceLaw, EnergiesAreFiniteAndLossesNeverGains) {
  Random random(2);
  for (int k = 0; k < 200; ++k) {
    const Pushed pushed = alone(*law_, random_touch(random));
    double scale = 1e-9;
    for (const double energy : pushed.stored) {
      EXPECT_TRUE(std::isfinite(energy));
      scale += std::abs(energy);
    }
    for (const double loss : pushed.losses) {
      EXPECT_TRUE(std::isfinite(loss));
      EXPECT_GE(loss, -kRounding * scale);
    }
  }
}

TEST_P(EveryForceLaw, LanesDoNotSeeEachOther) {
  Random random(3);
  ContactLanes lanes;
  lanes.count = kLanes;
  std::vector<Touch> touches;
  for (int k = 0; k < kLanes; ++k) {
    touches.push_back(random_touch(random));
    put(lanes, k, touches.back());
  }
  law_->evaluate(lanes, kStep, Vectors::usual);
  for (int k = 0; k < kLanes; ++k) {
    const Pushed here = taken(lanes, k), there = alone(*law_, touches[static_cast<std::size_t>(k)]);
    EXPECT_EQ(here.force, there.force) << k;
    EXPECT_EQ(here.normal, there.normal) << k;
    EXPECT_EQ(here.losses, there.losses) << k;
    EXPECT_EQ(here.stored, there.stored) << k;
  }
}

TEST_P(EveryForceLaw, NamesRealProperties) {
  std::vector<std::string> known;
  for (const auto& fields : {material_fields(), pair_fields()})
    for (const Option& field : fields) known.push_back(field.name);
  Material bare{.name = "bare"};
  for (std::string lacks = law_->missing({bare, true}, {bare, true}); !lacks.empty();
       lacks = law_->missing({bare, true}, {bare, true})) {
    ASSERT_NE(std::ranges::find(known, lacks), known.end()) << lacks;
    const Option given = declare::object("material", material_fields(), "");
    Tree tree = Tree::from_text("{}", "test");
    tree.set(lacks + "=0.3", given);
    change_material(bare, interpret(tree, given));
    ASSERT_NE(law_->missing({bare, true}, {bare, true}), lacks) << "it does not help to give it";
  }
  for (int a = 0; a < 2; ++a) {
    const PairTimes times = law_->times(0, a, {1 / kMass, 1 / kRadius, 1});
    EXPECT_TRUE(times.stable_step > 0 && std::isfinite(times.stable_step));
    EXPECT_TRUE(times.contact_time > 0 && std::isfinite(times.contact_time));
  }
}

template <class Row>
std::string test_name(const testing::TestParamInfo<Variant<Row>>& info) {
  std::string name;
  for (const char c : info.param.name())
    if (std::isalnum(static_cast<unsigned char>(c))) name += c;
  return fmt::format("{}_{}", info.index, name);
}

INSTANTIATE_TEST_SUITE_P(All, EveryForceLaw, testing::ValuesIn(variants(force_laws())),
                         test_name<ForceLawRow>);

// --- Row laws
class EveryRowLaw : public testing::TestWithParam<Variant<RowLawRow>> {
 protected:
  void SetUp() override {
    ASSERT_TRUE(is_accepted(GetParam())) << "no single option makes it complete";
    law_ = GetParam().make();
    const std::array<double, 2> radii{kRadius, kRadius};
    ASSERT_EQ(law_->refuses(materials_.at(0, 1), materials_.list[0], materials_.list[1], radii), "");
  }

  RowInput random_input(Random& random) const {
    RowInput input;
    input.pair = &materials_.at(0, 1);
    input.gap = random.uniform(-1e-5, 1e-5);
    input.bias = {random.uniform(-0.1, 0.1), 0, 0};
    input.step = 1e-3;
    input.radius = {kRadius, 2 * kRadius};
    input.young = {materials_.list[0].young, materials_.list[1].young};
    input.mass = {kMass, kMass, kMass};
    input.spring = {0, random.uniform(-1e-6, 1e-6), random.uniform(-1e-6, 1e-6)};
    input.is_loaded = random.uniform(0, 1) < 0.5;
    return input;
  }
  static Vec3 random_impulse(Random& random) {
    return 1e-3 * Vec3{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
  }

  Materials materials_ = two_materials();
  std::unique_ptr<RowLaw> law_;
};

TEST_P(EveryRowLaw, RowsAreSound) {
  Random random(4);
  for (int k = 0; k < 200; ++k) {
    const ContactRow row = law_->row(random_input(random));
    EXPECT_GE(row.set.friction, 0);
    EXPECT_GE(row.set.cohesion, 0);
    EXPECT_GE(row.set.limit, 0);
    EXPECT_GE(row.set.slip, 0);
    EXPECT_LE(row.set.slip, row.set.friction);
    EXPECT_TRUE(is_finite(row.bias));
    for (int c = 0; c < 3; ++c)
      EXPECT_TRUE(row.compliance[c] >= 0 && std::isfinite(row.compliance[c])) << row.compliance[c];
    EXPECT_EQ(row.compliance.x > 0, law_->remembers()) << "what is soft remembers";
    const bool is_cone = row.set.kind <= SetKind::cone || row.set.kind == SetKind::capped_flat;
    EXPECT_TRUE(is_cone || !law_->has_cones());
  }
}

TEST_P(EveryRowLaw, ProjectionsAreIdempotentAndNeverSpread) {
  Random random(5);
  for (int k = 0; k < 200; ++k) {
    const AdmissibleSet set = law_->row(random_input(random)).set;
    const Vec3 x = random_impulse(random), y = random_impulse(random);
    const Vec3 px = project(set, x), py = project(set, y);
    EXPECT_LE(norm(project(set, px) - px), kRounding * norm(x));
    EXPECT_LE(norm(px - py), norm(x - y) * (1 + kRounding));
    EXPECT_LE(norm(project(set, {})), kRounding * norm(x)) << "no impulse is always allowed";
  }
}

TEST_P(EveryRowLaw, WhatItRemembersIsFinite) {
  if (!law_->remembers()) GTEST_SKIP() << "it remembers nothing";
  Random random(6);
  for (int k = 0; k < 200; ++k) {
    const RowInput input = random_input(random);
    const Vec3 gamma = project(law_->row(input).set, random_impulse(random));
    for (const RowAfter& after : {law_->after(input, gamma, {}), law_->now(input)}) {
      EXPECT_TRUE(is_finite(after.spring));
      EXPECT_TRUE(after.elastic_normal >= 0 && std::isfinite(after.elastic_normal));
      EXPECT_TRUE(after.elastic_tangential >= 0 && std::isfinite(after.elastic_tangential));
      EXPECT_GE(after.reach, 0);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, EveryRowLaw, testing::ValuesIn(variants(row_laws())), test_name<RowLawRow>);

}  // namespace
}  // namespace cairn
