#include "program/program.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <pty.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <thread>

#include "places.h"

namespace cairn::program {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

[[noreturn]] void become(const fs::path& folder, const Words& words, const fs::path& out, const fs::path& err,
                         const Limits& limits) {
  const int out_file = open(out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  const int err_file = open(err.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  dup2(out_file, STDOUT_FILENO), dup2(err_file, STDERR_FILENO);
  if (limits.file_bytes >= 0) {
    const auto most = static_cast<rlim_t>(limits.file_bytes);
    const rlimit limit{most, most};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  if (chdir(folder.c_str()) == 0) execv(arguments[0], arguments.data());
  _exit(99);
}

pid_t start(const fs::path& folder, const Words& words, const fs::path& out, const fs::path& err,
            const Limits& limits) {
  const pid_t pid = fork();
  if (pid == 0) become(folder, words, out, err, limits);
  return pid;
}

Outcome outcome_of(pid_t pid, const fs::path& out, const fs::path& err) {
  int status = 0;
  waitpid(pid, &status, 0);
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return {code, text_of(out), text_of(err)};
}

}  // namespace

TemporaryFolder::TemporaryFolder() {
  std::string name = (fs::temp_directory_path() / "cairn_program_XXXXXX").string();
  EXPECT_NE(mkdtemp(name.data()), nullptr);
  path_ = name;
  fs::create_directory(path_ / "work");
  path_ /= "work";
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_.parent_path(), ignored);
}

void TemporaryFolder::write(const std::string& name, const std::string& text) const {
  fs::create_directories((path_ / name).parent_path());
  std::ofstream(path_ / name, std::ios::binary) << text;
}

std::string TemporaryFolder::read(const std::string& name) const { return text_of(path_ / name); }

std::vector<std::string> TemporaryFolder::list() const {
  std::vector<std::string> names;
  for (const auto& item : fs::recursive_directory_iterator(path_)) {
    names.push_back(fs::relative(item.path(), path_).string());
  }
  std::ranges::sort(names);
  return names;
}

Running::Running(const TemporaryFolder& folder, const Words& words, Limits limits)
    : out_(folder.path().parent_path() / "out"), err_(folder.path().parent_path() / "err") {
  Words all{cairn_program()};
  all.insert(all.end(), words.begin(), words.end());
  pid_ = start(folder.path(), all, out_, err_, limits);
}

Running::~Running() {
  if (pid_ <= 0) return;
  kill(pid_, SIGKILL);
  waitpid(pid_, nullptr, 0);
}

void Running::signal(int number) const { kill(pid_, number); }

Outcome Running::wait() {
  const Outcome outcome = outcome_of(pid_, out_, err_);
  pid_ = -1;
  return outcome;
}

Outcome cairn(const TemporaryFolder& folder, const Words& words, Limits limits) {
  return Running(folder, words, limits).wait();
}

Outcome cairn_on_terminal(const TemporaryFolder& folder, const Words& words) {
  winsize size{};
  size.ws_row = 25, size.ws_col = 100;
  int terminal = -1;
  const pid_t pid = forkpty(&terminal, nullptr, nullptr, &size);
  if (pid == 0) {
    std::string program = cairn_program();
    std::vector<char*> arguments{program.data()};
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    setenv("TERM", "xterm", 1);
    if (chdir(folder.path().c_str()) == 0) execv(arguments[0], arguments.data());
    _exit(99);
  }
  Outcome outcome;
  char buffer[4096];
  for (ssize_t count; (count = read(terminal, buffer, sizeof buffer)) > 0;) {
    outcome.out.append(buffer, static_cast<std::size_t>(count));
  }
  close(terminal);
  outcome.code = outcome_of(pid, "/dev/null", "/dev/null").code;
  return outcome;
}

Outcome run_other(const TemporaryFolder& folder, const Words& words) {
  const fs::path out = folder.path().parent_path() / "other_out",
                 err = folder.path().parent_path() / "other_err";
  return outcome_of(start(folder.path(), words, out, err, {}), out, err);
}

void pause_seconds(double seconds) { std::this_thread::sleep_for(std::chrono::duration<double>(seconds)); }

bool appears(const fs::path& path) {
  for (int k = 0; k < 1000; ++k) {
    if (fs::exists(path)) return true;
    pause_seconds(0.01);
  }
  return false;
}

std::string json_value(const std::string& text, const std::string& key) {
  const std::size_t at = text.find("\"" + key + "\": ");
  if (at == std::string::npos) return "";
  const std::size_t begin = at + key.size() + 4;
  std::string value = text.substr(begin, text.find('\n', begin) - begin);
  if (value.ends_with(",")) value.pop_back();
  return value;
}

std::string beads_scene(int beads, double end, const std::string& more) {
  return fmt::format(R"(title: Beads
gravity: [0, 0, -9.81]
materials:
  glass: {{density: 2500 kg/m3, friction: 0.5, restitution: 0.5}}
method: {{explicit: {{law: hooke, stiffness: 200 N/m}}}}
time: {{step: 10 us, end: {} s}}
bodies:
  - name: beads
    material: glass
    shape: {{sphere: {{diameter: 2 mm}}}}
    fill: {{box: {{min: [-10 mm, -10 mm, 2 mm], max: [10 mm, 10 mm, 40 mm]}}, count: {}, seed: 3}}
  - {{name: floor, material: glass, shape: {{plane: {{normal: [0, 0, 1]}}}}, position: [0, 0, 0], fixed: true}}
{})",
                     end, beads, more);
}

}  // namespace cairn::program
