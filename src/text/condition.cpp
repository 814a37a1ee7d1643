#include "text/condition.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "base/assert.h"
#include "text/expected.h"
#include "text/limits.h"

namespace cairn {
namespace {

constexpr std::size_t kLongest = 4096;  // characters
constexpr int kDeepest = 32;            // nesting

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.'; }
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n'; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

}  // namespace

// Recursive descent.
class ConditionParser {
 public:
  ConditionParser(Condition& condition, std::string_view text, const Mark& start,
                  const Condition::Names& names, const Lets& lets)
      : condition_(condition), text_(text), start_(start), names_(names), lets_(lets) {
    inputs_.known = names.inputs;
    inputs_.others = names.others;
    if (text.size() > kLongest) fail(fmt::format("condition longer than {} characters", kLongest), 0);
  }

  void parse() {
    condition_.root_ = any();
    skip_spaces();
    if (at_ < text_.size()) fail(fmt::format("did not expect {} here", quote(text_.substr(at_))), at_);
    condition_.inputs_ = std::move(inputs_.used);
    condition_.text_ = resolved_ + std::string(text_.substr(copied_));
  }

 private:
  using Node = Condition::Node;
  using Kind = Condition::Kind;
  using Sign = Condition::Sign;

  Mark mark_at(std::size_t at) const {
    Mark mark = start_;
    if (text_.find('\n') == std::string_view::npos) mark.column += static_cast<std::uint32_t>(at);
    return mark;
  }
  [[noreturn]] void fail(const std::string& message, std::size_t at) const {
    throw InputError(message, mark_at(at));
  }

  void skip_spaces() {
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
  }

  bool is_keyword(std::string_view word, std::size_t at) const {
    const bool begins = at == 0 || !is_word(text_[at - 1]);
    const std::size_t end = at + word.size();
    return begins && text_.substr(at).starts_with(word) && (end == text_.size() || !is_word(text_[end]));
  }
  bool accept(std::string_view word) {
    skip_spaces();
    if (!is_keyword(word, at_)) return false;
    at_ += word.size();
    return true;
  }

  std::size_t add(Node node) {
    condition_.nodes_.push_back(std::move(node));
    return condition_.nodes_.size() - 1;
  }

  // Parts joined by the same word.
  template <class Part>
  std::size_t chain(Kind kind, std::string_view word, Part&& part) {
    std::vector<std::size_t> parts{part()};
    while (accept(word)) parts.push_back(part());
    return parts.size() == 1 ? parts.front() : add({.kind = kind, .parts = std::move(parts)});
  }
  std::size_t any() {
    if (++depth_ > kDeepest) fail("condition nested too deeply", at_);
    const std::size_t node = chain(Kind::any, "or", [&] { return all(); });
    --depth_;
    return node;
  }
  std::size_t all() {
    return chain(Kind::all, "and", [&] { return one(); });
  }

  std::size_t one() {
    if (++depth_ > kDeepest) fail("condition nested too deeply", at_);
    std::size_t node = 0;
    if (accept("not")) {
      const std::size_t part = one();
      node = add({.kind = Kind::negation, .parts = {part}});
    } else if (opens_group()) {
      ++at_;
      node = any();
      skip_spaces();
      CAIRN_ASSERT(at_ < text_.size());
      if (text_[at_] != ')') fail(fmt::format("did not expect {} here", quote(text_.substr(at_))), at_);
      ++at_;
    } else {
      node = comparison();
    }
    --depth_;
    return node;
  }

  // True if the parenthesis here holds a condition: after it the text ends, or goes on with a word. Otherwise
  // it belongs to an expression.
  bool opens_group() {
    skip_spaces();
    if (at_ >= text_.size() || text_[at_] != '(') return false;
    int open = 0;
    std::size_t end = at_;
    do {
      if (end == text_.size()) fail("this parenthesis is not closed", at_);
      open += text_[end] == '(' ? 1 : text_[end] == ')' ? -1 : 0;
      ++end;
    } while (open > 0);
    while (end < text_.size() && is_space(text_[end])) ++end;
    return end == text_.size() || text_[end] == ')' || is_keyword("and", end) || is_keyword("or", end);
  }

  // The end of a side of a comparison that begins here.
  std::size_t side_end() const {
    int open = 0;
    for (std::size_t k = at_; k < text_.size(); ++k) {
      const char c = text_[k];
      if (c == '<' || c == '>' || c == '=' || c == '!' || c == '&' || c == '|') return k;
      if (c == '(') ++open;
      if (c == ')' && --open < 0) return k;
      if (open == 0 && (is_keyword("and", k) || is_keyword("or", k))) return k;
    }
    return text_.size();
  }

  std::string_view read_side(std::size_t& begin) {
    skip_spaces();
    begin = at_;
    const std::size_t end = side_end();
    const std::string_view side = trimmed(text_.substr(begin, end - begin));
    at_ = end;
    return side;
  }

  CompiledExpression compiled(std::string_view side, std::size_t begin) {
    if (side.empty()) fail(fmt::format("{} needs a number or a measured quantity here", quote(text_)), begin);
    CompiledExpression done = compile(side, mark_at(begin), lets_, inputs_);
    resolved_ += text_.substr(copied_, begin - copied_);
    resolved_ += done.resolved;
    copied_ = begin + side.size();
    return done;
  }

  std::size_t comparison() {
    std::size_t begin = 0;
    const std::string_view left = read_side(begin);
    if (at_ == text_.size() || (text_[at_] != '<' && text_[at_] != '>')) return flag(left, begin);
    const CompiledExpression a = compiled(left, begin);

    const std::size_t at = at_;
    const bool below = text_[at_++] == '<', equal = at_ < text_.size() && text_[at_] == '=';
    if (equal) ++at_;
    std::size_t right_begin = 0;
    const std::string_view right = read_side(right_begin);
    const CompiledExpression b = compiled(right, right_begin);
    check_sides(a, b, at, right_begin);
    if (at_ < text_.size() && (text_[at_] == '<' || text_[at_] == '>'))
      fail("a comparison has two sides; join two comparisons by 'and'", at_);
    refuse_symbol();
    const Sign sign = below ? (equal ? Sign::at_most : Sign::below) : (equal ? Sign::at_least : Sign::above);
    return add({.kind = Kind::comparison, .sign = sign, .left = a.formula, .right = b.formula});
  }

  void check_sides(const CompiledExpression& a, const CompiledExpression& b, std::size_t sign,
                   std::size_t right) const {
    const bool known = !a.bare && !b.bare;
    if (known && !same_quantity(a.dimension, b.dimension))
      fail(fmt::format("expected {} such as '{}', got {}: {} is compared with {}",
                       with_article(noun_of(a.dimension)), example_of(a.dimension),
                       with_article(noun_of(b.dimension)), quote(trimmed(text_.substr(0, sign))),
                       quote(trimmed(text_.substr(right, at_ - right)))),
           right);
    if (a.formula.is_constant() && b.formula.is_constant())
      fail(fmt::format("{} compares two plain numbers; one side must be measured", quote(text_)), sign);
    const Dimension& dimension = a.bare ? b.dimension : a.dimension;
    for (const CompiledExpression* side : {&a, &b}) {
      if (!side->formula.is_constant()) continue;
      const double value = side->formula(0);
      const std::string bound = refuse_large(value, dimension);
      if (!bound.empty()) fail(fmt::format("the limit must be {}, got {:g}", bound, value), right);
    }
  }

  // Signs that other languages have.
  void refuse_symbol() const {
    if (at_ >= text_.size()) return;
    const char c = text_[at_];
    if (c == '=') fail("a measured number is never exactly equal to another one; compare by < or >", at_);
    if (c == '&' || c == '|' || c == '!')
      fail(fmt::format("did not expect {} here; write 'and', 'or', 'not'", quote(std::string(1, c))), at_);
  }

  std::size_t flag(std::string_view word, std::size_t begin) {
    refuse_symbol();
    const auto known = std::ranges::find(names_.flags, word);
    const bool is_name = !word.empty() && input_name_size(word) == word.size();
    const bool accepted = names_.others == Inputs::Others::accepted;
    if (known == names_.flags.end() && !(accepted && is_name)) fail_flag(word, begin);
    std::vector<std::string>& used = condition_.flags_;
    if (std::ranges::find(used, word) == used.end()) used.emplace_back(word);
    const auto at = std::ranges::find(used, word);
    return add({.kind = Kind::flag, .flag = static_cast<std::size_t>(at - used.begin())});
  }

  [[noreturn]] void fail_flag(std::string_view word, std::size_t begin) const {
    std::vector<std::string> flags(names_.flags.begin(), names_.flags.end());
    const std::string near = nearest(word, flags);
    if (!near.empty())
      fail(fmt::format("no event is called {}; did you mean '{}'?", quote(word), near), begin);
    const std::string example = names_.inputs.empty() ? "'measure.column > 1'"
                                                      : fmt::format("'{} < {}'", names_.inputs[0].name,
                                                                    example_of(names_.inputs[0].dimension));
    fail(fmt::format("expected a condition such as {}, got {}", example, quote(word)), begin);
  }

  Condition& condition_;
  std::string_view text_;
  Mark start_;
  const Condition::Names& names_;
  const Lets& lets_;
  Inputs inputs_;
  std::size_t at_ = 0, copied_ = 0;  // text up to copied_ is in resolved_
  int depth_ = 0;
  std::string resolved_;
};

Condition::Condition(std::string_view text, const Mark& start, const Names& names, const Lets& lets) {
  ConditionParser(*this, text, start, names, lets).parse();
}

Condition::Truth Condition::truth(const Node& node, std::span<const double> inputs,
                                  std::span<const double> flags) const {
  if (node.kind == Kind::flag) return flags[node.flag] != 0 ? Truth::yes : Truth::no;
  if (node.kind == Kind::comparison) {
    const double a = node.left(0, 0, inputs), b = node.right(0, 0, inputs);
    if (std::isnan(a) || std::isnan(b)) return Truth::unknown;
    const bool is_true = node.sign == Sign::below     ? a < b
                         : node.sign == Sign::above   ? a > b
                         : node.sign == Sign::at_most ? a <= b
                                                      : a >= b;
    return is_true ? Truth::yes : Truth::no;
  }
  // The truth of `all` is the least of its parts, that of `any` the greatest.
  std::vector<Truth> parts;
  for (const std::size_t k : node.parts) parts.push_back(truth(nodes_[k], inputs, flags));
  if (node.kind == Kind::all) return *std::ranges::min_element(parts);
  if (node.kind == Kind::any) return *std::ranges::max_element(parts);
  return parts.front() == Truth::yes ? Truth::no : parts.front() == Truth::no ? Truth::yes : Truth::unknown;
}

bool Condition::holds(std::span<const double> inputs, std::span<const double> flags) const {
  CAIRN_ASSERT(inputs.size() == inputs_.size() && flags.size() == flags_.size());
  return !nodes_.empty() && truth(nodes_[root_], inputs, flags) == Truth::yes;
}

}  // namespace cairn
