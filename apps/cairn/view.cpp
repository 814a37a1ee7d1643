// cairn view: shows runs in a browser, also while they go on.
#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <cstdlib>

#include "base/error.h"
#include "base/file.h"
#include "cairn/command.h"
#include "terminal/console.h"
#include "terminal/signals.h"
#include "view/page.h"
#include "view/server.h"

namespace cairn {
namespace {

struct ViewRequest {
  std::vector<std::string> folders;
  int port = 0;  // 0: a free one
  bool no_browser = false;
  std::string page;  // file; empty: the page in the program
};

std::string page_of(const ViewRequest& request) {
  if (!request.page.empty()) return read_text(request.page);
  require_built_in_page();
  return std::string(built_in_page());
}

bool has_display() {
  for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY"})
    if (const char* value = std::getenv(name); value != nullptr && *value != '\0') return true;
  return false;
}

// Starts the user's browser, which outlives us. False if there is no display.
bool opens_browser(const std::string& address) {
  if (!has_display()) return false;
  const pid_t child = ::fork();
  if (child != 0) return child > 0;
  ::setsid();
  // Its messages do not belong on our terminal.
  const int nothing = ::open("/dev/null", O_RDWR);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(nothing, stream);
  ::execlp("xdg-open", "xdg-open", address.c_str(), static_cast<char*>(nullptr));
  ::_exit(127);
}

int view(const ViewRequest& request) {
  require_server();
  Library library(request.folders);
  std::string page = page_of(request);
  catch_signals();
  ::signal(SIGCHLD, SIG_DFL);
  // The librarian is forked before the server's threads start.
  Librarian librarian(std::move(library));
  Server server(librarian, std::move(page), request.port);
  say("{}\n", server.address());
  const bool opened = !request.no_browser && opens_browser(server.address());
  say("{} Ctrl-C ends it.\n", opened ? "The browser opens this address." : "Open this address in a browser.");
  std::fflush(stdout);
  server.serve([] { return caught_signal() == 0; });
  return kDone;
}

void add_options(const CommandOptions& app, ViewRequest& request) {
  app.add_option("DIR", request.folders, "results folders of runs, or the folder of a study").required();
  add_whole(app, "--port", request.port, "port on 127.0.0.1 (default: a free one)", {"a port", 0, 65535});
  app.add_flag("--no-browser", request.no_browser, "print the address and open no browser");
  app.add_option("--page", request.page, "serve this page instead of the built-in one; for work on the page")
      .type_name("FILE");
}

}  // namespace

std::unique_ptr<Command> view_command(const Program& program) {
  return make_command<ViewRequest>(
      program,
      {"view", "show runs in a browser, also while they go on",
       "The page is served on this machine alone (127.0.0.1), behind a token in its address; it only reads.\n"
       "Examples:\n"
       "  cairn view hopper.run\n"
       "  cairn view narrow.run wide.run\n"
       "  cairn view hopper.run --port 8000 --no-browser   (and on your own machine: ssh -L "
       "8000:127.0.0.1:8000 "
       "HOST)"},
      add_options, view);
}

}  // namespace cairn
