// Scripts that make the runs of a study elsewhere, one `cairn sweep STUDY --index K` per run.
#pragma once

#include <string>

#include "study/plan.h"

namespace cairn {

enum class ArrayKind { slurm, parallel };

// Writes the script into the folder of the study, and table.csv, which says what each run is. Returns the
// script's path.
std::string write_job_array(const std::string& study, const StudyPlan& plan, ArrayKind kind);

}  // namespace cairn
