// Report pages of runs and of validations, and their parts.
#pragma once

#include <string>
#include <vector>

#include "report/page.h"
#include "validate/cards.h"
#include "validate/ledger.h"

namespace cairn {

// The title in a run's scene; empty if there is none or the scene cannot be read.
std::string title_of(const std::string& folder);

// The contents of summary.json as rows of a table with units.
TextRows summary_rows(const std::string& folder);

// Adds pictures of frames: the last one, or the first, middle and last with one range of colours. `three`
// adds the force chains of the last frame if it has contacts.
enum class Frames { last, three };
void add_frames(Page& page, const std::string& folder, Frames which);

// Writes the page of a run to `report.html` in its folder. Returns the path.
std::string write_run_report(const std::string& folder);
// Writes the page of a validation, one section per case. Returns the path.
std::string write_validation_report(const std::string& path, const std::vector<const Card*>& cards,
                                    const std::vector<Finding>& findings, const std::string& folder);

}  // namespace cairn
