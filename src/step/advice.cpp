// Advice on time steps. Rayleigh time of a sphere of radius r:
//   T_R = π r √(ρ/G) / (0.1631 ν + 0.8766),   G = Y / (2 (1 + ν))
#include "step/advice.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "step/kinds.h"

namespace cairn {
namespace {

// 0 if the material has no modulus or density.
double rayleigh_time(const Material& material, double radius) {
  if (std::isnan(material.young) || std::isnan(material.density)) return 0;
  const double nu = std::isnan(material.poisson) ? 0.3 : material.poisson;
  const double shear = material.young / (2 * (1 + nu));
  return std::numbers::pi * radius * std::sqrt(material.density / shear) / (0.1631 * nu + 0.8766);
}

// The contacts of two bodies act together on each of them: n at the corners of a face rock it by n m h²/I,
// and a single one pushes and turns it at once.
PairScale pair_scale(const Kind& a, const Kind& b, double speed) {
  // A sphere counts with its own curvature; walls count as flat.
  const auto curvature = [](const Kind& kind) { return kind.free ? 1 / kind.smallest_radius : 0; };
  PairScale scale{a.largest_inverse_mass + b.largest_inverse_mass, curvature(a) + curvature(b), speed};
  if (a.is_round && b.is_round) return scale;
  const int n = std::min(a.corners, b.corners);
  scale.along = scale.across = 0;
  scale.are_round = false;
  for (const Kind* kind : {&a, &b}) {
    const double part = kind->largest_inverse_mass / scale.inverse_mass, rocking = kind->rocking,
                 twisting = kind->twisting;
    const double along = n > 1 ? n * std::max(1.0, rocking) : 1 + 2 * rocking;
    const double across = n > 1 ? n * std::max(1 + rocking, twisting) : 1 + rocking + twisting;
    scale.along += part * (kind->is_round ? 1 : along);
    scale.across += part * (kind->is_round ? 3.5 : across);
  }
  return scale;
}

}  // namespace

double expected_speed(const World& world) {
  const Bodies& bodies = world.bodies;
  double fastest = 0, low = 1e300, high = -1e300, largest_radius = 0;
  const double gravity = norm(world.gravity);
  const Vec3 up = gravity > 0 ? world.gravity / -gravity : Vec3{0, 0, 1};
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const double radius = bodies.place[i].radius, height = dot(bodies.place[i].position, up);
    low = std::min(low, height);
    high = std::max(high, height);
    if (std::isfinite(radius)) {
      fastest = std::max(fastest, norm(bodies.motion[i].velocity) + radius * norm(bodies.motion[i].spin));
    }
    if (!is_immobile(bodies.info[i])) largest_radius = std::max(largest_radius, radius);
  }
  const double fall = std::max(high - low, largest_radius);
  const double speed = std::max(fastest, std::sqrt(2 * gravity * fall));
  return speed == 0 ? 1 : speed;  // nothing moves or falls: any speed will do
}

StepAdvice step_advice(const World& world, const ForceLaw& law, double speed) {
  const std::vector<Kind> kinds = kinds_of(world);
  StepAdvice advice;
  const auto smaller = [](double a, double b) { return a == 0 || b < a; };
  // Shortest Rayleigh time of the free bodies.
  for (const Kind& kind : kinds) {
    const double t =
        rayleigh_time(world.materials.list[static_cast<std::size_t>(kind.material)], kind.smallest_radius);
    if (kind.free && t > 0 && smaller(advice.rayleigh, t)) advice.rayleigh = t;
  }
  // Collision time and stable step of every pair that can meet.
  each_pair(world, kinds, [&](const Kind& a, const Kind& b) {
    const PairTimes times = law.times(a.material, b.material, pair_scale(a, b, speed));
    if (smaller(advice.contact_time, times.contact_time)) advice.contact_time = times.contact_time;
    if (!smaller(advice.stable, times.stable_step)) return;
    advice.limited = true;
    advice.stable = times.stable_step;
    advice.pair = pair_name(world, a, b);
  });
  advice.recommended = advice.contact_time / 50;
  // A strong dashpot can make the stable step the shorter one.
  advice.recommended = std::min(advice.recommended, 0.5 * advice.stable);
  if (advice.rayleigh > 0) advice.recommended = std::min(advice.recommended, 0.2 * advice.rayleigh);
  return advice;
}

// Half a radius per step, or a fall of half a radius from rest.
StepAdvice way_advice(const World& world, double speed) {
  StepAdvice advice;
  double radius = kInfinity;
  for (const Kind& kind : kinds_of(world)) {
    if (!kind.free || kind.smallest_radius >= radius) continue;
    radius = kind.smallest_radius;
    advice.pair = world.groups[static_cast<std::size_t>(kind.group)];
  }
  if (!std::isfinite(radius)) return advice;
  const double gravity = norm(world.gravity);
  advice.limited = true;
  advice.stable = kInfinity;
  advice.recommended = 0.5 * radius / speed;
  if (gravity > 0) advice.recommended = std::min(advice.recommended, std::sqrt(radius / gravity));
  return advice;
}

std::vector<std::string> tunnelling_warning(const World& world, double speed, double h) {
  // Thickness of each shape, then the thinnest mobile body.
  const Bodies& bodies = world.bodies;
  std::vector<double> of_shape;
  for (const Shape& shape : world.shapes) of_shape.push_back(thickness(shape));
  double thinnest = kInfinity;
  std::string group;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Info& info = bodies.info[i];
    if (is_immobile(info)) continue;
    const bool ball = (info.flags & kTurned) == 0;
    const double width = ball ? 2 * bodies.place[i].radius : of_shape[info.shape];
    if (width < thinnest) {
      thinnest = width;
      group = world.groups[info.group];
    }
  }
  if (speed * h <= thinnest) return {};
  return {
      fmt::format("warning: at {:.3g} m/s bodies move {:.3g} m in a step of {:.3g} s, more than the "
                  "thickness {:.3g} m of {}: they may pass through each other",
                  speed, speed * h, h, thinnest, group)};
}

std::optional<RefusedPair> missing_property(const World& world, const ForceLaw& law) {
  std::optional<RefusedPair> found;
  each_pair(world, kinds_of(world), [&](const Kind& a, const Kind& b) {
    if (found) return;
    const auto material = [&](const Kind& kind) {
      return world.materials.list[static_cast<std::size_t>(kind.material)];
    };
    const std::string property = law.missing({material(a), a.free}, {material(b), b.free});
    if (property.empty()) return;
    // A fixed body without it is rigid, which is fine if the other body has it.
    const auto lacks = [&](const Kind& kind) {
      return std::isnan(property == "young" ? material(kind).young : material(kind).poisson);
    };
    const bool a_lacks = lacks(a) && (a.free || !lacks(b));
    found = RefusedPair{a_lacks ? a.material : b.material, pair_name(world, a, b), property};
  });
  return found;
}

std::optional<RefusedPair> refused_pair(const World& world, const RowLaw& law) {
  std::optional<RefusedPair> found;
  const Materials& materials = world.materials;
  each_pair(world, kinds_of(world), [&](const Kind& a, const Kind& b) {
    if (found) return;
    const std::string reason = law.refuses(
        materials.at(a.material, b.material), materials.list[static_cast<std::size_t>(a.material)],
        materials.list[static_cast<std::size_t>(b.material)],
        {std::min(a.smallest_radius, b.smallest_radius), std::min(a.largest_radius, b.largest_radius)});
    if (!reason.empty()) found = RefusedPair{-1, pair_name(world, a, b), reason};
  });
  return found;
}

std::vector<std::string> lift_warning(const World& world, const RowLaw& law, double speed, double h) {
  constexpr double kSmall = 0.01;  // share of the radius
  struct Lift {
    double height = 0, radius = 0;
    std::string pair;
  } lift;
  each_pair(world, kinds_of(world), [&](const Kind& a, const Kind& b) {
    const PairProperties& pair = world.materials.at(a.material, b.material);
    const double height = law.lift_time(pair, h) * pair.friction * speed;
    const double radius = std::min(a.smallest_radius, b.smallest_radius);
    if (height * lift.radius > lift.height * radius || lift.radius == 0)
      lift = {height, radius, pair_name(world, a, b)};
  });
  if (!(lift.height > kSmall * lift.radius)) return {};
  return {fmt::format(
      "warning: sliding at {:.3g} m/s lifts contacts of {} by (h + damping_time) mu v = {:.3g} m, "
      "{:.2g} of the radius; a smaller damping_time, or `dilatancy: 0`, avoids it",
      speed, lift.pair, lift.height, lift.height / lift.radius)};
}

}  // namespace cairn
