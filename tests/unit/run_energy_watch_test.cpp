// Energy that comes from nothing, told from energy that is only moved about.
#include <gtest/gtest.h>

#include <cmath>

#include "run/energy_watch.h"

namespace cairn {
namespace {

Energy budget(double kinetic, double gravity, double work = 0, double exchanged = 0) {
  Energy energy;
  energy.kinetic = kinetic, energy.gravity = gravity;
  energy.work_of_drives = work, energy.exchanged = exchanged;
  return energy;
}

TEST(EnergyWatch, AFallBringsNothingFromNothing) {
  EnergyWatch watch;
  watch.begin(budget(1, 10));
  for (int i = 0; i <= 20; ++i) watch.look(budget(1 + i, 10 - i));
  EXPECT_EQ(watch.risen, 0);
  EXPECT_EQ(watch.given(), 1 + 20);
}

TEST(EnergyWatch, WorkAndBodiesThatEnterAreGiven) {
  EnergyWatch watch;
  watch.begin(budget(0, 0));
  watch.look(budget(3, 0, 3));     // driven
  watch.look(budget(1, 0, 1));     // and held up again
  watch.look(budget(1, 5, 1, 5));  // a body enters
  EXPECT_EQ(watch.risen, 0);
  EXPECT_EQ(watch.given(), 3 + 5);
}

// What came from nothing stays counted however much is lost before and after.
TEST(EnergyWatch, LossesHideNoGain) {
  EnergyWatch watch;
  watch.begin(budget(100, 0));
  watch.look(budget(20, 0));
  watch.look(budget(50, 0));
  EXPECT_EQ(watch.risen, 30);
  watch.look(budget(5, 0));
  EXPECT_EQ(watch.risen, 0);
  EXPECT_EQ(watch.most_risen, 30);
  EXPECT_EQ(watch.given(), 100);
}

// Errors that come and go do not add up.
TEST(EnergyWatch, ErrorsThatComeAndGoDoNotAddUp) {
  EnergyWatch watch;
  watch.begin(budget(1, 0));
  for (int i = 0; i < 100000; ++i) watch.look(budget(1 + 0.01 * std::sin(i), 0));
  EXPECT_LE(watch.most_risen, 0.0201);
}

TEST(EnergyWatch, EnergyThatIsNoNumberIsNotOverlooked) {
  EnergyWatch watch;
  watch.begin(budget(1, 0));
  watch.look(budget(std::nan(""), 0));
  EXPECT_FALSE(watch.risen <= watch.given());
}

}  // namespace
}  // namespace cairn
