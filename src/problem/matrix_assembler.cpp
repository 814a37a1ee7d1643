#include "problem/matrix_assembler.h"

#include <algorithm>
#include <array>

#include "base/assert.h"

namespace cairn {

const BlockMatrix& MatrixAssembler::assemble(const ContactProblem& problem) {
  if (problem.has_bodies()) {
    check_prepared(problem);
    find_sides(problem);
    fill(problem);
    CAIRN_ASSERT(matrix_.size() == problem.size() && matrix_.begin.back() == matrix_.block.size());
    return matrix_;
  }
  // Without bodies: the given matrix plus E.
  matrix_ = problem.matrix;
  for (std::size_t i = 0; i < problem.compliance.size(); ++i) {
    for (std::uint32_t k = matrix_.begin[i]; k < matrix_.begin[i + 1]; ++k)
      if (matrix_.column[k] == i) matrix_.block[k] = matrix_.block[k] + diagonal(problem.compliance[i]);
  }
  return matrix_;
}

// D of every block and body, stored by shares.
void MatrixAssembler::find_sides(const ContactProblem& problem) {
  sides_.resize(problem.share_begin.empty() ? 0 : problem.share_begin.back());
  for (std::uint32_t i = 0; i < problem.size(); ++i) {
    const Block& block = problem.blocks[i];
    const BlockJacobian a = jacobian(block, block.arm_a), b = jacobian(block, block.arm_b);
    const auto [share_a, share_b] = problem.share[i];
    if (share_a != kNoShare) sides_[share_a] = {i, {-1.0 * a.linear, -1.0 * a.angular}};
    if (share_b != kNoShare) sides_[share_b] = {i, b};
  }
}

// Row by row: collects the couplings through both bodies, sorts them by block and adds up equal ones.
void MatrixAssembler::fill(const ContactProblem& problem) {
  matrix_.begin.assign(1, 0);
  matrix_.column.clear();
  matrix_.block.clear();
  for (std::uint32_t i = 0; i < problem.size(); ++i) {
    row_.clear();
    const auto add = [&](std::uint32_t block, const Mat3& value) {
      row_.push_back({block, static_cast<std::uint32_t>(row_.size()), value});
    };
    // The compliance, then the couplings through both bodies.
    add(i, problem.compliance.empty() ? Mat3{{}, {}, {}} : diagonal(problem.compliance[i]));
    const std::array<std::uint32_t, 2> bodies{problem.blocks[i].a, problem.blocks[i].b};
    for (std::size_t side = 0; side < 2; ++side) {
      const std::uint32_t share = problem.share[i][side];
      if (share == kNoShare) continue;
      const Mobility mobility = mobility_of(problem, bodies[side]);
      const std::uint32_t first = problem.share_begin[bodies[side]],
                          last = problem.share_begin[bodies[side] + 1];
      for (std::uint32_t k = first; k < last; ++k)
        add(sides_[k].block, coupling(sides_[share].jacobian, mobility, sides_[k].jacobian));
    }
    // Sort by block, and add up in the order found.
    std::ranges::sort(row_, [](const Element& a, const Element& b) {
      return a.block != b.block ? a.block < b.block : a.found < b.found;
    });
    for (std::size_t k = 0; k < row_.size(); ++k) {
      if (k > 0 && row_[k].block == row_[k - 1].block) {
        matrix_.block.back() = matrix_.block.back() + row_[k].value;
      } else {
        matrix_.column.push_back(row_[k].block);
        matrix_.block.push_back(row_[k].value);
      }
    }
    matrix_.begin.push_back(static_cast<std::uint32_t>(matrix_.column.size()));
  }
}

BlockMatrix assemble(const ContactProblem& problem) { return MatrixAssembler().assemble(problem); }

}  // namespace cairn
