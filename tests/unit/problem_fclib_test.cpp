// Problems of FCLIB: what is written is read again in every form, global problems are their local ones, and
// whatever is wrong with a file is said.
#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "contact_sample.h"
#include "problem/fclib/fclib.h"
#include "problem/matrix_assembler.h"
#include "problem/residual.h"
#include "solvers/solver.h"
#include "tolerances.h"
#include "unit/fclib_sample.h"
#include "unit/scratch.h"

namespace cairn {
namespace {

// Two solves of one problem, each to 1e-11: velocities, and spins, which are those over a radius of 1 cm.
constexpr double kTwoSolves = 1e-9, kTwoSolvesOfSpin = 1e-7;
constexpr double kConstraints = 1e-10;  // m/s, eliminated by a factorisation

// The message with which a problem is refused; empty if it is not.
std::string refusal(const FclibFile& file) {
  try {
    to_problem(file, FclibLaw::coulomb);
  } catch (const InputError& error) {
    return error.message();
  }
  return "";
}

// --- Files

TEST(Fclib, AProblemOfBodiesComesBackFromItsFile) {
  const Scratch scratch;
  const ContactProblem pile = sample_pile(8, 0.4, 1);
  write_fclib_local(pile, scratch.file("pile.hdf5"), {"a pile", "of eight balls", "μ = 0.4"});
  const FclibProblem read = read_fclib(scratch.file("pile.hdf5"), FclibLaw::coulomb);
  expect_same(read.contacts.matrix, assemble(pile), kFewRoundings);
  EXPECT_EQ(read.dimension, 3u);
  EXPECT_FALSE(read.is_global);
  EXPECT_EQ(read.info.title, "a pile");
  EXPECT_EQ(read.info.description, "of eight balls");
  EXPECT_EQ(read.info.math_info, "μ = 0.4");
  for (std::size_t i = 0; i < pile.size(); ++i) {
    EXPECT_EQ(read.contacts.bias[i], pile.q[i]);
    EXPECT_EQ(read.contacts.sets[i].friction, 0.4);
    EXPECT_EQ(read.contacts.sets[i].slip, 0.4);
  }
  EXPECT_TRUE(read_fclib(scratch.file("pile.hdf5"), FclibLaw::cone).contacts.is_associated());
}

TEST(Fclib, AllFormsOfAMatrixAreTheSameProblem) {
  const Scratch scratch;
  const FclibFile rows = to_fclib(sample_pile(6, 0.4, 2), {});
  const BlockMatrix expected = to_problem(rows, FclibLaw::cone).contacts.matrix;
  for (const Form form : {Form::rows, Form::columns, Form::triplets, Form::swapped_triplets}) {
    FclibFile file = rows;
    file.matrices["W"] = in_form(rows.matrices.at("W"), form);
    write_fclib_file(scratch.file("problem.hdf5"), file);
    expect_same(read_fclib(scratch.file("problem.hdf5"), FclibLaw::cone).contacts.matrix, expected, 0);
  }
}

TEST(Fclib, ASolutionReplacesTheOldOneAndKeepsEverythingElse) {
  const Scratch scratch;
  const FclibFile problem = to_fclib(sample_pile(3, 0.4, 2), {"title", "", ""});
  write_fclib_file(scratch.file("a.hdf5"), problem);
  write_fclib_solution(scratch.file("a.hdf5"), scratch.file("b.hdf5"), {{}, {1, 2, 3}, {4, 5, 6}, {}});
  write_fclib_solution(scratch.file("b.hdf5"), scratch.file("b.hdf5"), {{7}, {8, 9}, {10, 11}, {12}});
  const FclibFile again = read_fclib_file(scratch.file("b.hdf5"));
  EXPECT_EQ(again.info.title, "title");
  EXPECT_EQ(again.vectors, problem.vectors);
  const FclibSolution solution = solution_in(scratch.file("b.hdf5"));
  EXPECT_EQ(solution.v, std::vector<double>{7});
  EXPECT_EQ(solution.u, (std::vector<double>{8, 9}));
  EXPECT_EQ(solution.r, (std::vector<double>{10, 11}));
  EXPECT_EQ(solution.l, std::vector<double>{12});
  EXPECT_FALSE(std::filesystem::exists(scratch.file("b.hdf5.new")));
}

// --- Two dimensions

// A block of 2 kg on a slope of 30°, h = 10 ms: it slides down at g h (sin 30° − μ cos 30°).
TEST(Fclib, ABlockSlidesDownASlopeInTwoDimensions) {
  const double gh = 0.0981, normal = gh * std::cos(M_PI / 6), along = gh * 0.5;
  FclibFile file;
  file.spacedim = 2;
  file.matrices["W"] = to_fclib(from_elements(2, 2, {{0, 0, 0.5}, {1, 1, 0.5}}));
  file.vectors = {{"q", {-normal, along}}, {"mu", {0.3}}};
  const Scratch scratch;
  write_fclib_file(scratch.file("slope.hdf5"), file);
  const FclibProblem problem = read_fclib(scratch.file("slope.hdf5"), FclibLaw::coulomb);
  const FclibSolution solution = to_solution(problem, solve_sample(problem.contacts, "pgs"));
  ASSERT_EQ(solution.u.size(), 2u);
  EXPECT_NEAR(solution.u[0], 0, kThousandsOfRoundings);
  EXPECT_NEAR(solution.u[1], along - 0.3 * normal, kThousandsOfRoundings);
  EXPECT_NEAR(solution.r[0], 2 * normal, kThousandsOfRoundings);
  EXPECT_NEAR(solution.r[1], -0.6 * normal, kThousandsOfRoundings);
}

// --- Global form

TEST(Fclib, GlobalProblemOfBodiesIsTheirLocalOne) {
  const ContactProblem pile = sample_pile(7, 0.5, 3);
  const FclibProblem global = to_problem(global_sample(pile), FclibLaw::coulomb);
  expect_same(global.contacts.matrix, assemble(pile), kThousandsOfRoundings);
  for (std::size_t i = 0; i < pile.size(); ++i)
    EXPECT_NEAR(norm(global.contacts.bias[i] - pile.q[i]), 0, kTensOfRoundings);
  const ContactSolution found = solve_sample(global.contacts, "pgs");
  const FclibSolution solution = to_solution(global, found);
  const ContactSolution expected = solve_sample(pile, "pgs");
  ASSERT_EQ(solution.v.size(), 6 * (pile.bodies.size() - 1));
  for (std::size_t b = 1; b < pile.bodies.size(); ++b) {
    const double* v = &solution.v[6 * (b - 1)];
    EXPECT_NEAR(norm(Vec3{v[0], v[1], v[2]} - expected.bodies[b].velocity), 0, kTwoSolves);
    EXPECT_NEAR(norm(Vec3{v[3], v[4], v[5]} - expected.bodies[b].spin), 0, kTwoSolvesOfSpin);
  }
}

// A mass matrix that couples everything: W against a dense elimination.
TEST(Fclib, GlobalProblemWithACoupledMassMatrix) {
  FclibFile file = global_sample(sample_pile(4, 0.5, 4));
  const RowMatrix h = to_sparse(file.matrices.at("H"), "H");
  const std::size_t n = row_count(h);
  std::vector<SparseElement> mass;
  for (std::uint32_t i = 0; i < n; ++i) {
    mass.push_back({i, i, 3.0 + i});
    const auto far = static_cast<std::uint32_t>((7 * i + 5) % n);  // far from the diagonal
    if (far == i) continue;
    mass.push_back({i, far, 0.5}), mass.push_back({far, i, 0.5});
  }
  const RowMatrix m = from_elements(n, n, mass);
  file.matrices["M"] = to_fclib(m);
  const BlockMatrix found = to_problem(file, FclibLaw::cone).contacts.matrix;
  const std::vector<std::vector<double>> w = dense_delassus(m, h);
  for (std::size_t i = 0; i < w.size(); ++i) {
    for (std::uint32_t j = 0; j < w.size(); ++j)
      EXPECT_NEAR(element(found, i, j), w[i][j], kHundredsOfRoundings);
  }
}

// --- Bilateral constraints

// The second ball is tied to the ground in x and y: a box of the problem, or V, R and s of its file.
ContactProblem tied_pile() {
  ContactProblem problem = sample_pile(4, 0.5, 5);
  Block tie;
  tie.a = 0, tie.b = 2, tie.n = {1, 0, 0}, tie.t1 = {0, 1, 0}, tie.arm_b = {0, 0, 0.01};
  problem.blocks.push_back(tie);
  problem.bias.push_back({0.002, 0, 0});
  problem.sets.push_back(
      {.kind = SetKind::box, .component = {Component::free, Component::free, Component::none}});
  plan_in_order(problem.size(), problem.sweep);
  Threads threads(1);
  prepare(problem, threads);
  return problem;
}

TEST(Fclib, JointsBecomeConstraintsAndAreEliminated) {
  const ContactProblem tied = tied_pile();
  const FclibProblem problem = to_problem(to_fclib(tied, {}), FclibLaw::coulomb);
  ASSERT_EQ(problem.contacts.size() + 1, tied.size());
  const ContactSolution expected = solve_sample(tied, "pgs");
  const FclibSolution solution = to_solution(problem, solve_sample(problem.contacts, "pgs"));
  for (std::size_t i = 0; i < problem.contacts.size(); ++i)
    EXPECT_NEAR(solution.u[3 * i], expected.velocity[i].x, kTwoSolves);
  ASSERT_EQ(solution.l.size(), 2u);
  EXPECT_NEAR(solution.l[0], expected.impulse.back().x, kTwoSolves);
  EXPECT_NEAR(solution.l[1], expected.impulse.back().y, kTwoSolves);
}

// Mv = Hr + Gλ + f and Gᵀv + b = 0, also if every constraint is there twice.
TEST(Fclib, ConstraintsOfAGlobalProblemHold) {
  FclibFile file = global_sample(sample_pile(5, 0.5, 6));
  const RowMatrix m = to_sparse(file.matrices.at("M"), "M"), h = to_sparse(file.matrices.at("H"), "H");
  for (const bool twice : {false, true}) {
    std::vector<SparseElement> ties{{6, 0, 1}, {14, 0, -1}, {7, 1, 1}};
    std::vector<double> b{0.01, -0.02};
    if (twice) ties.insert(ties.end(), {{6, 2, 2}, {14, 2, -2}}), b.push_back(0.02);
    const RowMatrix g = from_elements(row_count(m), b.size(), ties);
    file.matrices["G"] = to_fclib(g), file.vectors["b"] = b;
    const FclibProblem problem = to_problem(file, FclibLaw::coulomb);
    const FclibSolution solution = to_solution(problem, solve_sample(problem.contacts, "pgs"));
    const std::vector<double> mv = product(m, solution.v), hr = product(h, solution.r),
                              gl = product(g, solution.l), gv = transposed_product(g, solution.v),
                              hv = transposed_product(h, solution.v);
    for (std::size_t k = 0; k < mv.size(); ++k)
      EXPECT_NEAR(mv[k], hr[k] + gl[k] + file.vectors["f"][k], kThousandsOfRoundings);
    for (std::size_t k = 0; k < b.size(); ++k) EXPECT_NEAR(gv[k] + b[k], 0, kConstraints);
    for (std::size_t k = 0; k < hv.size(); ++k)
      EXPECT_NEAR(solution.u[k], hv[k] + file.vectors["w"][k], kConstraints);
  }
  file.vectors["b"][2] = 0.5;
  EXPECT_NE(refusal(file).find("contradict each other"), std::string::npos);
}

TEST(Fclib, WhatFclibCanNotHoldIsRefused) {
  ContactProblem limits = tied_pile();
  limits.sets.back().component[0] = Component::push;
  EXPECT_THROW(to_fclib(limits, {}), InputError);
  ContactProblem sticky = sample_pile(2, 0.5, 5);
  sticky.sets[0].cohesion = 0.1;
  EXPECT_THROW(to_fclib(sticky, {}), InputError);
  EXPECT_THROW(to_fclib(ContactProblem(), {}), InputError);
}

// --- What is wrong with a problem

struct Wrong {
  const char* name;
  void (*spoil)(FclibFile& file);
  const char* says;
};

TEST(Fclib, EverythingWrongIsNamed) {
  const Wrong wrongs[] = {
      {"spacedim", [](FclibFile& f) { f.spacedim = 4; }, "/fclib_local/spacedim is 4, expected 2 or 3"},
      {"no W", [](FclibFile& f) { f.matrices.erase("W"); }, "/fclib_local/W is missing"},
      {"no q", [](FclibFile& f) { f.vectors.erase("q"); }, "/fclib_local/vectors/q is missing"},
      {"no mu", [](FclibFile& f) { f.vectors.erase("mu"); }, "/fclib_local/vectors/mu is missing"},
      {"short q", [](FclibFile& f) { f.vectors["q"].pop_back(); },
       "/fclib_local/W is 6 x 6, but 5 x 5 by the lengths of the vectors"},
      {"long mu", [](FclibFile& f) { f.vectors["mu"].push_back(0); }, "/vectors/mu has 3 values, expected 2"},
      {"negative mu", [](FclibFile& f) { f.vectors["mu"][1] = -0.1; }, "mu[1] is -0.1: friction cannot be"},
      {"NaN mu", [](FclibFile& f) { f.vectors["mu"][1] = NAN; }, "mu[1] is not a finite number"},
      {"NaN q", [](FclibFile& f) { f.vectors["q"][4] = NAN; }, "q[4] is not a finite number"},
      {"infinite W", [](FclibFile& f) { f.matrices["W"].x[2] = INFINITY; }, "W/x[2] is not a finite number"},
      {"huge q", [](FclibFile& f) { f.vectors["q"][4] = 1e60; }, "q[4] is 1e+60, beyond all reason"},
      {"asymmetric W", [](FclibFile& f) { f.matrices["W"].x[1] += 100; }, "W is not symmetric"},
      {"negative W", [](FclibFile& f) { f.matrices["W"].x[0] = -1; }, "W is not positive semi-definite"},
      {"rectangular W", [](FclibFile& f) { f.matrices["W"].columns += 3; }, "W is 6 x 9, but 6 x 6"},
      {"nz", [](FclibFile& f) { f.matrices["W"].nz = -3; }, "W/nz is -3"},
      {"rows", [](FclibFile& f) { f.matrices["W"].rows = -6; }, "W is -6 x 6, but 6 x 6"},
      {"many rows", [](FclibFile& f) { f.matrices["W"].rows = 2147483647; },
       "W is 2147483647 x 6, but 6 x 6"},
      {"short p", [](FclibFile& f) { f.matrices["W"].p.pop_back(); }, "W/p has 6 values, expected 7"},
      {"p falls", [](FclibFile& f) { std::swap(f.matrices["W"].p[1], f.matrices["W"].p[2]); },
       "does not rise"},
      {"p beyond", [](FclibFile& f) { f.matrices["W"].p.back() += 1; }, "indices and"},
      {"index", [](FclibFile& f) { f.matrices["W"].i[3] = 6; }, "W/i has an index outside"},
      {"triplets", [](FclibFile& f) { f.matrices["W"].nz = 1000; }, "for 1000 elements"},
      {"V alone", [](FclibFile& f) { f.matrices["V"] = f.matrices["W"]; }, "one of V and R"},
      {"s missing", [](FclibFile& f) { f.matrices["V"] = f.matrices["R"] = f.matrices["W"]; },
       "/s is missing"},
      {"odd", [](FclibFile& f) { f = to_fclib(sample_pile(1, 0.4, 1), {}), f.spacedim = 2; },
       "has 3 rows of contacts, expected a multiple of 2"},
  };
  const FclibFile good = to_fclib(sample_pile(2, 0.4, 1), {});
  ASSERT_EQ(refusal(good), "");
  for (const Wrong& wrong : wrongs) {
    FclibFile file = good;
    wrong.spoil(file);
    EXPECT_NE(refusal(file).find(wrong.says), std::string::npos) << wrong.name << ": " << refusal(file);
  }
}

TEST(Fclib, EverythingWrongWithAGlobalProblemIsNamed) {
  const Wrong wrongs[] = {
      {"M", [](FclibFile& f) { f.matrices["M"].x[3] = 0; }, "/fclib_global/M is not positive definite"},
      {"tiny M",
       [](FclibFile& f) {
         for (double& x : f.matrices["M"].x) x = 1e-100;
       },
       "HᵀM⁻¹H"},
      {"no H", [](FclibFile& f) { f.matrices.erase("H"); }, "/fclib_global/H is missing"},
      {"H", [](FclibFile& f) { f.matrices["H"] = in_form(f.matrices["H"], Form::transposed); },
       "/fclib_global/H is"},
      {"f", [](FclibFile& f) { f.vectors["f"].pop_back(); },
       "is 18 x 12, but 17 x 12 by the lengths of the vectors"},
      {"no w", [](FclibFile& f) { f.vectors.erase("w"); }, "/fclib_global/vectors/w is missing"},
      {"no b", [](FclibFile& f) { f.matrices["G"] = f.matrices["H"]; }, "/fclib_global/vectors/b is missing"},
  };
  const FclibFile good = global_sample(sample_pile(3, 0.4, 1));
  ASSERT_EQ(refusal(good), "");
  for (const Wrong& wrong : wrongs) {
    FclibFile file = good;
    wrong.spoil(file);
    EXPECT_NE(refusal(file).find(wrong.says), std::string::npos) << wrong.name << ": " << refusal(file);
  }
}

}  // namespace
}  // namespace cairn
