// L Lᵀ by CHOLMOD, supernodal if the matrix is large; or simplicial L D Lᵀ by Eigen.
#include <algorithm>

#include "base/assert.h"
#include "math/sparse.h"

#ifdef CAIRN_HAS_CHOLMOD
#include <cholmod.h>

#include "math/serial_libraries.h"
#else
#include <Eigen/SparseCholesky>
#endif

namespace cairn {

void check(const SparseMatrix& matrix) {
  CAIRN_ASSERT(!matrix.begin.empty() && matrix.begin.front() == 0);
  CAIRN_ASSERT(std::ranges::is_sorted(matrix.begin));
  CAIRN_ASSERT(static_cast<std::size_t>(matrix.begin.back()) == matrix.row.size());
  CAIRN_ASSERT(matrix.value.size() == matrix.row.size());
  for (std::size_t c = 0; c + 1 < matrix.begin.size(); ++c) {
    const auto first = matrix.row.begin() + matrix.begin[c], last = matrix.row.begin() + matrix.begin[c + 1];
    if (first == last) continue;
    CAIRN_ASSERT(*first >= 0 && *(last - 1) < matrix.size());
    CAIRN_ASSERT(std::ranges::is_sorted(first, last));
  }
}

#ifdef CAIRN_HAS_CHOLMOD

struct SparseCholesky::Factor {
  Factor() {
    cholmod_start(&common);
    common.print = 0;
    common.quick_return_if_not_posdef = 1;
  }
  ~Factor() {
    cholmod_free_factor(&factor, &common);
    cholmod_free_dense(&solution, &common);
    cholmod_free_dense(&work_y, &common);
    cholmod_free_dense(&work_e, &common);
    cholmod_finish(&common);
  }
  Factor(const Factor&) = delete;
  Factor& operator=(const Factor&) = delete;

  cholmod_common common{};
  cholmod_factor* factor = nullptr;
  cholmod_dense *solution = nullptr, *work_y = nullptr, *work_e = nullptr;
  std::vector<int> begin, row;  // the pattern that was analysed
};

bool SparseCholesky::factor(const SparseMatrix& lower) {
  check(lower);
  const SerialLibraries serial;
  Factor& f = *factor_;
  const auto n = static_cast<std::size_t>(lower.size());
  if (n == 0) return true;
  // A view of the matrix for CHOLMOD; it copies nothing.
  cholmod_sparse a{};
  a.nrow = a.ncol = n;
  a.nzmax = lower.row.size();
  a.p = const_cast<int*>(lower.begin.data());
  a.i = const_cast<int*>(lower.row.data());
  a.x = const_cast<double*>(lower.value.data());
  a.stype = -1;
  a.itype = CHOLMOD_INT;
  a.xtype = CHOLMOD_REAL;
  a.dtype = CHOLMOD_DOUBLE;
  a.sorted = a.packed = 1;
  // Analyse only if the pattern has changed.
  if (f.factor == nullptr || f.begin != lower.begin || f.row != lower.row) {
    cholmod_free_factor(&f.factor, &f.common);
    f.common.supernodal = lower.size() <= kLargestOwnFactor ? CHOLMOD_SIMPLICIAL : CHOLMOD_AUTO;
    f.factor = cholmod_analyze(&a, &f.common);
    f.begin = lower.begin;
    f.row = lower.row;
  }
  cholmod_factorize(&a, f.factor, &f.common);
  return f.common.status == CHOLMOD_OK && f.factor->minor == n;
}

void SparseCholesky::solve(std::span<const double> b, std::span<double> x) {
  const SerialLibraries serial;
  Factor& f = *factor_;
  if (b.empty()) return;
  CAIRN_ASSERT(f.factor != nullptr && b.size() == f.factor->n);
  CAIRN_ASSERT(x.size() == b.size());
  cholmod_dense rhs{};
  rhs.nrow = rhs.nzmax = rhs.d = b.size();
  rhs.ncol = 1;
  rhs.x = const_cast<double*>(b.data());
  rhs.xtype = CHOLMOD_REAL;
  rhs.dtype = CHOLMOD_DOUBLE;
  cholmod_solve2(CHOLMOD_A, f.factor, &rhs, nullptr, &f.solution, nullptr, &f.work_y, &f.work_e, &f.common);
  const double* found = static_cast<const double*>(f.solution->x);
  std::copy(found, found + b.size(), x.begin());
}

std::vector<double> SparseCholesky::pivots() const {
  const cholmod_factor* l = factor_->factor;
  if (l == nullptr) return {};
  const auto* x = static_cast<const double*>(l->x);
  const auto at = [](const void* list, std::size_t k) {
    return static_cast<std::size_t>(static_cast<const int*>(list)[k]);
  };
  // Diagonals of the supernodes, or of a simplicial factor.
  std::vector<double> found;
  for (std::size_t s = 0; l->is_super && s < l->nsuper; ++s) {
    const std::size_t rows = at(l->pi, s + 1) - at(l->pi, s), columns = at(l->super, s + 1) - at(l->super, s);
    for (std::size_t k = 0; k < columns; ++k) found.push_back(x[at(l->px, s) + k * (rows + 1)]);
  }
  for (std::size_t k = 0; !l->is_super && k < l->n; ++k) found.push_back(x[at(l->p, k)]);
  if (l->is_ll)
    for (double& pivot : found) pivot *= pivot;
  return found;
}

#else

struct SparseCholesky::Factor {
  Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>, Eigen::Lower> ldlt;
  std::vector<int> begin, row;  // the pattern that was analysed
};

bool SparseCholesky::factor(const SparseMatrix& lower) {
  Factor& f = *factor_;
  check(lower);
  const int n = lower.size();
  if (n == 0) return true;
  const Eigen::Map<const Eigen::SparseMatrix<double> > view(n, n, lower.begin.back(), lower.begin.data(),
                                                            lower.row.data(), lower.value.data());
  const Eigen::SparseMatrix<double> a = view;
  if (f.begin != lower.begin || f.row != lower.row) {
    f.ldlt.analyzePattern(a);
    f.begin = lower.begin;
    f.row = lower.row;
  }
  f.ldlt.factorize(a);
  return f.ldlt.info() == Eigen::Success && f.ldlt.vectorD().minCoeff() > 0;
}

void SparseCholesky::solve(std::span<const double> b, std::span<double> x) {
  const auto n = static_cast<Eigen::Index>(b.size());
  if (n == 0) return;
  CAIRN_ASSERT(x.size() == b.size());
  const Eigen::VectorXd found = factor_->ldlt.solve(Eigen::Map<const Eigen::VectorXd>(b.data(), n));
  std::copy(found.begin(), found.end(), x.begin());
}

std::vector<double> SparseCholesky::pivots() const {
  const Eigen::VectorXd d = factor_->ldlt.vectorD();
  return {d.begin(), d.end()};
}

#endif

SparseCholesky::SparseCholesky() : factor_(std::make_unique<Factor>()) {}
SparseCholesky::~SparseCholesky() = default;
SparseCholesky::SparseCholesky(SparseCholesky&&) noexcept = default;
SparseCholesky& SparseCholesky::operator=(SparseCholesky&&) noexcept = default;

}  // namespace cairn
