#include "shapes/shape.h"

#include "base/assert.h"

namespace cairn {

namespace {

template <class Solid>
MassProperties mass_of(const Solid& shape) {
  if constexpr (Solid::kWall)
    return {};
  else
    return shape.mass_properties();
}

}  // namespace

MassProperties mass_properties(const Shape& shape) {
  const MassProperties mass = std::visit([](const auto& s) { return mass_of(s); }, shape);
  CAIRN_ASSERT(mass.volume >= 0 && is_finite(mass.moments));
  CAIRN_ASSERT(mass.moments.x >= 0 && mass.moments.y >= 0 && mass.moments.z >= 0);
  return mass;
}

Bounds local_bounds(const Shape& shape) {
  const Bounds bounds = std::visit([](const auto& s) { return s.bounds(); }, shape);
  CAIRN_ASSERT(bounds.low.x <= bounds.high.x && bounds.low.y <= bounds.high.y);
  CAIRN_ASSERT(bounds.low.z <= bounds.high.z);
  return bounds;
}

double bounding_radius(const Shape& shape) {
  return std::visit([](const auto& s) { return s.bounding_radius(); }, shape);
}

bool is_wall(const Shape& shape) {
  if (const auto* mesh = std::get_if<Mesh>(&shape)) return !mesh->closed;
  return std::visit([](const auto& s) { return s.kWall; }, shape);
}

bool is_axisymmetric(const Shape& shape) {
  return std::visit([](const auto& s) { return s.kAxisymmetric; }, shape);
}

double thickness(const Shape& shape) {
  const double width = std::visit([](const auto& s) { return s.thickness(); }, shape);
  CAIRN_ASSERT(width >= 0);
  return width;
}

Shape scaled(const Shape& shape, double factor) {
  CAIRN_ASSERT(factor > 0 && factor < kInfinity);
  return std::visit([=](const auto& s) -> Shape { return s.scaled(factor); }, shape);
}

Surface surface(const Shape& shape, double extent) {
  CAIRN_ASSERT(extent >= 0);
  return std::visit([=](const auto& s) { return s.surface(extent); }, shape);
}

}  // namespace cairn
