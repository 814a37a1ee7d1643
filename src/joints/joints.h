// The rows of the table of joints, one function per joint.
#pragma once

#include "joints/joint.h"

namespace cairn {

JointEntry fixed_entry();
JointEntry ball_entry();
JointEntry revolute_entry();
JointEntry slider_entry();
JointEntry cylindrical_entry();
JointEntry universal_entry();
JointEntry distance_entry();
JointEntry point_on_line_entry();
JointEntry point_on_plane_entry();

}  // namespace cairn
