#include "study/parameters.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numeric>

#include "base/assert.h"
#include "base/error.h"
#include "base/random.h"

namespace cairn {
namespace {

constexpr std::size_t kMostRuns = 1'000'000;

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(' ');
  return begin == std::string::npos ? "" : text.substr(begin, text.find_last_not_of(' ') + 1 - begin);
}

// Splits at a separator that stands outside brackets, braces and quotes.
std::vector<std::string> split_outside(const std::string& text, char separator) {
  std::vector<std::string> parts(1);
  int depth = 0;
  char quote = 0;
  for (const char c : text) {
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '[' || c == '{' || c == '(') {
      ++depth;
    } else if (c == ']' || c == '}' || c == ')') {
      --depth;
    }
    if (c == separator && depth == 0 && quote == 0)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  for (std::string& part : parts) part = trimmed(part);
  return parts;
}

// The ends of a range with one unit for both.
ParameterRange read_range(const std::string& key, const std::string& low, const std::string& high) {
  const auto a = number_with_unit(low), b = number_with_unit(high);
  if (!a || !b)
    throw InputError(fmt::format("{}: a range needs two numbers such as 0.2:0.6 or 15mm:25mm, got {}", key,
                                 quote(low + ":" + high)));
  if (!a->unit.empty() && !b->unit.empty() && a->unit != b->unit)
    throw InputError(fmt::format("{}: the ends of a range need the same unit, got {} and {}", key,
                                 quote(a->unit), quote(b->unit)));
  if (!(a->number < b->number))
    throw InputError(fmt::format("{}: a range goes from a smaller to a larger number, got {}", key,
                                 quote(low + ":" + high)));
  return {a->number, b->number, a->unit.empty() ? b->unit : a->unit};
}

void make_logarithmic(const std::string& key, ParameterRange& range) {
  if (range.low <= 0)
    throw InputError(fmt::format("{}: a logarithmic range begins above 0, got {}", key, range.low));
  range.logarithmic = true;
}

// LOW:HIGH:COUNT[:log] as values.
std::vector<std::string> range_values(const std::string& key, const std::vector<std::string>& parts) {
  ParameterRange range = read_range(key, parts[0], parts[1]);
  int count = 0;
  const auto [end, error] = std::from_chars(parts[2].data(), parts[2].data() + parts[2].size(), count);
  if (error != std::errc{} || end != parts[2].data() + parts[2].size() || count < 2)
    throw InputError(
        fmt::format("{}: a range LOW:HIGH:COUNT needs a count from 2, got {}", key, quote(parts[2])));
  if (parts.size() == 4) make_logarithmic(key, range);
  std::vector<std::string> values;
  for (int k = 0; k < count; ++k) values.push_back(range.at(static_cast<double>(k) / (count - 1)));
  return values;
}

bool is_sampled_form(const std::vector<std::string>& parts) {
  return parts.size() == 2 || (parts.size() == 3 && parts[2] == "log");
}
bool is_counted_form(const std::vector<std::string>& parts) {
  return parts.size() == 3 || (parts.size() == 4 && parts[3] == "log");
}

}  // namespace

std::string ParameterRange::at(double fraction) const {
  CAIRN_ASSERT(fraction >= 0 && fraction <= 1);
  const double value = logarithmic ? low * std::pow(high / low, fraction) : low + (high - low) * fraction;
  // Twelve digits hide the rounding of 0.2 + 0.1; the ends are as given.
  const double shown = fraction == 0 ? low : fraction == 1 ? high : std::stod(fmt::format("{:.12g}", value));
  return fmt::format("{}{}{}", shown, unit.empty() ? "" : " ", unit);
}

std::optional<NumberWithUnit> number_with_unit(const std::string& text) {
  NumberWithUnit result;
  const char* last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, result.number);
  if (error != std::errc{} || !std::isfinite(result.number)) return std::nullopt;
  result.unit = trimmed(std::string(end, last));
  const bool is_unit = result.unit.empty() || std::isalpha(static_cast<unsigned char>(result.unit[0])) ||
                       result.unit[0] == '%' || static_cast<unsigned char>(result.unit[0]) >= 0x80;
  return is_unit ? std::optional(result) : std::nullopt;
}

Sample read_sample(const std::string& text) {
  const std::size_t colon = text.find(':');
  const std::string kind = text.substr(0, colon);
  Sample sample;
  const bool is_known = kind == "lhs" || kind == "sobol";
  if (is_known && colon != std::string::npos) {
    const char *first = text.data() + colon + 1, *last = text.data() + text.size();
    const auto [end, error] = std::from_chars(first, last, sample.size);
    if (error != std::errc{} || end != last) sample.size = 0;
  }
  if (!is_known || sample.size < 1 || sample.size > kMostRuns)
    throw InputError(fmt::format(
        "--sample needs lhs:N (a Latin hypercube of N points) or sobol:N, N up to a million, got {}",
        quote(text)));
  sample.kind = kind == "lhs" ? Sample::Kind::latin_hypercube : Sample::Kind::sobol;
  return sample;
}

Parameter read_parameter(const std::string& word, const std::optional<Sample>& sample) {
  const std::size_t equals = word.find('=');
  Parameter parameter{trimmed(word.substr(0, equals)), {}, {}};
  const std::string& key = parameter.key;
  if (equals == std::string::npos || key.empty())
    throw InputError(fmt::format(
        "a parameter is KEY=VALUES such as let.gap=15mm,20mm or let.mu=0.2:0.6:5, got {}", quote(word)));
  const std::string text = word.substr(equals + 1);
  const std::vector<std::string> parts = split_outside(text, ':');
  const bool is_list = split_outside(text, ',').size() > 1;

  // A sample draws from ranges.
  if (sample) {
    if (is_list || !is_sampled_form(parts))
      throw InputError(fmt::format("{}: a sample needs a range such as {}=0.2:0.6 or {}=1:100:log, got {}",
                                   key, key, key, quote(text)));
    parameter.range = read_range(key, parts[0], parts[1]);
    if (parts.size() == 3) make_logarithmic(key, *parameter.range);
    return parameter;
  }
  // A grid has values.
  if (!is_list && is_counted_form(parts) && number_with_unit(parts[0])) {
    parameter.values = range_values(key, parts);
  } else if (!is_list && is_sampled_form(parts) && number_with_unit(parts[0])) {
    throw InputError(
        fmt::format("{}: how many values? Write {}={}:5 for five, or give --sample lhs:N", key, key, text));
  } else {
    parameter.values = split_outside(text, ',');
  }
  if (std::ranges::find(parameter.values, "") != parameter.values.end())
    throw InputError(fmt::format("{}: a value is missing in {}", key, quote(word)));
  return parameter;
}

std::vector<StudyPoint> grid_points(const std::vector<Parameter>& parameters) {
  std::vector<StudyPoint> points{{}};
  for (const Parameter& parameter : parameters) {
    if (points.size() * parameter.values.size() > kMostRuns)
      throw InputError("the grid has more than a million points; use --sample, or fewer values");
    std::vector<StudyPoint> longer;
    for (const StudyPoint& point : points)
      for (const std::string& value : parameter.values) {
        longer.push_back(point);
        longer.back().push_back(value);
      }
    points = std::move(longer);
  }
  return points;
}

// Primitive polynomials and first direction numbers of Joe and Kuo [JK08], axis 1 on; axis 0 is van der
// Corput's sequence.
std::vector<double> sobol_fractions(std::size_t axis, std::size_t count) {
  CAIRN_ASSERT(axis < kSobolAxes);
  struct Axis {
    unsigned degree, coefficients;
    std::array<std::uint32_t, 5> first;
  };
  static constexpr std::array<Axis, kSobolAxes> kAxes{{{0, 0, {}},
                                                       {1, 0, {1}},
                                                       {2, 1, {1, 3}},
                                                       {3, 1, {1, 3, 1}},
                                                       {3, 2, {1, 1, 1}},
                                                       {4, 1, {1, 1, 3, 3}},
                                                       {4, 4, {1, 3, 5, 13}},
                                                       {5, 2, {1, 1, 5, 5, 17}},
                                                       {5, 4, {1, 1, 5, 5, 5}},
                                                       {5, 7, {1, 1, 7, 11, 19}}}};
  // Direction numbers v_i = m_i 2^(32 - i); m_i follows from the polynomial.
  const Axis& own = kAxes[axis];
  std::array<std::uint32_t, 32> v{};
  for (unsigned i = 0; i < v.size(); ++i) {
    if (own.degree == 0) {
      v[i] = 1u << (31 - i);
    } else if (i < own.degree) {
      v[i] = own.first[i] << (31 - i);
    } else {
      v[i] = v[i - own.degree] ^ (v[i - own.degree] >> own.degree);
      for (unsigned k = 1; k < own.degree; ++k)
        if ((own.coefficients >> (own.degree - 1 - k)) & 1u) v[i] ^= v[i - k];
    }
  }
  // Gray code: each point differs from the one before by one direction number.
  std::vector<double> fractions;
  std::uint32_t word = 0;
  for (std::size_t n = 0; n < count; ++n) {
    fractions.push_back(word * 0x1p-32);
    word ^= v[static_cast<std::size_t>(std::countr_one(static_cast<std::uint32_t>(n)))];
  }
  return fractions;
}

std::vector<StudyPoint> sampled_points(const std::vector<Parameter>& parameters, const Sample& sample,
                                       std::uint64_t seed) {
  const bool is_sobol = sample.kind == Sample::Kind::sobol;
  if (is_sobol && parameters.size() > kSobolAxes)
    throw InputError(fmt::format("--sample sobol takes at most {} parameters, got {}; lhs takes any number",
                                 kSobolAxes, parameters.size()));
  std::vector<StudyPoint> points(sample.size);
  Random random(seed);
  for (std::size_t axis = 0; axis < parameters.size(); ++axis) {
    CAIRN_ASSERT(parameters[axis].range.has_value());
    std::vector<double> fractions;
    if (is_sobol) {
      fractions = sobol_fractions(axis, sample.size);
    } else {
      // One point per slice, at a random place in it, slices in random order.
      std::vector<std::size_t> slices(sample.size);
      std::iota(slices.begin(), slices.end(), std::size_t{0});
      for (std::size_t k = slices.size(); k > 1; --k)
        std::swap(slices[k - 1], slices[static_cast<std::size_t>(random.uniform() * static_cast<double>(k))]);
      for (const std::size_t slice : slices)
        fractions.push_back((static_cast<double>(slice) + random.uniform()) /
                            static_cast<double>(sample.size));
    }
    for (std::size_t k = 0; k < points.size(); ++k)
      points[k].push_back(parameters[axis].range->at(fractions[k]));
  }
  return points;
}

}  // namespace cairn
