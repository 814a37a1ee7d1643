// L U with partial pivoting: UMFPACK, or Eigen's supernodal SparseLU.
#include <algorithm>

#include "base/assert.h"
#include "math/sparse.h"

#ifdef CAIRN_HAS_CHOLMOD
#include <umfpack.h>

#include "math/serial_libraries.h"
#else
#include <Eigen/SparseLU>
#endif

namespace cairn {

#ifdef CAIRN_HAS_CHOLMOD

struct SparseLu::Factor {
  Factor() {
    umfpack_di_defaults(control);
    control[UMFPACK_PRL] = 0;
  }
  ~Factor() { umfpack_di_free_symbolic(&symbolic), umfpack_di_free_numeric(&numeric); }
  Factor(const Factor&) = delete;
  Factor& operator=(const Factor&) = delete;

  double control[UMFPACK_CONTROL] = {}, info[UMFPACK_INFO] = {};
  void *symbolic = nullptr, *numeric = nullptr;
  SparseMatrix matrix;  // the factored matrix: solve() refines with it
  std::vector<double> right;
};

bool SparseLu::factor(const SparseMatrix& matrix) {
  check(matrix);
  const SerialLibraries serial;
  Factor& f = *factor_;
  const int n = matrix.size();
  const bool same = f.symbolic != nullptr && f.matrix.begin == matrix.begin && f.matrix.row == matrix.row;
  f.matrix = matrix;
  if (n == 0) return true;
  const int *begin = f.matrix.begin.data(), *row = f.matrix.row.data();
  const double* value = f.matrix.value.data();
  if (!same) {
    // Analyse the pattern alone: a resumed run would not have the values that the first analysis saw.
    umfpack_di_free_symbolic(&f.symbolic);
    if (umfpack_di_symbolic(n, n, begin, row, nullptr, &f.symbolic, f.control, f.info) != UMFPACK_OK)
      return false;
  }
  umfpack_di_free_numeric(&f.numeric);
  return umfpack_di_numeric(begin, row, value, f.symbolic, &f.numeric, f.control, f.info) == UMFPACK_OK;
}

void SparseLu::solve(std::span<const double> b, std::span<double> x) {
  const SerialLibraries serial;
  Factor& f = *factor_;
  if (b.empty()) return;
  CAIRN_ASSERT(f.numeric != nullptr && b.size() + 1 == f.matrix.begin.size());
  CAIRN_ASSERT(x.size() == b.size());
  f.right.assign(b.begin(), b.end());
  umfpack_di_solve(UMFPACK_A, f.matrix.begin.data(), f.matrix.row.data(), f.matrix.value.data(), x.data(),
                   f.right.data(), f.numeric, f.control, f.info);
}

#else

struct SparseLu::Factor {
  Eigen::SparseLU<Eigen::SparseMatrix<double> > lu;
  std::vector<int> begin, row;  // the pattern that was analysed
};

bool SparseLu::factor(const SparseMatrix& matrix) {
  check(matrix);
  Factor& f = *factor_;
  const int n = matrix.size();
  if (n == 0) return true;
  const Eigen::Map<const Eigen::SparseMatrix<double> > view(n, n, matrix.begin.back(), matrix.begin.data(),
                                                            matrix.row.data(), matrix.value.data());
  const Eigen::SparseMatrix<double> a = view;
  if (f.begin != matrix.begin || f.row != matrix.row) {
    f.lu.analyzePattern(a);
    f.begin = matrix.begin, f.row = matrix.row;
  }
  f.lu.factorize(a);
  return f.lu.info() == Eigen::Success;
}

void SparseLu::solve(std::span<const double> b, std::span<double> x) {
  const auto n = static_cast<Eigen::Index>(b.size());
  if (n == 0) return;
  CAIRN_ASSERT(x.size() == b.size());
  const Eigen::VectorXd found = factor_->lu.solve(Eigen::Map<const Eigen::VectorXd>(b.data(), n));
  std::copy(found.begin(), found.end(), x.begin());
}

#endif

SparseLu::SparseLu() : factor_(std::make_unique<Factor>()) {}
SparseLu::~SparseLu() = default;
SparseLu::SparseLu(SparseLu&&) noexcept = default;
SparseLu& SparseLu::operator=(SparseLu&&) noexcept = default;

}  // namespace cairn
