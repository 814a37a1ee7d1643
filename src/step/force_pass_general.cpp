// Pairs of one block that meet through the pair table: any number of contacts each, matched with the springs
// of the last pass by (pair, feature), through the same law as sphere pairs.
//   v = v_B + ω_B × s_B − v_A − ω_A × s_A at the contact point, arms s from the centres; torque  s × F.
#include <algorithm>
#include <tuple>

#include "step/force_pass.h"

namespace cairn {

struct ForcePass::GeneralLanes {
  ContactLanes contact;
  std::uint32_t pair[kLanes], feature[kLanes];
  Vec3 point[kLanes];
};

namespace {

// 1/R̄ from the local curvatures; where they have none (a corner on a plane, a hollow that fits), that of the
// smaller body.
double bar_curvature(const Bodies& bodies, Pair pair, const ContactPoint& contact) {
  const double sum = contact.curvature_a + contact.curvature_b;
  return sum > 0 ? sum : 1 / std::min(bodies.place[pair.a].radius, bodies.place[pair.b].radius);
}

int material_pair(const World& world, Pair pair) {
  return world.bodies.info[pair.a].material * world.materials.size() + world.bodies.info[pair.b].material;
}

}  // namespace

// A floor may be as wide as the cell: which of its images is under a body changes within the life of a list.
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

void ForcePass::general_pairs(const Task& task) {
  World& world = task.world;
  const Bodies& bodies = world.bodies;
  const std::uint32_t first = task.home * bodies_per_block();
  const std::uint32_t last = std::min(first + bodies_per_block(), static_cast<std::uint32_t>(bodies.size()));
  const std::uint32_t begin = list_.general.begin[first], end = list_.general.begin[last];
  Block& block = task.block;
  block.next.clear();
  if (begin < end) {
    GeneralLanes lanes;
    ContactLanes& c = lanes.contact;
    c.count = 0;
    auto old = block.springs.cbegin();
    ContactPoints& found = block.found;
    const double tearing = task.law.largest_tearing();
    for (std::uint32_t p = begin; p < end; ++p) {
      if (on_planes_.listed[p]) continue;
      const Pair pair = list_.general.pairs[p];
      const auto placed = [&](std::uint32_t i, const Vec3& shift) {
        return PlacedShape{world.shapes[bodies.info[i].shape], bodies.place[i].position + shift,
                           bodies.orientation[i], bodies.place[i].radius};
      };
      found.count = 0;
      choose_image(world, p);
      find_contacts(placed(pair.a, {}), placed(pair.b, image_shift(p)), tearing, found);
      for (int f = 0; f < found.count; ++f) {
        const ContactPoint& contact = found.point[f];
        while (old != block.springs.cend() &&
               std::tie(old->pair, old->feature) < std::tie(p, contact.feature)) {
          ++old;
        }
        const bool known = old != block.springs.cend() && old->pair == p && old->feature == contact.feature;
        const double curvature = bar_curvature(bodies, pair, contact);
        if (contact.gap >= 0) {
          const int materials = material_pair(world, pair);
          if (!known) continue;
          if (contact.gap >= task.law.tearing(materials, curvature)) {
            block.energy.torn += task.law.torn_energy(materials, curvature);
            continue;
          }
        }
        if (c.count == kLanes) evaluate(task, lanes), c.count = 0;
        const int k = c.count++;
        const Vec3 spring = known ? old->spring : Vec3{};
        const RollSpring roll = known ? old->roll : RollSpring{};
        lanes.pair[k] = p, lanes.feature[k] = contact.feature, lanes.point[k] = contact.point;
        c.radius[k] = 1 / curvature;
        c.rx[k] = roll.roll.x, c.ry[k] = roll.roll.y, c.rz[k] = roll.roll.z, c.angle[k] = roll.twist;
        c.nx[k] = contact.normal.x, c.ny[k] = contact.normal.y, c.nz[k] = contact.normal.z;
        c.overlap[k] = -contact.gap;
        c.sx[k] = spring.x, c.sy[k] = spring.y, c.sz[k] = spring.z;
      }
    }
    evaluate(task, lanes);
    for (int k = 0; k < kLanes; ++k) block.energy += energy_of(c.energy, k);
  }
  std::swap(block.springs, block.next);
}

void ForcePass::evaluate(const Task& task, GeneralLanes& l) {
  Bodies& bodies = task.world.bodies;
  ContactLanes& c = l.contact;
  for (int k = 0; k < c.count; ++k) {
    const auto [a, b] = list_.general.pairs[l.pair[k]];
    const Motion &p = bodies.motion[a], &q = bodies.motion[b];
    const Vec3 centre_b = bodies.place[b].position + image_shift(l.pair[k]);
    const Vec3 v = q.velocity + image_rate(l.pair[k]) + cross(q.spin, l.point[k] - centre_b) - p.velocity -
                   cross(p.spin, l.point[k] - bodies.place[a].position);
    c.vx[k] = v.x, c.vy[k] = v.y, c.vz[k] = v.z;
    c.twist[k] = 0.5 * dot(p.spin + q.spin, {c.nx[k], c.ny[k], c.nz[k]});
    c.mass[k] = reduced_mass(bodies, {a, b});
    c.pair[k] = material_pair(task.world, {a, b});
    const Vec3 w = q.spin - p.spin;
    c.wx[k] = w.x, c.wy[k] = w.y, c.wz[k] = w.z;
  }

  task.law.evaluate(c, task.h, vectors);

  Block& block = task.block;
  for (int k = 0; k < c.count; ++k) {
    const auto [a, b] = list_.general.pairs[l.pair[k]];
    const Vec3 force{c.fx[k], c.fy[k], c.fz[k]};
    const Vec3 kept = c.potential[k] * Vec3{c.nx[k], c.ny[k], c.nz[k]};
    const RollSpring roll = rolling_ ? RollSpring{{c.rx[k], c.ry[k], c.rz[k]}, c.angle[k]} : RollSpring{};
    const Vec3 torque = rolling_ ? Vec3{c.mx[k], c.my[k], c.mz[k]} : Vec3{};
    block.next.push_back({l.pair[k], l.feature[k], {c.tx[k], c.ty[k], c.tz[k]}, roll});
    const Vec3 arm_a = l.point[k] - bodies.place[a].position;
    const Vec3 arm_b = l.point[k] - bodies.place[b].position - image_shift(l.pair[k]);
    if (deforms_) add_cell_load(block.cell_load, list_.general.image[l.pair[k]], force, kept);
    const auto load = [&](std::uint32_t body) -> Load& {
      Load& own = bodies.load[body];
      return body / bodies_per_block() == task.home ? own : target(general_shares_, l.pair[k], own);
    };
    load(a) += make_load(-force, cross(arm_a, -force) - torque, -kept, cross(arm_a, -kept));
    load(b) += make_load(force, cross(arm_b, force) + torque, kept, cross(arm_b, kept));
    const double smaller = std::min(bodies.place[a].radius, bodies.place[b].radius);
    if (c.mass[k] > 0) block.max_overlap = std::max(block.max_overlap, c.overlap[k] / smaller);
    if (task.recording == Recording::contacts) {
      block.recorded.push_back({{bodies.info[a].uid, bodies.info[b].uid, l.feature[k]},
                                l.point[k],
                                {c.nx[k], c.ny[k], c.nz[k]},
                                -c.overlap[k],
                                force});
    }
  }
  block.contacts += static_cast<std::uint64_t>(c.count);
}

}  // namespace cairn
