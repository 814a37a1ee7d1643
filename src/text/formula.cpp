#include "text/formula.h"

#include <algorithm>
#include <cmath>

#include "base/assert.h"

namespace cairn {

// clang-format off
constexpr std::array<NamedFunction, 18> kFunctions = {{
    {"sqrt",  DimensionRule::root,           [](double x) { return std::sqrt(x); }},
    {"sin",   DimensionRule::plain,          [](double x) { return std::sin(x); }},
    {"cos",   DimensionRule::plain,          [](double x) { return std::cos(x); }},
    {"tan",   DimensionRule::plain,          [](double x) { return std::tan(x); }},
    {"asin",  DimensionRule::to_angle,       [](double x) { return std::asin(x); }},
    {"acos",  DimensionRule::to_angle,       [](double x) { return std::acos(x); }},
    {"atan",  DimensionRule::to_angle,       [](double x) { return std::atan(x); }},
    {"atan2", DimensionRule::ratio_to_angle, nullptr, [](double y, double x) { return std::atan2(y, x); }},
    {"exp",   DimensionRule::plain,          [](double x) { return std::exp(x); }},
    {"log",   DimensionRule::plain,          [](double x) { return std::log(x); }},
    {"log10", DimensionRule::plain,          [](double x) { return std::log10(x); }},
    {"abs",   DimensionRule::keep,           [](double x) { return std::abs(x); }},
    {"min",   DimensionRule::same,           nullptr, [](double a, double b) { return b < a ? b : a; }},
    {"max",   DimensionRule::same,           nullptr, [](double a, double b) { return a < b ? b : a; }},
    {"floor", DimensionRule::plain,          [](double x) { return std::floor(x); }},
    {"ceil",  DimensionRule::plain,          [](double x) { return std::ceil(x); }},
    {"pow",   DimensionRule::power,          nullptr, [](double x, double p) { return std::pow(x, p); }},
    {"step",  DimensionRule::sign,           [](double x) { return x >= 0 ? 1.0 : 0.0; }},
}};
// clang-format on

const NamedFunction* find_function(std::string_view name) {
  const auto found =
      std::find_if(kFunctions.begin(), kFunctions.end(), [&](auto& f) { return f.name == name; });
  return found == kFunctions.end() ? nullptr : &*found;
}

void Formula::push(double value) {
  steps_.push_back({Kind::number, value});
  ++height_;
}

void Formula::push_time() {
  steps_.push_back({Kind::time});
  ++height_;
}

void Formula::apply(OneArgument f) {
  CAIRN_ASSERT(height_ >= 1);
  steps_.push_back({Kind::one, 0, f});
}

void Formula::apply(TwoArguments f) {
  CAIRN_ASSERT(height_ >= 2);
  steps_.push_back({Kind::two, 0, nullptr, f});
  --height_;
}

bool Formula::uses_time(std::size_t begin) const {
  return std::any_of(steps_.begin() + static_cast<std::ptrdiff_t>(begin), steps_.end(),
                     [](const Step& s) { return s.kind == Kind::time; });
}

double Formula::operator()(double t, std::size_t begin) const {
  std::array<double, kHighest> stack;
  std::size_t top = 0;
  for (std::size_t i = begin; i < steps_.size(); ++i) {
    const Step& step = steps_[i];
    if (step.kind == Kind::number || step.kind == Kind::time) {
      CAIRN_ASSERT(top < stack.size());
      stack[top++] = step.kind == Kind::time ? t : step.value;
    } else if (step.kind == Kind::one) {
      stack[top - 1] = step.one(stack[top - 1]);
    } else {
      --top;
      stack[top - 1] = step.two(stack[top - 1], stack[top]);
    }
  }
  CAIRN_ASSERT(top == 1);
  return stack[0];
}

}  // namespace cairn
