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
  leave_.store(true, std::memory_order_relaxed);
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
  task_ = task, context_ = context, blocks_ = blocks;
  next_.store(0, std::memory_order_relaxed);
  busy_.store(static_cast<int>(workers_.size()), std::memory_order_relaxed);
  round_.fetch_add(1, std::memory_order_release);
  round_.notify_all();
  take_blocks();
  wait_for(busy_, [](int busy) { return busy == 0; });
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void Threads::serve() {
  unsigned seen = 0;
  for (;;) {
    wait_for(round_, [seen](unsigned round) { return round != seen; });
    seen = round_.load(std::memory_order_acquire);
    if (leave_.load(std::memory_order_relaxed)) return;
    take_blocks();
    if (busy_.fetch_sub(1, std::memory_order_acq_rel) == 1) busy_.notify_one();
  }
}

void Threads::take_blocks() {
  for (;;) {
    const std::size_t b = next_.fetch_add(1, std::memory_order_relaxed);
    if (b >= blocks_) return;
    try {
      task_(context_, b);
    } catch (...) {
      const std::lock_guard guard(failure_lock_);
      if (!failure_ || b < failed_block_) failure_ = std::current_exception(), failed_block_ = b;
    }
  }
}

}  // namespace cairn
