// A folder for one test, removed at its end; and a child process that is killed.
#pragma once

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>

namespace cairn {

class Scratch {
 public:
  Scratch() {
    // In memory if possible: waiting for a busy disk proves nothing.
    for (const std::string& parent :
         {std::string("/dev/shm"), std::filesystem::temp_directory_path().string()}) {
      path_ = parent + "/cairn-test-XXXXXX";
      if (mkdtemp(path_.data())) return;
    }
    ADD_FAILURE() << "no scratch folder " << path_;
  }
  ~Scratch() { std::filesystem::remove_all(path_); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  const std::string& folder() const { return path_; }
  std::string file(const std::string& name) const { return path_ + '/' + name; }

 private:
  std::string path_;
};

inline bool is_long_run() { return std::getenv("CAIRN_LONG") != nullptr; }

// Runs work(k), k = 0, 1, ... in a child that is killed some microseconds after `least` calls have returned;
// returns how many had returned when it died.
template <class Work>
int count_until_killed(int least, unsigned microseconds, Work&& work) {
  int ends[2];
  if (pipe(ends) != 0) return -1;
  const pid_t child = fork();
  if (child == 0) {
    const char done = 1;
    for (int k = 0;; ++k) {
      work(k);
      if (write(ends[1], &done, 1) != 1) _exit(1);
    }
  }
  close(ends[1]);
  int count = 0;
  char done = 0;
  while (count < least && read(ends[0], &done, 1) == 1) ++count;
  usleep(microseconds);
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  while (read(ends[0], &done, 1) == 1) ++count;
  close(ends[0]);
  return count;
}

}  // namespace cairn
