// The tables of a study.
//   table.csv    a row per run: its number, parameters, seed, state, cost, figures of summary.json, final
//                values of the measures, hash, and why it failed
//   points.csv   a row per point: number of runs that ended well, then mean and standard error of each figure
// Both begin as series.csv does: `# units: ...`, then the names of the columns.
#pragma once

#include <string>
#include <vector>

#include "results/series.h"
#include "study/plan.h"

namespace cairn {

// The figures of summary.json that the tables have.
const std::vector<Column>& study_figures();

struct StudyRow {
  std::size_t run = 0;
  std::string state;           // done, failed, waiting
  std::vector<double> values;  // one per column; NaN if there is none
  std::string hash, trouble;
};

struct StudyTable {
  std::vector<Column> columns;  // figures and measures
  std::vector<StudyRow> rows;   // one per run

  static StudyTable read(const std::string& study, const StudyPlan& plan);
  std::string text(const StudyPlan& plan) const;  // of table.csv
};

// Mean and standard error of one column at every point. The error is NaN for fewer than two runs.
struct PointValue {
  double mean = 0, error = 0;
};
struct StudyPoints {
  std::vector<std::size_t> counts;              // runs that ended well, per point
  std::vector<std::vector<PointValue>> values;  // per point, then per column

  StudyPoints(const StudyPlan& plan, const StudyTable& table);
  std::string text(const StudyPlan& plan, const StudyTable& table) const;  // of points.csv
};

// Writes both files.
void write_tables(const std::string& study, const StudyPlan& plan);

}  // namespace cairn
