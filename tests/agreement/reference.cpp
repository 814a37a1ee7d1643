// The convex problem by alternating directions (ADMM) in the scaled unknowns γ/√ρ, with all eigenvectors of
// N:  x = (N + σ)⁻¹(σ(z − w) − q),  z = Π(x + w),  w ← w + x − z.  Coulomb's law by De Saxcé's fixed point
// around it. The last digits by Newton on the natural map with a derivative by differences of the
// projections' closed forms, and least squares.
#include "agreement/reference.h"

#include <Eigen/Dense>
#include <cmath>

#include "problem/matrix_assembler.h"

namespace cairn::samples {
namespace {

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;

struct Dense {
  const ContactProblem& problem;
  Matrix n;        // scaled: √ρ N √ρ
  Vector q, root;  // √ρ q; √ρ per row
  double scale = 1;

  explicit Dense(const ContactProblem& p) : problem(p) {
    const auto rows = static_cast<Eigen::Index>(3 * p.size());
    const BlockMatrix blocks = assemble(p);
    n = Matrix::Zero(rows, rows), q = Vector::Zero(rows), root = Vector::Ones(rows);
    for (std::size_t i = 0; i < p.size(); ++i) {
      for (std::uint32_t k = blocks.begin[i]; k < blocks.begin[i + 1]; ++k)
        for (int r = 0; r < 3; ++r)
          for (int c = 0; c < 3; ++c) n(at(i, r), at(blocks.column[k], c)) += blocks.block[k].row(r)[c];
    }
    for (std::size_t i = 0; i < p.size(); ++i) {
      const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> own(n.block<3, 3>(at(i, 0), at(i, 0)));
      const double largest = own.eigenvalues()[2];
      for (int r = 0; r < 3; ++r) {
        root[at(i, r)] = largest > 0 ? 1 / std::sqrt(largest) : 0;
        q[at(i, r)] = root[at(i, r)] * p.q[i][r];
      }
    }
    n = root.asDiagonal() * n * root.asDiagonal();
    double sum = 0;
    for (Eigen::Index r = 0; r < rows; ++r) sum += std::pow(root[r] * q[r], 2);
    scale = sum > 0 ? std::sqrt(sum) : 1;
  }

  static Eigen::Index at(std::size_t block, int row) { return static_cast<Eigen::Index>(3 * block) + row; }
  std::size_t size() const { return problem.size(); }

  // Projection of one scaled block.
  Eigen::Vector3d project(std::size_t i, Eigen::Vector3d x) const {
    const AdmissibleSet& set = problem.sets[i];
    const double r = root[at(i, 0)], shift = r > 0 ? set.cohesion / r : 0;
    if (set.kind == SetKind::box) {
      for (int k = 0; k < 3; ++k) {
        switch (set.component[static_cast<std::size_t>(k)]) {
          case Component::none:
            x[k] = 0;
            break;
          case Component::free:
            break;
          case Component::push:
            x[k] = std::max(x[k], 0.0);
            break;
          case Component::pull:
            x[k] = std::min(x[k], 0.0);
            break;
          case Component::bounded:
            x[k] = std::clamp(x[k], -shift, shift);
            break;
        }
      }
      return x;
    }
    x[0] += shift;
    const double mu = set.kind == SetKind::cone ? set.friction : 0, t = x.tail<2>().norm();
    if (set.kind == SetKind::half_line) {
      x = {std::max(x[0], 0.0), 0, 0};
    } else if (t > mu * x[0]) {
      const double along = x[0] + mu * t;  // on the generator (1, μ)
      const double a = along > 0 ? along / (1 + mu * mu) : 0;
      x = {a, t > 0 ? mu * a / t * x[1] : 0, t > 0 ? mu * a / t * x[2] : 0};
    }
    x[0] -= shift;
    return x;
  }
  Vector project(const Vector& x) const {
    Vector y(x.size());
    for (std::size_t i = 0; i < size(); ++i)
      y.segment<3>(at(i, 0)) = project(i, Eigen::Vector3d(x.segment<3>(at(i, 0))));
    return y;
  }
  // s_i = slip_i |u_t|, scaled, on the normal rows.
  Vector shift(const Vector& u) const {
    Vector s = Vector::Zero(u.size());
    for (std::size_t i = 0; i < size(); ++i)
      s[at(i, 0)] = problem.sets[i].slip * std::hypot(u[at(i, 1)], u[at(i, 2)]);
    return s;
  }
  Vector natural_map(const Vector& x) const {
    const Vector u = n * x + q;
    return x - project(x - u - shift(u));
  }
  double residual(const Vector& f) const { return f.cwiseProduct(root).norm() / scale; }
};

class Solve {
 public:
  explicit Solve(const ContactProblem& problem) : dense_(problem), eigen_(dense_.n) {
    x_ = w_ = Vector::Zero(dense_.q.size());
    best_x_ = x_, best_ = dense_.residual(dense_.natural_map(x_));
  }

  Reference run() {
    Vector s = Vector::Zero(x_.size());
    double share = 1;
    for (int outer = 0; outer < 400 && best_ > 1e-14; ++outer) {
      admm(dense_.q + s, outer == 0 ? 3000 : 300);
      if (outer % 10 == 0 || outer < 5) newton();
      if (outer > 100) share = 0.3;
      s += share * (dense_.shift(dense_.n * x_ + dense_.q) - s);
      keep(x_);
    }
    newton();
    Reference result;
    const Vector gamma = best_x_.cwiseProduct(dense_.root), u = dense_.n * best_x_ + dense_.q;
    for (std::size_t i = 0; i < dense_.size(); ++i) {
      const Eigen::Index k = Dense::at(i, 0);
      result.impulse.push_back({gamma[k], gamma[k + 1], gamma[k + 2]});
      const double r = dense_.root[k];
      result.velocity.push_back(r > 0 ? Vec3{u[k], u[k + 1], u[k + 2]} / r : dense_.problem.q[i]);
    }
    result.residual = best_;
    return result;
  }

 private:
  void keep(const Vector& x) {
    const double r = dense_.residual(dense_.natural_map(x));
    if (r < best_) best_ = r, best_x_ = x;
  }

  void admm(const Vector& q, int iterations) {
    const double sigma = 0.05 * eigen_.eigenvalues().cwiseAbs().maxCoeff() + 1e-12;
    const Matrix& basis = eigen_.eigenvectors();
    const Vector inverse = (eigen_.eigenvalues().array().max(0.0) + sigma).inverse();
    Vector z = x_;
    for (int k = 0; k < iterations; ++k) {
      const Vector rhs = sigma * (z - w_) - q;
      const Vector x = basis * inverse.cwiseProduct(basis.transpose() * rhs);
      const Vector over = 1.6 * x - 0.6 * z;
      const Vector next = dense_.project(Vector(over + w_));
      w_ += over - next;
      const double moved = (next - z).norm();
      z = next;
      if (moved < 1e-15 * (1 + z.norm())) break;
    }
    x_ = z;
  }

  void newton() {
    Vector x = best_x_;
    keep(x_);
    x = best_x_;
    Vector f = dense_.natural_map(x);
    for (int k = 0; k < 50 && f.norm() > 0; ++k) {
      const Vector d = -jacobian(x).completeOrthogonalDecomposition().solve(f);
      double a = 1;
      Vector next = x + d, g = dense_.natural_map(next);
      for (; a > 1e-4 && !(g.norm() < (1 - 1e-4 * a) * f.norm()); a *= 0.5)
        next = x + 0.5 * a * d, g = dense_.natural_map(next);
      if (!(g.norm() < f.norm())) break;
      x = next, f = g;
      keep(x);
    }
  }

  // Blocks of the projection's derivative by central differences: far from a kink they are right to 10⁻⁹.
  Matrix jacobian(const Vector& x) const {
    const Vector u = dense_.n * x + dense_.q, v = u + dense_.shift(u);
    Matrix velocity = dense_.n, result = Matrix::Identity(x.size(), x.size());
    for (std::size_t i = 0; i < dense_.size(); ++i) {
      const Eigen::Index k = Dense::at(i, 0);
      const Eigen::Vector2d t = u.segment<2>(k + 1);
      const double slip = dense_.problem.sets[i].slip;
      if (slip > 0 && t.norm() > 0)
        velocity.row(k) += slip / t.norm() * t.transpose() * dense_.n.middleRows(k + 1, 2);
    }
    for (std::size_t i = 0; i < dense_.size(); ++i) {
      const Eigen::Index k = Dense::at(i, 0);
      const Eigen::Vector3d at = x.segment<3>(k) - v.segment<3>(k);
      const double h = 1e-7 * (at.norm() + 1e-12);
      Eigen::Matrix3d g;
      for (int c = 0; c < 3; ++c) {
        const Eigen::Vector3d e = h * Eigen::Vector3d::Unit(c);
        g.col(c) = (dense_.project(i, Eigen::Vector3d(at + e)) - dense_.project(i, Eigen::Vector3d(at - e))) /
                   (2 * h);
      }
      result.block<3, 3>(k, k) -= g;
      result.middleRows(k, 3) += g * velocity.middleRows(k, 3);
    }
    return result;
  }

  Dense dense_;
  Eigen::SelfAdjointEigenSolver<Matrix> eigen_;
  Vector x_, w_, best_x_;
  double best_ = 0;
};

}  // namespace

Reference dense_reference(const ContactProblem& problem) { return Solve(problem).run(); }

double dense_residual(const ContactProblem& problem, const std::vector<Vec3>& impulse) {
  const Dense dense(problem);
  Vector x(dense.q.size());
  for (std::size_t i = 0; i < problem.size(); ++i)
    for (int r = 0; r < 3; ++r) {
      const double root = dense.root[Dense::at(i, r)];
      x[Dense::at(i, r)] = root > 0 ? impulse[i][r] / root : 0;
    }
  return dense.residual(dense.natural_map(x));
}

}  // namespace cairn::samples
