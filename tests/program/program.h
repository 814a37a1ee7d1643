// Runs the real program in a folder of its own and looks at what it says and leaves.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

namespace cairn::program {

// A folder that is gone after the test.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  void write(const std::string& name, const std::string& text) const;
  std::string read(const std::string& name) const;  // empty if it is not there
  bool has(const std::string& name) const { return std::filesystem::exists(path_ / name); }
  std::vector<std::string> list() const;  // every file and folder below, sorted

 private:
  std::filesystem::path path_;
};

struct Outcome {
  int code = -1;    // exit code; 128 + signal if it was killed
  std::string out;  // what it printed
  std::string err;
};

using Words = std::vector<std::string>;

struct Limits {
  long file_bytes = -1;  // no file may grow beyond
};

// The program while it runs, in `folder`. Whatever happens it is gone after the test.
class Running {
 public:
  Running(const TemporaryFolder& folder, const Words& words, Limits limits = {});
  ~Running();
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  void signal(int number) const;
  Outcome wait();
  pid_t pid() const { return pid_; }

 private:
  std::filesystem::path out_, err_;
  pid_t pid_ = -1;
};

Outcome cairn(const TemporaryFolder& folder, const Words& words, Limits limits = {});
// On a terminal of 100 columns; both outputs are one.
Outcome cairn_on_terminal(const TemporaryFolder& folder, const Words& words);
// Another program, such as Python.
Outcome run_other(const TemporaryFolder& folder, const Words& words);

// Waits until the file is there; false after ten seconds.
bool appears(const std::filesystem::path& path);
void pause_seconds(double seconds);

// The text behind "key": in a JSON text, up to the next comma or line end.
std::string json_value(const std::string& text, const std::string& key);

// A box of beads that falls onto the floor. `beads` of them, until `end` seconds.
std::string beads_scene(int beads, double end, const std::string& more = "");

}  // namespace cairn::program
