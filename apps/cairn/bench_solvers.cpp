#include "bench_solvers.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "bed.h"
#include "scene/interpret.h"
#include "scene/node.h"
#include "solvers/solver.h"
#include "step/assemble.h"
#include "step/neighbours.h"

namespace cairn {
namespace {

constexpr double kStep = 1e-3;  // s

struct BedSize {
  int side, layers;
};
constexpr std::array kSizes{BedSize{12, 12}, BedSize{26, 25}, BedSize{33, 31}};  // about 5, 50 and 100
                                                                                 // thousand contacts

template <class Entry>
auto make(const std::vector<Entry>& table, const std::string& name) {
  const Entry& entry = *std::ranges::find(table, name, &Entry::name);
  const Option options = declare::object(entry.name, entry.options, entry.meaning);
  const Tree tree = Tree::from_text("{}", "bench");
  return entry.make(interpret(tree.root(), options, {}, entry.name));
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
  Assembler().assemble(bed.world, contacts, {}, *make(row_laws(), law), {}, kStep, threads, problem);
  prepare(problem, threads);
  return problem;
}

// Millions of contact-iterations per second, the best of some.
double speed(const ContactProblem& problem, const std::string& name, int thread_count,
             const BenchOptions& options) {
  Threads threads(thread_count);
  const auto solver = make(solvers(), name);
  ContactSolution solution;
  const auto contacts = static_cast<double>(problem.size());
  SolveLimits limits{.tolerance = 1e-300,
                     .max_iterations = static_cast<std::uint64_t>(std::max(5.0, 2e6 / contacts)),
                     .seconds = options.seconds};
  solver->solve(problem, solution, limits, threads);  // takes its memory
  double best = 0;
  for (int k = 0; k < options.repeat; ++k) {
    solution.impulse.clear();
    const Stopwatch watch;
    const SolveReport report = solver->solve(problem, solution, limits, threads);
    best = std::max(best, contacts * static_cast<double>(report.iterations) / watch.seconds() / 1e6);
  }
  return best;
}

}  // namespace

Findings measure_solvers(const BenchOptions& options) {
  Findings findings;
  findings.table.push_back({"contacts", "law", "solver", "1 thread [M/s]", "2 threads [M/s]", "2 / 1"});
  Threads threads(2);
  for (const BedSize& size : kSizes) {
    for (const std::string law : {"coulomb", "cone"}) {
      const ContactProblem problem = problem_of(size, law, threads);
      const std::vector<std::string> names =
          law == "coulomb" ? std::vector<std::string>{"pgs", "nlgs"}
                           : std::vector<std::string>{"pgs", "jacobi", "apgd", "bb", "spg"};
      for (const std::string& name : names) {
        const double one = speed(problem, name, 1, options), two = speed(problem, name, 2, options);
        findings.table.push_back({fmt::format("{}", problem.size()), law, name, fmt::format("{:.1f}", one),
                                  fmt::format("{:.1f}", two), fmt::format("{:.2f}", two / one)});
        findings.metrics.push_back({fmt::format("{}_{}_{}", name, law, problem.size()), one, "M/s"});
      }
    }
  }
  return findings;
}

}  // namespace cairn
