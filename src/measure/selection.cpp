#include "measure/selection.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"

namespace cairn {
namespace {

constexpr const char* kAxes[] = {"x", "y", "z"};

Option box_option(const char* meaning, Presence presence) {
  using namespace declare;
  return object("box",
                {vector("min", dim::length, required, "corner with the smallest coordinates"),
                 vector("max", dim::length, required,
                        "corner with the largest coordinates; in 2-D the y of both is ignored")},
                meaning, presence);
}

}  // namespace

Option region_option() { return box_option("part of space, along the axes of the world", required); }

Option region_or_cell_option() {
  return box_option("part of space, along the axes of the world; without it the whole periodic cell",
                    optional);
}

Option optional_region_option() {
  return box_option("part of space, along the axes of the world; without it everywhere", optional);
}

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

std::optional<Region> read_region_or_cell(const Value& options, const World& world) {
  const Cell& cell = world.cell;
  const bool is_flat = world.dimension == 2;
  const bool whole = cell.periodic[0] && (is_flat || cell.periodic[1]) && cell.periodic[2];
  if (!options.has("box") && !whole)
    throw InputError(
        fmt::format("expected 'box', the part of space: only a cell that repeats along {} needs none",
                    is_flat ? "x and z" : "x, y and z"),
        options.mark());
  return read_optional_region(options, world);
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
