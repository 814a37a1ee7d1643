#include "text/expression.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>

#include "text/constants.h"
#include "text/expected.h"
#include "text/limits.h"
#include "text/units.h"

namespace cairn {
namespace {

constexpr std::size_t kLongest = 4096;  // characters
constexpr int kDeepest = 64;            // nesting

// Dimension of a part of an expression; `bare` as in Quantity.
struct Type {
  Dimension dimension = dim::none;
  bool bare = true;
};

bool is_plain(const Type& t) { return same_quantity(t.dimension, dim::none); }
bool fits(const Type& t, const Dimension& expected) { return t.bare || same_quantity(t.dimension, expected); }

Type product(const Type& a, const Type& b, int power) {
  const bool unchecked = (a.bare && !is_plain(a)) || (b.bare && !is_plain(b));
  return {combine(a.dimension, 1, b.dimension, power), unchecked || (a.bare && b.bare)};
}

std::string describe(const Dimension& d) { return with_article(noun_of(d)); }

// Recursive descent that emits stack code directly.
class Compiler {
 public:
  enum class Time { known, unknown };
  Compiler(std::string_view text, const Mark& start, const Lets& lets, Time time, Inputs* inputs = nullptr)
      : text_(text), start_(start), lets_(lets), time_known_(time == Time::known), inputs_(inputs) {
    if (text.size() > kLongest) fail(fmt::format("expression longer than {} characters", kLongest), 0);
  }

  Type compile() {
    const Type type = sum();
    if (at_ < text_.size()) fail_unexpected();
    resolved_ += text_.substr(copied_);
    return type;
  }

  // Checks the whole expression: finite, and of the expected dimension and within its limits if one is given.
  Quantity check(const Type& type, const Dimension* expected) const {
    const double value = formula(0);
    if (expected != nullptr && !fits(type, *expected))
      fail(fmt::format("expected {} such as '{}', got {} ({}){}", describe(*expected), example_of(*expected),
                       quote(text_), describe(type.dimension), lone_unit_),
           0);
    if (!std::isfinite(value) && !uses_inputs())
      fail(fmt::format("{} is not finite{}", quote(text_), formula.uses_time() ? " at t = 0" : ""), 0);
    const std::string bound = expected != nullptr ? refuse_large(value, *expected) : "";
    if (!bound.empty()) fail(fmt::format("must be {}, got {}", bound, quote(text_)), 0);
    return {value, type.dimension, type.bare};
  }

  bool uses_inputs() const { return inputs_ != nullptr && !formula.is_constant(); }

  Formula formula;
  const std::string& resolved() const { return resolved_; }

 private:
  // Reports an error at a byte of the text; a text of several lines is marked at its start.
  [[noreturn]] void fail(const std::string& message, std::size_t at) const {
    Mark mark = start_;
    if (text_.find('\n') == std::string_view::npos)
      for (std::size_t i = 0; i < std::min(at, text_.size()); ++i)
        if ((static_cast<unsigned char>(text_[i]) & 0xC0u) != 0x80u) ++mark.column;
    throw InputError(message, mark);
  }

  [[noreturn]] void fail_unexpected() const {
    if (at_ == text_.size()) fail(fmt::format("{} ends too early{}", quote(text_), comma_cure(text_)), at_);
    const bool known = is_word(text_[at_]) && lets_.find(peek_word()) != lets_.end();
    fail(fmt::format("did not expect {} here in {}{}", quote(text_.substr(at_)), quote(text_),
                     known ? "; a product is written with *" : ""),
         at_);
  }

  static bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c >= '0' && c <= '9');
  }

  std::string_view peek_word() const {
    std::size_t end = at_;
    while (end < text_.size() && is_word(text_[end])) ++end;
    return text_.substr(at_, end - at_);
  }

  void skip_spaces() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n')) ++at_;
  }

  bool accept(char c) {
    skip_spaces();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  bool begins(std::string_view operation) {
    skip_spaces();
    return text_.substr(at_).starts_with(operation);
  }

  // `^` or `**`.
  bool accept_power() {
    const std::size_t size = begins("**") ? 2 : begins("^") ? 1 : 0;
    at_ += size;
    return size > 0;
  }

  void expect(char c) {
    if (!accept(c)) fail_unexpected();
  }

  void push(double value) {
    if (formula.height() >= Formula::kHighest) fail_depth();
    formula.push(value);
  }

  [[noreturn]] void fail_depth() const { fail("expression nested too deeply", at_); }

  // The type of a sum, difference or comparison of a and b.
  Type add(const Type& a, const Type& b, std::size_t at) const {
    if (a.bare && b.bare) {
      const bool other = is_plain(a) || same_quantity(a.dimension, b.dimension);
      return {other ? b.dimension : a.dimension, true};
    }
    if (!a.bare && !b.bare && !same_quantity(a.dimension, b.dimension))
      fail(fmt::format("cannot combine {} with {} in {}", describe(a.dimension), describe(b.dimension),
                       quote(text_)),
           at);
    return a.bare ? b : a;
  }

  Type sum() {
    if (++depth_ > kDeepest) fail_depth();
    Type type = term();
    for (;;) {
      skip_spaces();
      const std::size_t at = at_;
      const bool plus = accept('+');
      if (!plus && !accept('-')) break;
      type = add(type, term(), at);
      formula.apply(plus ? [](double a, double b) { return a + b; }
                         : [](double a, double b) { return a - b; });
    }
    --depth_;
    return type;
  }

  Type term() {
    Type type = factor();
    for (;;) {
      const bool times = !begins("**") && accept('*');
      if (!times && !accept('/')) return type;
      type = product(type, factor(), times ? 1 : -1);
      formula.apply(times ? [](double a, double b) { return a * b; }
                          : [](double a, double b) { return a / b; });
    }
  }

  Type factor() {
    if (++depth_ > kDeepest) fail_depth();
    Type type;
    if (accept('-')) {
      type = factor();
      formula.apply([](double a) { return -a; });
    } else if (accept('+')) {
      type = factor();
    } else {
      type = primary();
      skip_spaces();
      const std::size_t at = at_;
      if (accept_power()) {
        const std::size_t begin = formula.size();
        type = raise(type, factor(), begin, at);
        formula.apply(find_function("pow")->two);
      }
    }
    --depth_;
    return type;
  }

  // The type of base^exponent; the exponent's code starts at `begin`.
  Type raise(const Type& base, const Type& exponent, std::size_t begin, std::size_t at) const {
    if (!fits(exponent, dim::none)) fail("an exponent must be a plain number", at);
    if (base.bare) return base;  // a function of t stays unchecked
    if (is_plain(base)) return {dim::none, false};
    const double p = formula.is_constant(begin) ? formula(0, begin) : std::nan("");
    return {power_of(base.dimension, p, at), false};
  }

  Dimension power_of(const Dimension& d, double p, std::size_t at) const {
    const auto whole = [&](int exponent) { return std::abs(p * exponent - std::round(p * exponent)) < 1e-9; };
    const bool small = std::abs(p) <= 12;
    if (!small || !whole(d.length) || !whole(d.mass) || !whole(d.time))
      fail(fmt::format("{} cannot be raised to this power", describe(d)), at);
    const auto times = [&](int exponent) { return static_cast<signed char>(std::lround(p * exponent)); };
    return Dimension{times(d.length), times(d.mass), times(d.time), times(d.angle)};
  }

  Type primary() {
    skip_spaces();
    if (accept('(')) {
      const Type type = sum();
      expect(')');
      return type;
    }
    if (inputs_ != nullptr && dotted_size() > 0) return input(text_.substr(at_, dotted_size()));
    if (decimal_size(text_.substr(at_)) > 0) return literal();
    if (at_ >= text_.size() || !is_word(text_[at_])) fail_unexpected();
    return word();
  }

  // The size of a name with a dot here; 0 if there is none.
  std::size_t dotted_size() const {
    const std::size_t size = input_name_size(text_.substr(at_));
    return text_.substr(at_, size).find('.') == std::string_view::npos ? 0 : size;
  }

  // While other names are accepted, a word that is a unit stays one.
  bool is_input(std::string_view name) const {
    if (inputs_ == nullptr) return false;
    if (std::ranges::find(inputs_->known, name, &Input::name) != inputs_->known.end()) return true;
    const std::optional<Unit> unit = read_unit(name);
    return inputs_->others == Inputs::Others::accepted && !(unit && unit->size == name.size());
  }

  // Reads the name of an input.
  Type input(std::string_view name) {
    const auto found = std::ranges::find(inputs_->known, name, &Input::name);
    if (!is_input(name)) fail_input(name);
    if (formula.height() >= Formula::kHighest) fail_depth();
    at_ += name.size();
    std::vector<std::string>& used = inputs_->used;
    if (std::ranges::find(used, name) == used.end()) used.emplace_back(name);
    formula.push_input(static_cast<std::size_t>(std::ranges::find(used, name) - used.begin()));
    return found == inputs_->known.end() ? Type{} : Type{found->dimension, false};
  }

  [[noreturn]] void fail_input(std::string_view name) const {
    std::vector<std::string> columns, of_measure;
    for (const Input& known : inputs_->known) {
      if (known.name.find('.') == std::string::npos) continue;
      columns.push_back(known.name);
      if (known.name.substr(0, known.name.find('.')) == name) of_measure.push_back(known.name);
    }
    if (!of_measure.empty())
      fail(fmt::format("measure {} has several columns, name one of them{}", quote(name),
                       suggestion(name, of_measure)),
           at_);
    fail(fmt::format("no measure gives {}{}", quote(name),
                     columns.empty() ? "; the scene has no measures" : suggestion(name, columns)),
         at_);
  }

  // A number with an optional unit.
  Type literal() {
    const std::size_t begin = at_;
    const std::string_view digits = text_.substr(at_, decimal_size(text_.substr(at_)));
    at_ += digits.size();
    const std::size_t after = at_;
    skip_spaces();
    std::optional<Unit> unit = read_unit(text_.substr(at_));
    if (!unit && at_ < text_.size() && is_word(text_[at_])) fail_unit();
    at_ = unit ? at_ + unit->size : after;
    const double value = decimal_value(digits, unit ? unit->power_of_ten : 0) * (unit ? unit->factor : 1);
    if (!std::isfinite(value)) fail(fmt::format("number out of range: {}", quote(digits)), begin);
    push(value);
    return unit ? Type{unit->dimension, false} : Type{};
  }

  [[noreturn]] void fail_unit() const {
    const std::string_view name = peek_word();
    if (name[0] >= '0' && name[0] <= '9') fail_unexpected();
    if (name == "t" || lets_.find(name) != lets_.end()) fail("a product is written with *", at_);
    const std::string near = nearest_unit(name);
    if (!near.empty()) fail(fmt::format("unknown unit {}; did you mean '{}'?", quote(name), near), at_);
    std::vector<std::string> names;
    for (const UnitRow& unit : unit_rows()) names.push_back(unit.name);
    fail(fmt::format("unknown unit {}{}", quote(name), suggestion(name, names)), at_);
  }

  // A function, a name of `let`, a constant, the time, or a unit, in this order.
  Type word() {
    const std::size_t begin = at_;
    const std::string_view name = peek_word();
    at_ += name.size();
    if (const NamedFunction* function = find_function(name)) return call(*function, begin);
    if (const auto found = lets_.find(name); found != lets_.end()) return named_value(found->second, begin);
    if (const NamedConstant* constant = find_constant(name)) {
      push(constant->value);
      return {};
    }
    if (is_input(name)) {
      at_ = begin;
      return input(name);
    }
    if (name == "t" && time_known_) {
      if (formula.height() >= Formula::kHighest) fail_depth();
      formula.push_time();
      return {dim::time, true};
    }
    const std::optional<Unit> unit = name == "t" ? std::nullopt : read_unit(text_.substr(begin));
    if (!unit) fail_name(name, begin);
    at_ = begin + unit->size;
    if (lone_unit_.empty())
      lone_unit_ = fmt::format("; {} is {}: nothing of that name is defined under 'let'", quote(name),
                               unit_meaning(name));
    push(decimal_value("1", unit->power_of_ten) * unit->factor);
    return {unit->dimension, false};
  }

  // The value of a `let` name; resolved_ gets the value in place of the name.
  Type named_value(const Quantity& quantity, std::size_t begin) {
    resolved_ += text_.substr(copied_, begin - copied_);
    const std::string unit = quantity.bare ? "" : unit_of(quantity.dimension);
    resolved_ += fmt::format("({}{}{})", quantity.value, unit.empty() ? "" : " ", unit);
    copied_ = at_;
    push(quantity.value);
    return {quantity.dimension, quantity.bare};
  }

  [[noreturn]] void fail_name(std::string_view name, std::size_t at) {
    if (name == "t") fail("the time t has no value here: only functions of time know it", at);
    std::vector<std::string> names;
    for (const NamedFunction& f : functions()) names.emplace_back(f.name);
    if (inputs_ != nullptr) {
      for (const Input& known : inputs_->known)
        if (known.name.starts_with(std::string(name) + ".")) {
          at_ = at;
          fail_input(name);
        }
      for (const Input& known : inputs_->known) names.push_back(known.name);
    }
    if (begins("(") && nearest(name, names).empty())
      fail(fmt::format("unknown function {}{}", quote(name), suggestion(name, names)), at);
    for (const auto& item : lets_) names.push_back(item.first);
    const std::string near = nearest(name, names);
    const char* cure =
        inputs_ == nullptr ? "; define it under 'let'" : "; measure it, as in 'measure.column'";
    const std::string hint = !near.empty() ? "; did you mean '" + near + "'?" : cure;
    fail(fmt::format("unknown {} {}{}", inputs_ == nullptr ? "name" : "quantity", quote(name), hint), at);
  }

  // A call with one, two or three arguments.
  Type call(const NamedFunction& function, std::size_t at) {
    expect('(');
    const Type a = sum();
    if (function.one == nullptr) expect(',');
    const std::size_t begin = formula.size();
    Type b = function.one == nullptr ? sum() : a;
    if (function.three != nullptr) {
      expect(',');
      b = add(b, sum(), at);
    }
    expect(')');
    const Type result = result_type(function, a, b, begin, at);
    if (function.one != nullptr) formula.apply(function.one);
    if (function.two != nullptr) formula.apply(function.two);
    if (function.three != nullptr) formula.apply(function.three);
    return result;
  }

  Type result_type(const NamedFunction& f, const Type& a, const Type& b, std::size_t begin,
                   std::size_t at) const {
    const bool needs_plain = f.rule == DimensionRule::plain || f.rule == DimensionRule::to_angle;
    if (needs_plain && !fits(a, dim::none))
      fail(fmt::format("{}() needs a plain number or an angle, got {}", f.name, describe(a.dimension)), at);
    const bool needs_same = f.rule == DimensionRule::ratio_to_angle || f.rule == DimensionRule::same ||
                            f.rule == DimensionRule::sign;
    const Type both = needs_same ? add(a, b, at) : a;
    if (f.rule == DimensionRule::same) return both;
    if (f.rule == DimensionRule::to_angle || f.rule == DimensionRule::ratio_to_angle)
      return {dim::angle, false};
    if (f.rule == DimensionRule::keep || (f.rule == DimensionRule::root && a.bare)) return a;
    if (f.rule == DimensionRule::root) return {power_of(a.dimension, 0.5, at), false};
    if (f.rule == DimensionRule::power) return raise(a, b, begin, at);
    return {};
  }

  std::string_view text_;
  Mark start_;
  const Lets& lets_;
  bool time_known_;
  Inputs* inputs_;  // null: none
  std::size_t at_ = 0;
  int depth_ = 0;
  std::size_t copied_ = 0;  // text up to here is in resolved_
  std::string resolved_;
  std::string lone_unit_;  // for messages: a unit where a name could be meant
};

}  // namespace

Expression::Expression(std::string_view text, const Mark& start, const Dimension& expected, const Lets& lets)
    : dimension_(expected) {
  Compiler compiler(text, start, lets, Compiler::Time::known);
  const Type type = compiler.compile();
  const Quantity first = compiler.check(type, &expected);
  text_ = compiler.resolved();
  formula_ = std::move(compiler.formula);
  if (!is_constant()) return;
  formula_ = {};
  formula_.push(first.value);
}

double Expression::operator()(double t) const {
  const double value = formula_(t);
  if (!std::isfinite(value)) throw RunError(fmt::format("{} is not finite at t = {} s", quote(text_), t));
  if (const std::string bound = refuse_large(value, dimension_); !bound.empty())
    throw RunError(fmt::format("{} must be {}, but is {:g} at t = {} s", quote(text_), bound, value, t));
  return value;
}

CompiledExpression compile(std::string_view text, const Mark& start, const Lets& lets, Inputs& inputs) {
  Compiler compiler(text, start, lets, Compiler::Time::unknown, &inputs);
  const Type type = compiler.compile();
  const Quantity value = compiler.check(type, nullptr);
  return {std::move(compiler.formula), value.dimension, value.bare, compiler.resolved()};
}

std::size_t input_name_size(std::string_view text) {
  const auto word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  const auto letter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  const auto run = [&](std::size_t at, std::string_view more) {
    while (at < text.size() && (word(text[at]) || more.find(text[at]) != std::string_view::npos)) ++at;
    return at;
  };
  // A name with a dot; numbers such as 1.5 or 2.e3 are none.
  const std::size_t dot = run(0, "-"), end = dot < text.size() && text[dot] == '.' ? run(dot + 1, "") : dot;
  const bool starts = !text.empty() && word(text[0]) && std::ranges::any_of(text.substr(0, dot), letter);
  if (starts && end > dot + 1 && letter(text[dot + 1])) return end;
  return !text.empty() && letter(text[0]) ? run(0, "") : 0;
}

Quantity evaluate(std::string_view text, const Mark& start, const Lets& lets) {
  Compiler compiler(text, start, lets, Compiler::Time::unknown);
  const Type type = compiler.compile();
  return compiler.check(type, nullptr);
}

double evaluate(std::string_view text, const Mark& start, const Dimension& expected, const Lets& lets) {
  Compiler compiler(text, start, lets, Compiler::Time::unknown);
  const Type type = compiler.compile();
  return compiler.check(type, &expected).value;
}

std::string refuse_let_name(std::string_view name) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  const bool well_formed =
      !name.empty() && letter(name[0]) &&
      std::all_of(name.begin(), name.end(), [&](char c) { return letter(c) || (c >= '0' && c <= '9'); });
  if (!well_formed) return "a name is made of letters, digits and _";
  const bool taken = name == "t" || find_constant(name) != nullptr || find_function(name) != nullptr;
  return taken ? "this name already has a meaning in expressions" : "";
}

}  // namespace cairn
