#include "scene/method.h"

#include <fmt/format.h>

#include "base/error.h"
#include "scene/impact_scope.h"

namespace cairn {

const MethodRow& method_of(const Scene& scene) { return methods().find(scene["method"]); }

std::unique_ptr<Stepper> build_stepper(const Scene& scene, const World& world) {
  const MethodRow& method = method_of(scene);
  const Value& local = scene["damping"]["local"];
  if (method.contacts == ContactsBy::impact) check_impact_scope(scene, world);
  if (method.contacts == ContactsBy::impulse && local.number() > 0)
    throw InputError(
        fmt::format("damping.local is for explicit runs; method {} has damping.global", method.name),
        local.mark());
  return methods().make(scene["method"]);
}

std::unique_ptr<ForceLaw> force_law_of(const Scene& scene) {
  if (method_of(scene).contacts != ContactsBy::force) return nullptr;
  return force_laws().make(scene["method"].selected()["law"]);
}

std::unique_ptr<RowLaw> row_law_of(const Scene& scene) {
  if (method_of(scene).contacts != ContactsBy::impulse) return nullptr;
  return row_laws().make(scene["method"].selected()["law"]);
}

}  // namespace cairn
