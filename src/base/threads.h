// A small fork-join pool. Work is cut into parts whose size does not depend on the number of threads. Any
// thread may run any part. Results that must be the same on any number of threads are therefore written per
// part (or per element) and combined in part order afterwards.
//
// Every thread begins with its own share of the parts. The share is the same in every round with as many
// parts, so that its data may still be in the thread's cache. A thread that is done helps the others, from
// the far ends of their parts.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "base/assert.h"

namespace cairn {

class Threads {
 public:
  explicit Threads(int count);
  ~Threads();
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;

  int count() const { return static_cast<int>(workers_.size()) + 1; }

  // Runs task(context, b) for every b < parts on all threads and returns when all are done. If parts fail,
  // throws the exception of the lowest one.
  void run(std::size_t parts, void (*task)(void*, std::size_t), void* context);

 private:
  // Parts [first, last) of a thread that nobody has taken yet, in one word with `first` in the lower half. A
  // thread that changes the word owns a part, and the round cannot end before that part is done. task_ and
  // context_ thus stay valid. A thread that comes late finds no part and keeps nobody waiting.
  struct alignas(64) Share {
    std::atomic<std::uint64_t> left{0};
  };
  static constexpr std::size_t kNone = ~std::size_t{0};

  void serve(std::size_t thread);
  void take_parts(std::size_t thread);
  enum class End { first, last };  // own parts are taken from the first, other threads' from the last
  static std::size_t take(Share& share, End end);
  void run_part(std::size_t b);

  std::vector<std::thread> workers_;
  std::vector<Share> shares_;  // one per thread
  void (*task_)(void*, std::size_t) = nullptr;
  void* context_ = nullptr;
  alignas(64) std::atomic<std::uint32_t> round_{0};  // idle workers watch this
  alignas(64) std::atomic<std::uint32_t> undone_{0};
  std::atomic<bool> leave_{false};
  std::mutex failure_lock_;
  std::exception_ptr failure_;
  std::size_t failed_part_ = 0;
};

// Calls f(begin, end, part) over [0, n) in parts of `part` elements.
template <class F>
void parallel_for(Threads& threads, std::size_t n, std::size_t part, F&& f) {
  CAIRN_ASSERT(part > 0);
  struct Call {
    F& f;
    std::size_t n, part;
  } call{f, n, part};
  const auto task = [](void* context, std::size_t b) {
    auto& c = *static_cast<Call*>(context);
    const std::size_t begin = b * c.part, end = begin + c.part < c.n ? begin + c.part : c.n;
    c.f(begin, end, b);
  };
  threads.run((n + part - 1) / part, task, &call);
}

}  // namespace cairn
