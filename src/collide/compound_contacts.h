// Compounds against everything, part by part. Contacts that two parts have in common, where they touch each
// other, are one. A feature is that of the part's contact, tagged with the number of the part.
#pragma once

#include "collide/contact.h"

namespace cairn {

void compound_any(const PlacedShape& a, const PlacedShape& b, double margin, ContactPoints& contacts);

}  // namespace cairn
