// The folder of a run: who may write to it, and when it appears. A new run starts in a staging folder with a
// unique name (staging_name). The staging folder moves to its final place once the run can be resumed; until
// then an old run in that place stays as it was. A lock keeps a second process from writing to the same
// folder; it ends with the process.
#pragma once

#include <string>
#include <string_view>

namespace cairn {

// The beginning of scene.yaml in a results folder.
inline constexpr std::string_view kSceneHeading = "# The scene as run by cairn ";

enum class Existing { refuse, replace };  // replace: --force

// Throws InputError unless a new run may write its results to `folder`: the folder must be absent or empty,
// or hold a run that may be replaced. The folder of the scene itself is always refused.
void require_free(const std::string& folder, Existing existing, const std::string& scene_folder);

class ResultsFolder {
 public:
  // A new folder, with its parents. An existing folder is filled. If it may be replaced, the files of the old
  // run are removed, and no others.
  static ResultsFolder create(const std::string& path, Existing existing);
  // The folder of an earlier run. Throws InputError if it is not one, or if another process writes to it.
  static ResultsFolder open(const std::string& path);

  ResultsFolder(ResultsFolder&& other) noexcept;
  ResultsFolder& operator=(ResultsFolder&&) = delete;
  ~ResultsFolder();  // removes a folder that was never published

  // Moves the staged files to their final place. Throws InputError if that is no longer free.
  void publish();

  const std::string& path() const { return path_; }  // the present place of its files
  std::string file(const char* name) const { return path_ + "/" + name; }

 private:
  ResultsFolder(std::string path, std::string final_path, Existing existing);
  void lock(const std::string& folder);
  void move_into_place() const;

  std::string path_;
  std::string final_path_;  // empty: path_ is the final one
  Existing existing_;
  int lock_ = -1;
};

}  // namespace cairn
