// Puts large pieces of memory on huge pages. A pass over the bodies jumps between arrays of many megabytes.
// With pages of 4 KiB, a good part of its time goes into finding these pages. A large piece begins on a huge
// page and asks the system for more. The rest that does not fill a huge page stays on small pages, so that no
// memory is wasted.
#include <cstddef>
#include <cstdlib>
#include <new>

// Sanitizers have their own allocation. g++ announces them by macros, clang by features.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define CAIRN_SANITIZED
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define CAIRN_SANITIZED
#endif
#endif

#if defined(__linux__) && !defined(CAIRN_SANITIZED)
#include <sys/mman.h>

namespace {

constexpr std::size_t kHugePage = std::size_t{2} << 20;

void* allocate(std::size_t size, std::size_t alignment) {
  const bool large = size >= kHugePage;
  if (large && alignment < kHugePage) alignment = kHugePage;
  void* piece = nullptr;
  if (alignment <= alignof(std::max_align_t)) {
    piece = std::malloc(size > 0 ? size : 1);
  } else if (posix_memalign(&piece, alignment, size) != 0) {
    piece = nullptr;
  }
  if (piece == nullptr) throw std::bad_alloc();
  if (large) madvise(piece, size, MADV_HUGEPAGE);  // fails without harm if there are no huge pages
  return piece;
}

}  // namespace

void* operator new(std::size_t size) { return allocate(size, 0); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return allocate(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* piece) noexcept { std::free(piece); }
void operator delete(void* piece, std::size_t) noexcept { std::free(piece); }
void operator delete(void* piece, std::align_val_t) noexcept { std::free(piece); }
void operator delete(void* piece, std::size_t, std::align_val_t) noexcept { std::free(piece); }
#endif
