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

Threads::Threads(int count) : parts_(static_cast<std::size_t>(count)) {
  CAIRN_ASSERT(count >= 1);
  for (std::size_t i = 1; i < parts_.size(); ++i) workers_.emplace_back([this, i] { serve(i); });
}

Threads::~Threads() {
  leave_.store(true, std::memory_order_release);
  round_.fetch_add(1, std::memory_order_release);
  round_.notify_all();
  for (auto& worker : workers_) worker.join();
}

void Threads::run(std::size_t blocks, void (*task)(void*, std::size_t), void* context) {
  CAIRN_ASSERT(task != nullptr);
  if (blocks == 0) return;
  if (workers_.empty() || blocks == 1) {
    for (std::size_t b = 0; b < blocks; ++b) task(context, b);
    return;
  }
  CAIRN_ASSERT(blocks < (std::uint64_t{1} << 32));
  CAIRN_ASSERT(undone_.load(std::memory_order_relaxed) == 0);  // one round at a time
  // Give every thread its part of the blocks, wake them all, and work along.
  task_ = task, context_ = context;
  undone_.store(static_cast<std::uint32_t>(blocks), std::memory_order_relaxed);
  const std::size_t n = parts_.size();
  for (std::size_t i = 0; i < n; ++i)
    parts_[i].left.store((i + 1) * blocks / n << 32 | i * blocks / n, std::memory_order_release);
  round_.fetch_add(1, std::memory_order_release);
  round_.notify_all();
  take_blocks(0);
  wait_for(undone_, [](std::uint32_t undone) { return undone == 0; });
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void Threads::serve(std::size_t thread) {
  std::uint32_t seen = 0;
  while (!leave_.load(std::memory_order_acquire)) {
    wait_for(round_, [seen](std::uint32_t round) { return round != seen; });
    seen = round_.load(std::memory_order_acquire);
    take_blocks(thread);
  }
}

// Takes the thread's own blocks first, then helps the others.
void Threads::take_blocks(std::size_t thread) {
  std::uint32_t done = 0;
  for (std::size_t k = 0; k < parts_.size(); ++k) {
    Part& part = parts_[(thread + k) % parts_.size()];
    for (std::size_t b; (b = take(part, k == 0 ? End::first : End::last)) != kNone; ++done) run_block(b);
  }
  if (done > 0 && undone_.fetch_sub(done, std::memory_order_acq_rel) == done) undone_.notify_one();
}

// Takes one block from the given end of a part; kNone if there is none left.
std::size_t Threads::take(Part& part, End end) {
  const bool own = end == End::first;
  std::uint64_t left = part.left.load(std::memory_order_acquire);
  for (;;) {
    const std::uint64_t first = left & 0xffffffffu, last = left >> 32;
    if (first >= last) return kNone;
    const std::uint64_t rest = own ? last << 32 | (first + 1) : (last - 1) << 32 | first;
    if (part.left.compare_exchange_weak(left, rest, std::memory_order_acq_rel, std::memory_order_acquire))
      return own ? first : last - 1;
  }
}

// Runs one block and keeps the exception of the lowest block that fails.
void Threads::run_block(std::size_t b) {
  try {
    task_(context_, b);
  } catch (...) {
    const std::lock_guard guard(failure_lock_);
    if (!failure_ || b < failed_block_) failure_ = std::current_exception(), failed_block_ = b;
  }
}

}  // namespace cairn
