// What a run leaves in its results folder while it goes: the resolved scene, frames, series, XDMF,
// checkpoints, log and summary. Nothing here changes the simulation.
//
// Frames are due as run/schedule.h says. Checkpoints are due by wall time, and whenever a run is left. Each
// is written after the frames and rows it counts, so that a run killed at any moment goes on from its last
// one: newer frames and rows are taken away. The frame and the row of the end are not counted unless they
// were due anyway, so that a run that goes on beyond its end leaves what one without a stop leaves.
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

// What the scene wants written.
struct OutputPlan {
  double frames = 0;        // s of simulated time between frames; 0: first and last only
  bool contacts = false;    // frames carry contacts
  std::vector<int> groups;  // that frames show; none: all
  double checkpoint = 60;   // s of wall time

  bool has_frame(const Schedule& schedule, std::uint64_t step) const {
    return frames > 0 && schedule.is_due(step, frames);
  }
};
// Throws InputError if the scene names a group that the world does not have.
OutputPlan output_plan(const Scene& scene, const World& world);

// One number for a world as it was built: a resumed run must build the same. Take it before the first step.
std::uint64_t built_hash(const World& world);

// A run as its folder tells of it: the scene as it was run, and the state of the last checkpoint.
struct StoredRun {
  ResultsFolder folder;
  Scene scene;
  Record state;
  std::vector<std::string> warnings;
  std::vector<RunChange> changes;  // of earlier resumes, then of this one
  std::size_t new_changes = 0;     // at their end
  std::optional<double> end;       // instead of the scene's, if one of them says so [s]

  // What the user of a resume wants besides: changes of the scene, and folders it may read.
  struct Wishes {
    std::vector<std::string> changes, allowed;
  };
  // Throws InputError if there is no run in the folder or it can not change so, RunError if no checkpoint can
  // be used.
  static StoredRun open(const std::string& folder, const Wishes& wishes = {});
  // Brings a simulation just built from the scene to the stored state. Throws RunError if it was built from
  // other bodies, because files named by the scene have changed.
  void restore(Simulation& simulation) const;
};

// How a run was left.
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
  // Writes the present state of a simulation and gives the folder its name. A run that is written from a
  // later moment on has no contacts in its first frame.
  static Results begin(Simulation& simulation, ResultsFolder folder, Origin origin);
  // Of a simulation that was restored: takes away what was written after that state.
  static Results resume(Simulation& simulation, StoredRun run, std::string command);

  // What the next step has to record for the frame that may follow it.
  Recording next_recording(const Simulation& simulation);
  // After every step: the row, the frame and the checkpoint that are due. Returns whether there was a frame.
  bool follow(Simulation& simulation);
  void close(Simulation& simulation, Ending ending, std::string_view reason);

  // Adds a line to run.log.
  void log(std::string_view line) const;

  const std::string& folder() const { return folder_.path(); }
  std::size_t frames() const { return run_->frames().size(); }
  double wall_seconds() const;  // of this run and those it resumed
  std::uint64_t bytes() const;  // of all files in the folder

 private:
  using Clock = std::chrono::steady_clock;

  Results(Simulation& simulation, ResultsFolder folder, std::string command);
  void write_frame(Simulation& simulation);
  void write_lists();
  // The output that a run which goes on from here keeps.
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

  bool recorded_ = false;  // the last step recorded its contacts
  std::optional<RunFile> run_;
  std::uint64_t known_bodies_ = 0;  // uids given when the last frame was written
  std::optional<Series> series_;
  std::optional<Series> before_closing_;  // the series without the row of the end
  std::vector<double> due_row_;           // in the place of that row if the run goes on
  std::string origin_;                    // folder of the scene
  std::vector<RunChange> changes_;        // of resumes
  std::uint64_t built_ = 0;               // built_hash
  std::uint64_t scene_hash_ = 0;          // of the text of scene.yaml
  double earlier_wall_ = 0;               // s spent by the runs that this one resumes
  Clock::time_point begin_ = Clock::now(), last_checkpoint_ = begin_, last_lists_ = begin_;
};

}  // namespace cairn
