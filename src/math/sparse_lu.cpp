// L U with partial pivoting. Eigen's SparseLU factors small matrices: it calls no BLAS, so its bits are the
// same on every processor. UMFPACK factors large ones, where it is several times faster, if the build has it.
#include <Eigen/SparseLU>
#include <algorithm>

#include "base/assert.h"
#include "math/sparse.h"

#ifdef CAIRN_HAS_CHOLMOD
#include <umfpack.h>

#include "math/serial_libraries.h"
#endif

namespace cairn {
namespace {

// Own arithmetic, without BLAS, refined once: rounding then has no more effect than with UMFPACK.
class OwnLu {
 public:
  bool factor(const SparseMatrix& matrix) {
    const int n = matrix.size();
    const Eigen::Map<const Matrix> view(n, n, matrix.begin.back(), matrix.begin.data(), matrix.row.data(),
                                        matrix.value.data());
    // Analyse the pattern alone, and only if it has changed.
    const bool same = a_.rows() == n && begin_ == matrix.begin && row_ == matrix.row;
    if (same) {
      std::ranges::copy(matrix.value, a_.valuePtr());
    } else {
      a_ = view;
      lu_.analyzePattern(a_);
      begin_ = matrix.begin;
      row_ = matrix.row;
    }
    lu_.factorize(a_);
    return lu_.info() == Eigen::Success;
  }

  void solve(std::span<const double> b, std::span<double> x) const {
    const Eigen::Map<const Eigen::VectorXd> right(b.data(), static_cast<Eigen::Index>(b.size()));
    Eigen::VectorXd found = lu_.solve(right);
    found += lu_.solve(Eigen::VectorXd(right - a_ * found));
    std::copy(found.begin(), found.end(), x.begin());
  }

 private:
  using Matrix = Eigen::SparseMatrix<double>;
  Matrix a_;
  Eigen::SparseLU<Matrix> lu_;
  std::vector<int> begin_, row_;  // the pattern that was analysed
};

#ifdef CAIRN_HAS_CHOLMOD
class LibraryLu {
 public:
  LibraryLu() {
    umfpack_di_defaults(control_);
    control_[UMFPACK_PRL] = 0;
  }
  ~LibraryLu() {
    umfpack_di_free_symbolic(&symbolic_);
    umfpack_di_free_numeric(&numeric_);
  }
  LibraryLu(const LibraryLu&) = delete;
  LibraryLu& operator=(const LibraryLu&) = delete;

  bool factor(const SparseMatrix& matrix) {
    const SerialLibraries serial;
    const int n = matrix.size();
    const bool same = symbolic_ != nullptr && matrix_.begin == matrix.begin && matrix_.row == matrix.row;
    matrix_ = matrix;
    const int *begin = matrix_.begin.data(), *row = matrix_.row.data();
    const double* value = matrix_.value.data();
    if (!same) {
      // Analyse the pattern alone: a resumed run would not have the values that the first analysis saw.
      umfpack_di_free_symbolic(&symbolic_);
      if (umfpack_di_symbolic(n, n, begin, row, nullptr, &symbolic_, control_, info_) != UMFPACK_OK)
        return false;
    }
    umfpack_di_free_numeric(&numeric_);
    return umfpack_di_numeric(begin, row, value, symbolic_, &numeric_, control_, info_) == UMFPACK_OK;
  }

  void solve(std::span<const double> b, std::span<double> x) {
    const SerialLibraries serial;
    CAIRN_ASSERT(numeric_ != nullptr);
    right_.assign(b.begin(), b.end());
    umfpack_di_solve(UMFPACK_A, matrix_.begin.data(), matrix_.row.data(), matrix_.value.data(), x.data(),
                     right_.data(), numeric_, control_, info_);
  }

 private:
  double control_[UMFPACK_CONTROL] = {}, info_[UMFPACK_INFO] = {};
  void *symbolic_ = nullptr, *numeric_ = nullptr;
  SparseMatrix matrix_;  // the factored matrix: solve() refines with it
  std::vector<double> right_;
};
#else
using LibraryLu = OwnLu;
#endif

}  // namespace

struct SparseLu::Factor {
  bool is_small = true;
  int size = -1;
  OwnLu own;
  LibraryLu library;
};

bool SparseLu::factor(const SparseMatrix& matrix) {
  check(matrix);
  Factor& f = *factor_;
  f.size = matrix.size();
  f.is_small = f.size <= kLargestOwnFactor;
  if (f.size == 0) return true;
  return f.is_small ? f.own.factor(matrix) : f.library.factor(matrix);
}

void SparseLu::solve(std::span<const double> b, std::span<double> x) {
  Factor& f = *factor_;
  if (b.empty()) return;
  CAIRN_ASSERT(b.size() == static_cast<std::size_t>(f.size) && x.size() == b.size());
  f.is_small ? f.own.solve(b, x) : f.library.solve(b, x);
}

SparseLu::SparseLu() : factor_(std::make_unique<Factor>()) {}
SparseLu::~SparseLu() = default;
SparseLu::SparseLu(SparseLu&&) noexcept = default;
SparseLu& SparseLu::operator=(SparseLu&&) noexcept = default;

}  // namespace cairn
