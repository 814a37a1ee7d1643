// The rank of matrices that round-off made slightly indefinite.
#include <gtest/gtest.h>

#include "base/error.h"
#include "math/envelope.h"

namespace cairn {
namespace {

RowMatrix two_by_two(double diagonal, double beside) {
  return from_elements(2, 2, {{0, 0, diagonal}, {0, 1, beside}, {1, 0, beside}, {1, 1, diagonal}});
}

TEST(Envelope, CountsARowWithANegativePivotAsDependentIfRoundOffIsExpected) {
  const RowMatrix indefinite = two_by_two(1, 1.001);  // its second pivot is -2e-3
  EXPECT_EQ(Envelope(indefinite, Definiteness::rounded, "N").rank(), 1u);
  EXPECT_THROW(Envelope(indefinite, Definiteness::semidefinite, "N"), InputError);
}

TEST(Envelope, FindsTheRankOfDefiniteAndSemidefiniteMatricesAlike) {
  for (const Definiteness wanted : {Definiteness::semidefinite, Definiteness::rounded}) {
    EXPECT_EQ(Envelope(two_by_two(2, 1), wanted, "N").rank(), 2u);
    EXPECT_EQ(Envelope(two_by_two(1, 1), wanted, "N").rank(), 1u);
  }
}

}  // namespace
}  // namespace cairn
