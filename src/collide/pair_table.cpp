// Which function finds the contacts of which pair. Rows are A, columns B, both in the order of the variant
// Shape. A pair is written once; if only the swapped cell is filled, its contacts are found there and turned
// round. A pair with neither cell can not meet.
#include "collide/box_contacts.h"
#include "collide/sphere_contacts.h"

namespace cairn {
namespace {

using FindContacts = void (*)(const PlacedShape& a, const PlacedShape& b, double margin,
                              ContactPoints& contacts);

// A disc is a sphere without the contacts along y: it has no flat sides. In plane motion a normal either lies
// in the x-z plane or stands on it, so that half-way is a safe place to tell them apart.
template <FindContacts find>
void in_plane(const PlacedShape& a, const PlacedShape& b, double margin, ContactPoints& contacts) {
  find(a, b, margin, contacts);
  const auto first = contacts.point.begin();
  const auto kept = std::remove_if(first, first + contacts.count,
                                   [](const ContactPoint& c) { return std::abs(c.normal.y) > 0.7; });
  contacts.count = static_cast<int>(kept - first);
}

// clang-format off
constexpr std::size_t kShapes = std::variant_size_v<Shape>;
constexpr FindContacts none = nullptr;
constexpr FindContacts s_sp = sphere_sphere, s_bx = sphere_box, s_cy = sphere_cylinder, s_cn = sphere_cone,
                       s_pl = sphere_plane, s_ct = sphere_container, s_dr = sphere_drum, s_tu = sphere_tube,
                       s_cu = sphere_cup, s_fu = sphere_funnel;
constexpr FindContacts d_sp = in_plane<s_sp>, d_bx = in_plane<s_bx>, d_cy = in_plane<s_cy>, d_cn = in_plane<s_cn>,
                       d_pl = in_plane<s_pl>, d_ct = in_plane<s_ct>, d_dr = in_plane<s_dr>, d_tu = in_plane<s_tu>,
                       d_cu = in_plane<s_cu>, d_fu = in_plane<s_fu>;
constexpr FindContacts b_pl = box_plane;

constexpr FindContacts kTable[kShapes][kShapes] = {
  //               spher disc  box   cylin cone  ellip capsu super polyh compo mesh  plane conta drum  tube  cup   funne
  /* sphere     */ {s_sp, none, s_bx, s_cy, s_cn, none, none, none, none, none, none, s_pl, s_ct, s_dr, s_tu, s_cu, s_fu},
  /* disc       */ {d_sp, d_sp, d_bx, d_cy, d_cn, none, none, none, none, none, none, d_pl, d_ct, d_dr, d_tu, d_cu, d_fu},
  /* box        */ {none, none, none, none, none, none, none, none, none, none, none, b_pl, none, none, none, none, none},
  /* cylinder   */ {none, none, none, none, none, none, none, none, none, none, none, none, none, none, none, none, none},
  /* cone       */ {none, none, none, none, none, none, none, none, none, none, none, none, none, none, none, none, none},
  /* ellipsoid  */ {none, none, none, none, none, none, none, none, none, none, none, none, none, none, none, none, none},
  /* capsule    */ {none, none, none, none, none, none, none, none, none, none, none, none, none, none, none, none, none},
  /* superell   */ {none, none, none, none, none, none, none, none, none, none, none, none, none, none, none, none, none},
  /* polyhedron */ {none, none, none, none, none, none, none, none, none, none, none, none, none, none, none, none, none},
  /* compound   */ {none, none, none, none, none, none, none, none, none, none, none, none, none, none, none, none, none},
  /* mesh       */ {none, none, none, none, none, none, none, none, none, none, none, none, none, none, none, none, none},
  /* plane      */ {none, none, none, none, none, none, none, none, none, none, none, none, none, none, none, none, none},
  /* container  */ {none, none, none, none, none, none, none, none, none, none, none, none, none, none, none, none, none},
  /* drum       */ {none, none, none, none, none, none, none, none, none, none, none, none, none, none, none, none, none},
  /* tube       */ {none, none, none, none, none, none, none, none, none, none, none, none, none, none, none, none, none},
  /* cup        */ {none, none, none, none, none, none, none, none, none, none, none, none, none, none, none, none, none},
  /* funnel     */ {none, none, none, none, none, none, none, none, none, none, none, none, none, none, none, none, none},
};
// clang-format on

void turn_round(ContactPoints& contacts) {
  for (int i = 0; i < contacts.count; ++i) {
    ContactPoint& contact = contacts.point[i];
    contact.normal = -contact.normal;
    std::swap(contact.curvature_a, contact.curvature_b);
  }
}

}  // namespace

void find_contacts(const PlacedShape& a, const PlacedShape& b, double margin, ContactPoints& contacts) {
  contacts.count = 0;
  const std::size_t i = a.shape.index(), j = b.shape.index();
  if (kTable[i][j] != nullptr) return kTable[i][j](a, b, margin, contacts);
  if (kTable[j][i] == nullptr) return;
  kTable[j][i](b, a, margin, contacts);
  turn_round(contacts);
}

bool can_collide(const Shape& a, const Shape& b) {
  return kTable[a.index()][b.index()] != nullptr || kTable[b.index()][a.index()] != nullptr;
}

}  // namespace cairn
