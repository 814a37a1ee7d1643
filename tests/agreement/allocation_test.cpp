// A solve allocates nothing after its first call of the same size: counted by this program's own operator
// new. The libraries behind the sparse factors have memory of their own, and Eigen, which factors small
// matrices, takes it by operator new. So solvers that factor get a pyramid whose matrices are all large.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>
#include <tuple>
#include <vector>

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

void expect_none_in_the_second_solve(const Sample& sample, std::uint64_t iterations,
                                     const std::vector<const char*>& names) {
  Threads threads(2);
  for (const char* name : names) {
    const auto solver = solvers().make(name);
    ContactSolution solution;
    const SolveLimits limits{.tolerance = 1e-12, .max_iterations = iterations};
    std::ignore = solver->solve(sample.problem, solution, limits, threads);
    std::ranges::fill(solution.impulse, Vec3{});
    const std::uint64_t before = allocations;
    std::ignore = solver->solve(sample.problem, solution, limits, threads);
    EXPECT_EQ(allocations - before, 0u) << name;
  }
}

TEST(Allocations, NoneInTheSecondSolve) {
  for (const Law law : {Law::cone, Law::coulomb}) {
    expect_none_in_the_second_solve(pyramid(5, law), 60, {"pgs", "nlgs", "jacobi", "apgd", "bb", "spg"});
    expect_none_in_the_second_solve(pyramid(8, law), 6, {"newton", "interior_point"});
  }
}

}  // namespace
}  // namespace cairn::samples
