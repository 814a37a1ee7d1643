// The overlap of a face of one box (the reference) with the face of another box (the incident), seen along a
// normal n that leans at most a little. This is the clipping of collide/manifold.h in closed form: along the
// axes of the reference, the sides of its face are u = ±p_u and v = ±p_v. A corner at the height w over the
// face is moved along n down to the face,
//   (u, v) - w (n_u, n_v)/n_w,   and its gap is w/n_w.
#pragma once

#include <array>
#include <cstdint>

#include "base/assert.h"
#include "math/mat3.h"

namespace cairn {

// The incident box in the axes of the reference.
struct FacePair {
  Vec3 reference, incident;  // half lengths
  Mat3 turn;                 // its columns are the axes of the incident box
  Vec3 centre;               // of the incident box
  int axis = 0;              // of the reference face
  Vec3 n;                    // from the reference to the incident box; its face is on this side
  double size = 0;           // smallest width of the two boxes: the scale of tolerances
};

struct FaceCorner {
  double u, v, gap;
  std::uint16_t vertex;  // of the incident box, or of the reference if no edge crosses another
  std::uint16_t edge;    // of the incident box
  std::uint16_t across;  // edge of the reference that the corner lies on
  std::uint16_t label;   // edge from this corner to the next one; of the reference if kOfReference is set
};

inline constexpr std::uint16_t kNoBoxEdge = 0xffff;    // no edge: the corner is a vertex of a face
inline constexpr std::uint16_t kOfReference = 0x8000;  // a bit of FaceCorner::label

// Each of the four sides adds at most one corner to the four of the incident face; snapping to a side may
// bend the polygon a little, and the rest is room for that.
struct FaceCorners {
  static constexpr int kMost = 16;
  std::array<FaceCorner, kMost> corner;
  int count = 0;

  FaceCorner* begin() { return corner.data(); }
  FaceCorner* end() { return corner.data() + count; }
  void add(const FaceCorner& c) {
    CAIRN_ASSERT(count < kMost);
    corner[count++] = c;
  }
};

// Replaces `corners` by the corners of the overlap, in order. u and v belong to the two axes that follow
// `axis` cyclically; the corner on the incident face lies at (u, v) on the reference face plus gap n.
void clip_faces(const FacePair& pair, FaceCorners& corners);

// At most four of the corners, well spread (collide/spread.h), in order.
void spread_corners(const FacePair& pair, double tolerance, FaceCorners& corners);

}  // namespace cairn
