// Thermostats. Temperatures are those of granular gases, T = Σ m |c|²/(D Σ m) [m²/s²] [GO03].
//   kicks      random forces that raise T at the rate q without collisions: dT/dt = q [WM96]
//   langevin   the same with a drag: dT/dt = 2 (T_0 − T)/τ, by global damping with the rate 1/τ
//              and q = 2 T_0/τ
// In every interval of length Δ the bodies form random pairs, and the two of a pair feel opposite constant
// forces with components uniform in ±√3 F. So Σ F = 0, and Σ m |c|² grows on average by D F² Δ² Σ 1/m, whence
//   F = √(q/Δ) √(Σ m/Σ 1/m),    m √(q/Δ) for equal masses.
// The forces are functions of the time alone, so that checkpoints need not store a random stream.
#include "scene/thermal.h"

#include <cmath>
#include <numbers>

#include "base/error.h"
#include "base/random.h"
#include "scene/entry.h"
#include "scene/groups.h"

namespace cairn {
namespace {

constexpr Dimension kTemperature{2, 0, -2, 0, "granular temperature", "m2/s2", "0.01 m2/s2"};
constexpr Dimension kHeating{2, 0, -3, 0, "heating rate", "m2/s3", "0.1 m2/s3"};

// One component of the force on body `own` out of `count`.
struct Kick {
  std::uint64_t seed = 0, own = 0, count = 0;
  int axis = 0;
  double interval = 0, strength = 0;  // Δ [s], √3 F [N]

  double operator()(double t) const {
    const auto number = static_cast<std::uint64_t>(std::fmax(0.0, std::floor(t / interval)));
    const std::uint64_t turn = Random(seed + number * kStride).next();
    // The pairing own <-> turn - own is its own inverse.
    const std::uint64_t partner = (turn % count + count - own) % count;
    if (partner == own) return 0;
    Random random(turn ^ ((std::min(own, partner) * 3 + static_cast<std::uint64_t>(axis)) * kStride));
    const double force = random.uniform(-strength, strength);
    return own < partner ? force : -force;
  }
  static constexpr std::uint64_t kStride = 0x9e3779b97f4a7c15ull;
};

std::vector<Uid> heated_bodies(const Value& chosen, const World& world) {
  const Value& names = chosen["bodies"];
  const std::vector<int> groups = names ? find_groups(names, world.groups) : std::vector<int>{};
  std::vector<Uid> uids;
  for (const std::uint32_t i : world.bodies.by_uid()) {
    const Info& info = world.bodies.info[i];
    const bool named = !names || std::ranges::find(groups, info.group) != groups.end();
    if (named && !is_immobile(info)) uids.push_back(info.uid);
  }
  return uids;
}

void add_kicks(World& world, const std::vector<Uid>& uids, double heating, double interval,
               std::uint64_t seed) {
  double masses = 0, inverse = 0;
  for (const Uid uid : uids) {
    const Inertia& inertia = world.bodies.inertia[world.bodies.local(uid)];
    masses += mass(inertia);
    inverse += inertia.inverse_mass;
  }
  const double force = std::sqrt(heating / interval * masses / inverse);
  for (std::size_t k = 0; k < uids.size(); ++k) {
    // A force that is set later replaces the first load of a body, not the kicks.
    world.loads.push_back({.body = uids[k], .force = {}, .torque = {}});
    AppliedLoad load{.body = uids[k], .force = {}, .torque = {}};
    for (int axis = 0; axis < 3; ++axis) {
      if (axis == 1 && world.dimension == 2) continue;
      load.force[static_cast<std::size_t>(axis)] = Kick{.seed = seed,
                                                        .own = k,
                                                        .count = uids.size(),
                                                        .axis = axis,
                                                        .interval = interval,
                                                        .strength = std::numbers::sqrt3 * force};
    }
    world.loads.push_back(std::move(load));
  }
}

using namespace declare;

Fields common_fields() {
  return {number("every", dim::time, required,
                 "how long a random force stays the same; a few steps, and short against the time between "
                 "collisions")
              .positive(),
          seed_option()};
}

}  // namespace

Option velocity_option() {
  return any_of(
      "velocity",
      {vector("velocity", dim::speed, required, "of every body"),
       object("velocity",
              {number("maxwell", kTemperature, required,
                      "random velocities with this temperature Σ m |c|²/(D Σ m) and without momentum; their "
                      "seed is that of the generator")
                   .non_negative(),
               vector("mean", dim::speed, "[0, 0, 0]", "common velocity besides")},
              "Maxwell's distribution")},
      "of the centre at the start, or random ones; without it at rest", optional);
}

bool is_maxwell(const Value& velocity) { return velocity && velocity.type() == OptionType::object; }

Vec3 mean_velocity(const Value& velocity) {
  return Vec3(is_maxwell(velocity) ? velocity["mean"].vector() : velocity.vector());
}

void give_maxwell(std::span<Bodies::Body> bodies, const Value& velocity, int dimension, std::uint64_t seed) {
  const double temperature = velocity["maxwell"].number();
  const Vec3 mean = mean_velocity(velocity);
  Random random(seed ^ 0x3a13e11a11e10c1full);
  double total = 0;
  Vec3 momentum;
  for (Bodies::Body& body : bodies) {
    const double m = mass(body.inertia);
    if (m == 0) continue;
    Vec3& v = body.motion.velocity;
    for (int k = 0; k < 3; ++k) v[k] = random.normal() / std::sqrt(m);
    if (dimension == 2) v.y = 0;
    total += m;
    momentum += m * v;
  }
  if (total == 0) return;
  // Take out the momentum, then scale to the temperature.
  double squares = 0;
  for (Bodies::Body& body : bodies) {
    body.motion.velocity -= momentum / total;
    squares += mass(body.inertia) * norm2(body.motion.velocity);
  }
  const bool moves = squares > 0 && bodies.size() > 1;
  const double scale = moves ? std::sqrt(temperature * dimension * total / squares) : 0;
  for (Bodies::Body& body : bodies) body.motion.velocity = mean + scale * body.motion.velocity;
}

Option thermostat_option() {
  Fields kicks{
      number("heating", kHeating, required,
             "rate at which the temperature Σ m |c|²/(D Σ m) would rise without collisions")
          .positive(),
      any_of("bodies",
             {text("bodies", required, "name of an entry"),
              list_of("bodies", text("name", required, "of an entry"), "several entries").count(1, 100'000)},
             "entries whose free bodies are heated; without it all that are there at the start", optional)};
  Fields langevin{
      number("temperature", kTemperature, required, "Σ m |c|²/(D Σ m) to which it relaxes without collisions")
          .positive(),
      number("time", dim::time, required,
             "relaxation time of velocities: all free bodies are damped with its inverse as their rate")
          .positive()};
  for (const Option& field : common_fields()) {
    kicks.push_back(field);
    langevin.push_back(field);
  }
  return variant("thermostat",
                 {object("kicks", std::move(kicks), "random forces without total momentum"),
                  object("langevin", std::move(langevin), "random forces and a drag on all free bodies")},
                 "heats free bodies by random forces, in pairs of opposite ones", optional);
}

void build_thermostat(const Scene& scene, World& world) {
  const Value& thermostat = scene["thermostat"];
  if (!thermostat) return;
  const Value& chosen = thermostat.selected();
  const bool has_drag = thermostat.chosen() == "langevin";
  if (has_drag && world.damping.global > 0)
    throw InputError("thermostat: langevin brings its own damping; leave out `damping: {global}`",
                     thermostat.mark());
  std::vector<Uid> uids;
  if (has_drag) {
    for (const std::uint32_t i : world.bodies.by_uid())
      if (!is_immobile(world.bodies.info[i])) uids.push_back(world.bodies.info[i].uid);
  } else {
    uids = heated_bodies(chosen, world);
  }
  if (uids.size() < 2)
    throw InputError("thermostat: needs at least two free bodies at the start", thermostat.mark());
  double heating = 0;
  if (has_drag) {
    const double rate = 1 / chosen["time"].number();
    world.damping.global = rate;
    heating = 2 * rate * chosen["temperature"].number();
  } else {
    heating = chosen["heating"].number();
  }
  add_kicks(world, uids, heating, chosen["every"].number(), seed_of(chosen, scene));
}

}  // namespace cairn
