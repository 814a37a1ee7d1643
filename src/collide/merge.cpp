#include "collide/merge.h"

#include <algorithm>

#include "base/assert.h"

namespace cairn {
namespace {

constexpr double kSameNormal = 0.9962;  // cosine of 5°
constexpr double kSameDepth = 1e-4;     // of the distance below which contacts are one

}  // namespace

void merge_contacts(ContactPoints& contacts, int first, double distance) {
  CAIRN_ASSERT(first >= 0 && first <= contacts.count);
  CAIRN_ASSERT(distance >= 0);
  ContactPoint* const begin = contacts.point.begin() + first;
  ContactPoint* end = begin;
  for (ContactPoint c : contacts.from(first)) {
    ContactPoint* same = std::find_if(begin, end, [&](const ContactPoint& other) {
      return dot(other.normal, c.normal) > kSameNormal && norm2(other.point - c.point) < distance * distance;
    });
    if (same == end)
      *end++ = c;
    else if (c.gap < same->gap - kSameDepth * distance)
      *same = c;
  }
  contacts.count = static_cast<int>(end - contacts.point.begin());
}

void sort_contacts(ContactPoints& contacts) {
  ContactPoint* const begin = contacts.point.begin();
  ContactPoint* const end = begin + contacts.count;
  const auto before = [](const ContactPoint& p, const ContactPoint& q) { return p.feature < q.feature; };
  for (ContactPoint* k = begin; k < end; ++k) {
    // Insertion sort: the contacts are nearly in order.
    const ContactPoint c = *k;
    ContactPoint* at = k;
    for (; at > begin && before(c, at[-1]); --at) *at = at[-1];
    *at = c;
  }
  // Equal features: the second one takes the next number.
  for (ContactPoint* k = begin; k + 1 < end; ++k)
    if (k[1].feature <= k->feature) k[1].feature = k->feature + 1;
}

}  // namespace cairn
