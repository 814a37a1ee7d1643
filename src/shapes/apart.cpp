// GJK as a yes-or-no question. A simplex of points of the difference a - b walks towards the origin. It stops
// when it holds the origin (the shapes share a point), or when all of a - b lies behind the origin along some
// direction (they are apart).
#include "base/assert.h"
#include "shapes/support.h"

namespace cairn {
namespace {

constexpr int kMostSteps = 100;

// Points 0 ... count - 1, the newest last. `next` is the direction from the nearest part of the
// simplex to the origin.
struct Simplex {
  Vec3 p[4];
  int count = 0;
  Vec3 next;

  void keep(const Vec3& a) {
    p[0] = a;
    count = 1;
  }
  void keep(const Vec3& a, const Vec3& b) {
    p[0] = a;
    p[1] = b;
    count = 2;
  }
  void keep(const Vec3& a, const Vec3& b, const Vec3& c) {
    p[0] = a;
    p[1] = b;
    p[2] = c;
    count = 3;
  }
};

void nearest_on_line(Simplex& s, const Vec3& b, const Vec3& a) {  // a is the newer
  const Vec3 ab = b - a;
  if (dot(ab, -a) > 0) {
    s.keep(b, a);
    s.next = cross(cross(ab, -a), ab);
  } else {
    s.keep(a);
    s.next = -a;
  }
}

void nearest_on_triangle(Simplex& s, const Vec3& c, const Vec3& b, const Vec3& a) {
  const Vec3 ab = b - a, ac = c - a, n = cross(ab, ac);
  if (dot(cross(n, ac), -a) > 0) {
    if (dot(ac, -a) > 0) return nearest_on_line(s, c, a);
    return nearest_on_line(s, b, a);
  }
  if (dot(cross(ab, n), -a) > 0) return nearest_on_line(s, b, a);
  const bool above = dot(n, -a) > 0;
  if (above)
    s.keep(c, b, a);
  else
    s.keep(b, c, a);
  s.next = above ? n : -n;
}

// True if the tetrahedron holds the origin.
bool nearest_on_tetrahedron(Simplex& s) {
  const Vec3 d = s.p[0], c = s.p[1], b = s.p[2], a = s.p[3];
  const Vec3 abc = cross(b - a, c - a), acd = cross(c - a, d - a), adb = cross(d - a, b - a);
  if (dot(abc, -a) > 0) return nearest_on_triangle(s, c, b, a), false;
  if (dot(acd, -a) > 0) return nearest_on_triangle(s, d, c, a), false;
  if (dot(adb, -a) > 0) return nearest_on_triangle(s, b, d, a), false;
  return true;
}

}  // namespace

bool are_apart(const Shape& a, const Shape& b, const Vec3& position, const Quat& orientation) {
  const double round = rounding(a) + rounding(b);
  // The point of a - b farthest along d.
  const auto difference = [&](const Vec3& d) {
    const Vec3 far_b = position + rotate(orientation, support(b, rotate_back(orientation, -d)));
    return support(a, d) - far_b + round / norm(d) * d;
  };
  Simplex s;
  s.next = norm2(position) > 0 ? position : Vec3{1, 0, 0};
  for (int step = 0; step < kMostSteps; ++step) {
    if (norm2(s.next) == 0) return false;  // the origin lies on the simplex
    const Vec3 newest = difference(s.next);
    if (dot(newest, s.next) < 0) return true;
    s.p[s.count++] = newest;
    if (s.count == 1) s.next = -newest;
    if (s.count == 2) nearest_on_line(s, s.p[0], s.p[1]);
    if (s.count == 3) nearest_on_triangle(s, Vec3(s.p[0]), Vec3(s.p[1]), Vec3(s.p[2]));
    if (s.count == 4 && nearest_on_tetrahedron(s)) return false;
  }
  return false;
}

}  // namespace cairn
