// The parameters of a study and the points where it runs.
//   let.gap=15mm,20mm        a list of values; commas inside brackets, braces and quotes do not count
//   let.mu=0.2:0.6:5         five values from 0.2 to 0.6; 1:100:3:log is 1, 10, 100
//   let.mu=0.2:0.6           a range, for --sample; 1:100:log has equal weight per decade
// The ends of a range may have a unit; if only one has, it is the unit of both.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cairn {

struct ParameterRange {
  double low = 0, high = 0;  // in `unit`
  std::string unit;          // empty: none
  bool logarithmic = false;

  // The value at a fraction of the way, as a scene has it.
  std::string at(double fraction) const;
};

struct Parameter {
  std::string key;
  std::vector<std::string> values;      // of a list or of a range with a count
  std::optional<ParameterRange> range;  // of a sample
};

// One value per parameter, as a scene has it.
using StudyPoint = std::vector<std::string>;

struct Sample {
  enum class Kind { latin_hypercube, sobol } kind = Kind::latin_hypercube;
  std::size_t size = 0;
};
// "lhs:64" or "sobol:64". Throws InputError.
Sample read_sample(const std::string& text);

// Reads KEY=VALUES. A sample needs ranges without counts; a grid needs values. Throws InputError.
Parameter read_parameter(const std::string& word, const std::optional<Sample>& sample);

// All combinations; the last parameter changes fastest. Throws InputError if there are more than a million.
std::vector<StudyPoint> grid_points(const std::vector<Parameter>& parameters);
// Points that fill the ranges. A Latin hypercube has one point in each of `size` slices along every axis, and
// its order is drawn from the seed; Sobol's sequence [JK08] needs none and has at most kSobolAxes axes.
std::vector<StudyPoint> sampled_points(const std::vector<Parameter>& parameters, const Sample& sample,
                                       std::uint64_t seed);

inline constexpr std::size_t kSobolAxes = 10;
// Fractions of Sobol's sequence along one axis, from its first point.
std::vector<double> sobol_fractions(std::size_t axis, std::size_t count);

// A number followed by a unit or nothing, as ranges and tables read it: "20 mm" is 20 and "mm".
struct NumberWithUnit {
  double number = 0;
  std::string unit;
};
std::optional<NumberWithUnit> number_with_unit(const std::string& text);

}  // namespace cairn
