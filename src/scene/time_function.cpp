#include "scene/time_function.h"

#include <algorithm>

#include "text/csv.h"
#include "text/expression.h"

namespace cairn {
namespace {

struct TimeTable {
  std::vector<double> time, value;

  double operator()(double t) const {
    const auto after = std::ranges::upper_bound(time, t);
    if (after == time.begin()) return value.front();
    if (after == time.end()) return value.back();
    const std::size_t k = static_cast<std::size_t>(after - time.begin());
    const double part = (t - time[k - 1]) / (time[k] - time[k - 1]);
    return value[k - 1] + part * (value[k] - value[k - 1]);
  }
};

TimeTable read_table(const std::string& path, const std::string& name, const Dimension& dimension) {
  CsvReader csv = CsvReader::open(path, name);
  const int time = csv.find("t"), value = csv.find("value");
  if (csv.columns().size() != 2 || time < 0 || value < 0)
    csv.fail_header(-1, "a table of a function has the two columns t and value");
  TimeTable table;
  while (csv.next()) {
    const double t = csv.number(time, dim::time);
    if (!table.time.empty() && t <= table.time.back()) csv.fail(time, "t must grow from row to row");
    table.time.push_back(t);
    table.value.push_back(csv.number(value, dimension));
  }
  if (table.time.empty()) csv.fail_header(-1, "a table of a function needs at least one row");
  return table;
}

}  // namespace

TimeFunction time_function(const Value& function, const Scene& scene) {
  if (function.is_table())
    return read_table(scene.file(function), function.text(), function.option().dimension);
  if (function.is_number()) return [c = function.number()](double) { return c; };
  return Expression(function.text(), function.mark(), function.option().dimension);
}

std::array<TimeFunction, 3> time_functions(const Value& list, const Scene& scene) {
  if (!list) return {};
  const std::vector<Value>& items = list.items();
  return {time_function(items[0], scene), time_function(items[1], scene), time_function(items[2], scene)};
}

TimeFunction later(const TimeFunction& function, double start) {
  if (!function || start == 0) return function;
  return [function, start](double t) { return function(t - start); };
}

std::array<TimeFunction, 3> later(const std::array<TimeFunction, 3>& functions, double start) {
  return {later(functions[0], start), later(functions[1], start), later(functions[2], start)};
}

}  // namespace cairn
