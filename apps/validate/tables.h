// Findings of validations as text for a terminal, as Markdown and as JSON.
#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "terminal/table.h"
#include "validate/cards.h"
#include "validate/ledger.h"

namespace cairn {

// Columns: quantity, published, band, ours, verdict.
TextRows quantity_rows(const Finding& finding);

// One line per card: number, path, title, last verdict.
std::string cards_table(const std::vector<const Card*>& cards, const std::vector<Finding>& findings);
// Columns: case, quantity, published, band, ours, verdict; then the number of cases with each verdict.
std::string findings_table(const std::vector<const Card*>& cards, const std::vector<Finding>& findings);
std::string findings_markdown(const std::vector<const Card*>& cards, const std::vector<Finding>& findings);
Json findings_json(const std::vector<Finding>& findings);

// Number of cases with each verdict: "3 pass, 1 FAIL, 20 NOT RUN".
std::string counted(const std::vector<Finding>& findings);

}  // namespace cairn
