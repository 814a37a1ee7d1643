#include "draw/band.h"

#include <algorithm>
#include <limits>
#include <span>

namespace cairn::picture {
namespace {

constexpr float kFar = std::numeric_limits<float>::infinity();
constexpr float kOverGrains = 0.30f;  // share of a wall's alpha that is left where a body is behind it
constexpr float kWallGlow = 0.42f;    // share of light that no shadow takes, so that walls stay pale

// Normal at a point p of a facet: the corner normals weighted by barycentric areas, turned towards the eye.
Vec3 facet_normal(const Facet& facet, const Vec3& p, const Vec3& to_eye) {
  const auto& [a, b, c] = facet.corners;
  const Vec3 whole = cross(b - a, c - a);
  const double wb = dot(cross(p - a, c - a), whole), wc = dot(cross(b - a, p - a), whole);
  const double wa = norm2(whole) - wb - wc;
  const Vec3 n = wa * facet.normals[0] + wb * facet.normals[1] + wc * facet.normals[2];
  const Vec3 normal = norm2(n) > 0 ? unit(n) : unit(whole);
  return dot(normal, to_eye) < 0 ? -normal : normal;
}

Vec3 rod_normal(const Rod& rod, const Vec3& p) {
  const Vec3 axis = rod.b - rod.a;
  const double length2 = norm2(axis);
  const double t = length2 > 0 ? std::clamp(dot(p - rod.a, axis) / length2, 0.0, 1.0) : 0;
  return unit(p - rod.a - t * axis);
}

// Rows of pixels [low, high] that an item covers; empty if low > high.
struct RowRange {
  double low, high;
};

RowRange rows_of(const Camera& camera, std::span<const Vec3> corners, double margin) {
  RowRange range{1e9, -1e9};
  for (const Vec3& corner : corners) {
    const Vec3 p = camera.axes_of(corner);
    // A corner behind the eye may appear in any row.
    if (p.z <= camera.near) return {-1e9, 1e9};
    const double y = camera.project(p).y;
    range = {std::min(range.low, y - margin), std::max(range.high, y + margin)};
  }
  return range;
}

RowRange rows_of(const Camera& camera, const Vec3& centre, double radius) {
  const PixelBox box = camera.box(camera.axes_of(centre), radius);
  return {box.y_low, box.y_high};
}

}  // namespace

std::vector<BandItems> sorted_into_bands(const Stage& stage, int height) {
  const int count = (height + kBandRows - 1) / kBandRows;
  std::vector<BandItems> bands(static_cast<std::size_t>(count));
  // Puts an item into all bands that its rows touch.
  const auto put = [&](std::vector<std::uint32_t> BandItems::*list, std::size_t index, const RowRange& rows) {
    if (!(rows.low <= rows.high)) return;
    const int first = static_cast<int>(std::clamp(std::floor(rows.low / kBandRows), 0.0, count * 1.0));
    const int last = static_cast<int>(std::clamp(std::floor(rows.high / kBandRows), -1.0, count - 1.0));
    for (int b = first; b <= last; ++b) (bands[b].*list).push_back(static_cast<std::uint32_t>(index));
  };
  const Camera& camera = stage.camera;
  for (std::size_t i = 0; i < stage.balls.size(); ++i)
    put(&BandItems::balls, i, rows_of(camera, stage.balls[i].centre, stage.balls[i].radius));
  for (std::size_t i = 0; i < stage.rods.size(); ++i) {
    const Rod& rod = stage.rods[i];
    const RowRange a = rows_of(camera, rod.a, rod.radius), b = rows_of(camera, rod.b, rod.radius);
    put(&BandItems::rods, i, {std::min(a.low, b.low), std::max(a.high, b.high)});
  }
  for (std::size_t i = 0; i < stage.solids.size(); ++i)
    put(&BandItems::solids, i, rows_of(camera, stage.solids[i].corners, 0));
  for (std::size_t i = 0; i < stage.walls.size(); ++i)
    put(&BandItems::walls, i, rows_of(camera, stage.walls[i].corners, 0));
  for (std::size_t i = 0; i < stage.edges.size(); ++i)
    put(&BandItems::edges, i,
        rows_of(camera, std::array{stage.edges[i].a, stage.edges[i].b}, stage.edges[i].width));
  return bands;
}

BandPainter::BandPainter(const Stage& stage, const Lighting& lighting, int samples, int width, int height)
    : stage_(stage), lighting_(lighting), grid_{samples, samples * width, 0, 0}, height_(height) {}

void BandPainter::paint(int b, const BandItems& items, Canvas& canvas) {
  start(b);
  add_solids(items);
  add_glass_balls(items);
  add_walls(items);
  add_lines(items);
  resolve(b, canvas);
}

void BandPainter::start(int b) {
  grid_.first_row = b * kBandRows * grid_.samples;
  grid_.rows = std::min(kBandRows, height_ - b * kBandRows) * grid_.samples;
  const std::size_t count = static_cast<std::size_t>(grid_.rows) * static_cast<std::size_t>(grid_.columns);
  hits_.assign(count, {kFar, Kind::nothing, 0});
  glass_.assign(stage_.ball_alpha < 1 ? count : 0, {kFar, Kind::nothing, 0});
  lines_.assign(count, {kFar, 0});
  farthest_layer_.assign(count, -1);
  layers_.clear();
}

void BandPainter::keep_nearest(int k, float depth, Kind kind, std::uint32_t index,
                               std::vector<Hit>& hits) const {
  if (depth < hits[k].depth) hits[k] = {depth, kind, index};
}

void BandPainter::add_solids(const BandItems& items) {
  const Camera& camera = stage_.camera;
  // Translucent balls go to a list of their own.
  std::vector<Hit>& of_balls = stage_.ball_alpha < 1 ? glass_ : hits_;
  for (const std::uint32_t index : items.balls) {
    const Ball& ball = stage_.balls[index];
    visit_ball(camera, grid_, camera.axes_of(ball.centre), ball.radius,
               [&](int k, float depth) { keep_nearest(k, depth, Kind::ball, index, of_balls); });
  }
  for (const std::uint32_t index : items.rods) {
    const Rod& rod = stage_.rods[index];
    visit_rod(camera, grid_, camera.axes_of(rod.a), camera.axes_of(rod.b), rod.radius,
              [&](int k, float depth) { keep_nearest(k, depth, Kind::rod, index, hits_); });
  }
  for (const std::uint32_t index : items.solids) {
    const auto& c = stage_.solids[index].corners;
    visit_triangle(camera, grid_, {camera.axes_of(c[0]), camera.axes_of(c[1]), camera.axes_of(c[2])},
                   [&](int k, float depth) { keep_nearest(k, depth, Kind::solid, index, hits_); });
  }
}

// Only the nearest glass ball of a sample becomes a layer: more layers would only add fog.
void BandPainter::add_glass_balls(const BandItems& items) {
  if (items.balls.empty() || glass_.empty()) return;
  for (std::size_t k = 0; k < glass_.size(); ++k) {
    const Hit& hit = glass_[k];
    if (hit.kind == Kind::nothing || hit.depth >= hits_[k].depth) continue;
    const int sample = static_cast<int>(k);
    add_layer(sample, hit.depth, shaded(sample, hit), stage_.ball_alpha);
  }
}

void BandPainter::add_walls(const BandItems& items) {
  const Camera& camera = stage_.camera;
  for (const std::uint32_t index : items.walls) {
    const Facet& wall = stage_.walls[index];
    const auto& c = wall.corners;
    visit_triangle(
        camera, grid_, {camera.axes_of(c[0]), camera.axes_of(c[1]), camera.axes_of(c[2])},
        [&](int k, float depth) {
          if (depth >= hits_[k].depth) return;
          const Vec3 p = place(k, depth);
          // A back wall is pale over bodies; a front wall disappears there.
          const float over = hits_[k].depth == kFar ? 1 : wall.front ? 0 : kOverGrains;
          const float alpha = wall.alpha * over * (wall.fading ? faded(p) : 1);
          if (alpha < 1e-3f) return;
          const Vec3 normal = facet_normal(wall, p, camera.towards_eye(p));
          const Rgb colour = wall.front ? wall.colour : light(k, {p, normal, wall.colour, 0, kWallGlow});
          add_layer(k, depth, colour, alpha);
        });
  }
}

// Each sample keeps its nearest line alone, so that joints are not darker than the lines.
void BandPainter::add_lines(const BandItems& items) {
  const Camera& camera = stage_.camera;
  const auto before_wall = static_cast<float>(0.003 * stage_.reach);
  for (const std::uint32_t index : items.edges) {
    const Edge& edge = stage_.edges[index];
    visit_line(camera, grid_, camera.axes_of(edge.a), camera.axes_of(edge.b), edge.width,
               [&](int k, float depth) {
                 depth -= before_wall;
                 if (depth >= hits_[k].depth || depth >= lines_[k].depth) return;
                 lines_[k] = {depth, edge.alpha * (edge.fading ? faded(place(k, depth)) : 1), edge.colour};
               });
  }
  for (std::size_t k = 0; k < lines_.size(); ++k)
    if (lines_[k].alpha > 1e-3f)
      add_layer(static_cast<int>(k), lines_[k].depth, lines_[k].colour, lines_[k].alpha);
}

// The layers of a sample form a linked list from the farthest to the nearest.
void BandPainter::add_layer(int k, float depth, const Rgb& colour, float alpha) {
  const int added = static_cast<int>(layers_.size());
  int before = -1, after = farthest_layer_[k];
  while (after >= 0 && layers_[after].depth > depth) {
    before = after;
    after = layers_[after].next;
  }
  layers_.push_back({colour, alpha, depth, after});
  (before < 0 ? farthest_layer_[k] : layers_[before].next) = added;
}

// The mean of a pixel's samples: each is the background or a solid surface, with its layers mixed over it.
void BandPainter::resolve(int b, Canvas& canvas) {
  const int s = grid_.samples;
  const float share = 1 / static_cast<float>(s * s);
  for (int y = 0; y < grid_.rows / s; ++y)
    for (int x = 0; x < canvas.width; ++x) {
      Rgb& pixel = canvas.at(x, b * kBandRows + y);
      Rgb sum;
      for (int part = 0; part < s * s; ++part) {
        const int k = (y * s + part / s) * grid_.columns + x * s + part % s;
        Rgb colour = hits_[k].kind == Kind::nothing ? pixel : shaded(k, hits_[k]);
        for (int l = farthest_layer_[k]; l >= 0; l = layers_[l].next)
          colour = mix(colour, layers_[l].colour, layers_[l].alpha);
        sum = sum + share * colour;
      }
      pixel = sum;
    }
}

Vec3 BandPainter::place(int k, double depth) const {
  return stage_.camera.world_of(
      stage_.camera.point(grid_.x(k % grid_.columns), grid_.y(k / grid_.columns), depth));
}

Rgb BandPainter::shaded(int k, const Hit& hit) const {
  const Vec3 p = place(k, hit.depth);
  if (hit.kind == Kind::ball) {
    const Ball& ball = stage_.balls[hit.index];
    return light(k, {p, unit(p - ball.centre), ball.colour, 0.25f});
  }
  if (hit.kind == Kind::rod) {
    const Rod& rod = stage_.rods[hit.index];
    return light(k, {p, rod_normal(rod, p), rod.colour, 0.25f});
  }
  const Facet& facet = stage_.solids[hit.index];
  return light(k, {p, facet_normal(facet, p, stage_.camera.towards_eye(p)), facet.colour, 0.1f});
}

Rgb BandPainter::light(int k, const SurfacePoint& point) const {
  const int column = k % grid_.columns, row = grid_.first_row + k / grid_.columns;
  // The samples of one pixel use the groups of lights in turn. With a single sample per pixel, neighbouring
  // pixels do.
  const int turn = std::max(2, grid_.samples);
  const int group = (column % turn + turn * (row % turn)) % Lighting::kGroups;
  return lighting_.shade(point, group,
                         static_cast<std::uint32_t>(row) * 65537u + static_cast<std::uint32_t>(column));
}

float BandPainter::faded(const Vec3& place) const {
  // Distance from the region. Height counts twelvefold, so that upright planes end soon above and below it.
  Vec3 away = max(place - stage_.high, max(stage_.low - place, Vec3{}));
  away.z *= 12;
  const auto s = static_cast<float>(std::clamp(1 - norm(away) / stage_.fading, 0.0, 1.0));
  return s * s * (3 - 2 * s);
}

}  // namespace cairn::picture
