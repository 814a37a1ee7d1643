// What validations found, as text for a terminal, as Markdown and as JSON.
#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "validate/cards.h"
#include "validate/ledger.h"

namespace cairn {

// A number for people: four digits, no padding.
std::string short_number(const std::optional<double>& value);

// Rows as left aligned columns, two spaces apart.
std::string aligned(const std::vector<std::vector<std::string>>& rows);

// quantity, published, band, ours, verdict
std::vector<std::string> quantity_row(const FoundQuantity& quantity);

// One line per card: number, path, title, verdict of the last run.
std::string cards_table(const std::vector<const Card*>& cards, const std::vector<Finding>& findings);
// case, quantity, published, band, ours, verdict; then how many of each.
std::string findings_table(const std::vector<const Card*>& cards, const std::vector<Finding>& findings);
std::string findings_markdown(const std::vector<const Card*>& cards, const std::vector<Finding>& findings);
Json findings_json(const std::vector<Finding>& findings);

// "3 pass, 1 FAIL, 20 NOT RUN": cases.
std::string counted(const std::vector<Finding>& findings);

}  // namespace cairn
