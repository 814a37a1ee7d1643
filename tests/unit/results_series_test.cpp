#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "base/file.h"
#include "results/series.h"
#include "scratch.h"

namespace cairn {
namespace {

const std::vector<Column> kColumns{{"time", "s"}, {"flow.mass", "kg"}, {"contacts"}};
const std::string kHeader = "# units: s,kg,1\ntime,flow.mass,contacts\n";

TEST(Series, WritesHeaderAndRows) {
  const Scratch scratch;
  Series series = Series::start(scratch.file("series.csv"), kColumns);
  series.add_row(std::vector{0.0, 0.1, 12.0});
  series.add_row(std::vector{1.0 / 3, std::nan(""), 1e-300});
  series.add_row(std::vector{2.0, std::nan(""), std::nan("")});
  const std::string expected = kHeader + "0,0.1,12\n0.3333333333333333,,1e-300\n2,,\n";
  EXPECT_EQ(read_text(scratch.file("series.csv")), expected);
  EXPECT_EQ(series.offset(), expected.size());
}

TEST(Series, StartReplacesAnOldFile) {
  const Scratch scratch;
  write_replacing(scratch.file("series.csv"), bytes_of("something old\n"));
  Series::start(scratch.file("series.csv"), kColumns);
  EXPECT_EQ(read_text(scratch.file("series.csv")), kHeader);
}

TEST(Series, NamesWithCommasAreQuoted) {
  const Scratch scratch;
  Series::start(scratch.file("series.csv"), {{"a,b", "m"}, {"say \"x\"", "kg"}});
  EXPECT_EQ(read_text(scratch.file("series.csv")), "# units: m,kg\n\"a,b\",\"say \"\"x\"\"\"\n");
}

TEST(Series, ResumeCutsWhatCameAfterTheCheckpoint) {
  const Scratch scratch;
  const std::string path = scratch.file("series.csv");
  Series series = Series::start(path, kColumns);
  series.add_row(std::vector{0.0, 1.0, 2.0});
  const std::uint64_t offset = series.offset();
  series.add_row(std::vector{1.0, 1.0, 2.0});
  append(path, bytes_of("2.0,half a r"));  // killed here

  Series resumed = Series::resume(path, kColumns, offset);
  EXPECT_EQ(resumed.offset(), offset);
  resumed.add_row(std::vector{1.0, 1.0, 2.0});
  EXPECT_EQ(read_text(path), kHeader + "0,1,2\n1,1,2\n");
}

TEST(Series, ResumeRefusesAnotherFile) {
  const Scratch scratch;
  const std::string path = scratch.file("series.csv");
  EXPECT_THROW(Series::resume(path, kColumns, 10), RunError);
  Series series = Series::start(path, kColumns);
  EXPECT_THROW(Series::resume(path, kColumns, series.offset() + 1), RunError);
  EXPECT_THROW(Series::resume(path, kColumns, 3), RunError);
  EXPECT_THROW(Series::resume(path, {{"time", "s"}, {"mass", "kg"}, {"c"}}, series.offset()), RunError);
  EXPECT_EQ(read_text(path), kHeader);
}

}  // namespace
}  // namespace cairn
