// The runs that a page shows, by number. It answers questions, and never throws because of a folder's
// content. A folder with table.csv and runs/ is a study: its table is shown, and each of its runs.
//
// Use it from one thread, in a process that has no other: reading frames forks (base/child.h).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "view/routes.h"
#include "view/shown_run.h"

namespace cairn {

struct Answer {
  int status = 200;  // of HTTP
  std::string type = "application/json", body;
};

class Library {
 public:
  // Throws InputError if a folder is neither a run nor a study; the message suggests the nearest.
  explicit Library(const std::vector<std::string>& folders);

  // Route::live gives the pulses of all runs, one line each: state, frames, rows, mark. Runs that nobody has
  // looked at yet have an empty line.
  Answer answer(const Question& question);

  std::size_t size() const { return shelf_.size(); }
  ShownRun& run(std::size_t index);

 private:
  struct Place {
    std::string folder, name;
    std::optional<ShownRun> run;  // once somebody has asked for it
    std::uint64_t asked = 0;      // when, in questions
  };
  struct Study {
    std::vector<std::string> columns;
    std::vector<std::vector<std::string>> rows;
  };
  void add_study(const std::string& folder);
  void name_places();
  std::string runs_text();
  std::string pulses();
  Answer answer_of_run(const Question& question);

  std::vector<Place> shelf_;
  std::optional<Study> study_;
  std::uint64_t questions_ = 0;
};

}  // namespace cairn
