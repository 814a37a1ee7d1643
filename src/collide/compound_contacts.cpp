// Compounds against everything, part by part. Where two parts touch each other, their contacts at one place
// are merged. A feature is the feature of the part's contact, tagged with the part's number.
#include "base/assert.h"
#include "collide/convex.h"
#include "collide/merge.h"
#include "collide/pairs.h"

namespace cairn {
namespace {

constexpr double kSame = 1e-3;  // of the thinnest part: closer contacts are merged

// A box in the compound's axes that holds the other body and the margin.
Bounds bounds_in(const PlacedShape& a, const PlacedShape& b, double margin) {
  const double r = (is_round(b.shape) ? b.radius : bounding_radius(b.shape)) + margin;
  const Vec3 centre = rotate_back(a.orientation, b.position - a.position);
  return grown({centre, centre}, r);
}

}  // namespace

void compound_any(const PlacedShape& a, const PlacedShape& b, double margin, ContactPoints& contacts) {
  const auto& compound = std::get<Compound>(a.shape);
  CAIRN_ASSERT(!compound.parts.empty());
  ContactPoints found;
  for_each_in(compound.bvh, bounds_in(a, b, margin), [&](int k) {
    const Part& part = compound.parts[k];
    const Vec3 place = a.position + rotate(a.orientation, part.position);
    find_contacts({part.shape, place, a.orientation * part.orientation, part.radius}, b, margin, found);
    for (ContactPoint contact : found) {
      contact.feature = tagged(contact.feature, static_cast<std::uint32_t>(k));
      contacts.add(contact);
    }
  });
  merge_contacts(contacts, 0, kSame * compound.thickness());
}

}  // namespace cairn
