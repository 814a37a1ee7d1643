// A list that stores its first N items in itself and uses the heap only beyond them. Items are plain data. It
// never releases memory, so that a list that is reused stops allocating.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/assert.h"

namespace cairn {

template <class T, std::size_t N>
class SmallVector {
 public:
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

  SmallVector() {}  // the items stay uninitialized
  SmallVector(const SmallVector& other) : size_(other.size_), heap_(other.heap_) { copy_local(other); }
  SmallVector(SmallVector&& other) noexcept : size_(other.size_), heap_(std::move(other.heap_)) {
    copy_local(other);
    other.size_ = 0;
  }
  SmallVector& operator=(const SmallVector& other) {
    if (this == &other) return *this;
    size_ = other.size_;
    heap_ = other.heap_;
    copy_local(other);
    return *this;
  }
  SmallVector& operator=(SmallVector&& other) noexcept {
    if (this == &other) return *this;
    size_ = other.size_;
    heap_ = std::move(other.heap_);
    copy_local(other);
    other.size_ = 0;
    return *this;
  }
  ~SmallVector() {}

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T* data() { return heap_.empty() ? local_ : heap_.data(); }
  const T* data() const { return heap_.empty() ? local_ : heap_.data(); }
  T& operator[](std::size_t i) { return data()[i]; }
  const T& operator[](std::size_t i) const { return data()[i]; }
  T* begin() { return data(); }
  T* end() { return data() + size_; }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size_; }
  T& back() {
    CAIRN_ASSERT(size_ > 0);
    return data()[size_ - 1];
  }

  void clear() { size_ = 0; }
  void resize(std::size_t n) {
    reserve(n);
    size_ = n;
  }
  void push_back(const T& item) {
    const T copy = item;  // it may lie in this list
    reserve(size_ + 1);
    data()[size_++] = copy;
  }

 private:
  void reserve(std::size_t n) {
    if (heap_.empty() ? n <= N : n <= heap_.size()) return;
    const T* old = data();
    std::vector<T> larger(2 * n);
    for (std::size_t i = 0; i < size_; ++i) larger[i] = old[i];
    heap_.swap(larger);
  }

  void copy_local(const SmallVector& other) {
    for (std::size_t i = 0; heap_.empty() && i < size_; ++i) local_[i] = other.local_[i];
  }

  union {
    T local_[N];  // NOLINT(readability-identifier-naming): private, but a member of a union
  };
  std::size_t size_ = 0;
  std::vector<T> heap_;  // empty while N items are enough
};

}  // namespace cairn
