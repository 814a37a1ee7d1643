#include "draw/floor_map.h"

#include <algorithm>
#include <cmath>

#include "base/assert.h"

namespace cairn {
namespace {

constexpr std::size_t kMostCells = 400;  // along one side

// A downward force on an immobile body.
struct Push {
  double x = 0, y = 0, solver = 0, compatible = 0;
};

// The two horizontal axes, and the axis along which gravity is largest.
struct Axes {
  int x = 0, y = 1, down = 2;
};
Axes axes_along(const Vec3& gravity) {
  Axes axes;
  for (int k = 0; k < 3; ++k)
    if (std::abs(gravity[k]) > std::abs(gravity[axes.down])) axes.down = k;
  if (axes.down == 0) {
    axes.x = 1;
    axes.y = 2;
  }
  if (axes.down == 1) {
    axes.x = 0;
    axes.y = 2;
  }
  return axes;
}

// Downward forces on immobile bodies. A contact force acts on B; A gets its opposite.
std::vector<Push> pushes_of(const Frame& frame, std::span<const std::uint8_t> immobile, const Axes& axes,
                            const Vec3& down) {
  std::vector<Push> pushes;
  const FrameContacts& contacts = *frame.contacts;
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    for (std::size_t side = 0; side < 2; ++side) {
      const auto found = std::ranges::lower_bound(frame.uid, contacts.bodies[k][side]);
      const auto body = static_cast<std::size_t>(found - frame.uid.begin());
      if (found == frame.uid.end() || *found != contacts.bodies[k][side] || immobile[body] == 0) continue;
      const Vec3 at = frame.radius[body] > 0 ? frame.position[body] : contacts.point[k];
      const double sign = side == 0 ? -1 : 1;
      pushes.push_back({at[axes.x], at[axes.y], sign * dot(contacts.force[k], down),
                        sign * dot(contacts.compatible[k], down)});
    }
  }
  return pushes;
}

double mean_diameter(const Frame& frame, std::span<const std::uint8_t> immobile) {
  double sum = 0, count = 0;
  for (std::size_t k = 0; k < frame.size(); ++k)
    if (immobile[k] == 0 && frame.radius[k] > 0) {
      sum += 2 * frame.radius[k];
      ++count;
    }
  return count > 0 ? sum / count : 0;
}

// Cells of width `cell` around all values. Beyond kMostCells the cells become wider.
struct Cells {
  ValueRange range;
  std::size_t count = 1;
};
Cells cells_of(double low, double high, double cell) {
  const double wanted = std::floor((high - low) / cell + 0.5) + 1;
  const std::size_t count = static_cast<std::size_t>(std::clamp(wanted, 1.0, double(kMostCells)));
  const double middle = 0.5 * (low + high), half = 0.5 * cell * std::max(wanted, 1.0);
  return {{middle - half, middle + half}, count};
}

std::size_t index_in(const Cells& cells, double x) {
  const double share = (x - cells.range.low) / (cells.range.high - cells.range.low);
  const double at = std::floor(share * static_cast<double>(cells.count));
  return static_cast<std::size_t>(std::clamp(at, 0.0, static_cast<double>(cells.count - 1)));
}

}  // namespace

std::optional<FloorMap> floor_map(const Frame& frame, std::span<const std::uint8_t> immobile,
                                  const Vec3& gravity, int dimension, std::optional<double> cell) {
  CAIRN_ASSERT(frame.contacts && frame.contacts->compatible.size() == frame.contacts->size());
  CAIRN_ASSERT(immobile.size() == frame.size());
  CAIRN_ASSERT(dimension == 2 || dimension == 3);
  CAIRN_ASSERT(!cell || *cell > 0);
  // Pushes and the width of a cell.
  if (norm(gravity) == 0) return std::nullopt;
  const Axes axes = axes_along(gravity);
  const std::vector<Push> pushes = pushes_of(frame, immobile, axes, unit(gravity));
  const double width = cell ? *cell : mean_diameter(frame, immobile);
  if (pushes.empty() || !(width > 0)) return std::nullopt;
  // The grid of cells around all pushes.
  const auto [left, right] = std::ranges::minmax(pushes, {}, &Push::x);
  const auto [near, far] = std::ranges::minmax(pushes, {}, &Push::y);
  const auto cells_along = [&](int axis, double low, double high) {
    return dimension == 2 && axis == 1 ? Cells{{-0.5, 0.5}, 1} : cells_of(low, high, width);
  };
  const Cells columns = cells_along(axes.x, left.x, right.x), rows = cells_along(axes.y, near.y, far.y);

  // Two empty maps, one for each kind of force.
  constexpr const char* kNames[] = {"x [m]", "y [m]", "z [m]"};
  HeatMap map;
  map.x_label = kNames[axes.x];
  map.y_label = kNames[axes.y];
  map.label = "pressure [Pa]";
  map.x = columns.range;
  map.y = rows.range;
  map.columns = columns.count;
  map.rows = rows.count;
  map.values.assign(columns.count * rows.count, 0);
  FloorMap maps{map, map};
  maps.solver.title = "Pressure on the floor, forces of the solver";
  maps.compatible.title = "Pressure on the floor, compatible forces";
  // Add each push to its cell, and give both maps one scale.
  const double area =
      (map.x.high - map.x.low) * (map.y.high - map.y.low) / static_cast<double>(columns.count * rows.count);
  double most = 0;
  for (const Push& push : pushes) {
    const std::size_t at = index_in(rows, push.y) * columns.count + index_in(columns, push.x);
    maps.solver.values[at] += push.solver / area;
    maps.compatible.values[at] += push.compatible / area;
  }
  for (std::size_t k = 0; k < map.values.size(); ++k)
    most = std::max({most, maps.solver.values[k], maps.compatible.values[k]});
  maps.solver.range = maps.compatible.range = ValueRange{0, most > 0 ? most : 1};
  return maps;
}

}  // namespace cairn
