// When a run steps and ends (key `time`), and what it writes besides the series (key `output`).
#pragma once

#include "text/option.h"

namespace cairn {

Option time_option();
Option output_option();

}  // namespace cairn
