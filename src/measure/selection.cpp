#include "measure/selection.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"

namespace cairn {
namespace {

constexpr const char* kAxes[] = {"x", "y", "z"};

}  // namespace

Option region_option(Presence presence, const std::string& without) {
  using namespace declare;
  return object("box",
                {vector("min", dim::length, required, "corner with the smallest coordinates"),
                 vector("max", dim::length, required,
                        "corner with the largest coordinates; in 2-D the y of both is ignored")},
                "part of space, along the axes of the world" + (without.empty() ? "" : "; " + without),
                presence);
}

Option optional_region_option() { return region_option(optional, "without it everywhere"); }

Region read_region(const Value& options, const World& world) {
  const Value& box = options["box"];
  const Region region{{Vec3(box["min"].vector()), Vec3(box["max"].vector())}, world.dimension};
  for (int k = 0; k < 3; ++k) {
    const bool ignored = k == 1 && world.dimension == 2;
    if (ignored || region.low[k] < region.high[k]) continue;
    throw InputError(fmt::format("box: max must be above min along {}, got {:g} m above {:g} m", kAxes[k],
                                 region.high[k], region.low[k]),
                     box["max"].place());
  }
  return region;
}

std::optional<Region> read_optional_region(const Value& options, const World& world) {
  if (!options.has("box")) return {};
  return read_region(options, world);
}

Option group_option() {
  return declare::text("body", required, "name of the entry under bodies: one body or all that it made");
}

Option optional_group_option() {
  return declare::text("body", optional,
                       "only bodies of this entry, fixed ones too; without it all free bodies");
}

Group named_group(const Value& name, const World& world) {
  const auto found = std::ranges::find(world.groups, name.text());
  if (found != world.groups.end()) return static_cast<Group>(found - world.groups.begin());
  std::vector<std::string> names;
  for (const std::string& group : world.groups) {
    if (!group.empty()) names.push_back(group);
  }
  throw InputError(
      fmt::format("body: no bodies are called {}{}", quote(name.text()), suggestion(name.text(), names)),
      name.place());
}

Group read_group(const Value& options, const World& world) { return named_group(options["body"], world); }

std::optional<Group> read_optional_group(const Value& options, const World& world) {
  if (!options.has("body")) return {};
  return named_group(options["body"], world);
}

bool is_selected(const Info& info, std::optional<Group> group) {
  return group ? info.group == *group : !is_immobile(info);
}

}  // namespace cairn
