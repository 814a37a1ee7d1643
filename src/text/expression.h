// Arithmetic with units, read from scene text.
//   + - * / ^ ** ( ), the functions of text/formula.cpp, pi, tau, names defined under `let`,
//   numbers with units (`2*d + 1 mm`), and the time t where a function is allowed.
// A unit binds tighter than any operator (`1/2 mm` is 1/(2 mm)); `^` binds tighter than a leading minus. A
// name after an operator is looked up in `let` first, then among the units (`3 N*m`).
//
// Dimensions are tracked. Bare numbers are SI: a bare number, t, and anything built from these alone fits any
// dimension in a sum or as a result. In a product a bare number is a plain factor (`2*d` is a length), and a
// product with t is not checked further. All other dimensions must match: `1 mm + 1 s` is an error.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "text/dimension.h"
#include "text/formula.h"

namespace cairn {

struct Quantity {
  double value = 0;  // SI
  Dimension dimension;
  bool bare = true;  // written without units: fits any dimension
};

// The names defined under `let`.
using Lets = std::map<std::string, Quantity, std::less<>>;

// A compiled function of time.
class Expression {
 public:
  // Throws InputError at its place in the text that starts at `start`. Reasons are bad syntax, unknown names,
  // a dimension other than expected, and a value at t = 0 that is not finite or beyond the limits.
  Expression(std::string_view text, const Mark& start, const Dimension& expected, const Lets& lets = {});

  double operator()(double t) const;  // throws RunError if it is not finite or beyond its limits
  bool is_constant() const { return !formula_.uses_time(); }
  const std::string& text() const { return text_; }  // with every `let` name replaced by its value

 private:
  Formula formula_;
  std::string text_;
  Dimension dimension_;
};

// A name that stands for a number known only later, such as a column of a measure.
struct Input {
  std::string name;
  Dimension dimension;
};
// The inputs that an expression may use. Without a list of all, any other name that is no function, constant
// or `let` name is accepted too, and fits any dimension. A name may have a dot (`stress.pressure`), and `-`
// before it (`heap-2.angle`); a minus sign between two such names needs spaces.
struct Inputs {
  enum class Others { refused, accepted };
  std::span<const Input> known;
  Others others = Others::refused;
  std::vector<std::string> used = {};  // those met so far; the inputs of a formula count in this order
};
struct CompiledExpression {
  Formula formula;
  Dimension dimension;
  bool bare = true;      // as in Quantity
  std::string resolved;  // with every `let` name replaced by its value
};
// Compiles an expression of inputs without t. Throws InputError as above.
CompiledExpression compile(std::string_view text, const Mark& start, const Lets& lets, Inputs& inputs);
// The length of the name of an input at the beginning of the text; 0 if there is none.
std::size_t input_name_size(std::string_view text);

// The value of an expression without t. Throws InputError as above.
Quantity evaluate(std::string_view text, const Mark& start, const Lets& lets);
double evaluate(std::string_view text, const Mark& start, const Dimension& expected, const Lets& lets);

// The reason why a word cannot be defined under `let`; empty if it can.
std::string refuse_let_name(std::string_view name);

}  // namespace cairn
