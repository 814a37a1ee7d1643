// All joints, one line each. `cairn list joints`, the schema, the reference page and the
// reader use this table.
#include "joints/joints.h"

namespace cairn {

const Table<JointRow>& joints() {
  static const Table<JointRow> table("joint",
                                     {
                                         fixed_row(),
                                         ball_row(),
                                         revolute_row(),
                                         slider_row(),
                                         cylindrical_row(),
                                         universal_row(),
                                         distance_row(),
                                         point_on_line_row(),
                                         point_on_plane_row(),
                                         brake_row(),
                                         gear_row(),
                                         rack_row(),
                                     },
                                     shared_options());
  return table;
}

}  // namespace cairn
