#include "validate/found.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "base/error.h"
#include "results/series_table.h"
#include "terminal/summary_file.h"
#include "text/expression.h"
#include "text/units.h"

namespace cairn {
namespace {

constexpr const char* kNameLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";

// Reads the series of each run once.
class Shelf {
 public:
  explicit Shelf(std::string folder) : folder_(std::move(folder)) {}

  std::string run(const std::string& name) const { return folder_ + "/" + name + ".run"; }
  TimedValues values(const std::string& run_name, const std::string& column, const TimeWindow& window) {
    const auto [found, is_new] = tables_.try_emplace(run_name);
    if (is_new) found->second = read_series(run(run_name) + "/series.csv");
    const SeriesTable& table = found->second;
    const std::vector<double>* values = table.find(column);
    if (values == nullptr)
      throw InputError(fmt::format("run {} has no column {}{}", quote(run_name), quote(column),
                                   suggestion(column, table.names())));
    return timed_values(table, *values, window);
  }

 private:
  std::string folder_;
  std::map<std::string, SeriesTable> tables_;
};

double value_of(const CardValue& value, Shelf& shelf) {
  if (!value.summary.empty()) return summary_number(shelf.run(value.run), value.summary);
  const TimeWindow window{value.from, value.to};
  TimedValues series = shelf.values(value.run, value.series, window);
  if (!value.minus.empty()) series = difference(series, shelf.values(value.minus, value.series, {}));
  return taken(series, value.take);
}

// The numbers of one realisation, by name. A number that cannot be taken becomes NaN.
Lets numbers_of(const Card& card, const std::string& folder, std::string& trouble) {
  Shelf shelf(folder);
  Lets lets;
  for (const CardValue& value : card.values) {
    try {
      lets[value.name] = {value_of(value, shelf), {}, true};
    } catch (const InputError& error) {
      trouble = fmt::format("{}: {}", value.name, error.message());
      lets[value.name] = {std::numeric_limits<double>::quiet_NaN(), {}, true};
    }
  }
  return lets;
}

}  // namespace

Ensemble ensemble_of(std::span<const double> values) {
  const double count = static_cast<double>(values.size());
  Ensemble ensemble{.mean = 0, .error = {}, .count = static_cast<int>(values.size())};
  for (const double value : values) ensemble.mean += value / count;
  if (values.size() < 2) return ensemble;
  // The variance of the mean, from the scatter about it.
  double squares = 0;
  for (const double value : values) squares += (value - ensemble.mean) * (value - ensemble.mean);
  ensemble.error = std::sqrt(squares / (count - 1) / count);
  return ensemble;
}

Verdict verdict_of(const CardQuantity& quantity, const Ensemble& ours, Chance chance) {
  if (!std::isfinite(ours.mean)) return Verdict::fail;
  if (!quantity.band.is_given()) return Verdict::shown;
  const double published = quantity.published.value_or(0);
  const bool holds = quantity.band.holds(ours.mean, published);
  if (chance == Chance::none || ours.count < kFewest)
    return !holds ? Verdict::fail : chance == Chance::seeds ? Verdict::single : Verdict::pass;
  // The band against the mean and twice its error.
  const double spread = 2 * ours.error.value_or(0);
  const auto [low, high] = quantity.band.limits(published);
  if (ours.mean + spread < low || ours.mean - spread > high) return Verdict::fail;
  const bool is_inside = quantity.band.holds(ours.mean - spread, published) &&
                         quantity.band.holds(ours.mean + spread, published);
  return is_inside ? Verdict::pass : Verdict::open;
}

double summary_number(const std::string& run_folder, const std::string& name) {
  const std::optional<double> value = SummaryFile(run_folder).number(name);
  if (!value) throw InputError(fmt::format("{}/summary.json has no number {}", run_folder, quote(name)));
  return *value;
}

double summary_number_or_none(const std::string& run_folder, const std::string& name) {
  try {
    return summary_number(run_folder, name);
  } catch (const std::runtime_error&) {
    return std::numeric_limits<double>::quiet_NaN();
  }
}

std::vector<std::string> with_values(const Card& card, const CardRun& run, const std::string& folder) {
  Shelf shelf(folder);
  std::vector<std::string> changes;
  // Replace each $name by its number.
  for (std::string text : run.overrides) {
    for (std::size_t at; (at = text.find('$')) != std::string::npos;) {
      const std::size_t end = std::min(text.find_first_not_of(kNameLetters, at + 1), text.size());
      const std::string name = text.substr(at + 1, end - at - 1);
      const auto value = std::ranges::find(card.values, name, &CardValue::name);
      if (value == card.values.end())
        throw InputError(
            fmt::format("{}: run {} needs {}, which is no value of it", card.id, run.name, quote(name)));
      text.replace(at, end - at, fmt::format("{}", value_of(*value, shelf)));
    }
    changes.push_back(std::move(text));
  }
  return changes;
}

void judge(const Card& card, const std::vector<std::string>& folders, Finding& finding) {
  std::vector<Lets> realisations;
  for (const std::string& folder : folders) realisations.push_back(numbers_of(card, folder, finding.trouble));
  // Quantities are expressions of these numbers.
  finding.quantities.clear();
  for (const CardQuantity& q : card.quantities) {
    FoundQuantity found{.name = q.name,
                        .unit = q.unit,
                        .source = q.source,
                        .band = q.band.text(),
                        .published = q.published,
                        .ours = {},
                        .error = {},
                        .verdict = Verdict::fail};
    try {
      std::vector<double> values;
      for (const Lets& lets : realisations) values.push_back(evaluate(q.value, q.value_mark, lets).value);
      const Ensemble ours = ensemble_of(values);
      found.ours = ours.mean;
      found.error = ours.error;
      found.count = ours.count;
      found.verdict = verdict_of(q, ours, card.ensemble.chance);
    } catch (const InputError& error) {
      if (finding.trouble.empty()) finding.trouble = fmt::format("{}: {}", q.name, error.message());
    }
    finding.quantities.push_back(std::move(found));
  }
}

}  // namespace cairn
