#include "bench/settled_bed.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>

#include "base/error.h"
#include "base/file.h"
#include "base/random.h"
#include "bench/bed.h"

namespace cairn {
namespace {

constexpr std::size_t kTile = 10'000, kMostTogether = 20'000;
constexpr double kSpacing = 1.08 * kBedDiameter, kShake = 0.035 * kBedDiameter;  // of the first lattice
constexpr double kLargeRadius = 5 * kBedDiameter;
// Settling uses a longer step than the timed runs. A phase has a rate of damping [1/s] and a number of steps:
// kFall while the spheres fall, kRest while they come to rest, repair() after mirroring or a large sphere.
constexpr double kSettlingStep = 2e-5;
struct Phase {
  double damping;
  int steps;
};
constexpr Phase kFall{5, 6000}, kRest{125, 9000};
Phase repair(const SettledBed& bed) {
  return {125, std::clamp(static_cast<int>(200'000'000 / bed.spheres.size()), 200, 1000)};
}

SettledBed lattice(std::size_t spheres) {
  const auto side = static_cast<std::size_t>(std::lround(0.98 * std::cbrt(static_cast<double>(spheres))));
  Random random(1);
  SettledBed bed;
  bed.length = bed.width = static_cast<double>(side) * kSpacing;
  for (std::size_t n = 0; n < spheres; ++n) {
    const auto at = [&](std::size_t k) {
      return (static_cast<double>(k) + 0.5) * kSpacing + random.uniform(-kShake, kShake);
    };
    const double x = at(n % side), y = at(n / side % side), z = at(n / side / side);
    bed.spheres.push_back({{x, y, z}, kBedDiameter / 2});
  }
  return bed;
}

void settle(SettledBed& settled, std::initializer_list<Phase> phases, Threads& threads) {
  Bed bed = bed_of(settled.spheres, settled.length, settled.width, BedLaw::hertz_mindlin, 0);
  bed.stepper->start(bed.world, threads);
  StageTimes ignored;
  for (const Phase& phase : phases) {
    bed.world.damping.global = phase.damping;
    for (int k = 0; k < phase.steps; ++k) bed.stepper->step(bed.world, threads, kSettlingStep, ignored);
  }
  settled.spheres.clear();
  for (std::size_t i = 0; i < bed.world.bodies.size(); ++i)
    if (!is_immobile(bed.world.bodies.info[i])) settled.spheres.push_back(bed.world.bodies.place[i]);
}

// Copies side by side. Every other one is mirrored, so that spheres meet their images where a wall was.
SettledBed mirrored(const SettledBed& tile, std::size_t copies) {
  auto columns = static_cast<std::size_t>(std::sqrt(static_cast<double>(copies)));
  while (copies % columns != 0) --columns;
  const std::size_t rows = copies / columns;
  SettledBed bed{{}, static_cast<double>(columns) * tile.length, static_cast<double>(rows) * tile.width};
  const auto image = [](double x, std::size_t k, double length) {
    return static_cast<double>(k) * length + (k % 2 == 0 ? x : length - x);
  };
  for (std::size_t j = 0; j < rows; ++j)
    for (std::size_t i = 0; i < columns; ++i)
      for (const auto& [x, radius] : tile.spheres)
        bed.spheres.push_back({{image(x.x, i, tile.length), image(x.y, j, tile.width), x.z}, radius});
  return bed;
}

// A line with length and width, then one line "x y z" per sphere.
void store(const SettledBed& bed, const std::string& path) {
  std::string text = fmt::format("{} {}\n", bed.length, bed.width);
  for (const Place& sphere : bed.spheres)
    text += fmt::format("{} {} {}\n", sphere.position.x, sphere.position.y, sphere.position.z);
  write_replacing(path, bytes_of(text));
}

SettledBed stored(std::size_t spheres, const std::string& path) {
  SettledBed bed;
  std::ifstream file(path);
  file >> bed.length >> bed.width;
  for (Vec3 x; file >> x.x >> x.y >> x.z;) bed.spheres.push_back({x, kBedDiameter / 2});
  if (bed.spheres.size() != spheres)
    throw InputError(fmt::format("{} is no bed of {} spheres: remove it", path, spheres));
  return bed;
}

}  // namespace

SettledBed settled_bed(std::size_t spheres, const std::string& folder, Threads& threads) {
  if (spheres > kMostTogether && spheres % kTile != 0)
    throw InputError(fmt::format("a bed of more than {} spheres needs a multiple of {}, got {}",
                                 kMostTogether, kTile, spheres));
  const std::string path = fmt::format("{}/bed_{}.txt", folder, spheres);
  if (file_exists(path)) return stored(spheres, path);
  SettledBed bed;
  if (spheres <= kMostTogether) {
    bed = lattice(spheres);
    settle(bed, {kFall, kRest}, threads);
  } else {
    bed = mirrored(settled_bed(kTile, folder, threads), spheres / kTile);
    settle(bed, {repair(bed)}, threads);
  }
  store(bed, path);
  return bed;
}

SettledBed with_large_sphere(const SettledBed& bed, Threads& threads) {
  double top = 0;
  for (const Place& sphere : bed.spheres) top = std::max(top, sphere.position.z);
  const Vec3 middle{bed.length / 2, bed.width / 2, top / 2};
  SettledBed result{{}, bed.length, bed.width};
  for (const Place& sphere : bed.spheres)
    if (norm(sphere.position - middle) >= kLargeRadius + sphere.radius) result.spheres.push_back(sphere);
  result.spheres.push_back({middle, kLargeRadius});
  settle(result, {repair(result)}, threads);
  return result;
}

}  // namespace cairn
