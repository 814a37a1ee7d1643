#include "scene/vocabulary.h"

#include "scene/scene.h"
#include "text/limits.h"
#include "text/schema.h"

namespace cairn {
namespace {

using namespace declare;

Option whole_scene() {
  return object("scene",
                {text("title", "", "what the results are headed with"),
                 lets("let", "named values for expressions; each may use those above it"),
                 integer("dimension", "3", "2: motion in the x-z plane, rotation about y, bodies at y = 0")
                     .within(2, 3),
                 vector("gravity", dim::acceleration, "[0, 0, -9.81]",
                        "acceleration of free fall; down is -z by default"),
                 vocabulary::materials(),
                 vocabulary::pairs(),
                 vocabulary::method(),
                 vocabulary::time(),
                 vocabulary::domain(),
                 vocabulary::periodic(),
                 vocabulary::start(),
                 list_of("bodies", vocabulary::body("body", "one body, or many alike from a generator"),
                         "what there is at the start, in the order of the bodies' numbers (uid)", "[]"),
                 vocabulary::joints(),
                 vocabulary::bonds(),
                 vocabulary::collide(),
                 vocabulary::damping("{}"),
                 vocabulary::inlet(),
                 vocabulary::events(),
                 vocabulary::measure(),
                 vocabulary::output(),
                 vocabulary::stop()},
                "a scene of cairn", required);
}

}  // namespace

const Option& scene_vocabulary() {
  static const Option scene = whole_scene();
  return scene;
}

std::string scene_reference() {
  return reference_page(scene_vocabulary(), "Scene files") +
         "\n## Limits of numbers\n"
         "A number with a dimension lies within these limits, whatever its key: in the scene, in a file that "
         "it names, and while an expression of t runs. The largest is one of the magnitude. Keys that are "
         "never negative also know the smallest: a smaller number than that, other than 0, is refused.\n\n" +
         limits_table();
}

}  // namespace cairn
