#include "terminal/program_run.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstring>
#include <filesystem>
#include <thread>

#include "base/assert.h"
#include "base/error.h"
#include "base/file.h"
#include "base/timer.h"
#include "terminal/signals.h"

namespace cairn {
namespace {

constexpr auto kGlance = std::chrono::milliseconds(50);  // between looks at the run
constexpr int kGlancesPerWord = 20;                      // looks per call of `watching`: one call a second

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

// Runs in the child. It makes only calls that are allowed between fork and exec.
[[noreturn]] void become(char* const* words, const char* log) {
  const int file = open(log, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0666);
  const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (file >= 0 && nothing >= 0 && dup2(file, STDOUT_FILENO) >= 0 && dup2(file, STDERR_FILENO) >= 0 &&
      dup2(nothing, STDIN_FILENO) >= 0)
    execv("/proc/self/exe", words);
  _exit(127);
}

}  // namespace

std::string last_line(const std::string& path) {
  if (!file_exists(path)) return "";
  std::string text = read_text(path);
  while (!text.empty() && text.back() == '\n') text.pop_back();
  const std::size_t begin = text.rfind('\n');
  return begin == std::string::npos ? text : text.substr(begin + 1);
}

std::string failure_in(const std::string& log) {
  const std::string text = file_exists(log) ? read_text(log) : "";
  const std::size_t error = text.rfind("error:");
  if (error == std::string::npos) return last_line(log);
  return text.substr(error + 7, text.find('\n', error) - error - 7);
}

ProgramProcess::ProgramProcess(const std::vector<std::string>& words, const std::string& log) {
  CAIRN_ASSERT(!words.empty());
  // The arguments as exec wants them.
  std::vector<std::string> kept{"cairn"};
  kept.insert(kept.end(), words.begin(), words.end());
  std::vector<char*> pointers;
  for (std::string& word : kept) pointers.push_back(word.data());
  pointers.push_back(nullptr);

  child_ = fork();
  if (child_ < 0) throw RunError(fmt::format("cannot start a run: {}", std::strerror(errno)));
  if (child_ == 0) become(pointers.data(), log.c_str());
}

std::optional<ProgramRun> ProgramProcess::poll() {
  int status = 0;
  rusage used{};
  if (wait4(child_, &status, WNOHANG, &used) != child_) return std::nullopt;
  ProgramRun run;
  run.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  run.wall_seconds = stopwatch_.seconds();
  run.cpu_seconds = seconds_of(used.ru_utime) + seconds_of(used.ru_stime);
  return run;
}

void ProgramProcess::ask_to_end() {
  if (!is_asked_) is_asked_ = kill(child_, SIGTERM) == 0;
}

ProgramRun run_program(const std::vector<std::string>& words, const std::string& log,
                       const Watching& watching) {
  CAIRN_ASSERT(watching);
  ProgramProcess process(words, log);
  // Wait for the end, pass a signal on, and report progress.
  for (int glance = 1;; ++glance) {
    if (const std::optional<ProgramRun> ended = process.poll()) return *ended;
    if (caught_signal() != 0) process.ask_to_end();
    if (glance % kGlancesPerWord == 0) watching(process.seconds(), last_line(log));
    std::this_thread::sleep_for(kGlance);
  }
}

}  // namespace cairn
