// Checkpoints: the state of a run in a Record (base/record.h), kept durably in the results folder as
// `checkpoint`, the one before as `checkpoint.previous`. A new one is complete on the disk before the old
// ones change their names, so that whatever stops the program, the last one that save_checkpoint returned
// from can be loaded.
//
// Everything that changes during a run and is not rebuilt from the scene goes into the same Record: the world
// through put_world, the rest (Verlet list, energies, random streams, measures, offsets of output files) by
// its owners.
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

// The numbers of a material, as "materials.numbers" holds them.
using MaterialNumbers = std::array<double, 9>;

// Time, step, gravity, damping, materials and their pairs, group names, bodies in their local order, contact
// memory. Shapes, drives, loads, springs and exclusions are rebuilt from the scene (events replayed), not
// stored.
void put_world(Record& record, const World& world);
// Replaces that part of a world built from the same scene. A record that does not fit it: RunError.
void get_world(const Record& record, World& world);

// Returns once it is on the disk.
void save_checkpoint(const std::string& folder, const Record& record, const FileCalls& calls = {});

struct Checkpoint {
  Record record;
  std::string file;     // name of the file it came from
  std::string warning;  // why a newer one was refused; empty if none was
};

// Of all records in a checkpoint. To be raised whenever one of them changes its members or its meaning: a
// checkpoint of another layout is refused, one of another version with the same layout is read with a
// warning.
inline constexpr std::string_view kCheckpointLayout = "layout 3";

// Notes the version of this program, and says if another one wrote a record: the same scene may then give
// other bits.
void sign(Record& record);
std::string version_warning(const Record& record, const std::string& file);

// The newest valid one. None: RunError with the reasons.
Checkpoint load_checkpoint(const std::string& folder, const FileCalls& calls = {});

// The state of one step of a run, for another run that begins with it.
struct StateOfStep {
  std::optional<Record> record;
  std::string reason;  // why there is none
};
// The names a valid one may have, best first, and the first of these files that is one of that step.
inline constexpr std::array<const char*, 2> kCheckpointNames{"checkpoint", "checkpoint.previous"};
StateOfStep state_of_step(std::span<const std::string> files, std::uint64_t step,
                          const FileCalls& calls = {});

// For a new run in an old folder, which must not be resumed from another run's state.
void remove_checkpoints(const std::string& folder, const FileCalls& calls = {});

}  // namespace cairn
