#include "scene/impact_scope.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "scene/events.h"

namespace cairn {
namespace {

struct Property {
  const char* name;
  double PairProperties::*of_pair;
  const char* instead;  // a method that uses it
};

constexpr Property kUnknown[] = {
    {"restitution_tangential", &PairProperties::restitution_tangential, "implicit with level: velocity"},
    {"work_of_adhesion", &PairProperties::work_of_adhesion, "explicit with adhesion: dmt"},
    {"rolling_friction", &PairProperties::rolling_friction, "explicit with rolling: spring"},
    {"twisting_friction", &PairProperties::twisting_friction, "explicit with rolling: spring"},
    {"cohesion", &PairProperties::cohesion, "implicit"},
};

[[noreturn]] void refuse(const std::string& what, const Value& value,
                         const char* instead = "implicit or explicit") {
  throw InputError(fmt::format("method impact has no {}; take {}", what, instead), value.mark());
}

// Checks a map of materials or of pairs.
void check_properties(const Value& map) {
  for (const Value::Item& item : map.map_items())
    for (const Property& property : kUnknown)
      if (item.value.gives(property.name) && item.value[property.name].number() != 0)
        refuse(property.name, item.value[property.name], property.instead);
}

void check_motion(const Value& motion) {
  if (motion && motion.has("servo")) refuse("servo walls", motion["servo"]);
  if (motion && motion.has("volume")) refuse("walls that hold a volume", motion["volume"]);
}

void check_body(const Value& body) {
  check_motion(body["motion"]);
  if (body.has("surface")) refuse("surface that moves", body["surface"]);
}

void check_deformation(const Value& cell) {
  if (Vec3(cell["strain_rate"].vector()) != Vec3{}) refuse("deforming cell", cell["strain_rate"]);
  for (const char* plane : {"xy", "xz", "yz"})
    if (cell["shear_rate"][plane].number() != 0) refuse("deforming cell", cell["shear_rate"][plane]);
  if (cell.has("stress")) refuse("deforming cell", cell["stress"]);
}

void check_damping(const Value& damping) {
  if (damping["local"].number() > 0) refuse("damping.local", damping["local"]);
}

void check_events(const Scene& scene) {
  for (const char* kind : {"materials", "pairs"})
    for (const Value* changes : actions_of(scene, kind)) check_properties(*changes);
  for (const Value* body : actions_of(scene, "add")) check_body(*body);
  for (const Value* motions : actions_of(scene, "motion"))
    for (const Value::Item& item : motions->map_items()) check_motion(item.value);
  for (const Value* deformation : actions_of(scene, "deform")) check_deformation(*deformation);
  for (const Value* damping : actions_of(scene, "damping")) check_damping(*damping);
}

// Properties and servo walls that the scene itself does not give come from the earlier run.
void check_earlier_run(const Scene& scene, const World& world) {
  const Materials& materials = world.materials;
  for (int a = 0; a < materials.size(); ++a)
    for (int b = a; b < materials.size(); ++b)
      for (const Property& property : kUnknown)
        if (std::abs(materials.at(a, b).*property.of_pair) > 0)
          refuse(fmt::format("{}, which {}-{} bring along", property.name,
                             materials.list[static_cast<std::size_t>(a)].name,
                             materials.list[static_cast<std::size_t>(b)].name),
                 scene["start"]);
  if (std::ranges::any_of(world.drives, [](const Drive& drive) { return drive.servo.has_value(); }))
    refuse("servo walls, which the earlier run has", scene["start"]);
  if (std::ranges::any_of(world.drives, [](const Drive& drive) { return drive.volume.has_value(); }))
    refuse("walls that hold a volume, which the earlier run has", scene["start"]);
  if (!world.belts.empty()) refuse("surface that moves, which the earlier run has", scene["start"]);
}

}  // namespace

void check_impact_scope(const Scene& scene, const World& world) {
  if (!scene["joints"].items().empty()) refuse("joints", scene["joints"]);
  check_damping(scene["damping"]);
  check_properties(scene["materials"]);
  check_properties(scene["pairs"]);
  for (const Value& body : scene["bodies"].items()) check_body(body);
  if (scene.root().has("periodic")) check_deformation(scene["periodic"]);
  check_events(scene);
  if (scene.root().has("start")) check_earlier_run(scene, world);
}

}  // namespace cairn
