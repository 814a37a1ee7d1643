// One joint.
//   force, torque                on its first body at the joint's point, motor and limit included, world axes
//                                [N], [N m]
//   position, speed, effort      of a joint that slides: place and speed along its axis, and the force of
//                                its motor, or of its limit if it has none [m], [m/s], [N]
//   angle, turning, turn_effort  of a joint that turns: the same about its axis [rad], [rad/s], [N m]
// Columns for a motion that the joint does not have are NaN. All are NaN once one of its bodies is removed.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/error.h"
#include "measure/measures.h"
#include "step/joint_rows.h"

namespace cairn {
namespace {

std::size_t find_joint(const Value& name, const World& world) {
  std::vector<std::string> names;
  for (const Joint& joint : world.joints) names.push_back(joint.name);
  const auto found = std::ranges::find(names, name.text());
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  const std::string tail = names.empty() ? "; the scene has none" : suggestion(name.text(), names);
  throw InputError(fmt::format("unknown joint {}{}", quote(name.text()), tail), name.mark());
}

class JointMeasure final : public Measure {
 public:
  JointMeasure(const Value& options, const World& world) : joint_(find_joint(options["joint"], world)) {}

  void sample(const Sight& sight, std::span<double> values) override {
    CAIRN_ASSERT(values.size() == 12);
    std::ranges::fill(values, std::numeric_limits<double>::quiet_NaN());
    const World& world = sight.world;
    const Joint& joint = world.joints[joint_];
    if (!is_whole(world, joint)) return;
    // Force and torque on the first body.
    const JointState& state = joint.state;
    for (int k = 0; k < 3; ++k) {
      const auto at = static_cast<std::size_t>(k);
      values[at] = state.force[k];
      values[at + 3] = state.torque[k];
    }
    // Position, speed and effort along and about the axis.
    const JointRow& kind = joints()[joint.kind];
    if (kind.slides) {
      const auto [position, speed] = read_joint(world, joint, JointRole::shift);
      values[6] = position;
      values[7] = speed;
      values[8] = state.effort;
    }
    if (kind.turns) {
      const auto [angle, turning] = read_joint(world, joint, JointRole::turn);
      values[9] = angle;
      values[10] = turning;
      values[11] = state.turn_effort;
    }
  }

 private:
  std::size_t joint_;
};

}  // namespace

MeasureRow joint_row() {
  return {"joint",
          "",
          "force and torque of a joint on its first body; position, speed and effort along its coordinate",
          {declare::text("joint", required, "name of the joint")},
          {{"force_x force_y force_z", "N",
            "force of the joint on its first body at its point, motor and limit included, world axes"},
           {"torque_x torque_y torque_z", "N m", "torque on it likewise"},
           {"position", "m", "shift along the joint's axis; empty if it does not slide"},
           {"speed", "m/s", "its rate"},
           {"effort", "N", "force of the motor along the axis; without a motor that of the limit"},
           {"angle", "rad", "turn about the joint's axis, right-handed; empty if it does not turn"},
           {"turning", "rad/s", "its rate"},
           {"turn_effort", "N m", "torque of the motor about the axis; without a motor that of the limit"}},
          make_measure<JointMeasure>};
}

}  // namespace cairn
