// The rows of the tables of laws, one function per law.
#pragma once

#include "laws/force_law.h"
#include "laws/row_law.h"

namespace cairn {

ForceLawEntry hooke_entry();
ForceLawEntry hertz_mindlin_entry();

RowLawEntry frictionless_entry();
RowLawEntry cone_entry();
RowLawEntry coulomb_entry();
RowLawEntry compliant_entry();

}  // namespace cairn
