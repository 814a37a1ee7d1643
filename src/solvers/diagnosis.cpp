#include "solvers/diagnosis.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "base/assert.h"
#include "math/envelope.h"
#include "problem/delassus.h"

namespace cairn {
namespace {

constexpr std::size_t kChunk = 512;       // blocks per task
constexpr double kHopelessImpulse = 1e6;  // over the usual one
constexpr std::uint64_t kMostDescents = 30;
constexpr double kRoundOff = 1e-12;           // smaller residuals mean nothing
constexpr double kNear = 1.1;                 // of the least residual: no further
constexpr std::uint64_t kFewIterations = 20;  // tell nothing about a stall
constexpr std::size_t kMostFactored = 3000;   // rows
constexpr double kUsual = 1000;               // iterations
constexpr double kTooSlow = 10, kSurely = 2;  // iterations needed over those taken, and over those foreseen

// The part of x that the row admits in any amount, and that no velocity it allows works against.
Vec3 growing(const AdmissibleSet& set, const Vec3& x) {
  switch (set.kind) {
    case SetKind::half_line:
      return {std::max(x.x, 0.0), 0, 0};
    case SetKind::cone:
    case SetKind::cone_ball:
    case SetKind::cone_ellipsoid:
      return set.is_associated() ? project_cone(set.friction, x) : Vec3{std::max(x.x, 0.0), 0, 0};
    case SetKind::box: {
      const auto part = [&](std::size_t k, double value) {
        const Component what = set.component[k];
        return what == Component::bounded ? 0 : project(what, 0, value);
      };
      return {part(0, x.x), part(1, x.y), part(2, x.z)};
    }
    default:
      return {};  // capped
  }
}

// A lower bound on the norm of impulses that obey all rows [N s], from the direction x. Steps of steepest
// descent on xᵀN x remove the part of x that moves bodies, which makes the bound larger.
double least_impulse(const ContactProblem& problem, std::vector<Vec3> x, std::uint64_t descents,
                     Threads& threads) {
  const std::size_t n = problem.size();
  std::vector<Vec3> y(n), z(n);
  Delassus delassus;
  delassus.bind(problem);
  double least = 0;
  for (std::uint64_t step = 1;; ++step) {
    double asked = 0, moved = 0, curvature = 0;
    for (std::size_t i = 0; i < n; ++i) x[i] = growing(problem.sets[i], x[i]);
    for (std::size_t i = 0; i < n; ++i) asked -= dot(problem.q[i], x[i]);
    if (!(asked > 0)) break;
    delassus.apply(x, y, threads);
    for (std::size_t i = 0; i < n; ++i) moved += norm2(y[i]);
    least = std::max(least, asked / std::sqrt(moved));
    if (step >= descents) break;
    delassus.apply(y, z, threads);
    for (std::size_t i = 0; i < n; ++i) curvature += dot(y[i], z[i]);
    if (!(curvature > 0)) break;
    for (std::size_t i = 0; i < n; ++i) x[i] -= moved / curvature * y[i];
  }
  return least;
}

// How the residual went: least so far, milestone by milestone, with the end.
std::vector<Milestone> falling(const SolveReport& report) {
  std::vector<Milestone> least;
  const auto add = [&](const Milestone& milestone) {
    if (std::isfinite(milestone.residual) && (least.empty() || milestone.residual < least.back().residual))
      least.push_back(milestone);
  };
  for (const Milestone& milestone : report.history.milestones()) add(milestone);
  add({report.iterations, report.residual});
  return least;
}

// The iteration since which there is no progress.
std::uint64_t last_progress(const std::vector<Milestone>& least) {
  if (least.empty()) return 0;
  return std::ranges::find_if(least,
                              [&](const Milestone& m) { return m.residual <= kNear * least.back().residual; })
      ->iteration;
}

// Iterations until the tolerance at the pace of the later half; infinite if there was no progress.
double iterations_needed(const std::vector<Milestone>& least, std::uint64_t taken, double tolerance) {
  if (least.size() < 2) return std::numeric_limits<double>::infinity();
  const double end = least.back().residual;
  const auto is_later = [&](const Milestone& m) { return 2 * m.iteration >= taken; };
  const auto later = std::ranges::find_if(least.begin(), least.end() - 1, is_later);
  const Milestone& from = later == least.end() - 1 ? *(later - 1) : *later;
  const double pace = std::log(from.residual / end) / static_cast<double>(taken - from.iteration);
  return static_cast<double>(taken) + kSurely * std::log(end / tolerance) / pace;
}

// One digit, rounded up: 3000 for 2301.
double rounded_up(double x) {
  const double unit = std::pow(10, std::floor(std::log10(x)));
  return std::ceil(x / unit) * unit;
}

double at(const Mat3& m, std::size_t a, std::size_t b) {
  const Vec3& row = a == 0 ? m.row0 : a == 1 ? m.row1 : m.row2;
  return b == 0 ? row.x : b == 1 ? row.y : row.z;
}

// Rows of closed contacts and joints: their numbers, three per block, or kNoShare.
std::vector<std::uint32_t> closed_rows(const ContactProblem& problem, std::span<const Vec3> impulse) {
  std::vector<std::uint32_t> number(3 * problem.size(), kNoShare);
  std::uint32_t next = 0;
  for (std::size_t i = 0; i < problem.size(); ++i) {
    const std::size_t rows = impulse[i] == Vec3{} ? 0 : problem.sets[i].kind == SetKind::half_line ? 1 : 3;
    for (std::size_t a = 0; a < rows; ++a)
      if (at(problem.diagonal[i], a, a) > 0) number[3 * i + a] = next++;
  }
  return number;
}

// How many rows can be independent: by the freedoms of the bodies that closed contacts touch, or, where
// bodies are not known, by the factors of N.
std::size_t freedoms(const ContactProblem& problem, std::span<const Vec3> impulse) {
  std::vector<bool> touched(problem.bodies.size());
  for (std::size_t i = 0; i < problem.size(); ++i)
    if (impulse[i] != Vec3{})
      for (const std::uint32_t body : {problem.blocks[i].a, problem.blocks[i].b})
        touched[body] = is_mobile(problem.bodies[body]);
  return 6 * static_cast<std::size_t>(std::ranges::count(touched, true));
}

std::size_t rank(const BlockMatrix& n, std::span<const std::uint32_t> number, std::size_t rows) {
  std::vector<SparseElement> elements;
  const auto add = [&](std::size_t i, std::uint32_t k) {
    for (std::size_t e = 0; e < 9; ++e) {
      const std::uint32_t row = number[3 * i + e / 3], column = number[3 * std::size_t{n.column[k]} + e % 3];
      if (row != kNoShare && column != kNoShare)
        elements.push_back({row, column, at(n.block[k], e / 3, e % 3)});
    }
  };
  for (std::size_t i = 0; i < n.size(); ++i)
    for (std::uint32_t k = n.begin[i]; k < n.begin[i + 1]; ++k) add(i, k);
  return Envelope(from_elements(rows, rows, elements), Definiteness::rounded, "N").rank();
}

// Rows of closed contacts, and how many of them can be independent at most.
struct Count {
  std::size_t rows = 0, independent = 0;
  bool is_redundant() const { return independent < rows; }
};
Count count(const ContactProblem& problem, std::span<const Vec3> impulse) {
  if (!problem.compliance.empty()) return {};  // they give way
  const std::vector<std::uint32_t> number = closed_rows(problem, impulse);
  const std::size_t rows = number.size() - static_cast<std::size_t>(std::ranges::count(number, kNoShare));
  if (problem.has_bodies()) return {rows, freedoms(problem, impulse)};
  return rows > kMostFactored ? Count{} : Count{rows, rank(problem.matrix, number, rows)};
}

// Solvers with factors end problems that others do not, interior points most of all.
std::string other_way(const SolveReport& report) {
  for (const char* name : {"interior_point", "newton"})
    if (report.solver.find(name) == std::string::npos) return fmt::format("the solver {}", name);
  return "a shorter step, or contacts that give way (law compliant)";
}

// How long the solve went on, and how far it came.
struct Progress {
  std::uint64_t taken = 0, since = 0;  // iterations, and the one since which there is no progress
  double needed = 0, bearable = 0;     // iterations that it would take, and that may be asked for
  bool is_spent = false, is_early = false, falls = false;

  Progress(const SolveReport& report, const SolveLimits& limits) : taken(report.iterations) {
    const std::vector<Milestone> least = falling(report);
    since = last_progress(least);
    needed = iterations_needed(least, taken, limits.tolerance);
    is_spent = taken >= limits.max_iterations || limits.seconds > 0;
    is_early = is_spent && taken < kFewIterations;
    bearable = std::max(kUsual, kTooSlow * static_cast<double>(taken));
    falls = 2 * since > taken;
  }
};

// The changes of impulses that the residual asks for.
std::vector<Vec3> changes(const ContactProblem& problem, const ContactSolution& solution, Threads& threads) {
  std::vector<Vec3> change(problem.size());
  parallel_for(threads, problem.size(), kChunk, [&](std::size_t begin, std::size_t end, std::size_t) {
    for (std::size_t i = begin; i < end; ++i)
      change[i] = -natural_map(problem.sets[i], solution.impulse[i], solution.velocity[i], problem.rho[i]);
  });
  return change;
}

Diagnosis too_few(const Progress& progress, const std::string& other) {
  const double needed =
      progress.is_early ? std::clamp(progress.needed, kUsual, progress.bearable) : progress.needed;
  return {Cause::iterations,
          progress.is_early ? fmt::format("{} iterations are few", progress.taken)
                            : fmt::format("the residual still falls after {} iterations", progress.taken),
          fmt::format("try max_iterations of {:.0f}, or {}", rounded_up(needed), other)};
}

Diagnosis no_progress(const Progress& progress, const Count& rows, const std::string& other) {
  std::string why = !progress.is_spent ? fmt::format("the solver gave up after {} iterations", progress.taken)
                    : progress.falls
                        ? fmt::format("the residual falls too slowly in {} iterations", progress.taken)
                        : fmt::format("no progress since iteration {}", progress.since);
  if (rows.is_redundant())
    why +=
        fmt::format("; contacts are redundant, {} rows for at most {} freedoms", rows.rows, rows.independent);
  return {rows.is_redundant() ? Cause::redundancy : Cause::stall, why, "try " + other};
}

}  // namespace

Diagnosis diagnose(const ContactProblem& problem, const ContactSolution& solution, const SolveReport& report,
                   const SolveLimits& limits, Threads& threads) {
  CAIRN_ASSERT(!report.converged && solution.impulse.size() == problem.size());
  check_prepared(problem);
  const Progress progress(report, limits);
  const std::vector<Vec3> change = changes(problem, solution, threads);
  const std::string other = other_way(report);
  // The search for a contradiction costs a fifth of the solve at most; a solve of few iterations tells none.
  const std::uint64_t descents =
      progress.is_spent ? std::clamp<std::uint64_t>(progress.taken / 20, 1, kMostDescents) : kMostDescents;
  const auto is_hopeless = [&](const std::vector<Vec3>& x) {
    return least_impulse(problem, x, descents, threads) > kHopelessImpulse * problem.scale;
  };

  Diagnosis result;
  if (!progress.is_early && (is_hopeless(change) || is_hopeless(solution.impulse)))
    result = {Cause::contradiction, "contacts or joints contradict each other, no velocity obeys them all",
              "take away an overlap, a wall or a joint that leaves no room, or let contacts give way (law "
              "compliant)"};
  else if (report.residual < kRoundOff)
    result = {Cause::stall, fmt::format("the residual {:.1g} is round-off", report.residual),
              fmt::format("try a tolerance of {:.0g}", rounded_up(10 * report.residual))};
  else if (progress.is_early || (progress.is_spent && progress.falls && progress.needed <= progress.bearable))
    result = too_few(progress, other);
  else
    result = no_progress(progress, count(problem, solution.impulse), other);
  const auto worst = std::ranges::max_element(change, {}, [](const Vec3& c) { return norm2(c); });
  result.worst = static_cast<std::size_t>(worst - change.begin());
  return result;
}

}  // namespace cairn
