#include "base/child.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <new>

#include "base/error.h"

namespace cairn {
namespace {

constexpr std::uint64_t kMemory = 1ull << 30u;  // bytes, plus eight times the size of the file
constexpr unsigned kSeconds = 5;                // processor time, plus one second per 16 MiB

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kLimitsMemory = false;  // sanitizers need their address space
#else
constexpr bool kLimitsMemory = true;
#endif

constexpr std::string_view kAnswer = "answer";  // layout of a child's record
constexpr std::string_view kReason = "reason";  // item that a child sends if its work threw

// Address space in use now [bytes].
std::uint64_t used_memory() {
  std::uint64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

void limit(decltype(RLIMIT_AS) resource, std::uint64_t most, std::uint64_t grace = 0) {
  const rlimit both{most, most + grace};
  setrlimit(resource, &both);
}

void set_limits(const ChildLimits& limits) {
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_CPU, limits.seconds, 1);  // SIGXCPU, and SIGKILL one second later
  if (kLimitsMemory) limit(RLIMIT_AS, used_memory() + limits.memory);
}

// Keeps the messages of a dying library from the terminal, and gives signals their default actions.
void become_quiet() {
  const int nothing = open("/dev/null", O_WRONLY);
  if (nothing >= 0) {
    dup2(nothing, STDOUT_FILENO);
    dup2(nothing, STDERR_FILENO);
  }
  for (const int number : {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGXCPU, SIGTERM, SIGINT, SIGPIPE})
    signal(number, SIG_DFL);
}

Bytes result_of(const std::function<Record()>& work) {
  Record failure;
  try {
    return work().encode(kAnswer);
  } catch (const std::bad_alloc&) {
    failure.put(kReason, std::string_view("it needs more memory than a sound file of its size does"));
  } catch (const InputError& error) {
    failure.put(kReason, std::string_view(error.message()));
  } catch (const std::exception& error) {
    failure.put(kReason, std::string_view(error.what()));
  }
  return failure.encode(kAnswer);
}

// Closes all other files, so that the parent's locks end with the parent even if a child lives
// a moment longer.
void close_all_but(int kept) {
  const auto number = static_cast<unsigned>(kept);
  if (number > STDERR_FILENO + 1) close_range(STDERR_FILENO + 1, number - 1, 0);
  close_range(number + 1, ~0u, 0);
}

[[noreturn]] void be_the_child(int pipe, const ChildLimits& limits, const std::function<Record()>& work) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  close_all_but(pipe);
  become_quiet();
  set_limits(limits);
  const Bytes bytes = result_of(work);
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t count = write(pipe, bytes.data() + done, bytes.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) _exit(1);
    done += static_cast<std::size_t>(count);
  }
  _exit(0);
}

Bytes read_all(int pipe) {
  Bytes bytes;
  std::array<std::byte, 65536> buffer;
  for (;;) {
    const ssize_t count = read(pipe, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return bytes;
    bytes.insert(bytes.end(), buffer.begin(), buffer.begin() + count);
  }
}

std::string death(int status, const ChildLimits& limits) {
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU)
    return fmt::format("reading it did not end within {} s", limits.seconds);
  if (WIFSIGNALED(status)) return fmt::format("reading it failed ({})", strsignal(WTERMSIG(status)));
  return "reading it failed";
}

}  // namespace

// Sparse files may claim more bytes than the machine has memory. The limits stop growing at the
// machine's memory.
ChildLimits reading_limits(std::uint64_t file_bytes) {
  const std::uint64_t machine =
      static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  const std::uint64_t bytes = std::min(file_bytes, machine);
  return {std::min(kMemory + 8 * bytes, machine), kSeconds + static_cast<unsigned>(bytes >> 24u)};
}

ChildResult run_in_child(const ChildLimits& limits, const std::function<Record()>& work) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    throw RunError(fmt::format("cannot make a pipe: {}", std::strerror(errno)));
  const pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    be_the_child(ends[1], limits, work);
  }
  // The parent: reads the answer until the child closes its end.
  const int failure = errno;
  close(ends[1]);
  if (child < 0) {
    close(ends[0]);
    throw RunError(fmt::format("cannot start a process: {}", std::strerror(failure)));
  }
  const Bytes bytes = read_all(ends[0]);
  close(ends[0]);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  // An answer, the reason that the work gave, or the way the child died.
  Decoded decoded = decode_record(bytes, kAnswer);
  ChildResult result;
  if (status != 0 || decoded.refusal != Refusal::none) {
    result.reason = death(status, limits);
  } else if (decoded.record.has(kReason)) {
    result.reason = decoded.record.get<std::string>(kReason);
  } else {
    result.record = std::move(decoded.record);
  }
  return result;
}

}  // namespace cairn
