// What bodies are made of. Nothing here has a default: a property that is not given is left to the other side
// of the pair, and is 0 if that has none either.
#include "scene/vocabulary.h"

namespace cairn::vocabulary {

using namespace declare;

namespace {

Option poisson() {
  Option option = number("poisson", dim::none, optional, "Poisson's ratio, between -1 and 0.5");
  option.lower = Bound{-1, true}, option.upper = Bound{0.5, true};
  return option;
}

}  // namespace

Fields pair_fields() {
  return {number("friction", dim::none, optional, "Coulomb's coefficient").non_negative(),
          number("restitution", dim::none, optional, "rebound speed over impact speed").within(0, 1),
          number("restitution_tangential", dim::none, optional,
                 "the same along the surface; negative: the slip goes on")
              .within(-1, 1),
          number("work_of_adhesion", dim::energy_per_area, optional, "energy that separates a unit of area")
              .non_negative(),
          number("rolling_friction", dim::none, optional, "rolling torque over normal force and radius")
              .non_negative(),
          number("twisting_friction", dim::none, optional, "torque about the normal over force and radius")
              .non_negative()};
}

Fields material_fields() {
  Fields fields{
      number("density", dim::density, optional, "mass per volume; needed only by bodies that move freely")
          .positive(),
      number("young", dim::pressure, optional, "Young's modulus; a fixed or driven body without it is rigid")
          .positive(),
      poisson()};
  for (Option& field : pair_fields()) fields.push_back(std::move(field));
  return fields;
}

Option materials() {
  return map_of(
      "materials", object("material", material_fields(), "properties of one material"),
      "materials by name; a pair takes the smaller friction and restitution of the two, the other's if "
      "one has none, 0 if neither",
      "{}");
}

Fields own_pair_fields() {
  Fields fields = pair_fields();
  const auto own = [&](Option option) { fields.push_back(std::move(option)); };
  own(number("stiffness", dim::stiffness, optional, "of the compliant law, along the normal").positive());
  own(number("stiffness_tangential", dim::stiffness, optional, "the same along the surface").positive());
  own(number("damping_time", dim::time, optional, "of the compliant law").non_negative());
  own(number("cohesion", dim::force, optional, "tension that a contact of an implicit run holds")
          .non_negative());
  own(number("crush", dim::force, optional, "force at which a capped contact crushes").positive());
  Option dilatancy =
      number("dilatancy", dim::angle, optional, "of the compliant law, at most that of friction");
  dilatancy.lower = Bound{0, false};
  own(std::move(dilatancy));
  return fields;
}

Option pairs() {
  return map_of("pairs", object("pair", own_pair_fields(), "what this pair has instead"),
                "values of a pair 'a-b' of materials that override the combination rule", "{}");
}

}  // namespace cairn::vocabulary
