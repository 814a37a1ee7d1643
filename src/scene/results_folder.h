// The folder of a run: who may write there, and when it appears. A new one is filled under a temporary name
// and gets its own in one rename, so that a results folder always holds a run that can be resumed. While a
// run writes to it, the folder is locked against a second one; the lock ends with the process.
#pragma once

#include <string>

namespace cairn {

enum class Existing { refuse, replace };  // replace: --force

// Throws InputError unless a new run may leave its results in `folder`: it must be absent or empty, or it may
// be replaced. The folder that holds the scene itself is always refused.
void require_free(const std::string& folder, Existing existing, const std::string& scene_folder);

class ResultsFolder {
 public:
  // A new folder; its parents are made too. Replacing takes away the files of the old run and no others.
  static ResultsFolder create(const std::string& path, Existing existing);
  // The folder of an earlier run. Throws InputError if it is none, or if another process writes to it.
  static ResultsFolder open(const std::string& path);

  ResultsFolder(ResultsFolder&& other) noexcept;
  ResultsFolder& operator=(ResultsFolder&&) = delete;
  ~ResultsFolder();  // a folder that was never published disappears

  // Gives a new folder its name.
  void publish();

  const std::string& path() const { return path_; }  // where its files are now
  std::string file(const char* name) const { return path_ + "/" + name; }

 private:
  ResultsFolder(std::string path, std::string final_path);
  void lock();

  std::string path_, final_path_;
  int lock_ = -1;
};

}  // namespace cairn
