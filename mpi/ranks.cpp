#include "mpi/ranks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <utility>

#include "base/assert.h"
#include "base/hash.h"

namespace cairn {
namespace {

constexpr std::size_t kLongestMessage = std::size_t{1} << 30;  // MPI counts bytes with an int

// A value by its order and a sum, which go through one reduction together.
struct OrderAndSum {
  std::int64_t order, sum;
};

void combine_pairs(void* from, void* into, int* count, MPI_Datatype*) {
  const std::span<const OrderAndSum> more(static_cast<const OrderAndSum*>(from),
                                          static_cast<std::size_t>(*count));
  auto* to = static_cast<OrderAndSum*>(into);
  for (const OrderAndSum& pair : more) {
    to->order = std::max(to->order, pair.order);
    to->sum += pair.sum;
    ++to;
  }
}

int as_int(std::size_t n) {
  CAIRN_ASSERT(n <= static_cast<std::size_t>(std::numeric_limits<int>::max()));
  return static_cast<int>(n);
}

}  // namespace

MpiRanks::MpiRanks(int argc, char** argv, Calls calls) : calls_(calls) {
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  // An error of MPI ends all ranks with a message of its own: the default of MPI_COMM_WORLD.
  if (provided < MPI_THREAD_FUNNELED) {
    std::fputs("error: this MPI does not work beside threads (MPI_THREAD_FUNNELED)\n", stderr);
    abandon(EXIT_FAILURE);
  }
  MPI_Comm_size(MPI_COMM_WORLD, &count_);
  MPI_Comm_rank(MPI_COMM_WORLD, &own_);
  MPI_Type_contiguous(2, MPI_INT64_T, &pair_);
  MPI_Type_commit(&pair_);
  MPI_Op_create(combine_pairs, 1, &combine_);
}

MpiRanks::~MpiRanks() {
  MPI_Op_free(&combine_);
  MPI_Type_free(&pair_);
  MPI_Finalize();
}

void MpiRanks::poll() {
  int ready = 0;
  MPI_Testall(static_cast<int>(requests_.size()), requests_.data(), &ready, MPI_STATUSES_IGNORE);
  if (ready != 0) requests_.clear();
}

void MpiRanks::abandon(int code) {
  MPI_Abort(MPI_COMM_WORLD, code);
  std::_Exit(code);
}

// --- Calls of all ranks ------------------------------------------------------------------------------------

void MpiRanks::compare(const Call& call) {
  if (calls_ == Calls::trusted) return;
  // All calls are the same if the largest and the smallest hash are.
  const std::string text = fmt::format("{} at {}:{}", call.function, call.place.file, call.place.line);
  const auto hash = static_cast<std::int64_t>(checksum(bytes_of(text)) >> 1);
  std::array<std::int64_t, 2> ends{hash, -hash};
  MPI_Allreduce(MPI_IN_PLACE, ends.data(), 2, MPI_INT64_T, MPI_MAX, MPI_COMM_WORLD);
  if (ends[0] == -ends[1]) return;
  // Everyone is here, so that rank 0 can name two calls that differ.
  constexpr std::size_t kLength = 240;
  std::vector<char> texts(kLength * static_cast<std::size_t>(count_)), own(kLength);
  std::copy_n(text.begin(), std::min(text.size(), kLength - 1), own.begin());
  MPI_Gather(own.data(), kLength, MPI_CHAR, texts.data(), kLength, MPI_CHAR, 0, MPI_COMM_WORLD);
  for (int rank = 1; first() && rank < count_; ++rank) {
    const char* other = texts.data() + kLength * static_cast<std::size_t>(rank);
    if (std::string(other) == texts.data()) continue;
    std::fputs(fmt::format("error: rank 0 calls {}, rank {} calls {}\n", texts.data(), rank, other).c_str(),
               stderr);
    abandon(EXIT_FAILURE);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  std::abort();  // rank 0 has ended all
}

void MpiRanks::do_combine(std::span<double> largest, std::span<std::int64_t> sums, const Call& call) {
  compare(call);
  if (largest.empty()) {
    MPI_Allreduce(MPI_IN_PLACE, sums.data(), as_int(sums.size()), MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
    return;
  }
  constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
  std::vector<OrderAndSum> pairs(std::max(largest.size(), sums.size()), {kLeast, 0});
  for (std::size_t k = 0; k < largest.size(); ++k) pairs[k].order = order_of(largest[k]);
  for (std::size_t k = 0; k < sums.size(); ++k) pairs[k].sum = sums[k];
  MPI_Allreduce(MPI_IN_PLACE, pairs.data(), as_int(pairs.size()), pair_, combine_, MPI_COMM_WORLD);
  for (std::size_t k = 0; k < largest.size(); ++k) largest[k] = of_order(pairs[k].order);
  for (std::size_t k = 0; k < sums.size(); ++k) sums[k] = pairs[k].sum;
}

void MpiRanks::do_share(Bytes& bytes, int from, const Call& call) {
  compare(call);
  std::uint64_t size = bytes.size();
  MPI_Bcast(&size, 1, MPI_UINT64_T, from, MPI_COMM_WORLD);
  bytes.resize(size);
  for (std::size_t at = 0; at < size; at += kLongestMessage)
    MPI_Bcast(bytes.data() + at, as_int(std::min(kLongestMessage, size - at)), MPI_BYTE, from,
              MPI_COMM_WORLD);
}

std::vector<Bytes> MpiRanks::do_all(std::span<const std::byte> own, const Call& call) {
  compare(call);
  std::vector<std::uint64_t> sizes(static_cast<std::size_t>(count_));
  const std::uint64_t size = own.size();
  MPI_Allgather(&size, 1, MPI_UINT64_T, sizes.data(), 1, MPI_UINT64_T, MPI_COMM_WORLD);
  std::uint64_t sum = 0;
  for (const std::uint64_t n : sizes) sum += n;
  std::vector<Bytes> all;
  if (sum > kLongestMessage) {
    // More than MPI can count: one rank after the other.
    for (int from = 0; from < count_; ++from) {
      Bytes bytes(from == own_ ? Bytes(own.begin(), own.end()) : Bytes());
      do_share(bytes, from, call);
      all.push_back(std::move(bytes));
    }
    return all;
  }
  std::vector<int> counts, begins;
  int begin = 0;
  for (const std::uint64_t n : sizes) {
    counts.push_back(static_cast<int>(n));
    begins.push_back(begin);
    begin += counts.back();
  }
  Bytes joined(sum);
  MPI_Allgatherv(own.data(), as_int(own.size()), MPI_BYTE, joined.data(), counts.data(), begins.data(),
                 MPI_BYTE, MPI_COMM_WORLD);
  for (std::size_t k = 0; k < sizes.size(); ++k)
    all.emplace_back(joined.begin() + begins[k], joined.begin() + begins[k] + counts[k]);
  return all;
}

std::vector<Bytes> MpiRanks::do_collect(std::span<const std::byte> own, const Call& call) {
  compare(call);
  std::vector<std::uint64_t> sizes(first() ? static_cast<std::size_t>(count_) : 0);
  const std::uint64_t size = own.size();
  MPI_Gather(&size, 1, MPI_UINT64_T, sizes.data(), 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
  std::vector<Bytes> collected(sizes.size());
  std::vector<MPI_Request> under_way;
  std::swap(under_way, requests_);
  if (!first()) send(own, 0, Kind::letter);
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    collected[k].resize(sizes[k]);
    if (k == 0)
      std::ranges::copy(own, collected[0].begin());
    else
      receive(collected[k], static_cast<int>(k), Kind::letter);
  }
  wait();
  std::swap(under_way, requests_);
  return collected;
}

std::vector<Letter> MpiRanks::do_exchange(std::vector<Letter> letters, const Call& call) {
  compare(call);
  // One more than the size distinguishes a letter without bytes from no letter.
  std::vector<std::uint64_t> out(static_cast<std::size_t>(count_)), in(out.size());
  for (const Letter& letter : letters) out[static_cast<std::size_t>(letter.rank)] = letter.bytes.size() + 1;
  MPI_Alltoall(out.data(), 1, MPI_UINT64_T, in.data(), 1, MPI_UINT64_T, MPI_COMM_WORLD);
  std::vector<Letter> came;
  for (int from = 0; from < count_; ++from) {
    const std::uint64_t size = in[static_cast<std::size_t>(from)];
    if (size > 0) came.push_back({from, Bytes(size - 1)});
  }
  std::vector<MPI_Request> under_way;
  std::swap(under_way, requests_);
  for (Letter& letter : came) receive(letter.bytes, letter.rank, Kind::letter);
  for (const Letter& letter : letters) send(letter.bytes, letter.rank, Kind::letter);
  wait();
  std::swap(under_way, requests_);
  return came;
}

// --- Messages between two ranks ----------------------------------------------------------------------------

void MpiRanks::do_begin(std::span<const Post> posts, const Call&) {
  for (const Post& post : posts) receive(post.in, post.rank, Kind::post);
  for (const Post& post : posts) send(post.out, post.rank, Kind::post);
}

void MpiRanks::do_end(const Call&) { wait(); }

void MpiRanks::send(std::span<const std::byte> bytes, int to, Kind kind) {
  for (std::size_t at = 0; at < bytes.size(); at += kLongestMessage)
    MPI_Isend(bytes.data() + at, as_int(std::min(kLongestMessage, bytes.size() - at)), MPI_BYTE, to,
              static_cast<int>(kind), MPI_COMM_WORLD, &requests_.emplace_back());
}

void MpiRanks::receive(std::span<std::byte> bytes, int from, Kind kind) {
  for (std::size_t at = 0; at < bytes.size(); at += kLongestMessage)
    MPI_Irecv(bytes.data() + at, as_int(std::min(kLongestMessage, bytes.size() - at)), MPI_BYTE, from,
              static_cast<int>(kind), MPI_COMM_WORLD, &requests_.emplace_back());
}

void MpiRanks::wait() {
  MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE);
  requests_.clear();
}

}  // namespace cairn
