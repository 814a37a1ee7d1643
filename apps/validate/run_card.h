// Runs a card: copies its scenes into the folder of the case, runs them one after the other as separate
// processes, and judges their results. Runs that are done are not repeated; an interrupted run resumes from
// its checkpoint.
#pragma once

#include <string>

#include "terminal/console.h"
#include "validate/cards.h"
#include "validate/ledger.h"

namespace cairn {

struct CardRunOptions {
  std::string folder;  // holds the folders of the cases
  Form form = Form::quick;
  int threads = 1;
  bool again = false;  // ignore earlier runs
};

std::string case_folder(const CardRunOptions& options, const Card& card);

// If a run fails, the finding says why in `trouble`. After a signal the trouble is "interrupted".
Finding run_card(const Card& card, const CardRunOptions& options, Console& console);

inline constexpr const char* kInterrupted = "interrupted";

}  // namespace cairn
