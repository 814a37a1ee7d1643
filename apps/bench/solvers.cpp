#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <tuple>

#include "base/timer.h"
#include "bench/bed.h"
#include "bench/benchmarks.h"
#include "bench/timed.h"
#include "collide/neighbours.h"
#include "solvers/solver.h"
#include "step/assemble.h"

namespace cairn {
namespace {

constexpr double kStep = 1e-3;  // s

struct BedSize {
  int side, layers;
};
// About 5, 50 and 100 thousand contacts.
constexpr std::array kSizes{BedSize{10, 10}, BedSize{21, 21}, BedSize{27, 26}};
constexpr double kIterations = 100;  // fewest iterations of a timed solve, about as many as a step takes

// A quick benchmark has a small bed alone.
std::vector<BedSize> sizes_of(const BenchOptions& options, std::vector<BedSize> full) {
  return options.quick ? std::vector<BedSize>{BedSize{5, 5}} : full;
}

std::unique_ptr<RowLaw> law_called(const std::string& name) {
  if (name != "compliant") return row_laws().make(name);
  return row_laws().make_with(name, {"stiffness=1e4 N/m", "damping_time=0.1 ms"});
}

// The contacts of a bed at rest, as an implicit step of 1 ms sees them.
ContactProblem problem_of(const BedSize& size, const std::string& law, Threads& threads) {
  Bed bed = build_bed(size.side, size.layers);
  bed.stepper->start(bed.world, threads);
  settle(bed, threads, 1500);
  Neighbours neighbours;
  const double margin = 0.02 * kBedDiameter;
  neighbours.ensure(bed.world, threads, margin);
  std::vector<Contact> contacts;
  ContactFinder().find(
      bed.world, neighbours.list(), [&](std::uint32_t, std::uint32_t, const Vec3&) { return margin; },
      threads, contacts);
  std::ranges::fill(bed.world.bodies.load, Load{});
  ContactProblem problem;
  Assembler().assemble(bed.world, contacts, {}, *law_called(law), {}, kStep, threads, problem);
  prepare(problem, threads);
  return problem;
}

// Millions of contact-iterations per second, the best of several solves. The tolerance is out of reach, so
// that each solve runs into its limits.
double speed(const ContactProblem& problem, const std::string& name, int thread_count,
             const BenchOptions& options) {
  Threads threads(thread_count);
  const auto solver = solvers().make(name);
  ContactSolution solution;
  const auto contacts = static_cast<double>(problem.size());
  SolveLimits limits{.tolerance = 1e-300,
                     .max_iterations = static_cast<std::uint64_t>(std::max(kIterations, 2e6 / contacts)),
                     .seconds = static_cast<double>(options.seconds)};
  std::ignore = solver->solve(problem, solution, limits, threads);  // allocates its memory
  double best = 0;
  for (int k = 0; k < options.repeat; ++k) {
    solution.impulse.clear();
    const Stopwatch watch;
    const SolveReport report = solver->solve(problem, solution, limits, threads);
    best = std::max(best, contacts * static_cast<double>(report.iterations) / watch.seconds() / 1e6);
  }
  return best;
}

// Iterations and processor time to a residual of 1e-6 on one thread, from zero and from a first guess with an
// error of 1e-3. spg stops early on the large bed, which takes it much longer.
void measure_compliant(const BenchOptions& options, Findings& findings) {
  constexpr double kTolerance = 1e-6;
  constexpr std::uint64_t kMostIterations = 5000, kMostOfLarge = 1000;
  constexpr std::size_t kLarge = 50'000;  // contacts
  Threads threads(1);
  // Ten and a hundred thousand contacts.
  for (const BedSize& size : sizes_of(options, {BedSize{12, 13}, kSizes[2]})) {
    const ContactProblem problem = problem_of(size, "compliant", threads);
    for (const std::string name : {"spg", "primal_newton"}) {
      // From zero, then from 0.999 of the solution.
      const auto solver = solvers().make(name);
      ContactSolution cold;
      const bool stops_early = name == "spg" && problem.size() > kLarge;
      const SolveLimits limits{.tolerance = kTolerance,
                               .max_iterations = stops_early ? kMostOfLarge : kMostIterations};
      const double begin = processor_time();
      const SolveReport first = solver->solve(problem, cold, limits, threads);
      const double seconds = processor_time() - begin;
      ContactSolution warm;
      for (const Vec3& gamma : cold.impulse) warm.impulse.push_back(0.999 * gamma);
      const SolveReport second = solver->solve(problem, warm, limits, threads);
      const std::string prefix = fmt::format("{}_compliant_{}", name, problem.size());
      findings.metrics.push_back({prefix + "_iterations", static_cast<double>(first.iterations), "to 1e-6"});
      findings.metrics.push_back(
          {prefix + "_warm_iterations", static_cast<double>(second.iterations), "to 1e-6"});
      findings.metrics.push_back({prefix + "_seconds", seconds, "s"});
      findings.table.push_back({fmt::format("{}", problem.size()), "compliant", name,
                                fmt::format("{} its, {:.2f} s", first.iterations, seconds),
                                fmt::format("warm {} its", second.iterations),
                                first.converged ? "1e-6" : fmt::format("{:.1e}", first.residual)});
    }
  }
}

}  // namespace

Findings measure_solvers(const BenchOptions& options) {
  Findings findings;
  findings.table.push_back({"contacts", "law", "solver", "1 thread [M/s]", "2 threads [M/s]", "2 / 1"});
  Threads threads(2);
  for (const BedSize& size : sizes_of(options, {kSizes[0], kSizes[1], kSizes[2]})) {
    for (const std::string law : {"coulomb", "cone", "compliant"}) {
      const ContactProblem problem = problem_of(size, law, threads);
      const std::vector<std::string> names =
          law == "coulomb"     ? std::vector<std::string>{"pgs", "nlgs"}
          : law == "compliant" ? std::vector<std::string>{"pgs", "apgd", "spg"}
                               : std::vector<std::string>{"pgs", "jacobi", "apgd", "bb", "spg"};
      for (const std::string& name : names) {
        const double one = speed(problem, name, 1, options), two = speed(problem, name, 2, options);
        findings.table.push_back({fmt::format("{}", problem.size()), law, name, fmt::format("{:.1f}", one),
                                  fmt::format("{:.1f}", two), fmt::format("{:.2f}", two / one)});
        findings.metrics.push_back({fmt::format("{}_{}_{}", name, law, problem.size()), one, "M/s"});
      }
    }
  }
  measure_compliant(options, findings);
  return findings;
}

}  // namespace cairn
