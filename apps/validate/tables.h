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

// Columns: case, what, size, verdict as published, verdict converged. One row per case.
TextRows overview_rows(const std::vector<const Card*>& cards, const std::vector<Finding>& findings);

// "as published", "converged".
std::string form_words(Form form);

// One line per card: number, form, size, source of the bands, path, title, last verdict.
std::string cards_table(const std::vector<const Card*>& cards, const std::vector<Finding>& findings);
// Columns: case, form, quantity, published, band, ours, verdict; then the number of cases with each verdict.
std::string findings_table(const std::vector<const Card*>& cards, const std::vector<Finding>& findings);
std::string findings_markdown(const std::vector<const Card*>& cards, const std::vector<Finding>& findings);
Json findings_json(const std::vector<Finding>& findings);

// Number of cases with each verdict: "3 pass, 1 FAIL, 20 NOT RUN".
std::string counted(const std::vector<Finding>& findings);

}  // namespace cairn
