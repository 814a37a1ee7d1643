// The rows of the table of joints, one function per joint.
#pragma once

#include "joints/joint.h"

namespace cairn {

JointRow fixed_row();
JointRow ball_row();
JointRow revolute_row();
JointRow slider_row();
JointRow cylindrical_row();
JointRow universal_row();
JointRow distance_row();
JointRow point_on_line_row();
JointRow point_on_plane_row();
JointRow brake_row();
JointRow gear_row();
JointRow rack_row();

}  // namespace cairn
