#include "base/threads.h"

#include <utility>

#include "base/assert.h"

namespace cairn {
namespace {

// Regions follow each other within microseconds in a running step, so waiting threads spin a little before
// they sleep; the number is small enough not to hurt when there are more threads than cores.
constexpr int kSpins = 4000;

inline void relax() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

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

Threads::Threads(int count) {
  CAIRN_ASSERT(count >= 1);
  for (int i = 1; i < count; ++i) workers_.emplace_back([this] { serve(); });
}

Threads::~Threads() {
  leave_.store(true, std::memory_order_release);
  round_.fetch_add(1, std::memory_order_release);
  round_.notify_all();
  for (auto& worker : workers_) worker.join();
}

void Threads::run(std::size_t blocks, void (*task)(void*, std::size_t), void* context) {
  if (blocks == 0) return;
  if (workers_.empty() || blocks == 1) {
    for (std::size_t b = 0; b < blocks; ++b) task(context, b);
    return;
  }
  CAIRN_ASSERT(blocks < (std::uint64_t{1} << 32));
  task_ = task, context_ = context;
  undone_.store(static_cast<std::uint32_t>(blocks), std::memory_order_relaxed);
  const std::uint64_t round = round_.load(std::memory_order_relaxed) + 1;
  ticket_.store(round << 32 | blocks, std::memory_order_release);
  round_.store(static_cast<std::uint32_t>(round), std::memory_order_release);
  round_.notify_all();
  take_blocks();
  wait_for(undone_, [](std::uint32_t undone) { return undone == 0; });
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void Threads::serve() {
  std::uint32_t seen = 0;
  while (!leave_.load(std::memory_order_acquire)) {
    wait_for(round_, [seen](std::uint32_t round) { return round != seen; });
    seen = round_.load(std::memory_order_acquire);
    take_blocks();
  }
}

void Threads::take_blocks() {
  std::uint64_t ticket = ticket_.load(std::memory_order_acquire);
  while ((ticket & 0xffffffffu) != 0) {
    if (!ticket_.compare_exchange_weak(ticket, ticket - 1, std::memory_order_acq_rel,
                                       std::memory_order_acquire))
      continue;
    const std::size_t b = (ticket & 0xffffffffu) - 1;
    try {
      task_(context_, b);
    } catch (...) {
      const std::lock_guard guard(failure_lock_);
      if (!failure_ || b < failed_block_) failure_ = std::current_exception(), failed_block_ = b;
    }
    if (undone_.fetch_sub(1, std::memory_order_acq_rel) == 1) undone_.notify_one();
    ticket = ticket_.load(std::memory_order_acquire);
  }
}

}  // namespace cairn
