// What validations found, as text for a terminal, as Markdown and as JSON.
#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "terminal/table.h"
#include "validate/cards.h"
#include "validate/ledger.h"

namespace cairn {

// quantity, published, band, ours, verdict
TextRows quantity_rows(const Finding& finding);

// One line per card: number, path, title, verdict of the last run.
std::string cards_table(const std::vector<const Card*>& cards, const std::vector<Finding>& findings);
// case, quantity, published, band, ours, verdict; then how many of each.
std::string findings_table(const std::vector<const Card*>& cards, const std::vector<Finding>& findings);
std::string findings_markdown(const std::vector<const Card*>& cards, const std::vector<Finding>& findings);
Json findings_json(const std::vector<Finding>& findings);

// "3 pass, 1 FAIL, 20 NOT RUN": cases.
std::string counted(const std::vector<Finding>& findings);

}  // namespace cairn
