// The measures of a scene (key `measure`), by the names that the scene gives them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "measure/measure.h"
#include "scene/scene.h"
#include "text/option.h"

namespace cairn {

Option measures_option();

struct NamedMeasure {
  std::string name;
  double every = 0;  // s; 0: every step
  std::unique_ptr<Measure> measure;
  std::vector<double> last;   // values of the last sample that was due
  std::vector<double> shown;  // values of the newest sample: the last one due, or that of the end of the run
};
std::vector<NamedMeasure> build_measures(const Scene& scene, const World& world);

}  // namespace cairn
