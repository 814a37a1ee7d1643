#include "collide/approach.h"

#include <algorithm>
#include <cmath>

#include "base/assert.h"
#include "collide/near.h"
#include "model/copies.h"

namespace cairn {
namespace {

constexpr double kEmpty = 1e300;
constexpr Bounds kNowhere{{kEmpty, kEmpty, kEmpty}, {-kEmpty, -kEmpty, -kEmpty}};

Bounds joined(const Bounds& a, const Bounds& b) { return {min(a.low, b.low), max(a.high, b.high)}; }

// Pose of body i when the list was built.
PlacedShape at_list(const World& world, const VerletList& list, std::uint32_t i) {
  const std::size_t spheres = list.reference.size() - list.reference_turn.size();
  const Quat turn = i < spheres ? Quat{} : list.reference_turn[i - spheres];
  return {world.shapes[world.bodies.info[i].shape], list.reference[i], turn, world.bodies.place[i].radius};
}

// Place of a large body among the bits of a cell.
std::uint64_t bit_of(std::uint32_t large) { return std::uint64_t{1} << std::min(large, 63u); }

// True if a may come within the margin of some image of b.
bool comes_near(const World& world, const PlacedShape& a, const PlacedShape& b, double margin) {
  bool near = false;
  // Points of a may be nearer to another image than its centre is.
  nearest_images(world, {a.position, a.radius}, {b.position, b.radius}, margin + a.radius)
      .each([&](CellImage image) {
        const Vec3 place = b.position + (image == kHere ? Vec3{} : world.cell.shift(image));
        const double reach = a.radius + b.radius + margin;
        near = near || (norm2(place - a.position) < reach * reach &&
                        surfaces_near(a, {b.shape, place, b.orientation, b.radius}, margin));
      });
  return near;
}

bool is_upright(const Cell& cell) {
  for (int k = 0; k < 3; ++k)
    for (int j = 0; j < 3; ++j)
      if (k != j && cell.edge[k][j] != 0) return false;
  return true;
}

// Large bodies against each other: two free ones, a free and a driven one, or two that a drive presses
// together.
double of_large(const World& world, std::span<const double> moved, std::uint32_t first) {
  double free = 0, driven = 0, second = 0;
  bool has_free = false;
  for (std::size_t k = 0; k < moved.size(); ++k) {
    const unsigned flags = world.bodies.info[first + k].flags;
    has_free = has_free || !(flags & (kFixed | kDriven));
    if (flags & kDriven) {
      second = std::max(second, std::min(driven, moved[k]));
      driven = std::max(driven, moved[k]);
    } else
      free = std::max(free, moved[k]);
  }
  const bool driven_pairs = world.pressing.has_force && !world.pressing.groups.empty();
  return std::max(has_free ? free + std::max(free, driven) : 0, driven_pairs ? driven + second : 0);
}

}  // namespace

// The largest of each over all ranks.
void Approach::take_largest(std::span<double> values) const {
  if (ranks_ != nullptr) ranks_->combine(values, {});
}

// The cell of every small body, and the neighbours of every cell.
void Approach::name_cells(const World& world, const VerletList& list) {
  CAIRN_ASSERT(list.small <= world.bodies.size());
  const auto name = [&](int x, int y, int z) {
    return static_cast<std::uint32_t>((x * count_[1] + y) * count_[2] + z);
  };
  cell_of_.resize(list.small);
  for (std::uint32_t i = 0; i < list.small; ++i) {
    const auto along = [&](int k) {
      const double c = (list.reference[i][k] - low_[k]) * inverse_[k];
      return std::clamp(static_cast<int>(c), 0, count_[k] - 1);
    };
    cell_of_[i] = name(along(0), along(1), along(2));
  }
  const auto step = [&](int k, int at, int by) {
    const int count = count_[k], to = at + by;
    return to >= 0 && to < count ? to : repeats_[k] ? (to + count) % count : -1;
  };
  neighbours_.resize(cells_.size());
  for (std::size_t c = 0; c < cells_.size(); ++c) {
    const int own = static_cast<int>(c), z = own % count_[2], y = own / count_[2] % count_[1],
              x = own / (count_[1] * count_[2]);
    for (int side = 13; side < 27; ++side) {
      const int i = step(0, x, side / 9 - 1), j = step(1, y, side / 3 % 3 - 1), k = step(2, z, side % 3 - 1);
      neighbours_[c][side - 13] = i < 0 || j < 0 || k < 0 ? name(x, y, z) : name(i, j, k);
    }
  }
}

void Approach::lay_out(const World& world, const VerletList& list) {
  CAIRN_ASSERT(list.reference.size() == world.bodies.size() && list.small <= world.bodies.size());
  const Cell& cell = world.cell;
  Bounds all = kNowhere;
  radius_ = 0;
  bool has_seams_inside = false;
  std::int64_t small = 0;
  for (std::uint32_t i = 0; i < list.small; ++i) {
    if (is_ghost(world.bodies.info[i])) continue;
    all = joined(all, {list.reference[i], list.reference[i]});
    ++small;
    radius_ = std::max(radius_, world.bodies.place[i].radius);
    has_seams_inside = has_seams_inside || (cell.repeats() && has_seams(world, i, i));
  }
  if (ranks_ != nullptr) {
    const Vec3 &low = all.low, &high = all.high;
    double most[] = {-low.x, -low.y, -low.z, high.x, high.y, high.z, radius_, has_seams_inside ? 1.0 : 0.0};
    ranks_->combine(most, {&small, 1});
    all = {{-most[0], -most[1], -most[2]}, {most[3], most[4], most[5]}};
    radius_ = most[6];
    has_seams_inside = most[7] > 0;
  }
  if (small == 0) all = {};
  edge_ = 4 * radius_ + 2 * list.skin;
  wall_margin_ = edge_ / 4;
  // One cell of all bodies if images stand askew or move, or if the nearest image of a body may change.
  const bool moves = cell.repeats() && (!is_upright(cell) || cell.deforms());
  const bool is_one = has_seams_inside || moves || !(edge_ > 0);
  const double most = std::max(27.0, static_cast<double>(small));
  for (double edge = edge_;; edge *= 1.25) {
    double cells = 1;
    for (int k = 0; k < 3; ++k) {
      repeats_[k] = cell.periodic[k];
      const double extent = repeats_[k] ? cell.edge[k][k] : all.high[k] - all.low[k];
      low_[k] = repeats_[k] ? cell.centre[k] - 0.5 * extent : all.low[k];
      const double count = is_one ? 1 : std::max(1.0, std::floor(extent / edge));
      count_[k] = static_cast<int>(std::min(count, most));
      cells *= count;
      inverse_[k] = extent > 0 ? count_[k] / extent : 0;
    }
    if (cells <= most) break;
  }
  if (is_one) {
    edge_ = kInfinity;
    wall_margin_ = 0;
  }
  cells_.assign(static_cast<std::size_t>(count_[0]) * count_[1] * count_[2], {});
  name_cells(world, list);
  is_laid_out_ = true;
}

// Large bodies that some body of this cell may be near, by a ball around the cell.
std::uint64_t Approach::large_near_cell(const World& world, const VerletList& list, std::size_t cell) const {
  Vec3 middle, size;
  for (int k = 2; k >= 0; --k) {
    const auto count = static_cast<std::size_t>(count_[k]);
    size[k] = inverse_[k] > 0 ? 1 / inverse_[k] : 0;
    middle[k] = low_[k] + (static_cast<double>(cell % count) + 0.5) * size[k];
    cell /= count;
  }
  const Shape ball = Sphere{};
  const PlacedShape around{ball, middle, {}, 0.5 * norm(size) + radius_};
  const auto n = static_cast<std::uint32_t>(world.bodies.size());
  std::uint64_t near = 0;
  for (std::uint32_t w = list.small; w < n; ++w)
    if (comes_near(world, around, at_list(world, list, w), wall_margin_)) near |= bit_of(w - list.small);
  return near;
}

void Approach::mark_near_large(const World& world, const VerletList& list) {
  const auto n = static_cast<std::uint32_t>(world.bodies.size());
  is_marked_ = true;
  if (wall_margin_ == 0) {
    for (Coarse& cell : cells_) cell.near = ~std::uint64_t{0};
    return;
  }
  std::vector<std::uint64_t> possible(cells_.size());
  for (std::size_t c = 0; c < cells_.size() && list.small < n; ++c)
    possible[c] = large_near_cell(world, list, c);
  for (std::uint32_t i = 0; i < list.small; ++i) {
    const std::size_t c = cell_of_[i];
    for (std::uint32_t w = list.small; w < n && cells_[c].near != possible[c]; ++w) {
      const std::uint64_t bit = bit_of(w - list.small);
      if ((possible[c] & ~cells_[c].near & bit) == 0) continue;
      if (comes_near(world, at_list(world, list, i), at_list(world, list, w), wall_margin_))
        cells_[c].near |= bit;
    }
  }
  if (ranks_ == nullptr) return;
  std::vector<std::uint64_t> near;
  for (const Coarse& cell : cells_) near.push_back(cell.near);
  for (const Bytes& of_rank : ranks_->all(record_bytes<std::uint64_t>(near))) {
    const auto theirs = records_of<std::uint64_t>(of_rank);
    CAIRN_ASSERT(theirs.size() == cells_.size());
    for (std::size_t c = 0; c < cells_.size(); ++c) cells_[c].near |= theirs[c];
  }
}

Approach::Farthest Approach::farthest(const World& world, const VerletList& list) const {
  const std::size_t spheres = list.reference.size() - list.reference_turn.size();
  Farthest most;
  double shift2 = 0;
  for (std::uint32_t i = 0; i < list.small && shift2 < kInfinity; ++i) {
    if (is_ghost(world.bodies.info[i])) continue;
    const double d2 = norm2(world.bodies.place[i].position - list.reference[i]);
    shift2 = d2 < kFar * kFar ? std::max(shift2, d2) : kInfinity;
    if (i >= spheres) most.turned = std::max(most.turned, moved(world, list, i) - std::sqrt(d2));
  }
  double largest[] = {shift2, most.turned};
  take_largest(largest);
  if (largest[0] == kInfinity) return {kFar, 0};
  return {std::sqrt(largest[0]), largest[1]};
}

// Displacements, cell by cell.
void Approach::displace(const World& world, const VerletList& list) {
  const Bodies& bodies = world.bodies;
  const std::size_t spheres = list.reference.size() - list.reference_turn.size();
  for (Coarse& cell : cells_) cell = {kNowhere, 0, 0, 0, cell.near};
  for (std::uint32_t i = 0; i < list.small; ++i) {
    if (is_ghost(bodies.info[i])) continue;
    const Vec3 d = bodies.place[i].position - list.reference[i];
    Coarse& cell = cells_[cell_of_[i]];
    cell.moved = joined(cell.moved, {d, d});
    cell.farthest = std::max(cell.farthest, norm2(d));
    ++cell.bodies;
    if (i >= spheres) cell.turned = std::max(cell.turned, moved(world, list, i) - norm(d));
  }
  if (ranks_ != nullptr) join(*ranks_);
  for (Coarse& cell : cells_) cell.farthest = std::sqrt(cell.farthest);
}

// Each cell gets the displacements that all ranks have found in it.
void Approach::join(Ranks& ranks) {
  constexpr std::size_t kNumbers = 9;
  std::vector<double> most;
  for (const Coarse& cell : cells_) {
    const auto& [low, high] = cell.moved;
    for (const double x : {-low.x, -low.y, -low.z, high.x, high.y, high.z, cell.farthest, cell.turned,
                           static_cast<double>(cell.bodies)})
      most.push_back(x);
  }
  ranks.combine(most, {});
  for (std::size_t c = 0; c < cells_.size(); ++c) {
    const double* const m = &most[kNumbers * c];
    cells_[c].moved = {{-m[0], -m[1], -m[2]}, {m[3], m[4], m[5]}};
    cells_[c].farthest = m[6];
    cells_[c].turned = m[7];
    cells_[c].bodies = static_cast<std::uint32_t>(m[8]);
  }
}

double Approach::of_neighbours() const {
  double most = 0;
  for (std::size_t c = 0; c < cells_.size(); ++c) {
    const Coarse& own = cells_[c];
    if (own.bodies == 0) continue;
    for (const std::uint32_t beside : neighbours_[c]) {
      const Coarse& other = cells_[beside];
      const double turned = own.turned + other.turned, apart = own.farthest + other.farthest;
      if (other.bodies == 0 || apart + turned <= most) continue;
      const Bounds both = joined(own.moved, other.moved);
      most = std::max(most, std::min(norm(both.high - both.low), apart) + turned);
    }
  }
  return most;
}

// Small bodies against large ones.
double Approach::of_walls(double skin) const {
  const double any = large_.empty() ? 0 : *std::ranges::max_element(large_);
  double most = 0;
  for (const Coarse& cell : cells_) {
    if (cell.bodies == 0 || large_.empty()) continue;
    const double far = cell.farthest + cell.turned;
    double of_near = 0;
    for (std::uint32_t w = 0; w < large_.size() && cell.near != 0; ++w)
      if (cell.near & bit_of(w)) of_near = std::max(of_near, large_[w]);
    if (cell.near != 0) most = std::max(most, far + of_near);
    if (wall_margin_ > 0) most = std::max(most, (far + any) * (skin / wall_margin_));
  }
  return most;
}

double Approach::measure(const World& world, const VerletList& list, Ranks& ranks) {
  ranks_ = &ranks;
  return measure(world, list);
}

double Approach::measure(const World& world, const VerletList& list) {
  CAIRN_ASSERT(list.reference.size() == world.bodies.size() && list.small <= world.bodies.size());
  large_.clear();
  double any_large = 0;
  for (auto w = list.small; w < world.bodies.size(); ++w) {
    large_.push_back(moved(world, list, w));
    if (!(large_.back() < kFar)) return kFar;
    any_large = std::max(any_large, large_.back());
  }
  // No body has moved far.
  const double far = farthest(world, list).way(), among_large = of_large(world, large_, list.small);
  if (far >= kFar) return kFar;
  const double crude = std::max(far + std::max(far, any_large), among_large);
  if (crude <= list.skin) return crude;
  // Bodies near each other, and bodies far from each other.
  if (!is_laid_out_) lay_out(world, list);
  displace(world, list);
  const double far_apart = 2 * far * (list.skin / (edge_ - 2 * radius_));
  const double among = std::max({of_neighbours(), far_apart, among_large});
  const double with_walls = large_.empty() ? 0 : far + any_large;
  if (among > list.skin || with_walls <= list.skin) return std::max(among, with_walls);
  // Only bodies near walls need be near the place where they were.
  if (!is_marked_) mark_near_large(world, list);
  return std::max(among, of_walls(list.skin));
}

}  // namespace cairn
