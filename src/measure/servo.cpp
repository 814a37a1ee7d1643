// A wall that a servo moves: the contact force F against the axis along which the wall pushes, and its target
// F₀ [N]; the area A [m²] and the pressure F/A [Pa]; the place along the axis, from the origin [m], and the
// speed [m/s]. A servo without an area has no pressure: NaN. All are NaN while no servo moves the body.
#include "step/servo.h"

#include <algorithm>
#include <limits>

#include "measure/measures.h"
#include "measure/selection.h"

namespace cairn {
namespace {

class ServoWall final : public Measure {
 public:
  ServoWall(const Value& options, const World& world) : group_(read_group(options, world)) {}

  void sample(const Sight& sight, std::span<double> values) override {
    CAIRN_ASSERT(values.size() == 6);
    const World& world = sight.world;
    std::ranges::fill(values, std::numeric_limits<double>::quiet_NaN());
    for (const Drive& drive : world.drives) {
      const std::uint32_t i = world.bodies.local(drive.body);
      if (!drive.servo || i == kNoBody || world.bodies.info[i].group != group_) continue;
      const Servo& servo = *drive.servo;
      const double force = servo_force(world, servo, i), area = servo_area(world, servo, world.time);
      values[0] = force / area;
      values[1] = force;
      values[2] = servo_target(world, servo, world.time);
      values[3] = area;
      values[4] = dot(world.bodies.place[i].position, servo.axis);
      values[5] = servo.state.speed;
    }
  }

 private:
  Group group_;
};

}  // namespace

MeasureRow servo_row() {
  return {"servo",
          "",
          "pressure, force and target of a servo wall; its area, place and speed along the axis",
          {group_option()},
          {{"pressure", "Pa", "force over area"},
           {"force", "N", "contact force on the wall against its axis, positive where it is pushed back"},
           {"target", "N", "force that it is asked for"},
           {"area", "m2", "area that it pushes on"},
           {"position", "m", "place of the wall along the axis, from the origin"},
           {"speed", "m/s", "its speed, positive along the axis"}},
          make_measure<ServoWall>};
}

}  // namespace cairn
