// A simulation on several ranks. Between steps each rank has its part of the world. Whoever looks gets the
// whole world, gathered on every rank; so do changes from outside, after which the stepper cuts it again.
#include <fmt/format.h>

#include <algorithm>

#include "base/assert.h"
#include "base/error.h"
#include "model/copies.h"
#include "run/simulation.h"
#include "territory/territory.h"

namespace cairn {
namespace {

// The part of a scene that cannot be spread over ranks, and where it stands.
struct Unspread {
  std::string what;
  Mark mark;
};

std::optional<Unspread> obstacle_in(const Scene& scene, const World& world) {
  if (!world.joints.empty()) return Unspread{"joints", scene["joints"].mark()};
  if (world.cell_servo) return Unspread{"a periodic cell under stress control", scene["periodic"].mark()};
  const auto ties = [](const BodySpring& spring) { return !spring.to_world; };
  if (std::ranges::any_of(world.springs, ties))
    return Unspread{"springs between bodies", scene["bodies"].mark()};
  return std::nullopt;
}

}  // namespace

void Simulation::join(const Company& company) {
  const auto refuse = [&](const std::string& what, const Mark& mark) {
    throw InputError(fmt::format("{} cannot be spread over {} ranks yet; one rank with threads runs it", what,
                                 company.ranks.count()),
                     mark);
  };
  if (const std::optional<Unspread> found = obstacle_in(scene_, world_)) refuse(found->what, found->mark);
  if (!stepper_->spread(company))
    refuse(fmt::format("method {} with its law", scene_["method"].chosen()), scene_["method"].mark());
}

void Simulation::require_spreadable() const {
  if (const std::optional<Unspread> found = obstacle_in(scene_, world_))
    throw RunError(
        fmt::format("{} cannot be spread over several ranks yet, and an event brought it at {}; one "
                    "rank with threads runs it",
                    found->what, moment()));
}

std::uint64_t Simulation::body_count() const {
  return is_spread() ? stepper_->territory()->bodies() : world_.bodies.size();
}

World& Simulation::gathered() {
  if (!whole_) {
    stepper_->remember(world_);
    whole_ = world_;
    stepper_->gather(*whole_);
  }
  return *whole_;
}

// The bodies of all ranks that have left the domain, by uid.
std::vector<Uid> Simulation::outside_bodies() {
  std::vector<Uid> outside = bodies_outside(world_, domain_->domain, threads_);
  if (!is_spread()) return outside;
  std::erase_if(outside, [&](Uid uid) { return !is_counted(world_.bodies.info[world_.bodies.local(uid)]); });
  std::vector<Uid> all;
  for (const Bytes& of_rank : stepper_->territory()->ranks().all(record_bytes<Uid>(outside))) {
    const auto more = records_of<Uid>(of_rank);
    all.insert(all.end(), more.begin(), more.end());
  }
  std::ranges::sort(all);
  return all;
}

}  // namespace cairn
