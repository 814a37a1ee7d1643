// The page of a study: what was varied, and how each figure and measure depends on it.
//   one parameter           curves with error bars
//   two, in a grid          a heat map, and curves for each value of the second
//   more, or a sample       parallel coordinates, coloured by the value
#pragma once

#include <string>

namespace cairn {

// Writes STUDY/report.html and the tables. Returns the page's path.
std::string write_study_report(const std::string& study);

}  // namespace cairn
