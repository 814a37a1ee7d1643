#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "text/expression.h"

namespace cairn {
namespace {

const Lets kLets = {
    {"d", {0.002, dim::length, false}}, {"n", {3, dim::none, true}}, {"s", {7, dim::none, true}}};

double value(const std::string& text, const Dimension& dimension = dim::none) {
  return evaluate(text, Mark{}, dimension, kLets);
}

std::string refusal(const std::string& text, const Dimension& dimension = dim::none) {
  const Document document{"a.yaml", text};
  try {
    evaluate(text, Mark{&document, 1, 1}, dimension, kLets);
  } catch (const InputError& error) {
    return std::to_string(error.place().column) + ": " + error.message();
  }
  return "accepted";
}

TEST(Expression, Arithmetic) {
  EXPECT_EQ(value("1 + 2*3"), 7);
  EXPECT_EQ(value("(1 + 2)*3"), 9);
  EXPECT_EQ(value("8/4/2"), 1);
  EXPECT_EQ(value("10 - 3 - 2"), 5);
  EXPECT_EQ(value("2^3^2"), 512);
  EXPECT_EQ(value("-2^2"), -4);
  EXPECT_EQ(value("2**3**2 - 2 ** 3 * 2"), 496);
  EXPECT_EQ(value("2^-1"), 0.5);
  EXPECT_EQ(value("- -3"), 3);
  EXPECT_EQ(value("+3"), 3);
  EXPECT_EQ(value("2 - -3"), 5);
  EXPECT_EQ(value("2*n"), 6);
  EXPECT_EQ(value(" 1e3\t"), 1000);
  EXPECT_EQ(value("010"), 10);
}

TEST(Expression, Functions) {
  EXPECT_EQ(value("sqrt(16)"), 4);
  EXPECT_EQ(value("sin(1)"), std::sin(1.0));
  EXPECT_EQ(value("cos(1) + tan(1)"), std::cos(1.0) + std::tan(1.0));
  EXPECT_EQ(value("asin(0.5) + acos(0.5) + atan(2)"), std::asin(0.5) + std::acos(0.5) + std::atan(2.0));
  EXPECT_EQ(value("atan2(1, 2)"), std::atan2(1.0, 2.0));
  EXPECT_EQ(value("exp(1) + log(2) + log10(3)"), std::exp(1.0) + std::log(2.0) + std::log10(3.0));
  EXPECT_EQ(value("abs(-2)"), 2);
  EXPECT_EQ(value("min(2, 3) + 10*max(2, 3)"), 32);
  EXPECT_EQ(value("floor(2.7) + ceil(2.2)"), 5);
  EXPECT_EQ(value("pow(2, 10)"), 1024);
  EXPECT_EQ(value("step(-1) + step(0) + step(1)"), 2);
  EXPECT_EQ(value("2*pi - tau"), 0);
  EXPECT_EQ(value("tanh(0.3)"), std::tanh(0.3));
  EXPECT_EQ(value("sign(-3) + 10*sign(0) + 100*sign(2)"), 99);
  EXPECT_EQ(value("clamp(5, 1, 3) + clamp(0, 1, 3) + clamp(2, 1, 3)"), 6);
  EXPECT_EQ(value("mod(7.5, 2)"), 1.5);
  EXPECT_EQ(value("mod(-0.5, 2)"), 1.5);  // repeats to the left as well
  EXPECT_EQ(value("smooth(1, 2, 4) + smooth(3, 2, 4) + smooth(5, 2, 4)"), 1.5);
  EXPECT_EQ(value("smooth(2.5, 2, 4)"), 3 * 0.0625 - 2 * 0.015625);
  EXPECT_DOUBLE_EQ(value("sin(30 deg)"), 0.5);
}

TEST(Expression, DimensionsFollowTheArithmetic) {
  EXPECT_EQ(value("2*d + 1 mm", dim::length), 0.005);
  EXPECT_EQ(value("d + 1", dim::length), 1.002);  // a bare number is SI and takes the other's dimension
  EXPECT_EQ(value("d*d", dim::area), 0.002 * 0.002);
  EXPECT_EQ(value("d^2", dim::area), std::pow(0.002, 2));
  EXPECT_EQ(value("sqrt(d*d)", dim::length), std::sqrt(0.002 * 0.002));
  EXPECT_EQ(value("d/(2 s)", dim::speed), 0.001);
  EXPECT_EQ(value("d/d"), 1);
  EXPECT_EQ(value("1/(2 s)", dim::rate), 0.5);
  EXPECT_EQ(value("max(d, 1 mm)", dim::length), 0.002);
  EXPECT_EQ(value("abs(-d)", dim::length), 0.002);
  EXPECT_DOUBLE_EQ(value("atan2(d, 2 mm)", dim::angle), std::numbers::pi / 4);
  EXPECT_EQ(value("step(d - 3 mm)"), 0);
  EXPECT_EQ(value("sign(d)"), 1);
  EXPECT_EQ(value("clamp(d, 0, 1 mm)", dim::length), 0.001);
  EXPECT_EQ(value("smooth(d, 1 mm, 3 mm)"), 0.5);
  EXPECT_EQ(value("mod(5 mm, d)", dim::length), 0.005 - 0.002 * 2);
  EXPECT_EQ(value("d**2", dim::area), std::pow(0.002, 2));
  EXPECT_EQ(value("3 N*d", dim::torque), 0.006);
  EXPECT_EQ(value("2 rad/s * d", dim::speed), 0.004);
  EXPECT_EQ(value("5", dim::pressure), 5);
  EXPECT_EQ(value("2*3 + 1", dim::pressure), 7);
}

TEST(Expression, LetNamesAndUnitsOfOneName) {
  EXPECT_EQ(value("2 s", dim::time), 2);     // behind a number: the unit
  EXPECT_EQ(value("2*s"), 14);               // behind an operator: the name
  EXPECT_EQ(value("2 m/s", dim::speed), 2);  // within a unit: the unit
}

TEST(Expression, DimensionErrorsSayWhatWasExpected) {
  EXPECT_EQ(refusal("3 s", dim::length), "1: expected a length such as '2 mm', got '3 s' (a time)");
  EXPECT_EQ(refusal("2*d", dim::time), "1: expected a time such as '5 ms', got '2*d' (a length)");
  EXPECT_EQ(refusal("d/d", dim::length), "1: expected a length such as '2 mm', got 'd/d' (a plain number)");
  EXPECT_EQ(refusal("40 Hz", dim::angular_speed),
            "1: expected an angular speed such as '40 rpm', got '40 Hz' (a frequency)");
  EXPECT_EQ(refusal("40 rpm", dim::frequency),
            "1: expected a frequency such as '50 Hz', got '40 rpm' (an angular speed)");
  EXPECT_EQ(refusal("1 mm + 1 s", dim::length), "6: cannot combine a length with a time in '1 mm + 1 s'");
  EXPECT_EQ(refusal("max(1 mm, 1 s)", dim::length),
            "1: cannot combine a length with a time in 'max(1 mm, 1 s)'");
  EXPECT_EQ(refusal("sin(1 mm)"), "1: sin() needs a plain number or an angle, got a length");
  EXPECT_EQ(refusal("2^d"), "2: an exponent must be a plain number");
  EXPECT_EQ(refusal("sqrt(d)", dim::length), "1: a length cannot be raised to this power");
  EXPECT_EQ(refusal("d^0.3", dim::length), "2: a length cannot be raised to this power");
}

TEST(Expression, SyntaxErrorsPointAtTheirPlace) {
  EXPECT_EQ(refusal("1 +"), "4: '1 +' ends too early");
  EXPECT_EQ(refusal("(1"), "3: '(1' ends too early");
  EXPECT_EQ(refusal("1)"), "2: did not expect ')' here in '1)'");
  EXPECT_EQ(refusal("1 2"), "3: did not expect '2' here in '1 2'");
  EXPECT_EQ(refusal("1,5"), "2: did not expect ',5' here in '1,5'");
  EXPECT_EQ(refusal(""), "1: '' ends too early");
  EXPECT_EQ(refusal("min(1)"), "6: did not expect ')' here in 'min(1)'");
  EXPECT_EQ(refusal("2 d", dim::length), "3: a product is written with *");
  EXPECT_EQ(refusal("2 mm d", dim::length),
            "6: did not expect 'd' here in '2 mm d'; a product is written with *");
  EXPECT_EQ(refusal("3 mmm", dim::length), "3: unknown unit 'mmm'; did you mean 'mm'?");
  EXPECT_EQ(refusal("0x10").substr(0, 39), "2: unknown unit 'x10'; known: m, in, ft");
  EXPECT_EQ(refusal("1_000").substr(0, 40), "2: unknown unit '_000'; known: m, in, ft");
  EXPECT_EQ(refusal("frobnicate(2)").substr(0, 50), "1: unknown function 'frobnicate'; known: sqrt, sin");
  EXPECT_EQ(refusal("2*h", dim::length),
            "1: expected a length such as '2 mm', got '2*h' (a time); 'h' is the unit hour: nothing of that "
            "name is defined under 'let'");
  EXPECT_EQ(refusal("kN*3", dim::length).substr(47),
            " (a force); 'kN' is the unit kilonewton: nothing of that "
            "name is defined under 'let'");
  EXPECT_EQ(refusal("sqr(4)"), "1: unknown name 'sqr'; did you mean 'sqrt'?");
  EXPECT_EQ(refusal("1 + foobar"), "5: unknown name 'foobar'; define it under 'let'");
  EXPECT_EQ(refusal("2*t"), "3: the time t has no value here: only functions of time know it");
}

TEST(Expression, OnlyFiniteResults) {
  EXPECT_EQ(refusal("1/0"), "1: '1/0' is not finite");
  EXPECT_EQ(refusal("sqrt(-1)"), "1: 'sqrt(-1)' is not finite");
  EXPECT_EQ(refusal("exp(1000)"), "1: 'exp(1000)' is not finite");
  EXPECT_EQ(refusal("1e999"), "1: number out of range: '1e999'");
  EXPECT_EQ(refusal("nan"), "1: unknown name 'nan'; did you mean 'tan'?");
  EXPECT_EQ(refusal("inf").substr(0, 23), "1: unknown name 'inf'; ");
}

TEST(Expression, NestingAndLengthAreLimited) {
  EXPECT_EQ(value(std::string(20, '(') + "1" + std::string(20, ')')), 1);
  EXPECT_NE(refusal(std::string(200, '(') + "1" + std::string(200, ')')).find("nested too deeply"),
            std::string::npos);
  EXPECT_NE(refusal(std::string(4000, '-') + "1").find("nested too deeply"), std::string::npos);
  EXPECT_NE(refusal(std::string(5000, '1')).find("longer than 4096"), std::string::npos);
  std::string towers = "2";
  for (int i = 0; i < 500; ++i) towers += "^2";
  EXPECT_NE(refusal(towers).find("nested too deeply"), std::string::npos);
  std::string sum = "1";
  for (int i = 0; i < 1000; ++i) sum += "+1";
  EXPECT_EQ(value(sum), 1001);
}

TEST(Expression, FunctionsOfTime) {
  const auto f = [](const std::string& text, const Dimension& d) {
    return Expression(text, Mark{}, d, kLets);
  };
  EXPECT_EQ(f("2*t + 1", dim::speed)(3), 7);
  EXPECT_EQ(f("2 mm/s * t", dim::length)(3), 0.006);
  EXPECT_EQ(f("2 mm/s*t", dim::length)(3), 0.006);
  EXPECT_EQ(f("5 mm * sin(3*t)", dim::length)(0.5), 0.005 * std::sin(1.5));
  EXPECT_EQ(f("1 m/s2 * t^2 / 2", dim::length)(2), 2);
  EXPECT_EQ(f("1 m/s * step(t - 0.5 s)", dim::speed)(0.4), 0);
  EXPECT_EQ(f("1 m/s * step(t - 0.5 s)", dim::speed)(0.6), 1);
  EXPECT_EQ(f("2 mm/s * min(t, 2 s)", dim::length)(9), 0.004);
  EXPECT_TRUE(f("2*3", dim::none).is_constant());
  EXPECT_FALSE(f("2*t", dim::none).is_constant());
  EXPECT_THROW(f("5 mm * sin(3*t)", dim::time), InputError);
  EXPECT_THROW(f("1/t", dim::none), InputError);
  EXPECT_THROW(f("sin(50 Hz)", dim::none), InputError);
  EXPECT_THROW(f("1/(t - 2)", dim::none)(2), RunError);
}

TEST(Expression, ResolvedTextNeedsNoNames) {
  const Expression f("d*sin(n*t)*s", Mark{}, dim::length, kLets);
  EXPECT_EQ(f.text(), "(0.002 m)*sin((3)*t)*(7)");
  const Expression again(f.text(), Mark{}, dim::length);
  EXPECT_EQ(again.text(), f.text());
  for (const double t : {0.0, 0.3, 17.0}) EXPECT_EQ(again(t), f(t));
}

TEST(Expression, NamesThatLetMayDefine) {
  for (const char* name : {"d", "gap_2", "_x", "h", "m"}) EXPECT_EQ(refuse_let_name(name), "") << name;
  for (const char* name : {"", "2d", "a-b", "a b", "t", "pi", "sin"})
    EXPECT_NE(refuse_let_name(name), "") << name;
}

}  // namespace
}  // namespace cairn
