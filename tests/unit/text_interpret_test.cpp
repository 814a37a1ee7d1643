#include <gtest/gtest.h>

#include "text/interpret.h"
#include "tolerances.h"
#include "unit/scene_sample.h"

namespace cairn {
namespace {

using sample::refusal;
using sample::refusal_of_line;

class Interpret : public testing::Test {
 protected:
  const Option schema = sample::vocabulary();
  const Tree tree = Tree::from_text(sample::kScene, "scene.yaml");
  const Value scene = interpret(tree, schema);
};

TEST_F(Interpret, ValuesAreSi) {
  EXPECT_EQ(scene["title"].text(), "Hopper, glass beads");
  const Value& glass = scene["materials"]["glass"];
  EXPECT_EQ(glass["density"].number(), 2500);
  EXPECT_EQ(glass["young"].number(), 1e8);
  EXPECT_FALSE(glass.has("restitution"));
  EXPECT_EQ(scene["materials"].map_items().size(), 2u);
  EXPECT_EQ(scene["materials"].map_items()[1].name(), "wall");
  EXPECT_EQ(scene["materials"].map_items()[1].key.place().line, 5);
  EXPECT_EQ(scene["time"]["step"].chosen(), "auto");
  EXPECT_FALSE(scene["time"]["step"].is_number());
  EXPECT_EQ(scene["time"]["end"].number(), 2);
  const Value& slope = scene["bodies"].items()[1];
  EXPECT_EQ(slope["position"].vector(), (std::array<double, 3>{0.025, 0, 0.018}));
  EXPECT_TRUE(slope["fixed"].flag());
  EXPECT_EQ(scene["groups"]["walls"].items()[1].text(), "back");
}

TEST_F(Interpret, DefaultsAreFilledIn) {
  EXPECT_EQ(scene["dimension"].integer(), 3);
  EXPECT_EQ(scene["gravity"].vector()[2], -9.81);
  EXPECT_EQ(scene["materials"]["wall"]["poisson"].number(), 0.3);
  EXPECT_EQ(scene["materials"]["wall"]["poisson"].place().line, 5);  // where it could have been written
  EXPECT_FALSE(scene["bodies"].items()[0]["fixed"].flag());
  const Tree small = Tree::from_text("materials: {}\ntime: {end: 1}\nmethod: {explicit: {}}\n", "a");
  const Value other = interpret(small, schema);
  EXPECT_EQ(other["method"]["law"].chosen(), "hertz_mindlin");
}

TEST_F(Interpret, Variants) {
  const Value& method = scene["method"];
  EXPECT_EQ(method.chosen(), "explicit");
  EXPECT_EQ(method["law"].chosen(), "hooke");  // tagged: its fields stand beside it
  EXPECT_EQ(method["law"]["stiffness"].number(), 500);
  EXPECT_TRUE(method["law"]["history"].flag());
  const Value& bodies = scene["bodies"];
  EXPECT_EQ(bodies.items()[0]["shape"].chosen(), "sphere");  // nested
  EXPECT_EQ(bodies.items()[2]["shape"].chosen(), "plane");   // by its name alone
  EXPECT_EQ(bodies.items()[2]["shape"]["normal"].vector()[2], 1);
  EXPECT_EQ(bodies.items()[0]["generator"].chosen(), "fill");  // merged: its name is a key of the body
  EXPECT_EQ(bodies.items()[0]["generator"]["count"].integer(), 3000);
  EXPECT_FALSE(bodies.items()[1].has("generator"));
  EXPECT_EQ(scene["events"].items()[0]["action"].chosen(), "remove");
  EXPECT_EQ(scene["events"].items()[0]["action"].selected().text(), "back");
  EXPECT_EQ(scene["events"].items()[1]["action"].selected().vector()[2], 0);
}

TEST_F(Interpret, AnyOfTakesTheFormThatFits) {
  const Value& diameter = scene["bodies"].items()[0]["shape"]["diameter"];
  EXPECT_EQ(diameter.type(), OptionType::number);
  EXPECT_EQ(diameter.number(), 0.001);
  const Tree other = Tree::from_text("{sphere: {diameter: {uniform: {min: 1 mm, max: 2 mm}}}}", "a");
  const Option shape = sample::shape();
  const Value value = interpret(other.root(), shape, {}, "shape");
  EXPECT_EQ(value["diameter"].chosen(), "uniform");
  EXPECT_EQ(value["diameter"]["max"].number(), 0.002);
}

TEST_F(Interpret, FunctionsAndConditions) {
  const Value& speed = scene["bodies"].items()[2]["speed"];
  EXPECT_FALSE(speed.is_number());
  EXPECT_EQ(speed.text(), "40 rpm * sin(3*t) * (0.0005 m) / (0.0005 m)");
  const Value& when = scene["stop"]["when"];
  EXPECT_EQ(when.text(), "kinetic_energy < 1e-9 J");
}

TEST(InterpretForms, FunctionIsConstantExpressionOrTable) {
  const Option option = declare::function("speed", dim::angular_speed, required, "of rotation");
  const auto read = [&](const Tree& tree) { return interpret(tree.root(), option, {}, "speed"); };
  const Tree constant = Tree::from_text("60 deg/s * 3", "a"),
             table = Tree::from_text("{table: speed.csv}", "a");
  EXPECT_TRUE(read(constant).is_number());
  EXPECT_NEAR(read(constant).number(), 3.14159265358979, kHundredsOfRoundings);
  EXPECT_TRUE(read(table).is_table());
  EXPECT_EQ(read(table).text(), "speed.csv");
}

TEST(InterpretForms, ConditionOnADottedNameTakesAnyUnit) {
  const Option schema = sample::vocabulary();
  const Tree tree = Tree::from_text("{when: flow.mass > 3 g}", "a");
  const Value stop = interpret(tree.root(), *schema.child("stop"), {}, "stop");
  EXPECT_EQ(stop["when"].text(), "flow.mass > 3 g");
}

TEST(InterpretForms, TypesComeFromTheSchema) {
  const Option option =
      declare::object("o",
                      {declare::text("word", required, ""), declare::number("x", dim::none, required, ""),
                       declare::integer("n", required, "")},
                      "");
  const Tree tree = Tree::from_text("{word: yes, x: '012', n: 010}", "a");
  const Value value = interpret(tree.root(), option, {}, "");
  EXPECT_EQ(value["word"].text(), "yes");
  EXPECT_EQ(value["x"].number(), 12);
  EXPECT_EQ(value["n"].integer(), 10);
}

TEST(InterpretForms, WholeNumbers) {
  const Option option = declare::integer("n", required, "");
  const auto read = [&](const char* text) {
    const Tree tree = Tree::from_text(text, "a");
    return interpret(tree.root(), option, {{"k", {3, dim::none, true}}}, "n").integer();
  };
  EXPECT_EQ(read("9223372036854775807"), 9223372036854775807);
  EXPECT_EQ(read("3e3"), 3000);
  EXPECT_EQ(read("2*k + 1"), 7);
  EXPECT_THROW(read("2.5"), InputError);
  EXPECT_THROW(read("99999999999999999999"), InputError);
  EXPECT_THROW(read("2 mm"), InputError);
}

TEST(InterpretErrors, UnknownKeys) {
  EXPECT_EQ(refusal("materials:\n  glass: {frictoin: 0.3}\ntime: {end: 1}\n"),
            "scene.yaml:2:11: error: unknown key 'frictoin' in 'materials.glass'; did you mean 'friction'? "
            "Known: density, friction, restitution, young, poisson\n"
            "     glass: {frictoin: 0.3}\n"
            "             ^");
  EXPECT_CONTAINS(refusal_of_line("tiem: {end: 1 s}"),
                  "scene.yaml:3:1: error: unknown key 'tiem' in the file; did you mean 'time'?");
  EXPECT_CONTAINS(refusal_of_line("bodies: [{material: a, shape: plane, fll: {count: 1}}]"),
                  "unknown key 'fll' in 'bodies[0]'; did you mean 'fill'?");
  EXPECT_CONTAINS(
      refusal_of_line("method: {explicit: {law: hertz_mindlin, stiffness: 5}}"),
      "scene.yaml:3:41: error: unknown key 'stiffness' in 'method.explicit'; it belongs to law hooke");
  EXPECT_CONTAINS(refusal_of_line("method: {explicit: {law: hook, stiffness: 5}}"),
                  "scene.yaml:3:26: error: method.explicit.law: unknown law 'hook'; did you mean 'hooke'?");
  EXPECT_CONTAINS(refusal("<<: {a: 1}\nmaterials: {}\ntime: {end: 1}\n"), "unknown key '<<'");
}

TEST(InterpretErrors, MissingKeys) {
  EXPECT_EQ(refusal("materials: {}\ntime: {step: 1 s}\n"),
            "scene.yaml:2:7: error: 'time' needs the key 'end': when the run ends, for example 'end: 5 ms'\n"
            "   time: {step: 1 s}\n"
            "         ^");
  EXPECT_CONTAINS(refusal("time: {end: 1}\n"),
                  "scene.yaml:1:1: error: the file needs the key 'materials': by name");
  EXPECT_CONTAINS(
      refusal_of_line("method: {explicit: {law: hooke}}"),
      "'method.explicit' needs the key 'stiffness': of the spring, for example 'stiffness: 500 N/m'");
  EXPECT_CONTAINS(refusal_of_line("bodies: [{material: a, shape: box}]"),
                  "'bodies[0].shape.box' needs the key 'size'");
  EXPECT_CONTAINS(refusal_of_line("events: [{at: 1 s}]"),
                  "'events[0]' needs one of remove, gravity: what happens");
}

TEST(InterpretErrors, WrongTypes) {
  EXPECT_CONTAINS(refusal_of_line("dimension: [3]"),
                  "scene.yaml:3:12: error: dimension: expected a whole number such as '3', got a list of 1");
  EXPECT_CONTAINS(refusal_of_line("dimension: 2.5"),
                  "dimension: expected a whole number such as '3', got '2.5'");
  EXPECT_CONTAINS(refusal_of_line("gravity: 9.81"),
                  "gravity: expected three accelerations such as '[0, 0, -9.81 m/s2]', got '9.81'");
  EXPECT_CONTAINS(refusal_of_line("gravity: [0, 1]"), "got a list of 2");
  EXPECT_CONTAINS(refusal_of_line("gravity: [0, 1, {a: 1}]"),
                  "scene.yaml:3:17: error: gravity[2]: expected an acceleration, got a map with key 'a'");
  EXPECT_CONTAINS(refusal_of_line("gravity: [0, 1, 2 m]"),
                  "scene.yaml:3:17: error: gravity[2]: expected an acceleration such as '9.81 m/s2', got '2 "
                  "m' (a length)");
  EXPECT_CONTAINS(refusal_of_line("bodies: {a: 1}"), "bodies: expected a list, got a map with key 'a'");
  EXPECT_CONTAINS(refusal_of_line("bodies:"), "scene.yaml:3:8: error: bodies: has no value; expected a list");
  EXPECT_CONTAINS(refusal_of_line("bodies: [5]"), "bodies[0]: expected a map with keys name, material");
  EXPECT_CONTAINS(refusal_of_line("groups: 5"), "groups: expected a map of names, got '5'");
  EXPECT_CONTAINS(refusal_of_line("title: [a]"), "title: expected a text, got a list of 1");
  EXPECT_CONTAINS(refusal_of_line("title:"), "title: has no value");
  EXPECT_CONTAINS(refusal_of_line("stop: {when: now < }"), "stop.when: 'now <' needs a number");
  EXPECT_CONTAINS(
      refusal_of_line("stop: {when: kinetic_energy < 1 s}"),
      "stop.when: expected an energy such as '2 mJ', got a time: 'kinetic_energy' is compared with '1 s'");
  EXPECT_CONTAINS(refusal("[1, 2]"), "expected a map with keys title");
  EXPECT_CONTAINS(refusal("just words"), "got 'just words'");
}

TEST(InterpretErrors, FlagsAreTrueOrFalseAlone) {
  for (const char* word : {"yes", "on", "True", "1", "~"})
    EXPECT_CONTAINS(
        refusal_of_line(std::string("bodies: [{material: a, shape: plane, fixed: ") + word + "}]"),
        std::string("bodies[0].fixed: expected true or false, got '") + word + "'");
}

TEST(InterpretErrors, Bounds) {
  EXPECT_CONTAINS(refusal("materials:\n  a: {friction: -0.3}\ntime: {end: 1}\n"),
                  "scene.yaml:2:17: error: materials.a.friction: must be >= 0, got '-0.3'");
  EXPECT_CONTAINS(refusal("materials:\n  a: {restitution: 1.5}\ntime: {end: 1}\n"),
                  "must be >= 0 and <= 1, got '1.5'");
  EXPECT_CONTAINS(refusal("materials: {}\ntime: {end: 0 s}\n"), "time.end: must be > 0, got '0 s'");
  EXPECT_CONTAINS(refusal_of_line("dimension: 4"), "dimension: must be >= 2 and <= 3, got '4'");
  EXPECT_CONTAINS(refusal_of_line("bodies: [{material: a, shape: {box: {size: [1, -2 mm, 3]}}}]"),
                  "bodies[0].shape.box.size[1]: must be > 0, got '-2 mm'");
  EXPECT_CONTAINS(
      refusal_of_line("bodies: [{material: a, shape: plane, lattice: {spacing: 1, counts: [1, 2]}}]"),
      "bodies[0].lattice.counts: expected a list of 3, got a list of 2");
}

TEST(InterpretErrors, Choices) {
  EXPECT_CONTAINS(refusal_of_line("method: {explicit: {damping: lokal}}"),
                  "scene.yaml:3:30: error: method.explicit.damping: 'lokal' is not one of none, global, "
                  "local; did you mean 'local'?");
  EXPECT_CONTAINS(refusal_of_line("method: {explict: {}}"),
                  "scene.yaml:3:10: error: method: unknown method 'explict'; did you mean 'explicit'? Known: "
                  "explicit, impact");
  EXPECT_CONTAINS(refusal_of_line("method: explict"), "unknown method 'explict'");
  EXPECT_CONTAINS(refusal_of_line("method: {explicit: {law: hoke}}"),
                  "method.explicit.law: unknown law 'hoke'; did you mean 'hooke'?");
  EXPECT_CONTAINS(refusal_of_line("method: {explicit: {}, impact: {}}"),
                  "method: exactly one of its kinds may be given, got 'explicit' and 'impact'");
  EXPECT_CONTAINS(refusal("materials: {}\ntime: {step: atuo, end: 1}"),
                  "time.step: expected a time such as '5 ms' or auto, got 'atuo'; did you mean 'auto'?");
  EXPECT_CONTAINS(
      refusal_of_line(
          "bodies: [{material: a, shape: plane, fill: {count: 1}, lattice: {spacing: 1, counts: [1,1,1]}}]"),
      "bodies[0]: 'fill' and 'lattice' exclude each other");
}

TEST(InterpretErrors, NumbersAreFiniteAndOfTheirDimension) {
  const auto density = [](const std::string& text) {
    return refusal("materials:\n  a: {density: " + text + "}\ntime: {end: 1}\n");
  };
  EXPECT_EQ(density("3 s"),
            "scene.yaml:2:16: error: materials.a.density: expected a density such as '2500 kg/m3', got '3 s' "
            "(a time)\n"
            "     a: {density: 3 s}\n"
            "                  ^");
  EXPECT_CONTAINS(density("heavy"),
                  "scene.yaml:2:16: error: materials.a.density: unknown name 'heavy'; define it under 'let'; "
                  "expected a density such as '2500 kg/m3'");
  EXPECT_CONTAINS(density("2500 kg/m3 + 1 s"),
                  "scene.yaml:2:27: error: materials.a.density: cannot combine a density with a time");
  EXPECT_CONTAINS(density("'2500 + x'"), "scene.yaml:2:24: error");  // inside the quotes
  for (const char* text : {".inf", "-.inf", ".nan", "inf", "nan", "1e999", "1/0"}) {
    EXPECT_CONTAINS(density(text), "scene.yaml:2:");
    EXPECT_CONTAINS(density(text), "materials.a.density: ");
  }
}

TEST(InterpretErrors, Lets) {
  EXPECT_CONTAINS(refusal_of_line("let: {a: 1, b: c}"),
                  "scene.yaml:3:16: error: let.b: unknown name 'c'; define it under 'let'");
  EXPECT_CONTAINS(
      refusal_of_line("let: {a: b, b: a}"),
      "let.a: unknown name 'b'; define it under 'let'; a name may use only names above it, and 'b' is not");
  EXPECT_CONTAINS(refusal_of_line("let: {a: 2*a}"), "a name may use only names above it, and 'a' is not");
  EXPECT_CONTAINS(refusal_of_line("let: {gap: 1 mm, b: 2*gpa}"),
                  "let.b: unknown name 'gpa'; did you mean 'gap'?");
  EXPECT_CONTAINS(refusal_of_line("let: {t: 1}"),
                  "scene.yaml:3:7: error: let.t: this name already has a meaning in expressions");
  EXPECT_CONTAINS(refusal_of_line("let: {a-b: 1}"), "let.a-b: a name is made of letters, digits and _");
  EXPECT_CONTAINS(refusal_of_line("let: [1]"), "let: expected a map of names and values, got a list of 1");
  EXPECT_CONTAINS(refusal_of_line("let: {a: [1]}"),
                  "let.a: expected a value such as '2 mm', got a list of 1");
  EXPECT_CONTAINS(refusal_of_line("let: {a: 1 mm + 1 s}"), "let.a: cannot combine a length with a time");
}

TEST(InterpretErrors, LetsFollowTheirOrder) {
  const Tree tree = Tree::from_text("{d: 2 mm, r: d/2, area: pi*r^2}", "a");
  const Lets lets = read_lets(tree.root(), "let");
  EXPECT_EQ(lets.at("r").value, 0.001);
  EXPECT_EQ(lets.at("area").dimension, dim::area);
}

TEST(InterpretErrors, LongWordsStayOutOfMessages) {
  const std::string word(1 << 20, 'x');
  const std::string texts[] = {word + ": 1", "materials: {" + word + ": {y: 1}}\ntime: {end: 1}",
                               "title: a\nmaterials: {a: {density: " + word + "}}\ntime: {end: 1}",
                               "groups: {" + word + ": 1}\nmaterials: {}\ntime: {end: 1}",
                               "groups: {a: {" + word + ": 1}}\nmaterials: {}\ntime: {end: 1}"};
  for (const std::string& text : texts) EXPECT_LT(refusal(text).size(), 800u);
}

TEST(InterpretErrors, AWrongDefaultIsFound) {
  const Option option = declare::object("o", {declare::number("x", dim::length, "3 s", "")}, "");
  const Tree tree = Tree::from_text("{}", "a");
  EXPECT_THROW(interpret(tree.root(), option, {}, ""), InputError);
}

}  // namespace
}  // namespace cairn
