// The grid names every near pair once, wherever the bodies lie.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "base/random.h"
#include "collide/grid.h"

namespace cairn {
namespace {

using Named = std::pair<std::uint32_t, std::uint32_t>;

std::vector<Named> sorted(std::vector<Named> pairs) {
  std::ranges::sort(pairs);
  return pairs;
}

std::vector<Named> near_by_brute_force(const std::vector<Place>& places, double skin) {
  std::vector<Named> pairs;
  for (std::uint32_t i = 0; i < places.size(); ++i) {
    for (std::uint32_t j = i + 1; j < places.size(); ++j) {
      const double reach = places[i].radius + places[j].radius + skin;
      if (norm2(places[j].position - places[i].position) < reach * reach) pairs.emplace_back(i, j);
    }
  }
  return pairs;
}

void expect_every_near_pair_once(const std::vector<Place>& places, double skin) {
  CellGrid grid;
  grid.build(places, skin);
  const std::vector<Named> wanted = near_by_brute_force(places, skin);
  ASSERT_FALSE(wanted.empty());
  std::vector<Named> near;
  std::vector<Named> candidates;
  for (std::uint32_t i = 0; i < places.size(); ++i) {
    grid.for_each_near(i, places[i], {}, [&](std::uint32_t j) { near.push_back(std::minmax(i, j)); });
    grid.for_each_candidate(i, places[i], [&](std::uint32_t j) { candidates.push_back(std::minmax(i, j)); });
  }
  EXPECT_EQ(sorted(near), wanted);
  const std::set<Named> once(candidates.begin(), candidates.end());
  EXPECT_EQ(once.size(), candidates.size());
  EXPECT_TRUE(std::ranges::includes(once, wanted));
}

std::vector<Place> cloud(std::size_t count, const Vec3& size, double smallest, double largest) {
  Random random(5);
  std::vector<Place> places;
  for (std::size_t k = 0; k < count; ++k) {
    const Vec3 x{random.uniform(-size.x, size.x), random.uniform(-size.y, size.y),
                 random.uniform(-size.z, size.z)};
    places.push_back({x, random.uniform(smallest, largest)});
  }
  return places;
}

TEST(CellGrid, FindsPairsInABox) { expect_every_near_pair_once(cloud(900, {5, 4, 3}, 0.4, 0.5), 0.1); }

TEST(CellGrid, FindsPairsOfManySizes) { expect_every_near_pair_once(cloud(900, {9, 9, 9}, 0.02, 2), 0.05); }

TEST(CellGrid, FindsPairsInPlanesAndColumns) {
  expect_every_near_pair_once(cloud(700, {20, 20, 0}, 0.4, 0.5), 0.1);
  expect_every_near_pair_once(cloud(700, {0, 0, 90}, 0.4, 0.5), 0.1);
}

// The box is far larger than the table: distant cells share places.
TEST(CellGrid, FindsPairsOfDistantClouds) {
  std::vector<Place> places = cloud(600, {4, 4, 4}, 0.4, 0.5);
  for (std::size_t k = 0; k < places.size(); k += 3) places[k].position += Vec3{1e6, -3e5, 2e7};
  for (std::size_t k = 1; k < places.size(); k += 30) places[k].position += Vec3{-1e12, 1e9, 0};
  expect_every_near_pair_once(places, 0.1);
}

TEST(CellGrid, FindsPairsOfALongRow) {
  std::vector<Place> places;
  for (int k = 0; k < 1500; ++k) places.push_back({Vec3{0.6, 0.6, 0.6} * static_cast<double>(k), 0.5});
  expect_every_near_pair_once(places, 0.1);
}

}  // namespace
}  // namespace cairn
