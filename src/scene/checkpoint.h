// Checkpoints: the state of a run in a Record (base/record.h), kept durably in the results folder as
// `checkpoint`, the one before as `checkpoint.previous`. A new one is complete on the disk before the old
// ones change their names, so that whatever stops the program, the last one that save_checkpoint returned
// from can be loaded.
//
// Everything that changes during a run and is not rebuilt from the scene goes into the same Record: the world
// through put_world, the rest (Verlet list, energies, random streams, measures, offsets of output files) by
// its owners.
#pragma once

#include <string>

#include "base/file.h"
#include "base/record.h"
#include "model/world.h"

namespace cairn {

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

// The newest valid one. None: RunError with the reasons.
Checkpoint load_checkpoint(const std::string& folder, const FileCalls& calls = {});
// For a new run in an old folder, which must not be resumed from another run's state.
void remove_checkpoints(const std::string& folder, const FileCalls& calls = {});

}  // namespace cairn
