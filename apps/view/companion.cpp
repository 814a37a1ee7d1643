#include "view/companion.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

#include "base/error.h"
#include "terminal/signals.h"
#include "view/page.h"
#include "view/server.h"

namespace cairn {

void Companion::require() {
  require_server();
  require_built_in_page();
}

Companion::Companion(const std::string& folder) {
  std::string command = "cairn", word = "view", place = folder;
  std::array<char*, 4> words{command.data(), word.data(), place.data(), nullptr};
  process_ = ::fork();
  if (process_ == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);
    ::execv("/proc/self/exe", words.data());
    ::_exit(127);
  }
  if (process_ < 0) throw RunError(fmt::format("cannot start cairn view: {}", std::strerror(errno)));
}

Companion::~Companion() {
  if (process_ < 0) return;
  ::kill(process_, SIGTERM);
  while (::waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

void Companion::wait() {
  constexpr std::chrono::milliseconds kGlance{50};
  while (caught_signal() == 0) {
    if (::waitpid(process_, nullptr, WNOHANG) != 0) {
      process_ = -1;
      return;
    }
    std::this_thread::sleep_for(kGlance);
  }
}

}  // namespace cairn
