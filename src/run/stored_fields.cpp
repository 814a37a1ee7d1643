#include "run/stored_fields.h"

#include <fmt/format.h>

#include <algorithm>

#include "measure/field.h"
#include "scene/cell.h"
#include "scene/start.h"

namespace cairn {
namespace {

// The contacts of a frame, with the uids of a world whose body k is body k of the frame.
std::vector<ContactForce> contacts_of(const Frame& frame) {
  const FrameContacts& stored = *frame.contacts;
  std::vector<ContactForce> contacts(stored.size());
  for (std::size_t k = 0; k < stored.size(); ++k) {
    const auto row_of = [&](Uid uid) {
      const auto found = std::ranges::lower_bound(frame.uid, uid);
      if (found == frame.uid.end() || *found != uid)
        throw InputError(fmt::format(
            "the frame has a contact of body {} but not the body itself; write all groups to frames", uid));
      return static_cast<Uid>(found - frame.uid.begin());
    };
    contacts[k].key = {row_of(stored.bodies[k][0]), row_of(stored.bodies[k][1]), 0};
    contacts[k].point = stored.point[k];
    contacts[k].normal = stored.normal[k];
    contacts[k].gap = stored.gap[k];
    contacts[k].force = stored.force[k];
  }
  return contacts;
}

// The value of the options of every measure `field`, by name.
std::vector<std::pair<std::string, const Value*>> field_measures(const Scene& scene) {
  std::vector<std::pair<std::string, const Value*>> found;
  for (const Value::Item& item : scene["measure"].map_items()) {
    const Value& what = item.value["what"];
    if (what && what.chosen() == "field") found.emplace_back(item.name(), &what.selected());
  }
  return found;
}

}  // namespace

std::vector<StoredField> stored_fields(const std::string& folder, std::size_t index, Threads& threads,
                                       const std::vector<std::string>& allowed) {
  const Scene scene = Scene::from_file(folder + "/scene.yaml");
  const auto measures = field_measures(scene);
  if (measures.empty()) return {};
  const Frame frame = read_frame(folder + "/run.h5", index);
  if (!frame.contacts)
    throw InputError(fmt::format("frame {} of {} has no contacts: run with output: {{contacts: true}}", index,
                                 quote(folder)));
  World world = EarlierRun::at(folder, index, allowed).world();
  if (frame.cell) {
    World cell;
    cell.dimension = world.dimension;
    build_cell(scene, cell);
    world.cell = cell.cell;
    world.cell.edge = *frame.cell;
  }
  const std::vector<ContactForce> contacts = contacts_of(frame);
  const StepState step;
  const Energy energy;
  const Sight sight{world, threads, step, energy, contacts, {}};
  std::vector<StoredField> fields;
  for (const auto& [name, options] : measures)
    fields.push_back({name, CoarseGraining(*options, world).find(sight)});
  return fields;
}

}  // namespace cairn
