// Parts of report pages: runs, comparisons and validations.
#pragma once

#include <string>
#include <vector>

#include "report/page.h"
#include "validate/cards.h"
#include "validate/ledger.h"

namespace cairn {

// The title that a run's scene gave itself; empty if it has none or cannot be read any more.
std::string title_of(const std::string& folder);

// What summary.json says, as rows of a table: size, time, cost, energies, measures.
TextRows summary_rows(const std::string& folder);

// Pictures of some frames of a run: the last one, or first, middle and last.
enum class Frames { last, three };
void add_frames(Page& page, const std::string& folder, Frames which);

// The page of a run, in `report.html` of its folder. Returns the path.
std::string write_run_report(const std::string& folder);
// The page of a validation: one section per case.
std::string write_validation_report(const std::string& path, const std::vector<const Card*>& cards,
                                    const std::vector<Finding>& findings, const std::string& folder);

}  // namespace cairn
