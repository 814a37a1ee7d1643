// A calibration on the disk. Its folder holds
//   calibration.json   the file it follows, and the places that were tried
//   TEST.study         per scene the study of its runs, as `cairn sweep` makes it
//   evaluations.csv    a row per place that was tried
//   result.json        unknowns with intervals, their correlation, the fit of every target
//   report.html        the same with charts (report/calibration_page.h)
// Everything but calibration.json and the runs can be made again from these two.
#pragma once

#include <string>
#include <vector>

#include "study/calibration.h"
#include "study/inference.h"
#include "study/run_study.h"
#include "terminal/console.h"

namespace cairn {

bool is_calibration(const std::string& folder);
// The file that the calibration of a folder follows. Throws InputError if it is gone.
std::string calibration_file(const std::string& folder);

class CalibrationRun {
 public:
  // Goes on in the folder, or begins there. Throws InputError if it holds something else or a calibration
  // with other unknowns, scenes or targets; a larger budget is welcome.
  CalibrationRun(Calibration calibration, std::string file, std::string folder);

  const Calibration& calibration() const { return calibration_; }
  const std::string& folder() const { return folder_; }
  // Makes runs, proposes places and so on, until the budget is used up or a signal asks this process to end.
  void search(int jobs, Console& console);

  bool is_complete() const;                     // all runs of all places have ended
  std::vector<Evaluation> evaluations() const;  // of places all of whose runs have ended
  void write_tables() const;                    // evaluations.csv and result.json

 private:
  std::vector<Study> studies() const;
  std::size_t evaluations_left() const;
  std::size_t runs_planned() const { return places_.size() * calibration_.runs_per_evaluation(); }
  void add(const std::vector<CubePoint>& places);
  void write_plan() const;
  void read_plan();
  void tell(Console& console, const Inference& inference) const;

  Calibration calibration_;
  std::string file_, folder_;
  std::vector<CubePoint> places_;
};

// "0.31 (0.29 to 0.34)", with the unit.
std::string estimate_text(const Unknown& unknown, const Estimate& estimate);

}  // namespace cairn
