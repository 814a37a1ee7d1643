#include "text/limits.h"

#include <fmt/format.h>

#include <cmath>

namespace cairn {
namespace {

struct Row {
  Dimension dimension;
  Limits limits;
};

// One row per dimension. Dimensions with the same exponents (energy and torque) share a row.
constexpr Row kTable[] = {
    {dim::none, {1e-30, 1e16}},         {dim::angle, {1e-15, 1e9}},
    {dim::length, {1e-12, 1e12}},  // smaller than an atom; larger than the orbit of Jupiter
    {dim::area, {1e-24, 1e24}},         {dim::volume, {1e-36, 1e36}},
    {dim::time, {1e-18, 1e18}},  // shorter than any collision; longer than the age of the universe
    {dim::speed, {1e-15, 1e9}},  // faster than light
    {dim::acceleration, {1e-15, 1e15}}, {dim::angular_speed, {1e-15, 1e15}},
    {dim::rate, {1e-18, 1e18}},         {dim::mass, {1e-30, 1e30}},  // about an electron; about the sun
    {dim::density, {1e-12, 1e18}},                                   // neutron stars have 4e17
    {dim::inertia, {1e-54, 1e54}},      {dim::force, {1e-24, 1e24}},
    {dim::momentum, {1e-30, 1e30}},     {dim::energy, {1e-36, 1e36}},  // and torques
    {dim::power, {1e-36, 1e36}},        {dim::pressure, {1e-12, 1e18}},
    {dim::stiffness, {1e-18, 1e24}},  // and energy per area
    {dim::damping, {1e-18, 1e24}},    // and mass per time
    {dim::mobility, {1e-24, 1e18}},     {dim::viscosity, {1e-18, 1e18}},
};
constexpr Limits kOthers{1e-30, 1e30};

std::string bound_text(const char* sign, double bound, const char* which, const Dimension& dimension) {
  const std::string unit = unit_of(dimension);
  return fmt::format("{} {:g}{}{} (the {} {} that a scene may give)", sign, bound, unit.empty() ? "" : " ",
                     unit, which, noun_of(dimension));
}

}  // namespace

Limits limits_of(const Dimension& dimension) {
  for (const Row& row : kTable)
    if (row.dimension == dimension) return row.limits;
  return kOthers;
}

std::string limits_table() {
  std::string table = "| quantity | unit | smallest | largest |\n|---|---|---|---|\n";
  for (const auto& [dimension, limits] : kTable)
    table += fmt::format("| {} | {} | {:g} | {:g} |\n", noun_of(dimension), unit_of(dimension),
                         limits.smallest, limits.largest);
  return table + fmt::format("| anything else | | {:g} | {:g} |\n", kOthers.smallest, kOthers.largest);
}

std::string refuse_large(double value, const Dimension& dimension) {
  const double largest = limits_of(dimension).largest;
  if (std::abs(value) <= largest) return {};
  return value > 0 ? bound_text("<=", largest, "largest", dimension)
                   : bound_text(">=", -largest, "lowest", dimension);
}

std::string refuse_small(double value, const Dimension& dimension) {
  const double smallest = limits_of(dimension).smallest;
  return std::abs(value) >= smallest ? std::string() : bound_text(">=", smallest, "smallest", dimension);
}

}  // namespace cairn
