// A start from the end of an earlier run. The bodies come from its last frame, or from another one, with the
// shapes, materials and motions of its scene. Changes by its events are kept if the frame shows them (which
// bodies exist, which are fixed), and lost if only the scene could tell (materials, motions).
//
// A frame does not hold the memory of contacts. Tangential and rolling springs, impulses, plastic flow and
// bonds come from the checkpoint of the same step, if the method and its law are the same. A warning names
// everything that is lost.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/world.h"
#include "results/checkpoint.h"
#include "results/frames.h"
#include "scene/groups.h"
#include "scene/materials.h"
#include "scene/scene.h"
#include "scene/world.h"

namespace cairn {

Option start_option();

class EarlierRun {
 public:
  // None if the scene does not start from another run. Throws InputError if that run cannot be read. The
  // scene must outlive the result.
  static std::optional<EarlierRun> of(const Scene& scene);
  // The run of a results folder, at one of its frames.
  static EarlierRun at(const std::string& folder, std::size_t frame,
                       const std::vector<std::string>& allowed = {});

  const std::string& folder() const { return folder_; }

  // The bodies and materials alone, without drives, loads, joints and contact memory.
  World world() const;

  // Names of the groups that have bodies in the frame, in the order of their first bodies.
  const std::vector<std::string>& groups() const { return groups_; }
  // Adds the materials that the new scene does not define, and returns the pairs that contain them.
  std::vector<PairChange> add_materials(Materials& materials) const;
  // Adds the bodies. The groups of the world must begin with groups(). An entry of the new scene with one of
  // these names redefines material, fixed, motion, lock and loads.
  void add_bodies(World& world) const;
  void add_loads(const Scene& scene, World& world) const;
  // Adds the memory of contacts, the speeds of servo walls and the centres of rotating drives. Call it after
  // bodies, loads and bonds were added.
  void add_memory(const Scene& scene, World& world, Warnings& warnings) const;
  // The whole stored state, if nothing changed that the next step depends on: bodies, materials, method, cell
  // and `collide`. The run then continues with the same bits (Stepper::take_over). The bodies of the world
  // get the stored order, masses and loads.
  std::optional<Record> unchanged(const Scene& scene, World& world) const;

 private:
  // The entries that define a group, the newest scene first.
  using Definition = std::vector<const Value*>;
  // Properties that the bodies of a group share.
  struct Shared {
    std::uint32_t shape = 0;
    std::vector<std::uint16_t> materials;
    bool new_material = false;
    std::uint16_t flags = 0;               // without kFixed and kDriven
    std::optional<std::uint16_t> freedom;  // kFixed, kDriven or 0, if the new scene gives it
    bool was_driven = false;
  };
  // `name`: the folder of the run, inside the home of `files` or beside the folder `results`. Without `frame`
  // the last frame is read.
  EarlierRun(Folders files, std::string results, std::string name, const Mark& mark,
             std::optional<std::size_t> frame);
  std::string folder_of(const std::string& name) const;
  void read_scenes();
  void read_added(std::size_t scene, const std::string& folder);
  std::vector<NamedEntry> entries_of(std::size_t scene) const;  // of bodies, late and added ones, too
  const Value* newest(const std::string& group) const;          // null if the new scene does not redefine it
  void read_frame_of(const std::string& path, std::optional<std::size_t> number);
  Definition definition(const std::string& group, const Value* newest) const;
  Shared shared(const Definition& definition, const Value* newest, const std::string& group,
                World& world) const;
  Bodies::Body body(std::size_t k, const Shared& shared, World& world) const;
  [[noreturn]] void fail(const std::string& message) const;
  // The checkpoint of the frame's step, if it has the same bodies; otherwise the reason why there is none.
  StateOfStep state() const;
  std::optional<Uid> new_uid(Uid old) const;  // none if the body is not in the frame
  std::vector<BondKind> kinds_of(const Record& record) const;
  void carry_contacts(const Record& record, World& world, Warnings& warnings) const;
  void carry_drives(const Record& record, World& world) const;

  // Entries that a script added between two steps. The checkpoint has their texts, the scene does not.
  struct Added {
    std::size_t scene = 0;  // index into scenes_
    std::string name;
    std::unique_ptr<Tree> tree;
    std::unique_ptr<Value> event;
  };

  std::vector<std::unique_ptr<Scene>> scenes_;  // of the run, then of the run it started from, and so on
  std::vector<Added> added_;
  std::vector<NamedEntry> newest_;  // entries of the new scene
  Frame frame_;
  std::vector<double> mass_;          // per body of the frame; 0: fixed or driven
  std::vector<std::uint64_t> index_;  // per body of the frame: its number within its group
  std::vector<std::size_t> group_;    // per body of the frame: into groups_
  std::vector<std::string> groups_;
  Folders files_;       // folders of the runs, and of the files that their shapes name
  std::string beside_;  // another folder where runs may be; empty: none
  std::string name_;    // of the run
  std::string folder_;  // its path
  Mark mark_;           // of the key that names the run
};

}  // namespace cairn
