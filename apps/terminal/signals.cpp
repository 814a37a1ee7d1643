#include "terminal/signals.h"

#include <unistd.h>

#include <csignal>

namespace {

// The only type that a signal function may change.
volatile std::sig_atomic_t first_signal = 0;

void note(int signal) {
  if (first_signal != 0) _exit(128 + signal);
  first_signal = signal;
}

void set_action(int signal, void (*action)(int)) {
  struct sigaction wanted = {};
  wanted.sa_handler = action;
  wanted.sa_flags = SA_RESTART;
  sigemptyset(&wanted.sa_mask);
  sigaction(signal, &wanted, nullptr);
}

bool is_ignored(int signal) {
  struct sigaction now = {};
  return sigaction(signal, nullptr, &now) == 0 && now.sa_handler == SIG_IGN;
}

}  // namespace

namespace cairn {

void catch_signals() {
  set_action(SIGINT, note);
  set_action(SIGTERM, note);
  if (!is_ignored(SIGHUP)) set_action(SIGHUP, note);  // nohup wants SIGHUP ignored
  set_action(SIGPIPE, SIG_IGN);
  set_action(SIGXFSZ, SIG_IGN);
}

int caught_signal() { return first_signal; }

}  // namespace cairn
