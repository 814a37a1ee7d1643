#include "step/assemble.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/assert.h"
#include "math/symmetric3.h"

namespace cairn {
namespace {

constexpr std::size_t kChunk = 512;
constexpr unsigned kTurns = kLockSpinX | kLockSpinY | kLockSpinZ, kShifts = kLockX | kLockY | kLockZ;

// True if a mass and one moment describe the body's mobility.
bool is_plain(const Info& info) {
  const unsigned locks = info.flags & (kTurns | kShifts);
  // The contacts of a planar ball lie in the plane, so nothing pushes it out of the plane or tilts it.
  return !(info.flags & kTurned) && (locks == 0 || locks == kLockPlane);
}

// The inverse of a without its locked axes; their rows and columns are zero.
Mat3 without(const Mat3& a, unsigned locks) {
  Mat3 kept = a;
  for (int k = 0; k < 3; ++k) {
    if (!(locks >> k & 1)) continue;
    for (int j = 0; j < 3; ++j) {
      Vec3& row = j == 0 ? kept.row0 : j == 1 ? kept.row1 : kept.row2;
      row[k] = j == k ? 1 : 0;
      if (j == k) row = k == 0 ? Vec3{1, 0, 0} : k == 1 ? Vec3{0, 1, 0} : Vec3{0, 0, 1};
    }
  }
  Mat3 result = inverse(kept);
  for (int k = 0; k < 3; ++k)
    if (locks >> k & 1) (k == 0 ? result.row0 : k == 1 ? result.row1 : result.row2) = {};
  return result;
}

Mobility mobility_of(const Inertia& inertia, const Quat& q, unsigned flags) {
  const double m = inertia.inverse_mass;
  const Mat3 axes = matrix(q);
  const Vec3& j = inertia.inverse_moments;
  Mobility mobility{diagonal({flags & kLockX ? 0 : m, flags & kLockY ? 0 : m, flags & kLockZ ? 0 : m}),
                    axes * (diagonal(j) * transpose(axes))};
  if ((flags & kTurns) == kTurns)
    mobility.inverse_inertia = {{}, {}, {}};
  else if (flags & kTurns)
    mobility.inverse_inertia =
        without(axes * (diagonal({1 / j.x, 1 / j.y, 1 / j.z}) * transpose(axes)), flags >> 3);
  return mobility;
}

// The bias of a rigid contact: restitution at velocity level, gap rate at position level.
Vec3 rigid_bias(const World& world, const Contact& contact, const PairProperties& pair, const Vec3& before,
                const RowOptions& options, double h) {
  const double threshold = options.threshold >= 0 ? options.threshold : 2 * norm(world.gravity) * h;
  const bool bounces = before.x < -threshold;
  if (options.level == Level::velocity) {
    const double e_n = bounces || threshold == 0 ? pair.restitution : 0, e_t = pair.restitution_tangential;
    return {e_n * before.x, e_t * before.y, e_t * before.z};
  }
  // Position level: an overlap opens no faster than the recovery speed; a fast approach that closes the gap
  // bounces.
  const double recovery =
      options.recovery > 0 ? options.recovery : 0.2 * smaller_radius(world.bodies, contact.a, contact.b) / h;
  const double rate = std::max(contact.gap / h, -recovery);
  if (bounces && pair.restitution > 0 && contact.gap + h * before.x < 0)
    return {std::min(rate, pair.restitution * before.x), 0, 0};
  return {rate, 0, 0};
}

}  // namespace

Vec3 carried_rate(const World& world, const Contact& contact) {
  const Vec3 rate = contact.image == kHere ? Vec3{} : world.cell.shift_rate(contact.image);
  const auto& info = world.bodies.info;
  if (!((info[contact.a].flags | info[contact.b].flags) & kBelt)) return rate;
  return rate + belt_rate(world, contact.a, contact.b, contact.normal);
}

Vec3 tangent(const World& world, const Contact& contact) {
  const auto in_plane = [&](std::uint32_t i) {
    const Info& info = world.bodies.info[i];
    return is_immobile(info) || (info.flags & kLockPlane) == kLockPlane;
  };
  const Vec3& n = contact.normal;
  if (in_plane(contact.a) && in_plane(contact.b) && std::abs(n.y) < 1e-6) return unit(cross({0, 1, 0}, n));
  return perpendicular(n);
}

Vec3 transported(const Vec3& spring, const Vec3& n, const Vec3& mean_spin, double h) {
  const double length2 = norm2(spring);
  if (length2 == 0) return spring;
  const Vec3 turned = spring + (h * dot(mean_spin, n)) * cross(n, spring), flat = turned - dot(turned, n) * n;
  const double flat2 = norm2(flat);
  return flat2 > 0 ? std::sqrt(length2 / flat2) * flat : Vec3{};
}

// Both lists are sorted by key, so one pass finds the memory of each contact.
void Assembler::recall(const World& world, std::span<const Contact> contacts, std::vector<RowInput>& inputs) {
  inputs.assign(contacts.size(), {});
  const Bodies& bodies = world.bodies;
  auto known = world.memory.begin();
  auto flowed = world.plastic.begin();
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const Contact& contact = contacts[i];
    RowInput& input = inputs[i];
    const Info &a = bodies.info[contact.a], &b = bodies.info[contact.b];
    input.pair = &world.materials.at(a.material, b.material);
    input.gap = contact.gap;
    input.radius = {bodies.place[contact.a].radius, bodies.place[contact.b].radius};
    input.young = {world.materials.list[a.material].young, world.materials.list[b.material].young};
    // Spring and load of the step before.
    while (known != world.memory.end() && known->key < contact.key) ++known;
    if (known != world.memory.end() && known->key == contact.key) {
      input.spring = known->spring;
      input.is_loaded = known->impulse != Vec3{};
    }
    // Plastic state, and the bond it belongs to.
    while (flowed != world.plastic.end() && flowed->key < contact.key) ++flowed;
    if (flowed == world.plastic.end() || flowed->key != contact.key) continue;
    input.plastic = flowed->state;
    if (input.plastic.cohering == Cohering::bond) input.bond = &world.bond_kinds[input.plastic.bond];
  }
}

void Assembler::assemble(const World& world, std::span<const Contact> contacts, std::span<const Slide> slides,
                         const RowLaw& law, const RowOptions& options, double h, Threads& threads,
                         ContactProblem& problem) {
  CAIRN_ASSERT(h > 0);
  // Bodies, order of blocks, blocks.
  put_bodies(world, slides, h, threads, problem);
  plan(world, contacts, problem, threads);
  put_blocks(world, contacts, law, options, h, threads, problem);
  problem.sweep.parts = plan_.parts;
  problem.sweep.colours = plan_.colours;
  problem.sweep.order.clear();
  // key_order maps contacts to blocks; order_ maps blocks to contacts.
  problem.key_order.resize(contacts.size());
  for (std::uint32_t k = 0; k < order_.size(); ++k) problem.key_order[order_[k]] = k;
}

bool needs_mobility(const Info& info, PushedBy pushed) {
  const bool locked = (info.flags & (kTurns | kShifts)) != 0;
  return !is_immobile(info) && (!is_plain(info) || (pushed == PushedBy::joints && locked));
}

PosedBody posed(const World& world, std::uint32_t i, double h, PushedBy pushed) {
  CAIRN_ASSERT(i < world.bodies.size());
  const Bodies& bodies = world.bodies;
  // Gravity and applied loads act for the time h; without mobility the body is a ball.
  const Info& info = bodies.info[i];
  PosedBody body{{bodies.motion[i].velocity, 0, bodies.motion[i].spin, 0}};
  BodyState& state = body.state;
  if (is_immobile(info)) return body;
  const Inertia& inertia = bodies.inertia[i];
  const Load& load = bodies.load[i];
  state.inverse_mass = inertia.inverse_mass;
  const Vec3 impulse = h * (load.force + world.gravity / inertia.inverse_mass);
  if (!needs_mobility(info, pushed)) {
    state.inverse_moment = inertia.inverse_moments.y;
    state.velocity += state.inverse_mass * impulse;
    state.spin += (h * state.inverse_moment) * load.torque;
    if (info.flags & (kTurns | kShifts)) state.velocity.y = state.spin.x = state.spin.z = 0;
  } else {
    state.inverse_moment = -1;
    body.mobility = mobility_of(inertia, bodies.orientation[i], info.flags);
    push(state, &body.mobility, impulse, h * load.torque);
  }
  return body;
}

void Assembler::put_bodies(const World& world, std::span<const Slide> slides, double h, Threads& threads,
                           ContactProblem& problem) {
  const Bodies& bodies = world.bodies;
  const std::size_t n = bodies.size();
  problem.bodies.resize(n + 1);
  problem.bodies[n] = {};
  // Bodies with joints are pushed in all directions.
  jointed_.assign(n, 0);
  for (const Joint& joint : world.joints)
    for (const Uid uid : {joint.body, joint.base})
      if (bodies.local(uid) != kNoBody) jointed_[bodies.local(uid)] = 1;
  bool all_plain = slides.empty();
  const auto pushed = [&](std::size_t i) { return jointed_[i] ? PushedBy::joints : PushedBy::contacts; };
  for (std::size_t i = 0; i < n && all_plain; ++i) all_plain = !needs_mobility(bodies.info[i], pushed(i));
  // Mobilities are stored only if some body needs one.
  problem.mobility.resize(all_plain ? 0 : n + 1);
  parallel_for(threads, n, kChunk, [&](std::size_t begin, std::size_t end, std::size_t) {
    for (std::size_t i = begin; i < end; ++i) {
      const PosedBody body = posed(world, static_cast<std::uint32_t>(i), h, pushed(i));
      problem.bodies[i] = body.state;
      if (!all_plain) problem.mobility[i] = body.mobility;
    }
  });
  // Servo walls move along their axis only, at their own speed.
  for (const Slide& slide : slides) {
    BodyState& state = problem.bodies[slide.body];
    state.velocity += (slide.speed - dot(state.velocity, slide.axis)) * slide.axis;
    state.inverse_mass = slide.inverse_mass;
    state.inverse_moment = -1;
    problem.mobility[slide.body] = {slide.inverse_mass * outer(slide.axis, slide.axis), {{}, {}, {}}};
  }
}

// The grid of one level: width of its cells, and even numbers of cells along the periodic edges.
struct Assembler::Grid {
  double size = 0;
  Vec3 counts;
  Grid() = default;
  Grid(const Cell& cell, double width) : size(width) {
    const Vec3 widths = cell.widths();
    for (int k = 0; k < 3; ++k)
      if (cell.periodic[k]) counts[k] = 2 * std::floor(0.5 * widths[k] / size);
  }
  std::int32_t open_index(double x) const {
    return static_cast<std::int32_t>(std::clamp(std::floor(x / size), -1e6, 1e6));
  }
  // Along edge k of a periodic cell, from the coordinate along the edge.
  std::int32_t index(double along, int k) const {
    if (counts[k] == 0) return 0;
    const double s = along + 0.5, part = s - std::floor(s);
    return static_cast<std::int32_t>(std::min(std::floor(part * counts[k]), counts[k] - 1));
  }
};

// The first level whose cells are as wide as a body, in units of those of level 0.
std::uint8_t Assembler::level_of(double ratio) {
  if (!(ratio > 1)) return 0;
  const int below = std::ilogb(ratio);
  return static_cast<std::uint8_t>(std::min<int>(below + (ratio > std::ldexp(1.0, below) ? 1 : 0), kNoLevel));
}

// Level 0 is as wide as the 99th percentile of the diameters, each further level twice as wide. Servo walls,
// which contacts move, are on none: their contacts come last.
double Assembler::find_levels(const Bodies& bodies, const ContactProblem& problem) {
  diameters_.clear();
  for (std::size_t i = 0; i < bodies.size(); ++i)
    if (!is_immobile(bodies.info[i])) diameters_.push_back(2 * bodies.place[i].radius);
  double width = 0;
  if (!diameters_.empty()) {
    const auto at = diameters_.begin() + static_cast<std::ptrdiff_t>((diameters_.size() - 1) * 99 / 100);
    std::nth_element(diameters_.begin(), at, diameters_.end());
    width = *at;
  }
  levels_.resize(bodies.size());
  for (std::uint32_t i = 0; i < bodies.size(); ++i) {
    const bool is_servo = is_mobile(problem.bodies[i]) && is_immobile(bodies.info[i]);
    levels_[i] = is_servo                        ? kNoLevel
                 : !is_mobile(problem.bodies[i]) ? std::uint8_t{0}
                                                 : level_of(2 * bodies.place[i].radius / width);
  }
  return width;
}

// A contact is in the grid of its larger body, whose cells are wider than the body and the widest gap
// together: contacts of a mobile body never lie in two cells of one colour.
void Assembler::plan(const World& world, std::span<const Contact> contacts, const ContactProblem& problem,
                     Threads& threads) {
  const double width = find_levels(world.bodies, problem);
  double widest = 0;
  for (const Contact& contact : contacts) widest = std::max(widest, contact.gap);
  std::array<Grid, kLevels> grids;
  for (int level = 0; level < kLevels; ++level)
    grids[static_cast<std::size_t>(level)] = {world.cell, 1.001 * (std::ldexp(width, level) + widest)};
  // The cell of each contact; periodic axes use fractions of the edge.
  cells_.resize(contacts.size());
  const bool repeats = world.cell.repeats();
  parallel_for(threads, contacts.size(), kChunk, [&](std::size_t begin, std::size_t end, std::size_t) {
    for (std::size_t i = begin; i < end; ++i) {
      const Contact& contact = contacts[i];
      const std::uint8_t level = std::max(levels_[contact.a], levels_[contact.b]);
      cells_[i] = {.none = level >= kLevels};
      if (level >= kLevels) continue;
      const Grid& grid = grids[level];
      const Vec3 &at = contact.point, along = repeats ? world.cell.fraction(at) : Vec3{};
      const auto index = [&](int k) {
        return world.cell.periodic[k] ? grid.index(along[k], k) : grid.open_index(at[k]);
      };
      cells_[i] = {index(0), index(1), index(2), false, level};
    }
  });
  plan_by_cells(cells_, plan_);
  std::swap(order_, plan_.order);
}

void Assembler::put_blocks(const World& world, std::span<const Contact> contacts, const RowLaw& law,
                           const RowOptions& options, double h, Threads& threads, ContactProblem& problem) {
  const Bodies& bodies = world.bodies;
  const std::size_t n = contacts.size();
  problem.blocks.resize(n);
  problem.sets.resize(n);
  problem.bias.resize(n);
  problem.restitution.resize(options.level == Level::velocity ? n : 0);
  problem.step = h;
  const bool remembers = law.remembers();
  // Laws without memory are rigid.
  problem.compliance.resize(remembers ? n : 0);
  // A law with memory gets its springs and plastic states back.
  if (remembers) recall(world, contacts, recalled_);
  inputs_.resize(remembers ? n : 0);
  const Vec3 grain = law.grain();
  parallel_for(threads, n, kChunk, [&](std::size_t begin, std::size_t end, std::size_t) {
    for (std::size_t k = begin; k < end; ++k) {
      const Contact& contact = contacts[order_[k]];
      const bool here = contact.image == kHere;
      // Frame and arms of the contact.
      const Vec3 shift = here ? Vec3{} : world.cell.shift(contact.image);
      const Vec3 rate = carried_rate(world, contact);
      Block& block = problem.blocks[k];
      block = {contact.a,
               contact.b,
               0,
               contact.normal,
               tangent(world, contact),
               contact.point - bodies.place[contact.a].position,
               contact.point - bodies.place[contact.b].position - shift};
      // A body in contact with a prescribed one is pushed at its own surface. Two free bodies are pushed at
      // the point midway, which conserves their angular momentum.
      const Vec3 half_gap = 0.5 * contact.gap * contact.normal;
      if (is_immobile(bodies.info[contact.a])) block.arm_b += half_gap;
      if (is_immobile(bodies.info[contact.b])) block.arm_a -= half_gap;
      // Anisotropic friction: t1 lies along the grain.
      if (const Vec3 along = grain - dot(grain, contact.normal) * contact.normal; norm2(along) > 0)
        block.t1 = unit(along);
      // Relative velocity before the step, including the motion of the periodic image.
      const Motion &p = bodies.motion[contact.a], &q = bodies.motion[contact.b];
      const Vec3 drift = to_block(block, rate);
      const Vec3 before =
          relative_velocity(block, {p.velocity, 0, p.spin, 0}, {q.velocity, 0, q.spin, 0}) + drift;
      // Input of the law.
      const PairProperties& pair =
          world.materials.at(bodies.info[contact.a].material, bodies.info[contact.b].material);
      RowInput input = remembers ? recalled_[order_[k]] : RowInput{.pair = &pair, .gap = contact.gap};
      input.bias = rigid_bias(world, contact, pair, before, options, h);
      input.step = h;
      if (remembers) {
        input.spring = to_block(block, transported(input.spring, contact.normal, 0.5 * (p.spin + q.spin), h));
        if (law.needs_mass()) {
          const auto index = static_cast<std::uint32_t>(k);
          const Mat3 w = coupling(problem, index, index);
          const auto mass = [](double inverse) { return inverse > 0 ? 1 / inverse : 0; };
          input.mass = {mass(w.row0.x), mass(w.row1.y), mass(w.row2.z)};
        }
        inputs_[k] = input;
      }
      // The law's row.
      const ContactRow row = law.row(input);
      problem.sets[k] = row.set;
      problem.bias[k] = row.bias + drift;
      CAIRN_ASSERT(remembers || row.compliance == Vec3{});
      if (remembers) problem.compliance[k] = row.compliance;
      if (options.level == Level::velocity)
        problem.restitution[k] = {pair.restitution, pair.restitution_tangential};
    }
  });
  // All rigid: no compliance at all.
  if (std::ranges::all_of(problem.compliance, [](const Vec3& e) { return e == Vec3{}; }))
    problem.compliance.clear();
}

}  // namespace cairn
