// How long free bodies stay in a box. A body enters with the first sample that finds it inside and leaves
// with the first one that does not. Times are exact to the interval of the samples.
//   stayed    mean, standard deviation and largest time of those that have left, removed bodies among them
//   inside    bodies that are inside, and the mean time since they entered
// Bodies that were inside at the first sample count from then on.
#include <algorithm>
#include <cmath>
#include <limits>

#include "measure/measures.h"
#include "measure/selection.h"

namespace cairn {
namespace {

class Residence final : public Measure {
 public:
  Residence(const Value& options, const World& world)
      : region_(read_region(options, world)), group_(read_optional_group(options, world)) {}

  void sample(const Sight& sight, std::span<double> values) override {
    CAIRN_ASSERT(values.size() == 6);
    update(sight.world);
    std::ranges::fill(values, std::numeric_limits<double>::quiet_NaN());
    values[0] = left_.count;
    if (left_.count > 0) {
      const double mean = left_.sum / left_.count;
      values[1] = mean;
      values[2] = std::sqrt(std::max(0.0, left_.squares / left_.count - mean * mean));
      values[3] = left_.largest;
    }
    values[4] = static_cast<double>(inside_.size());
    double age = 0;
    for (const Visit& visit : inside_) age += sight.world.time - visit.since;
    if (!inside_.empty()) values[5] = age / values[4];
  }
  void save(Record& record, const std::string& prefix) const override {
    record.put(prefix + ".inside", inside_);
    record.put(prefix + ".left", left_);
  }
  void load(const Record& record, const std::string& prefix) override {
    inside_ = record.get<std::vector<Visit>>(prefix + ".inside");
    left_ = record.get<Left>(prefix + ".left");
  }

 private:
  struct Visit {
    Uid uid = 0;
    double since = 0;
  };
  struct Left {
    double count = 0, sum = 0, squares = 0, largest = 0;
  };

  // Both lists are sorted by uid.
  void update(const World& world) {
    const Bodies& bodies = world.bodies;
    std::vector<Uid> now;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      const Info& info = bodies.info[i];
      if (is_immobile(info) || !is_selected(info, group_)) continue;
      if (region_.contains(bodies.place[i].position)) now.push_back(info.uid);
    }
    std::ranges::sort(now);
    std::vector<Visit> inside;
    auto old = inside_.begin();
    for (const Uid uid : now) {
      for (; old != inside_.end() && old->uid < uid; ++old) leave(*old, world.time);
      const bool stays = old != inside_.end() && old->uid == uid;
      inside.push_back(stays ? *old++ : Visit{uid, world.time});
    }
    for (; old != inside_.end(); ++old) leave(*old, world.time);
    inside_ = std::move(inside);
  }
  void leave(const Visit& visit, double time) {
    const double stayed = time - visit.since;
    left_.count += 1;
    left_.sum += stayed;
    left_.squares += stayed * stayed;
    left_.largest = std::max(left_.largest, stayed);
  }

  Region region_;
  std::optional<Group> group_;
  std::vector<Visit> inside_;
  Left left_;
};

}  // namespace

MeasureRow residence_row() {
  return {"residence",
          "",
          "how long free bodies stay in a box",
          {region_option(), optional_group_option()},
          {{"left", "1", "visits that have ended; a body that comes back counts again"},
           {"mean deviation longest", "s",
            "their time inside: mean, standard deviation and longest, exact to the interval of the samples"},
           {"inside", "1", "bodies that are inside"},
           {"age", "s", "mean time since they entered"}},
          make_measure<Residence>};
}

}  // namespace cairn
