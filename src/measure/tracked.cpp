// Places of single bodies over time [m]. The first sample chooses the free body nearest to each given point,
// and no body twice. The columns of a body are NaN once it is removed.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "measure/measures.h"
#include "measure/selection.h"

namespace cairn {
namespace {

class Tracked final : public Measure {
 public:
  Tracked(const Value& options, const World& world) : group_(read_optional_group(options, world)) {
    for (const Value& point : options["points"].items()) points_.push_back(Vec3(point.vector()));
  }

  void sample(const Sight& sight, std::span<double> values) override {
    CAIRN_ASSERT(values.size() == 3 * points_.size());
    const Bodies& bodies = sight.world.bodies;
    if (chosen_.empty()) choose(bodies);
    std::ranges::fill(values, std::numeric_limits<double>::quiet_NaN());
    for (std::size_t k = 0; k < chosen_.size(); ++k) {
      const std::uint32_t i = bodies.local(chosen_[k]);
      if (i == kNoBody) continue;
      for (std::size_t axis = 0; axis < 3; ++axis)
        values[3 * k + axis] = bodies.place[i].position[static_cast<int>(axis)];
    }
  }
  void save(Record& record, const std::string& prefix) const override {
    record.put(prefix + "chosen", chosen_);
  }
  void load(const Record& record, const std::string& prefix) override {
    chosen_ = record.get<std::vector<Uid>>(prefix + "chosen");
  }

 private:
  std::array<std::size_t, 2> repeats() const override { return {points_.size(), 1}; }
  // If two bodies are equally near, the one with the smaller uid is chosen.
  void choose(const Bodies& bodies) {
    for (const Vec3& point : points_) {
      double nearest = std::numeric_limits<double>::infinity();
      Uid best = 0;
      for (std::size_t i = 0; i < bodies.size(); ++i) {
        if (is_immobile(bodies.info[i]) || !is_selected(bodies.info[i], group_)) continue;
        const double distance = norm(bodies.place[i].position - point);
        const Uid uid = bodies.info[i].uid;
        const bool is_nearer = distance < nearest || (distance == nearest && uid < best);
        if (is_nearer && std::ranges::find(chosen_, uid) == chosen_.end()) {
          nearest = distance;
          best = uid;
        }
      }
      if (nearest < std::numeric_limits<double>::infinity()) chosen_.push_back(best);
    }
  }

  std::vector<Vec3> points_;
  std::optional<Group> group_;
  std::vector<Uid> chosen_;
};

}  // namespace

MeasureRow tracked_row() {
  using namespace declare;
  return {"tracked",
          "",
          "places of the free bodies that were nearest to given points at first",
          {list_of("points", vector("point", dim::length, required, "one point"), "points, one body each",
                   required)
               .count(1, 1000),
           optional_group_option()},
          {{"xI yI zI", "m", "centre of the body of point I, counted from 0; empty once it is removed"}},
          make_measure<Tracked>};
}

}  // namespace cairn
