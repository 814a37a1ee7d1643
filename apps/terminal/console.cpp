#include "terminal/console.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <utility>

#include "base/assert.h"
#include "base/printable.h"

namespace cairn {
namespace {

constexpr int kUsualWidth = 80, kSmallestWidth = 20;

bool is_capable_terminal() {
  const char* kind = std::getenv("TERM");
  return isatty(STDOUT_FILENO) && kind != nullptr && std::string_view(kind) != "dumb";
}

}  // namespace

Console::Console(Talk talk) : talk_(talk), has_bar_(talk == Talk::normal && is_capable_terminal()) {}

Console::~Console() { clear_bar(); }

void Console::also_to(std::function<void(std::string_view)> log) {
  CAIRN_ASSERT(log);
  log_ = std::move(log);
  for (const std::string& text : std::exchange(early_, {})) log_(text);
}

void Console::line(std::string_view given) {
  const std::string text = printable(given);
  if (talk_ == Talk::normal) write(text, stdout);
  log(text);
}

void Console::answer(std::string_view given) {
  const std::string text = printable(given);
  write(text, stdout);
  log(text);
}

void Console::warning(std::string_view given) {
  const std::string text = printable(given);
  write(text, stderr);
  log(text);
}

void Console::bar(std::string_view given) {
  if (!has_bar_) return;
  const std::string text = printable(given);
  const auto room = static_cast<std::size_t>(width() - 1);
  std::fprintf(stdout, "\r%.*s\033[K", static_cast<int>(std::min(text.size(), room)), text.data());
  std::fflush(stdout);
  bar_shown_ = true;
}

int Console::width() const {
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col < kSmallestWidth) return kUsualWidth;
  return size.ws_col;
}

// A closed pipe must not stop a run, so write failures are ignored.
void Console::write(std::string_view text, std::FILE* to) {
  clear_bar();
  std::fwrite(text.data(), 1, text.size(), to);
  std::fputc('\n', to);
  std::fflush(to);
}

void Console::log(std::string_view text) {
  if (log_) {
    log_(text);
  } else {
    early_.emplace_back(text);
  }
}

void Console::clear_bar() {
  if (!std::exchange(bar_shown_, false)) return;
  std::fputs("\r\033[K", stdout);
  std::fflush(stdout);
}

}  // namespace cairn
