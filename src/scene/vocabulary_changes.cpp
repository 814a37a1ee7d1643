// What happens to the world while the scene runs: events and inlets.
#include "scene/vocabulary.h"
#include "shapes/table.h"

namespace cairn::vocabulary {

using namespace declare;

namespace {

Option names(const char* key, const char* meaning) {
  return any_of(key,
                {text(key, required, meaning),
                 list_of(key, text("name", required, "of a body entry"), meaning).count(1, 100'000)},
                meaning, required);
}

Option changed_material() {
  Fields fields = material_fields();
  std::erase_if(fields, [](const Option& field) { return field.name == "density"; });
  return object("material", std::move(fields), "its new values; what is not named stays");
}

Fields actions() {
  return {
      names("remove", "bodies that disappear, by the names of their entries"),
      body("add", "bodies that appear: an entry like those of `bodies`"),
      names("fix", "bodies that stop and never move again"),
      names("release", "fixed or driven bodies that move freely from now on"),
      vector("gravity", dim::acceleration, required, "new acceleration of free fall"),
      map_of("motion", motion("motion"),
             "new motion of bodies by the names of their entries; {} stands still", required),
      map_of("force", vector_function("force", dim::force, required, "new force"),
             "new force on free bodies by the names of their entries", required),
      map_of("torque", vector_function("torque", dim::torque, required, "new torque"),
             "new torque on free bodies by the names of their entries", required),
      map_of("materials", changed_material(), "new properties of materials", required),
      map_of("pairs", object("pair", own_pair_fields(), "what this pair has instead"),
             "new properties of pairs", required),
      object("deform", deformation(), "new deformation of the periodic cell", required),
      damping(required),
      bond(),
  };
}

Option one_inlet() {
  return object(
      "inlet",
      {text("name", optional, "how messages and measures call its bodies; without it inlet, inlet[1] ..."),
       material_name(required), shape_option(), sizes(), region(),
       variant("amount",
               {number("rate", dim::rate, required, "bodies per time").positive(),
                number("mass_rate", dim::mass_rate, required, "mass per time").positive()},
               "how much enters", required)
           .merged(),
       number("from", dim::time, "0", "when it begins").non_negative(),
       number("until", dim::time, optional, "when it ends; without it never").non_negative(),
       integer("count", optional, "most bodies it gives; without it no limit").at_least(1),
       vector("velocity", dim::speed, "[0, 0, 0]", "of the bodies that enter"),
       vector("angular_velocity", dim::angular_speed, "[0, 0, 0]", "of the bodies that enter, world axes"),
       orientation(), integer("seed", "1", "of the random places")},
      "bodies that enter while the scene runs, where there is room");
}

}  // namespace

Option events() {
  Option event = object(
      "event",
      {number("at", dim::time, required, "when; takes effect at the first step from then on").non_negative(),
       variant("action", actions(), "what happens", required).merged()},
      "one change");
  return list_of("events", std::move(event), "changes at given times; at one time in the order written",
                 "[]");
}

Option inlet() {
  return any_of("inlet", {one_inlet(), list_of("inlet", one_inlet(), "several inlets")},
                "source of bodies, or a list of them", optional);
}

}  // namespace cairn::vocabulary
