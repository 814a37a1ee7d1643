// Beginning where another run ended: the bodies of its last frame, or of another one, with the shapes,
// materials and motions that its scene gave them. What its events changed is kept where the frame tells it
// (who is there, who is fixed), not where only the scene could (materials, motions).
//
// A frame does not tell what contacts remember: tangential and rolling springs, impulses, plastic flow and
// bonds come from the checkpoint of the same step, if the method and its law are the same. Everything that is
// dropped is said in a warning.
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
  // None if the scene does not start from another run. Throws InputError if that cannot be read. The scene
  // must outlive it.
  static std::optional<EarlierRun> of(const Scene& scene);
  // The run of a results folder, at one of its frames.
  static EarlierRun at(const std::string& folder, std::size_t frame,
                       const std::vector<std::string>& allowed = {});

  const std::string& folder() const { return folder_; }

  // Its bodies and materials alone: nothing drives, loads or ties them, and no contact remembers anything.
  World world() const;

  // Names of the groups that have bodies in the frame, in their order.
  const std::vector<std::string>& groups() const { return groups_; }
  // Adds the materials that the new scene does not define itself, and the pairs they are in.
  std::vector<PairChange> add_materials(Materials& materials) const;
  // Adds the bodies. The groups of the world begin with groups(); entries of the new scene with one of these
  // names redefine material, fixed, motion, lock and loads.
  void add_bodies(World& world) const;
  void add_loads(const Scene& scene, World& world) const;
  // After bodies, loads and bonds. Also how fast its servo walls were, and where its drives turn.
  void add_memory(const Scene& scene, World& world, Warnings& warnings) const;
  // The whole state if nothing that it depends on has changed, so that the run can go on to the bit
  // (Stepper::take_over): bodies, materials, method, cell and who meets whom. The bodies of the world get
  // their order, masses and loads of that moment.
  std::optional<Record> unchanged(const Scene& scene, World& world) const;

 private:
  // What a group was given, the newest scene first.
  using Definition = std::vector<const Value*>;
  struct Shared {  // by the bodies of a group
    std::uint32_t shape = 0;
    std::vector<std::uint16_t> materials;
    bool new_material = false;
    std::uint16_t flags = 0;               // locks and the like
    std::optional<std::uint16_t> freedom;  // kFixed, kDriven or none, if the new scene says which
    bool was_driven = false;
  };
  // `name` is the folder of the run inside the home of `files`, or beside the folder `results`; without a
  // number the last frame.
  EarlierRun(Folders files, std::string results, std::string name, const Mark& mark,
             std::optional<std::size_t> frame);
  std::string folder_of(const std::string& name) const;
  void read_scenes();
  const Value* newest(const std::string& group) const;  // null: the new scene does not redefine it
  void read_frame_of(const std::string& path, std::optional<std::size_t> number);
  Definition definition(const std::string& group, const Value* newest) const;
  Shared shared(const Definition& definition, const Value* newest, const std::string& group,
                World& world) const;
  Bodies::Body body(std::size_t k, const Shared& shared, World& world) const;
  [[noreturn]] void fail(const std::string& message) const;
  // The checkpoint of the frame, checked to be of the same bodies; or why there is none.
  StateOfStep state() const;
  std::optional<Uid> new_uid(Uid old) const;  // none: it is not in the frame
  void carry_contacts(const Record& record, World& world, Warnings& warnings) const;
  void carry_drives(const Record& record, World& world) const;

  std::vector<std::unique_ptr<Scene>> scenes_;  // of the run, of the one it started from, ...
  std::vector<NamedEntry> newest_;              // entries of the scene that starts from it
  Frame frame_;
  std::vector<double> mass_;          // per body of the frame; 0: fixed or driven
  std::vector<std::uint64_t> index_;  // per body of the frame: its number within its group
  std::vector<std::size_t> group_;    // per body of the frame: into groups_
  std::vector<std::string> groups_;
  Folders files_;       // folders that runs, and files that their shapes name, lie in
  std::string beside_;  // folder in which runs may lie as well; empty: none
  std::string name_;    // of the run
  std::string folder_;  // where it lies
  Mark mark_;           // of the key that names it
};

}  // namespace cairn
