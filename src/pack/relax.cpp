#include "pack/relax.h"

#include <algorithm>
#include <vector>

#include "base/assert.h"
#include "base/random.h"
#include "collide/grid.h"

namespace cairn {
namespace {

constexpr double kSkin = 0.5;   // of the pair lists, in mean radii of the moving spheres
constexpr int kPatience = 200;  // rounds within which the overlap must fall below kNoticeable of its value
constexpr double kNoticeable = 0.95;

struct Candidate {
  std::uint32_t a, b;
};

class Relaxation {
 public:
  Relaxation(std::span<Place> spheres, std::span<const std::uint8_t> movable, int dimension)
      : spheres_(spheres), movable_(movable), dimension_(dimension) {
    double sum = 0, count = 0;
    for (std::size_t i = 0; i < spheres.size(); ++i) {
      if (movable[i] == 0) continue;
      sum += spheres[i].radius;
      count += 1;
    }
    skin_ = count > 0 ? kSkin * sum / count : 0;
  }

  // One pass over all pairs, then one over all walls. Returns the largest overlap found, over
  // the smaller radius.
  double round(const Confine& confine) {
    if (expired()) list_pairs();
    double largest = 0;
    for (const Candidate& pair : pairs_) largest = std::max(largest, separate(pair));
    for (std::size_t i = 0; i < spheres_.size(); ++i) {
      if (movable_[i] == 0) continue;
      Vec3 allowed = confine(spheres_[i]);
      if (dimension_ == 2) allowed.y = spheres_[i].position.y;
      largest = std::max(largest, norm(allowed - spheres_[i].position) / spheres_[i].radius);
      spheres_[i].position = allowed;
    }
    return largest;
  }

 private:
  // True if a sphere has moved so far that the list may miss a pair.
  bool expired() const {
    if (reference_.empty()) return true;
    for (std::size_t i = 0; i < spheres_.size(); ++i)
      if (4 * norm2(spheres_[i].position - reference_[i]) > skin_ * skin_) return true;
    return false;
  }

  void list_pairs() {
    pairs_.clear();
    reference_.clear();
    for (const Place& sphere : spheres_) reference_.push_back(sphere.position);
    grid_.build(spheres_, skin_);
    for (std::uint32_t i = 0; i < spheres_.size(); ++i) {
      grid_.for_each_candidate(i, spheres_[i], [&](std::uint32_t j) {
        const double reach = spheres_[i].radius + spheres_[j].radius + skin_;
        const bool near = norm2(spheres_[j].position - spheres_[i].position) < reach * reach;
        if (near && (movable_[i] != 0 || movable_[j] != 0)) pairs_.push_back({i, j});
      });
    }
  }

  // Pushes one pair apart. Returns its overlap over the smaller radius.
  double separate(const Candidate& pair) {
    Place &a = spheres_[pair.a], &b = spheres_[pair.b];
    const Vec3 between = b.position - a.position;
    const double reach = a.radius + b.radius, distance2 = norm2(between);
    if (distance2 >= reach * reach) return 0;
    const double distance = std::sqrt(distance2), overlap = reach - distance;
    const Vec3 away = distance > 1e-9 * reach ? between / distance : some_direction(pair);
    const double share = movable_[pair.a] != 0 && movable_[pair.b] != 0 ? 0.5 : 1;
    if (movable_[pair.a] != 0) a.position -= share * overlap * away;
    if (movable_[pair.b] != 0) b.position += share * overlap * away;
    return overlap / std::min(a.radius, b.radius);
  }

  // A direction for coincident centres: different for every pair, the same in every run.
  Vec3 some_direction(const Candidate& pair) const {
    Random random((static_cast<std::uint64_t>(pair.a) << 32) | pair.b);
    const Vec3 a{random.uniform(-1, 1), dimension_ == 2 ? 0 : random.uniform(-1, 1), random.uniform(0.1, 1)};
    return unit(a);
  }

  std::span<Place> spheres_;
  std::span<const std::uint8_t> movable_;
  int dimension_;
  double skin_ = 0;
  CellGrid grid_;
  std::vector<Candidate> pairs_;
  std::vector<Vec3> reference_;
};

}  // namespace

RelaxReport relax(std::span<Place> spheres, std::span<const std::uint8_t> movable, int dimension,
                  const Confine& confine, const RelaxLimits& limits) {
  CAIRN_ASSERT(movable.size() == spheres.size());
  CAIRN_ASSERT(dimension == 2 || dimension == 3);
  CAIRN_ASSERT(limits.tolerance > 0 && limits.rounds > 0);
  Relaxation relaxation(spheres, movable, dimension);
  RelaxReport report;
  double milestone = kNoticeable * 1e300;
  int since = 0;
  while (report.rounds < limits.rounds && since < kPatience) {
    report.overlap = relaxation.round(confine);
    ++report.rounds;
    if (report.overlap <= limits.tolerance) break;
    ++since;
    if (report.overlap < kNoticeable * milestone) {
      milestone = report.overlap;
      since = 0;
    }
  }
  return report;
}

}  // namespace cairn
