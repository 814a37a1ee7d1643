#include "text/dimension.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>

namespace cairn {
namespace {

constexpr std::array kNamed = {
    dim::none,    dim::length,    dim::mass,         dim::time,          dim::angle,     dim::area,
    dim::volume,  dim::speed,     dim::acceleration, dim::angular_speed, dim::frequency, dim::force,
    dim::energy,  dim::power,     dim::momentum,     dim::pressure,      dim::density,   dim::stiffness,
    dim::inertia, dim::mass_rate, dim::viscosity};

// The declared name, or the name of the quantity with these exponents.
const Dimension* named(const Dimension& d) {
  if (d.noun != nullptr) return &d;
  for (const Dimension& known : kNamed)
    if (known == d) return &known;
  for (const Dimension& known : kNamed)
    if (same_quantity(known, d)) return &known;
  return nullptr;
}

void add_factor(std::string& text, const char* unit, int exponent) {
  if (exponent == 0) return;
  if (!text.empty()) text += ' ';
  text += exponent == 1 ? unit : fmt::format("{}^{}", unit, exponent);
}

}  // namespace

Dimension combine(const Dimension& a, int p, const Dimension& b, int q) {
  const auto sum = [&](int x, int y) {
    return static_cast<signed char>(std::clamp(p * x + q * y, -100, 100));
  };
  return {sum(a.length, b.length), sum(a.mass, b.mass), sum(a.time, b.time), sum(a.angle, b.angle)};
}

bool same_quantity(const Dimension& a, const Dimension& b) {
  if (a.length != b.length || a.mass != b.mass || a.time != b.time) return false;
  const bool beside_time_alone = a.time != 0 && a.length == 0 && a.mass == 0;
  return a.angle == b.angle || !beside_time_alone;
}

std::string noun_of(const Dimension& d) {
  const Dimension* known = named(d);
  return known != nullptr ? known->noun : "quantity in " + unit_of(d);
}

std::string unit_of(const Dimension& d) {
  if (const Dimension* known = named(d)) return known->unit;
  std::string text;
  add_factor(text, "kg", d.mass);
  add_factor(text, "m", d.length);
  add_factor(text, "s", d.time);
  add_factor(text, "rad", d.angle);
  return text;
}

std::string example_of(const Dimension& d) {
  const Dimension* known = named(d);
  return known != nullptr ? known->example : "2 " + unit_of(d);
}

}  // namespace cairn
