#include "step/volume_walls.h"

#include <fmt/format.h>

#include <cmath>

#include "base/assert.h"
#include "base/error.h"
#include "step/integrate.h"
#include "step/servo.h"

namespace cairn {
namespace {

constexpr int kNewton = 8;  // iterations for ε: the product has at most three factors, and ε is small

// A gap between two walls after the step.
struct Gap {
  double width = 0;  // m
  int movable = 0;   // walls of the pair that hold the volume
};

// Velocity of a wall without the part that holds a volume.
Vec3 other_velocity(const World& world, std::uint32_t i, double t) {
  for (const Drive& drive : world.drives)
    if (drive.body == world.bodies.info[i].uid) return velocity_of(drive, t) - volume_part(drive);
  return {};
}

bool holds_volume(const World& world, Uid body, const VolumeWall& sample) {
  for (const Drive& drive : world.drives)
    if (drive.body == body) return drive.volume && drive.volume->walls == sample.walls;
  return false;
}

double volume_now(const World& world, const VolumeWall& sample) {
  double volume = 1;
  for (const auto& [a, b] : sample.walls)
    volume *= gap_between(world, world.bodies.local(a), world.bodies.local(b));
  return volume;
}

// The share ε of the strain that each wall takes.
double share_of(const std::vector<Gap>& gaps, double target) {
  double share = 0;
  for (int turn = 0; turn < kNewton; ++turn) {
    double volume = 1, slope = 0;
    for (const Gap& gap : gaps) {
      const double factor = 1 + gap.movable * share;
      volume *= gap.width * factor;
      slope += gap.movable / factor;
    }
    share += (target / volume - 1) / slope;
  }
  return share;
}

void steer(const World& world, Drive& drive, double h) {
  VolumeWall& wall = *drive.volume;
  const double middle = world.time + 0.5 * h;
  for (const auto& [a, b] : wall.walls)
    if (world.bodies.local(a) == kNoBody || world.bodies.local(b) == kNoBody)
      throw RunError(fmt::format("a wall that bounds a volume is gone at t = {:.6g} s", world.time));
  if (wall.state.kept == 0) wall.state.kept = volume_now(world, wall);
  // Gaps after the step, without the walls that hold the volume.
  std::vector<Gap> gaps;
  Vec3 inward;
  double own = 0;
  for (const auto& [a, b] : wall.walls) {
    const std::uint32_t i = world.bodies.local(a), j = world.bodies.local(b);
    const Vec3 normal = gap_normal(world, i, j);
    const Vec3 rate = other_velocity(world, j, middle) - other_velocity(world, i, middle);
    const Gap gap{gap_between(world, i, j) + h * dot(rate, normal),
                  holds_volume(world, a, wall) + holds_volume(world, b, wall)};
    if (!(gap.width > 0))
      throw RunError(fmt::format("walls that bound a volume have met at t = {:.6g} s", world.time));
    gaps.push_back(gap);
    if (drive.body != a && drive.body != b) continue;
    inward = drive.body == a ? normal : -normal;
    own = gap.width;
  }
  const double target = wall.target ? wall.target(world.time + h) : wall.state.kept;
  if (!(target > 0))
    throw RunError(fmt::format("the volume of a sample is {:.6g} m3 at t = {:.6g} s, expected > 0", target,
                               world.time + h));
  wall.state.velocity = (-share_of(gaps, target) * own / h) * inward;
}

}  // namespace

void steer_volumes(World& world, double h) {
  CAIRN_ASSERT(h > 0);
  for (Drive& drive : world.drives)
    if (drive.volume && world.bodies.local(drive.body) != kNoBody) steer(world, drive, h);
}

}  // namespace cairn
