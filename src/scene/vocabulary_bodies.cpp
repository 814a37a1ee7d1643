// Body entries: one body, or many from a generator.
#include "scene/vocabulary.h"
#include "shapes/orientation.h"
#include "shapes/table.h"

namespace cairn::vocabulary {

using namespace declare;

namespace {

constexpr double kMostBodies = 1e7;

Option seed() { return integer("seed", "1", "of the random stream; the same seed gives the same bodies"); }

Fields regions() {
  return {object("box",
                 {vector("min", dim::length, required, "corner with the smallest coordinates"),
                  vector("max", dim::length, required, "corner with the largest coordinates")},
                 "box along the axes"),
          object("sphere",
                 {vector("center", dim::length, required, "centre of the ball"),
                  number("radius", dim::length, required, "radius of the ball").positive()},
                 "ball"),
          object("cylinder",
                 {vector("center", dim::length, required, "middle of the axis"),
                  number("radius", dim::length, required, "radius of the cylinder").positive(),
                  number("height", dim::length, required, "along the axis").positive(),
                  choice("axis", {"x", "y", "z"}, "z", "direction of the axis")},
                 "cylinder")};
}

Option mixture() {
  Option other = object(
      "other",
      {shape_option(), number("fraction", dim::none, required, "of all bodies, by number").within(0, 1)},
      "a further shape");
  return list_of("mixture", std::move(other), "further shapes; the entry's own `shape` makes up the rest")
      .count(1, 100);
}

Option fill() {
  Option amount =
      variant("amount",
              {integer("count", required, "number of bodies").within(1, kMostBodies),
               number("solid_fraction", dim::none, required,
                      "volume of the bodies over that of the region (areas in 2-D); random places "
                      "reach 0.3, denser fills are pushed apart, 0.6 is about the limit")
                   .positive()},
              "how many", required)
          .merged();
  amount.children[1].upper = Bound{0.95};
  return object(
      "fill",
      {variant("region", regions(), "where; bodies lie wholly inside", required).merged(), std::move(amount),
       seed(), sizes(), mixture(),
       vector("spread", dim::speed, "[0, 0, 0]",
              "random velocities besides `velocity`: each component even between minus and plus this")},
      "bodies at random places that overlap nothing");
}

Option lattice() {
  return object(
      "lattice",
      {choice("kind", {"cubic", "bcc", "fcc", "hex", "triangular"}, "cubic",
              "layers along z: cubic and fcc of squares, bcc of wider squares, hex of triangles; "
              "triangular: triangles in the x-z plane, repeated along y"),
       number("spacing", dim::length, required, "distance between the centres of neighbours").positive(),
       list_of("counts", integer("count", required, "along one axis").within(1, kMostBodies),
               "bodies along x, along y, and layers along z", required)
           .count(3),
       number("jitter", dim::none, "0", "largest random shift along each axis over the spacing").within(0, 1),
       seed(), sizes()},
      "bodies on a lattice, numbered along x, then y, then z; the first is at `position`");
}

Option pyramid() {
  return object(
      "pyramid",
      {integer("base", required, "spheres along each side of the square base").within(1, 300),
       number("gap", dim::length, "0", "layer k is raised by k gaps").non_negative(),
       flag("fix_base", "false", "whether the lowest layer never moves")},
      "spheres in square layers, each in the hollows of the one below, numbered layer by layer from the "
      "bottom, along x, then y; the first is at `position`");
}

Option csv() {
  return object(
      "csv",
      {text("file", required,
            "inside the scene's folder; its first line names columns out of x, y, z, vx, vy, vz, wx, "
            "wy, wz, qw, qx, qy, qz, radius, scale, material; SI units")},
      "a body per line of a file; `position` is added to each");
}

Option spring() {
  Option end = any_of("to",
                      {vector("to", dim::length, required, "a point of the world"),
                       text("to", required, "name of another body")},
                      "the other end: a point of the world or a body", required);
  return object(
      "spring",
      {std::move(end),
       vector("point", dim::length, "[0, 0, 0]", "where it holds this body, from its centre, in its frame"),
       vector("to_point", dim::length, "[0, 0, 0]", "where it holds the other body, likewise"),
       number("stiffness", dim::stiffness, required, "force per stretch").non_negative(),
       number("damping", dim::damping, "0", "force per speed of stretching").non_negative(),
       number("length", dim::length, optional,
              "at which it pulls nothing; without it the distance at the start")
           .non_negative()},
      "linear spring and damper to a point or to another body");
}

Option springs() {
  return any_of("spring", {spring(), list_of("spring", spring(), "several springs")},
                "a spring, or a list of them, on a free body", optional);
}

Option servo() {
  return object(
      "servo",
      {variant("target",
               {function("pressure", dim::pressure, required, "force over area; negative pulls"),
                function("force", dim::force, required, "in all; negative pulls")},
               "what contacts shall push back with; a number, an expression of t or a table", required)
           .merged(),
       vector("axis", dim::none, required, "direction in which it pushes, world axes; any length but zero"),
       function(
           "area", dim::area, optional,
           "by which the pressure is multiplied; without it the face of a box or cylinder along the axis")
           .positive(),
       list_of(
           "between",
           list_of("walls", text("wall", required, "name of a plane or box"), "two opposite walls").count(2),
           "instead of `area`: its width and depth are the gaps between these walls; in 2-D one pair")
           .count(1, 2),
       number("gain", dim::mobility, "auto",
              "speed per missing force; auto: as the layer of grains next to the wall passes a wave on")
           .positive()
           .or_one_of({"auto"}),
       number("max_speed", dim::speed, optional, "along the axis; without it no limit").positive()},
      "moves one body along an axis until contacts push back as asked, beside the other motions");
}

Option shape() {
  Option shape = shape_option();
  shape.presence = optional;  // bodies that come from another run have theirs
  return shape;
}

}  // namespace

Option region() { return variant("region", regions(), "where bodies lie wholly inside"); }

Option sizes() {
  Option diameter = number("diameter", dim::length, required, "diameter").positive();
  return variant(
      "sizes",
      {number("fixed", dim::length, required, "one diameter for all").positive(),
       list_of("uniform", diameter, "diameters evenly spread between two", required).count(2),
       object("normal",
              {number("mean", dim::length, required, "mean diameter").positive(),
               number("deviation", dim::length, required, "standard deviation").non_negative(),
               number("min", dim::length, optional, "smallest; without it 3 deviations below the mean")
                   .positive(),
               number("max", dim::length, optional, "largest; without it 3 deviations above the mean")
                   .positive()},
              "normally distributed diameters"),
       list_of("list", diameter, "diameters taken in turn, by index modulo the list", required)
           .count(1, 100'000)},
      "diameters of spheres or discs whose shape gives none", optional);
}

Option material_name(Presence presence) { return text("material", presence, "name of the material"); }

Option orientation() {
  Fields forms = orientation_forms("orientation");
  forms.push_back(choice("orientation", {"random"}, required, "each body in a direction of its own"));
  return any_of("orientation", std::move(forms), "how the body is turned; without it not at all", optional);
}

Option motion(std::string name) {
  return object(
      std::move(name),
      {object("translation",
              {vector_function("velocity", dim::speed, required,
                               "along x, y, z; numbers, expressions of t or tables")},
              "travels"),
       object("rotation",
              {vector("axis", dim::none, required, "direction of the axis; any length but zero"),
               function("speed", dim::angular_speed, required, "right-handed about the axis"),
               vector("center", dim::length, optional,
                      "a point of the axis, which travels with the translation; without it the body's own "
                      "centre")},
              "turns"),
       servo()},
      "moves as prescribed, whatever pushes it");
}

Option body(std::string name, std::string meaning) {
  Option lock = choice("direction", {"x", "y", "z", "rx", "ry", "rz"}, required, "one direction");
  return object(
      std::move(name),
      {text("name", optional, "how messages, events and measures call it; without it bodies[index]"),
       material_name(optional),
       list_of("materials", text("material", required, "name of a material"),
               "several materials, by index modulo the list")
           .count(1, 100'000),
       shape(),
       variant("generator", {fill(), lattice(), pyramid(), csv()}, "many bodies at once", optional).merged(),
       vector("position", dim::length, optional,
              "centre of the body, or place of the shape as its own page says; of a lattice or pyramid the "
              "first "
              "body's, [0, 0, 0] by default"),
       orientation(),
       vector("velocity", dim::speed, optional, "of the centre at the start; without it at rest"),
       vector("angular_velocity", dim::angular_speed, optional,
              "at the start, world axes; without it no rotation"),
       flag("fixed", optional, "whether it never moves; without it false"), motion("motion"),
       list_of("lock", std::move(lock),
               "directions (x, y, z) and rotations (rx, ry, rz) in which its velocity stays what it is"),
       flag("relax", "false", "accepts overlap at the start and pushes bodies apart before the first step"),
       vector_function("force", dim::force, optional,
                       "on each body of the entry, world axes; may depend on t"),
       vector_function("torque", dim::torque, optional,
                       "on each body of the entry, world axes; may depend on t"),
       springs()},
      std::move(meaning));
}

}  // namespace cairn::vocabulary
