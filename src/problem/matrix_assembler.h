// N = Dᵀ M⁻¹ D + E as a matrix, for solvers that factor it and for files.
#pragma once

#include <vector>

#include "math/block_matrix.h"
#include "problem/jacobian.h"

namespace cairn {

// Memory is kept: a matrix of the same size allocates nothing.
class MatrixAssembler {
 public:
  const BlockMatrix& assemble(const ContactProblem& problem);

 private:
  struct Side {
    std::uint32_t block = 0;
    BlockJacobian jacobian;  // with its sign
  };
  struct Element {
    std::uint32_t block = 0, found = 0;  // column, and the order in which it was found
    Mat3 value;
  };
  void find_sides(const ContactProblem& problem);
  void fill(const ContactProblem& problem);

  BlockMatrix matrix_;
  std::vector<Side> sides_;  // of every mobile body, in share order
  std::vector<Element> row_;
};

BlockMatrix assemble(const ContactProblem& problem);

}  // namespace cairn
