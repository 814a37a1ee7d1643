// Numbers of a card, taken from the results that its runs have left.
#pragma once

#include <string>

#include "validate/cards.h"
#include "validate/ledger.h"

namespace cairn {

// A number of summary.json by its dotted name. Throws InputError if there is none.
double summary_number(const std::string& run_folder, const std::string& name);
// The same, or NaN.
double summary_number_or_none(const std::string& run_folder, const std::string& name);

// The changes of a run with every $name replaced by the number of that value, which must come from an earlier
// run: how one stage tells the next where its surface is. Throws InputError if there is no such value or it
// cannot be taken.
std::vector<std::string> with_values(const Card& card, const CardRun& run, const std::string& folder);

// All quantities of a card whose runs are in `folder`, as NAME.run. A value that cannot be taken is the
// trouble of the finding, and its quantities fail.
void judge(const Card& card, const std::string& folder, Finding& finding);

}  // namespace cairn
