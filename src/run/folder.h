// The folder of a run: who may write there, and when it appears. A new run is laid out in a new folder with a
// name that nobody else has (staging_name) and takes its place once it can be resumed; until then the old one
// stays as it was. While a run writes to it, the folder is locked against a second one; the lock ends with
// the process.
#pragma once

#include <string>
#include <string_view>

namespace cairn {

// How the scene.yaml of a results folder begins.
inline constexpr std::string_view kSceneHeading = "# The scene as run by cairn ";

enum class Existing { refuse, replace };  // replace: --force

// Throws InputError unless a new run may leave its results in `folder`: it must be absent or empty, or it may
// be replaced. The folder that holds the scene itself is always refused.
void require_free(const std::string& folder, Existing existing, const std::string& scene_folder);

class ResultsFolder {
 public:
  // A new folder; its parents are made too. One that is there is filled; if it may be replaced, it loses the
  // files of an old run and no others.
  static ResultsFolder create(const std::string& path, Existing existing);
  // The folder of an earlier run. Throws InputError if it is none, or if another process writes to it.
  static ResultsFolder open(const std::string& path);

  ResultsFolder(ResultsFolder&& other) noexcept;
  ResultsFolder& operator=(ResultsFolder&&) = delete;
  ~ResultsFolder();  // what was never published disappears

  // Puts what was laid out in its place. Throws InputError if that is no longer free.
  void publish();

  const std::string& path() const { return path_; }  // where its files are now
  std::string file(const char* name) const { return path_ + "/" + name; }

 private:
  ResultsFolder(std::string path, std::string final_path, Existing existing);
  void lock(const std::string& folder);
  void move_into_place() const;

  std::string path_;
  std::string final_path_;  // empty: path_ is it
  Existing existing_;
  int lock_ = -1;
};

}  // namespace cairn
