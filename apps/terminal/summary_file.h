// summary.json of a run, read back.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "text/node.h"

namespace cairn {

class SummaryFile {
 public:
  // Throws InputError if the folder has no readable summary.json.
  explicit SummaryFile(const std::string& run_folder);

  // By dotted names such as "energy.imbalance"; nothing if there is none.
  std::optional<double> number(const std::string& name) const;
  std::string text(const std::string& name) const;  // "" if there is none
  // Final values of all measures by "measure.column"; NaN where a value is missing.
  std::vector<std::pair<std::string, double>> measures() const;

 private:
  const Node* find(const std::string& name) const;
  Tree tree_;
};

}  // namespace cairn
