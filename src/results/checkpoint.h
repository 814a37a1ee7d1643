// Checkpoints: the state of a run in a Record (base/record.h). The results folder keeps two of them durably,
// the newest as `checkpoint` and the one before as `checkpoint.previous`. A new one is complete on the disk
// before the old one is renamed. So the last checkpoint that save_checkpoint() returned from can always be
// loaded, whatever stops the program.
//
// The Record holds everything that changes during a run and is not rebuilt from the scene. put_world() stores
// the world. The owners of the rest (Verlet list, energies, random streams, measures, offsets of output
// files) store it themselves.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "base/file.h"
#include "base/record.h"
#include "model/world.h"

namespace cairn {

// The numbers of a material, as stored in "materials.numbers".
using MaterialNumbers = std::array<double, 9>;

// Stores time, step, gravity, damping, cell, materials and their pairs, group names, bodies, contact and
// plastic memory, and the count of broken bonds. Bodies are in their local order, which the sums of the next
// step depend on, but nothing refers to a body by its place in it. Shapes, drives, loads, springs and
// exclusions are not stored: a resumed run rebuilds them from the scene and replays its events.
void put_world(Record& record, const World& world);
// Replaces the stored part of a world built from the same scene. Throws RunError if the record does not fit
// it.
void get_world(const Record& record, World& world);
Cell get_cell(const Record& record);

// Returns once the checkpoint is on the disk.
void save_checkpoint(const std::string& folder, const Record& record, const FileCalls& calls = {});

struct Checkpoint {
  Record record;
  std::string file;     // name of the file that was loaded
  std::string warning;  // why a newer file was refused; empty if none was
};

// Layout of all records in a checkpoint. Raise it whenever one of them changes its members or their meaning.
// A checkpoint of another layout is refused. One of another version with the same layout is read with a
// warning.
inline constexpr std::string_view kCheckpointLayout = "layout 5";

// sign() stores the version of this program. version_warning() is not empty if another version wrote the
// record: the same scene may then give other bits.
void sign(Record& record);
std::string version_warning(const Record& record, const std::string& file);

// The record in one of the files, with those of its parts (results/checkpoint_parts.h). An unreadable file is
// refused like a damaged one.
Decoded read_checkpoint(const std::string& path, const FileCalls& calls = {});

// The newest valid checkpoint. Throws RunError with the reasons if there is none.
Checkpoint load_checkpoint(const std::string& folder, const FileCalls& calls = {});

// The state of a run at one step, from which another run starts.
struct StateOfStep {
  std::optional<Record> record;
  std::string reason;  // why there is none
};
// Names of the two checkpoints, newest first.
inline constexpr std::array<const char*, 2> kCheckpointNames{"checkpoint", "checkpoint.previous"};
// The first of the files that is a valid checkpoint of the given step.
StateOfStep state_of_step(std::span<const std::string> files, std::uint64_t step,
                          const FileCalls& calls = {});

// For a new run in an old folder: it must not resume from the state of another run.
void remove_checkpoints(const std::string& folder, const FileCalls& calls = {});

}  // namespace cairn
