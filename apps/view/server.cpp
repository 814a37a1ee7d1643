// The only file that sees httplib.
#include "view/server.h"

#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <sstream>
#include <system_error>
#include <thread>
#include <vector>

#include "base/error.h"
#include "view/guard.h"
#include "view/page.h"

#ifdef CAIRN_HAS_HTTPLIB
#include <arpa/inet.h>
#include <httplib.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace cairn {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr const char *kLoopback = "127.0.0.1", *kPlainText = "text/plain; charset=utf-8";
constexpr std::size_t kMostRequestBytes = 16384;
constexpr seconds kRequestTime{5};       // until a request has arrived
constexpr seconds kReaderPatience{30};   // that a reader may keep us waiting, beside
constexpr double kSlowestReader = 16e3;  // bytes per second
constexpr int kMostConnections = 64, kMostFollowers = 16;
constexpr milliseconds kGlance{100};  // between looks at whether the server stops
constexpr milliseconds kLook{200};    // between looks at the runs
constexpr seconds kHeartbeat{5};

// One connection as a stream for httplib, with limits on its bytes and its time.
class Connection final : public httplib::Stream {
 public:
  Connection(int socket, const std::atomic<bool>& stopping)
      : socket_(socket), stopping_(stopping), deadline_(Clock::now() + kRequestTime) {}
  ~Connection() override { close(); }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  bool is_readable() const override { return begin_ < end_ || wait_for(POLLIN, Clock::now()); }
  bool is_writable() const override;
  ssize_t read(char* to, size_t size) override;
  ssize_t write(const char* from, size_t size) override;
  void get_remote_ip_and_port(std::string& ip, int& port) const override {
    ip = kLoopback;
    port = 0;
  }
  void get_local_ip_and_port(std::string& ip, int& port) const override {
    ip = kLoopback;
    port = 0;
  }
  int socket() const override { return socket_; }

  // Answers a request that reached a limit before it was whole.
  void apologise();

 private:
  enum class Limit { none, bytes, time };
  bool wait_for(short event, Clock::time_point until) const;
  void close();

  int socket_;
  const std::atomic<bool>& stopping_;
  std::array<char, 4096> buffer_{};
  std::size_t begin_ = 0, end_ = 0;  // of what the buffer holds
  std::size_t received_ = 0, sent_ = 0;
  Clock::time_point deadline_;  // of the request
  Clock::duration blocked_{};   // time spent on waiting for the reader
  Limit limit_ = Limit::none;
};

// True once the event is there; false at the end of the time or of the server.
bool Connection::wait_for(short event, Clock::time_point until) const {
  for (;;) {
    pollfd wanted{socket_, event, 0};
    const auto left = std::chrono::duration_cast<milliseconds>(until - Clock::now());
    const int wait = static_cast<int>(std::clamp(left, milliseconds{0}, kGlance).count());
    const int found = ::poll(&wanted, 1, wait);
    if (found > 0) return (wanted.revents & event) != 0;
    if (found < 0 && errno != EINTR) return false;
    if (stopping_ || Clock::now() >= until) return false;
  }
}

// False also if the other side is gone.
bool Connection::is_writable() const {
  pollfd wanted{socket_, POLLOUT | POLLRDHUP, 0};
  return ::poll(&wanted, 1, 0) > 0 && wanted.revents == POLLOUT;
}

ssize_t Connection::read(char* to, size_t size) {
  if (begin_ == end_) {
    if (received_ >= kMostRequestBytes) limit_ = Limit::bytes;
    if (limit_ != Limit::none) return -1;
    if (!wait_for(POLLIN, deadline_)) {
      limit_ = Limit::time;
      return -1;
    }
    const ssize_t count = ::recv(socket_, buffer_.data(), buffer_.size(), 0);
    if (count <= 0) return count;
    begin_ = 0;
    end_ = static_cast<std::size_t>(count);
    received_ += end_;
  }
  const std::size_t count = std::min(size, end_ - begin_);
  std::copy_n(buffer_.data() + begin_, count, to);
  begin_ += count;
  return static_cast<ssize_t>(count);
}

ssize_t Connection::write(const char* from, size_t size) {
  std::size_t done = 0;
  while (done < size) {
    const auto allowed =
        kReaderPatience +
        milliseconds(static_cast<std::int64_t>(1e3 * static_cast<double>(sent_) / kSlowestReader));
    const Clock::time_point start = Clock::now();
    if (stopping_ || !wait_for(POLLOUT, start + (allowed - blocked_))) return -1;
    blocked_ += Clock::now() - start;
    const ssize_t count = ::send(socket_, from + done, size - done, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (count < 0 && (errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK)) continue;
    if (count < 0) return -1;
    done += static_cast<std::size_t>(count);
    sent_ += static_cast<std::size_t>(count);
  }
  return static_cast<ssize_t>(size);
}

void Connection::apologise() {
  if (sent_ > 0 || limit_ == Limit::none) return;
  const char* status = limit_ == Limit::bytes ? "431 Request Header Fields Too Large" : "408 Request Timeout";
  const std::string text =
      fmt::format("HTTP/1.1 {}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n", status);
  write(text.data(), text.size());
}

// Bytes that were not read would make the system tear the answer away from its reader: they are taken first.
void Connection::close() {
  constexpr milliseconds kFarewell{200};
  constexpr int kMostReads = 64;
  ::shutdown(socket_, SHUT_WR);
  const Clock::time_point until = Clock::now() + kFarewell;
  for (int k = 0; k < kMostReads && wait_for(POLLIN, until); ++k)
    if (::recv(socket_, buffer_.data(), buffer_.size(), 0) <= 0) break;
  ::close(socket_);
}

// A thread per connection; the server limits their number.
class ThreadPerConnection final : public httplib::TaskQueue {
 public:
  void enqueue(std::function<void()> task) override {
    {
      const std::lock_guard lock(mutex_);
      ++running_;
    }
    const auto work = [this, task = std::move(task)] {
      task();
      const std::lock_guard lock(mutex_);
      --running_;
      ended_.notify_all();
    };
    try {
      std::thread(work).detach();
    } catch (const std::system_error&) {
      work();  // the system has no more threads: one after the other, then
    }
  }
  void shutdown() override {
    std::unique_lock lock(mutex_);
    ended_.wait(lock, [&] { return running_ == 0; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable ended_;
  int running_ = 0;
};

// The pulse of a run as Library gives it.
struct Pulse {
  std::string state, frames, rows, mark;
  bool operator==(const Pulse&) const = default;
};

std::vector<Pulse> pulses_in(const std::string& text) {
  std::vector<Pulse> pulses;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    Pulse& pulse = pulses.emplace_back();
    std::istringstream(line) >> pulse.state >> pulse.frames >> pulse.rows >> pulse.mark;
  }
  return pulses;
}

// Events about everything that differs; `seen` may be shorter.
std::string news(const std::vector<Pulse>& seen, const std::vector<Pulse>& now) {
  std::string text;
  for (std::size_t k = 0; k < now.size(); ++k) {
    const Pulse before = k < seen.size() ? seen[k] : Pulse{};
    const Pulse& pulse = now[k];
    if (pulse.state.empty() || pulse == before) continue;
    if (pulse.state != before.state || pulse.frames != before.frames || pulse.mark != before.mark)
      text += fmt::format("event: state\ndata: {{\"run\":{},\"state\":\"{}\",\"frames\":{}}}\n\n", k,
                          pulse.state, pulse.frames);
    if (pulse.rows != before.rows)
      text += fmt::format("event: series\ndata: {{\"run\":{},\"rows\":{}}}\n\n", k, pulse.rows);
  }
  return text;
}

std::vector<std::string> all_of(const httplib::Request& request, const char* name) {
  std::vector<std::string> values;
  const auto [first, last] = request.headers.equal_range(name);
  for (auto header = first; header != last; ++header) values.push_back(header->second);
  return values;
}

Asked asked_by(const httplib::Request& request) {
  const std::string length = request.get_header_value("Content-Length");
  return {.method = request.method,
          .target = request.target,
          .hosts = all_of(request, "Host"),
          .origins = all_of(request, "Origin"),
          .sites = all_of(request, "Sec-Fetch-Site"),
          .cookies = all_of(request, "Cookie"),
          .has_body = (!length.empty() && length != "0") || request.has_header("Transfer-Encoding") ||
                      request.has_header("Range")};
}

}  // namespace

struct Server::Parts final : httplib::Server {
  Parts(Librarian& its_librarian, std::string its_page)
      : librarian(its_librarian), page(std::move(its_page)) {}

  void bind(int wanted);
  void answer(const httplib::Request& request, httplib::Response& response);
  void send_page(httplib::Response& response);
  void follow(httplib::Response& response);
  void look_at_runs();
  // Asks the librarian; without one, the server ends.
  Answer ask(const Question& question);

  Librarian& librarian;
  std::string page;
  int port = 0;
  std::unique_ptr<Guard> guard;
  std::atomic<bool> stopping{false}, alone{false};
  std::atomic<int> connections{0}, followers{0};
  std::mutex pulse_mutex;
  std::vector<Pulse> pulses;

 private:
  bool process_and_close_socket(int socket) override;
};

void Server::Parts::bind(int wanted) {
  // Not SO_REUSEPORT, which would let two servers share a port.
  set_socket_options([](int socket) {
    const int yes = 1;
    ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
  });
  const bool any = wanted == 0;
  port = any ? bind_to_any_port(kLoopback) : bind_to_port(kLoopback, wanted) ? wanted : -1;
  if (port <= 0)
    throw InputError(
        any ? std::string("no free port on 127.0.0.1")
            : fmt::format("port {} on 127.0.0.1 is in use or not allowed; without --port a free one is "
                          "taken",
                          wanted));
  ::listen(svr_sock_, kMostConnections);  // httplib lets five wait
  guard = std::make_unique<Guard>(random_token(), port);
  new_task_queue = [] { return new ThreadPerConnection; };
  set_default_headers({{"Cache-Control", "no-store"},
                       {"X-Content-Type-Options", "nosniff"},
                       {"Referrer-Policy", "no-referrer"},
                       {"Cross-Origin-Resource-Policy", "same-origin"},
                       {"X-Frame-Options", "DENY"}});
  set_pre_routing_handler([this](const httplib::Request& request, httplib::Response& response) {
    answer(request, response);
    return HandlerResponse::Handled;
  });
}

bool Server::Parts::process_and_close_socket(int socket) {
  Connection connection(socket, stopping);
  const int now = ++connections;
  if (now <= kMostConnections) {
    try {
      bool closed = false;
      process_request(connection, true, closed, nullptr);
      connection.apologise();
    } catch (const std::exception&) {
      // Too large an answer for this machine, for example: this connection ends, the others go on.
    }
  }
  --connections;
  return true;
}

Answer Server::Parts::ask(const Question& question) {
  try {
    return librarian.ask(question);
  } catch (const std::exception& error) {
    alone = true;
    return {503, kPlainText, error.what()};
  }
}

void Server::Parts::answer(const httplib::Request& request, httplib::Response& response) {
  const Verdict verdict = guard->judge(asked_by(request));
  response.set_header("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
  if (!verdict.question) {
    response.status = verdict.status;
    if (verdict.status == 405) response.set_header("Allow", "GET");
    response.set_content(verdict.reason, kPlainText);
    return;
  }
  if (verdict.question->route == Route::page) {
    if (verdict.sets_cookie) response.set_header("Set-Cookie", guard->cookie());
    return send_page(response);
  }
  if (verdict.question->route == Route::live) return follow(response);
  Answer found = ask(*verdict.question);
  response.status = found.status;
  response.set_content(std::move(found.body), found.type.c_str());
}

void Server::Parts::send_page(httplib::Response& response) {
  const std::string nonce = random_token();
  response.headers.erase("Content-Security-Policy");
  response.set_header("Content-Security-Policy", page_policy(nonce));
  response.status = 200;
  response.set_content(with_nonce(page, nonce), "text/html; charset=utf-8");
}

// Sends what is new for as long as somebody listens.
void Server::Parts::follow(httplib::Response& response) {
  if (++followers > kMostFollowers) {
    --followers;
    response.status = 503;
    return response.set_content("too many pages follow this run", kPlainText);
  }
  struct Listener {
    std::vector<Pulse> seen;
    Clock::time_point said{};
  };
  const auto tell = [this, listener = Listener{}](std::size_t, httplib::DataSink& sink) mutable {
    std::vector<Pulse> now;
    {
      const std::lock_guard lock(pulse_mutex);
      now = pulses;
    }
    std::string text = news(listener.seen, now);
    listener.seen = std::move(now);
    if (text.empty() && Clock::now() - listener.said >= kHeartbeat) text = ": \n\n";
    if (!text.empty()) {
      listener.said = Clock::now();
      if (!sink.is_writable() || !sink.write(text.data(), text.size())) return false;
    }
    std::this_thread::sleep_for(kGlance);
    return !stopping && sink.is_writable();
  };
  response.status = 200;
  response.set_chunked_content_provider("text/event-stream", tell, [this](bool) { --followers; });
}

void Server::Parts::look_at_runs() {
  if (followers == 0) return;
  const Answer answer = ask({Route::live});
  if (answer.status != 200) return;
  std::vector<Pulse> now = pulses_in(answer.body);
  const std::lock_guard lock(pulse_mutex);
  pulses = std::move(now);
}

void require_server() {}

Server::Server(Librarian& librarian, std::string page, int port)
    : parts_(std::make_unique<Parts>(librarian, std::move(page))) {
  parts_->bind(port);
}

Server::~Server() = default;

int Server::port() const { return parts_->port; }

std::string Server::address() const {
  return fmt::format("http://{}:{}/?token={}", kLoopback, parts_->port, parts_->guard->token());
}

void Server::serve(const std::function<bool()>& goes_on) {
  std::thread listener([this] { parts_->listen_after_bind(); });
  while (!parts_->is_running()) std::this_thread::yield();  // before, it could not be stopped
  // A large run takes seconds to read: that begins while the browser starts.
  if (goes_on()) parts_->ask({Route::runs});
  if (goes_on()) parts_->ask({Route::run});
  while (goes_on() && !parts_->alone) {
    parts_->look_at_runs();
    std::this_thread::sleep_for(kLook);
  }
  parts_->stopping = true;
  parts_->stop();
  listener.join();
  if (parts_->alone) throw RunError("the process that reads the results has ended; start cairn view again");
}

}  // namespace cairn

#else

namespace cairn {

struct Server::Parts {};

void require_server() {
  throw InputError(
      "this cairn was built without its server: install libcpp-httplib-dev ('tools/install build' does it) "
      "and "
      "build again");
}

Server::Server(Librarian&, std::string, int) { require_server(); }
Server::~Server() = default;
int Server::port() const { return 0; }
std::string Server::address() const { return {}; }
void Server::serve(const std::function<bool()>&) {}

}  // namespace cairn

#endif
