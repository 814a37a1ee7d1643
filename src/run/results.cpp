#include "run/results.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "base/error.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/version.h"
#include "results/checkpoint.h"
#include "results/xdmf.h"
#include "scene/colours.h"

namespace cairn {
namespace {

namespace fs = std::filesystem;

// XDMF files list all frames. Writing them with every frame would cost time that grows with the square of the
// number of frames.
constexpr std::size_t kFewFrames = 50;
constexpr double kListInterval = 5;  // s of wall time

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

// True if the rows that a checkpoint counts have not changed since they were written.
bool is_series_whole(const std::string& path, const Record& state) {
  if (!file_exists(path)) return false;
  const Bytes bytes = read_own_file(path);
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const std::string_view rows = text.substr(0, state.get<std::uint64_t>("results.series"));
  return hash_of_lines(rows).value() == state.get<std::uint64_t>("results.series_checksum");
}

// The changes made by resumes up to a checkpoint.
std::vector<RunChange> stored_changes(const Record& state) {
  std::vector<RunChange> changes;
  if (!state.has("results.changes")) return changes;
  const auto texts = state.get<std::vector<std::string>>("results.changes");
  const auto times = state.get<std::vector<double>>("results.changes_at");
  for (std::size_t k = 0; k < std::min(texts.size(), times.size()); ++k)
    changes.push_back({texts[k], times[k]});
  return changes;
}

// Contacts for a frame, with the state of bonds if the scene has bonds.
FrameContacts frame_contacts(const World& world, const std::vector<ContactForce>& contacts, bool compatible) {
  FrameContacts frame;
  for (const ContactForce& contact : contacts) {
    frame.bodies.push_back({contact.key.a, contact.key.b});
    frame.point.push_back(contact.point);
    frame.normal.push_back(contact.normal);
    frame.gap.push_back(contact.gap);
    frame.force.push_back(contact.force);
    if (!world.bond_kinds.empty()) frame.bond.push_back(static_cast<std::int32_t>(contact.cohering));
    if (!compatible) continue;
    frame.compatible.push_back(contact.compatible);
    frame.self_stressed.push_back(contact.self_stressed);
  }
  return frame;
}

int group_index(const Value& name, const World& world) {
  for (std::size_t g = 0; g < world.groups.size(); ++g) {
    if (world.groups[g] == name.text()) return static_cast<int>(g);
  }
  throw InputError(
      fmt::format("no bodies are called {}{}", quote(name.text()), suggestion(name.text(), world.groups)),
      name.mark());
}

}  // namespace

OutputPlan output_plan(const Scene& scene, const World& world) {
  OutputPlan plan;
  const Value &output = scene["output"], &method = scene["method"];
  // A scene that asks for compatible forces gets contacts in its frames.
  const bool compatible = method.selected().gives("compatible_forces");
  plan.contacts = compatible;
  if (!output) return plan;
  if (output.has("frames")) plan.frames = output["frames"].number();
  if (output.has("contacts")) plan.contacts = output["contacts"].flag() || compatible;
  if (output.has("checkpoint")) plan.checkpoint = output["checkpoint"].number();
  if (!output.has("groups")) return plan;
  for (const Value& name : output["groups"].items()) plan.groups.push_back(group_index(name, world));
  return plan;
}

std::uint64_t built_hash(const World& world) {
  Hash hash;
  hash.add(state_hash(world));
  const Bodies& bodies = world.bodies;
  for (const std::uint32_t i : bodies.by_uid()) {
    const Info& info = bodies.info[i];
    hash.add(bodies.place[i].radius);
    hash.add(bodies.inertia[i].inverse_mass);
    hash.add(std::uint64_t{info.shape} << 32 | std::uint64_t{info.material} << 16 | info.group);
  }
  return hash.value();
}

StoredRun StoredRun::open(const std::string& path, const Wishes& wishes) {
  // Checkpoint, and warnings about files that do not fit it.
  require_changeable(wishes.changes);
  ResultsFolder folder = ResultsFolder::open(path);
  Checkpoint checkpoint = load_checkpoint(folder.path());
  std::vector<std::string> warnings;
  if (!checkpoint.warning.empty()) {
    warnings.push_back(fmt::format("{}; going on from {}", checkpoint.warning, checkpoint.file));
  }
  if (const std::string other = version_warning(checkpoint.record, checkpoint.file); !other.empty())
    warnings.push_back(other);
  const std::string file = folder.file("scene.yaml"), text = read_text(file);
  if (checksum(bytes_of(text)) != checkpoint.record.get<std::uint64_t>("results.scene_hash")) {
    warnings.push_back(file + " was changed after the run began: results may differ from those of one piece");
  }
  const std::string series = folder.file("series.csv");
  if (!is_series_whole(series, checkpoint.record))
    warnings.push_back(series + " was changed by something else than cairn: its earlier rows may be wrong");
  // Changes and allowed folders of earlier resumes and of this one.
  const Record& record = checkpoint.record;
  std::vector<RunChange> changes = stored_changes(record);
  for (const std::string& change : wishes.changes) changes.push_back({change, record.get<double>("time")});
  Reach reach{wishes.allowed, folder.path()};
  if (record.has("results.allowed"))
    std::ranges::copy(record.get<std::vector<std::string>>("results.allowed"),
                      std::back_inserter(reach.allowed));

  // The automatic step and stiffness may depend on the end of the scene. So the scene keeps its end, and only
  // the plan of the run changes.
  std::vector<std::string> all, others;
  for (const RunChange& change : changes) {
    all.push_back(change.text);
    if (!change.is_of("time.end")) others.push_back(change.text);
  }
  const auto origin = record.get<std::string>("results.origin");
  const auto scene_with = [&](const std::vector<std::string>& set) {
    return Scene::from_text(text, file, origin, set, reach);
  };
  std::optional<double> end;
  if (others.size() < all.size()) end = scene_with(all)["time"]["end"].number();
  Scene scene = scene_with(others);
  return {std::move(folder),
          std::move(scene),
          std::move(checkpoint.record),
          std::move(warnings),
          std::move(changes),
          wishes.changes.size(),
          end};
}

void StoredRun::restore(Simulation& simulation) const {
  if (built_hash(simulation.world()) != state.get<std::uint64_t>("results.built")) {
    throw RunError(
        fmt::format("{} no longer describes the bodies that this run began with: files in {} have "
                    "changed, or scene.yaml has",
                    folder.file("scene.yaml"), simulation.scene().folder()));
  }
  if (end) simulation.run_until(*end);
  simulation.load(state);
  const auto is_end = [](const RunChange& change) { return change.is_of("time.end"); };
  if (std::ranges::any_of(changes.end() - static_cast<std::ptrdiff_t>(new_changes), changes.end(), is_end))
    simulation.run_until(*end);  // a new end also cancels a stop
  simulation.times() = state.get<StageTimes>("results.stages");
}

Results::Results(Simulation& simulation, ResultsFolder folder, std::string command)
    : folder_(std::move(folder)),
      command_(std::move(command)),
      plan_(output_plan(simulation.scene(), simulation.world())) {}

Results Results::begin(Simulation& simulation, ResultsFolder folder, Origin origin) {
  Results results(simulation, std::move(folder), std::move(origin.command));
  results.origin_ = fs::absolute(simulation.scene().folder()).lexically_normal().string();
  results.built_ = origin.built;
  if (origin.frames) {
    results.plan_.frames = *origin.frames;
    results.changes_.push_back({fmt::format("output.frames={} s", *origin.frames), simulation.time()});
  }

  // The resolved scene, then the row, frame and checkpoint of the start.
  const std::string scene = fmt::format("{}{}: defaults, let and --set resolved, SI units.\n{}",
                                        kSceneHeading, version(), simulation.scene().resolved());
  results.scene_hash_ = checksum(bytes_of(scene));
  write_durably(results.folder_.file("scene.yaml"), bytes_of(scene));
  results.run_ = RunFile::create(results.folder_.file("run.h5"), simulation.world(), {},
                                 group_colours(simulation.scene(), simulation.world().groups));
  results.series_ = Series::start(results.folder_.file("series.csv"), simulation.columns());
  results.write_row(simulation);
  results.write_frame(simulation, results.contacts_now(simulation));
  results.write_checkpoint(simulation, results.kept());
  // The run can be resumed now: the folder gets its name.
  results.folder_.publish();
  results.run_->move_to(results.folder_.file("run.h5"));
  results.series_->move_to(results.folder_.file("series.csv"));
  return results;
}

Results Results::resume(Simulation& simulation, StoredRun run, std::string command) {
  Results results(simulation, std::move(run.folder), std::move(command));
  const Record& state = run.state;
  results.changes_ = std::move(run.changes);
  results.origin_ = state.get<std::string>("results.origin");
  results.built_ = state.get<std::uint64_t>("results.built");
  results.scene_hash_ = state.get<std::uint64_t>("results.scene_hash");
  results.earlier_wall_ = state.get<double>("results.wall_seconds");

  // If the frames cannot be read, this throws before anything in the folder changes.
  const ResultsFolder& folder = results.folder_;
  list_frames(folder.file("run.h5"));
  // Removes frames and rows after the checkpoint.
  const auto frames = static_cast<std::size_t>(state.get<std::uint64_t>("results.frames"));
  results.known_bodies_ = state.get<std::uint64_t>("results.known_bodies");
  results.run_ = RunFile::reopen(folder.file("run.h5"), frames, results.known_bodies_);
  results.series_ = Series::resume(folder.file("series.csv"), simulation.columns(),
                                   state.get<std::uint64_t>("results.series"));
  const auto due_row = state.get<std::vector<double>>("results.due_row");
  if (!due_row.empty()) results.series_->add_row(due_row);
  std::error_code ignored;
  fs::remove(folder.file("summary.json"), ignored);
  results.write_lists();
  if (run.new_changes > 0) results.write_checkpoint(simulation, results.kept());
  return results;
}

Recording Results::next_recording(const Simulation& simulation) const {
  const std::uint64_t next = simulation.step() + 1;
  const bool records = simulation.may_end(next) || plan_.has_frame(simulation.plan(), next);
  return plan_.contacts && records ? Recording::contacts : Recording::no;
}

bool Results::follow(Simulation& simulation) {
  const bool has_frame = plan_.has_frame(simulation.plan(), simulation.step());
  const bool has_checkpoint = seconds_since(last_checkpoint_) >= plan_.checkpoint;
  if (!simulation.row().any && !has_frame && !has_checkpoint) return false;

  const StageTimer timer(simulation.times(), Stage::output);
  write_row(simulation);
  if (has_frame) write_frame(simulation, simulation.contacts());
  if (has_checkpoint) write_checkpoint(simulation, kept());
  return has_frame;
}

void Results::write_row(const Simulation& simulation) {
  const MeasuredRow& row = simulation.row();
  before_closing_.reset();
  due_row_.clear();
  if (!row.any) return;
  if (row.closing) {
    before_closing_ = series_;
    due_row_ = row.due;
  }
  series_->add_row(row.values);
}

Results::Kept Results::kept() const {
  const Series& series = before_closing_ ? *before_closing_ : *series_;
  return {frames(), known_bodies_, series.offset(), series.checksum()};
}

void Results::close(Simulation& simulation, Ending ending, std::string_view reason) {
  const Kept kept = this->kept();
  if (ending != Ending::failed) {
    const StageTimer timer(simulation.times(), Stage::output);
    const bool has_frame = frames() > 0 && run_->frames().back().step == simulation.step();
    if (ending == Ending::finished && !has_frame) write_frame(simulation, contacts_now(simulation));
    write_lists();
  }
  // The summary comes first, so that a reader who finds the last checkpoint also finds the summary.
  write_summary(simulation, reason);
  if (ending != Ending::failed) write_checkpoint(simulation, kept);
}

// The present contacts, for a frame that no step was told of.
std::vector<ContactForce> Results::contacts_now(Simulation& simulation) const {
  return plan_.contacts ? simulation.present_contacts() : std::vector<ContactForce>{};
}

void Results::write_frame(Simulation& simulation, const std::vector<ContactForce>& contacts) {
  Frame frame = frame_of(simulation.world(), plan_.groups);
  if (plan_.contacts) {
    const World& world = simulation.world();
    frame.contacts = frame_contacts(world, contacts, simulation.report().forces.has_value());
    if (!plan_.groups.empty()) frame.contacts = contacts_of_groups(world, *frame.contacts, plan_.groups);
    frame.contacts->ends = link_ends(world, *frame.contacts);
  }
  run_->append(simulation.world(), frame);
  known_bodies_ = run_->uid_count();
  if (frames() <= kFewFrames || seconds_since(last_lists_) >= kListInterval) write_lists();
}

void Results::write_lists() {
  write_xdmf(folder_.path(), run_->frames());
  last_lists_ = Clock::now();
}

void Results::write_checkpoint(Simulation& simulation, Kept kept) {
  // Frames and rows are safe on disk before the checkpoint counts them.
  series_->sync();
  run_->sync();
  Record record;
  sign(record);
  simulation.save(record);
  // The scene, and the output up to here.
  record.put("results.origin", origin_);
  record.put("results.built", built_);
  record.put("results.scene_hash", scene_hash_);
  record.put("results.frames", kept.frames);
  record.put("results.known_bodies", kept.known_bodies);
  record.put("results.series", kept.series);
  record.put("results.series_checksum", kept.series_checksum);
  record.put("results.due_row", due_row_);
  // Changes by resumes, and times.
  std::vector<std::string> texts;
  std::vector<double> times;
  for (const RunChange& change : changes_) {
    texts.push_back(change.text);
    times.push_back(change.at);
  }
  record.put("results.changes", texts);
  record.put("results.changes_at", times);
  record.put("results.allowed", simulation.scene().folders().allowed);
  record.put("results.wall_seconds", wall_seconds());
  record.put("results.stages", simulation.times());
  save_checkpoint(folder_.path(), record);
  last_checkpoint_ = Clock::now();
}

void Results::write_summary(Simulation& simulation, std::string_view reason) const {
  Summary summary;
  simulation.summarise(summary);
  summary.version = version();
  summary.command = command_;
  summary.stop_reason = reason;
  for (const RunChange& change : changes_)
    summary.changes.push_back(fmt::format("t = {:.6g} s: {}", change.at, change.text));
  summary.wall_seconds = wall_seconds();
  summary.particle_steps_per_second = simulation.particle_steps() / std::max(wall_seconds(), 1e-9);
  write_durably(folder_.file("summary.json"), bytes_of(cairn::write_summary(summary)));
}

void Results::log(std::string_view line) const {
  append(folder_.file("run.log"), bytes_of(fmt::format("{}\n", line)));
}

double Results::wall_seconds() const { return earlier_wall_ + seconds_since(begin_); }

std::uint64_t Results::bytes() const {
  std::uint64_t sum = 0;
  std::error_code ignored;
  for (const fs::directory_entry& item : fs::recursive_directory_iterator(folder_.path(), ignored)) {
    if (item.is_regular_file(ignored)) sum += item.file_size(ignored);
  }
  return sum;
}

}  // namespace cairn
