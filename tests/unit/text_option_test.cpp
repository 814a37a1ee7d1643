#include <gtest/gtest.h>

#include "text/option.h"
#include "text/value.h"

namespace cairn {
namespace {

using namespace declare;

TEST(Dimension, ProductsAndNames) {
  const Dimension speed = combine(dim::length, 1, dim::time, -1);
  EXPECT_EQ(speed, dim::speed);
  EXPECT_EQ(noun_of(speed), "speed");
  EXPECT_EQ(unit_of(speed), "m/s");
  EXPECT_EQ(unit_of(dim::torque), "N m");
  EXPECT_EQ(dim::torque, dim::energy);
  const Dimension odd = combine(dim::mass, 2, dim::time, -5);
  EXPECT_EQ(unit_of(odd), "kg^2 s^-5");
  EXPECT_EQ(noun_of(odd), "quantity in kg^2 s^-5");
  EXPECT_EQ(combine(dim::length, 100, dim::length, 100).length,
            100);  // bounded, never wraps to a wrong match
}

TEST(Dimension, AnglesCountOnlyBesideTime) {
  EXPECT_TRUE(same_quantity(dim::angle, dim::none));
  EXPECT_FALSE(same_quantity(dim::angular_speed, dim::frequency));
  const Dimension rim = combine(dim::angular_speed, 1, dim::length, 1);
  EXPECT_TRUE(same_quantity(rim, dim::speed));
  EXPECT_EQ(noun_of(rim), "speed");
  EXPECT_EQ(combine(rim, 1, dim::length, -1), dim::angular_speed);
  EXPECT_EQ(noun_of(combine(dim::angle, 1, dim::length, 1)), "length");  // arc
}

TEST(Option, DeclarationsReadLikeATable) {
  const Option density = number("density", dim::density, optional, "mass per volume").positive();
  EXPECT_EQ(density.name, "density");
  EXPECT_EQ(density.presence.kind, Presence::kOptional);
  EXPECT_TRUE(density.lower->open);
  EXPECT_FALSE(density.upper);
  const Option axis = choice("axis", {"x", "y"}, "x", "direction");
  EXPECT_EQ(axis.presence.kind, Presence::kDefault);
  EXPECT_EQ(axis.presence.text, "x");
  const Option step = number("step", dim::time, "auto", "time step").or_one_of({"auto"});
  EXPECT_EQ(step.choices.size(), 1u);
  const Option pair = list_of("bodies", text("name", required, ""), "two").count(2);
  EXPECT_EQ(*pair.min_count, 2u);
  EXPECT_EQ(*pair.max_count, 2u);
  const Option law = variant("law", {object("hooke", {}, "")}, "law").tagged();
  EXPECT_EQ(law.writing, Writing::tagged);
  EXPECT_NE(law.child("hooke"), nullptr);
  EXPECT_EQ(law.child("hertz"), nullptr);
}

TEST(Option, AlternativesOfAnyOfBearItsName) {
  const Option o = any_of("size", {number("", dim::length, required, ""), text("x", required, "")}, "");
  for (const Option& child : o.children) EXPECT_EQ(child.name, "size");
}

class ValueOfBody : public testing::Test {
 protected:
  const Option option =
      object("body",
             {number("radius", dim::length, required, ""), number("mass", dim::mass, optional, ""),
              variant("shape", {object("ball", {flag("hollow", "false", "")}, "")}, "")},
             "");
  const Document document{"a.yaml", "first\nsecond line"};
  const Mark mark{&document, 2, 8};

  Value make() const {
    const Option& shape = option.children[2];
    const Option& ball = shape.children[0];
    Value selected(ball, mark, std::vector<Value>{Value(ball.children[0], mark, true)});
    std::vector<Value> parts{Value(option.children[0], mark, 0.25)};
    parts.emplace_back(shape, mark, std::vector<Value>{std::move(selected)});
    return {option, mark, std::move(parts)};
  }
};

TEST_F(ValueOfBody, FieldsAndPlaces) {
  const Value body = make();
  EXPECT_TRUE(body.has("radius"));
  EXPECT_EQ(body["radius"].number(), 0.25);
  EXPECT_FALSE(body.has("mass"));
  EXPECT_TRUE(body["mass"].empty());
  EXPECT_EQ(body["mass"].chosen(), "");
  EXPECT_EQ(body["radius"].place().line, 2);
  EXPECT_EQ(body["radius"].place().text, "second line");
  EXPECT_EQ(body["shape"].chosen(), "ball");
  EXPECT_TRUE(body["shape"]["hollow"].flag());
  EXPECT_EQ(body["shape"].selected().name(), "ball");
}

TEST_F(ValueOfBody, MovesAllTheWayDown) {
  Value body = make();
  body.move_to(Mark{&document, 1, 1});
  EXPECT_EQ(body["shape"]["hollow"].mark().line, 1u);
}

TEST_F(ValueOfBody, WrongUseIsABug) {
  const Value body = make();
  EXPECT_DEATH(body["raduis"], "contract broken");
  EXPECT_DEATH(body["radius"].text(), "contract broken");
  EXPECT_DEATH(body["radius"].integer(), "contract broken");
  EXPECT_DEATH(body["mass"].number(), "contract broken");
  EXPECT_DEATH(body.items(), "contract broken");
}

TEST(Value, IsLight) { EXPECT_LE(sizeof(Value), 72u); }

}  // namespace
}  // namespace cairn
