// Makes the runs of a study, several at a time, each a process with one thread. A run that has a record is
// not repeated; an interrupted one goes on from its checkpoint.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "study/plan.h"
#include "terminal/console.h"

namespace cairn {

// runs/K.json: how run K ended. A run without a record has not ended.
struct StudyRecord {
  int code = 0;
  double wall_seconds = 0, cpu_seconds = 0;
  std::string trouble;  // why it failed; empty: it has results
};
std::optional<StudyRecord> read_record(const std::string& study, std::size_t run);

enum class Again { none, failed };  // failed: runs that failed are made again

struct StudyOptions {
  int jobs = 1;
  Again again = Again::none;
  std::size_t later = 0;  // runs that the caller will ask for afterwards; they count in the time left
};

struct StudyCounts {
  std::size_t done = 0, failed = 0, waiting = 0;
};
StudyCounts counts_of(const std::string& study, const StudyPlan& plan);

struct Study {
  std::string folder;
  StudyPlan plan;
};
// Makes all runs of some studies that lack a record, and prints a table of them with the time left. Ends
// early if a signal asks this process to end.
void run_studies(std::span<const Study> studies, const StudyOptions& options, Console& console);

// Makes one run, unless it has a record. Returns the exit code of the run.
int run_one(const std::string& study, const StudyPlan& plan, std::size_t run, Again again);

}  // namespace cairn
