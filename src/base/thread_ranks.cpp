#include "base/thread_ranks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>

namespace cairn {
namespace {

// The end of all ranks because of another one.
class OtherFailed : public RunError {
 public:
  using RunError::RunError;
};

// One rank lays this on the table in a call of all ranks.
struct Contribution {
  std::string call;  // function and line
  std::vector<std::int64_t> largest, sums;
  Bytes bytes;
  std::vector<Letter> letters;
};

// The place where the threads meet. Two tables take turns: a rank that is one call ahead lays its things on
// the other one, and it cannot be two calls ahead.
class Table {
 public:
  Table(int count, std::chrono::milliseconds limit) : count_(count), limit_(limit) {
    for (auto& table : contributions_) table.resize(static_cast<std::size_t>(count));
  }
  int count() const { return count_; }

  // Lays down what this rank has and waits for all others. The result stays valid until this rank's next
  // call.
  const std::vector<Contribution>& meet(int rank, std::uint64_t round, Contribution own) {
    std::unique_lock lock(lock_);
    auto& table = contributions_[round % 2];
    const std::string call = own.call;
    table[static_cast<std::size_t>(rank)] = std::move(own);
    ++arrived_;
    if (gone_) give_up(fmt::format("rank {} has ended, rank {} calls {}", *gone_, rank, call));
    throw_failure();
    if (arrived_ < count_) {
      wait(lock, rank, call, [&] { return round_ > round; });
      return table;
    }
    compare(table);
    throw_failure();
    arrived_ = 0;
    ++round_;
    changed_.notify_all();
    return table;
  }

  void post(int from, int to, Bytes bytes) {
    const std::lock_guard lock(lock_);
    throw_failure();
    mail_[{from, to}].push_back(std::move(bytes));
    changed_.notify_all();
  }
  Bytes take(int from, int to, const std::string& call) {
    std::unique_lock lock(lock_);
    auto& letters = mail_[{from, to}];
    wait(lock, to, call, [&] { return !letters.empty(); });
    Bytes bytes = std::move(letters.front());
    letters.pop_front();
    return bytes;
  }

  // Ends all ranks at their next call.
  void fail(const std::string& reason) {
    const std::lock_guard lock(lock_);
    give_up(reason);
  }
  // The rank makes no more calls.
  void leave(int rank) {
    const std::lock_guard lock(lock_);
    gone_ = rank;
    if (arrived_ > 0) give_up(fmt::format("rank {} has ended, others wait for it", rank));
  }

 private:
  template <class Until>
  void wait(std::unique_lock<std::mutex>& lock, int rank, const std::string& call, Until until) {
    const bool in_time = changed_.wait_for(lock, limit_, [&] { return until() || !failure_.empty(); });
    if (!in_time) give_up(fmt::format("rank {} waited too long for the others in {}", rank, call));
    if (!until()) throw_failure();
  }
  void give_up(const std::string& reason) {
    if (failure_.empty()) failure_ = reason;
    changed_.notify_all();
  }
  void compare(const std::vector<Contribution>& table) {
    for (std::size_t k = 1; k < table.size(); ++k) {
      if (table[k].call == table[0].call) continue;
      return give_up(fmt::format("rank 0 calls {}, rank {} calls {}", table[0].call, k, table[k].call));
    }
  }
  void throw_failure() const {
    if (!failure_.empty()) throw OtherFailed(failure_);
  }

  const int count_;
  const std::chrono::milliseconds limit_;
  std::mutex lock_;
  std::condition_variable changed_;
  std::array<std::vector<Contribution>, 2> contributions_;
  std::map<std::pair<int, int>, std::deque<Bytes>> mail_;  // by sender and receiver
  int arrived_ = 0;
  std::uint64_t round_ = 0;
  std::optional<int> gone_;  // a rank that has ended
  std::string failure_;
};

class ThreadRanks final : public Ranks {
 public:
  ThreadRanks(Table& table, int own) : table_(table), own_(own) {}
  int count() const override { return table_.count(); }
  int own() const override { return own_; }
  [[noreturn]] void abandon(int code) override { throw Abandoned(code); }

 private:
  static std::string text(const Call& call) {
    return fmt::format("{} at {}:{}", call.function, call.place.file, call.place.line);
  }
  const std::vector<Contribution>& meet(Contribution own, const Call& call) {
    own.call = text(call);
    return table_.meet(own_, round_++, std::move(own));
  }

  void do_combine(std::span<double> largest, std::span<std::int64_t> sums, const Call& call) override {
    Contribution own;
    for (const double value : largest) own.largest.push_back(order_of(value));
    own.sums.assign(sums.begin(), sums.end());
    const auto& table = meet(std::move(own), call);
    for (const Contribution& one : table)
      CAIRN_ASSERT(one.largest.size() == largest.size() && one.sums.size() == sums.size());
    for (std::size_t k = 0; k < largest.size(); ++k) {
      std::int64_t most = table[0].largest[k];
      for (const Contribution& one : table) most = std::max(most, one.largest[k]);
      largest[k] = of_order(most);
    }
    for (std::size_t k = 0; k < sums.size(); ++k) {
      sums[k] = 0;
      for (const Contribution& one : table) sums[k] += one.sums[k];
    }
  }
  void do_share(Bytes& bytes, int from, const Call& call) override {
    Contribution own;
    if (own_ == from) own.bytes = bytes;
    bytes = meet(std::move(own), call)[static_cast<std::size_t>(from)].bytes;
  }
  std::vector<Bytes> do_all(std::span<const std::byte> own, const Call& call) override {
    Contribution mine;
    mine.bytes.assign(own.begin(), own.end());
    std::vector<Bytes> result;
    for (const Contribution& one : meet(std::move(mine), call)) result.push_back(one.bytes);
    return result;
  }
  std::vector<Bytes> do_collect(std::span<const std::byte> own, const Call& call) override {
    std::vector<Bytes> result = do_all(own, call);
    if (own_ != 0) result.clear();
    return result;
  }
  std::vector<Letter> do_exchange(std::vector<Letter> letters, const Call& call) override {
    Contribution own;
    own.letters = std::move(letters);
    const auto& table = meet(std::move(own), call);
    std::vector<Letter> result;
    for (std::size_t from = 0; from < table.size(); ++from)
      for (const Letter& letter : table[from].letters)
        if (letter.rank == own_) result.push_back({static_cast<int>(from), letter.bytes});
    return result;
  }
  void do_begin(std::span<const Post> posts, const Call&) override {
    posts_.assign(posts.begin(), posts.end());
    for (const Post& post : posts_) table_.post(own_, post.rank, Bytes(post.out.begin(), post.out.end()));
  }
  void do_end(const Call& call) override {
    for (const Post& post : posts_) {
      const Bytes bytes = table_.take(post.rank, own_, text(call));
      CAIRN_ASSERT(bytes.size() == post.in.size());
      std::ranges::copy(bytes, post.in.begin());
    }
  }

  Table& table_;
  const int own_;
  std::uint64_t round_ = 0;
  std::vector<Post> posts_;
};

}  // namespace

Abandoned::Abandoned(int with) : RunError(fmt::format("abandoned with exit code {}", with)), code(with) {}

void run_on_threads(int count, const std::function<void(Ranks&)>& program, std::chrono::milliseconds limit) {
  CAIRN_ASSERT(count >= 1);
  Table table(count, limit);
  std::vector<std::exception_ptr> own_errors(static_cast<std::size_t>(count)), others(own_errors);
  const auto run = [&](int rank) {
    const auto k = static_cast<std::size_t>(rank);
    try {
      ThreadRanks ranks(table, rank);
      program(ranks);
      table.leave(rank);
    } catch (const OtherFailed&) {
      others[k] = std::current_exception();
    } catch (const std::exception& error) {
      own_errors[k] = std::current_exception();
      table.fail(fmt::format("rank {} has failed: {}", rank, error.what()));
    }
  };
  std::vector<std::thread> threads;
  for (int rank = 1; rank < count; ++rank) threads.emplace_back(run, rank);
  run(0);
  for (std::thread& thread : threads) thread.join();
  for (const auto* errors : {&own_errors, &others})
    for (const std::exception_ptr& error : *errors)
      if (error) std::rethrow_exception(error);
}

}  // namespace cairn
