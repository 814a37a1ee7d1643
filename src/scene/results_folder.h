// The folder of a run: who may write there, and when it appears. A new run is laid out under a temporary name
// and takes its place once it can be resumed; until then the old one stays as it was. While a run writes to
// it, the folder is locked against a second one; the lock ends with the process.
#pragma once

#include <string>

namespace cairn {

enum class Existing { refuse, replace };  // replace: --force

// Throws InputError unless a new run may leave its results in `folder`: it must be absent or empty, or it may
// be replaced. The folder that holds the scene itself is always refused.
void require_free(const std::string& folder, Existing existing, const std::string& scene_folder);

class ResultsFolder {
 public:
  // A new folder; its parents are made too. One that is there is filled, and loses the files of an old run
  // and no others.
  static ResultsFolder create(const std::string& path);
  // The folder of an earlier run. Throws InputError if it is none, or if another process writes to it.
  static ResultsFolder open(const std::string& path);

  ResultsFolder(ResultsFolder&& other) noexcept;
  ResultsFolder& operator=(ResultsFolder&&) = delete;
  ~ResultsFolder();  // what was never published disappears

  // Puts what was laid out in its place.
  void publish();

  const std::string& path() const { return path_; }  // where its files are now
  std::string file(const char* name) const { return path_ + "/" + name; }

 private:
  ResultsFolder(std::string path, std::string final_path);
  void lock(const std::string& folder);

  std::string path_;
  std::string final_path_;  // empty: path_ is it
  int lock_ = -1;
};

}  // namespace cairn
