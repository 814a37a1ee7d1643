// The steps and the end of a run (key `time`), and its output besides the series (key `output`).
#pragma once

#include "text/option.h"

namespace cairn {

Option time_option();
Option output_option();

}  // namespace cairn
