// The entries of a scene by name. Every entry of `bodies`, every `add` event and every inlet is a group of
// bodies with a name of its own.
#pragma once

#include <string>
#include <vector>

#include "model/world.h"
#include "scene/scene.h"
#include "text/value.h"

namespace cairn {

// An entry with the name of its group.
struct NamedEntry {
  std::string name;
  const Value* value = nullptr;
};

std::vector<NamedEntry> body_entries(const Scene& scene);
// Entries whose bodies come later: `add` events, then inlets. Each has one shape, and these are the last
// shapes of the world, in this order.
std::vector<NamedEntry> late_entries(const Scene& scene);
std::vector<const Value*> inlets_of(const Scene& scene);

// The groups of an earlier run, `already`, then all entries with other names. Throws InputError if two
// entries share a name, or if a name is not allowed.
std::vector<std::string> group_names(const Scene& scene, std::vector<std::string> already);

// Adds the group of one more entry, and returns its index. `unnamed` is its name if it has none.
int add_group(const Value& entry, const std::string& unnamed, std::vector<std::string>& groups);
// Index of a group. Throws InputError for an unknown name and suggests the nearest one; `others` are names
// that the caller knows besides, such as the ground.
int find_group(const std::string& name, const Mark& mark, const std::vector<std::string>& groups,
               const std::vector<std::string>& others = {});
// Indices of the groups that a text or a list of texts names.
std::vector<int> find_groups(const Value& names, const std::vector<std::string>& groups);

// Uids of the bodies of a group, ascending.
std::vector<Uid> members(const World& world, int group);
// "gate", or "beads[17]" if the group has several bodies.
std::string body_name(const World& world, Uid uid);

// A warning as the user sees it: file:line: warning: message
std::string warning_at(const Mark& mark, const std::string& message);

}  // namespace cairn
