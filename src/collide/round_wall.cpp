#include "collide/round_wall.h"

#include <array>
#include <numbers>

#include "collide/closest.h"
#include "collide/convex_contacts.h"
#include "collide/merge.h"

namespace cairn {
namespace {

constexpr int kSamples = 32;           // around the axis
constexpr int kBisections = 48;        // golden sections of an azimuth: to the last bits
constexpr double kSideNormal = 0.999;  // least cosine to the side's normal for a contact from outside
constexpr double kSame = 1e-3;         // of the body's size: closer contacts are merged
constexpr std::uint32_t kRimLow = 0x100, kRimHigh = 0x200, kLobe = 0x400;

double azimuth(int k) { return 2 * std::numbers::pi * k / kSamples; }
Vec3 radial(double phi) { return {std::cos(phi), std::sin(phi), 0}; }

// The radial directions of all samples.
const std::array<Vec3, kSamples>& sampled_directions() {
  static const std::array<Vec3, kSamples> table = [] {
    std::array<Vec3, kSamples> all;
    for (int k = 0; k < kSamples; ++k) all[k] = radial(azimuth(k));
    return all;
  }();
  return table;
}

using Samples = std::array<double, kSamples>;

// Visits every local maximum of f(φ): finds it among the samples that are at least `worth`, then refines it
// by golden sections.
template <class F, class Visit>
void each_maximum(const Samples& sample, double worth, F&& f, Visit&& visit) {
  constexpr double kGolden = 0.6180339887498949;
  for (int k = 0; k < kSamples; ++k) {
    const double before = sample[(k + kSamples - 1) % kSamples], after = sample[(k + 1) % kSamples];
    if (sample[k] <= before || sample[k] < after || sample[k] < worth) continue;
    double low = azimuth(k - 1), high = azimuth(k + 1);
    double p = high - kGolden * (high - low), q = low + kGolden * (high - low), fp = f(p), fq = f(q);
    for (int step = 0; step < kBisections; ++step) {
      if (fp >= fq) {
        high = q;
        q = p;
        fq = fp;
        p = high - kGolden * (high - low);
        fp = f(p);
      } else {
        low = p;
        p = q;
        fp = fq;
        q = low + kGolden * (high - low);
        fq = f(q);
      }
    }
    visit(0.5 * (low + high));
  }
}

// The azimuths of the maxima of f above `least`, from right to left as seen from the axis towards the body.
// Between two samples f grows by at most `growth`.
template <class F>
SmallVector<double, 8> maxima(const Samples& sample, double growth, F&& f, double least, const Convex& body) {
  SmallVector<double, 8> found;
  each_maximum(sample, least - growth, f, [&](double phi) {
    if (f(phi) > least) found.push_back(phi);
  });
  const double centre = std::atan2(body.position.y, body.position.x);
  std::sort(found.begin(), found.end(), [&](double p, double q) {
    return std::remainder(p - centre, 2 * std::numbers::pi) <
           std::remainder(q - centre, 2 * std::numbers::pi);
  });
  return found;
}

// Feature offset: 0 for a single contact; 1, 2 ... times kLobe, from right to left, for several.
std::uint32_t lobe(std::size_t k, std::size_t count) {
  return count == 1 ? 0 : kLobe * static_cast<std::uint32_t>(k + 1);
}

// Radius of a ball about the body's origin that holds the body with its rounding.
double bound(const Convex& body) {
  if (body.shape == nullptr) return kInfinity;
  return is_round(*body.shape) ? body.rounding : bounding_radius(*body.shape);
}

// The meridian line m·x = c of a round wall.
struct Side {
  MeridianPoint m;  // normal, away from the axis
  double c = 0;     // m·x on the wall
  explicit Side(const RoundWall& wall) {
    const double dz = wall.high.z - wall.low.z, dr = wall.high.rho - wall.low.rho;
    const double length = wall.endless ? 1 : std::hypot(dz, dr);
    m = wall.endless ? MeridianPoint{1, 0} : MeridianPoint{dz / length, -dr / length};
    c = m.rho * wall.low.rho + (wall.endless ? 0 : m.z * wall.low.z);
  }
  Vec3 normal(const Vec3& radial) const { return {m.rho * radial.x, m.rho * radial.y, m.z}; }
};

// A body inside a round wall.
class Inside {
 public:
  Inside(const Convex& body, const RoundWall& wall, double margin, std::uint32_t tag, ContactPoints& contacts)
      : body_(body), wall_(wall), side_(wall), margin_(margin), tag_(tag), contacts_(contacts) {}

  void find() {
    // A polyhedron or mesh: every vertex by itself.
    const int vertices = body_.kind->vertex_count(body_.core);
    for (int k = 0; k < vertices; ++k)
      add(body_.position + body_.axes * body_.kind->vertex(body_.core, k), static_cast<std::uint32_t>(k), 0);
    if (vertices > 0) return;
    // A curved body: the azimuths where it reaches farthest out.
    const auto far = [&](const Vec3& radial) {
      const Vec3 m = side_.normal(radial);
      return dot(m, body_.support(m));
    };
    Samples sample;
    double nearest = -kInfinity;
    for (int k = 0; k < kSamples; ++k) {
      sample[k] = far(sampled_directions()[k]);
      nearest = std::max(nearest, sample[k]);
    }
    // Between two samples a support function grows by at most its lever times the angle.
    const double lever = std::abs(nearest) + body_.size;
    if (side_.c - nearest - body_.rounding - lever * azimuth(1) >= margin_) return;
    const double growth = (norm(body_.position) + bound(body_)) * azimuth(1);
    const auto far_at = [&](double angle) { return far(radial(angle)); };
    const auto phi = maxima(sample, growth, far_at, side_.c - body_.rounding - margin_, body_);
    for (std::size_t k = 0; k < phi.size(); ++k) add_patch(side_.normal(radial(phi[k])), lobe(k, phi.size()));
  }

 private:
  void add_patch(const Vec3& m, std::uint32_t name) {
    Patch patch;
    body_.kind->patch(body_.core, body_.back * m, patch);
    const double curvature = mean_curvature(body_, patch);
    for (const PatchCorner& corner : patch.corner)
      add(body_.position + body_.axes * corner.at, corner.vertex + name, curvature);
  }

  // Adds the contact of one point of the core with the wall.
  void add(const Vec3& at, std::uint32_t name, double curvature) {
    const double rho = std::sqrt(at.x * at.x + at.y * at.y), r = body_.rounding;
    const double height = side_.c - side_.m.rho * rho - side_.m.z * at.z, gap = height - r;
    if (gap >= margin_) return;
    const double x = rho > 0 ? at.x / rho : 1, y = rho > 0 ? at.y / rho : 0;
    const Vec3 m{side_.m.rho * x, side_.m.rho * y, side_.m.z}, foot = at + height * m;
    if (!wall_.endless && (foot.z < wall_.low.z || foot.z > wall_.high.z)) return;
    const double wall_rho = std::sqrt(foot.x * foot.x + foot.y * foot.y);
    const double hollow = wall_rho > 0 ? 0.5 * side_.m.rho / wall_rho : 0;
    // The wall is never so hollow that it would fit the body: the sum of the curvatures stays positive.
    const double limited = curvature > 0 ? std::min(hollow, 0.9 * curvature) : hollow;
    contacts_.add({at + 0.5 * (height + r) * m, m, gap, tagged(name, tag_), curvature, -limited});
  }

  const Convex& body_;
  const RoundWall& wall_;
  const Side side_;
  const double margin_;
  const std::uint32_t tag_;
  ContactPoints& contacts_;
};

// A body outside: the sheet encloses a solid cone, and only contacts with its side count.
void meet_outside(const Convex& body, const RoundWall& wall, double margin, std::uint32_t tag,
                  ContactPoints& contacts) {
  const Cone solid(wall.low.rho, wall.high.z - wall.low.z, wall.high.rho);
  const Vec3 place{0, 0, wall.low.z - solid.base()};
  const Shape shape = solid;
  Convex hull = make_convex(solid, 0, solid.thickness(), place, {});
  hull.shape = &shape;
  const int first = contacts.count;
  add_convex(body, hull, {}, margin, contacts);
  const Side side(wall);
  int kept = first;
  for (ContactPoint c : contacts.from(first)) {
    const double rho = std::sqrt(c.normal.x * c.normal.x + c.normal.y * c.normal.y);
    if (side.m.rho * rho - side.m.z * c.normal.z < kSideNormal) continue;
    c.feature = tagged(c.feature, tag);
    contacts.point[kept++] = c;
  }
  contacts.count = kept;
}

// Signed gap of the body's core and a point.
double gap_to(const Convex& body, const Convex& point) {
  if (body.kind == &kConvexKind<Box>) {
    // Closed form: beyond the faces of the box, or behind the nearest one.
    const Vec3 beyond =
        abs(body.back * (point.position - body.position)) - static_cast<const Box*>(body.core)->half;
    const double inside = std::max({beyond.x, beyond.y, beyond.z});
    return inside < 0 ? inside : norm(max(beyond, {}));
  }
  Closest closest;
  find_closest(body, point, kInfinity, closest);
  return closest.gap;
}

// A rim is a ring of points. The body meets it where it is nearest among neighbouring points.
void meet_rim(const Convex& body, const MeridianPoint& ring, double margin, std::uint32_t tag,
              ContactPoints& contacts) {
  const Sphere point{0};
  const auto at = [&](const Vec3& direction) {
    return make_convex(point, 0, 0, ring.rho * direction + Vec3{0, 0, ring.z}, {});
  };
  const auto near = [&](double phi) { return -gap_to(body, at(radial(phi))); };
  // A gap changes by no more than the ring point moves. So samples that are too far from the body need no
  // value.
  const double reach = bound(body) + margin + ring.rho * azimuth(1);
  Samples sample;
  for (int k = 0; k < kSamples; ++k) {
    const Convex there = at(sampled_directions()[k]);
    const bool far = norm(there.position - body.position) > reach;
    sample[k] = far ? -kInfinity : -gap_to(body, there);
  }
  const auto phi = maxima(sample, ring.rho * azimuth(1), near, -margin - body.rounding, body);
  for (std::size_t k = 0; k < phi.size(); ++k) {
    const int first = contacts.count;
    add_convex(body, at(radial(phi[k])), {}, margin, contacts);
    for (ContactPoint& contact : contacts.from(first)) {
      contact.feature = tagged(contact.feature + lobe(k, phi.size()), tag);
    }
  }
}

// Distance of a point from a segment of the meridian plane.
double distance(const MeridianPoint& p, const MeridianPoint& low, const MeridianPoint& high) {
  const double e = high.rho - low.rho, f = high.z - low.z, length2 = e * e + f * f;
  const double along = length2 > 0 ? ((p.rho - low.rho) * e + (p.z - low.z) * f) / length2 : 0;
  const double t = std::clamp(along, 0.0, 1.0);
  return std::hypot(p.rho - low.rho - t * e, p.z - low.z - t * f);
}

// True if the body's bounding ball and its bounding box come near a ring.
bool near_ring(const Convex& body, const MeridianPoint& at, const MeridianPoint& ring, double margin) {
  if (distance(at, ring, ring) >= bound(body) + margin) return false;
  const double reach = margin + body.rounding;
  const double low = body.support({0, 0, -1}).z - reach, high = body.support({0, 0, 1}).z + reach;
  if (ring.z < low || ring.z > high) return false;
  const double x =
      std::max(std::abs(body.support({1, 0, 0}).x), std::abs(body.support({-1, 0, 0}).x)) + reach;
  const double y =
      std::max(std::abs(body.support({0, 1, 0}).y), std::abs(body.support({0, -1, 0}).y)) + reach;
  return x * x + y * y >= ring.rho * ring.rho;
}

}  // namespace

void add_round_wall(const Convex& body, const RoundWall& wall, double margin, std::uint32_t tag,
                    ContactPoints& contacts) {
  const int first = contacts.count;
  const Side side(wall);
  const Vec3& centre = body.position;
  const double rho = std::sqrt(centre.x * centre.x + centre.y * centre.y);
  // Most bodies are far away. A point of the body that has passed an end of the wall may be as deep behind
  // the side as the body is large.
  const MeridianPoint at{rho, centre.z};
  if (!wall.endless && distance(at, wall.low, wall.high) >= 2 * bound(body) + margin) return;
  // The body's centre decides the side.
  const bool inside = wall.endless || side.m.rho * rho + side.m.z * centre.z < side.c;
  const double depth = side.c - (side.m.rho * rho + side.m.z * centre.z);  // of the centre within the wall
  if (inside && depth < bound(body) + margin)
    Inside(body, wall, margin, tag, contacts).find();
  else if (!inside)
    meet_outside(body, wall, margin, tag, contacts);
  if (wall.endless) return;
  if (wall.rim_low && near_ring(body, at, wall.low, margin))
    meet_rim(body, wall.low, margin, tag + kRimLow, contacts);
  if (wall.rim_high && near_ring(body, at, wall.high, margin))
    meet_rim(body, wall.high, margin, tag + kRimHigh, contacts);
  merge_contacts(contacts, first, kSame * body.size);
}

}  // namespace cairn
