// The table of functions that find the contacts of a pair. Rows are A, columns B. All convex solids without a
// row of their own share the row `solid`. Each pair is written once; if only the swapped field is filled,
// its contacts are found there and reversed. Two shapes with neither field filled cannot meet.
#include <array>
#include <utility>

#include "base/assert.h"
#include "collide/merge.h"
#include "collide/near.h"
#include "collide/pairs.h"

namespace cairn {
namespace {

// A disc is a sphere without contacts along y: it has no flat sides. In plane motion a normal either lies in
// the x-z plane or is perpendicular to it, so that 0.7 separates the two cases safely.
template <FindContacts* find>
void in_plane(const PlacedShape& a, const PlacedShape& b, double margin, ContactPoints& contacts) {
  find(a, b, margin, contacts);
  const auto first = contacts.point.begin();
  const auto kept = std::remove_if(first, first + contacts.count,
                                   [](const ContactPoint& c) { return std::abs(c.normal.y) > 0.7; });
  contacts.count = static_cast<int>(kept - first);
}

// Row of a shape: its place here, or 0.
struct AnySolid {
  [[maybe_unused]] static constexpr bool kWall = false;
};
template <class... Named>
struct Rows {
  static constexpr std::size_t kCount = sizeof...(Named);
  template <class T>
  static constexpr std::size_t row_of() {
    constexpr bool is_it[] = {std::is_same_v<T, Named>...};
    for (std::size_t row = 0; row < kCount; ++row)
      if (is_it[row]) return row;
    static_assert(!T::kWall || (std::is_same_v<T, Named> || ...), "a wall has functions of its own");
    return 0;
  }
};
using AllRows = Rows<AnySolid, Sphere, Disc, Box, Cylinder, Cone, Compound, Mesh, Plane, Container, Drum,
                     Tube, Cup, Funnel>;

// Row by the index of the variant Shape.
constexpr auto kRow = []<std::size_t... k>(std::index_sequence<k...>) {
  return std::array{AllRows::row_of<std::variant_alternative_t<k, Shape>>()...};
}
(std::make_index_sequence<std::variant_size_v<Shape>>{});

// clang-format off
using Finder = FindContacts*;
// NOLINTBEGIN(readability-identifier-naming): short names make the table a table
constexpr Finder none = nullptr;
constexpr Finder s_sp = sphere_sphere, s_bx = sphere_box, s_cy = sphere_cylinder, s_cn = sphere_cone,
                 s_pl = sphere_plane, s_ct = sphere_container, s_dr = sphere_drum, s_tu = sphere_tube,
                 s_cu = sphere_cup, s_fu = sphere_funnel, s_m = sphere_mesh;
constexpr Finder d_sp = in_plane<s_sp>, d_bx = in_plane<s_bx>, d_cy = in_plane<s_cy>, d_cn = in_plane<s_cn>,
                 d_pl = in_plane<s_pl>, d_ct = in_plane<s_ct>, d_dr = in_plane<s_dr>, d_tu = in_plane<s_tu>,
                 d_cu = in_plane<s_cu>, d_fu = in_plane<s_fu>,
                 d_c = in_plane<convex_convex>, d_m = in_plane<s_m>;
constexpr Finder b_bx = box_box, b_pl = box_plane;
// Any convex shape; compounds part by part; meshes triangle by triangle, against walls by their vertices.
constexpr Finder c_c = convex_convex, c_pl = convex_plane, c_ct = convex_container, c_dr = convex_drum,
                 c_tu = convex_tube, c_cu = convex_cup, c_fu = convex_funnel;
constexpr Finder p_x = compound_any, m_c = mesh_convex, m_m = mesh_mesh;
// NOLINTEND(readability-identifier-naming)

constexpr Finder kTable[AllRows::kCount][AllRows::kCount] = {
  //               solid spher disc  box   cylin cone  compo mesh  plane conta drum  tube  cup   funne
  /* solid     */ {c_c,  none, none, none, none, none, none, none, c_pl, c_ct, c_dr, c_tu, c_cu, c_fu},
  /* sphere    */ {c_c,  s_sp, none, s_bx, s_cy, s_cn, none, s_m,  s_pl, s_ct, s_dr, s_tu, s_cu, s_fu},
  /* disc      */ {d_c,  d_sp, d_sp, d_bx, d_cy, d_cn, none, d_m,  d_pl, d_ct, d_dr, d_tu, d_cu, d_fu},
  /* box       */ {c_c,  none, none, b_bx, c_c,  c_c,  none, none, b_pl, c_ct, c_dr, c_tu, c_cu, c_fu},
  /* cylinder  */ {c_c,  none, none, none, c_c,  c_c,  none, none, c_pl, c_ct, c_dr, c_tu, c_cu, c_fu},
  /* cone      */ {c_c,  none, none, none, none, c_c,  none, none, c_pl, c_ct, c_dr, c_tu, c_cu, c_fu},
  /* compound  */ {p_x,  p_x,  p_x,  p_x,  p_x,  p_x,  p_x,  p_x,  p_x,  p_x,  p_x,  p_x,  p_x,  p_x},
  /* mesh      */ {m_c,  none, none, m_c,  m_c,  m_c,  none, m_m,  c_pl, c_ct, c_dr, c_tu, c_cu, c_fu},
  /* plane     */ {none, none, none, none, none, none, none, none, none, none, none, none, none, none},
  /* container */ {none, none, none, none, none, none, none, none, none, none, none, none, none, none},
  /* drum      */ {none, none, none, none, none, none, none, none, none, none, none, none, none, none},
  /* tube      */ {none, none, none, none, none, none, none, none, none, none, none, none, none, none},
  /* cup       */ {none, none, none, none, none, none, none, none, none, none, none, none, none, none},
  /* funnel    */ {none, none, none, none, none, none, none, none, none, none, none, none, none, none},
};
// clang-format on

// The contract of a contact. The comparisons let NaN pass: a body without a finite position is numerical
// trouble, and the stepper reports that.
bool is_sound(const ContactPoint& c, double margin) {
  return !(c.gap > margin) && !(std::abs(norm2(c.normal) - 1) > 1e-6);
}

// To g++ the address of a function is no constant under its sanitizers.
#ifndef __SANITIZE_ADDRESS__
constexpr bool is_written_once() {
  for (std::size_t i = 0; i < AllRows::kCount; ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (kTable[i][j] != nullptr && kTable[j][i] != nullptr) return false;
  return true;
}
static_assert(is_written_once());
#endif

void turn_round(ContactPoints& contacts) {
  for (ContactPoint& contact : contacts) {
    contact.normal = -contact.normal;
    std::swap(contact.curvature_a, contact.curvature_b);
  }
}

}  // namespace

void find_contacts(const PlacedShape& a, const PlacedShape& b, double margin, ContactPoints& contacts) {
  CAIRN_ASSERT(!std::isnan(margin));
  contacts.count = 0;
  const std::size_t i = kRow[a.shape.index()], j = kRow[b.shape.index()];
  // In a shared row the order of the variant decides who is A.
  if (kTable[i][j] != nullptr && (i != j || a.shape.index() <= b.shape.index())) {
    kTable[i][j](a, b, margin, contacts);
  } else if (kTable[j][i] != nullptr) {
    kTable[j][i](b, a, margin, contacts);
    turn_round(contacts);
  }
  if (contacts.count > 1) sort_contacts(contacts);
  for (const ContactPoint& contact : contacts) CAIRN_ASSERT(is_sound(contact, margin));
}

bool may_be_near(const PlacedShape& a, const PlacedShape& b, double margin) {
  if (std::holds_alternative<Box>(a.shape) && std::holds_alternative<Box>(b.shape))
    return boxes_near(a, b, margin);
  ContactPoints contacts;
  find_contacts(a, b, margin, contacts);
  return contacts.count > 0;
}

bool can_collide(const Shape& a, const Shape& b) {
  const std::size_t i = kRow[a.index()], j = kRow[b.index()];
  return kTable[i][j] != nullptr || kTable[j][i] != nullptr;
}

}  // namespace cairn
