#include "base/ranks.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <limits>
#include <new>
#include <optional>
#include <string>
#include <utility>

#include "base/error.h"
#include "base/record.h"

namespace cairn {
namespace {

// An exact sum as whole numbers, which ranks may add up in any order.
using SumWords = std::array<std::int64_t, sizeof(ExactSum) / sizeof(std::int64_t)>;

enum class Kind : std::uint8_t { none, input, not_converged, run, memory, other };

// The error of one rank, in a form that another rank can throw again.
struct Failure {
  Kind kind = Kind::none;
  std::string message;
  TextPlace place;
};

std::optional<Failure> failure_of(const std::function<void()>& part) {
  try {
    part();
  } catch (const InputError& error) {
    return Failure{Kind::input, error.message(), error.place()};
  } catch (const NotConverged& error) {
    return Failure{Kind::not_converged, error.what(), {}};
  } catch (const RunError& error) {
    return Failure{Kind::run, error.what(), {}};
  } catch (const std::bad_alloc& error) {
    return Failure{Kind::memory, error.what(), {}};
  } catch (const std::exception& error) {
    return Failure{Kind::other, error.what(), {}};
  }
  return {};
}

template <class Error>
struct OfAll final : Error, KnownToAll {
  using Error::Error;
};

[[noreturn]] void fail(const Failure& failure) {
  switch (failure.kind) {
    case Kind::input:
      throw OfAll<InputError>(failure.message, failure.place);
    case Kind::not_converged:
      throw OfAll<NotConverged>(failure.message);
    case Kind::run:
      throw OfAll<RunError>(failure.message);
    case Kind::memory:
      throw OfAll<std::bad_alloc>();
    default:
      throw OfAll<std::runtime_error>(failure.message);
  }
}

constexpr std::string_view kLayout = "failure";

Bytes letter_of(const Failure& failure) {
  Record record;
  record.put("kind", failure.kind);
  record.put("message", std::string_view(failure.message));
  record.put("file", std::string_view(failure.place.file));
  record.put("line", failure.place.line);
  record.put("column", failure.place.column);
  record.put("text", std::string_view(failure.place.text));
  return record.encode(kLayout);
}

Failure failure_in(const Bytes& letter) {
  const Decoded decoded = decode_record(letter, kLayout);
  CAIRN_ASSERT(decoded.refusal == Refusal::none);
  const Record& record = decoded.record;
  return {record.get<Kind>("kind"), record.get<std::string>("message"),
          TextPlace{record.get<std::string>("file"), record.get<int>("line"), record.get<int>("column"),
                    record.get<std::string>("text")}};
}

}  // namespace

// --- Calls of all ranks ------------------------------------------------------------------------------------

void Ranks::combine(std::span<double> largest, std::span<std::int64_t> sums, CallSite place) {
  do_combine(largest, sums, {"combine", place});
}

void Ranks::share(Bytes& bytes, int from, CallSite place) {
  CAIRN_ASSERT(from >= 0 && from < count());
  do_share(bytes, from, {"share", place});
}

std::vector<Bytes> Ranks::all(std::span<const std::byte> own, CallSite place) {
  return do_all(own, {"all", place});
}

std::vector<Bytes> Ranks::collect(std::span<const std::byte> own, CallSite place) {
  return do_collect(own, {"collect", place});
}

std::vector<Letter> Ranks::exchange(std::vector<Letter> letters, CallSite place) {
  const auto earlier = [](const Letter& a, const Letter& b) { return a.rank < b.rank; };
  const auto same = [](const Letter& a, const Letter& b) { return a.rank == b.rank; };
  std::ranges::sort(letters, earlier);
  CAIRN_ASSERT(std::ranges::adjacent_find(letters, same) == letters.end());
  CAIRN_ASSERT(letters.empty() || (letters.front().rank >= 0 && letters.back().rank < count()));
  return do_exchange(std::move(letters), {"exchange", place});
}

void Ranks::begin(std::span<const Post> posts, CallSite place) {
  CAIRN_ASSERT(!under_way_);
  for (const Post& post : posts) CAIRN_ASSERT(post.rank >= 0 && post.rank < count());
  under_way_ = true;
  do_begin(posts, {"begin", place});
}

void Ranks::end(CallSite place) {
  CAIRN_ASSERT(under_way_);
  under_way_ = false;
  do_end({"end", place});
}

// --- A program by itself -----------------------------------------------------------------------------------

void OneRank::abandon(int code) { std::_Exit(code); }

std::vector<Bytes> OneRank::do_all(std::span<const std::byte> own, const Call&) {
  return {Bytes(own.begin(), own.end())};
}

std::vector<Bytes> OneRank::do_collect(std::span<const std::byte> own, const Call& call) {
  return do_all(own, call);
}

std::vector<Letter> OneRank::do_exchange(std::vector<Letter> letters, const Call&) { return letters; }

void OneRank::do_begin(std::span<const Post> posts, const Call&) {
  for (const Post& post : posts) {
    CAIRN_ASSERT(post.out.size() == post.in.size());
    std::ranges::copy(post.out, post.in.begin());
  }
}

// --- Above the class
// -----------------------------------------------------------------------------------------

std::int64_t order_of(double x) {
  if (x != x) return std::numeric_limits<std::int64_t>::max();
  const auto bits = std::bit_cast<std::int64_t>(x);
  return bits >= 0 ? bits : bits ^ std::numeric_limits<std::int64_t>::max();
}

double of_order(std::int64_t order) {
  if (order == std::numeric_limits<std::int64_t>::max()) return std::numeric_limits<double>::quiet_NaN();
  return std::bit_cast<double>(order >= 0 ? order : order ^ std::numeric_limits<std::int64_t>::max());
}

void combine(Ranks& ranks, std::span<ExactSum> sums, CallSite place) {
  std::vector<std::int64_t> words;
  for (const ExactSum& sum : sums) {
    const auto own = std::bit_cast<SumWords>(sum.normal());
    words.insert(words.end(), own.begin(), own.end());
  }
  ranks.combine({}, words, place);
  for (std::size_t k = 0; k < sums.size(); ++k) {
    SumWords all;
    std::copy_n(words.begin() + static_cast<std::ptrdiff_t>(k * all.size()), all.size(), all.begin());
    sums[k] = std::bit_cast<ExactSum>(all).normal();
  }
}

double largest(Ranks& ranks, double value, CallSite place) {
  ranks.combine({&value, 1}, {}, place);
  return value;
}

std::int64_t total(Ranks& ranks, std::int64_t count, CallSite place) {
  ranks.combine({}, {&count, 1}, place);
  return count;
}

bool any(Ranks& ranks, bool holds, CallSite place) { return total(ranks, holds ? 1 : 0, place) > 0; }

// Finds the order of the value byte by byte, from the highest. `known` has the bytes found so far; each round
// counts the values that agree with them by their next byte.
double select(Ranks& ranks, std::span<const double> values, std::int64_t k, CallSite place) {
  constexpr std::uint64_t kSign = std::uint64_t{1} << 63;
  std::vector<std::uint64_t> left;
  for (const double value : values) {
    CAIRN_ASSERT(value == value);
    left.push_back(static_cast<std::uint64_t>(order_of(value)) ^ kSign);
  }
  std::uint64_t known = 0;
  for (int shift = 56; shift >= 0; shift -= 8) {
    std::array<std::int64_t, 256> counts{};
    for (const std::uint64_t order : left) ++counts[order >> shift & 255];
    ranks.combine({}, counts, place);
    std::uint64_t byte = 0;
    while (byte < 255 && k >= counts[byte]) k -= counts[byte++];
    CAIRN_ASSERT(k < counts[byte]);
    known |= byte << shift;
    std::erase_if(left, [&](std::uint64_t order) { return order >> shift != known >> shift; });
  }
  return of_order(static_cast<std::int64_t>(known ^ kSign));
}

std::optional<int> first_other(Ranks& ranks, std::span<const std::byte> own, CallSite place) {
  Bytes of_first(own.begin(), own.end());
  ranks.share(of_first, 0, place);
  const double differs = std::ranges::equal(of_first, own) ? ranks.count() : ranks.own();
  const int lowest = static_cast<int>(-largest(ranks, -differs, place));
  return lowest < ranks.count() ? std::optional(lowest) : std::nullopt;
}

void all_or_none(Ranks& ranks, const std::function<void()>& part, CallSite place) {
  // A program by itself has its own errors.
  if (ranks.count() == 1) return part();
  const std::optional<Failure> failure = failure_of(part);
  // The lowest rank that failed tells its error.
  const double lowest = failure ? ranks.own() : ranks.count();
  const int from = static_cast<int>(-largest(ranks, -lowest, place));
  if (from == ranks.count()) return;
  Bytes letter = failure ? letter_of(*failure) : Bytes();
  ranks.share(letter, from, place);
  fail(failure_in(letter));
}

void first_does(Ranks& ranks, const std::function<void()>& part, CallSite place) {
  const auto nothing = [] {};
  all_or_none(ranks, ranks.first() ? part : std::function<void()>(nothing), place);
}

}  // namespace cairn
