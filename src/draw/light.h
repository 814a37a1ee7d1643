// Light of a picture: a sky of many directions and a soft sun. Each direction has a map of the highest
// surface seen along it, so that grains shade each other. A surface with albedo c and normal n receives
//   c Σ_k L_k max(0, n·d_k) V_k,    V_k = 1 if nothing stands in direction d_k, else 0.
// The directions are split into a few groups. Neighbouring samples use the groups in turn, so that their mean
// has the light of all directions.
#pragma once

#include <cstdint>
#include <vector>

#include "draw/stage.h"
#include "math/vec3.h"

namespace cairn::picture {

struct Vec3f {
  float x = 0, y = 0, z = 0;
};
constexpr float dot(const Vec3f& a, const Vec3f& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

// Heights of the topmost surfaces above a plane normal to the light. Lengths are in units of the stage's
// reach and count from its middle: the map is the square [-1, 1]².
class LightMap {
 public:
  LightMap(const Vec3& direction, int size);
  void add_ball(const Vec3& centre, double radius);
  void add_triangle(const Vec3& a, const Vec3& b, const Vec3& c);
  const Vec3f& direction() const { return direction_; }
  // Share of the light that reaches the point, between 0 and 1. Each of the four nearest texels counts with
  // its bilinear weight if it has nothing above the point. The point is lifted along the normal n, so that it
  // does not shade itself; (du, dv) shifts it by texels.
  float open_share(const Vec3f& point, const Vec3f& n, float du, float dv) const {
    if (is_empty_) return 1;
    const float lift = kLift / half_;
    const Vec3f p{point.x + lift * n.x, point.y + lift * n.y, point.z + lift * n.z};
    const float x = half_ * (1 + dot(p, across_)) + du - 0.5f, y = half_ * (1 + dot(p, along_)) + dv - 0.5f;
    if (!(x >= 0 && y >= 0 && x < 2 * half_ - 2 && y < 2 * half_ - 2)) return 1;
    const auto i = static_cast<std::size_t>(x), j = static_cast<std::size_t>(y);
    const float s = x - static_cast<float>(i), t = y - static_cast<float>(j), height = dot(p, direction_);
    const float *low = heights_.data() + j * size_ + i, *high = low + size_;
    const auto open = [height](float top) { return static_cast<float>(height >= top); };  // no branch
    const float below = (1 - s) * open(low[0]) + s * open(low[1]);
    const float above = (1 - s) * open(high[0]) + s * open(high[1]);
    return (1 - t) * below + t * above;
  }

 private:
  static constexpr float kLift = 1.2f;  // texels

  Vec3f direction_, across_, along_;
  bool is_empty_ = true;
  std::size_t size_;
  float half_;
  std::vector<float> heights_;
};

// A point to be lit. The normal points to the eye's side.
struct SurfacePoint {
  Vec3 position, normal;
  Rgb colour;
  float gloss = 0;  // strength of the highlight
  float glow = 0;   // share of the light that no shadow takes away
};

class Lighting {
 public:
  static constexpr int kGroups = 4;

  explicit Lighting(const Stage& stage);
  // Linear light towards the eye. `noise` is any number that differs between samples; it blurs the edges of
  // shadows.
  Rgb shade(const SurfacePoint& point, int group, std::uint32_t noise) const;

 private:
  enum class Source { sky, sun };
  struct Light {
    LightMap map;
    float strength;
    Source source;
    bool is_sun() const { return source == Source::sun; }
  };
  void add_light(const Vec3& direction, double strength, Source source, int size, const Stage& stage);

  const Camera& camera_;
  Vec3 middle_, sun_;
  double reach_;
  std::vector<Light> groups_[kGroups];
};

}  // namespace cairn::picture
