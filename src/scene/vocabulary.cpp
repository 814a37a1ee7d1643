// The sections of a scene file. Each section is declared next to the code that reads it.
#include "scene/bonds.h"
#include "scene/cell.h"
#include "scene/domain.h"
#include "scene/entry.h"
#include "scene/events.h"
#include "scene/inlets.h"
#include "scene/joints.h"
#include "scene/materials.h"
#include "scene/measures.h"
#include "scene/scene.h"
#include "scene/schedule.h"
#include "scene/start.h"
#include "scene/stop.h"
#include "scene/thermal.h"
#include "scene/world.h"
#include "step/methods.h"
#include "text/limits.h"
#include "text/schema.h"

namespace cairn {
namespace {

using namespace declare;

Option whole_scene() {
  return object("scene",
                {text("title", "", "what the results are headed with"),
                 lets("let",
                      "named values for expressions; each may use those above it; t, pi, tau and the names "
                      "of functions are taken"),
                 integer("dimension", "3", "2: motion in the x-z plane, rotation about y, bodies at y = 0")
                     .within(2, 3),
                 vector("gravity", dim::acceleration, "[0, 0, -9.81]",
                        "acceleration of free fall; down is -z by default"),
                 integer("seed", "0",
                         "changes every random stream of the scene: places, sizes, orientations, inlets; a "
                         "repeat with another seed is another sample")
                     .at_least(0),
                 materials_option(),
                 pairs_option("values of a pair 'a-b' of materials that override the combination rule", "{}"),
                 methods().option("how contacts are solved"),
                 time_option(),
                 domain_option(),
                 periodic_option(),
                 start_option(),
                 list_of("bodies", body_option("body", "one body, or many alike from a generator"),
                         "what there is at the start, in the order of the bodies' numbers (uid)", "[]"),
                 joints_option(),
                 bonds_option(),
                 collide_option(),
                 damping_option("{}"),
                 thermostat_option(),
                 inlet_option(),
                 events_option(),
                 measures_option(),
                 output_option(),
                 stop_option()},
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
