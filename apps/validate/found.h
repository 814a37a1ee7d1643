// Numbers of a card, taken from the results of its runs.
#pragma once

#include <string>

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

// Judges all quantities of a card whose runs are in `folder`, as NAME.run. A value that cannot be taken
// becomes the trouble of the finding, and its quantities fail.
void judge(const Card& card, const std::string& folder, Finding& finding);

}  // namespace cairn
