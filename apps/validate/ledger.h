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
  shown,  // no band, so there is nothing to pass
  not_run,
};
const char* verdict_name(Verdict verdict);  // "pass", "FAIL", "-", "NOT RUN"

struct FoundQuantity {
  std::string name, unit, source, band;
  std::optional<double> published, ours;
  Verdict verdict = Verdict::not_run;
};

struct FoundRun {
  std::string name;
  double cpu_seconds = 0;
  double bodies = 0, steps = 0;
};

struct Finding {
  std::string id, path, form;
  std::string when, version, machine;  // `when` is UTC
  std::string size;                    // in words
  std::string fingerprint;             // of the card when it was run
  std::string trouble;                 // why it could not be finished; empty: it was finished
  double wall_seconds = 0, cpu_seconds = 0;
  std::vector<FoundRun> runs;
  std::vector<FoundQuantity> quantities;

  Verdict verdict() const;  // fail if anything failed, pass if something passed
};

// A finding without numbers: the case has not been run.
Finding nothing_found(const Card& card, Form form);

class CardLedger {
 public:
  // Reads the file; a missing file is an empty ledger. Throws InputError if it cannot be read.
  explicit CardLedger(std::string path);
  void add(const Finding& finding);
  const Finding* last(const std::string& id, Form form) const;  // null: never run
  // The last finding of a card; nothing_found() if the card has changed since.
  Finding present(const Card& card, Form form) const;

 private:
  std::string path_;
  std::vector<Finding> findings_;
};

Json finding_json(const Finding& finding);

std::string utc_now();       // "2026-11-16 09:12 UTC"
std::string this_machine();  // processor and number of threads

}  // namespace cairn
