#include "model/bodies.h"

#include "base/assert.h"

namespace cairn {
namespace {

template <class T>
void permute(std::vector<T>& values, std::span<const std::uint32_t> order) {
  std::vector<T> sorted(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) sorted[k] = values[order[k]];
  values.swap(sorted);
}

}  // namespace

Uid Bodies::add(Body body) {
  body.info.uid = local_of_uid.size();
  local_of_uid.push_back(static_cast<std::uint32_t>(size()));
  place.push_back(body.place);
  orientation.push_back(body.orientation);
  motion.push_back(body.motion);
  inertia.push_back(body.inertia);
  load.push_back(body.load);
  info.push_back(body.info);
  return body.info.uid;
}

Bodies::Body Bodies::get(std::size_t local) const {
  return {place[local], orientation[local], motion[local], inertia[local], load[local], info[local]};
}

void Bodies::reorder(std::span<const std::uint32_t> order) {
  CAIRN_ASSERT(order.size() <= size());
  if (order.size() < size()) {
    for (const Info& gone : info) local_of_uid[gone.uid] = kNoBody;
  }
  permute(place, order);
  permute(orientation, order);
  permute(motion, order);
  permute(inertia, order);
  permute(load, order);
  permute(info, order);
  for (std::size_t k = 0; k < info.size(); ++k) local_of_uid[info[k].uid] = static_cast<std::uint32_t>(k);
}

std::vector<std::uint32_t> Bodies::by_uid() const {
  std::vector<std::uint32_t> order;
  order.reserve(size());
  for (const std::uint32_t local : local_of_uid) {
    if (local != kNoBody) order.push_back(local);
  }
  return order;
}

}  // namespace cairn
