// A ledger of validations: a file with one JSON object per finding and line. Lines are added and never
// changed. The last line of a case is its present state.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "validate/cards.h"

namespace cairn {

enum class Verdict {
  pass,
  fail,
  open,    // the band is within the errors: more runs would decide
  single,  // one run of what hangs on chance
  shown,   // no band, so there is nothing to pass
  not_run,
};
const char* verdict_name(Verdict verdict);  // "pass", "FAIL", "OPEN", "ONE RUN", "-", "NOT RUN"

struct FoundQuantity {
  std::string name, unit, source, band;
  std::optional<double> published, ours;
  std::optional<double> error;  // standard error of `ours`, a mean of `count` runs
  int count = 1;
  Verdict verdict = Verdict::not_run;
};

struct FoundRun {
  std::string name;
  double cpu_seconds = 0;
  double bodies = 0, steps = 0;
  std::string probe;  // state hash after the first kProbeSteps steps; empty: none
};

struct Finding {
  std::string id, path, form, size;
  std::string when, version, machine;  // `when` is UTC
  std::string extent;                  // the size in words
  std::string fingerprint;             // of the card when it was run
  std::string trouble;                 // why it could not be finished; empty: it was finished
  double wall_seconds = 0, cpu_seconds = 0;
  std::vector<FoundRun> runs;
  std::vector<FoundQuantity> quantities;
  std::string probed;     // version whose runs begin with the same bits; empty: `version` alone
  bool is_stale = false;  // a later version begins with other bits: the finding counts as not run

  // The worst of the quantities' verdicts; pass if something passed.
  Verdict verdict() const;
};

// A finding without numbers: the case has not been run.
Finding nothing_found(const Card& card, Size size);

class CardLedger {
 public:
  // Reads the file; a missing file is an empty ledger. Throws InputError if it cannot be read.
  explicit CardLedger(std::string path);
  void add(const Finding& finding);
  const Finding* last(const Card& card, Size size) const;  // null: never run
  // The last finding of a card; nothing_found() if the card has changed since, or the finding is stale.
  Finding present(const Card& card, Size size) const;

 private:
  std::string path_;
  std::vector<Finding> findings_;
};

Json finding_json(const Finding& finding);

std::string utc_now();       // "2026-11-16 09:12 UTC"
std::string this_machine();  // processor and number of threads

}  // namespace cairn
