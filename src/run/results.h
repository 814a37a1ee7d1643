// Writes the results folder of a run: the resolved scene, frames, series, XDMF, checkpoints, log and summary.
// Nothing here changes the simulation.
//
// Frames are due as run/schedule.h says. Checkpoints are due by wall time, and at the end of a run or an
// interrupt. A checkpoint is written after the frames and rows that it counts, so that a run killed at any
// moment can be resumed from its last checkpoint; resuming removes newer frames and rows. A checkpoint at the
// end does not count the last frame and row unless they were due anyway. So a run that is resumed beyond its
// end leaves the same results as a run without a stop.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/record.h"
#include "results/frames.h"
#include "results/series.h"
#include "run/changes.h"
#include "run/folder.h"
#include "run/simulation.h"
#include "scene/scene.h"

namespace cairn {

// The output that the scene asks for.
struct OutputPlan {
  double frames = 0;        // s of simulated time between frames; 0: first and last only
  bool contacts = false;    // frames carry contacts
  std::vector<int> groups;  // in frames; empty: all
  double checkpoint = 60;   // s of wall time

  bool has_frame(const Schedule& schedule, std::uint64_t step) const {
    return frames > 0 && schedule.is_due(step, frames);
  }
};
// Throws InputError if the scene names a group that the world does not have.
OutputPlan output_plan(const Scene& scene, const World& world);

// A hash of a world before its first step. A resumed run must build a world with the same hash.
std::uint64_t built_hash(const World& world);

// A run in a results folder: its scene, and the state of its last checkpoint.
struct StoredRun {
  ResultsFolder folder;
  Scene scene;
  Record state;
  std::vector<std::string> warnings;
  std::vector<RunChange> changes;  // of earlier resumes, then of this one
  std::size_t new_changes = 0;     // number of those of this one
  std::optional<double> end;       // replaces the end of the scene, if a change does that [s]

  // Options of a resume: changes of the scene, and folders that it may read.
  struct Wishes {
    std::vector<std::string> changes, allowed;
  };
  // Throws InputError if the folder holds no run or a change is not allowed, RunError if no checkpoint can be
  // used.
  static StoredRun open(const std::string& folder, const Wishes& wishes = {});
  // Brings a simulation that was just built from the scene to the stored state. Throws RunError if its bodies
  // differ from those of the run, because files that the scene names have changed.
  void restore(Simulation& simulation) const;
};

// How a run ended, and what is written then.
enum class Ending {
  finished,     // last frame, checkpoint, summary
  interrupted,  // checkpoint, summary
  failed,       // summary; the last good checkpoint stays
};

class Results {
 public:
  struct Origin {
    std::string command;                // as typed
    std::uint64_t built = 0;            // built_hash of the world
    std::optional<double> frames = {};  // s between frames, instead of the scene's
  };
  // Writes the present state of a simulation, which may be in the midst of a run, and gives the folder its
  // name.
  static Results begin(Simulation& simulation, ResultsFolder folder, Origin origin);
  // For a simulation that was restored: removes all output after the restored state.
  static Results resume(Simulation& simulation, StoredRun run, std::string command);

  // Tells if the next step must record contacts for a frame.
  Recording next_recording(const Simulation& simulation) const;
  // Call after every step. Writes the row, the frame and the checkpoint that are due; true if a frame was.
  bool follow(Simulation& simulation);
  void close(Simulation& simulation, Ending ending, std::string_view reason);

  // Adds a line to run.log.
  void log(std::string_view line) const;

  const std::string& folder() const { return folder_.path(); }
  std::size_t frames() const { return run_->frames().size(); }
  double wall_seconds() const;  // of this run and the runs that it resumes
  std::uint64_t bytes() const;  // of all files in the folder

 private:
  using Clock = std::chrono::steady_clock;

  Results(Simulation& simulation, ResultsFolder folder, std::string command);
  std::vector<ContactForce> contacts_now(Simulation& simulation) const;
  void write_frame(Simulation& simulation, const std::vector<ContactForce>& contacts);
  void write_lists();
  // The part of the output that a resumed run keeps.
  struct Kept {
    std::uint64_t frames = 0, known_bodies = 0, series = 0, series_checksum = 0;
  };
  Kept kept() const;
  void write_row(const Simulation& simulation);
  void write_checkpoint(Simulation& simulation, Kept kept);
  void write_summary(Simulation& simulation, std::string_view reason) const;

  ResultsFolder folder_;
  std::string command_;
  OutputPlan plan_;

  std::optional<RunFile> run_;
  std::uint64_t known_bodies_ = 0;  // number of uids given up to the last frame
  std::optional<Series> series_;
  std::optional<Series> before_closing_;  // the series without its closing row
  std::vector<double> due_row_;           // replaces the closing row if the run is resumed
  std::string origin_;                    // folder of the scene
  std::vector<RunChange> changes_;        // of resumes
  std::uint64_t built_ = 0;               // built_hash
  std::uint64_t scene_hash_ = 0;          // of the text of scene.yaml
  double earlier_wall_ = 0;               // s spent by the runs that this one resumes
  Clock::time_point begin_ = Clock::now(), last_checkpoint_ = begin_, last_lists_ = begin_;
};

}  // namespace cairn
