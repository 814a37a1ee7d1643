// Does what a card says: copies its scenes into a folder of the case, runs them one after the other, each as
// a process of its own, and judges what they leave. Runs that are done are not run again; one that was
// interrupted goes on from its checkpoint.
#pragma once

#include <string>

#include "terminal/console.h"
#include "validate/cards.h"
#include "validate/ledger.h"

namespace cairn {

struct CardRunOptions {
  std::string folder;  // that holds the folders of the cases
  Form form = Form::quick;
  int threads = 1;
  bool again = false;  // forget earlier runs
};

std::string case_folder(const CardRunOptions& options, const Card& card);

// A run that fails is the trouble of the finding. After a signal the finding's trouble is "interrupted".
Finding run_card(const Card& card, const CardRunOptions& options, Console& console);

inline constexpr const char* kInterrupted = "interrupted";

}  // namespace cairn
