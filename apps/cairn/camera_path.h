// The way of the camera in a film: stations at equal parts of the film. Between two of them it starts and
// arrives gently: a share s of the way is shown as s²(3 − 2s). Angles change evenly with that, zoom by equal
// factors.
#pragma once

#include <string>
#include <vector>

#include "draw/picture.h"

namespace cairn {

struct CameraStation {
  double azimuth = 0, elevation = 0;  // radians
  double zoom = 1;
};

// From text such as "0,20 90,20 90,60,2": azimuth and elevation in degrees and, if wanted, zoom. Throws
// InputError.
std::vector<CameraStation> camera_path(const std::string& text);

// `way` goes from 0 at the first picture to 1 at the last.
View view_on_path(const std::vector<CameraStation>& stations, double way);

}  // namespace cairn
