// Reads the memory of contacts, and more, from the checkpoint of the run from which this one starts.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <filesystem>
#include <map>

#include "scene/bonds.h"
#include "scene/entry.h"
#include "scene/events.h"
#include "scene/groups.h"
#include "scene/paths.h"
#include "scene/start.h"
#include "text/emit.h"

namespace cairn {
namespace {

constexpr const char* kAll = "tangential springs, impulses, plastic flow and bonds";

// Method and law, which decide what the stored numbers of a contact mean: "explicit hertz_mindlin".
std::string method_of(const Scene& scene) {
  const Value& method = scene["method"];
  if (!method.selected().declares("law")) return method.chosen();
  return method.chosen() + " " + method.selected()["law"].chosen();
}

std::string text_of(const Value& value) { return value.empty() ? "" : emit(value); }

bool is_same(const Scene& a, const Scene& b, std::initializer_list<const char*> sections) {
  return std::ranges::all_of(sections,
                             [&](const char* section) { return text_of(a[section]) == text_of(b[section]); });
}

// A list of what contacts remember: "tangential springs (12), bonds (3)"; empty if they remember nothing.
std::string described(const ContactMemory& memory, const PlasticMemory& plastic) {
  const auto count = [](const auto& records, auto&& is_one) {
    return std::ranges::count_if(records, is_one);
  };
  const std::pair<const char*, std::ptrdiff_t> kinds[] = {
      {"tangential springs", count(memory, [](const ContactRecord& r) { return r.spring != Vec3{}; })},
      {"rolling springs",
       count(memory, [](const ContactRecord& r) { return r.roll.roll != Vec3{} || r.roll.twist != 0; })},
      {"impulses", count(memory, [](const ContactRecord& r) { return r.impulse != Vec3{}; })},
      {"plastic flow",
       count(plastic, [](const PlasticRecord& r) { return r.state.cohering != Cohering::bond; })},
      {"bonds", count(plastic, [](const PlasticRecord& r) { return r.state.cohering == Cohering::bond; })}};
  std::string text;
  for (const auto& [name, number] : kinds)
    if (number > 0) text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", name, number);
  return text;
}

// Compares two plain structs bit by bit, because a value that is not given is NaN.
template <class T>
bool same_bits(const T& a, const T& b) {
  using Bits = std::array<std::uint64_t, sizeof(T) / sizeof(std::uint64_t)>;
  return std::bit_cast<Bits>(a) == std::bit_cast<Bits>(b);
}

template <class T>
bool same_lists(const Record& a, const Record& b, const char* name) {
  const auto of_a = a.get<std::vector<T>>(name), of_b = b.get<std::vector<T>>(name);
  return std::ranges::equal(of_a, of_b, same_bits<T>);
}

// True if both have the same names with the same values and pairs, in the same order.
bool same_materials(const Record& a, const Record& b) {
  const char* names = "materials.names";
  return a.get<std::vector<std::string>>(names) == b.get<std::vector<std::string>>(names) &&
         same_lists<MaterialNumbers>(a, b, "materials.numbers") &&
         same_lists<PairProperties>(a, b, "materials.pairs");
}

bool same_cell(const Cell& a, const Cell& b) {
  return a.periodic == b.periodic && same_bits(a.edge, b.edge) && same_bits(a.centre, b.centre) &&
         same_bits(a.gradient, b.gradient);
}

}  // namespace

std::optional<Uid> EarlierRun::new_uid(Uid old) const {
  const auto found = std::ranges::lower_bound(frame_.uid, old);
  if (found == frame_.uid.end() || *found != old) return std::nullopt;
  return static_cast<Uid>(found - frame_.uid.begin());
}

StateOfStep EarlierRun::state() const {
  std::vector<std::string> files;
  for (const char* name : kCheckpointNames)
    if (std::filesystem::exists(folder_ + "/" + name)) files.push_back(confined_file(folder_, name, mark_));
  StateOfStep state = state_of_step(files, frame_.step);
  if (!state.record) return state;

  // A checkpoint that another run left in the folder has other bodies.
  const auto place = state.record->get<std::vector<Place>>("bodies.place");
  const auto info = state.record->get<std::vector<Info>>("bodies.info");
  std::size_t found = 0;
  for (std::size_t i = 0; i < info.size(); ++i) {
    const std::optional<Uid> uid = new_uid(info[i].uid);
    found += uid && place[i].position == frame_.position[*uid];
  }
  if (found == frame_.size()) return state;
  return {std::nullopt, "its checkpoint has other bodies than the frame"};
}

// The groups of added entries are the last ones of the state, in the order of their events.
void EarlierRun::read_added(std::size_t scene, const std::string& folder) {
  Record record;
  try {
    for (const char* name : kCheckpointNames)
      if (std::filesystem::exists(folder + "/" + name)) confined_file(folder, name, mark_);
    record = load_checkpoint(folder).record;
  } catch (const RunError&) {
    return;  // without a checkpoint nobody knows them
  }
  if (!record.has("outside.events")) return;
  std::vector<Added> found;
  for (const std::string& text : record.get<std::vector<std::string>>("outside.events")) {
    Added added{.scene = scene, .name = {}, .tree = nullptr, .event = nullptr};
    added.tree = std::make_unique<Tree>(Tree::from_text(text, folder + ": an event from outside"));
    added.event = std::make_unique<Value>(scenes_[scene]->read(*added.tree, outside_event_option()));
    if ((*added.event)["action"].chosen() == "add") found.push_back(std::move(added));
  }
  const auto groups = record.get<std::vector<std::string>>("groups");
  if (groups.size() < found.size()) fail("its checkpoint is not of this run");
  for (std::size_t k = 0; k < found.size(); ++k) found[k].name = groups[groups.size() - found.size() + k];
  std::ranges::move(found, std::back_inserter(added_));
}

void EarlierRun::add_memory(const Scene& scene, World& world, Warnings& warnings) const {
  const auto dropped = [&](const std::string& what, const std::string& why) {
    warnings.push_back(warning_at(
        mark_, fmt::format("contacts of {} lose what they remember, {}: {}", quote(name_), what, why)));
  };
  const StateOfStep state = this->state();
  if (!state.record) return dropped(kAll, state.reason);
  const auto memory = state.record->get<ContactMemory>("memory");
  const auto plastic = state.record->get<PlasticMemory>("plastic");
  const std::string before = method_of(*scenes_.front()), now = method_of(scene),
                    what = described(memory, plastic);
  if (before != now) {
    if (!what.empty()) dropped(what, fmt::format("it was run with {}, this scene with {}", before, now));
    return;
  }
  carry_contacts(*state.record, world, warnings);
  carry_drives(*state.record, world);
}

// The kinds of bonds of the run, also of events from outside. Older checkpoints leave them to the scenes.
std::vector<BondKind> EarlierRun::kinds_of(const Record& record) const {
  if (record.has("bond_kinds")) return record.get<std::vector<BondKind>>("bond_kinds");
  std::vector<BondKind> kinds;
  for (const std::unique_ptr<Scene>& scene : scenes_)
    for (const BondKind& kind : read_bond_kinds(*scene)) kinds.push_back(kind);
  return kinds;
}

// The keys of contacts get the new uids of the bodies, which keep the order of the old ones.
void EarlierRun::carry_contacts(const Record& record, World& world, Warnings& warnings) const {
  const auto renamed = [&](const ContactKey& key) -> std::optional<ContactKey> {
    const std::optional<Uid> a = new_uid(key.a), b = new_uid(key.b);
    if (!a || !b) return std::nullopt;
    return ContactKey{*a, *b, key.feature};
  };
  // Springs and impulses; those of bodies that are not in the frame are lost.
  ContactMemory lost;
  for (ContactRecord contact : record.get<ContactMemory>("memory")) {
    const std::optional<ContactKey> key = renamed(contact.key);
    if (!key) lost.push_back(contact);
    contact.key = key.value_or(contact.key);
    if (key) world.memory.push_back(contact);
  }

  // Kinds of bonds: those of the scene come first, then those of the earlier runs, the latest run first.
  const auto own = static_cast<std::uint32_t>(world.bond_kinds.size());
  for (const BondKind& kind : kinds_of(record)) world.bond_kinds.push_back(kind);
  // Plastic flow and bonds.
  PlasticMemory torn;
  for (PlasticRecord contact : record.get<PlasticMemory>("plastic")) {
    const std::optional<ContactKey> key = renamed(contact.key);
    if (!key) {
      torn.push_back(contact);
      continue;
    }
    contact.key = *key;
    contact.state.bond += own;
    const auto at = std::ranges::lower_bound(world.plastic, contact.key, {}, &PlasticRecord::key);
    const bool is_new = at == world.plastic.end() || at->key != contact.key;
    if (is_new) world.plastic.insert(at, contact);  // otherwise a bond of this scene has priority
  }
  if (const std::string what = described(lost, torn); !what.empty())
    warnings.push_back(
        warning_at(mark_, fmt::format("contacts of {} with bodies that its frame does not show are lost: {}",
                                      quote(name_), what)));
}

// Restores the speeds of servo walls, and the centres of rotation, which move. A centre is kept unless this
// scene gives the motion.
void EarlierRun::carry_drives(const Record& record, World& world) const {
  const auto driven = record.get<std::vector<Uid>>("drives.body");
  const auto centers = record.get<std::vector<Vec3>>("drives.center");
  const auto servos = record.get<std::vector<Servo::State>>("drives.servo");
  std::map<Uid, std::size_t> stored;
  for (std::size_t d = 0; d < driven.size(); ++d) stored.emplace(driven[d], d);
  for (Drive& drive : world.drives) {
    const auto at = drive.body < frame_.size() ? stored.find(frame_.uid[drive.body]) : stored.end();
    if (at == stored.end()) continue;
    if (drive.servo) drive.servo->state.speed = servos[at->second].speed;
    const Value* given = newest(groups_[group_[drive.body]]);
    if (given == nullptr || !given->has("motion")) drive.center = centers[at->second];
  }
}

std::optional<Record> EarlierRun::unchanged(const Scene& scene, World& world) const {
  // Loads and joints depend on the times and places of this run, so with any of them nothing is taken over.
  const Scene& before = *scenes_.front();
  const bool loaded = !world.loads.empty() || !world.springs.empty() || !world.joints.empty();
  const bool loaded_later = !actions_of(before, "force").empty() || !actions_of(before, "torque").empty();
  if (loaded || loaded_later || !is_same(before, scene, {"method", "collide", "joints"})) return std::nullopt;
  // Materials and cell must be the same.
  StateOfStep state = this->state();
  if (!state.record) return std::nullopt;
  const Record& record = *state.record;
  if (record.has("outside.loaded") && record.get<std::uint64_t>("outside.loaded") > 0) return std::nullopt;
  Record now;
  put_world(now, world);
  if (!same_materials(record, now) || !same_cell(get_cell(record), world.cell)) return std::nullopt;

  // The bodies must be the same.
  const auto info = record.get<std::vector<Info>>("bodies.info");
  const auto inertia = record.get<std::vector<Inertia>>("bodies.inertia");
  const auto groups = record.get<std::vector<std::string>>("groups");
  if (info.size() != frame_.size() || info.size() != world.bodies.size()) return std::nullopt;
  std::vector<std::uint32_t> order;
  for (const Info& old : info) {
    const std::uint32_t i = world.bodies.local(*new_uid(old.uid));
    const Info& own = world.bodies.info[i];
    if (own.material != old.material || own.flags != old.flags ||
        world.groups[own.group] != groups[old.group])
      return std::nullopt;
    order.push_back(i);
  }
  // The bodies get their stored order and state.
  world.bodies.reorder(order);
  world.bodies.inertia = inertia;
  world.bodies.load = record.get<std::vector<Load>>("bodies.load");
  world.bodies.orientation = record.get<std::vector<Quat>>("bodies.orientation");
  return std::move(state.record);
}

}  // namespace cairn
