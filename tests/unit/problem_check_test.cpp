// What a contact problem promises to its solvers is checked where it is given.
#include <gtest/gtest.h>

#include "contact_sample.h"
#include "problem/delassus.h"
#include "problem/residual.h"

namespace cairn {
namespace {

// A sound problem that one change breaks.
template <class Break>
void expect_refused(Break&& change, const char* contract) {
  ContactProblem problem = sample_pile(3, 0.4, 5);
  change(problem);
  Threads threads(1);
  EXPECT_DEATH(prepare(problem, threads), contract);
}

TEST(ContactProblem, TakesNoSizesThatDiffer) {
  expect_refused([](ContactProblem& p) { p.bias.pop_back(); }, "bias");
  expect_refused([](ContactProblem& p) { p.compliance.resize(1); }, "compliance");
  expect_refused([](ContactProblem& p) { p.blocks.pop_back(); }, "blocks");
  expect_refused([](ContactProblem& p) { p.key_order.resize(1); }, "key_order");
  expect_refused([](ContactProblem& p) { p.mobility.resize(1); }, "mobility");
}

TEST(ContactProblem, TakesNoBodiesThatAreNotThere) {
  expect_refused([](ContactProblem& p) { p.blocks[1].b = 1000; }, "block.b");
}

TEST(ContactProblem, TakesNoDirectionsThatAreNone) {
  expect_refused([](ContactProblem& p) { p.blocks[0].n = {0, 0, 2}; }, "block.n");
  expect_refused([](ContactProblem& p) { p.blocks[0].t1 = p.blocks[0].n; }, "block.t1");
}

TEST(ContactProblem, TakesNoSetsThatAreNone) {
  expect_refused([](ContactProblem& p) { p.sets[0].friction = -0.1; }, "friction");
  expect_refused([](ContactProblem& p) { p.sets[0].slip = 1; }, "slip");
  expect_refused([](ContactProblem& p) { p.sets[0].across = 0; }, "across");
  EXPECT_DEATH(cone(-1, 0), "friction");
}

TEST(ContactProblem, IsSolvedOnlyWhenPrepared) {
  ContactProblem problem = sample_pile(3, 0.4, 5);
  check_prepared(problem);
  problem.sets.pop_back();
  EXPECT_DEATH(check_prepared(problem), "problem.q.size");
}

TEST(Residual, TakesOneImpulsePerBlock) {
  const ContactProblem problem = sample_pile(3, 0.4, 5);
  Threads threads(1);
  const std::vector<Vec3> all(problem.size()), few(1);
  EXPECT_DEATH(residual(problem, few, all, threads), "impulse.size");
}

}  // namespace
}  // namespace cairn
