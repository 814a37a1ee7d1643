// A compiled expression: steps of a small stack machine, and the functions that expressions may call.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace cairn {

using OneArgument = double (*)(double);
using TwoArguments = double (*)(double, double);
using ThreeArguments = double (*)(double, double, double);

class Formula {
 public:
  static constexpr int kHighest = 64;  // most numbers on the stack

  void push(double value);
  void push_time();
  void push_input(std::size_t index);
  void apply(OneArgument f);
  void apply(TwoArguments f);
  void apply(ThreeArguments f);

  int height() const { return height_; }  // numbers on the stack after the last step
  std::size_t size() const { return steps_.size(); }
  bool uses_time(std::size_t begin = 0) const;
  bool is_constant(std::size_t begin = 0) const;  // uses neither the time nor an input

  // The number that the steps from `begin` on leave at time t. An input that is not given is NaN.
  double operator()(double t, std::size_t begin = 0, std::span<const double> inputs = {}) const;

 private:
  enum class Kind { number, time, input, one, two, three };
  struct Step {
    Kind kind = Kind::number;
    double value = 0;  // of a number
    std::size_t input = 0;
    OneArgument one = nullptr;
    TwoArguments two = nullptr;
    ThreeArguments three = nullptr;
  };
  std::vector<Step> steps_;
  int height_ = 0;
};

// How a function treats dimensions.
enum class DimensionRule {
  plain,           // plain number to plain number
  to_angle,        // plain number to angle
  ratio_to_angle,  // two of the same dimension to angle
  keep,            // result like the argument
  same,            // all of the same dimension, result like them
  root,            // square root
  power,           // first to the power of the second
  sign,            // arguments of the same dimension to plain number
};

// Exactly one of the three pointers is set, for the number of arguments that `call` shows.
struct NamedFunction {
  std::string_view name, call, meaning;
  DimensionRule rule;
  OneArgument one;
  TwoArguments two = nullptr;
  ThreeArguments three = nullptr;
};

std::span<const NamedFunction> functions();
const NamedFunction* find_function(std::string_view name);  // null if there is none

}  // namespace cairn
