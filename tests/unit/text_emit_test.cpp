#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>

#include "text/emit.h"
#include "unit/scene_sample.h"

namespace cairn {
namespace {

bool same_scalar(const Value::Content& a, const Value::Content& b) {
  const auto equal = [&](const auto& x) -> bool {
    using T = std::decay_t<decltype(x)>;
    if constexpr (std::is_same_v<T, std::vector<Value>>)
      return false;
    else
      return x == std::get<T>(b);
  };
  return std::visit(equal, a);
}

// The same values, whatever their places and whether they were defaults.
void expect_same(const Value& a, const Value& b) {
  ASSERT_EQ(a.option().name, b.option().name);
  ASSERT_EQ(a.type(), b.type()) << a.name();
  ASSERT_EQ(a.content().index(), b.content().index()) << a.name();
  if (const auto* parts = std::get_if<std::vector<Value>>(&a.content())) {
    const auto& others = std::get<std::vector<Value>>(b.content());
    ASSERT_EQ(parts->size(), others.size()) << a.name();
    for (std::size_t i = 0; i < parts->size(); ++i) expect_same((*parts)[i], others[i]);
    return;
  }
  EXPECT_TRUE(same_scalar(a.content(), b.content())) << a.name();
}

void expect_round_trip(const std::string& text) {
  const Option schema = sample::vocabulary();
  const Tree tree = Tree::from_text(text, "scene.yaml");
  const Value scene = interpret(tree, schema);
  const std::string resolved = emit(scene);
  const Tree again = Tree::from_text(resolved, "resolved.yaml");
  const Value back = interpret(again, schema);
  expect_same(scene, back);
  EXPECT_EQ(emit(back), resolved);
}

TEST(Emit, EverythingReadsBackTheSame) {
  expect_round_trip(sample::kScene);
  expect_round_trip("materials: {}\ntime: {end: 1}\n");
  expect_round_trip(R"({"title": "a: b # c", "materials": {"true": {}, "a \"b\"": {"density": 1e-12}},
    "time": {"end": 1e18, "step": 3.0000000000000004e-5}, "method": "impact",
    "bodies": [{"name": "\u00e4\t\\", "material": "x", "shape": {"sphere": {"diameter": {"uniform": {"min": 1, "max": 2}}}},
                "velocity": ["t", 0, "2*t"], "speed": {"table": "a b.csv"},
                "lattice": {"spacing": "1 mm", "counts": [1, 2, 3]}}]})");
}

constexpr const char* kResolved = R"---(title: "Hopper, glass beads"
dimension: 3
gravity: [0, 0, -9.81]
materials:
  glass:
    density: 2500
    friction: 0.7
    young: 100000000
    poisson: 0.3
  wall:
    friction: 0.7
    poisson: 0.3
method:
  explicit:
    law: hooke
    stiffness: 500
    history: true
    damping: none
time:
  step: auto
  end: 2
  allow_unstable: false
bodies:
  - name: beads
    material: glass
    shape:
      sphere:
        diameter: 0.001
    position: [0, 0, 0]
    fixed: false
    fill:
      count: 3000
      seed: 1
  - name: slope
    material: wall
    shape:
      box:
        size: [0.06, 0.012, 0.002]
    position: [0.025, 0, 0.018]
    fixed: true
  - name: back
    material: wall
    shape:
      plane:
        normal: [0, 0, 1]
    position: [0, 0, 0]
    fixed: false
    speed: "40 rpm * sin(3*t) * (0.0005 m) / (0.0005 m)"
events:
  - at: 0.3
    remove: back
  - at: 0.5
    gravity: [0, 0, 0]
groups:
  walls: [slope, back]
stop:
  when: "kinetic_energy < 1e-9 J"
  after: 0.1
)---";

TEST(Emit, ReadsWell) {
  const Option schema = sample::vocabulary();
  const Tree tree = Tree::from_text(sample::kScene, "scene.yaml");
  EXPECT_EQ(emit(interpret(tree, schema)), kResolved);
}

TEST(Emit, NumbersKeepTheirBits) {
  const double tricky[] = {
      0.1, 1.0 / 3, 1e22, 1e23, -0.0, 5e-324, std::numeric_limits<double>::max(), 123456789.123456789};
  for (const double x : tricky) {
    const double back = std::strtod(yaml_number(x).c_str(), nullptr);
    EXPECT_EQ(back, x);
    EXPECT_EQ(std::signbit(back), std::signbit(x));
  }
  EXPECT_EQ(yaml_number(1e-5), "1.0e-05");
  EXPECT_EQ(yaml_number(2), "2");
}

TEST(Emit, TextsAreQuotedWhereNeeded) {
  EXPECT_EQ(yaml_text("glass"), "glass");
  EXPECT_EQ(yaml_text("two words"), "two words");
  EXPECT_EQ(yaml_text("a/b-c.csv"), "a/b-c.csv");
  for (const char* word : {"", "yes", "No", "null", "true", "12", "-x", " x", "x ", "a: b", "a #b", "[a",
                           "*a", "&a", "!a", "a,b"})
    EXPECT_EQ(yaml_text(word).front(), '"') << word;
  EXPECT_EQ(yaml_text("a\"\\\n"), "\"a\\\"\\\\\\x0a\"");
}

}  // namespace
}  // namespace cairn
