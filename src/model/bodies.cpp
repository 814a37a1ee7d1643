#include "model/bodies.h"

#include <cmath>

#include "base/assert.h"

namespace cairn {
namespace {

// Puts the values into an order, and returns them as they were.
template <class T>
std::vector<T> permute(std::vector<T>& values, std::span<const std::uint32_t> order) {
  std::vector<T> sorted(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) {
    CAIRN_ASSERT(order[k] < values.size());
    sorted[k] = values[order[k]];
  }
  values.swap(sorted);
  return sorted;
}

bool is_present_order(std::span<const std::uint32_t> order, std::size_t size) {
  if (order.size() != size) return false;
  for (std::size_t k = 0; k < size; ++k)
    if (order[k] != k) return false;
  return true;
}

}  // namespace

Uid Bodies::add(Body body) {
  CAIRN_ASSERT(body.place.radius >= 0);
  CAIRN_ASSERT(body.inertia.inverse_mass >= 0);
  const Vec3& moments = body.inertia.inverse_moments;
  CAIRN_ASSERT(moments.x >= 0 && moments.y >= 0 && moments.z >= 0);
  CAIRN_ASSERT(local_of_uid.size() < kNoBody);
  // An onlooker keeps the present arrays; the bodies go on in copies of them.
  if (onlooker.looks()) {
    Bodies present = *this;
    std::swap(place, present.place);
    std::swap(orientation, present.orientation);
    std::swap(motion, present.motion);
    std::swap(inertia, present.inertia);
    std::swap(load, present.load);
    std::swap(info, present.info);
    onlooker.who->replaced(std::move(present));
  }
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
  CAIRN_ASSERT(local < size());
  return {place[local], orientation[local], motion[local], inertia[local], load[local], info[local]};
}

void Bodies::reorder(std::span<const std::uint32_t> order) {
  CAIRN_ASSERT(order.size() <= size());
  if (is_present_order(order, size())) return;
  if (order.size() < size()) {
    for (const Info& gone : info) local_of_uid[gone.uid] = kNoBody;
  }
  Bodies old{.place = permute(place, order),
             .orientation = permute(orientation, order),
             .motion = permute(motion, order),
             .inertia = permute(inertia, order),
             .load = permute(load, order),
             .info = permute(info, order),
             .local_of_uid = {}};
  for (std::size_t k = 0; k < info.size(); ++k) local_of_uid[info[k].uid] = static_cast<std::uint32_t>(k);
  check();
  if (onlooker.looks()) onlooker.who->replaced(std::move(old));
}

void Bodies::check() const {
  const std::size_t n = size();
  CAIRN_ASSERT(orientation.size() == n && motion.size() == n);
  CAIRN_ASSERT(inertia.size() == n && load.size() == n && info.size() == n);
  // If an order names a body twice, two places share one uid.
  for (std::size_t k = 0; k < n; ++k) CAIRN_ASSERT(local(info[k].uid) == k);
}

std::vector<std::uint32_t> Bodies::by_uid() const {
  std::vector<std::uint32_t> order;
  order.reserve(size());
  for (const std::uint32_t local : local_of_uid) {
    if (local != kNoBody) order.push_back(local);
  }
  CAIRN_ASSERT(order.size() == size());
  return order;
}

double median_radius(const Bodies& bodies) {
  return median_radius(bodies, [&](std::size_t i) {
    return !is_immobile(bodies.info[i]) && std::isfinite(bodies.place[i].radius);
  });
}

}  // namespace cairn
