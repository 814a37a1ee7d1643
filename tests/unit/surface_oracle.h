// Signed distance of a point from a shape by brute force: the surface as parametrised patches, a grid search
// on each and a pattern search from its best point. Shares no formula with the code under test.
#pragma once

#include <functional>

#include "unit/shape_samples.h"

namespace cairn::samples {

struct Patch {
  std::function<Vec3(double, double)> at;  // parameters in [0, 1] x [0, 1]; the first may be periodic
  bool periodic = false;
};

inline Vec3 on_ring(double u, double rho, double z) {
  const double phi = 2 * std::numbers::pi * u;
  return {rho * std::cos(phi), rho * std::sin(phi), z};
}

// The sheet between two rings over azimuth and height. A search can be lost at the axis, where all azimuths
// are one point; there the second way helps: over x and y, pulled to the nearest ring where these lie beyond.
inline Patch polar_patch(double rho0, double z0, double rho1, double z1) {
  return {[=](double u, double v) { return on_ring(u, rho0 + v * (rho1 - rho0), z0 + v * (z1 - z0)); }, true};
}
inline Patch plan_patch(double rho0, double z0, double rho1, double z1) {
  const double least = std::min(rho0, rho1), most = std::max(rho0, rho1);
  return {[=](double u, double v) {
    const double x = most * (2 * u - 1), y = most * (2 * v - 1), r = std::hypot(x, y);
    const double rho = std::clamp(r, least, most), pull = r > 0 ? rho / r : 0;
    return Vec3{pull * x, pull * y, z0 + (rho - rho0) / (rho1 - rho0) * (z1 - z0)};
  }};
}

inline Patch face_patch(const Vec3& half, int face) {
  return {[=](double u, double v) {
    Vec3 p;
    const int axis = face / 2;
    p[axis] = face % 2 == 0 ? -half[axis] : half[axis];
    p[(axis + 1) % 3] = (2 * u - 1) * half[(axis + 1) % 3];
    p[(axis + 2) % 3] = (2 * v - 1) * half[(axis + 2) % 3];
    return p;
  }};
}

// Thin sheets have no inside.
struct Oracle {
  std::vector<Patch> patches;
  std::function<bool(const Vec3&)> is_inside = [](const Vec3&) { return false; };

  Oracle& add_ring(double rho0, double z0, double rho1, double z1) {
    patches.push_back(polar_patch(rho0, z0, rho1, z1));
    if (rho0 != rho1) patches.push_back(plan_patch(rho0, z0, rho1, z1));
    return *this;
  }

  double distance(const Vec3& p) const {
    double best = kInfinity;
    for (const Patch& patch : patches) best = std::min(best, nearest(patch, p));
    return is_inside(p) ? -best : best;
  }

  // The best of several searches from different parts of the patch.
  static double nearest(const Patch& patch, const Vec3& p) {
    constexpr int n = 16, strips = 4;
    double best = kInfinity;
    for (int strip = 0; strip < strips; ++strip) {
      double u = 0, v = 0, least = kInfinity;
      for (int i = strip * n / strips; i < (strip + 1) * n / strips; ++i)
        for (int j = 0; j < n; ++j) {
          const double d = norm(patch.at((i + 0.5) / n, (j + 0.5) / n) - p);
          if (d < least) least = d, u = (i + 0.5) / n, v = (j + 0.5) / n;
        }
      best = std::min(best, search(patch, p, u, v));
    }
    return best;
  }

  // Steps in directions that turn on by the golden angle, longer after a success and shorter after eight
  // failures.
  static double search(const Patch& patch, const Vec3& p, double u, double v) {
    double best = norm(patch.at(u, v) - p), angle = 0;
    for (double step = 1.0 / 16; step > 1e-11;) {
      bool better = false;
      for (int k = 0; k < 8 && !better; ++k) {
        angle += std::numbers::pi * (3 - std::sqrt(5.0));
        const double un = u + step * std::cos(angle), vn = std::clamp(v + step * std::sin(angle), 0.0, 1.0);
        const double uc = patch.periodic ? un : std::clamp(un, 0.0, 1.0);
        if (const double d = norm(patch.at(uc, vn) - p); d < best) best = d, u = uc, v = vn, better = true;
      }
      step *= better ? 1.5 : 0.5;
    }
    return best;
  }
};

inline bool in_box(const Vec3& p, const Vec3& half) {
  return std::abs(p.x) < half.x && std::abs(p.y) < half.y && std::abs(p.z) < half.z;
}

struct MakeOracle {
  Oracle operator()(const Sphere& s) const {
    // The faces of a cube blown up: no poles for the search to be lost at.
    Oracle oracle{{}, [=](const Vec3& p) { return norm(p) < s.radius; }};
    for (int f = 0; f < 6; ++f)
      oracle.patches.push_back({[=, face = face_patch({1, 1, 1}, f)](double u, double v) {
        return s.radius * unit(face.at(u, v));
      }});
    return oracle;
  }
  Oracle operator()(const Disc& s) const { return (*this)(Sphere{s.radius}); }
  Oracle operator()(const Box& s) const {
    Oracle oracle{{}, [=](const Vec3& p) { return in_box(p, s.half); }};
    for (int f = 0; f < 6; ++f) oracle.patches.push_back(face_patch(s.half, f));
    return oracle;
  }
  Oracle operator()(const Cylinder& s) const {
    const double r = s.radius, h = s.half_height;
    Oracle oracle{{}, [=](const Vec3& p) { return std::hypot(p.x, p.y) < r && std::abs(p.z) < h; }};
    return oracle.add_ring(r, -h, r, h).add_ring(0, -h, r, -h).add_ring(0, h, r, h);
  }
  Oracle operator()(const Cone& s) const {
    const double r = s.radius, h = s.height, base = -h / 4;
    Oracle oracle{
        {}, [=](const Vec3& p) { return p.z > base && std::hypot(p.x, p.y) < r * (1 - (p.z - base) / h); }};
    return oracle.add_ring(0, base, r, base).add_ring(r, base, 0, base + h);
  }
  Oracle operator()(const Plane&) const {
    return {{{[](double u, double v) {
              return Vec3{20 * u - 10, 20 * v - 10, 0};
            }}},
            [](const Vec3& p) { return p.z < 0; }};
  }
  Oracle operator()(const Container& s) const {
    Oracle oracle;
    for (int f = 0; f < 6; ++f)
      if ((s.open & 1 << f) == 0) oracle.patches.push_back(face_patch(s.half, f));
    if (s.open == 0) oracle.is_inside = [=](const Vec3& p) { return !in_box(p, s.half); };
    return oracle;
  }
  Oracle operator()(const Drum& s) const {
    const double r = s.radius, h = std::min(s.half_length, 10.0);
    Oracle oracle;
    oracle.add_ring(r, -h, r, h);
    if (s.open) return oracle;
    if (s.half_length < kInfinity) oracle.add_ring(0, -h, r, -h).add_ring(0, h, r, h);
    oracle.is_inside = [=](const Vec3& p) { return std::hypot(p.x, p.y) > r || std::abs(p.z) > h; };
    return oracle;
  }
  Oracle operator()(const Tube& s) const {
    return Oracle{}.add_ring(s.radius, -s.half_length, s.radius, s.half_length);
  }
  Oracle operator()(const Cup& s) const {
    return Oracle{}.add_ring(0, 0, s.radius, 0).add_ring(s.radius, 0, s.radius, s.height);
  }
  Oracle operator()(const Funnel& s) const {
    return Oracle{}.add_ring(s.radius_bottom, -s.height / 2, s.radius_top, s.height / 2);
  }
};

// Those without an oracle here have one of their own.
template <class T>
concept HasOracle = requires(const MakeOracle& make, const T& shape) {
  make.operator()(shape);
};

inline Oracle oracle_of(const Shape& shape) {
  return std::visit(
      []<class T>(const T& s) {
        if constexpr (HasOracle<T>) return MakeOracle{}(s);
        return Oracle{};
      },
      shape);
}

}  // namespace cairn::samples
