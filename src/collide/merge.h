// Merges contacts that two parts, sheets or triangles have in common because a body touches where they join.
// If normals and points (nearly) agree, the deepest contact stays;
// of equally deep ones, up to noise, the first, so that noise does not choose the name.
#pragma once

#include "collide/contact.h"

namespace cairn {

// Merges the contacts from number `first` on. Points closer than `distance` count as the same.
void merge_contacts(ContactPoints& contacts, int first, double distance);

// Sorts by feature and makes features unique: of two with the same name the second takes the next number.
void sort_contacts(ContactPoints& contacts);

}  // namespace cairn
