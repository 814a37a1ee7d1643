// Whatever is done to the bytes of a problem file, it is read or refused with a message: nothing crashes.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cmath>

#include "base/error.h"
#include "base/file.h"
#include "contact_sample.h"
#include "problem/residual.h"
#include "unit/fclib_sample.h"
#include "unit/scratch.h"

namespace cairn {
namespace {

struct Tally {
  int read = 0, refused = 0;
};

// A problem that was accepted is one that solvers can work on.
void try_file(const std::string& path, Tally& tally) {
  try {
    FclibProblem problem = read_fclib(path, FclibLaw::coulomb);
    Threads threads(1);
    prepare(problem.contacts, threads);
    ContactSolution solution;
    solution.impulse.assign(problem.contacts.size(), {});
    solution.velocity = problem.contacts.q;
    EXPECT_TRUE(std::isfinite(accuracy(problem.contacts, solution, threads).residual));
    ++tally.read;
  } catch (const InputError& error) {
    EXPECT_EQ(std::string(error.what()).rfind(path + ": error: ", 0), 0u) << error.what();
    EXPECT_LT(std::string(error.what()).size(), 2000u);
    ++tally.refused;
  }
}

TEST(FclibDamage, TruncatedFilesAreRefused) {
  const Scratch scratch;
  const std::string good = scratch.file("good.hdf5"), bad = scratch.file("bad.hdf5");
  write_fclib_local(sample_pile(3, 0.4, 1), good, {});
  const Bytes bytes = read_file(good);
  Tally tally;
  for (std::size_t size = 0; size < bytes.size(); size += 1 + bytes.size() / 60) {
    write_replacing(bad, std::span(bytes).first(size));
    try_file(bad, tally);
  }
  EXPECT_EQ(tally.read, 0);
  EXPECT_GT(tally.refused, 50);
}

TEST(FclibDamage, ChangedBytesAreReadOrRefused) {
  const Scratch scratch;
  const std::string good = scratch.file("good.hdf5"), bad = scratch.file("bad.hdf5");
  write_fclib_file(good, global_sample(sample_pile(2, 0.4, 1)));
  const Bytes bytes = read_file(good);
  Random random(7);
  Tally tally;
  for (int k = 0; k < (is_long_run() ? 20000 : 300); ++k) {
    Bytes changed = bytes;
    for (std::uint64_t changes = 1 + random.next() % 4; changes > 0; --changes)
      changed[random.next() % changed.size()] = static_cast<std::byte>(random.next());
    write_replacing(bad, changed);
    try_file(bad, tally);
  }
  EXPECT_GT(tally.read, 20);
  EXPECT_GT(tally.refused, 20);
}

// The tables of HDF5 alone, where a change does most.
TEST(FclibDamage, ChangedTablesAreReadOrRefused) {
  const Scratch scratch;
  const std::string good = scratch.file("good.hdf5"), bad = scratch.file("bad.hdf5");
  write_fclib_local(sample_pile(1, 0.4, 1), good, {});
  const Bytes bytes = read_file(good);
  Random random(8);
  Tally tally;
  for (int k = 0; k < (is_long_run() ? 20000 : 200); ++k) {
    Bytes changed = bytes;
    changed[random.next() % std::min<std::size_t>(changed.size(), 2048)] =
        static_cast<std::byte>(random.next());
    write_replacing(bad, changed);
    try_file(bad, tally);
  }
  EXPECT_EQ(tally.read + tally.refused, is_long_run() ? 20000 : 200);
  EXPECT_GT(tally.refused, 20);
}

TEST(FclibDamage, OtherThingsAreNoProblems) {
  const Scratch scratch;
  write_replacing(scratch.file("text.hdf5"), bytes_of("not HDF5 at all\n"));
  mkfifo(scratch.file("pipe.hdf5").c_str(), 0600);
  for (const char* name : {"none.hdf5", "text.hdf5", "pipe.hdf5", "."}) {
    Tally tally;
    try_file(scratch.file(name), tally);
    EXPECT_EQ(tally.refused, 1) << name;
  }
  Tally tally;
  try_file("/dev/zero", tally);
  EXPECT_EQ(tally.refused, 1);
}

// Values of another kind, of another shape, of too much memory: all named.
TEST(FclibDamage, OddDatasetsAreNamed) {
  const Scratch scratch;
  const auto refusal = [&](const char* group, const char* name, auto&& spoil) {
    const std::string path = scratch.file("odd.hdf5");
    write_fclib_local(sample_pile(1, 0.4, 1), path, {});
    const Hdf5File file(path, read_file(path), Hdf5File::Access::change);
    Hdf5Group there = file.root().group("fclib_local").group(group);
    there.remove(name);
    spoil(there);
    write_replacing(path, file.bytes());
    try {
      read_fclib_file(path);
    } catch (const InputError& error) {
      return error.message();
    }
    return std::string();
  };
  const auto says = [](const std::string& message, const char* words) {
    EXPECT_NE(message.find(words), std::string::npos) << message;
  };
  says(refusal("W", "x", [](Hdf5Group&) {}), "/fclib_local/W/x is missing");
  says(refusal("vectors", "q", [](Hdf5Group& g) { g.write_text("q", "none"); }), "/vectors/q cannot be read");
  says(refusal("W", "nz", [](Hdf5Group& g) { g.write<double>("nz", std::vector{1.5}); }), "/W/nz cannot be");
  says(refusal("W", "m",
               [](Hdf5Group& g) {
                 g.write<std::int32_t>("m", std::vector{1, 2});
               }),
       "single value");
  says(refusal("W", "p", [](Hdf5Group& g) { g.make_group("p"); }), "/W/p cannot be read");
  says(refusal("W", "i", [](Hdf5Group& g) { g.write<std::int32_t>("i", std::vector{1, 2}, 2); }), "shape");
}

}  // namespace
}  // namespace cairn
