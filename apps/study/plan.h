// The plan of a study, STUDY/study.json: a scene, the points where it runs, and how often. Run k belongs to
// point k / repeats and is its repeat k % repeats. The plan says everything that a run needs, so that any
// machine with the folder can make run k.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "study/parameters.h"

namespace cairn {

enum class Keep { all, series };   // series: what a run wrote without frames and checkpoints
enum class Seeds { same, fresh };  // same: all points have the same seeds; fresh: every run has its own

struct StudyPlan {
  std::string scene;                 // path from the folder of the study
  std::uint64_t scene_hash = 0;      // of its text
  std::vector<std::string> changes;  // KEY=VALUE, the same for all runs
  std::vector<std::string> allowed;  // folders that the scene may read, from the folder of the study
  std::optional<std::string> until;  // end of the runs
  std::vector<std::string> keys;     // of the parameters
  std::vector<StudyPoint> points;    // a value per key
  std::size_t repeats = 1;
  std::optional<std::uint64_t> first_seed;  // of run 0; none: the runs keep the scene's seed
  Seeds seeds = Seeds::same;
  Keep keep = Keep::all;

  std::size_t runs() const { return points.size() * repeats; }
  const StudyPoint& point(std::size_t run) const { return points[run / repeats]; }
  std::optional<std::uint64_t> seed(std::size_t run) const;
  // The changes of a run: those of all runs, its values, its seed.
  std::vector<std::string> changes_of(std::size_t run) const;

  std::string text() const;  // of study.json
  static StudyPlan read(const std::string& folder);
};

bool is_study(const std::string& folder);

// The files of run k.
std::string run_folder(const std::string& study, std::size_t run);
std::string run_log(const std::string& study, std::size_t run);
std::string run_record(const std::string& study, std::size_t run);

// The path of the scene of a study. Throws InputError if its text is not the one the study began with.
std::string scene_of_study(const std::string& study, const StudyPlan& plan);
std::uint64_t hash_of_file(const std::string& path);

// Makes the folder with its plan, or finds the same plan there. Throws InputError if the folder holds
// something else.
void open_study(const std::string& folder, const StudyPlan& plan);
// The same, but the plan that is there may have fewer points, or more. Its points are replaced.
void extend_study(const std::string& folder, const StudyPlan& plan);
// A path as it looks from a folder.
std::string seen_from(const std::string& folder, const std::string& path);

}  // namespace cairn
