#include "collide/round_wall.h"

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

// Visits every local maximum of f(φ): finds it among samples, then refines it by golden sections.
template <class F, class Visit>
void each_maximum(F&& f, Visit&& visit) {
  double sample[kSamples];
  for (int k = 0; k < kSamples; ++k) sample[k] = f(azimuth(k));
  constexpr double kGolden = 0.6180339887498949;
  for (int k = 0; k < kSamples; ++k) {
    const double before = sample[(k + kSamples - 1) % kSamples], after = sample[(k + 1) % kSamples];
    if (sample[k] <= before || sample[k] < after) continue;
    double low = azimuth(k - 1), high = azimuth(k + 1);
    double p = high - kGolden * (high - low), q = low + kGolden * (high - low), fp = f(p), fq = f(q);
    for (int step = 0; step < kBisections; ++step) {
      if (fp >= fq) {
        high = q, q = p, fq = fp;
        p = high - kGolden * (high - low), fp = f(p);
      } else {
        low = p, p = q, fp = fq;
        q = low + kGolden * (high - low), fq = f(q);
      }
    }
    visit(0.5 * (low + high));
  }
}

// The azimuths of the maxima of f above `least`, from right to left as seen from the axis towards the body.
template <class F>
SmallVector<double, 8> maxima(F&& f, double least, const Convex& body) {
  SmallVector<double, 8> found;
  each_maximum(f, [&](double phi) {
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
  Vec3 normal(double phi) const { return {m.rho * std::cos(phi), m.rho * std::sin(phi), m.z}; }
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
    const auto far = [&](double phi) {
      const Vec3 m = side_.normal(phi);
      return dot(m, body_.support(m));
    };
    double nearest = -kInfinity;
    for (int k = 0; k < kSamples; ++k) nearest = std::max(nearest, far(azimuth(k)));
    // Between two samples a support function grows by at most its lever times the angle.
    const double lever = std::abs(nearest) + body_.size;
    if (side_.c - nearest - body_.rounding - lever * azimuth(1) >= margin_) return;
    const auto phi = maxima(far, side_.c - body_.rounding - margin_, body_);
    for (std::size_t k = 0; k < phi.size(); ++k) add_patch(side_.normal(phi[k]), lobe(k, phi.size()));
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

// A rim is a ring of points. The body meets it where it is nearest among neighbouring points.
void meet_rim(const Convex& body, const MeridianPoint& ring, double margin, std::uint32_t tag,
              ContactPoints& contacts) {
  const Sphere point{0};
  const auto at = [&](double phi) {
    return make_convex(point, 0, 0, ring.rho * radial(phi) + Vec3{0, 0, ring.z}, {});
  };
  const auto near = [&](double phi) {
    Closest closest;
    find_closest(body, at(phi), kInfinity, closest);
    return -closest.gap;
  };
  const auto phi = maxima(near, -margin - body.rounding, body);
  for (std::size_t k = 0; k < phi.size(); ++k) {
    const int first = contacts.count;
    add_convex(body, at(phi[k]), {}, margin, contacts);
    for (ContactPoint& contact : contacts.from(first)) {
      contact.feature = tagged(contact.feature + lobe(k, phi.size()), tag);
    }
  }
}

// True if the body's bounding box comes near the height and the radius of a ring.
bool near_ring(const Convex& body, const MeridianPoint& ring, double margin) {
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
  // The body's centre decides the side.
  const bool inside = wall.endless || side.m.rho * rho + side.m.z * centre.z < side.c;
  if (inside)
    Inside(body, wall, margin, tag, contacts).find();
  else
    meet_outside(body, wall, margin, tag, contacts);
  if (wall.endless) return;
  if (wall.rim_low && near_ring(body, wall.low, margin))
    meet_rim(body, wall.low, margin, tag + kRimLow, contacts);
  if (wall.rim_high && near_ring(body, wall.high, margin))
    meet_rim(body, wall.high, margin, tag + kRimHigh, contacts);
  merge_contacts(contacts, first, kSame * body.size);
}

}  // namespace cairn
