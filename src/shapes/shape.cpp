#include "shapes/shape.h"

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
  return std::visit([](const auto& s) { return mass_of(s); }, shape);
}

Bounds local_bounds(const Shape& shape) {
  return std::visit([](const auto& s) { return s.bounds(); }, shape);
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
  return std::visit([](const auto& s) { return s.thickness(); }, shape);
}

Shape scaled(const Shape& shape, double factor) {
  return std::visit([=](const auto& s) -> Shape { return s.scaled(factor); }, shape);
}

Surface surface(const Shape& shape, double extent) {
  return std::visit([=](const auto& s) { return s.surface(extent); }, shape);
}

}  // namespace cairn
