// The angle of repose of a heap: the floor is cut into strips along the slope, and each strip into cells. The
// topmost points of bodies are put into the cells they are over; the highest of each cell counts. A straight
// line z = a + b s is fitted through those of each strip by least squares, and its angle is atan|b|.
// [TG14 7.5] Cells without a body's top count with the height of the floor if that is given, so that a heap
// with an upright face is seen as one; otherwise they are left out, and strips with fewer than three tops.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "base/error.h"
#include "observe/measures.h"
#include "observe/selection.h"
#include "shapes/support.h"

namespace cairn {
namespace {

constexpr double kDegrees = 180 / std::numbers::pi;

Vec3 top_of_convex(const Shape& shape, double radius, const Vec3& position, const Quat& q) {
  const bool round = std::holds_alternative<Sphere>(shape) || std::holds_alternative<Disc>(shape);
  const Vec3 up{0, 0, 1};
  if (round) return position + radius * up;
  return position + rotate(q, support(shape, rotate_back(q, up))) + rounding(shape) * up;
}

// The topmost point of a body, world axes.
Vec3 top_of(const World& world, std::size_t i) {
  const Bodies& bodies = world.bodies;
  const Shape& shape = world.shapes[bodies.info[i].shape];
  const Vec3& x = bodies.place[i].position;
  const Quat& q = bodies.orientation[i];
  if (is_convex(shape)) return top_of_convex(shape, bodies.place[i].radius, x, q);
  Vec3 top = x;
  const auto consider = [&](const Vec3& point) {
    if (point.z > top.z) top = point;
  };
  if (const auto* compound = std::get_if<Compound>(&shape)) {
    for (const Part& part : compound->parts)
      consider(top_of_convex(part.shape, part.radius, x + rotate(q, part.position), q * part.orientation));
  } else if (const auto* mesh = std::get_if<Mesh>(&shape)) {
    for (const Vec3& vertex : mesh->vertices) consider(x + rotate(q, vertex));
  }
  return top;
}

struct Line {
  double n = 0, s = 0, z = 0, ss = 0, sz = 0;
  void add(double at, double height) { ++n, s += at, z += height, ss += at * at, sz += at * height; }
  double slope() const { return (n * sz - s * z) / (n * ss - s * s); }
};

struct Floor {
  double low[2], high[2];  // along the slope, across it
  double height = kNotGiven;
  int along = 0;  // x or y
  int strips = 8, cells = 16;
};

class AngleOfRepose final : public Measure {
 public:
  AngleOfRepose(const Floor& floor, std::optional<Group> group) : floor_(floor), group_(group) {}

  std::vector<Column> columns() const override {
    return {{"angle", "deg"}, {"smallest", "deg"}, {"largest", "deg"}, {"lines", "1"}};
  }

  void sample(const Sight& sight, std::span<double> values) override {
    const auto count = static_cast<std::size_t>(floor_.strips * floor_.cells);
    std::vector<double> height(count, -kInfinity);
    const Bodies& bodies = sight.world.bodies;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      if (is_immobile(bodies.info[i]) || !is_selected(bodies.info[i], group_)) continue;
      const Vec3 top = top_of(sight.world, i);
      const int cell = index(top[floor_.along], 0, floor_.cells),
                strip = index(top[1 - floor_.along], 1, floor_.strips);
      if (cell < 0 || strip < 0) continue;
      double& highest = height[static_cast<std::size_t>(strip * floor_.cells + cell)];
      highest = std::max(highest, top.z);
    }
    double sum = 0, smallest = kInfinity, largest = 0, lines = 0;
    for (int strip = 0; strip < floor_.strips; ++strip) {
      Line line;
      for (int cell = 0; cell < floor_.cells; ++cell) {
        double z = height[static_cast<std::size_t>(strip * floor_.cells + cell)];
        if (z == -kInfinity) z = floor_.height;
        if (std::isfinite(z)) line.add((cell + 0.5) * width(0, floor_.cells), z);
      }
      if (line.n < 3) continue;
      const double angle = kDegrees * std::atan(std::abs(line.slope()));
      sum += angle, ++lines;
      smallest = std::min(smallest, angle), largest = std::max(largest, angle);
    }
    values[0] = sum / lines, values[1] = lines > 0 ? smallest : kNotGiven;
    values[2] = lines > 0 ? largest : kNotGiven, values[3] = lines;
  }

 private:
  double width(int side, int parts) const { return (floor_.high[side] - floor_.low[side]) / parts; }
  int index(double x, int side, int parts) const {
    if (!(x >= floor_.low[side] && x < floor_.high[side])) return -1;
    return std::min(parts - 1, static_cast<int>((x - floor_.low[side]) / width(side, parts)));
  }

  Floor floor_;
  std::optional<Group> group_;
};

Floor read_floor(const Value& options) {
  Floor floor;
  floor.along = options["along"].chosen() == "y" ? 1 : 0;
  for (int k = 0; k < 2; ++k) {
    const char* side = k == floor.along ? "along" : "across";
    const int at = k == floor.along ? 0 : 1;
    floor.low[at] = options["min"].items()[static_cast<std::size_t>(k)].number();
    floor.high[at] = options["max"].items()[static_cast<std::size_t>(k)].number();
    if (!(floor.low[at] < floor.high[at]))
      throw InputError(std::string("angle_of_repose: the floor has no extent ") + side + " the slope",
                       options["max"].mark());
  }
  if (options.has("floor")) floor.height = options["floor"].number();
  floor.strips = static_cast<int>(options["lines"].integer());
  floor.cells = static_cast<int>(options["cells"].integer());
  return floor;
}

}  // namespace

MeasureEntry angle_of_repose_entry() {
  using namespace declare;
  const auto corner = [](const char* name, const char* meaning) {
    return list_of(name, number("coordinate", dim::length, required, "x, then y"), meaning, required)
        .count(2);
  };
  return {
      "angle_of_repose",
      "TG14",
      "slope of a heap: mean, smallest and largest angle of lines fitted through the highest points of the "
      "cells of a grid on the floor",
      {corner("min", "smallest x and y of the floor"), corner("max", "largest x and y of the floor"),
       choice("along", {"x", "y"}, "x", "horizontal axis along which the heap slopes"),
       integer("lines", "8", "strips across the slope, one line each").at_least(1),
       integer("cells", "16", "cells of a strip; about as wide as a grain").at_least(3),
       number("floor", dim::length, optional,
              "height of the floor, with which cells count that have no body; without it they are left out, "
              "as is right for a heap on a part of the floor"),
       optional_group_option()},
      [](const Value& options, const World& world) -> std::unique_ptr<Measure> {
        return std::make_unique<AngleOfRepose>(read_floor(options), read_optional_group(options, world));
      }};
}

}  // namespace cairn
