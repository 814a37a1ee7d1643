// Conditions on measured numbers, read from scene text.
//   condition  = all { or all }                all  = one { and one }
//   one        = not one | ( condition ) | comparison | name of a flag
//   comparison = expression < expression, likewise with >, <= and >=
// The sides are expressions (text/expression.h) of inputs, such as columns of measures. Both sides must have
// the same dimension. A flag is a name that is true or false, such as that of an event that has happened.
//
// A comparison with a number that is not there (NaN) is neither true nor false, and neither is its `not`. The
// condition holds only if it is true whatever the missing numbers are.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "text/expression.h"

namespace cairn {

class Condition {
 public:
  // Names that a condition may use. With Inputs::Others::accepted any other name may stand for a number or a
  // flag; it is checked later.
  struct Names {
    std::span<const Input> inputs;
    std::span<const std::string> flags;
    Inputs::Others others = Inputs::Others::refused;
  };
  Condition() = default;  // uses nothing and never holds
  // Throws InputError at its place in the text that starts at `start`.
  Condition(std::string_view text, const Mark& start, const Names& names, const Lets& lets = {});

  // The text, with every `let` name replaced by its value.
  const std::string& text() const { return text_; }
  // Names of inputs and flags in the order of the values that holds() takes. A flag is 1 or 0.
  const std::vector<std::string>& inputs() const { return inputs_; }
  const std::vector<std::string>& flags() const { return flags_; }
  bool holds(std::span<const double> inputs, std::span<const double> flags) const;

 private:
  friend class ConditionParser;
  enum class Truth { no, unknown, yes };
  enum class Kind { any, all, negation, comparison, flag };
  enum class Sign { below, above, at_most, at_least };
  struct Node {
    Kind kind = Kind::flag;
    Sign sign = Sign::below;
    std::size_t flag = 0;
    Formula left{}, right{};
    std::vector<std::size_t> parts{};  // of any, all and negation: into nodes_
  };
  Truth truth(const Node& node, std::span<const double> inputs, std::span<const double> flags) const;

  std::string text_;
  std::vector<std::string> inputs_, flags_;
  std::vector<Node> nodes_;
  std::size_t root_ = 0;
};

}  // namespace cairn
