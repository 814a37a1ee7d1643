// Declares the keys of a scene that src/run reads: steps, end and output.
#include "scene/schedule.h"

namespace cairn {

using namespace declare;

Option time_option() {
  return object(
      "time",
      {number("step", dim::time, "auto", "time step; auto resolves the shortest collision in 50 steps")
           .positive()
           .or_one_of({"auto"}),
       number("end", dim::time, required, "simulated time at which the run ends").positive(),
       number("speed", dim::speed, optional,
              "largest expected speed, for the steps and stiffness of laws that depend on it; without it "
              "that of bodies at the start, or of a fall through the height of the scene")
           .positive(),
       flag("allow_unstable", "false", "accepts a step above the stable one"),
       flag("allow_overlap", "false",
            "goes on where bodies overlap by more than half the radius of the smaller one, which ends the "
            "run otherwise"),
       flag("allow_gain", "false",
            "goes on where more energy came from nothing than the run was ever given, which ends it "
            "otherwise")},
      "time stepping: ceil(end/step) steps, none of them shortened", required);
}

Option output_option() {
  return object("output",
                {number("frames", dim::time, optional,
                        "simulated time between frames; without it only the first and the last")
                     .positive(),
                 flag("contacts", "false", "whether frames hold contacts and their forces"),
                 list_of("groups", text("name", required, "of a body entry"),
                         "entries whose bodies frames show; without it all"),
                 number("checkpoint", dim::time, "60 s", "wall time between checkpoints").positive()},
                "what is written besides the series", "{}");
}

}  // namespace cairn
