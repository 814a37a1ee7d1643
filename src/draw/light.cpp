#include "draw/light.h"

#include <algorithm>
#include <numbers>

namespace cairn::picture {
namespace {

constexpr int kSkyDirections = 64, kSunDirections = 16;
constexpr double kSkyLight = 0.60, kSunLight = 0.62;  // on a surface that faces the light
constexpr float kSpareLight = 0.05f;                  // even in the deepest hole
constexpr double kSunSpread = 0.10;                   // radius of the sun [rad]
constexpr double kSkyTexels = 9, kSunTexels = 24;     // across a typical ball
constexpr float kJitter = 0.9f;                       // texels

Vec3f narrowed(const Vec3& a) {
  return {static_cast<float>(a.x), static_cast<float>(a.y), static_cast<float>(a.z)};
}

// The k-th of n directions spread evenly over the sphere: a spiral with equal areas and golden angles.
Vec3 spiral(int k, int n) {
  const double z = 1 - (2 * k + 1.0) / n, r = std::sqrt(1 - z * z),
               turn = k * std::numbers::pi * (3 - std::sqrt(5.0));
  return {r * std::cos(turn), r * std::sin(turn), z};
}

// The k-th of n points spread evenly over the unit disc.
std::array<double, 2> sunflower(int k, int n) {
  const double r = std::sqrt((k + 0.5) / n), turn = k * std::numbers::pi * (3 - std::sqrt(5.0));
  return {r * std::cos(turn), r * std::sin(turn)};
}

// Light from above is stronger: 1 at the zenith, 0.4 at the nadir.
double sky_strength(const Vec3& direction) { return 0.40 + 0.60 * (0.5 + 0.5 * direction.z); }

// The sun stands behind the viewer's left shoulder.
Vec3 sun_direction(const Camera& camera) {
  const Vec3 back = unit(Vec3{-camera.forward.x, -camera.forward.y, 0} + 1e-3 * camera.up);
  return unit(-0.62 * camera.right + 0.50 * back + Vec3{0, 0, 1.05});
}

// Hashes n into two numbers in [-1/2, 1/2).
std::array<float, 2> scattered(std::uint32_t n) {
  n = (n ^ (n >> 16)) * 0x7feb352du;
  n = (n ^ (n >> 15)) * 0x846ca68bu;
  n ^= n >> 16;
  return {static_cast<float>(n & 0xffff) / 65536 - 0.5f, static_cast<float>(n >> 16) / 65536 - 0.5f};
}

}  // namespace

LightMap::LightMap(const Vec3& direction, int size)
    : direction_(narrowed(direction)),
      across_(narrowed(perpendicular(direction))),
      along_(narrowed(cross(direction, perpendicular(direction)))),
      size_(static_cast<std::size_t>(size)),
      half_(0.5f * static_cast<float>(size)),
      heights_(size_ * size_, -1e30f) {}

void LightMap::add_ball(const Vec3& centre, double radius) {
  const Vec3f c = narrowed(centre);
  is_empty_ = false;
  const float r = half_ * static_cast<float>(radius), top = dot(c, direction_);
  const float x = half_ * (1 + dot(c, across_)), y = half_ * (1 + dot(c, along_));
  const auto last = static_cast<float>(size_) - 1;
  if (!(x + r > 0 && y + r > 0 && x - r < last && y - r < last)) return;
  // The texels that the ball covers keep the larger height.
  const auto i_low = static_cast<int>(std::max(0.0f, std::ceil(x - r - 0.5f)));
  const auto i_high = static_cast<int>(std::min(last, std::floor(x + r - 0.5f)));
  const auto j_low = static_cast<int>(std::max(0.0f, std::ceil(y - r - 0.5f)));
  const auto j_high = static_cast<int>(std::min(last, std::floor(y + r - 0.5f)));
  for (int j = j_low; j <= j_high; ++j) {
    const float dy = static_cast<float>(j) + 0.5f - y, rest = r * r - dy * dy;
    float* row = heights_.data() + static_cast<std::size_t>(j) * size_;
    for (int i = i_low; i <= i_high; ++i) {
      const float dx = static_cast<float>(i) + 0.5f - x, square = rest - dx * dx;
      const float height = square > 0 ? top + std::sqrt(square) / half_ : -1e30f;
      row[i] = std::max(row[i], height);
    }
  }
}

void LightMap::add_triangle(const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3f corners[3]{narrowed(a), narrowed(b), narrowed(c)};
  float x[3], y[3], h[3];
  // Corners in texels across the light, and heights along it.
  for (int k = 0; k < 3; ++k) {
    x[k] = half_ * (1 + dot(corners[k], across_));
    y[k] = half_ * (1 + dot(corners[k], along_));
    h[k] = dot(corners[k], direction_);
  }
  const float area = (x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0]);
  if (area == 0) return;
  is_empty_ = false;
  // The texels inside the triangle keep the larger height, interpolated by barycentric weights.
  const auto bound = [&](float v) {
    return static_cast<int>(std::clamp(v, 0.0f, static_cast<float>(size_)));
  };
  const int j_high = bound(std::ceil(std::max({y[0], y[1], y[2]}))),
            i_high = bound(std::ceil(std::max({x[0], x[1], x[2]})));
  for (int j = bound(std::min({y[0], y[1], y[2]})); j < j_high; ++j)
    for (int i = bound(std::min({x[0], x[1], x[2]})); i < i_high; ++i) {
      const float px = static_cast<float>(i) + 0.5f, py = static_cast<float>(j) + 0.5f;
      const float w1 = ((px - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (py - y[0])) / area;
      const float w2 = ((x[1] - x[0]) * (py - y[0]) - (px - x[0]) * (y[1] - y[0])) / area;
      if (w1 < 0 || w2 < 0 || w1 + w2 > 1) continue;
      float& height = heights_[static_cast<std::size_t>(j) * size_ + static_cast<std::size_t>(i)];
      height = std::max(height, h[0] + w1 * (h[1] - h[0]) + w2 * (h[2] - h[0]));
    }
}

Lighting::Lighting(const Stage& stage)
    : camera_(stage.camera), middle_(stage.middle), sun_(sun_direction(stage.camera)), reach_(stage.reach) {
  // The maps resolve a typical ball. The sun has the sharper shadows, so its maps are finer.
  const double grains = stage.grain > 0 ? stage.reach / stage.grain : 0;
  const int sky_size = static_cast<int>(std::clamp(kSkyTexels * grains, 384.0, 480.0));
  const int sun_size = static_cast<int>(std::clamp(kSunTexels * grains, 768.0, 1024.0));

  // The strengths are scaled so that a level surface gets kSkyLight from an open sky.
  double all = 0;
  for (int k = 0; k < kSkyDirections; ++k) {
    const Vec3 d = spiral(k, kSkyDirections);
    all += std::max(0.0, d.z) * sky_strength(d);
  }
  for (int k = 0; k < kSkyDirections; ++k) {
    const Vec3 d = spiral(k, kSkyDirections);
    add_light(d, kSkyLight * sky_strength(d) / all, Source::sky, sky_size, stage);
  }
  // The sun is a small disc of directions.
  const Vec3 t = perpendicular(sun_), s = cross(sun_, t);
  for (int k = 0; k < kSunDirections; ++k) {
    const auto [a, b] = sunflower(k, kSunDirections);
    add_light(unit(sun_ + kSunSpread * (a * t + b * s)), kSunLight / kSunDirections, Source::sun, sun_size,
              stage);
  }
}

void Lighting::add_light(const Vec3& direction, double strength, Source source, int size,
                         const Stage& stage) {
  LightMap map(direction, size);
  const auto placed = [&](const Vec3& a) { return (a - middle_) / reach_; };
  if (stage.ball_alpha >= 1)
    for (const Ball& ball : stage.balls) map.add_ball(placed(ball.centre), ball.radius / reach_);
  for (const Facet& f : stage.solids)
    map.add_triangle(placed(f.corners[0]), placed(f.corners[1]), placed(f.corners[2]));
  // The light goes to the smallest group. Each group is as bright as all lights together.
  std::size_t fewest = 0;
  for (std::size_t g = 1; g < kGroups; ++g)
    if (groups_[g].size() < groups_[fewest].size()) fewest = g;
  groups_[fewest].push_back({std::move(map), static_cast<float>(strength * kGroups), source});
}

Rgb Lighting::shade(const SurfacePoint& point, int group, std::uint32_t noise) const {
  constexpr Rgb kSky{0.97f, 1.0f, 1.04f}, kSun{1.03f, 1.0f, 0.95f};
  const Vec3f n = narrowed(point.normal);
  const Vec3f p = narrowed((point.position - middle_) / reach_);
  const auto [du, dv] = scattered(noise);
  // Light of the sky and of the sun, and the share of the sun that is seen.
  float sky = 0, sun = 0, seen = 0, suns = 0;
  for (const Light& light : groups_[group]) {
    const float facing = dot(n, light.map.direction());
    suns += light.is_sun() ? 1.0f : 0.0f;
    if (facing <= 0) continue;
    const float open = light.map.open_share(p, n, kJitter * du, kJitter * dv);
    (light.is_sun() ? sun : sky) += open * facing * light.strength;
    seen += light.is_sun() ? open : 0.0f;
  }
  // A small highlight of the sun; rims are a little darker, so that grains stand apart.
  const Vec3 to_eye = camera_.towards_eye(point.position);
  const auto facing_eye = static_cast<float>(std::clamp(dot(point.normal, to_eye), 0.0, 1.0));
  const double half = std::max(0.0, dot(point.normal, unit(to_eye + sun_)));
  const float shine = point.gloss * static_cast<float>(std::pow(half, 48)) * (suns > 0 ? seen / suns : 0);
  const float rim = 1 - point.gloss * (1 - facing_eye) * (1 - facing_eye) * 1.2f;
  const Rgb light = mix((sky + kSpareLight) * kSky + sun * kSun, {1, 1, 1}, point.glow);
  return rim * (point.colour * light) + Rgb{shine, shine, shine};
}

}  // namespace cairn::picture
