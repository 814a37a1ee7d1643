// All laws, one line each. `cairn list laws`, the schema, the reference page and the reader use this table.
#include "laws/laws.h"

namespace cairn {

const Table<ForceLawRow>& force_laws() {
  static const Table<ForceLawRow> table("law", {
                                                   hooke_row(),
                                                   hertz_mindlin_row(),
                                                   luding_row(),
                                                   edinburgh_row(),
                                               });
  return table;
}

const Table<RowLawRow>& row_laws() {
  static const Table<RowLawRow> table("law", {
                                                 frictionless_row(),
                                                 cone_row(),
                                                 coulomb_row(),
                                                 compliant_row(),
                                             });
  return table;
}

}  // namespace cairn
