// Contacts that say the same thing, because two parts, sheets or triangles share the place where a body
// touches: of those with the same normal and (nearly) the same point the deepest stays.
#pragma once

#include "collide/contact.h"

namespace cairn {

// Of the contacts from number `first` on; points closer than `distance` are the same.
void merge_contacts(ContactPoints& contacts, int first, double distance);

// In order of feature, each feature once: of two with the same name the second takes the next free one.
void sort_contacts(ContactPoints& contacts);

}  // namespace cairn
