// The mean square displacement of free bodies since a reference time.
//   msd_x = ⟨(Δx)²⟩ and so on, msd = ⟨|Δ|²⟩, over the bodies that were there at the reference time
// In a periodic cell the path counts, not the place inside the cell: between two samples a body moves by the
// shortest way, so samples must come before anything crosses half a cell. A cell that deforms has no
// displacement of its own to subtract, and is refused.
#include <algorithm>
#include <limits>

#include "base/error.h"
#include "measure/measures.h"
#include "measure/selection.h"

namespace cairn {
namespace {

class Displacement final : public Measure {
 public:
  Displacement(const Value& options, const World& world)
      : group_(read_optional_group(options, world)), since_(options["since"].number()) {
    if (world.cell.repeats() && world.cell.deforms())
      throw InputError("displacement needs a cell that does not deform", options.mark());
  }

  void sample(const Sight& sight, std::span<double> values) override {
    CAIRN_ASSERT(values.size() == 6);
    const World& world = sight.world;
    std::ranges::fill(values, std::numeric_limits<double>::quiet_NaN());
    if (uids_.empty() && world.time >= since_ * (1 - kSameTime)) choose(world);
    move(world);
    Vec3 squares, drift;
    double count = 0;
    for (std::size_t k = 0; k < uids_.size(); ++k) {
      if (world.bodies.local(uids_[k]) == kNoBody) continue;
      squares += scaled(moved_[k], moved_[k]);
      drift += moved_[k];
      ++count;
    }
    values[5] = count;
    if (count == 0) return;
    for (std::size_t k = 0; k < 3; ++k) values[k] = squares[static_cast<int>(k)] / count;
    values[3] = values[0] + values[1] + values[2];
    values[4] = values[3] - norm2(drift / count);
  }
  void save(Record& record, const std::string& prefix) const override {
    record.put(prefix + ".uids", uids_);
    record.put(prefix + ".places", last_);
    record.put(prefix + ".moved", moved_);
  }
  void load(const Record& record, const std::string& prefix) override {
    uids_ = record.get<std::vector<Uid>>(prefix + ".uids");
    last_ = record.get<std::vector<Vec3>>(prefix + ".places");
    moved_ = record.get<std::vector<Vec3>>(prefix + ".moved");
  }

 private:
  static constexpr double kSameTime = 1e-9;  // share of the time that counts as the same time

  // In the order of uids, so that sums do not depend on the order in memory.
  void choose(const World& world) {
    for (const std::uint32_t i : world.bodies.by_uid()) {
      const Info& info = world.bodies.info[i];
      if (is_immobile(info) || !is_selected(info, group_)) continue;
      uids_.push_back(info.uid);
      last_.push_back(world.bodies.place[i].position);
      moved_.emplace_back();
    }
  }
  void move(const World& world) {
    for (std::size_t k = 0; k < uids_.size(); ++k) {
      const std::uint32_t i = world.bodies.local(uids_[k]);
      if (i == kNoBody) continue;
      const Vec3& x = world.bodies.place[i].position;
      moved_[k] += world.cell.nearest(x - last_[k]);
      last_[k] = x;
    }
  }

  std::optional<Group> group_;
  double since_;
  std::vector<Uid> uids_;
  std::vector<Vec3> last_, moved_;  // place at the last sample, displacement
};

}  // namespace

MeasureRow displacement_row() {
  using namespace declare;
  return {"displacement",
          "",
          "mean square displacement of the free bodies since a reference time, across periodic borders",
          {optional_group_option(),
           number("since", dim::time, "0", "reference: the first sample from this time on").non_negative()},
          {{"x y z", "m2", "⟨Δx²⟩, ⟨Δy²⟩, ⟨Δz²⟩"},
           {"total", "m2", "⟨|Δ|²⟩, the sum of the three"},
           {"without_drift", "m2", "⟨|Δ|²⟩ − |⟨Δ⟩|², about the mean displacement"},
           {"count", "1", "bodies of the reference that are still there"}},
          make_measure<Displacement>};
}

}  // namespace cairn
