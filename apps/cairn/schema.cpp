// cairn schema: what scene files may say, for editors and for people.
#include "scene/schema.h"

#include <fmt/format.h>

#include "commands.h"
#include "scene/scene.h"

namespace cairn {

int schema(SchemaForm form) {
  fmt::print("{}",
             form == SchemaForm::json ? json_schema(scene_vocabulary(), "cairn scene") : scene_reference());
  return kDone;
}

}  // namespace cairn
