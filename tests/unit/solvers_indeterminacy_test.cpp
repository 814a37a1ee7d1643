// Rank, self-stress and uniqueness of contact networks that one can count by hand.
#include <gtest/gtest.h>

#include "compatible_sample.h"
#include "solvers/compatible/indeterminacy.h"

namespace cairn::test {
namespace {

Indeterminacy report_of(const SolvedProblem& solved, const CompatibleMethod& method = {}) {
  ContactNetwork network = solved.network(method.ratio());
  std::vector<Vec3> y;
  EXPECT_TRUE(compatible_forces(network, method, y).converged);
  return indeterminacy(network, y);
}

TEST(Indeterminacy, PlatformOnThreeSupportsInARow) {
  SolvedProblem solved = beam({1, 1, 1});
  solved.solve(*solvers().make("apgd"));
  const Indeterminacy found = report_of(solved);
  EXPECT_EQ(found.contacts, 3u);
  EXPECT_EQ(found.components, 3u);
  EXPECT_EQ(found.rank, 2u);
  EXPECT_EQ(found.self_stresses(), 1u);
  EXPECT_EQ(found.unique, Uniqueness::no);
  EXPECT_EQ(found.self_stressed, (std::vector<std::uint8_t>{1, 1, 1}));
}

// All the load over one support: no other support can take any of it, though the network is redundant.
TEST(Indeterminacy, SignsAloneCanMakeForcesUnique) {
  SolvedProblem solved = beam({1, 1, 1}, 0.5);
  solved.solve(*solvers().make("apgd"));
  const Indeterminacy found = report_of(solved);
  EXPECT_EQ(found.self_stresses(), 1u);
  EXPECT_EQ(found.unique, Uniqueness::yes);
}

TEST(Indeterminacy, ThreeLegsNeedNoElasticity) {
  SolvedProblem table;
  BodyState body;
  body.inverse_mass = 1, body.inverse_moment = 6, body.velocity = {0, 0, -1};
  table.problem.bodies = {BodyState{}, body};
  for (const Vec3& arm : {Vec3{1, 0, -1}, Vec3{-1, 1, -1}, Vec3{-1, -1, -1}})
    table.add_contact(0, 1, {0, 0, 1}, arm, arm);
  table.solve(*solvers().make("apgd"));
  Indeterminacy found = report_of(table);
  EXPECT_EQ(found.rank, 3u);
  EXPECT_EQ(found.self_stresses(), 0u);
  EXPECT_EQ(found.mechanisms(), found.freedoms - 3);  // it could slide and turn
  EXPECT_EQ(found.unique, Uniqueness::yes);
  EXPECT_EQ(found.self_stressed, (std::vector<std::uint8_t>{0, 0, 0}));

  // With friction its feet may push each other apart.
  for (AdmissibleSet& set : table.problem.sets) set = cone(0.5, 0);
  table.solve(*solvers().make("interior_point"));
  found = report_of(table);
  EXPECT_EQ(found.components, 9u);
  EXPECT_EQ(found.rank, 6u);
  EXPECT_EQ(found.self_stresses(), 3u);
  EXPECT_EQ(found.mechanisms(), 0u);
  EXPECT_EQ(found.unique, Uniqueness::no);
}

// A ball on the redundant platform: its own contact is determined all the same.
TEST(Indeterminacy, DeterminedContactsOfARedundantNetwork) {
  SolvedProblem solved = beam({1, 1, 1});
  BodyState ball;
  ball.inverse_mass = 2, ball.inverse_moment = 20, ball.velocity = {0, 0, -10};
  solved.problem.bodies.push_back(ball);
  solved.add_contact(1, 2, {0, 0, 1}, {0.2, 0, 0.1}, {0, 0, -0.1});
  solved.solve(*solvers().make("apgd"));
  const Indeterminacy found = report_of(solved);
  EXPECT_EQ(found.self_stresses(), 1u);
  EXPECT_EQ(found.self_stressed, (std::vector<std::uint8_t>{1, 1, 1, 0}));
}

// Every layer of the pyramid is held by the one below: 3 equations per free ball, all independent.
TEST(Indeterminacy, PyramidHasFullRank) {
  for (const int base : {3, 5}) {
    Pyramid pile = pyramid(base);
    pile.solved.solve(*solvers().make("apgd"));
    const Indeterminacy found = report_of(pile.solved);
    EXPECT_EQ(found.freedoms, base == 3 ? 15u : 90u);
    EXPECT_EQ(found.rank, found.freedoms);
    EXPECT_EQ(found.self_stresses(), found.contacts - found.rank);
    EXPECT_EQ(found.unique, Uniqueness::no);
  }
}

// A row of balls that floats between two walls, and one that hangs on to nothing.
TEST(Indeterminacy, RowsBetweenWallsAndRattlers) {
  SolvedProblem row;
  row.problem.bodies.resize(7);  // wall, five balls, wall
  for (std::size_t k = 1; k < 6; ++k)
    row.problem.bodies[k].inverse_mass = 1, row.problem.bodies[k].inverse_moment = 10;
  row.problem.bodies[1].velocity = {-1, 0, 0};  // pressed against the left wall
  for (std::uint32_t k = 0; k < 6; ++k) row.add_contact(k, k + 1, {1, 0, 0}, {0.5, 0, 0}, {-0.5, 0, 0});
  row.solve(*solvers().make("apgd"));
  const Indeterminacy found = report_of(row);
  EXPECT_EQ(found.contacts, 6u);
  EXPECT_EQ(found.freedoms, 5u);  // balls move along the row alone
  EXPECT_EQ(found.self_stresses(), 1u);
  EXPECT_EQ(found.mechanisms(), 0u);
  EXPECT_EQ(found.unique, Uniqueness::no);  // the whole row can be squeezed
}

}  // namespace
}  // namespace cairn::test
