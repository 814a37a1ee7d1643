// The processes of a run, which are called ranks: 0 … count − 1. Each rank holds a part of the grains. All
// ranks run the same program and call the same functions of this class in the same order. The answers of
// combine, share and all are then equal on every rank, so that whatever is decided from them is too.
//
// A rank never adds up floating-point numbers of other ranks: their order would decide bits. Sums are whole
// numbers, of which an exact sum is made (base/exact_sum.h).
//
// Three classes do the work: OneRank for a program by itself, MpiRanks (mpi/) for processes that mpirun
// starts, ThreadRanks (base/thread_ranks.h) for threads of one process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "base/assert.h"
#include "base/exact_sum.h"
#include "base/file.h"

namespace cairn {

// A letter to a rank, or one that came from it.
struct Letter {
  int rank = 0;
  Bytes bytes;
};

// Bytes to a partner and bytes from it, in sizes that both know. The memory belongs to the caller and stays
// untouched until end().
struct Post {
  int rank = 0;
  std::span<const std::byte> out;
  std::span<std::byte> in;
};

// The line of the source that calls all ranks together. Debug builds compare it over the ranks.
struct CallSite {
  const char* file;
  int line;
  constexpr CallSite(const char* here = __builtin_FILE(), int number = __builtin_LINE())
      : file(here), line(number) {}
};

class Ranks {
 public:
  Ranks() = default;
  virtual ~Ranks() = default;
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;

  virtual int count() const = 0;
  virtual int own() const = 0;
  bool first() const { return own() == 0; }

  // Component by component, the largest value and the sum over all ranks. A value that is NaN stays.
  void combine(std::span<double> largest, std::span<std::int64_t> sums, CallSite place = {});
  // The bytes of rank `from`, to all.
  void share(Bytes& bytes, int from, CallSite place = {});
  // The bytes of all ranks in their order.
  std::vector<Bytes> all(std::span<const std::byte> own, CallSite place = {});
  // The same on rank 0 alone; the others get nothing.
  std::vector<Bytes> collect(std::span<const std::byte> own, CallSite place = {});
  // Sends letters, at most one to a rank, and returns those that came, sorted by rank.
  std::vector<Letter> exchange(std::vector<Letter> letters, CallSite place = {});

  // Begins an exchange with known partners, at most one post for each; end() waits for it. Both partners have
  // a post of the other, whose sizes agree. Any other call but begin() may come in between.
  void begin(std::span<const Post> posts, CallSite place = {});
  void end(CallSite place = {});
  // Gives a transport the chance to move what is under way.
  virtual void poll() {}

  // Ends all ranks at once, with this exit code. The caller has said why.
  [[noreturn]] virtual void abandon(int code) = 0;

 protected:
  // A call of all ranks: which function, and from where.
  struct Call {
    const char* function;
    CallSite place;
  };

 private:
  virtual void do_combine(std::span<double> largest, std::span<std::int64_t> sums, const Call& call) = 0;
  virtual void do_share(Bytes& bytes, int from, const Call& call) = 0;
  virtual std::vector<Bytes> do_all(std::span<const std::byte> own, const Call& call) = 0;
  virtual std::vector<Bytes> do_collect(std::span<const std::byte> own, const Call& call) = 0;
  virtual std::vector<Letter> do_exchange(std::vector<Letter> letters, const Call& call) = 0;
  virtual void do_begin(std::span<const Post> posts, const Call& call) = 0;
  virtual void do_end(const Call& call) = 0;

  bool under_way_ = false;  // between begin() and end()
};

// A program by itself.
class OneRank final : public Ranks {
 public:
  int count() const override { return 1; }
  int own() const override { return 0; }
  [[noreturn]] void abandon(int code) override;

 private:
  void do_combine(std::span<double>, std::span<std::int64_t>, const Call&) override {}
  void do_share(Bytes&, int, const Call&) override {}
  std::vector<Bytes> do_all(std::span<const std::byte> own, const Call& call) override;
  std::vector<Bytes> do_collect(std::span<const std::byte> own, const Call& call) override;
  std::vector<Letter> do_exchange(std::vector<Letter> letters, const Call& call) override;
  void do_begin(std::span<const Post> posts, const Call& call) override;
  void do_end(const Call&) override {}
};

// --- Above the class
// -------------------------------------------------------------------------------------------------

// The order of doubles as whole numbers, and back. −0 comes before 0, NaN behind everything.
std::int64_t order_of(double x);
double of_order(std::int64_t order);

// Turns sums of each rank into those of all, without round-off and in any order.
void combine(Ranks& ranks, std::span<ExactSum> sums, CallSite place = {});

double largest(Ranks& ranks, double value, CallSite place = {});
std::int64_t total(Ranks& ranks, std::int64_t count, CallSite place = {});
// True if any rank says so.
bool any(Ranks& ranks, bool holds, CallSite place = {});

// The k-th smallest of the values of all ranks together, counted from 0. There are more than k, none is NaN.
double select(Ranks& ranks, std::span<const double> values, std::int64_t k, CallSite place = {});

// The lowest rank whose bytes are not those of rank 0.
std::optional<int> first_other(Ranks& ranks, std::span<const std::byte> own, CallSite place = {});

// An error that all ranks throw together is of this type, too. Any other error is that of one rank alone, for
// which the others do not wait.
class KnownToAll {
 public:
  virtual ~KnownToAll() = default;
};

// All ranks do their part. If some fail, all throw the error of the lowest of them.
void all_or_none(Ranks& ranks, const std::function<void()>& part, CallSite place = {});
// Rank 0 does it. If it fails, all throw its error.
void first_does(Ranks& ranks, const std::function<void()>& part, CallSite place = {});

// Records as bytes and back.
template <class T>
requires std::is_trivially_copyable_v<T> std::span<const std::byte> record_bytes(std::span<const T> records) {
  return std::as_bytes(records);
}
template <class T>
requires std::is_trivially_copyable_v<T> std::vector<T> records_of(std::span<const std::byte> bytes) {
  CAIRN_ASSERT(bytes.size() % sizeof(T) == 0);
  std::vector<T> records(bytes.size() / sizeof(T));
  if (!records.empty()) std::memcpy(static_cast<void*>(records.data()), bytes.data(), bytes.size());
  return records;
}

}  // namespace cairn
