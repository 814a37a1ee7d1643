#include "results/checkpoint.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/error.h"
#include "base/version.h"
#include "results/checkpoint_parts.h"

namespace cairn {
namespace {

std::string path_in(const std::string& folder, const std::string& name) { return folder + '/' + name; }

// The structured binding names every member, so that a new member gives a compile error here.
MaterialNumbers numbers_of(const Material& material) {
  const auto& [name, density, young, poisson, friction, restitution, restitution_tangential, work_of_adhesion,
               rolling_friction, twisting_friction] = material;
  return {density,          young,
          poisson,          friction,
          restitution,      restitution_tangential,
          work_of_adhesion, rolling_friction,
          twisting_friction};
}
void set_numbers(Material& material, const MaterialNumbers& numbers) {
  material = {std::move(material.name),
              numbers[0],
              numbers[1],
              numbers[2],
              numbers[3],
              numbers[4],
              numbers[5],
              numbers[6],
              numbers[7],
              numbers[8]};
}

void put_materials(Record& record, const Materials& materials) {
  std::vector<std::string> names;
  std::vector<MaterialNumbers> numbers;
  std::vector<PairProperties> pairs;
  for (int a = 0; a < materials.size(); ++a) {
    names.push_back(materials.list[static_cast<std::size_t>(a)].name);
    numbers.push_back(numbers_of(materials.list[static_cast<std::size_t>(a)]));
    for (int b = 0; b < materials.size(); ++b) pairs.push_back(materials.at(a, b));
  }
  record.put("materials.names", names);
  record.put("materials.numbers", numbers);
  record.put("materials.pairs", pairs);
}

void require(bool fits, const char* what) {
  if (!fits) throw RunError(fmt::format("the checkpoint does not fit the scene: {}", what));
}

void get_materials(const Record& record, Materials& materials) {
  const auto names = record.get<std::vector<std::string>>("materials.names");
  const auto numbers = record.get<std::vector<MaterialNumbers>>("materials.numbers");
  const auto pairs = record.get<std::vector<PairProperties>>("materials.pairs");
  const std::size_t n = materials.list.size();
  require(names.size() == n && numbers.size() == n && pairs.size() == n * n, "other materials");
  for (std::size_t a = 0; a < n; ++a) {
    require(names[a] == materials.list[a].name, "other materials");
    set_numbers(materials.list[a], numbers[a]);
  }
  auto pair = pairs.begin();
  for (int a = 0; a < materials.size(); ++a) {
    for (int b = 0; b < materials.size(); ++b) materials.at(a, b) = *pair++;
  }
}

void put_bodies(Record& record, const Bodies& bodies) {
  record.put("bodies.place", bodies.place);
  record.put("bodies.orientation", bodies.orientation);
  record.put("bodies.motion", bodies.motion);
  record.put("bodies.inertia", bodies.inertia);
  record.put("bodies.load", bodies.load);
  record.put("bodies.info", bodies.info);
  record.put("bodies.uid_count", static_cast<std::uint64_t>(bodies.local_of_uid.size()));
}

Bodies get_bodies(const Record& record) {
  Bodies bodies{.place = record.get<std::vector<Place>>("bodies.place"),
                .orientation = record.get<std::vector<Quat>>("bodies.orientation"),
                .motion = record.get<std::vector<Motion>>("bodies.motion"),
                .inertia = record.get<std::vector<Inertia>>("bodies.inertia"),
                .load = record.get<std::vector<Load>>("bodies.load"),
                .info = record.get<std::vector<Info>>("bodies.info"),
                .local_of_uid = {}};
  const auto uids = record.get<std::uint64_t>("bodies.uid_count");
  require(
      uids < kNoBody && std::ranges::all_of(bodies.info, [&](const Info& info) { return info.uid < uids; }),
      "its bodies contradict each other");
  bodies.local_of_uid.assign(uids, kNoBody);
  for (std::uint32_t i = 0; i < bodies.info.size(); ++i) bodies.local_of_uid[bodies.info[i].uid] = i;
  return bodies;
}

// Checks that all arrays have one length, all indices exist, and no two bodies have one uid.
void check_bodies(const Bodies& bodies, const World& world) {
  const std::size_t n = bodies.size();
  require(bodies.orientation.size() == n && bodies.motion.size() == n && bodies.inertia.size() == n &&
              bodies.load.size() == n && bodies.info.size() == n,
          "arrays of bodies differ in length");
  for (std::size_t i = 0; i < n; ++i) {
    const Info& info = bodies.info[i];
    require(bodies.local(info.uid) == i, "its bodies contradict each other");
    require(info.shape < world.shapes.size(), "a shape is missing");
    require(info.material < world.materials.list.size(), "a material is missing");
    require(info.group < world.groups.size(), "a group is missing");
  }
}

}  // namespace

namespace {

// Member by member: in a struct of this layout __builtin_clear_padding of GCC 12, which Record calls,
// overwrites a member.
void put_cell(Record& record, const Cell& cell) {
  record.put("cell.periodic", cell.periodic);
  record.put("cell.centre", cell.centre);
  record.put("cell.edge", cell.edge);
  record.put("cell.edge_rate", cell.edge_rate);
  record.put("cell.gradient", cell.gradient);
  record.put("cell.strain", cell.strain);
  record.put("cell.is_steered", cell.is_steered);
}

}  // namespace

Cell get_cell(const Record& record) {
  Cell cell;
  cell.periodic = record.get<std::array<std::uint8_t, 3>>("cell.periodic");
  cell.centre = record.get<Vec3>("cell.centre");
  cell.edge = record.get<Edges>("cell.edge");
  cell.edge_rate = record.get<Edges>("cell.edge_rate");
  cell.gradient = record.get<Mat3>("cell.gradient");
  cell.strain = record.get<Mat3>("cell.strain");
  cell.is_steered = record.get<std::uint8_t>("cell.is_steered");
  return cell;
}

void put_world(Record& record, const World& world) {
  record.put("step", world.step);
  record.put("time", world.time);
  record.put("gravity", world.gravity);
  record.put("damping", world.damping);
  put_cell(record, world.cell);
  record.put("groups", world.groups);
  record.put("shapes.count", static_cast<std::uint64_t>(world.shapes.size()));
  put_materials(record, world.materials);
  put_bodies(record, world.bodies);
  record.put("memory", world.memory);
  record.put("plastic", world.plastic);
  record.put("bond_kinds", world.bond_kinds);
  record.put("broken_bonds", world.broken_bonds);
}

namespace {

// Records that several ranks wrote one after the other, sorted by key. Contacts between two of them stand in
// both, alike.
template <class Memory>
Memory sorted_memory(Memory memory) {
  const auto key = [](const auto& contact) { return contact.key; };
  if (!std::ranges::is_sorted(memory, {}, key)) std::ranges::sort(memory, {}, key);
  const auto are_copies = [&](const auto& a, const auto& b) { return key(a) == key(b); };
  memory.erase(std::unique(memory.begin(), memory.end(), are_copies), memory.end());
  return memory;
}

}  // namespace

void get_world(const Record& record, World& world) {
  world.step = record.get<std::uint64_t>("step");
  world.time = record.get<double>("time");
  world.gravity = record.get<Vec3>("gravity");
  world.damping = record.get<Damping>("damping");
  world.cell = get_cell(record);
  world.groups = record.get<std::vector<std::string>>("groups");
  require(record.get<std::uint64_t>("shapes.count") == world.shapes.size(), "other shapes");
  get_materials(record, world.materials);
  Bodies bodies = get_bodies(record);
  check_bodies(bodies, world);
  world.bodies = std::move(bodies);
  world.memory = sorted_memory(record.get<ContactMemory>("memory"));
  world.plastic = sorted_memory(record.get<PlasticMemory>("plastic"));
  world.broken_bonds = record.get<std::uint64_t>("broken_bonds");
}

void sign(Record& record) { record.put("program", version()); }

std::string version_warning(const Record& record, const std::string& file) {
  const auto writer = record.get<std::string>("program");
  if (writer == version()) return {};
  return fmt::format("{} was written by cairn {}, this is cairn {}: bits may differ", file, writer,
                     version());
}

void save_checkpoint(const std::string& folder, const Record& record, const FileCalls& calls) {
  const std::string newest = path_in(folder, kCheckpointNames[0]),
                    previous = path_in(folder, kCheckpointNames[1]);
  const std::string staged = write_staged(newest, record.encode(kCheckpointLayout), calls);
  // The newest checkpoint becomes the previous one, the staged file the newest.
  try {
    if (file_exists(newest)) rename_file(newest, previous, calls);
    rename_file(staged, newest, calls);
  } catch (const RunError&) {
    calls.unlink(staged.c_str());
    throw;
  }
  sync_folder_of(newest, calls);
  remove_unnamed_parts(folder, calls);
}

Decoded read_checkpoint(const std::string& path, const FileCalls& calls) {
  try {
    Decoded decoded = decode_record(read_own_file(path, calls), kCheckpointLayout);
    if (decoded.refusal != Refusal::none) return decoded;
    const std::string folder = path.substr(0, path.rfind('/'));
    const std::string reason = attach_parts(decoded.record, folder, {}, calls);
    if (reason.empty()) return decoded;
    return {{}, Refusal::damaged, reason};
  } catch (const RunError& error) {
    return {{}, Refusal::damaged, error.what()};
  }
}

Checkpoint load_checkpoint(const std::string& folder, const FileCalls& calls) {
  std::string refused;
  for (const char* name : kCheckpointNames) {
    const std::string path = path_in(folder, name);
    if (!file_exists(path)) continue;
    Decoded decoded = read_checkpoint(path, calls);
    if (decoded.refusal == Refusal::none) return {std::move(decoded.record), name, refused};
    refused += fmt::format("{}{} is refused: {}", refused.empty() ? "" : "; ", path, decoded.reason);
  }
  throw RunError(refused.empty() ? fmt::format("{} has no checkpoint", folder)
                                 : fmt::format("no checkpoint can be used: {}", refused));
}

StateOfStep state_of_step(std::span<const std::string> files, std::uint64_t step, const FileCalls& calls) {
  std::string reason = fmt::format("the frame is of step {}", step);
  for (const std::string& file : files) {
    Decoded decoded = read_checkpoint(file, calls);
    const bool valid = decoded.refusal == Refusal::none;
    const std::uint64_t of = valid ? decoded.record.get<std::uint64_t>("step") : 0;
    if (valid && of == step) return {std::move(decoded.record), {}};
    const std::string name = file.substr(file.rfind('/') + 1);
    reason += valid ? fmt::format(", {} of step {}", name, of)
                    : fmt::format(", {} is refused: {}", name, decoded.reason);
  }
  return {std::nullopt, files.empty() ? "it has no checkpoint" : reason};
}

void remove_checkpoints(const std::string& folder, const FileCalls& calls) {
  for (const char* name : kCheckpointNames) {
    const std::string path = path_in(folder, name);
    if (file_exists(path)) remove_file(path, calls);
  }
}

}  // namespace cairn
