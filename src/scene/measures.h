// The measures of a scene, by names of its own (key `measure`).
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
  std::vector<double> shown;  // the newest ones: those, or of the end of the run
};
std::vector<NamedMeasure> build_measures(const Scene& scene, const World& world);

}  // namespace cairn
