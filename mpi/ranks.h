// Ranks that are processes of MPI. Only this folder sees mpi.h; all calls come from the thread that began.
#pragma once

#include <mpi.h>

#include <string>
#include <vector>

#include "base/ranks.h"

namespace cairn {

// Compared: before each call of all ranks they tell each other which function it is and from which line it
// comes. If these differ, they say so and end. That costs a message per call.
enum class Calls { trusted, compared };

class MpiRanks final : public Ranks {
 public:
  // MPI begins with the object and ends with it.
  MpiRanks(int argc, char** argv, Calls calls);
  ~MpiRanks() override;

  int count() const override { return count_; }
  int own() const override { return own_; }
  void poll() override;
  [[noreturn]] void abandon(int code) override;

 private:
  void do_combine(std::span<double> largest, std::span<std::int64_t> sums, const Call& call) override;
  void do_share(Bytes& bytes, int from, const Call& call) override;
  std::vector<Bytes> do_all(std::span<const std::byte> own, const Call& call) override;
  std::vector<Bytes> do_collect(std::span<const std::byte> own, const Call& call) override;
  std::vector<Letter> do_exchange(std::vector<Letter> letters, const Call& call) override;
  void do_begin(std::span<const Post> posts, const Call& call) override;
  void do_end(const Call& call) override;

  void compare(const Call& call);
  // A letter of any length, as messages that MPI can count.
  enum class Kind { letter = 1, post = 2 };
  void send(std::span<const std::byte> bytes, int to, Kind kind);
  void receive(std::span<std::byte> bytes, int from, Kind kind);
  void wait();

  const Calls calls_;
  int count_ = 0, own_ = 0;
  MPI_Datatype pair_ = MPI_DATATYPE_NULL;  // the order of a value, and a sum
  MPI_Op combine_ = MPI_OP_NULL;
  std::vector<MPI_Request> requests_;  // under way
};

}  // namespace cairn
