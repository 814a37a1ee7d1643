#include "collide/neighbours.h"

#include <fmt/format.h>

#include "base/assert.h"
#include "base/error.h"
#include "base/sum.h"
#include "collide/list_record.h"

namespace cairn {
namespace {

// Room for motion beyond the margin, in median radii. A new list costs about as much as a few steps.
constexpr double kRoom = 0.3;

}  // namespace

void require_room(const World& world, double skin) {
  CAIRN_ASSERT(!(skin < 0));
  if (!world.cell.repeats()) return;
  const double reach = largest_reach(world);
  const Vec3 widths = world.cell.widths();
  for (int k = 0; k < 3; ++k) {
    const double needed = 2 * (reach + skin);
    if (!world.cell.periodic[k] || widths[k] >= needed) continue;
    throw RunError(fmt::format(
        "the periodic cell is {:.4g} m wide along {} at t = {:.6g} s; bodies that touch {:.4g} m apart "
        "need {:.4g} m",
        widths[k], "xyz"[k], world.time, reach, needed));
  }
}

bool Neighbours::ensure(World& world, Threads& threads, double margin) {
  CAIRN_ASSERT(!(margin < 0));
  CAIRN_ASSERT(!known_ || list_.reference.size() == world.bodies.size());
  if (known_) {
    // The list still holds if no two surfaces can have come nearer than the skin allows.
    const double farthest = largest(threads, world.bodies.size(), [&](std::size_t i) {
      return moved(world, list_, static_cast<std::uint32_t>(i));
    });
    if (2 * farthest + moved_images(world.cell, list_) + margin <= list_.skin) return false;
  }
  const double skin = margin + kRoom * median_radius(world.bodies);
  require_room(world, skin);
  builder_.build(world, threads, skin, list_);
  known_ = true;
  return true;
}

void Neighbours::save(Record& record) const {
  record.put("list.known", static_cast<std::uint8_t>(known_));
  if (known_) put_list(record, list_);
}

void Neighbours::load(World& world, Threads& threads, const Record& record) {
  known_ = record.get<std::uint8_t>("list.known") != 0;
  if (known_) list_ = get_list(record, world, threads);
}

}  // namespace cairn
