#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>

#include "base/json.h"
#include "base/random.h"
#include "results/summary.h"

namespace cairn {
namespace {

TEST(Json, PlainValues) {
  EXPECT_EQ(Json().line(), "null");
  EXPECT_EQ(Json(true).line(), "true");
  EXPECT_EQ(Json(3).line(), "3");
  EXPECT_EQ(Json(std::numeric_limits<std::int64_t>::min()).line(), "-9223372036854775808");
  EXPECT_EQ(Json(std::numeric_limits<std::uint64_t>::max()).line(), "18446744073709551615");
  EXPECT_EQ(Json(0.1).line(), "0.1");
  EXPECT_EQ(Json(-0.0).line(), "-0");
  EXPECT_EQ(Json(1e300).line(), "1e+300");
  EXPECT_EQ(Json("text").line(), "\"text\"");
  EXPECT_EQ(Json(std::vector<int>{1, 2}).line(), "[1, 2]");
}

TEST(Json, WhatJsonLacksIsNull) {
  EXPECT_EQ(Json(std::nan("")).line(), "null");
  EXPECT_EQ(Json(INFINITY).line(), "null");
  EXPECT_EQ(Json(-INFINITY).line(), "null");
}

TEST(Json, NumbersReadBackToTheSameBits) {
  Random random(1);
  for (int k = 0; k < 10000; ++k) {
    const double x = std::bit_cast<double>(random.next());
    ASSERT_TRUE(!std::isfinite(x) || std::strtod(Json(x).line().c_str(), nullptr) == x) << x;
  }
}

TEST(Json, TextsAreEscaped) {
  EXPECT_EQ(Json("a\"b\\c\n\t\r\x01\x7f/").line(), R"("a\"b\\c\n\t\r\u0001\u007f/")");
  EXPECT_EQ(Json(std::string_view("\0", 1)).line(), R"("\u0000")");
  EXPECT_EQ(Json("µ € 😀").line(), "\"µ € 😀\"");
}

TEST(Json, TextsAreMadeValidUtf8) {
  const std::string bad = "\"\xef\xbf\xbd\"", twice = "\"\xef\xbf\xbd\xef\xbf\xbd\"";
  EXPECT_EQ(Json("\xff").line(), bad);
  EXPECT_EQ(Json("\xc3").line(), bad);                 // begun and not ended
  EXPECT_EQ(Json("\xc0\xaf").line(), twice);           // overlong
  EXPECT_EQ(Json("\xed\xa0\x80").line().size(), 11u);  // a surrogate: three bad bytes
  EXPECT_EQ(Json("\xf5\x80\x80\x80").line().size(), 14u);
}

TEST(Json, ObjectsKeepTheirOrder) {
  Json json = Json::object();
  json.set("z", 1).set("a", Json::object()).set("list", Json::array().add(1).add("two")).set("z", 3);
  EXPECT_EQ(json.line(), R"({"z": 3, "a": {}, "list": [1, "two"]})");
  EXPECT_EQ(json.text(), "{\n  \"z\": 3,\n  \"a\": {},\n  \"list\": [1, \"two\"]\n}\n");
}

TEST(Json, LongAndNestedListsAreBroken) {
  Json rows = Json::array();
  rows.add(std::vector<int>{1, 2}).add(Json::array());
  EXPECT_EQ(rows.text(), "[\n  [1, 2],\n  []\n]\n");
  const std::string text = Json(std::vector<double>(100, 0.5)).text();
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 102);
}

TEST(Summary, HasTheFieldsOfTheContract) {
  Summary summary;
  summary.title = "A \"test\"";
  summary.steps = 7;
  summary.seconds_by_stage = {{"contacts", 0.5}};
  summary.energy.friction = 0.25;
  summary.state_hash = 0xabc;
  summary.measures = {{"flow", {{"mass", 1.5}, {"rate", std::nan("")}}}};
  const std::string text = write_summary(summary);
  const char* names[] = {"title",
                         "version",
                         "command",
                         "method",
                         "stop_reason",
                         "threads",
                         "steps",
                         "time",
                         "wall_seconds",
                         "seconds_by_stage",
                         "bodies",
                         "removed_bodies",
                         "contacts",
                         "particle_steps_per_second",
                         "iterations",
                         "residual",
                         "unconverged_steps",
                         "max_overlap_over_radius",
                         "energy",
                         "state_hash",
                         "references",
                         "measures",
                         "warnings"};
  std::size_t last = 0;
  for (const char* name : names) {
    const std::size_t at = text.find("\n  \"" + std::string(name) + "\": ");
    ASSERT_NE(at, std::string::npos) << name;
    EXPECT_TRUE(at >= last) << name;
    last = at;
  }
  for (const char* name :
       {"last", "mean", "max", "kinetic", "gravity", "elastic_normal", "elastic_tangential", "adhesion",
        "springs", "friction", "damping", "rolling", "impact", "plastic", "work_of_drives", "exchanged",
        "stored_at_start", "imbalance"}) {
    EXPECT_NE(text.find('"' + std::string(name) + "\": "), std::string::npos) << name;
  }
  EXPECT_NE(text.find(R"("title": "A \"test\"")"), std::string::npos);
  EXPECT_NE(text.find(R"("state_hash": "0x0000000000000abc")"), std::string::npos);
  EXPECT_NE(text.find("\"rate\": null"), std::string::npos);
}

}  // namespace
}  // namespace cairn
