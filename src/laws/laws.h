// The rows of the tables of laws, one function per law.
#pragma once

#include "laws/force_law.h"
#include "laws/row_law.h"

namespace cairn {

ForceLawRow hooke_row();
ForceLawRow hertz_mindlin_row();
ForceLawRow luding_row();
ForceLawRow edinburgh_row();

RowLawRow frictionless_row();
RowLawRow cone_row();
RowLawRow coulomb_row();
RowLawRow compliant_row();

}  // namespace cairn
