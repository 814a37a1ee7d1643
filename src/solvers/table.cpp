// All solvers, one line each. `cairn list solvers`, the schema, the reference page, the reader and the
// agreement tests use this table.
#include <fmt/format.h>

#include <algorithm>

#include "base/assert.h"
#include "solvers/solvers.h"

namespace cairn {

const Table<SolverRow>& solvers() {
  static const Table<SolverRow> table("solver", {
                                                    pgs_row(),
                                                    nlgs_row(),
                                                    jacobi_row(),
                                                    apgd_row(),
                                                    bb_row(),
                                                    spg_row(),
                                                    newton_row(),
                                                    interior_point_row(),
                                                    primal_newton_row(),
                                                    continuation_row(),
                                                    auto_row(),
                                                });
  return table;
}

double visits_of_iteration(const std::string& solver, std::size_t blocks) {
  constexpr double kFactor = 50, kFactorOfBlocks = 0.1, kMostOfPrimal = 300;
  const auto n = static_cast<double>(blocks);
  const double factor = kFactor + kFactorOfBlocks * n;
  // Gradients solve the large systems of primal_newton.
  if (solver == "primal_newton") return n * std::min(factor, kMostOfPrimal);
  return solver == "newton" || solver == "interior_point" || solver == "continuation" ? n * factor : n;
}

SolverWork work_of(const std::string& solver, std::size_t blocks, std::uint64_t iterations) {
  SolverWork work;
  std::size_t k = 0;
  for (const SolverRow& row : solvers()) {
    CAIRN_ASSERT(k < SolverWork::kMost);
    if (row.name == solver)
      work.visits[k] = static_cast<double>(iterations) * visits_of_iteration(solver, blocks);
    ++k;
  }
  return work;
}

std::string refusal(const SolverRow& row, const RowTraits& rows) {
  const auto can = [&](const SolverRow& e) {
    return e.needs == Needs::compliance ? rows.compliance : e.needs == Needs::nothing || rows.cones;
  };
  if (can(row)) return {};
  std::vector<std::string> able;
  for (const SolverRow& e : solvers())
    if (can(e)) able.push_back(e.name);
  return fmt::format("solver {} {}; those that can: {}", row.name,
                     row.needs == Needs::compliance ? "needs compliant contacts (law compliant)"
                                                    : "knows cones alone, shifted or cut flat",
                     fmt::join(able, ", "));
}

}  // namespace cairn
