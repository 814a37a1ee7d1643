// The rows of the table of force laws, one function per law.
#pragma once

#include "laws/force_law.h"

namespace cairn {

ForceLawEntry hooke_entry();
ForceLawEntry hertz_mindlin_entry();

}  // namespace cairn
