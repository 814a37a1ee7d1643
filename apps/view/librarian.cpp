#include "view/librarian.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "base/error.h"

namespace cairn {
namespace {

// The head of an answer: its status, and the sizes of its type and body.
using Head = std::array<std::uint64_t, 3>;

// False if the other side is gone.
bool send_all(int socket, const void* from, std::size_t size) {
  const char* next = static_cast<const char*>(from);
  while (size > 0) {
    const ssize_t count = ::send(socket, next, size, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    next += count;
    size -= static_cast<std::size_t>(count);
  }
  return true;
}

bool receive_all(int socket, void* to, std::size_t size) {
  char* next = static_cast<char*>(to);
  while (size > 0) {
    const ssize_t count = ::recv(socket, next, size, 0);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    next += count;
    size -= static_cast<std::size_t>(count);
  }
  return true;
}

// Answers until the server is gone. Ctrl-C is the server's business.
[[noreturn]] void be_the_librarian(int socket, Library& library) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (const int number : {SIGINT, SIGHUP, SIGPIPE}) ::signal(number, SIG_IGN);
  ::signal(SIGTERM, SIG_DFL);
  Question question;
  while (receive_all(socket, &question, sizeof(question))) {
    const Answer answer = library.answer(question);
    const Head head{static_cast<std::uint64_t>(answer.status), answer.type.size(), answer.body.size()};
    const bool sent = send_all(socket, head.data(), sizeof(head)) &&
                      send_all(socket, answer.type.data(), answer.type.size()) &&
                      send_all(socket, answer.body.data(), answer.body.size());
    if (!sent) break;
  }
  ::_exit(0);
}

}  // namespace

Librarian::Librarian(Library library) {
  static_assert(std::is_trivially_copyable_v<Question>);
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    throw RunError(fmt::format("cannot make a pair of sockets: {}", std::strerror(errno)));
  process_ = ::fork();
  if (process_ == 0) {
    ::close(ends[0]);
    be_the_librarian(ends[1], library);
  }
  const int failure = errno;
  ::close(ends[1]);
  socket_ = ends[0];
  if (process_ < 0) {
    ::close(socket_);
    throw RunError(fmt::format("cannot start a process: {}", std::strerror(failure)));
  }
}

Librarian::~Librarian() {
  ::close(socket_);
  ::kill(process_, SIGTERM);  // it may be in the middle of a long answer
  while (::waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

Answer Librarian::ask(const Question& question) {
  const std::lock_guard lock(turn_);
  Head head{};
  Answer answer;
  bool whole =
      send_all(socket_, &question, sizeof(question)) && receive_all(socket_, head.data(), sizeof(head));
  if (whole) {
    answer.status = static_cast<int>(head[0]);
    answer.type.resize(head[1]);
    answer.body.resize(head[2]);
    whole = receive_all(socket_, answer.type.data(), head[1]) &&
            receive_all(socket_, answer.body.data(), head[2]);
  }
  if (!whole) throw RunError("the process that reads the results has ended; start cairn view again");
  return answer;
}

}  // namespace cairn
