// Spheres against shapes with an axis. Distances are taken in the meridian half-plane through the sphere's
// centre (shapes/meridian.h), where the direction u has the components (u_ρ, u_z). If the centre is on the
// axis, the half-plane contains the shape's own x axis. A ball that fits a ring touches it all around; one
// nearest point is then the contact.
//
// Mean curvature on a smooth side: (u_ρ/ρ)/2 with ρ of the closest point (Meusnier; the meridian is
// straight). Two limits keep 1/R̄ = 1/r + curvature away from 0 and infinity. A hollow is never narrower
// than the sphere in it (u_ρ/ρ >= -1/r). The side of a cone near its tip is never sharper than the
// sphere (u_ρ/ρ <= 1/r).
#include "collide/convex_contacts.h"
#include "collide/sphere_contacts.h"

namespace cairn {
namespace {

// The centre of the sphere in B's axes and in its meridian half-plane.
struct Centre {
  Vec3 local;
  MeridianPoint meridian;
};

Centre centre_about_axis(const PlacedShape& a, const PlacedShape& b) {
  const Vec3 c = centre_in(b, a);
  return {c, {std::sqrt(c.x * c.x + c.y * c.y), c.z}};
}

// The direction (u_ρ, u_z) of the centre's half-plane, in world axes.
Vec3 to_world(const MeridianPoint& u, const Centre& c, const Quat& orientation) {
  const double rho = c.meridian.rho;
  if (rho < kVanishing) return rotate(orientation, {u.rho, 0, u.z});
  return rotate(orientation, {u.rho * (c.local.x / rho), u.rho * (c.local.y / rho), u.z});
}

double mean_curvature(const MeridianNearest& near, double rho_centre, double r) {
  if (near.end != SegmentEnd::none || near.away.rho == 0) return 0;
  const double rho = rho_centre - near.distance * near.away.rho, u = near.away.rho;
  const double sharpest = near.away.z == 0 ? kInfinity : 1 / r;
  return 0.5 * std::clamp(rho > 0 ? u / rho : std::copysign(kInfinity, u), -1 / r, sharpest);
}

void add(const PlacedShape& a, const PlacedShape& b, const Centre& c, const MeridianNearest& near,
         std::uint32_t feature, ContactPoints& contacts) {
  const double curvature = mean_curvature(near, c.meridian.rho, a.radius);
  add_sphere_contact(a, near.distance, to_world(near.away, c, b.orientation), feature, curvature, contacts);
}

// A convex solid: one contact at the nearest point. A centre inside leaves through the nearest side.
void sphere_solid(const PlacedShape& a, const PlacedShape& b, Profile profile, double margin,
                  ContactPoints& contacts) {
  const Centre c = centre_about_axis(a, b);
  const MeridianNearest near = nearest_on_solid(profile, c.meridian);
  if (near.distance - a.radius < margin) add(a, b, c, near, 0, contacts);
}

// Thin sheets: one contact and one feature per segment. If the joint of two segments is nearest, the contact
// belongs to the segment with the nearer foot, or to the first if both feet are the joint.
void sphere_sheets(const PlacedShape& a, const PlacedShape& b, Profile profile, double margin,
                   ContactPoints& contacts) {
  const Centre c = centre_about_axis(a, b);
  MeridianNearest near = nearest_on_segment(profile[0], profile[1], c.meridian);
  for (std::size_t i = 0; i + 1 < profile.size(); ++i) {
    const bool is_last = i + 2 == profile.size();
    const MeridianNearest next =
        is_last ? near : nearest_on_segment(profile[i + 1], profile[i + 2], c.meridian);
    const bool of_previous = i > 0 && near.end == SegmentEnd::first;
    const bool of_next = !is_last && near.end == SegmentEnd::last && next.end != SegmentEnd::first;
    if (!of_previous && !of_next && near.distance - a.radius < margin)
      add(a, b, c, near, static_cast<std::uint32_t>(i), contacts);
    near = next;
  }
}

}  // namespace

void sphere_cylinder(const PlacedShape& a, const PlacedShape& b, double margin, ContactPoints& contacts) {
  const auto& shape = std::get<Cylinder>(b.shape);
  if (shape.rounding > 0) return convex_convex(a, b, margin, contacts);
  sphere_solid(a, b, shape.profile(), margin, contacts);
}

void sphere_cone(const PlacedShape& a, const PlacedShape& b, double margin, ContactPoints& contacts) {
  const auto& shape = std::get<Cone>(b.shape);
  if (shape.rounding > 0) return convex_convex(a, b, margin, contacts);
  sphere_solid(a, b, shape.profile(), margin, contacts);
}

void sphere_tube(const PlacedShape& a, const PlacedShape& b, double margin, ContactPoints& contacts) {
  sphere_sheets(a, b, std::get<Tube>(b.shape).profile(), margin, contacts);
}

void sphere_cup(const PlacedShape& a, const PlacedShape& b, double margin, ContactPoints& contacts) {
  sphere_sheets(a, b, std::get<Cup>(b.shape).profile(), margin, contacts);
}

void sphere_funnel(const PlacedShape& a, const PlacedShape& b, double margin, ContactPoints& contacts) {
  sphere_sheets(a, b, std::get<Funnel>(b.shape).profile(), margin, contacts);
}

// Solid outside: the shell has s = R - ρ, u inward; the ends have s = L ± z. A sphere in the
// corner meets both.
void sphere_drum(const PlacedShape& a, const PlacedShape& b, double margin, ContactPoints& contacts) {
  const auto& drum = std::get<Drum>(b.shape);
  if (!drum.is_solid_outside())
    return sphere_sheets(a, b, Tube{drum.radius, drum.half_length}.profile(), margin, contacts);
  const Centre c = centre_about_axis(a, b);
  const double r = a.radius, shell = drum.radius - c.meridian.rho;
  if (shell - r < margin) {
    const double curvature = -0.5 / std::max(drum.radius, r);
    add_sphere_contact(a, shell, to_world({-1, 0}, c, b.orientation), 0, curvature, contacts);
  }
  const double low = drum.half_length + c.local.z, high = drum.half_length - c.local.z;
  if (low - r < margin) add_sphere_contact(a, low, z_axis(b.orientation), 1, 0, contacts);
  if (high - r < margin) add_sphere_contact(a, high, -z_axis(b.orientation), 2, 0, contacts);
}

}  // namespace cairn
