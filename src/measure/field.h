// Coarse-grained fields on a grid (measure/field.cpp).
#pragma once

#include <optional>
#include <vector>

#include "measure/measure.h"
#include "measure/selection.h"
#include "measure/solid_volume.h"
#include "results/grid_field.h"

namespace cairn {

class CoarseGraining {
 public:
  // The options of the measure `field`.
  CoarseGraining(const Value& options, const World& world);
  // The fields of a world and its contacts.
  const GridField& find(const Sight& sight);

 private:
  struct Kernel {
    double reach = 0;
    int dimension = 3;
    double operator()(double distance) const;
  };
  template <class Add>
  void spread(const World& world, const Vec3& x, Add&& add) const;
  template <class Add>
  void spread_one(const Vec3& x, Add&& add) const;
  Vec3 place_of(std::size_t i, std::size_t j, std::size_t k) const;
  void add_bodies(const World& world);
  void add_contacts(const Sight& sight);
  void make_parts(int dimension);

  Region region_;
  std::optional<Group> group_;
  Kernel kernel_;
  GridField grid_;
  SolidVolumes solids_;
  std::vector<double> moments_, contacts_;  // sums per point
};

}  // namespace cairn
