#include "text/formula.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/assert.h"

namespace cairn {

namespace {

// Rises from 0 at `a` to 1 at `b` without a kink.
double smooth(double x, double a, double b) {
  if (x <= a) return 0;
  if (x >= b) return 1;
  const double s = (x - a) / (b - a);
  return s * s * (3 - 2 * s);
}

// clang-format off
constexpr std::array kFunctions = {
    NamedFunction{"sqrt",  "sqrt(x)",      "square root", DimensionRule::root, [](double x) { return std::sqrt(x); }},
    NamedFunction{"sin",   "sin(a)",       "sine; the angle in radians or with its unit", DimensionRule::plain, [](double x) { return std::sin(x); }},
    NamedFunction{"cos",   "cos(a)",       "cosine", DimensionRule::plain, [](double x) { return std::cos(x); }},
    NamedFunction{"tan",   "tan(a)",       "tangent", DimensionRule::plain, [](double x) { return std::tan(x); }},
    NamedFunction{"asin",  "asin(x)",      "angle of a sine", DimensionRule::to_angle, [](double x) { return std::asin(x); }},
    NamedFunction{"acos",  "acos(x)",      "angle of a cosine", DimensionRule::to_angle, [](double x) { return std::acos(x); }},
    NamedFunction{"atan",  "atan(x)",      "angle of a tangent", DimensionRule::to_angle, [](double x) { return std::atan(x); }},
    NamedFunction{"atan2", "atan2(y, x)",  "angle of the point (x, y)", DimensionRule::ratio_to_angle, nullptr, [](double y, double x) { return std::atan2(y, x); }},
    NamedFunction{"tanh",  "tanh(x)",      "hyperbolic tangent", DimensionRule::plain, [](double x) { return std::tanh(x); }},
    NamedFunction{"exp",   "exp(x)",       "e to the power of x", DimensionRule::plain, [](double x) { return std::exp(x); }},
    NamedFunction{"log",   "log(x)",       "natural logarithm", DimensionRule::plain, [](double x) { return std::log(x); }},
    NamedFunction{"log10", "log10(x)",     "decimal logarithm", DimensionRule::plain, [](double x) { return std::log10(x); }},
    NamedFunction{"abs",   "abs(x)",       "without its sign", DimensionRule::keep, [](double x) { return std::abs(x); }},
    NamedFunction{"sign",  "sign(x)",      "-1, 0 or 1", DimensionRule::sign, [](double x) { return x > 0 ? 1.0 : x < 0 ? -1.0 : 0.0; }},
    NamedFunction{"min",   "min(a, b)",    "the smaller one", DimensionRule::same, nullptr, [](double a, double b) { return b < a ? b : a; }},
    NamedFunction{"max",   "max(a, b)",    "the larger one", DimensionRule::same, nullptr, [](double a, double b) { return a < b ? b : a; }},
    NamedFunction{"clamp", "clamp(x, a, b)", "x, but not below a and not above b", DimensionRule::same, nullptr, nullptr, [](double x, double a, double b) { return x < a ? a : b < x ? b : x; }},
    NamedFunction{"mod",   "mod(x, p)",    "x less the multiples of p below it: from 0 up to p, so that mod(t, p) repeats", DimensionRule::same, nullptr, [](double x, double p) { return x - p * std::floor(x / p); }},
    NamedFunction{"floor", "floor(x)",     "the whole number below", DimensionRule::plain, [](double x) { return std::floor(x); }},
    NamedFunction{"ceil",  "ceil(x)",      "the whole number above", DimensionRule::plain, [](double x) { return std::ceil(x); }},
    NamedFunction{"pow",   "pow(x, p)",    "x to the power of p, like x^p and x**p", DimensionRule::power, nullptr, [](double x, double p) { return std::pow(x, p); }},
    NamedFunction{"step",  "step(x)",      "0 for x < 0, else 1", DimensionRule::sign, [](double x) { return x >= 0 ? 1.0 : 0.0; }},
    NamedFunction{"smooth", "smooth(x, a, b)", "ramp from 0 at a to 1 at b without a kink: 3 s^2 - 2 s^3 with s = (x - a)/(b - a)", DimensionRule::sign, nullptr, nullptr, smooth},
};
// clang-format on

}  // namespace

std::span<const NamedFunction> functions() { return kFunctions; }

const NamedFunction* find_function(std::string_view name) {
  const auto found =
      std::find_if(kFunctions.begin(), kFunctions.end(), [&](auto& f) { return f.name == name; });
  return found == kFunctions.end() ? nullptr : &*found;
}

void Formula::push(double value) {
  steps_.push_back({.kind = Kind::number, .value = value});
  ++height_;
}

void Formula::push_time() {
  steps_.push_back({.kind = Kind::time});
  ++height_;
}

void Formula::push_input(std::size_t index) {
  steps_.push_back({.kind = Kind::input, .input = index});
  ++height_;
}

void Formula::apply(OneArgument f) {
  CAIRN_ASSERT(height_ >= 1);
  steps_.push_back({.kind = Kind::one, .one = f});
}

void Formula::apply(TwoArguments f) {
  CAIRN_ASSERT(height_ >= 2);
  steps_.push_back({.kind = Kind::two, .two = f});
  --height_;
}

void Formula::apply(ThreeArguments f) {
  CAIRN_ASSERT(height_ >= 3);
  steps_.push_back({.kind = Kind::three, .three = f});
  height_ -= 2;
}

bool Formula::uses_time(std::size_t begin) const {
  return std::any_of(steps_.begin() + static_cast<std::ptrdiff_t>(begin), steps_.end(),
                     [](const Step& s) { return s.kind == Kind::time; });
}

bool Formula::is_constant(std::size_t begin) const {
  return std::none_of(steps_.begin() + static_cast<std::ptrdiff_t>(begin), steps_.end(),
                      [](const Step& s) { return s.kind == Kind::time || s.kind == Kind::input; });
}

double Formula::operator()(double t, std::size_t begin, std::span<const double> inputs) const {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  std::array<double, kHighest> stack;
  std::size_t top = 0;
  for (std::size_t i = begin; i < steps_.size(); ++i) {
    const Step& step = steps_[i];
    if (step.kind == Kind::number || step.kind == Kind::time) {
      CAIRN_ASSERT(top < stack.size());
      stack[top++] = step.kind == Kind::time ? t : step.value;
    } else if (step.kind == Kind::input) {
      CAIRN_ASSERT(top < stack.size());
      stack[top++] = step.input < inputs.size() ? inputs[step.input] : kNone;
    } else if (step.kind == Kind::one) {
      stack[top - 1] = step.one(stack[top - 1]);
    } else if (step.kind == Kind::two) {
      --top;
      stack[top - 1] = step.two(stack[top - 1], stack[top]);
    } else {
      top -= 2;
      stack[top - 1] = step.three(stack[top - 1], stack[top], stack[top + 1]);
    }
  }
  CAIRN_ASSERT(top == 1);
  return stack[0];
}

}  // namespace cairn
