// A solve allocates nothing after its first call of the same size: counted by this program's own operator
// new. (The libraries behind the sparse factors have memory of their own.)
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>
#include <tuple>

#include "agreement/problem_samples.h"
#include "agreement/solver_runs.h"

namespace {
std::atomic<std::uint64_t> allocations{0};
}

void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  ++allocations;
  const auto align = static_cast<std::size_t>(alignment);
  if (void* memory = std::aligned_alloc(align, (size + align - 1) / align * align)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

namespace cairn::samples {
namespace {

TEST(Allocations, NoneInTheSecondSolve) {
  Threads threads(2);
  for (const Law law : {Law::cone, Law::coulomb}) {
    const Sample sample = pyramid(5, law);
    for (const char* name : {"pgs", "nlgs", "jacobi", "apgd", "bb", "spg", "newton", "interior_point"}) {
      const auto solver = solvers().make(name);
      ContactSolution solution;
      const SolveLimits limits{.tolerance = 1e-12, .max_iterations = 60};
      std::ignore = solver->solve(sample.problem, solution, limits, threads);
      std::ranges::fill(solution.impulse, Vec3{});
      const std::uint64_t before = allocations;
      std::ignore = solver->solve(sample.problem, solution, limits, threads);
      EXPECT_EQ(allocations - before, 0u) << name;
    }
  }
}

}  // namespace
}  // namespace cairn::samples
