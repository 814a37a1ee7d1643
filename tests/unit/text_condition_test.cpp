// Conditions: what they mean, numbers that are missing, and errors at their place.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/error.h"
#include "text/condition.h"

namespace cairn {
namespace {

const std::vector<Input> kInputs{{"contacts", dim::none},
                                 {"bed.pressure", dim::pressure},
                                 {"bed.deviator", dim::pressure},
                                 {"heap-2.angle", dim::angle},
                                 {"unbalanced", dim::none}};
const std::vector<std::string> kFlags{"opened", "closed"};
const double kNone = std::numeric_limits<double>::quiet_NaN();

Condition read(const std::string& text, const Lets& lets = {}) {
  return Condition(text, {}, {kInputs, kFlags}, lets);
}

// The condition with these values of the inputs and flags.
bool holds(const std::string& text, const std::map<std::string, double>& values) {
  const Condition condition = read(text);
  std::vector<double> inputs, flags;
  for (const std::string& name : condition.inputs()) inputs.push_back(values.at(name));
  for (const std::string& name : condition.flags()) flags.push_back(values.at(name));
  return condition.holds(inputs, flags);
}

std::string refusal(const std::string& text) {
  const Document document{"scene.yaml", text};
  try {
    Condition(text, Mark{&document, 1, 1}, {kInputs, kFlags});
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

#define EXPECT_CONTAINS(text, part) EXPECT_NE((text).find(part), std::string::npos) << (text)

TEST(Condition, ComparesWithUnits) {
  const std::map<std::string, double> values{{"bed.pressure", 1e5}, {"heap-2.angle", 0.5}, {"contacts", 10}};
  EXPECT_TRUE(holds("bed.pressure > 99 kPa", values));
  EXPECT_FALSE(holds("bed.pressure > 100 kPa", values));
  EXPECT_TRUE(holds("bed.pressure >= 100 kPa", values));
  EXPECT_TRUE(holds("100 kPa <= bed.pressure", values));
  EXPECT_TRUE(holds("heap-2.angle < 30 deg", values));
  EXPECT_TRUE(holds("contacts < 10.5", values));
}

TEST(Condition, SidesAreExpressions) {
  const std::map<std::string, double> values{{"bed.pressure", 1e5}, {"bed.deviator", 4e4}, {"contacts", 10}};
  EXPECT_TRUE(holds("bed.deviator/bed.pressure > 0.39", values));
  EXPECT_TRUE(holds("abs(bed.deviator - bed.pressure) < 61 kPa and contacts > 2*4", values));
  EXPECT_TRUE(holds("(bed.deviator + bed.pressure)/2 > 69 kPa", values));
  EXPECT_EQ(read("bed.deviator > 0.5 * bed.pressure").inputs(),
            (std::vector<std::string>{"bed.deviator", "bed.pressure"}));
}

TEST(Condition, JoinsByPrecedence) {
  // `and` binds tighter than `or`, and `not` tightest.
  for (const bool a : {false, true})
    for (const bool b : {false, true})
      for (const bool c : {false, true}) {
        const std::map<std::string, double> values{{"opened", a}, {"closed", b}, {"contacts", c}};
        EXPECT_EQ(holds("opened or closed and contacts > 0", values), a || (b && c));
        EXPECT_EQ(holds("(opened or closed) and contacts > 0", values), (a || b) && c);
        EXPECT_EQ(holds("not opened and closed", values), !a && b);
        EXPECT_EQ(holds("not (opened and (closed or not contacts > 0))", values), !(a && (b || !c)));
      }
}

TEST(Condition, MissingNumbersAreNeitherTrueNorFalse) {
  const std::map<std::string, double> values{{"bed.pressure", kNone}, {"contacts", 5}};
  EXPECT_FALSE(holds("bed.pressure > 1 Pa", values));
  EXPECT_FALSE(holds("not bed.pressure > 1 Pa", values));
  EXPECT_TRUE(holds("bed.pressure > 1 Pa or contacts > 1", values));
  EXPECT_FALSE(holds("bed.pressure > 1 Pa and contacts > 1", values));
  EXPECT_TRUE(holds("not (bed.pressure > 1 Pa and contacts > 9)", values));
  EXPECT_FALSE(Condition().holds({}, {}));
}

TEST(Condition, TextHasTheValuesOfNames) {
  const Lets lets{{"p", {2e5, dim::pressure, false}}};
  const Condition condition = read("bed.pressure > 0.5*p and (contacts > 3)", lets);
  EXPECT_EQ(condition.text(), "bed.pressure > 0.5*(200000 Pa) and (contacts > 3)");
  EXPECT_EQ(read(condition.text()).text(), condition.text());
}

TEST(ConditionErrors, NameTheirPlace) {
  EXPECT_CONTAINS(refusal("bed.pressure > 1 s"),
                  "scene.yaml:1:16: error: expected a pressure such as '10 MPa'");
  EXPECT_CONTAINS(refusal("contacts > 1 and bed.presure > 1 Pa"),
                  "scene.yaml:1:18: error: no measure gives 'bed.presure'; did you mean 'bed.pressure'?");
  EXPECT_CONTAINS(refusal("contacs > 1"), "unknown quantity 'contacs'; did you mean 'contacts'?");
  EXPECT_CONTAINS(refusal("bed > 1 Pa"), "measure 'bed' has several columns");
  EXPECT_CONTAINS(refusal("contacts > 1 and opend"), "no event is called 'opend'; did you mean 'opened'?");
  EXPECT_CONTAINS(refusal("contacts"), "expected a condition such as 'contacts < 0.5', got 'contacts'");
  EXPECT_CONTAINS(refusal("contacts = 1"), "never exactly equal");
  EXPECT_CONTAINS(refusal("contacts > 1 && opened"), "write 'and', 'or', 'not'");
  EXPECT_CONTAINS(refusal("1 < contacts < 3"), "join two comparisons by 'and'");
  EXPECT_CONTAINS(refusal("(contacts > 1"), "not closed");
  EXPECT_CONTAINS(refusal("contacts > 1)"), "did not expect ')'");
  EXPECT_CONTAINS(refusal("contacts >"), "needs a number");
  EXPECT_CONTAINS(refusal("contacts > 1 and"), "expected a condition");
  EXPECT_CONTAINS(refusal("1 > 2"), "one side must be measured");
  EXPECT_CONTAINS(refusal("bed.pressure > 1e30 Pa"), "the limit must be");
  EXPECT_CONTAINS(refusal(std::string(100, '(') + "contacts > 1" + std::string(100, ')')),
                  "nested too deeply");
}

TEST(ConditionErrors, NamesThatAreCheckedLaterAreAccepted) {
  const std::vector<Input> declared{{"contacts", dim::none}};
  const Condition condition("later.column > 3 Pa and contacts > 1 and some_event", {},
                            {declared, {}, Inputs::Others::accepted});
  EXPECT_EQ(condition.inputs(), (std::vector<std::string>{"later.column", "contacts"}));
  EXPECT_EQ(condition.flags(), std::vector<std::string>{"some_event"});
}

}  // namespace
}  // namespace cairn
