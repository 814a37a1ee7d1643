// `cairn view` beside a run: a child process of the same program that follows the run's folder.
//
// A process and not a thread, because both would need HDF5, which one thread may use at a time, and because a
// process with threads cannot fork to read frames (view/librarian.h). The run meets the page only in its
// files, so that a page changes neither its bits nor, beyond the processor time that it takes, its pace.
#pragma once

#include <string>

namespace cairn {

class Companion {
 public:
  // Throws InputError if this program cannot show pages. Call it before anything is written.
  static void require();

  explicit Companion(const std::string& folder);
  ~Companion();  // ends it
  Companion(const Companion&) = delete;
  Companion& operator=(const Companion&) = delete;

  // Returns once it has ended, or after a signal.
  void wait();

 private:
  int process_ = -1;
};

}  // namespace cairn
