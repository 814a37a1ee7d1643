// Measures of flow: mass [kg] and number of the free bodies whose centre is below a level or inside a box. A
// body that left the domain counts at the place where it left, so that the mass that has flowed through an
// outlet stays counted. Separate columns give mass and number of all bodies that left, anywhere.
#include <algorithm>
#include <array>

#include "base/error.h"
#include "base/sum.h"
#include "measure/measures.h"
#include "measure/selection.h"
#include "measure/totals.h"

namespace cairn {
namespace {

constexpr std::array<const char*, 3> kAxes{"x", "y", "z"};

struct BelowLevel {
  int axis = 2;
  double level = 0;
  bool contains(const Vec3& x) const { return x[axis] < level; }
  static BelowLevel read(const Value& options, const World& world);
};

struct InBox : Region {
  static InBox read(const Value& options, const World& world) { return {read_region(options, world)}; }
};

BelowLevel BelowLevel::read(const Value& options, const World& world) {
  const auto given = std::ranges::count_if(kAxes, [&](const char* name) { return options.has(name); });
  if (given != 1) {
    throw InputError("mass_below: expected one of x, y and z, such as 'z: -1 mm'", options.place());
  }
  if (world.dimension == 2 && options.has("y"))
    throw InputError("mass_below: a 2-D scene has no level along y; give x or z", options["y"].place());
  const auto found = std::ranges::find_if(kAxes, [&](const char* name) { return options.has(name); });
  return {static_cast<int>(found - kAxes.begin()), options[*found].number()};
}

template <class Where>
class Flow final : public Measure {
 public:
  Flow(const Value& options, const World& world)
      : where_(Where::read(options, world)), group_(read_optional_group(options, world)) {}

  void sample(const Sight& sight, std::span<double> values) override {
    CAIRN_ASSERT(values.size() == 4);
    const Bodies& bodies = sight.world.bodies;
    const auto sum = total<Totals<2>>(sight.threads, bodies.size(), [&](std::size_t i) -> Totals<2> {
      if (is_immobile(bodies.info[i]) || !is_selected(bodies.info[i], group_)) return {};
      if (!where_.contains(bodies.place[i].position)) return {};
      return {{mass(bodies.inertia[i]), 1}};
    });
    values[0] = sum[0];
    values[1] = sum[1];
    values[2] = values[3] = 0;
    for (const RemovedBody& body : sight.removed) {
      if (group_ && body.group != *group_) continue;
      values[2] += body.mass;
      values[3] += 1;
      if (where_.contains(body.position)) {
        values[0] += body.mass;
        values[1] += 1;
      }
    }
  }

 private:
  Where where_;
  std::optional<Group> group_;
};

std::vector<ColumnRow> flow_columns() {
  return {{"mass", "kg", "mass there, of bodies that left the domain there too"},
          {"count", "1", "number of these bodies"},
          {"removed_mass", "kg", "mass that left the domain so far, anywhere"},
          {"removed", "1", "number of these bodies"}};
}

}  // namespace

MeasureRow mass_below_row() {
  using namespace declare;
  return {"mass_below",
          "",
          "mass and number of free bodies below a level, those that left the domain there included",
          {number("x", dim::length, optional, "level along x: bodies with a smaller x count"),
           number("y", dim::length, optional, "level along y: bodies with a smaller y count"),
           number("z", dim::length, optional, "level along z: bodies with a smaller z count"),
           optional_group_option()},
          flow_columns(),
          make_measure<Flow<BelowLevel>>};
}

MeasureRow mass_inside_row() {
  return {"mass_inside",
          "",
          "mass and number of free bodies inside a box; besides, of all that left the domain",
          {region_option(), optional_group_option()},
          flow_columns(),
          make_measure<Flow<InBox>>};
}

}  // namespace cairn
