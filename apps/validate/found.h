// Numbers of a card, taken from the results of its runs.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "validate/cards.h"
#include "validate/ledger.h"

namespace cairn {

// A number of summary.json by its dotted name. Throws InputError if it does not exist.
double summary_number(const std::string& run_folder, const std::string& name);
// The same, but NaN if it does not exist.
double summary_number_or_none(const std::string& run_folder, const std::string& name);

// The changes of a run, with every $name replaced by the value of that name. The value must come from an
// earlier run; so one stage tells the next where its surface is. Throws InputError if a value does not exist
// or cannot be taken.
std::vector<std::string> with_values(const Card& card, const CardRun& run, const std::string& folder);

// Judges all quantities of a card. Each folder holds the runs of one realisation, as NAME.run. A value that
// cannot be taken becomes the trouble of the finding, and its quantities fail.
void judge(const Card& card, const std::vector<std::string>& folders, Finding& finding);

// The mean of some values, its standard error, and their number. One value has no error.
struct Ensemble {
  double mean = 0;
  std::optional<double> error;
  int count = 0;
};
Ensemble ensemble_of(std::span<const double> values);

// Compares mean ± 2 standard errors with the band: inside all of it passes, outside all of it fails, and
// between the two the verdict is open. Fewer than kFewest realisations of what hangs on chance never pass.
Verdict verdict_of(const CardQuantity& quantity, const Ensemble& ours, Chance chance);
inline constexpr int kFewest = 5;

}  // namespace cairn
