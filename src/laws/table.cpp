// Every law there is, one line each. `cairn list laws`, the schema, the reference page and the reader come
// from here.
#include "laws/laws.h"

namespace cairn {

const std::vector<ForceLawEntry>& force_laws() {
  static const std::vector<ForceLawEntry> table{
      hooke_entry(),
      hertz_mindlin_entry(),
  };
  return table;
}

const std::vector<RowLawEntry>& row_laws() {
  static const std::vector<RowLawEntry> table{
      frictionless_entry(),
      cone_entry(),
      coulomb_entry(),
      compliant_entry(),
  };
  return table;
}

}  // namespace cairn
