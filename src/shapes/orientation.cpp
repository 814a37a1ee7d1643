#include "shapes/orientation.h"

#include "base/error.h"

namespace cairn {

std::vector<Option> orientation_forms(const std::string& name) {
  using namespace declare;
  return {
      object(name,
             {vector("axis", dim::none, required, "direction of the axis; any length but zero"),
              number("angle", dim::angle, required, "right-handed about the axis")},
             "a turn from the body's own axes"),
      list_of(name, number("component", dim::none, required, "of the quaternion"), "quaternion [w, x, y, z]")
          .count(4)};
}

Quat read_orientation(const Value& orientation, const std::string& whose) {
  if (orientation.empty()) return {};
  if (orientation.type() == OptionType::object)
    return rotation(orientation["angle"].number() * direction_of(orientation["axis"], whose));
  if (orientation.type() != OptionType::list) return {};
  const std::vector<Value>& q = orientation.items();
  const Quat given{q[0].number(), q[1].number(), q[2].number(), q[3].number()};
  const double length2 = given.w * given.w + norm2(given.vector());
  if (!(length2 > 1e-200 && length2 < 1e200))
    throw InputError(quote(whose) + ": a quaternion needs a length that is neither zero nor beyond numbers",
                     orientation.mark());
  return unit(given);
}

Vec3 direction_of(const Value& axis, const std::string& whose) {
  const Vec3 a(axis.vector());
  const double largest = std::max({std::abs(a.x), std::abs(a.y), std::abs(a.z)});
  if (largest == 0) throw InputError(quote(whose) + ": an axis cannot be zero", axis.mark());
  return unit(a / largest);
}

}  // namespace cairn
