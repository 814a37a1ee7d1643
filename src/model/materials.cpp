#include "model/materials.h"

#include <algorithm>

#include "base/assert.h"

namespace cairn {

void Materials::combine_all() {
  pairs_.assign(list.size() * list.size(), {});
  for (int a = 0; a < size(); ++a) {
    for (int b = 0; b < size(); ++b) {
      const Material &p = list[a], &q = list[b];
      at(a, b) = {.friction = combine(p.friction, q.friction),
                  .restitution = combine(p.restitution, q.restitution),
                  .restitution_tangential = combine(p.restitution_tangential, q.restitution_tangential),
                  .work_of_adhesion = combine(p.work_of_adhesion, q.work_of_adhesion),
                  .rolling_friction = combine(p.rolling_friction, q.rolling_friction),
                  .twisting_friction = combine(p.twisting_friction, q.twisting_friction)};
    }
  }
  check();
}

void Materials::check() const {
  CAIRN_ASSERT(pairs_.size() == list.size() * list.size());
  for (int a = 0; a < size(); ++a) {
    for (int b = 0; b <= a; ++b) {
      const PairProperties &p = at(a, b), &q = at(b, a);
      CAIRN_ASSERT(p.friction == q.friction && p.restitution == q.restitution);
      CAIRN_ASSERT(p.work_of_adhesion == q.work_of_adhesion && p.rolling_friction == q.rolling_friction);
    }
  }
}

int Materials::find(const std::string &name) const {
  const auto it = std::ranges::find(list, name, &Material::name);
  return it == list.end() ? -1 : static_cast<int>(it - list.begin());
}

}  // namespace cairn
