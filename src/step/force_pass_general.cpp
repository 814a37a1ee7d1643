// Pairs of one part that use the pair table. Each may have several contacts, matched with the springs of the
// last pass by (pair, feature). They use the same law as sphere pairs.
//   v = v_B + ω_B × s_B − v_A − ω_A × s_A at the contact point, arms s from the centres; torque  s × F.
#include <algorithm>
#include <tuple>

#include "base/assert.h"
#include "collide/near.h"
#include "step/force_pass_lanes.h"

namespace cairn {

namespace {
constexpr double kSurely = 0.9;  // of a gap, which a search finds to some digits
constexpr double kAfar = 1e-3;   // of the skin: a pair that is nearer is looked at every time
}  // namespace

struct ForcePass::GeneralLanes {
  ContactLanes contact;
  std::uint32_t pair[kLanes], feature[kLanes];
  Vec3 point[kLanes];
  ContactHistory roll[kLanes];  // before the pass
};

// A floor may be as wide as the cell, so the image under a body can change during the life of a list.
void ForcePass::choose_image(const World& world, std::uint32_t p) {
  if (list_.general.image.empty()) return;
  const Pair pair = list_.general.pairs[p];
  if (has_seams(world, pair.a, pair.b)) list_.general.image[p] = nearest_image(world, pair.a, pair.b);
}

Vec3 ForcePass::image_shift(std::uint32_t pair) const {
  if (list_.general.image.empty()) return {};
  const double* shift = images_[list_.general.image[pair]].shift;
  return {shift[0], shift[1], shift[2]};
}

Vec3 ForcePass::image_rate(std::uint32_t pair) const {
  if (!deforms_) return {};
  const double* rate = images_[list_.general.image[pair]].rate;
  return {rate[0], rate[1], rate[2]};
}

// A ball is seen in the axes of the other body, so that it does not matter how that turns.
ForcePass::Wait ForcePass::seen(const World& world, std::uint32_t p) const {
  const Bodies& bodies = world.bodies;
  const auto [a, b] = list_.general.pairs[p];
  const Vec3 between = bodies.place[b].position - bodies.place[a].position;
  const auto is_ball = [&](std::uint32_t i) { return (bodies.info[i].flags & kTurned) == 0; };
  if (is_ball(a)) return {rotate_back(bodies.orientation[b], between), 0};
  if (is_ball(b)) return {rotate_back(bodies.orientation[a], between), 0};
  return {between, turned};
}

bool ForcePass::waits(const World& world, std::uint32_t p) const {
  const Wait& wait = waits_[p];
  if (wait.until == 0) return false;
  const Wait now = seen(world, p);
  const double left = wait.until - now.until;
  return left > 0 && norm2(now.between - wait.between) < left * left;
}

// Finds the contacts of pair p, those that a neck holds too. A pair that had none is looked at from afar
// first, so that it can wait. It cannot if the nearest image of a wide floor may change at any time, or if
// images move with a cell that deforms.
void ForcePass::look(const World& world, std::uint32_t p, Before before, double tearing,
                     ContactPoints& found) {
  const Pair pair = list_.general.pairs[p];
  choose_image(world, p);
  const PlacedShape a = placed(world, pair.a), b = placed(world, pair.b, image_shift(p));
  if (before == Before::apart && !deforms_ && !(world.cell.repeats() && has_seams(world, pair.a, pair.b))) {
    const double way = kSurely * least_gap(a, b, list_.skin + tearing, found) - tearing;
    if (way > kAfar * list_.skin) {
      waits_[p] = seen(world, p);
      waits_[p].until += way, found.count = 0;
      return;
    }
  }
  find_contacts(a, b, tearing, found);
}

void ForcePass::general_pairs(const Task& task) {
  World& world = task.world;
  const Bodies& bodies = world.bodies;
  const std::uint32_t begin = list_.general.begin[task.begin], end = list_.general.begin[task.end];
  CAIRN_ASSERT(on_planes_.listed.size() == list_.general.pairs.size());
  Part& part = task.part;
  part.next.clear();
  if (begin == end) return std::swap(part.springs, part.next);
  GeneralLanes lanes;
  ContactLanes& c = lanes.contact;
  c.count = 0;
  auto old = part.springs.cbegin();
  ContactPoints& found = part.found;
  const double range = task.law.range(), tearing = std::max(range, task.law.largest_tearing());
  for (std::uint32_t p = begin; p < end; ++p) {
    if (on_planes_.listed[p] || waits(world, p)) continue;
    const Pair pair = list_.general.pairs[p];
    // The contacts, and their springs of the last pass; both lists are sorted.
    while (old != part.springs.cend() && old->pair < p) ++old;
    const bool has_met = old != part.springs.cend() && old->pair == p;
    look(world, p, has_met ? Before::met : Before::apart, tearing, found);
    for (const ContactPoint& contact : found) {
      const auto is_before = [&](const auto& spring) {
        return std::tie(spring.pair, spring.feature) < std::tie(p, contact.feature);
      };
      while (old != part.springs.cend() && is_before(*old)) ++old;
      const bool known = old != part.springs.cend() && old->pair == p && old->feature == contact.feature;
      const double curvature = bar_curvature(contact, smaller_radius(bodies, pair.a, pair.b));
      if (contact.gap >= range && !known) continue;
      // A neck that is stretched too far tears and loses its energy.
      const int materials = material_pair(world, pair.a, pair.b);
      if (contact.gap >= range && contact.gap >= task.law.tearing(materials, curvature)) {
        part.energy.plastic += task.law.torn_energy(materials, curvature);
        continue;
      }
      // Put the contact into the next lane.
      if (c.count == kLanes) evaluate(task, lanes), c.count = 0;
      const int k = c.count++;
      lanes.pair[k] = p, lanes.feature[k] = contact.feature, lanes.point[k] = contact.point;
      lanes.roll[k] = known ? old->roll : ContactHistory{};
      c.radius[k] = 1 / curvature, c.overlap[k] = -contact.gap;
      put_normal(c, k, contact.normal);
      put_spring(c, k, known ? old->spring : Vec3{});
    }
  }
  evaluate(task, lanes);
  for (int k = 0; k < kLanes; ++k) part.energy += energy_of(c.energy, k);
  std::swap(part.springs, part.next);
}

ForcePass::Met ForcePass::met(const World& /*world*/, const GeneralLanes& l, int k) const {
  return {list_.general.pairs[l.pair[k]], l.feature[k], l.point[k]};
}

void ForcePass::gather(const Task& task, GeneralLanes& l) const {
  const Bodies& bodies = task.world.bodies;
  ContactLanes& c = l.contact;
  for (int k = 0; k < c.count; ++k) {
    const auto [a, b] = list_.general.pairs[l.pair[k]];
    const Motion &p = bodies.motion[a], &q = bodies.motion[b];
    const Vec3 centre_b = bodies.place[b].position + image_shift(l.pair[k]);
    Vec3 v = q.velocity + image_rate(l.pair[k]) + cross(q.spin, l.point[k] - centre_b) - p.velocity -
             cross(p.spin, l.point[k] - bodies.place[a].position);
    if ((bodies.info[a].flags | bodies.info[b].flags) & kBelt)
      v += belt_rate(task.world, a, b, normal_of(c, k));
    put_velocity(c, k, v);
    c.twist[k] = 0.5 * dot(p.spin + q.spin, normal_of(c, k));
    c.mass[k] = reduced_mass(bodies, {a, b});
    c.pair[k] = material_pair(task.world, a, b);
    put_rolling(c, k, q.spin - p.spin, l.roll[k]);
  }
}

void ForcePass::scatter(const Task& task, const GeneralLanes& l) {
  Bodies& bodies = task.world.bodies;
  const ContactLanes& c = l.contact;
  Part& part = task.part;
  for (int k = 0; k < c.count; ++k) {
    const auto [a, b] = list_.general.pairs[l.pair[k]];
    const Vec3 force = force_of(c, k), kept = kept_of(c, k), torque = rolling_ ? torque_of(c, k) : Vec3{};
    const ContactHistory roll = rolling_ ? roll_of(c, k) : ContactHistory{};
    part.next.push_back({l.pair[k], l.feature[k], spring_of(c, k), roll});
    const Vec3 arm_a = l.point[k] - bodies.place[a].position;
    const Vec3 arm_b = l.point[k] - bodies.place[b].position - image_shift(l.pair[k]);
    add_belt_load(task, a, normal_of(c, k), -force);
    add_belt_load(task, b, normal_of(c, k), force);
    if (deforms_) add_cell_load(part.cell_load, list_.general.image[l.pair[k]], force, kept);
    const auto load = [&](std::uint32_t body) -> Load& {
      Load& own = bodies.load[body];
      return task.has(body) ? own : target(general_shares_, l.pair[k], own);
    };
    load(a) += make_load(-force, cross(arm_a, -force) - torque, -kept, cross(arm_a, -kept));
    load(b) += make_load(force, cross(arm_b, force) + torque, kept, cross(arm_b, kept));
    const double overlap = c.overlap[k] / smaller_radius(bodies, a, b);
    if (c.mass[k] > 0) part.max_overlap = std::max(part.max_overlap, overlap);
  }
}

}  // namespace cairn
