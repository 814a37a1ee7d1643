// cairn schema: what scene files may say, for editors and for people.
#include "scene/schema.h"

#include <fmt/format.h>

#include "commands.h"
#include "scene/scene.h"

namespace cairn {

int schema(SchemaForm form) {
  const Option& root = scene_vocabulary();
  fmt::print("{}", form == SchemaForm::json ? json_schema(root, "cairn scene")
                                            : reference_page(root, "Scene files"));
  return kDone;
}

}  // namespace cairn
