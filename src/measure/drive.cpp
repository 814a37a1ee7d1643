// Force, torque and power of a driven body: a mill, a screw, a piston.
//   T = n · (M + (x − c) × F)      torque of the grains about the axis n of its rotation through c
//   P = −(F · v + M · ω)           power of the drive: positive while it puts energy into the grains
//   W = ∫ P dt                     work since the first sample, by the trapezoidal rule between samples
// F and M are the contact force and torque on the body about its centre x. An entry of several driven bodies
// adds up. A body without rotation has the torque about the axis [0, 0, 1] through its centre.
#include <algorithm>
#include <limits>

#include "base/error.h"
#include "measure/measures.h"
#include "measure/selection.h"

namespace cairn {
namespace {

class DriveMeasure final : public Measure {
 public:
  DriveMeasure(const Value& options, const World& world) : group_(read_group(options, world)) {}

  void sample(const Sight& sight, std::span<double> values) override {
    CAIRN_ASSERT(values.size() == 7);
    const World& world = sight.world;
    const Bodies& bodies = world.bodies;
    Vec3 force;
    double torque = 0, speed = 0, power = 0, count = 0;
    for (const Drive& drive : world.drives) {
      const std::uint32_t i = bodies.local(drive.body);
      if (i == kNoBody || bodies.info[i].group != group_) continue;
      const Vec3 f = bodies.load[i].force, m = bodies.load[i].torque;
      const Vec3 arm = drive.about_body ? Vec3{} : bodies.place[i].position - drive.center;
      force += f;
      torque += dot(drive.axis, m + cross(arm, f));
      speed += dot(drive.axis, bodies.motion[i].spin);
      power -= dot(f, bodies.motion[i].velocity) + dot(m, bodies.motion[i].spin);
      ++count;
    }
    std::ranges::fill(values, std::numeric_limits<double>::quiet_NaN());
    advance_work(world.time, count > 0 ? power : 0);
    values[6] = work_;
    if (count == 0) return;
    const double all[] = {force.x, force.y, force.z, torque, speed / count, power};
    std::ranges::copy(all, values.begin());
  }
  void save(Record& record, const std::string& prefix) const override {
    record.put(prefix + ".work", std::array{work_, power_, time_});
  }
  void load(const Record& record, const std::string& prefix) override {
    const auto state = record.get<std::array<double, 3>>(prefix + ".work");
    work_ = state[0];
    power_ = state[1];
    time_ = state[2];
  }

 private:
  void advance_work(double time, double power) {
    if (time_ >= 0) work_ += 0.5 * (power_ + power) * (time - time_);
    power_ = power;
    time_ = time;
  }

  Group group_;
  double work_ = 0, power_ = 0, time_ = -1;  // of the last sample; time -1: none yet
};

}  // namespace

MeasureRow drive_row() {
  return {
      "drive",
      "",
      "force, torque, power and work of a driven body, such as a drum, a screw or a piston",
      {group_option()},
      {{"x y z", "N", "contact force on the body, world axes"},
       {"torque", "N m", "torque of the grains on it about its axis of rotation, right-handed"},
       {"speed", "rad/s", "speed of rotation about that axis"},
       {"power", "W", "of the drive: positive while it puts energy into the grains"},
       {"work", "J", "of the drive since the first sample; the power is taken as linear between samples"}},
      make_measure<DriveMeasure>};
}

}  // namespace cairn
