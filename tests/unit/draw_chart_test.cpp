// Charts: where marks land, what histograms count, and the table of the same numbers.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

#include "draw/chart.h"

namespace cairn {
namespace {

constexpr double kPixelsAtTheEnds = 0.02;  // of the pixels of a line

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// How far a pixel is from grey: axes, grid and text are grey, marks are not.
int colourfulness(const Image& image, int x, int y) {
  const std::uint8_t* p = image.rgb.data() + image.offset(x, y);
  return std::max({p[0], p[1], p[2]}) - std::min({p[0], p[1], p[2]});
}

struct Marked {
  int left = 1 << 30, right = -1, top = 1 << 30, bottom = -1, count = 0;
};

// The part of the image that has colour.
Marked marked(const Image& image) {
  Marked m;
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x) {
      if (colourfulness(image, x, y) < 60) continue;
      m.left = std::min(m.left, x), m.right = std::max(m.right, x);
      m.top = std::min(m.top, y), m.bottom = std::max(m.bottom, y);
      ++m.count;
    }
  return m;
}

Chart one_series(std::vector<double> x, std::vector<double> y, Marks marks = Marks::line) {
  return {.title = "A title",
          .x = {"t [s]", Scale::linear, ValueRange{0, 10}},
          .y = {"v [m/s]", Scale::linear, ValueRange{0, 10}},
          .series = {{"", std::move(x), std::move(y), marks}}};
}

TEST(Chart, ALineJoinsItsEnds) {
  const Image image = draw(one_series({0, 10}, {0, 10}));
  const Marked m = marked(image);
  // The diagonal of the frame: in every column of it one stretch of colour, higher to the right.
  EXPECT_GT(m.right - m.left, 600);
  EXPECT_GT(m.bottom - m.top, 350);
  const double slope = static_cast<double>(m.bottom - m.top) / (m.right - m.left);
  for (int x = m.left + 5; x < m.right - 5; x += 50) {
    const int y = static_cast<int>(std::lround(m.bottom - slope * (x - m.left)));
    EXPECT_GT(std::max(colourfulness(image, x, y), colourfulness(image, x, y - 1)), 60) << x;
    EXPECT_LT(colourfulness(image, x, y - 20), 10) << x;
  }
}

TEST(Chart, SeriesHaveTheirColourWhereTheirDataAre) {
  Chart chart = one_series({0, 10}, {2, 2});
  chart.series.push_back({"", {0, 10}, {8, 8}, Marks::line});
  const Image image = draw(chart);
  const auto middle = [&](int from, int to) {  // the most colourful pixel of the middle column
    int best = from;
    for (int y = from; y < to; ++y)
      if (colourfulness(image, image.width / 2, y) > colourfulness(image, image.width / 2, best)) best = y;
    const std::uint8_t* p = image.rgb.data() + image.offset(image.width / 2, best);
    return std::array<int, 3>{p[0], p[1], p[2]};
  };
  const std::array<int, 3> upper = middle(100, 300), lower = middle(300, 550);
  EXPECT_GT(upper[0], upper[2] + 100);  // the second series is orange
  EXPECT_GT(lower[2], lower[0] + 100);  // the first one is blue
}

// Letters stand in an SVG as uses of glyphs.
std::size_t letters(const Chart& chart) {
  const std::string svg = svg_of(chart);
  EXPECT_TRUE(svg.starts_with("<?xml"));
  EXPECT_TRUE(svg.ends_with("</svg>\n"));
  std::size_t count = 0;
  for (std::size_t at = 0; (at = svg.find("<use", at)) != std::string::npos; ++at) ++count;
  return count;
}

TEST(Chart, TitlesAndLabelsAreTextInAnSvg) {
  Chart chart = one_series({0, 10}, {0, 10});
  chart.title = "", chart.x.label = "", chart.y.label = "";
  const std::size_t plain = letters(chart);
  EXPECT_GE(plain, 12u);  // the numbers of both axes
  chart.title = "Schüttgut";
  EXPECT_EQ(letters(chart), plain + 9);
  chart.x.label = "время";
  chart.y.label = "μ";
  EXPECT_EQ(letters(chart), plain + 9 + 5 + 1);
}

TEST(Chart, TitlesThatAreNotAsciiAreDrawn) {
  Chart chart = one_series({0, 10}, {0, 10});
  chart.title = "скорость";
  const Image cyrillic = draw(chart);
  chart.title = "????????";
  EXPECT_NE(cyrillic.rgb, draw(chart).rgb);
  chart.title = "";
  EXPECT_NE(cyrillic.rgb, draw(chart).rgb);
}

TEST(Chart, PointsLandWhereTheirValuesAre) {
  const Marked corner = marked(draw(one_series({0, 10}, {0, 10})));
  const Marked middle = marked(draw(one_series({5}, {5}, Marks::points)));
  EXPECT_NEAR(middle.left + middle.right, corner.left + corner.right, 4);
  EXPECT_NEAR(middle.top + middle.bottom, corner.top + corner.bottom, 4);
}

TEST(Chart, LogarithmicAxesPutEqualFactorsAtEqualDistances) {
  Chart chart = one_series({1}, {10}, Marks::points);
  chart.y = {"r", Scale::logarithmic, ValueRange{1, 100}};
  const Marked at_ten = marked(draw(chart));
  chart.series[0].y = {1};
  const Marked at_one = marked(draw(chart));
  chart.series[0].y = {100};
  const Marked at_hundred = marked(draw(chart));
  // The lowest and the highest are half hidden by the frame, so their free edges are compared.
  EXPECT_NEAR(at_one.top + at_hundred.bottom, at_ten.top + at_ten.bottom, 6);
  chart.series[0].y = {-1};
  EXPECT_EQ(marked(draw(chart)).count, 0);
}

TEST(Chart, LogarithmicAxesSayHowManyValuesTheyHide) {
  Chart chart = one_series({1, 2, 3, 4, 5}, {10, 0, -1, kNan, 100});
  EXPECT_EQ(hidden_values(chart).y, 0u);
  chart.y = {"", Scale::logarithmic, ValueRange{1, 1000}};
  EXPECT_EQ(hidden_values(chart).y, 2u);
  EXPECT_EQ(hidden_values(chart).x, 0u);
  const std::size_t told = letters(chart);
  chart.series[0].y = {10, 10, 10, kNan, 100};
  EXPECT_EQ(told, letters(chart) + std::string("2 values at or below 0 are not shown").size());
}

TEST(Chart, GapsAreLeftWhereThereIsNoValue) {
  const Marked whole = marked(draw(one_series({0, 2, 4, 6, 8, 10}, {5, 5, 5, 5, 5, 5})));
  const Marked gap = marked(draw(one_series({0, 2, 4, 6, 8, 10}, {5, 5, kNan, kNan, 5, 5})));
  EXPECT_EQ(gap.left, whole.left);
  EXPECT_EQ(gap.right, whole.right);
  EXPECT_NEAR(static_cast<double>(gap.count) / whole.count, 0.4, kPixelsAtTheEnds);
}

TEST(Chart, NothingToShowIsStillAPicture) {
  for (const double value : {0.0, 1e300, -3.0, kNan}) {
    Chart chart = one_series({0}, {value});
    chart.x.range = chart.y.range = std::nullopt;
    EXPECT_EQ(draw(chart).rgb.size(), 3u * 900 * 600) << value;
  }
  EXPECT_EQ(draw(Chart{}).rgb.size(), 3u * 900 * 600);
}

TEST(Chart, HistogramsCount) {
  const std::vector<double> values{0, 0.1, 0.99, 1, 2.5, 3, 4, 4.1, -0.1, kNan};
  const ChartSeries bars = histogram("f", values, {0, 4}, 4);
  EXPECT_EQ(bars.x, (std::vector<double>{0, 1, 2, 3, 4}));
  EXPECT_EQ(bars.y, (std::vector<double>{3, 1, 1, 2}));
}

TEST(Chart, BarsStandOnZero) {
  Chart chart = one_series({0, 5, 10}, {4, 8}, Marks::bars);
  const Image image = draw(chart);
  const Marked m = marked(image);
  const int height = m.bottom - m.top, quarter = m.left + (m.right - m.left) / 4;
  EXPECT_GT(colourfulness(image, quarter, m.bottom - height / 4), 45);
  EXPECT_LT(colourfulness(image, quarter, m.bottom - 3 * height / 4), 45);
  EXPECT_GT(colourfulness(image, quarter + (m.right - m.left) / 2, m.bottom - 3 * height / 4), 45);
}

TEST(Chart, TablesHoldTheNumbers) {
  Chart chart = one_series({0, 1}, {2.5, kNan});
  chart.series[0].name = "a, b";
  chart.series.push_back(histogram("n", std::vector<double>{1, 1}, {0, 2}, 1));
  EXPECT_EQ(chart_csv(chart),
            "series,t [s],t [s] end,v [m/s]\n"
            "\"a, b\",0,,2.5\n"
            "\"a, b\",1,,\n"
            "n,0,2,2\n");
  const HeatMap map{.title = "",
                    .x_label = "x",
                    .y_label = "y",
                    .label = "p",
                    .x = {0, 2},
                    .y = {0, 1},
                    .columns = 2,
                    .rows = 1,
                    .values = {7, 8}};
  EXPECT_EQ(chart_csv(map), "x,y,p\n0.5,0.5,7\n1.5,0.5,8\n");
}

TEST(Chart, HeatMapsHaveTheirRowsFromBelow) {
  HeatMap map{.title = "",
              .x_label = "x [m]",
              .y_label = "y [m]",
              .label = "p [N]",
              .x = {0, 2},
              .y = {0, 2},
              .columns = 2,
              .rows = 2,
              .values = {1, 0, 0, 0}};
  const Image image = draw(map);
  // The only high value is at the lower left: yellow there, dark blue at the other three.
  const auto red = [&](double fx, double fy) {
    return image.rgb[image.offset(static_cast<int>(fx * image.width), static_cast<int>(fy * image.height))];
  };
  EXPECT_GT(red(0.2, 0.75), 180);
  EXPECT_LT(red(0.2, 0.3), 100);
  EXPECT_LT(red(0.5, 0.75), 100);
}

}  // namespace
}  // namespace cairn
