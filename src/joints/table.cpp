// Every joint there is, one line each. `cairn list joints`, the schema, the reference page and the reader
// come from here.
#include "joints/joints.h"

namespace cairn {

const std::vector<JointEntry>& joints() {
  static const std::vector<JointEntry> table{
      fixed_entry(),     ball_entry(),     revolute_entry(),      slider_entry(),         cylindrical_entry(),
      universal_entry(), distance_entry(), point_on_line_entry(), point_on_plane_entry(),
  };
  return table;
}

}  // namespace cairn
