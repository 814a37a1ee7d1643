// A process of its own that keeps a Library and answers questions for the server's threads.
//
// Two reasons ask for a process. HDF5 may be used by one thread at a time. And it parses foreign files in
// forked children (base/child.h), while a process with threads cannot fork soundly: a lock that another
// thread holds stays locked in the child for ever. So the server's threads never open a file of a run.
#pragma once

#include <mutex>

#include "view/library.h"

namespace cairn {

class Librarian {
 public:
  // Forks; call it before any thread starts.
  explicit Librarian(Library library);
  ~Librarian();
  Librarian(const Librarian&) = delete;
  Librarian& operator=(const Librarian&) = delete;

  // Questions of several threads wait for each other. Throws RunError if the process is gone.
  Answer ask(const Question& question);

 private:
  std::mutex turn_;
  int socket_ = -1, process_ = -1;
};

}  // namespace cairn
