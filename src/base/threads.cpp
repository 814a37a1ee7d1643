#include "base/threads.h"

#include <utility>

#include "base/assert.h"

namespace cairn {
namespace {

// In a running step regions follow each other within microseconds, so that waiting threads spin a little
// before they sleep. The number is small enough not to hurt if there are more threads than cores.
constexpr int kSpins = 4000;

inline void relax() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

// Spins, then sleeps, until the word satisfies the condition.
template <class T, class Until>
void wait_for(const std::atomic<T>& word, Until until) {
  for (int i = 0; i < kSpins; ++i) {
    if (until(word.load(std::memory_order_acquire))) return;
    relax();
  }
  for (;;) {
    const T seen = word.load(std::memory_order_acquire);
    if (until(seen)) return;
    word.wait(seen, std::memory_order_acquire);
  }
}

}  // namespace

Threads::Threads(int count) : shares_(static_cast<std::size_t>(count)) {
  CAIRN_ASSERT(count >= 1);
  for (std::size_t i = 1; i < shares_.size(); ++i) workers_.emplace_back([this, i] { serve(i); });
}

Threads::~Threads() {
  leave_.store(true, std::memory_order_release);
  round_.fetch_add(1, std::memory_order_release);
  round_.notify_all();
  for (auto& worker : workers_) worker.join();
}

void Threads::run(std::size_t parts, void (*task)(void*, std::size_t), void* context) {
  CAIRN_ASSERT(task != nullptr);
  if (parts == 0) return;
  if (workers_.empty() || parts == 1) {
    for (std::size_t b = 0; b < parts; ++b) task(context, b);
    return;
  }
  CAIRN_ASSERT(parts < (std::uint64_t{1} << 32));
  CAIRN_ASSERT(undone_.load(std::memory_order_relaxed) == 0);  // one round at a time
  // Give every thread its share of the parts, wake them all, and work along.
  task_ = task;
  context_ = context;
  undone_.store(static_cast<std::uint32_t>(parts), std::memory_order_relaxed);
  const std::size_t n = shares_.size();
  for (std::size_t i = 0; i < n; ++i)
    shares_[i].left.store((i + 1) * parts / n << 32 | i * parts / n, std::memory_order_release);
  round_.fetch_add(1, std::memory_order_release);
  round_.notify_all();
  take_parts(0);
  wait_for(undone_, [](std::uint32_t undone) { return undone == 0; });
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void Threads::serve(std::size_t thread) {
  std::uint32_t seen = 0;
  while (!leave_.load(std::memory_order_acquire)) {
    wait_for(round_, [seen](std::uint32_t round) { return round != seen; });
    seen = round_.load(std::memory_order_acquire);
    take_parts(thread);
  }
}

// Takes the thread's own parts first, then helps the others.
void Threads::take_parts(std::size_t thread) {
  std::uint32_t done = 0;
  for (std::size_t k = 0; k < shares_.size(); ++k) {
    Share& share = shares_[(thread + k) % shares_.size()];
    for (std::size_t b; (b = take(share, k == 0 ? End::first : End::last)) != kNone; ++done) run_part(b);
  }
  if (done > 0 && undone_.fetch_sub(done, std::memory_order_acq_rel) == done) undone_.notify_one();
}

// Takes one part from the given end of a share; kNone if there is none left.
std::size_t Threads::take(Share& share, End end) {
  const bool own = end == End::first;
  std::uint64_t left = share.left.load(std::memory_order_acquire);
  for (;;) {
    const std::uint64_t first = left & 0xffffffffu, last = left >> 32;
    if (first >= last) return kNone;
    const std::uint64_t rest = own ? last << 32 | (first + 1) : (last - 1) << 32 | first;
    if (share.left.compare_exchange_weak(left, rest, std::memory_order_acq_rel, std::memory_order_acquire))
      return own ? first : last - 1;
  }
}

// Runs one part and keeps the exception of the lowest part that fails.
void Threads::run_part(std::size_t b) {
  try {
    task_(context_, b);
  } catch (...) {
    const std::lock_guard guard(failure_lock_);
    if (!failure_ || b < failed_part_) {
      failure_ = std::current_exception();
      failed_part_ = b;
    }
  }
}

}  // namespace cairn
