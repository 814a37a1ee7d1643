// Runs a card: copies its scenes into a folder for each realisation, runs them one after the other as
// separate processes, and judges their results. Runs that are done are not repeated; an interrupted run
// resumes from its checkpoint. A probe is the state hash after the first steps of a run: if the present
// program still gives it, the result still stands.
#pragma once

#include <optional>
#include <string>

#include "terminal/console.h"
#include "validate/cards.h"
#include "validate/ledger.h"

namespace cairn {

struct CardRunOptions {
  std::string folder;  // holds the folders of the cases
  Size size = Size::quick;
  int threads = 1;
  bool again = false;  // ignore earlier runs
};

// Where the runs of a realisation are, which counts from 1.
std::string case_folder(const std::string& folder, const Card& card, int realisation);

// If a run fails, the finding says why in `trouble`. After a signal the trouble is "interrupted".
Finding run_card(const Card& card, const CardRunOptions& options, Console& console);

// Repeats the probes of a finding with the present program. Returns the finding with the version that
// agrees, or as stale. Nothing if no run can be probed, since an earlier one is not there.
std::optional<Finding> probe_again(const Card& card, const Finding& finding, const CardRunOptions& options);

inline constexpr int kProbeSteps = 200;

inline constexpr const char* kInterrupted = "interrupted";

}  // namespace cairn
