#include "problem/fclib/fclib.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/assert.h"
#include "base/error.h"

namespace cairn {
namespace {

// |a_ij − a_ji| over √(a_ii a_jj): rounding below the first limit; up to the second, W is symmetrised with a
// warning. Programs that condense or linearise write such W; beyond that, it is no contact problem between
// bodies.
constexpr double kRoundedAsymmetry = 1e-6, kMostAsymmetry = 3e-2;
constexpr double kRounding = 1e-13;      // of a difference, relative to its terms
constexpr double kLeast = 1e-60;         // of the elements of W: smaller ones count as 0
constexpr double kContradiction = 1e-6;  // of constraints, relative to the terms that should cancel

void require(bool holds, const std::string& message) {
  if (!holds) throw InputError(message);
}

std::vector<double> vector(const FclibFile& file, const char* name) {
  const std::string path = file.root() + "/vectors/" + name;
  const auto found = file.vectors.find(name);
  require(found != file.vectors.end(), path + " is missing");
  require_numbers(found->second, path);
  return found->second;
}

// Sizes follow from the vectors, whose values are all present; a matrix may claim any size.
RowMatrix matrix(const FclibFile& file, const char* name, std::size_t rows, std::size_t columns) {
  const std::string path = file.root() + "/" + name;
  const auto found = file.matrices.find(name);
  require(found != file.matrices.end(), path + " is missing");
  const FclibMatrix& stored = found->second;
  require(stored.rows >= 0 && static_cast<std::size_t>(stored.rows) == rows && stored.columns >= 0 &&
              static_cast<std::size_t>(stored.columns) == columns,
          fmt::format("{} is {} x {}, but {} x {} by the lengths of the vectors", path, stored.rows,
                      stored.columns, rows, columns));
  return to_sparse(stored, path);
}

// The mean of a matrix and its transpose, and their largest difference |a_ij − a_ji|/√(a_ii a_jj).
struct Symmetrised {
  RowMatrix matrix;
  double asymmetry = 0;
};

Symmetrised symmetrised(const RowMatrix& a, const std::string& name, double most) {
  std::vector<double> size(row_count(a));
  for (std::size_t i = 0; i < size.size(); ++i) {
    const double diagonal = element_at(a, i, i);
    require(diagonal >= 0, fmt::format("{} is not positive semi-definite: its diagonal has {} in row {}",
                                       name, diagonal, i));
    size[i] = std::sqrt(diagonal);
  }
  Symmetrised result{a + RowMatrix(a.transpose())};
  for (std::size_t i = 0; i < size.size(); ++i) {
    for (RowElement mean(result.matrix, static_cast<Eigen::Index>(i)); mean; ++mean) {
      const auto j = static_cast<std::size_t>(mean.col());
      const double one = element_at(a, i, j), other = element_at(a, j, i), apart = std::abs(one - other);
      require(
          apart <= most * size[i] * size[j],
          fmt::format("{} is not symmetric: {} in row {}, column {}, but {} in row {}, column {}; at most "
                      "{:g} of √(a_ii a_jj) is taken",
                      name, one, i, j, other, j, i, most));
      if (apart > 0) result.asymmetry = std::max(result.asymmetry, apart / (size[i] * size[j]));
      mean.valueRef() = 0.5 * (one + other);
    }
  }
  return result;
}

RowMatrix symmetric(const RowMatrix& a, const std::string& name) {
  return symmetrised(a, name, kRoundedAsymmetry).matrix;
}

// W, V, R, q, s of either form; R and V are empty without constraints.
struct Mixed {
  RowMatrix w, v, r;
  RowMatrix given;  // W of the file, if it is not symmetric
  std::vector<double> q, s;
};

// Reads the local form.
Mixed mixed_local(const FclibFile& file, FclibProblem& problem) {
  Mixed mixed;
  mixed.q = vector(file, "q");
  const std::size_t m = mixed.q.size();
  const RowMatrix given = matrix(file, "W", m, m);
  const Symmetrised found = symmetrised(given, "/fclib_local/W", kMostAsymmetry);
  mixed.w = found.matrix;
  problem.asymmetry = found.asymmetry;
  if (found.asymmetry > kRoundedAsymmetry) mixed.given = given;
  require(file.matrices.contains("V") == file.matrices.contains("R"),
          "/fclib_local has one of V and R without the other");
  if (!file.matrices.contains("R")) return mixed;
  mixed.s = vector(file, "s");
  const std::size_t p = mixed.s.size();
  mixed.r = symmetric(matrix(file, "R", p, p), "/fclib_local/R");
  mixed.v = matrix(file, "V", m, p);
  return mixed;
}

// Reads the global form, and condenses it with the factor of M.
// The mass of rigid bodies whose M is block diagonal: per body its mass along each axis, then its inertia.
// NaN if M is anything else.
double mass_of_bodies(const RowMatrix& m, std::size_t dimension) {
  constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
  const std::size_t freedoms = dimension == 3 ? 6 : 3;
  if (row_count(m) % freedoms != 0) return kUnknown;
  double sum = 0;
  for (std::size_t body = 0; body < row_count(m); body += freedoms) {
    const double mass = element_at(m, body, body);
    for (std::size_t row = body; row < body + dimension; ++row)
      for (RowElement element(m, static_cast<Eigen::Index>(row)); element; ++element)
        if (element.value() != (element.col() == element.row() ? mass : 0)) return kUnknown;
    sum += mass;
  }
  return sum;
}

Mixed mixed_global(const FclibFile& file, FclibProblem& problem) {
  problem.f = vector(file, "f");
  const std::vector<double> w = vector(file, "w");
  const std::size_t n = problem.f.size();
  problem.h = matrix(file, "H", n, w.size());
  const RowMatrix m = symmetric(matrix(file, "M", n, n), "/fclib_global/M");
  problem.mass = Envelope(m, Definiteness::definite, "/fclib_global/M");
  problem.body_mass = mass_of_bodies(m, problem.dimension);
  std::vector<double> free = problem.f;  // M⁻¹f
  problem.mass.solve(free);
  const RowMatrix half_h = problem.mass.half_solve(problem.h.transpose());
  Mixed mixed;
  mixed.w = half_h * RowMatrix(half_h.transpose());
  mixed.q = transposed_product(problem.h, free);
  for (std::size_t k = 0; k < w.size(); ++k) mixed.q[k] += w[k];
  if (!file.matrices.contains("G")) return mixed;
  const std::vector<double> b = vector(file, "b");
  problem.g = matrix(file, "G", n, b.size());
  const RowMatrix half_g = problem.mass.half_solve(problem.g.transpose());
  mixed.v = half_h * RowMatrix(half_g.transpose());
  mixed.r = half_g * RowMatrix(half_g.transpose());
  mixed.s = transposed_product(problem.g, free);
  for (std::size_t k = 0; k < b.size(); ++k) mixed.s[k] += b[k];
  return mixed;
}

// R λ = −s must have a solution: compares the remainder with the size of s.
void refuse_contradiction(const RowMatrix& r, const std::vector<double>& s, const std::vector<double>& x) {
  const std::vector<double> product_of_x = product(r, x);
  double size = 0;
  for (const double value : s) size = std::max(size, std::abs(value));
  for (std::size_t k = 0; k < s.size(); ++k)
    require(std::abs(product_of_x[k] - s[k]) <= kContradiction * size,
            fmt::format("the bilateral constraints contradict each other (constraint {})", k));
}

// W − V R⁻¹Vᵀ. Rounding is set to zero, so that a fully constrained row does not look like a very light body.
RowMatrix constrained(const RowMatrix& w, const RowMatrix& half) {
  RowMatrix result = w - RowMatrix(half * RowMatrix(half.transpose()));
  std::vector<double> size(row_count(w));
  for (std::size_t i = 0; i < size.size(); ++i) size[i] = std::sqrt(element_at(w, i, i));
  for (std::size_t i = 0; i < size.size(); ++i)
    for (RowElement element(result, static_cast<Eigen::Index>(i)); element; ++element) {
      const double scale = size[i] * size[static_cast<std::size_t>(element.col())];
      if (std::abs(element.value()) <= kRounding * scale) element.valueRef() = 0;
    }
  return result;
}

// Eliminates the bilateral constraints.
void eliminate(Mixed& mixed, FclibProblem& problem, const std::string& name) {
  if (mixed.r.rows() == 0) return;
  problem.constraints = Envelope(mixed.r, Definiteness::semidefinite, name);
  std::vector<double> x = mixed.s;  // R⁻¹s
  problem.constraints.solve(x);
  refuse_contradiction(mixed.r, mixed.s, x);
  const RowMatrix half = problem.constraints.half_solve(mixed.v);
  mixed.w = constrained(mixed.w, half);
  if (mixed.given.rows() > 0) mixed.given = constrained(mixed.given, half);
  const std::vector<double> shift = product(mixed.v, x);
  for (std::size_t k = 0; k < shift.size(); ++k) mixed.q[k] -= shift[k];
  problem.v = mixed.v;
  problem.s = mixed.s;
}

// Drops tiny values and rejects huge ones, so that squares of velocities and impulses stay finite.
void bound(Mixed& mixed) {
  for (RowMatrix* w : {&mixed.w, &mixed.given})
    for (double& value : values_of(*w))
      if (std::abs(value) < kLeast) value = 0;
  require_numbers(values_of(mixed.w), "the values of HᵀM⁻¹H");
  require_numbers(mixed.q, "HᵀM⁻¹f + w");
}

// Gathers scalar rows into 3×3 blocks; each block row has a diagonal block.
BlockMatrix blocks_of(const RowMatrix& w, std::size_t d) {
  CAIRN_ASSERT(d > 0 && row_count(w) % d == 0);
  BlockMatrix result;
  std::vector<std::pair<std::uint32_t, std::array<double, 9>>> row;
  for (std::size_t i = 0; i < row_count(w) / d; ++i) {
    row.assign(1, {static_cast<std::uint32_t>(i), {}});
    for (std::size_t a = 0; a < d; ++a)
      for (RowElement element(w, static_cast<Eigen::Index>(d * i + a)); element; ++element) {
        const auto j = static_cast<std::size_t>(element.col());
        row.push_back({static_cast<std::uint32_t>(j / d), {}});
        row.back().second[3 * a + j % d] = element.value();
      }
    std::ranges::stable_sort(row, {}, [](const auto& element) { return element.first; });
    for (std::size_t k = 0; k < row.size(); ++k) {
      const auto& v = row[k].second;
      const Mat3 block{{v[0], v[1], v[2]}, {v[3], v[4], v[5]}, {v[6], v[7], v[8]}};
      if (k > 0 && row[k].first == row[k - 1].first) {
        result.block.back() = result.block.back() + block;
      } else {
        result.column.push_back(row[k].first);
        result.block.push_back(block);
      }
    }
    result.begin.push_back(static_cast<std::uint32_t>(result.column.size()));
  }
  return result;
}

std::vector<double> components(std::span<const Vec3> vectors, std::size_t d) {
  std::vector<double> values;
  for (const Vec3& vector : vectors) {
    values.push_back(vector.x);
    values.push_back(vector.y);
    if (d == 3) values.push_back(vector.z);
  }
  return values;
}

}  // namespace

FclibProblem to_problem(const FclibFile& file, FclibLaw law) {
  FclibProblem problem;
  require(file.spacedim == 2 || file.spacedim == 3,
          fmt::format("{}/spacedim is {}, expected 2 or 3", file.root(), file.spacedim));
  const std::size_t d = problem.dimension = static_cast<std::size_t>(file.spacedim);
  problem.is_global = file.is_global;
  problem.info = file.info;
  problem.guesses = file.guesses;
  // W and q of either form, friction, and elimination of the constraints.
  Mixed mixed = file.is_global ? mixed_global(file, problem) : mixed_local(file, problem);
  const std::size_t rows = mixed.q.size(), n = rows / d;
  require(rows % d == 0 && n > 0,
          fmt::format("{} has {} rows of contacts, expected a multiple of {} above 0", file.root(), rows, d));
  const std::vector<double> friction = vector(file, "mu");
  require(friction.size() == n, fmt::format("{}/vectors/mu has {} values, expected {}, one per contact",
                                            file.root(), friction.size(), n));
  for (std::size_t i = 0; i < n; ++i)
    require(friction[i] >= 0,
            fmt::format("{}/vectors/mu[{}] is {}: friction cannot be negative", file.root(), i, friction[i]));
  eliminate(mixed, problem, file.is_global ? "GᵀM⁻¹G of the constraints" : "/fclib_local/R");
  bound(mixed);

  // Build the contact problem.
  ContactProblem& contacts = problem.contacts;
  contacts.matrix = blocks_of(mixed.w, d);
  if (mixed.given.rows() > 0) problem.given = blocks_of(mixed.given, d);
  for (std::size_t i = 0; i < n; ++i) {
    const double mu = friction[i], *q = &mixed.q[d * i];
    contacts.bias.push_back({q[0], q[1], d == 3 ? q[2] : 0});
    contacts.sets.push_back(mu > 0 ? cone(mu, law == FclibLaw::coulomb ? mu : 0) : half_line());
  }
  plan_by_colours(contacts.matrix, contacts.sweep);
  check_given(contacts);
  return problem;
}

FclibProblem read_fclib(const std::string& path, FclibLaw law) {
  try {
    return to_problem(read_fclib_file(path), law);
  } catch (const InputError& error) {
    throw InputError(error.message(), TextPlace{path, 0, 0, {}});
  }
}

std::vector<Vec3> guessed_impulses(const FclibProblem& problem, std::size_t number) {
  const std::size_t d = problem.dimension, n = problem.contacts.size();
  require(number >= 1 && number <= problem.guesses.size(),
          fmt::format("/guesses/{} is missing: there are {}", number, problem.guesses.size()));
  const FclibSolution& guess = problem.guesses[number - 1];
  const auto check = [&](const char* name, const std::vector<double>& values) {
    const std::string path = fmt::format("/guesses/{}/{}", number, name);
    require(values.size() == d * n,
            fmt::format("{} has {} values, expected {}, {} per contact", path, values.size(), d * n, d));
    require_numbers(values, path);
  };
  check("r", guess.r);
  if (!guess.u.empty()) check("u", guess.u);
  std::vector<Vec3> impulses;
  for (std::size_t i = 0; i < n; ++i)
    impulses.push_back({guess.r[d * i], guess.r[d * i + 1], d == 3 ? guess.r[d * i + 2] : 0});
  return impulses;
}

ContactSolution as_given(const FclibProblem& problem, ContactSolution solution) {
  if (problem.given.size() == 0) return solution;
  CAIRN_ASSERT(solution.impulse.size() == problem.given.size());
  CAIRN_ASSERT(problem.contacts.q.size() == solution.velocity.size());
  for (std::size_t i = 0; i < solution.velocity.size(); ++i)
    solution.velocity[i] = row_product(problem.given, i, solution.impulse) + problem.contacts.q[i];
  return solution;
}

FclibSolution to_solution(const FclibProblem& problem, const ContactSolution& solution) {
  CAIRN_ASSERT(solution.impulse.size() == problem.contacts.size());
  CAIRN_ASSERT(solution.velocity.size() == problem.contacts.size());
  FclibSolution result;
  result.r = components(solution.impulse, problem.dimension);
  result.u = components(solution.velocity, problem.dimension);
  // λ = −R⁻¹(s + Vᵀr).
  if (!problem.s.empty()) {
    result.l = transposed_product(problem.v, result.r);
    for (std::size_t k = 0; k < result.l.size(); ++k) result.l[k] = -(problem.s[k] + result.l[k]);
    problem.constraints.solve(result.l);
  }
  if (!problem.is_global) return result;
  // v = M⁻¹(H r + G λ + f).
  result.v = product(problem.h, result.r);
  for (std::size_t k = 0; k < result.v.size(); ++k) result.v[k] += problem.f[k];
  if (!problem.s.empty()) {
    const std::vector<double> bilateral = product(problem.g, result.l);
    for (std::size_t k = 0; k < result.v.size(); ++k) result.v[k] += bilateral[k];
  }
  problem.mass.solve(result.v);
  return result;
}

}  // namespace cairn
