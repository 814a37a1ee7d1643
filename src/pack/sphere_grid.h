// Finds spheres by place while they are added one by one. Each lies in one cell, on the level whose cell size
// is the first power of two not below its diameter. The cells of all levels share one table of chains. Two
// cells may share a chain: that costs distance tests and changes no result.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "base/assert.h"
#include "model/bodies.h"

namespace cairn {

class SphereGrid {
 public:
  void insert(const Place& place) {
    CAIRN_ASSERT(place.radius > 0 && std::isfinite(place.radius));
    CAIRN_ASSERT(items_.size() < kNone);
    if (items_.size() >= heads_.size()) grow();
    items_.push_back({place, kNone});
    link(static_cast<std::uint32_t>(items_.size() - 1));
  }

  // Calls hit(k) for every sphere that may overlap this one, until it returns true. Sphere k is the k-th that
  // was inserted. Some are visited twice. The cell of the centre comes first, since most overlaps are found
  // there.
  template <class F>
  bool any_index_near(const Place& place, F&& hit) const {
    const auto any_in = [&](const Level& level, const Cell& c) {
      for (std::uint32_t k = heads_[chain(level, c)]; k != kNone; k = items_[k].next)
        if (hit(k)) return true;
      return false;
    };
    for (const Level& level : levels_) {
      const double reach = place.radius + level.largest;
      const Cell own = cell(place.position, level);
      if (any_in(level, own)) return true;
      const Cell first = cell(place.position - Vec3{reach, reach, reach}, level);
      const Cell last = cell(place.position + Vec3{reach, reach, reach}, level);
      for (std::int64_t x = first[0]; x <= last[0]; ++x)
        for (std::int64_t y = first[1]; y <= last[1]; ++y)
          for (std::int64_t z = first[2]; z <= last[2]; ++z)
            if (const Cell c{x, y, z}; c != own && any_in(level, c)) return true;
    }
    return false;
  }

  // The same with the spheres instead of their numbers.
  template <class F>
  bool any_near(const Place& place, F&& hit) const {
    return any_index_near(place, [&](std::uint32_t k) { return hit(items_[k].place); });
  }

  bool overlaps(const Place& place) const {
    return any_near(place, [&](const Place& other) {
      const double reach = place.radius + other.radius;
      return norm2(other.position - place.position) < reach * reach;
    });
  }

  std::size_t size() const { return items_.size(); }
  const Place& operator[](std::size_t k) const { return items_[k].place; }

 private:
  using Cell = std::array<std::int64_t, 3>;
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  struct Item {
    Place place;
    std::uint32_t next = kNone;  // in the chain
  };
  struct Level {
    int exponent = 0;  // cells of 2^exponent
    double inverse_cell = 0, largest = 0;
  };

  static Cell cell(const Vec3& x, const Level& level) {
    const auto along = [&](double a) {
      return static_cast<std::int64_t>(std::floor(std::fmin(std::fmax(a * level.inverse_cell, -1e15), 1e15)));
    };
    return {along(x.x), along(x.y), along(x.z)};
  }

  std::size_t chain(const Level& level, const Cell& c) const {
    std::uint64_t h = static_cast<std::uint64_t>(level.exponent) * 0x9e3779b97f4a7c15ull;
    for (const std::int64_t a : c) {
      h = (h ^ static_cast<std::uint64_t>(a)) * 0xbf58476d1ce4e5b9ull;
      h ^= h >> 29;
    }
    return h & (heads_.size() - 1);
  }

  Level& level_of(double radius) {
    const int exponent = static_cast<int>(std::ceil(std::log2(2 * radius)));
    for (Level& level : levels_)
      if (level.exponent == exponent) return level;
    levels_.push_back({exponent, std::ldexp(1.0, -exponent), 0});
    return levels_.back();
  }

  void link(std::uint32_t k) {
    Level& level = level_of(items_[k].place.radius);
    level.largest = std::max(level.largest, items_[k].place.radius);
    std::uint32_t& head = heads_[chain(level, cell(items_[k].place.position, level))];
    items_[k].next = head;
    head = k;
  }

  void grow() {
    heads_.assign(std::max<std::size_t>(64, 4 * heads_.size()), kNone);
    for (std::uint32_t k = 0; k < items_.size(); ++k) link(k);
  }

  std::vector<Item> items_;
  std::vector<std::uint32_t> heads_;
  std::vector<Level> levels_;
};

}  // namespace cairn
