// How much nearer two surfaces may have come since a Verlet list was built. A flow carries its bodies along,
// and only their motion against each other counts. Coarse cells of edge L hold the small bodies by their
// places at the time of the list. Let d be the displacement of a body since then, and D the box of those of a
// cell. Two small bodies
//   in one cell or in neighbouring ones have approached by no more than the diagonal of the union of their D,
//   nor by more than |d_i| + |d_j|,
//   in other cells cannot meet while 2 |d| < L − 2 r, with r the largest bounding radius.
// Walls and other large bodies w are met from a cell of which some body was nearer to w than M: it has
// approached by |d| + |d_w| at most. Other cells cannot meet w while |d| + |d_w| < M. A surface that turns
// adds lever times turn (collide/verlet.h).
#pragma once

#include <array>

#include "base/ranks.h"
#include "collide/verlet.h"

namespace cairn {

class Approach {
 public:
  static constexpr double kFar = 1e100;  // distance that counts as infinite [m]

  // Call this for every new list, and when bodies leave one.
  void reset() { is_laid_out_ = is_marked_ = false; }
  // Upper bound of the approach [m], which depends on the world and the list alone. The list holds until it
  // exceeds the skin; conditions of other lengths are scaled to the skin. Images that move with a cell come
  // on top (moved_images). kFar if a body is not at a finite place. On several ranks all of them call it,
  // each looks at its own bodies, and all get the answer of the whole world.
  double measure(const World& world, const VerletList& list);
  double measure(const World& world, const VerletList& list, Ranks& ranks);

 private:
  struct Coarse {
    Bounds moved;  // D
    double farthest = 0, turned = 0;
    std::uint32_t bodies = 0;  // zero or not
    std::uint64_t near = 0;    // one bit for each large body that is near; the last one stands for all others
  };
  // Displacements of all small bodies, or of those of large bodies.
  struct Farthest {
    double shift = 0, turned = 0;
    double way() const { return shift + turned; }
  };
  void lay_out(const World& world, const VerletList& list);
  void name_cells(const World& world, const VerletList& list);
  void mark_near_large(const World& world, const VerletList& list);
  std::uint64_t large_near_cell(const World& world, const VerletList& list, std::size_t cell) const;
  Farthest farthest(const World& world, const VerletList& list) const;
  void displace(const World& world, const VerletList& list);
  void join(Ranks& ranks);
  double of_neighbours() const;
  double of_walls(double skin) const;

  void take_largest(std::span<double> values) const;

  Ranks* ranks_ = nullptr;  // none: the world is all here
  bool is_laid_out_ = false, is_marked_ = false;
  Vec3 low_, inverse_;  // of the cells
  std::array<int, 3> count_{};
  std::array<std::uint8_t, 3> repeats_{};
  double radius_ = 0, edge_ = 0, wall_margin_ = 0;  // r, L, M
  std::vector<Coarse> cells_;
  // For every cell itself and its neighbours on one side, or itself again where there are none.
  std::vector<std::array<std::uint32_t, 14>> neighbours_;
  std::vector<std::uint32_t> cell_of_;  // of every small body
  std::vector<double> large_;           // displacements of large bodies
};

}  // namespace cairn
