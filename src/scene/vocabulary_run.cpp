// How a scene is run: method, time, limits, what is watched and written, where it begins and ends.
#include "joints/joint.h"
#include "laws/force_law.h"
#include "laws/row_law.h"
#include "measure/measure.h"
#include "scene/vocabulary.h"
#include "solvers/impact/impact.h"
#include "solvers/solver.h"

namespace cairn::vocabulary {

using namespace declare;

namespace {

Option compatible_forces() {
  Option word = choice("compatible_forces", {"hooke", "hertz"}, required, "linear or Hertzian grains");
  Option power =
      number("power", dim::none, "hooke",
             "p: elastic energy grows with the p-th power of the compression; hooke is 2, hertz 2.5")
          .or_one_of({"hooke", "hertz"});
  power.lower = Bound{1, true};
  Option all = object(
      "compatible_forces",
      {std::move(power),
       number("tangential", dim::none, "1",
              "with friction: tangential over normal stiffness of a loaded contact; 2 (1 - nu)/(2 - nu) for "
              "smooth elastic spheres, 1 for a soft layer that does not bulge")
           .positive(),
       number("radius_power", dim::none, optional,
              "the stiffness of a contact grows with this power of its radius; without it 3 - p, as for "
              "grains of one form and material"),
       choice("solver", {"newton", "interior_point", "augmented_lagrangian"}, "newton",
              "how they are found: a few sparse factors; some twenty, whatever the power; or products alone, "
              "as published")},
      "by any power");
  return any_of("compatible_forces", {std::move(word), std::move(all)},
                "beside the solver's forces those that stiff elastic grains would have, which rigid contacts "
                "leave open; an explicit run has them from its overlaps",
                optional)
      .refer("OK18");
}

Option give_up_after() {
  return integer(
             "give_up_after", optional,
             "ends the run, with exit code 4, after so many steps in a row that did not converge; without "
             "it never, because a few hard steps in a row are common and what follows them may be good")
      .at_least(1);
}

Option implicit_method() {
  return object(
             "implicit",
             {row_laws().option("what a contact may transmit").tagged(),
              solvers().option("how the impulses are found", "auto").tagged(),
              number("tolerance", dim::none, "1e-6",
                     "residual (natural map, relative) at which a solve ends; 1e-6 for motion, 1e-10 where "
                     "forces are to be read")
                  .positive(),
              integer("max_iterations", "1000",
                      "iterations after which a solve says that it did not converge")
                  .at_least(1),
              number(
                  "theta", dim::none, "1",
                  "1: semi-implicit Euler, contacts at the beginning of the step; 0.5: mid-point, keeps the "
                  "energy of free flight")
                  .within(0.5, 1),
              choice("level", {"auto", "position", "velocity"}, "auto",
                     "position: no overlap at the end of a step; velocity: touching bodies do not approach, "
                     "with Newton's restitution; auto: position for theta = 1"),
              number("recovery_speed", dim::speed, optional,
                     "largest speed at which overlap is pushed apart; without it a tenth of the smaller "
                     "body's diameter per step")
                  .positive(),
              number("threshold", dim::speed, optional,
                     "approach below which contacts do not bounce; without it 2 g h: what gravity alone "
                     "brings about in two steps; 0 on the velocity level: restitution whatever the velocity")
                  .non_negative(),
              number("contact_tolerance", dim::none, "1e-6",
                     "velocity level: gap over the smaller radius up to which bodies touch")
                  .non_negative(),
              number("margin", dim::none, "0.02",
                     "position level: gap over the smaller radius that counts beside what a step may close")
                  .non_negative(),
              flag("warm_start", "true",
                   "begins with the impulses of the step before; false where forces are to be read"),
              flag("project_positions", "false",
                   "velocity level: after each step bodies are moved apart until none overlap, without "
                   "giving them velocity"),
              compatible_forces(),
              choice("on_failure", {"warn", "stop"}, "warn",
                     "what happens when a solve does not converge: one warning and a count, or the end"),
              give_up_after(),
              choice("fallback", solvers().names(), optional,
                     "solver that tries again, with its defaults, where the first did not converge")},
             "contacts solved for together, with large steps")
      .refer("PZ17");
}

Option impact_method() {
  return object(
             "impact",
             {impact_solvers().option("how impacts are resolved", "etm").tagged(),
              number(
                  "contact_distance", dim::none, "1e-3",
                  "gap over the smaller radius at which bodies touch; a smaller one takes more impacts one "
                  "by one, and longer")
                  .positive(),
              number("threshold", dim::speed, optional,
                     "approach below which nothing bounces and contacts rest; without it 2 g h: what gravity "
                     "alone brings about in two steps; 0: nothing rests")
                  .non_negative(),
              integer("max_impacts", "20",
                      "impacts of a body in a step after which it goes on without restitution")
                  .at_least(1),
              number("rest_tolerance", dim::none, "1e-4",
                     "residual at which contacts at rest are solved for; what is left moves bodies by so "
                     "much of "
                     "g h²")
                  .positive(),
              integer("rest_iterations", "300", "sweeps over contacts at rest, at most").at_least(1),
              choice(
                  "on_failure", {"warn", "stop"}, "warn",
                  "what happens when contacts at rest do not converge: one warning and a count, or the end"),
              give_up_after()},
             "free flight from impact to impact: no overlap, no stiffness")
      .refer("TG14");
}

}  // namespace

Option method() {
  return variant(
      "method",
      {object("explicit",
              {force_laws().option("force of a contact").tagged(),
               choice("on_failure", {"warn", "stop"}, "warn",
                      "what happens when joints cannot be satisfied: one warning and a count, or the end"),
               give_up_after()},
              "velocity Verlet with contact forces from a law")
           .refer("PZ17"),
       implicit_method(), impact_method()},
      "how contacts are solved", required);
}

Option time() {
  return object(
      "time",
      {number("step", dim::time, "auto", "time step; auto resolves the shortest collision in 50 steps")
           .positive()
           .or_one_of({"auto"}),
       number("end", dim::time, required, "simulated time at which the run ends").positive(),
       number("speed", dim::speed, optional,
              "largest expected speed, for the steps and stiffness of laws that depend on it; without it "
              "that of "
              "bodies at the start, or of a fall through the height of the scene")
           .positive(),
       flag("allow_unstable", "false", "accepts a step above the stable one"),
       flag(
           "allow_overlap", "false",
           "goes on where bodies overlap by more than half the radius of the smaller one, which ends the run "
           "otherwise"),
       flag("allow_gain", "false",
            "goes on where more energy came from nothing than the run was ever given, which ends it "
            "otherwise")},
      "time stepping: ceil(end/step) steps, none of them shortened", required);
}

Option domain() {
  return object(
      "domain",
      {vector("min", dim::length, required, "smallest coordinates"),
       vector("max", dim::length, required, "largest coordinates"),
       choice("outside", {"stop", "remove", "ignore"}, "stop",
              "what happens when the centre of a free body leaves: the run ends in an error, the body is "
              "removed and counted, or nothing")},
      "where free bodies may be; without it everywhere");
}

Fields deformation() {
  const auto shear = [](const char* name, const char* meaning) {
    return number(name, dim::rate, "0", meaning);
  };
  return {vector("strain_rate", dim::rate, "[0, 0, 0]",
                 "true strain per time along x, y and z; positive stretches, negative compresses"),
          object("shear_rate",
                 {shear("xy", "velocity along x that grows with y"),
                  shear("xz", "velocity along x that grows with z"),
                  shear("yz", "velocity along y that grows with z")},
                 "shear per time", "{}"),
          flag("follow", "true",
               "free bodies take over the velocity of the deformation at their place at once; without it the "
               "deformation runs in from the boundaries as a wave")};
}

Option periodic() {
  const std::vector<std::string> axes{"x", "y", "z"};
  Fields fields{
      vector("min", dim::length, required,
             "smallest coordinates of the cell; in 2-D the y of both is ignored"),
      vector("max", dim::length, required, "largest coordinates of the cell"),
      any_of("axes",
             {choice("axes", axes, required, "the one axis it repeats along"),
              list_of("axes", choice("axis", axes, required, "x, y or z"), "the axes it repeats along")
                  .count(1, 3)},
             "axes along which the content repeats; without it all", optional)};
  for (Option& field : deformation()) fields.push_back(std::move(field));
  return object(
      "periodic", std::move(fields),
      "a cell whose content repeats: what leaves on one side comes in on the other, and bodies meet "
      "across its faces; endless walls do not repeat, and of a large fixed body the nearest image is met");
}

Option damping(Presence presence) {
  return object(
      "damping",
      {number("global", dim::rate, "0", "rate at which every free body loses its velocity").non_negative(),
       number("local", dim::none, "0", "fraction of each driving force component that is taken away")
           .within(0, 1)},
      "artificial damping of free bodies for quasi-static runs", std::move(presence));
}

Option measure() {
  Option what =
      measures().option("what is measured; may be left out if the name says it", optional).called("what");
  return map_of(
      "measure",
      object("measure",
             {std::move(what).merged(),
              number("every", dim::time, optional,
                     "simulated time between rows; without it as often as frames, or a hundredth of the run")
                  .positive()},
             "one measure"),
      "what is watched and written to series.csv, by names of your own", "{}");
}

Option output() {
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

Option stop() {
  return object(
      "stop",
      {condition("when",
                 {number("kinetic_energy", dim::energy, required, "of all free bodies"),
                  number("max_speed", dim::speed, required, "of the fastest free body"),
                  number("contacts", dim::none, required, "touching contacts"),
                  number("bodies", dim::none, required, "bodies in the world"),
                  number("max_overlap", dim::none, required, "largest overlap over the smaller radius"),
                  number("measure.column", dim::none, required, "last value of a measure")},
                 required, "ends the run early; quantity < limit or quantity > limit"),
       number("after", dim::time, "0", "how long it must have held without a break").non_negative()},
      "early end");
}

Option start() {
  return object(
      "start",
      {text(
           "from", required,
           "results folder of another run, inside the scene's folder: the bodies of its last frame come "
           "first, "
           "at t = 0; an entry with the name of one of its groups redefines material, fixed, motion, lock "
           "and loads. What contacts remember (tangential springs, impulses, plastic flow, bonds) comes from "
           "its checkpoint, if that is of the same step and method and law are the same; else a warning says "
           "what is dropped"),
       integer("frame", optional, "number of the frame, from 0; without it the last").at_least(0)},
      "begins where another run ended");
}

Option collide() {
  Option pair = list_of("pair", text("name", required, "of a body entry"),
                        "two names; twice the same: among "
                        "themselves")
                    .count(2);
  return object(
      "collide", {list_of("except", std::move(pair), "pairs of entries that pass through each other", "[]")},
      "who meets whom; without it everybody but bodies tied by a joint, and fixed and driven bodies "
      "that overlap at the start",
      "{}");
}

Option joints() {
  return list_of("joints", cairn::joints().option("what ties two bodies together"),
                 "what ties bodies together", "[]");
}

Option bond() {
  return object(
      "bond",
      {list_of("between", text("name", required, "of a body entry"),
               "two names whose bodies are bonded where they touch; twice the same: among themselves",
               required)
           .count(2),
       number("tension", dim::force, optional, "that a bond holds").positive(),
       number("stress", dim::pressure, optional, "the same per area of contact").positive(),
       number("stretch", dim::length, optional,
              "tensile flow that it bears; without it none: it is brittle, unless it has an energy")
           .non_negative(),
       number("slip", dim::length, optional, "the same along the surface").non_negative(),
       number("energy", dim::energy, optional, "plastic work that it bears").non_negative(),
       flag("softening", "false", "its tension falls to nothing in proportion to the flow over the stretch"),
       number("gap", dim::length, optional,
              "largest gap that is bonded; without it a millionth of the smaller radius")
           .positive()},
      "bonds between bodies that touch, of law compliant; they hold tension until they break", required);
}

Option bonds() { return list_of("bonds", bond(), "bonds that are there from the start", "[]"); }

}  // namespace cairn::vocabulary
