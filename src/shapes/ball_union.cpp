#include "shapes/ball_union.h"

#include <algorithm>
#include <numbers>

#include "math/gauss.h"

namespace cairn {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kAccuracy = 1e-14;  // of r³, in each interval
constexpr int kHalvings = 12;
constexpr int kHeights = 16, kAngles = 10;  // points of Gauss' rule between two heights; on a quarter circle

// --- Heights at which the slice changes
// The lowest and highest point of the circle that two spheres share.
void add_pair(const Ball& a, const Ball& b, std::vector<double>& heights) {
  const Vec3 to = b.centre - a.centre;
  const double d = norm(to), r = a.radius, s = b.radius;
  if (d >= r + s || d <= std::abs(r - s)) return;
  const double along = 0.5 * (d + (r * r - s * s) / d), rho = std::sqrt(r * r - along * along);
  const double middle = a.centre.z + along * to.z / d, reach = rho * std::hypot(to.x, to.y) / d;
  heights.push_back(middle - reach);
  heights.push_back(middle + reach);
}

// The two points where three spheres meet: on the line in which the planes of two common circles cross.
void add_triple(const Ball& a, const Ball& b, const Ball& c, std::vector<double>& heights) {
  const Vec3 p = b.centre - a.centre, q = c.centre - a.centre, axis = cross(p, q);
  const double across = norm2(axis), r2 = a.radius * a.radius;
  if (across <= 1e-24 * norm2(p) * norm2(q)) return;
  const double u = 0.5 * (norm2(p) + r2 - b.radius * b.radius),
               v = 0.5 * (norm2(q) + r2 - c.radius * c.radius);
  // x·p = u, x·q = v
  const Vec3 foot = (u * cross(q, axis) + v * cross(axis, p)) / across;
  const double left = r2 - norm2(foot);
  if (left <= 0) return;
  const double rise = std::sqrt(left / across) * axis.z;
  heights.push_back(a.centre.z + foot.z - rise);
  heights.push_back(a.centre.z + foot.z + rise);
}

// Heights at which the exposed surface of the first ball changes.
std::vector<double> heights_of(std::span<const Ball> balls) {
  const Ball& own = balls[0];
  const double low = own.centre.z - own.radius, high = own.centre.z + own.radius;
  std::vector<double> heights{low, high};
  for (std::size_t j = 1; j < balls.size(); ++j) {
    add_pair(own, balls[j], heights);
    for (std::size_t k = 1; k < j; ++k) add_triple(own, balls[k], balls[j], heights);
  }
  for (double& z : heights) z = std::clamp(z, low, high);
  std::ranges::sort(heights);
  return heights;
}

// --- One slice
struct Circle {
  double x = 0, y = 0, rho = 0;
};
struct Arc {
  double from = 0, to = 0;
};

// The arcs of the first circle that no other disc covers.
void free_arcs(std::span<const Circle> circles, std::vector<Arc>& covered, std::vector<Arc>& free) {
  covered.clear();
  free.clear();
  const Circle& own = circles[0];
  for (const Circle& other : circles.subspan(1)) {
    const double x = other.x - own.x, y = other.y - own.y, d = std::hypot(x, y), rho = other.rho;
    if (d >= own.rho + rho || own.rho >= d + rho) continue;
    if (rho >= d + own.rho) return;
    const double half =
        std::acos(std::clamp((d * d + own.rho * own.rho - rho * rho) / (2 * d * own.rho), -1.0, 1.0));
    const double middle = std::atan2(y, x), from = middle - half, to = middle + half;
    // Keep angles within -π ... π: an arc across ±π becomes two.
    if (from < -kPi) covered.push_back({from + 2 * kPi, kPi});
    if (to > kPi) covered.push_back({-kPi, to - 2 * kPi});
    covered.push_back({std::max(from, -kPi), std::min(to, kPi)});
  }
  // The free arcs are the gaps between the covered ones.
  std::ranges::sort(covered, {}, &Arc::from);
  double end = -kPi;
  for (const Arc& arc : covered) {
    if (arc.from > end) free.push_back({end, arc.from});
    end = std::max(end, arc.to);
  }
  if (end < kPi) free.push_back({end, kPi});
}

// Area and moments of one slice.
struct Slice {
  double area = 0, x = 0, y = 0, xx = 0, yy = 0, xy = 0;
};

void add_arc(const Circle& circle, const Arc& arc, Slice& slice) {
  const int pieces = 1 + static_cast<int>((arc.to - arc.from) / (0.5 * kPi));
  const double length = (arc.to - arc.from) / pieces;
  for (int k = 0; k < pieces; ++k)
    for (const auto& [at, weight] : gauss_rule<kAngles>()) {
      const double phi = arc.from + length * (k + at), c = std::cos(phi), s = std::sin(phi);
      const double x = circle.x + circle.rho * c, y = circle.y + circle.rho * s;
      const double dy = length * weight * circle.rho * c, dx = -length * weight * circle.rho * s;
      slice.area += x * dy;
      slice.x += x * x / 2 * dy;
      slice.y -= y * y / 2 * dx;
      slice.xx += x * x * x / 3 * dy;
      slice.yy -= y * y * y / 3 * dx;
      slice.xy += x * x * y / 2 * dy;
    }
}

// Integrals over the surface of the first ball outside the others.
class Exposed {
 public:
  explicit Exposed(std::span<const Ball> balls) : balls_(balls) {}

  // Halves the interval until the result no longer changes: a square root may begin just outside it.
  Moments between(double low, double high, int depth) {
    const Moments whole = by_gauss(low, high);
    const double middle = 0.5 * (low + high), r = balls_[0].radius;
    Moments halves = by_gauss(low, middle);
    halves += by_gauss(middle, high);
    if (depth == 0 || std::abs(halves.volume - whole.volume) < kAccuracy * r * r * r) return halves;
    Moments sum = between(low, middle, depth - 1);
    return sum += between(middle, high, depth - 1);
  }

 private:
  Moments by_gauss(double low, double high) {
    const double middle = 0.5 * (low + high), half = 0.5 * (high - low);
    Moments sum;
    for (const auto& [at, weight] : gauss_rule<kHeights>()) {
      const double z = middle - half * std::cos(kPi * at), dz = half * std::sin(kPi * at) * kPi * weight;
      sum += dz * slice_at(z);
    }
    return sum;
  }

  Moments slice_at(double z) {
    const auto rho2 = [&](const Ball& b) {
      return b.radius * b.radius - (z - b.centre.z) * (z - b.centre.z);
    };
    if (rho2(balls_[0]) <= 0) return {};
    circles_.clear();
    for (const Ball& ball : balls_)
      if (rho2(ball) > 0) circles_.push_back({ball.centre.x, ball.centre.y, std::sqrt(rho2(ball))});
    free_arcs(circles_, covered_, free_);
    Slice slice;
    for (const Arc& arc : free_) add_arc(circles_[0], arc, slice);
    const Vec3 first{slice.x, slice.y, z * slice.area};
    return {
        slice.area, first, {{slice.xx, slice.xy, z * slice.x}, {slice.xy, slice.yy, z * slice.y}, z * first}};
  }

  std::span<const Ball> balls_;
  std::vector<Circle> circles_;
  std::vector<Arc> covered_, free_;
};

void add_surface(std::span<const Ball> balls, Moments& sum) {
  const std::vector<double> heights = heights_of(balls);
  Exposed exposed(balls);
  for (std::size_t k = 0; k + 1 < heights.size(); ++k)
    sum += exposed.between(heights[k], heights[k + 1], kHalvings);
}

}  // namespace

Moments moments_of_balls(std::span<const Ball> balls) {
  Moments sum;
  std::vector<Ball> near;
  for (std::size_t i = 0; i < balls.size(); ++i) {
    const Ball& own = balls[i];
    near.assign(1, own);
    bool hidden = false;
    for (std::size_t j = 0; j < balls.size() && !hidden; ++j) {
      if (j == i) continue;
      const double d = norm(balls[j].centre - own.centre), r = balls[j].radius;
      // If two balls are equal, the first one counts.
      hidden = d + own.radius < r || (d + own.radius == r && (d > 0 || j < i));
      if (d < own.radius + r && own.radius < d + r) near.push_back(balls[j]);
    }
    if (!hidden) add_surface(near, sum);
  }
  return sum;
}

}  // namespace cairn
