// Series read back, and the numbers taken from them.
#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "base/file.h"
#include "results/series_table.h"
#include "scratch.h"

namespace cairn {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

TEST(SeriesTable, ReadsWhatASeriesWrote) {
  const Scratch scratch;
  const std::string path = scratch.file("series.csv");
  Series series = Series::start(path, {{"time", "s"}, {"flow.mass", "kg"}});
  series.add_row(std::vector<double>{0, 0.1});
  series.add_row(std::vector<double>{0.5, kNone});
  series.add_row(std::vector<double>{1, 1.0 / 3});
  const SeriesTable table = read_series(path);
  EXPECT_EQ(table.names(), (std::vector<std::string>{"time", "flow.mass"}));
  EXPECT_EQ(table.columns[1].unit, "kg");
  const std::vector<double>* mass = table.find("flow.mass");
  ASSERT_NE(mass, nullptr);
  EXPECT_EQ((*mass)[2], 1.0 / 3);
  EXPECT_TRUE(std::isnan((*mass)[1]));
  EXPECT_EQ(table.find("flow"), nullptr);

  const TimedValues all = timed_values(table, *mass, {});
  EXPECT_EQ(all.time, (std::vector<double>{0, 1}));
  EXPECT_EQ(timed_values(table, *mass, {.from = 0.1, .to = std::nullopt}).size(), 1u);
  EXPECT_EQ(timed_values(table, *mass, {.from = std::nullopt, .to = 0.9}).size(), 1u);
}

TEST(SeriesTable, RefusesOtherFiles) {
  const Scratch scratch;
  const std::string path = scratch.file("series.csv");
  EXPECT_THROW(read_series(path), InputError);
  for (const char* text : {"", "a,b\n1,2\n", "# units: s,1\ntime,a\n1\n", "# units: s,1\ntime,a\n1,x\n"}) {
    write_replacing(path, bytes_of(text));
    EXPECT_THROW(read_series(path), InputError) << text;
  }
}

TEST(SeriesTable, TakesNumbers) {
  const TimedValues v{{0, 1, 2, 4}, {3, 1, -5, 1}};
  EXPECT_EQ(taken(v, "first"), 3);
  EXPECT_EQ(taken(v, "last"), 1);
  EXPECT_EQ(taken(v, "min"), -5);
  EXPECT_EQ(taken(v, "max"), 3);
  EXPECT_EQ(taken(v, "mean"), 0);
  EXPECT_EQ(taken(v, "range"), 8);
  EXPECT_EQ(taken(v, "largest"), 5);
  EXPECT_EQ(taken(v, "growth"), -2);
  EXPECT_EQ(taken(v, "rms"), 3);
  EXPECT_TRUE(std::isnan(taken(TimedValues{}, "last")));
  EXPECT_THROW(taken(v, "lastt"), InputError);
  for (const std::string& way : ways_to_take()) EXPECT_TRUE(std::isfinite(taken(v, way))) << way;
}

TEST(SeriesTable, SlopeIsThatOfTheLineWithLeastSquares) {
  EXPECT_DOUBLE_EQ(fitted_slope({{0, 1, 5}, {2, 4, 12}}), 2);
  // A symmetric bump does not tilt the line.
  EXPECT_DOUBLE_EQ(fitted_slope({{-1, 0, 1}, {-3, 7, 3}}), 3);
  EXPECT_TRUE(std::isnan(fitted_slope({{1, 1}, {0, 5}})));
}

TEST(SeriesTable, DifferencesAreTakenAtTheSameTimes) {
  const TimedValues a{{0, 1, 2, 3}, {10, 10, 10, 10}}, b{{0, 2}, {0, 4}};
  EXPECT_EQ(value_at(b, 0.5), 1);
  EXPECT_EQ(value_at(b, 7), 4);
  const TimedValues d = difference(a, b);
  EXPECT_EQ(d.time, (std::vector<double>{0, 1, 2}));
  EXPECT_EQ(d.value, (std::vector<double>{10, 8, 6}));
}

}  // namespace
}  // namespace cairn
