#include "collide/neighbours.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/sum.h"
#include "collide/list_record.h"

namespace cairn {
namespace {

// Room for motion beyond the margin, in median radii: a new list costs about as much as a few steps.
constexpr double kRoom = 0.3;

struct Farthest {
  double value = 0;
  Farthest& operator+=(const Farthest& b) {
    if (!(b.value <= value)) value = b.value;
    return *this;
  }
};

}  // namespace

double median_radius(const Bodies& bodies) {
  std::vector<double> radii;
  radii.reserve(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (!is_immobile(bodies.info[i]) && std::isfinite(bodies.place[i].radius))
      radii.push_back(bodies.place[i].radius);
  }
  if (radii.empty()) return 0;
  const auto middle = radii.begin() + static_cast<std::ptrdiff_t>(radii.size() / 2);
  std::nth_element(radii.begin(), middle, radii.end());
  return *middle;
}

void require_room(const World& world, double skin) {
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
  if (known_) {
    const double farthest = ordered_sum<Farthest>(threads, world.bodies.size(), [&](std::size_t i) {
                              return Farthest{moved(world, list_, static_cast<std::uint32_t>(i))};
                            }).value;
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

void Neighbours::load(const World& world, const Record& record) {
  known_ = record.get<std::uint8_t>("list.known") != 0;
  if (known_) list_ = get_list(record, world.bodies.size());
}

}  // namespace cairn
