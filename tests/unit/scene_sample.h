// A small vocabulary with every kind of option, and a scene written in it, for the tests of the scene text.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "text/interpret.h"
#include "text/option.h"

namespace cairn::sample {

inline Option material() {
  using namespace declare;
  return object("material",
                {number("density", dim::density, optional, "mass per volume").positive(),
                 number("friction", dim::none, optional, "coefficient of friction").non_negative(),
                 number("restitution", dim::none, optional, "coefficient of restitution").within(0, 1),
                 number("young", dim::pressure, optional, "Young's modulus").positive(),
                 number("poisson", dim::none, "0.3", "Poisson's ratio").within(0, 0.5)},
                "what bodies are made of");
}

inline Option shape() {
  using namespace declare;
  Option size = variant("diameter",
                        {object("uniform",
                                {number("min", dim::length, required, "smallest").positive(),
                                 number("max", dim::length, required, "largest").positive()},
                                "evenly spread")},
                        "distribution");
  return variant(
      "shape",
      {object("sphere",
              {any_of("diameter",
                      {number("", dim::length, required, "twice the radius").positive(), std::move(size)},
                      "twice the radius", "1 mm")},
              "ball"),
       object("box", {vector("size", dim::length, required, "edge lengths").positive()}, "cuboid"),
       object("plane", {vector("normal", dim::none, "[0, 0, 1]", "points out of the wall")}, "half-space")},
      "geometry");
}

inline Option body() {
  using namespace declare;
  Option fill = object("fill",
                       {integer("count", required, "number of bodies").at_least(1),
                        integer("seed", "1", "of the random stream")},
                       "random packing");
  Option lattice =
      object("lattice",
             {number("spacing", dim::length, required, "distance").positive(),
              list_of("counts", integer("count", required, "along an axis").at_least(1), "per axis", required)
                  .count(3)},
             "regular packing");
  return object(
      "body",
      {text("name", optional, "how other keys call it"), text("material", required, "name of its material"),
       shape(), vector("position", dim::length, "[0, 0, 0]", "centre"), flag("fixed", "false", "never moves"),
       function("speed", dim::angular_speed, optional, "of its rotation"),
       vector_function("velocity", dim::speed, optional, "of its translation"),
       variant("generator", {std::move(fill), std::move(lattice)}, "many bodies at once", optional).merged()},
      "a body or many");
}

inline Option method() {
  using namespace declare;
  Option law = variant("law",
                       {object("hooke",
                               {number("stiffness", dim::stiffness, required, "of the spring").positive(),
                                flag("history", "true", "keeps the tangential spring")},
                               "linear spring")
                            .refer("PZ17"),
                        object("hertz_mindlin", {}, "elastic spheres")},
                       "force law", "hertz_mindlin")
                   .tagged();
  return variant("method",
                 {object("explicit",
                         {std::move(law),
                          choice("damping", {"none", "global", "local"}, "none", "of quasi-static runs")},
                         "forces"),
                  object("impact", {number("lambda", dim::none, "30", "parameter").positive()}, "impulses")},
                 "how contacts are solved", "explicit");
}

inline Option vocabulary() {
  using namespace declare;
  Option time = object("time",
                       {number("step", dim::time, "auto", "time step").positive().or_one_of({"auto"}),
                        number("end", dim::time, required, "when the run ends").positive(),
                        flag("allow_unstable", "false", "accept a step above the stable one")},
                       "time stepping", required);
  Option event = object("event",
                        {number("at", dim::time, required, "when").non_negative(),
                         variant("action",
                                 {text("remove", required, "body that leaves"),
                                  vector("gravity", dim::acceleration, required, "new gravity")},
                                 "what happens")
                             .merged()},
                        "a change");
  Option stop = object("stop",
                       {condition("when",
                                  {number("kinetic_energy", dim::energy, required, "of all bodies"),
                                   number("measure.column", dim::none, required, "last value of a measure")},
                                  required, "condition"),
                        number("after", dim::time, "0", "not before").non_negative()},
                       "early end");
  return object(
      "scene",
      {text("title", "", "name of the scene"), lets("let", "named values for expressions"),
       integer("dimension", "3", "of space").within(2, 3),
       vector("gravity", dim::acceleration, "[0, 0, -9.81]", "acceleration of free fall"),
       map_of("materials", material(), "by name", required), method(), std::move(time),
       list_of("bodies", body(), "what there is", "[]"),
       list_of("events", std::move(event), "changes during the run"),
       map_of("groups", list_of("group", text("name", required, "of a body"), "names"), "bodies by group"),
       std::move(stop)},
      "a scene of cairn");
}

inline const char* kScene = R"(title: Hopper, glass beads
let: {d: 0.5 mm, gap: 2 mm}
materials:
  glass: {density: 2500 kg/m3, friction: 0.7, young: 1e8 Pa}
  wall:  {friction: 0.7}
method: {explicit: {law: hooke, stiffness: 500 N/m}}
time: {step: auto, end: 2 s}
bodies:
  - {name: beads, material: glass, shape: {sphere: {diameter: 2*d}}, fill: {count: 3000}}
  - {name: slope, material: wall, shape: {box: {size: [60 mm, 12 mm, gap]}}, position: [25 mm, 0, 18 mm], fixed: true}
  - {name: back, material: wall, shape: plane, speed: 40 rpm * sin(3*t) * d / d}
events:
  - {at: 0.3 s, remove: back}
  - {at: 0.5 s, gravity: [0, 0, 0]}
groups: {walls: [slope, back]}
stop: {when: kinetic_energy < 1e-9 J, after: 0.1 s}
)";

// The rendered message of a text that must be refused.
inline std::string refusal(const std::string& text, const std::vector<std::string>& overrides = {}) {
  const Option schema = vocabulary();
  try {
    Tree tree = Tree::from_text(text, "scene.yaml");
    for (const std::string& argument : overrides) tree.set(argument, schema);
    interpret(tree, schema);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

// The smallest scene, with one line more.
inline std::string refusal_of_line(const std::string& line) {
  return refusal("materials: {glass: {friction: 0.5}}\ntime: {end: 1 s}\n" + line + "\n");
}

}  // namespace cairn::sample

#define EXPECT_CONTAINS(text, part) EXPECT_NE((text).find(part), std::string::npos) << "in: " << (text)
