// Bins of space for profiles: slabs across a box, the cells of a grid in it, or shells about a centre or
// axis. The box is at rest, follows walls, or is the whole periodic cell (measure/space.h). Along an axis of
// a cell that is divided, the cell must not be tilted.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "measure/solid_volume.h"
#include "measure/space.h"

namespace cairn {

// bins: {slabs: {...}}, {grid: {...}} or {shells: {...}}
Option bins_option();

class Bins {
 public:
  // The options of a measure: `bins`, and those of a Space for slabs and grids.
  Bins(const Value& options, const World& world);

  std::size_t size() const;
  // Follows walls and cell. Call it before the functions below.
  void update(const World& world);
  // False if the cell is tilted where it should be divided; then there are no numbers.
  bool is_valid() const { return valid_; }

  // The image of x next to the middle of the box.
  Vec3 at_image(const World& world, const Vec3& x) const;
  std::optional<std::size_t> bin_of(const World& world, const Vec3& x) const;
  double volume(std::size_t bin) const;  // m³; in 2-D an area times one metre
  // Middle of a bin [m]: coordinate along the axis of slabs, z in a grid, radius of shells.
  double middle(std::size_t bin) const;
  // Adds the solid volume of body i to the bins that it reaches.
  void add_solid(const World& world, std::size_t i, SolidVolumes& solids, std::span<double> volumes) const;

 private:
  enum class Kind { boxes, shells };
  using Counts = std::array<std::size_t, 3>;
  void read_shells(const Value& shells, const World& world);
  std::optional<std::size_t> index_along(int k, double x) const;
  void add_to_boxes(const World& world, std::size_t i, const SolidVolumes& solids, const Vec3& shift,
                    std::span<double> volumes) const;
  void add_to_shells(const World& world, std::size_t i, SolidVolumes& solids,
                     std::span<double> volumes) const;
  double inside_shell(const World& world, std::size_t i, double radius) const;
  double radial(const World& world, const Vec3& x) const;
  double shell_volume(double radius) const;

  Kind kind_ = Kind::boxes;
  int dimension_ = 3;
  bool valid_ = true;
  // Boxes.
  std::optional<Space> space_;
  Counts counts_{1, 1, 1};
  int axis_ = 2;   // along which middle() counts
  Region region_;  // infinite along undivided periodic axes
  double total_ = 0;
  // Shells.
  Vec3 centre_, direction_;
  bool about_axis_ = false;
  double from_ = 0, to_ = 0, length_ = 0;
};

}  // namespace cairn
