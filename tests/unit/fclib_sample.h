// What tests of FCLIB's files share.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/hdf5.h"
#include "problem/fclib/fclib.h"
#include "solvers/solver.h"
#include "text/interpret.h"

namespace cairn {

// --- Matrices

enum class Form { rows, columns, triplets, swapped_triplets, transposed };

// A matrix of compressed rows in another form.
inline FclibMatrix in_form(const FclibMatrix& rows, Form form) {
  const RowMatrix sparse = to_sparse(rows, "matrix");
  if (form == Form::rows) return rows;
  FclibMatrix result = to_fclib(sparse.transpose());
  if (form == Form::transposed) return result;
  std::swap(result.rows, result.columns);
  result.nz = -1;
  if (form == Form::columns) return result;
  result.nz = static_cast<std::int32_t>(result.x.size());
  result.p.clear();
  for (std::int32_t j = 0; j < result.columns; ++j)
    for (std::size_t i = 0; i < row_count(sparse); ++i)
      for (RowElement element(sparse, static_cast<Eigen::Index>(i)); element; ++element)
        if (element.col() == j) result.p.push_back(j);
  if (form == Form::swapped_triplets) std::swap(result.p, result.i);
  return result;
}

inline double element(const BlockMatrix& matrix, std::size_t i, std::uint32_t j) {
  const Mat3* block = matrix.find(i / 3, j / 3);
  if (block == nullptr) return 0;
  const Vec3 row = i % 3 == 0 ? block->row0 : i % 3 == 1 ? block->row1 : block->row2;
  return j % 3 == 0 ? row.x : j % 3 == 1 ? row.y : row.z;
}

inline void expect_same(const BlockMatrix& a, const BlockMatrix& b, double relative) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < 3 * a.size(); ++i) {
    for (std::uint32_t j = 0; j < 3 * a.size(); ++j) {
      const double size = std::sqrt(element(b, i, static_cast<std::uint32_t>(i)) * element(b, j, j));
      EXPECT_NEAR(element(a, i, j), element(b, i, j), relative * size) << i << ' ' << j;
    }
  }
}

// HᵀM⁻¹H by Gaussian elimination without a thought.
inline std::vector<std::vector<double>> dense_delassus(const RowMatrix& m, const RowMatrix& h) {
  const std::size_t n = row_count(m), k = static_cast<std::size_t>(h.cols());
  std::vector<std::vector<double>> a(n, std::vector<double>(n + k));
  for (std::size_t i = 0; i < n; ++i) {
    for (std::uint32_t j = 0; j < n; ++j) a[i][j] = element_at(m, i, j);
    for (std::uint32_t j = 0; j < k; ++j) a[i][n + j] = element_at(h, i, j);
  }
  for (std::size_t p = 0; p < n; ++p) {
    for (std::size_t i = 0; i < n; ++i) {
      if (i == p) continue;
      const double factor = a[i][p] / a[p][p];
      for (std::size_t j = p; j < n + k; ++j) a[i][j] -= factor * a[p][j];
    }
  }
  std::vector<std::vector<double>> w(k, std::vector<double>(k, 0));
  for (std::size_t i = 0; i < k; ++i)
    for (std::size_t j = 0; j < k; ++j)
      for (std::size_t p = 0; p < n; ++p) w[i][j] += element_at(h, p, i) * a[p][n + j] / a[p][p];
  return w;
}

// --- Problems

// The global form of a problem of balls: six rows for each but the ground, M v = H r + f, u = Hᵀv + w.
inline FclibFile global_sample(const ContactProblem& problem) {
  std::vector<SparseElement> mass, h;
  FclibFile file;
  file.is_global = true;
  std::vector<double>&f = file.vectors["f"], &w = file.vectors["w"], &mu = file.vectors["mu"];
  for (std::uint32_t b = 1; b < problem.bodies.size(); ++b) {
    const BodyState& body = problem.bodies[b];
    const double v[] = {body.velocity.x, body.velocity.y, body.velocity.z,
                        body.spin.x,     body.spin.y,     body.spin.z};
    for (std::uint32_t k = 0; k < 6; ++k) {
      const double inertia = 1 / (k < 3 ? body.inverse_mass : body.inverse_moment);
      mass.push_back({6 * (b - 1) + k, 6 * (b - 1) + k, inertia});
      f.push_back(inertia * v[k]);
    }
  }
  for (std::uint32_t i = 0; i < problem.size(); ++i) {
    const Block& block = problem.blocks[i];
    const Vec3 directions[] = {block.n, block.t1, block.t2()};
    for (std::uint32_t a = 0; a < 3; ++a) {
      const auto add = [&](std::uint32_t body, double sign, const Vec3& arm) {
        if (body == 0) return;
        const Vec3 d = sign * directions[a], turn = cross(arm, d);
        const double column[] = {d.x, d.y, d.z, turn.x, turn.y, turn.z};
        for (std::uint32_t k = 0; k < 6; ++k) h.push_back({6 * (body - 1) + k, 3 * i + a, column[k]});
      };
      add(block.a, -1, block.arm_a), add(block.b, 1, block.arm_b);
    }
    w.insert(w.end(), {problem.bias[i].x, problem.bias[i].y, problem.bias[i].z});
    mu.push_back(problem.sets[i].friction);
  }
  const auto rows = static_cast<std::size_t>(f.size());
  file.matrices["M"] = to_fclib(from_elements(rows, rows, mass));
  file.matrices["H"] = to_fclib(from_elements(rows, w.size(), h));
  return file;
}

inline ContactSolution solve_sample(ContactProblem problem, const std::string& name,
                                    double tolerance = 1e-11) {
  Threads threads(1);
  prepare(problem, threads);
  ContactSolution solution;
  const auto report = solvers().make(name)->solve(problem, solution, {tolerance, 100000, 0}, threads);
  EXPECT_TRUE(report.converged) << name << ' ' << report.residual;
  return solution;
}

inline FclibSolution solution_in(const std::string& path) {
  const Hdf5File file(path, read_file(path));
  const Hdf5Group group = file.root().group("solution");
  const auto read = [&](const char* name) {
    return group.has(name) ? group.read<double>(name) : std::vector<double>();
  };
  return {read("v"), read("u"), read("r"), read("l")};
}

}  // namespace cairn
