// A force law that forgets to write a lane is noticed.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/poison.h"
#include "laws/force_law.h"

namespace cairn {
namespace {

// A spring without friction that may forget the force along z.
class Careless final : public ForceLaw {
 public:
  enum class Forgets { nothing, force };
  explicit Careless(Forgets forgets) : forgets_(forgets) {}
  void prepare(const Materials&) override {}
  PairTimes times(int, int, const PairScale&) const override { return {1, 1}; }

 private:
  void find_forces(ContactLanes& l, double) const override {
    for (int k = 0; k < l.count; ++k) {
      const double f = 10 * l.overlap[k];
      l.fx[k] = f * l.nx[k], l.fy[k] = f * l.ny[k];
      if (forgets_ == Forgets::nothing || k == 0) l.fz[k] = f * l.nz[k];
      l.normal[k] = l.potential[k] = f;
      l.tx[k] = l.ty[k] = l.tz[k] = 0;
    }
  }
  Forgets forgets_;
};

ContactLanes two_contacts() {
  ContactLanes lanes{};
  lanes.count = 2;
  for (int k = 0; k < kLanes; ++k) lanes.nz[k] = 1, lanes.overlap[k] = 0.01;
  return lanes;
}

TEST(Poison, MarksEveryLaneThatALawWrites) {
  ContactLanes lanes = two_contacts();
  EXPECT_FALSE(is_output_missing(lanes, Outputs::forces));
  poison_output(lanes, Outputs::forces);
  for (double* lane :
       {lanes.tx, lanes.ty, lanes.tz, lanes.fx, lanes.fy, lanes.fz, lanes.normal, lanes.potential}) {
    EXPECT_TRUE(std::isnan(lane[0]) && std::isnan(lane[1]));
    EXPECT_EQ(lane[2], 0);  // no contact there
    EXPECT_TRUE(is_output_missing(lanes, Outputs::forces));
    lane[0] = lane[1] = 0;
  }
  EXPECT_FALSE(is_output_missing(lanes, Outputs::forces));
  poison_output(lanes, Outputs::torques);
  for (double* lane :
       {lanes.tx, lanes.ty, lanes.tz, lanes.fx, lanes.fy, lanes.fz, lanes.normal, lanes.potential})
    lane[0] = lane[1] = 0;
  EXPECT_FALSE(is_output_missing(lanes, Outputs::forces));
  EXPECT_TRUE(is_output_missing(lanes, Outputs::torques));
}

TEST(Poison, SurvivesArithmeticAndIsNoOtherNan) {
  double values[] = {1, 2};
  poison(values);
  values[0] -= 3;
  values[1] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(is_poisoned(std::span(values).first(1)));
  EXPECT_FALSE(is_poisoned(std::span(values).last(1)));
}

TEST(Poison, StopsALawThatForgetsALane) {
  ContactLanes lanes = two_contacts();
  poison_output(lanes, Outputs::forces);
  Careless(Careless::Forgets::nothing).evaluate(lanes, 1e-3, Vectors::usual);
  EXPECT_FALSE(is_output_missing(lanes, Outputs::forces));
  poison_output(lanes, Outputs::forces);
  const Careless careless(Careless::Forgets::force);
  if constexpr (kPoisons) {
    EXPECT_DEATH(careless.evaluate(lanes, 1e-3, Vectors::usual), "is_output_missing");
  } else {
    careless.evaluate(lanes, 1e-3, Vectors::usual);
    EXPECT_TRUE(is_output_missing(lanes, Outputs::forces));
  }
}

TEST(ForceLaw, RefusesMoreContactsThanLanes) {
  ContactLanes lanes = two_contacts();
  lanes.count = kLanes + 1;
  EXPECT_DEATH(Careless(Careless::Forgets::nothing).evaluate(lanes, 1e-3, Vectors::usual), "kLanes");
  lanes.count = 1;
  EXPECT_DEATH(Careless(Careless::Forgets::nothing).evaluate(lanes, -1, Vectors::usual), "h >= 0");
}

}  // namespace
}  // namespace cairn
