#include "scene/start.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "scene/entry.h"
#include "scene/groups.h"
#include "scene/loads.h"
#include "scene/paths.h"
#include "scene/time_function.h"
#include "shapes/table.h"

namespace cairn {
namespace {

constexpr std::size_t kLongestChain = 32;  // of runs that start from each other

// The first source that gives one of the keys; null if none does.
const Value* first_giving(const std::vector<const Value*>& sources, std::initializer_list<const char*> keys) {
  for (const Value* source : sources)
    for (const char* key : keys)
      if (source->gives(key)) return source;
  return nullptr;
}

const Value* find_entry(const std::vector<NamedEntry>& entries, const std::string& name) {
  const auto found = std::ranges::find(entries, name, &NamedEntry::name);
  return found == entries.end() ? nullptr : found->value;
}

void check_redefinition(const Value& entry, const std::string& name) {
  for (const char* key : {"shape", "generator", "position", "orientation", "velocity", "angular_velocity"})
    if (entry.has(key))
      throw InputError(fmt::format("{} comes from the run this scene starts from: only its material, fixed, "
                                   "motion, lock, force, torque and spring can be given again",
                                   quote(name)),
                       entry[key].mark());
}

}  // namespace

Option start_option() {
  using namespace declare;
  return object(
      "start",
      {text("from", required,
            "results folder of another run, inside the scene's folder or beside the results of this "
            "one: the bodies of its last frame come first, at t = 0; an entry with the name of one of its "
            "groups redefines "
            "material, fixed, motion, lock and loads. What contacts remember (tangential springs, "
            "impulses, plastic flow, bonds) comes from its checkpoint, if that is of the same step "
            "and method and law are the same; else a warning says what is dropped"),
       integer("frame", optional, "number of the frame, from 0; without it the last").at_least(0)},
      "begins where another run ended");
}

void EarlierRun::fail(const std::string& message) const {
  throw InputError(fmt::format("cannot start from {}: {}", quote(name_), message), mark_);
}

EarlierRun::EarlierRun(Folders files, std::string results, std::string name, const Mark& mark,
                       std::optional<std::size_t> frame)
    : files_(std::move(files)), name_(std::move(name)), mark_(mark) {
  if (!results.empty())
    beside_ = (std::filesystem::absolute(results).lexically_normal() / "..").lexically_normal().string();
  folder_ = folder_of(name_);
  read_frame_of(confined_file(folder_, "run.h5", mark_), frame);
  read_scenes();
}

// A run in the scene's folder has priority over a run of the same name beside the results.
std::string EarlierRun::folder_of(const std::string& name) const {
  std::error_code ignored;
  const bool is_here = beside_.empty() || std::filesystem::exists(files_.home + "/" + name, ignored) ||
                       !std::filesystem::exists(beside_ + "/" + name, ignored);
  return confined_folder(is_here ? files_ : Folders(beside_, files_.allowed), name, mark_);
}

std::optional<EarlierRun> EarlierRun::of(const Scene& scene) {
  if (!scene["start"]) return std::nullopt;
  const Value &from = scene["start"]["from"], &frame = scene["start"]["frame"];
  EarlierRun run(scene.folders(), scene.results(), from.text(), from.mark(),
                 frame ? std::optional(static_cast<std::size_t>(frame.integer())) : std::nullopt);
  if (dimension_of(*run.scenes_.front()) != dimension_of(scene)) run.fail("it has another dimension");
  run.newest_ = body_entries(scene);
  return run;
}

EarlierRun EarlierRun::at(const std::string& folder, std::size_t frame,
                          const std::vector<std::string>& allowed) {
  const std::filesystem::path path = std::filesystem::absolute(folder).lexically_normal();
  const std::filesystem::path run = path.has_filename() ? path : path.parent_path();
  return {{run.parent_path().string(), allowed}, "", run.filename().string(), {}, frame};
}

World EarlierRun::world() const {
  World world;
  world.dimension = dimension_of(*scenes_.front());
  world.gravity = Vec3((*scenes_.front())["gravity"].vector());
  const std::vector<PairChange> pairs = add_materials(world.materials);
  combine_all(world.materials, pairs);
  world.groups = groups_;
  add_bodies(world);
  return world;
}

// The run may itself start from another one: follows the chain.
void EarlierRun::read_scenes() {
  std::vector<std::string> folders;
  for (std::string next = name_; !next.empty();) {
    if (scenes_.size() >= kLongestChain) fail("its own start leads back through more than 32 runs");
    const std::string folder = folder_of(next);
    scenes_.push_back(std::make_unique<Scene>(Scene::from_file(confined_file(folder, "scene.yaml", mark_))));
    folders.push_back(folder);
    const Value& start = (*scenes_.back())["start"];
    next = start ? start["from"].text() : "";
  }
  // Groups that no scene tells came from a script.
  const auto is_told = [&](const std::string& group) { return !definition(group, nullptr).empty(); };
  if (std::ranges::all_of(groups_, is_told)) return;
  for (std::size_t k = 0; k < folders.size(); ++k) read_added(k, folders[k]);
}

std::vector<NamedEntry> EarlierRun::entries_of(std::size_t scene) const {
  std::vector<NamedEntry> entries = body_entries(*scenes_[scene]);
  for (NamedEntry& late : late_entries(*scenes_[scene])) entries.push_back(std::move(late));
  for (const Added& added : added_)
    if (added.scene == scene) entries.push_back({added.name, &(*added.event)["action"].selected()});
  return entries;
}

const Value* EarlierRun::newest(const std::string& group) const { return find_entry(newest_, group); }

void EarlierRun::read_frame_of(const std::string& path, std::optional<std::size_t> number) {
  // The frame and the table of bodies.
  const auto stored = [&](auto&& read) {
    try {
      return read();
    } catch (const InputError& error) {
      fail(fmt::format("{}: {}", error.place().file, error.message()));
    }
  };
  const std::vector<FrameItem> frames = stored([&] { return list_frames(path); });
  if (frames.empty()) fail("it has no frames");
  if (number && *number >= frames.size())
    fail(fmt::format("its frames are 0 to {}, not {}", frames.size() - 1, *number));
  frame_ = stored([&] { return read_frame(path, number.value_or(frames.size() - 1)); });
  const BodyTable table = stored([&] { return read_bodies(path); });

  // The index of every body within its group; removed bodies count too.
  std::map<std::int32_t, std::uint64_t> count;
  std::map<Uid, std::size_t> row;
  std::vector<std::uint64_t> index;
  for (std::size_t k = 0; k < table.uid.size(); ++k) {
    row.emplace(table.uid[k], k);
    index.push_back(count[table.name_index[k]]++);
  }
  // Group, mass and index of each body of the frame.
  std::map<std::int32_t, std::size_t> known;  // groups in the order of their first bodies
  for (std::size_t k = 0; k < frame_.size(); ++k) {
    const auto found = row.find(frame_.uid[k]);
    if (found == row.end()) fail(fmt::format("body {} is not in its table", frame_.uid[k]));
    const std::int32_t name = table.name_index[found->second];
    if (name < 0 || static_cast<std::size_t>(name) >= table.names.size()) fail("its names are damaged");
    const auto [group, is_new] = known.emplace(name, groups_.size());
    if (is_new) groups_.push_back(table.names[static_cast<std::size_t>(name)]);
    group_.push_back(group->second);
    mass_.push_back(table.mass[found->second]);
    index_.push_back(index[found->second]);
    const bool finite = is_finite(frame_.position[k]) && is_finite(frame_.velocity[k]) &&
                        is_finite(frame_.angular_velocity[k]) && std::isfinite(mass_.back()) &&
                        mass_.back() >= 0;
    if (!finite) fail(fmt::format("body {} has no finite place, velocity or mass", frame_.uid[k]));
  }
}

std::vector<PairChange> EarlierRun::add_materials(Materials& materials) const {
  std::vector<PairChange> pairs;
  for (const std::unique_ptr<Scene>& scene : scenes_) {
    const int own = materials.size();
    for (const Value::Item& item : (*scene)["materials"].map_items())
      if (materials.find(item.name()) < 0) materials.list.push_back(read_material(item.name(), item.value));
    for (PairChange& pair : read_pairs((*scene)["pairs"], materials))
      if (pair.a >= own || pair.b >= own) pairs.push_back(std::move(pair));
  }
  return pairs;
}

EarlierRun::Definition EarlierRun::definition(const std::string& group, const Value* given) const {
  Definition sources;
  if (given != nullptr) sources.push_back(given);
  for (std::size_t scene = 0; scene < scenes_.size(); ++scene)
    for (const NamedEntry& entry : entries_of(scene))
      if (entry.name == group) sources.push_back(entry.value);
  return sources;
}

EarlierRun::Shared EarlierRun::shared(const Definition& sources, const Value* newest,
                                      const std::string& group, World& world) const {
  // Shape.
  Shared result;
  const Value* shape = first_giving(sources, {"shape"});
  if (shape == nullptr) fail(fmt::format("its scene does not say what shape {} has", quote(group)));
  const Value& given = (*shape)["shape"];
  const Shape none = given.chosen() == "disc" ? Shape(Disc{}) : Shape(Sphere{});
  world.shapes.push_back(has_size(given) ? read_shape(given, files_).shape : none);
  result.shape = static_cast<std::uint32_t>(world.shapes.size() - 1);

  // Materials.
  const Value* material = first_giving(sources, {"material", "materials"});
  if (material == nullptr)
    fail(fmt::format("the materials of {} came from a file; give an entry of that name with a 'material'",
                     quote(group)));
  result.new_material = material == newest;
  if (material->gives("material"))
    result.materials = {find_material((*material)["material"].text(), mark_, world.materials)};
  else
    for (const Value& name : (*material)["materials"].items())
      result.materials.push_back(find_material(name.text(), mark_, world.materials));

  // Locks, and whether the bodies are free, fixed or driven.
  const Value* lock = first_giving(sources, {"lock"});
  constexpr unsigned kFreedom = kFixed | kDriven;
  if (lock != nullptr)
    result.flags = static_cast<std::uint16_t>(read_flags(*lock, world.dimension) & ~kFreedom);
  if (world.dimension == 2) result.flags |= kLockPlane;
  if (!is_ball(world.shapes[result.shape])) result.flags |= kTurned;
  if (newest != nullptr && (newest->gives("fixed") || newest->gives("motion")))
    result.freedom = static_cast<std::uint16_t>(read_flags(*newest, world.dimension) & kFreedom);
  const Value* moved = first_giving(sources, {"fixed", "motion"});
  result.was_driven = moved != nullptr && moved->gives("motion");
  return result;
}

Bodies::Body EarlierRun::body(std::size_t k, const Shared& shared, World& world) const {
  // Group, material, freedom and motion.
  Bodies::Body body;
  const bool was_free = mass_[k] > 0;
  body.info.group = static_cast<std::uint16_t>(group_[k]);
  body.info.material = shared.materials[index_[k] % shared.materials.size()];
  body.info.shape = shared.shape;
  body.info.flags = shared.flags | shared.freedom.value_or(was_free            ? 0
                                                           : shared.was_driven ? kDriven
                                                                               : kFixed);
  body.orientation = unit(frame_.orientation[k]);
  if (!is_immobile(body.info)) body.motion = {frame_.velocity[k], frame_.angular_velocity[k]};

  // Size: the frame gives that of balls, the shape that of other bodies. A different radius in the frame
  // means that a file had scaled the shape.
  const Shape& shape = world.shapes[shared.shape];
  body.place = {frame_.position[k], is_ball(shape) ? frame_.radius[k] : bounding_radius(shape)};
  if (is_ball(shape) && !(frame_.radius[k] > 0 && std::isfinite(frame_.radius[k])))
    fail(fmt::format("body {} has no radius", frame_.uid[k]));
  if (!is_ball(shape) && was_free && std::abs(frame_.radius[k] / body.place.radius - 1) > 1e-12) {
    world.shapes.push_back(scaled(shape, frame_.radius[k] / body.place.radius));
    body.info.shape = static_cast<std::uint32_t>(world.shapes.size() - 1);
    body.place.radius = frame_.radius[k];
  }

  // Mass: the stored one, unless the material is new.
  const std::string name = groups_[group_[k]];
  if (was_free && !is_immobile(body.info) && !shared.new_material) {
    const double volume = 1 / inertia_of(world.shapes[body.info.shape], body.place.radius, 1).inverse_mass;
    body.inertia = inertia_of(world.shapes[body.info.shape], body.place.radius, mass_[k] / volume);
  } else {
    give_inertia(body, world, name, mark_);
  }
  return body;
}

void EarlierRun::add_bodies(World& world) const {
  std::vector<Shared> groups;
  for (const std::string& name : groups_) {
    const Value* given = newest(name);
    if (given != nullptr) check_redefinition(*given, name);
    groups.push_back(shared(definition(name, given), given, name, world));
  }
  for (std::size_t k = 0; k < frame_.size(); ++k) world.bodies.add(body(k, groups[group_[k]], world));
}

void EarlierRun::add_loads(const Scene& scene, World& world) const {
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    const Value* given = newest(groups_[g]);
    const Definition sources = definition(groups_[g], given);
    // Driven bodies get their motion.
    std::vector<Uid> driven, free;
    for (const Uid uid : members(world, static_cast<int>(g))) {
      const unsigned flags = world.bodies.info[world.bodies.local(uid)].flags;
      if (flags & kDriven) driven.push_back(uid);
      if (!(flags & (kDriven | kFixed))) free.push_back(uid);
    }
    if (const Value* moved = first_giving(sources, {"motion"}); moved != nullptr && !driven.empty())
      drive_bodies(world, driven, read_motion_plan((*moved)["motion"], groups_[g], scene, world.groups));
    if (const Value* surfaced = first_giving(sources, {"surface"})) {
      std::vector<Uid> walls;
      for (const Uid uid : members(world, static_cast<int>(g)))
        if (is_immobile(world.bodies.info[world.bodies.local(uid)])) walls.push_back(uid);
      set_belts(world, walls, time_functions((*surfaced)["surface"]["velocity"], scene));
    }
    // Free bodies get forces and springs from the newest scene that gives any.
    const Value* loaded = first_giving(sources, {"force", "torque", "spring"});
    if (loaded == nullptr || free.empty()) continue;
    const Value* shape = first_giving(sources, {"shape"});
    const Quat turn = has_size((*shape)["shape"]) ? read_shape((*shape)["shape"], files_).turn : Quat{};
    const EntryLoads loads = read_loads(*loaded, groups_[g], turn, scene, world.groups);
    for (const SpringPlan& spring : loads.springs)
      if (!spring.length && loaded != given)
        fail(fmt::format("the spring of {} has no 'length' there; give an entry of that name with a spring",
                         quote(groups_[g])));
    EntryLoads others = loads;
    others.motion.reset();
    apply_loads(world, free, others);
  }
}

}  // namespace cairn
