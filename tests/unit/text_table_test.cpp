// The table of rows by name, on a table of its own and on the option that it declares.
#include <gtest/gtest.h>

#include <functional>

#include "text/emit.h"
#include "text/table.h"

namespace cairn {
namespace {

struct Drink {
  std::string name;
  double sugar = 0;
  int cups = 0;
};

struct DrinkRow {
  std::string name, reference, meaning;
  std::vector<Option> options;
  Drink (*make)(const Value& options, int cups);
};

Drink sweetened(const Value& options, int cups) { return {options.name(), options["sugar"].number(), cups}; }

const Table<DrinkRow>& drinks() {
  using namespace declare;
  static const Table<DrinkRow> table(
      "drink",
      {{"coffee",
        "B1",
        "wakes up",
        {number("sugar", dim::mass, "5 g", "in a cup").non_negative()},
        sweetened},
       {"tea", "", "calms down", {number("sugar", dim::mass, "0", "in a cup").non_negative()}, sweetened}},
      {flag("hot", "true", "as most like it")});
  return table;
}

std::string refusal_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.message();
  }
  return "accepted";
}

TEST(Table, FindsRowsByNameAndOffersTheNearest) {
  EXPECT_EQ(drinks().find("tea").meaning, "calms down");
  EXPECT_EQ(drinks().index("tea"), 1u);
  EXPECT_EQ(drinks()[1].name, "tea");
  EXPECT_TRUE(drinks().has("coffee"));
  EXPECT_FALSE(drinks().has("cofee"));
  EXPECT_EQ(drinks().names(), (std::vector<std::string>{"coffee", "tea"}));
  const std::string message = refusal_of([] { drinks().find("cofee"); });
  EXPECT_NE(message.find("there is no drink 'cofee'"), std::string::npos) << message;
  EXPECT_NE(message.find("'coffee'"), std::string::npos) << message;
}

TEST(Table, DeclaresTheKeyOfAScene) {
  const Option option = drinks().option("what there is to drink", "tea");
  EXPECT_EQ(option.name, "drink");
  EXPECT_EQ(option.presence.text, "tea");
  EXPECT_EQ(option.child_names(), drinks().names());
  EXPECT_EQ(option.child("coffee")->reference, "B1");
  EXPECT_EQ(option.child("coffee")->child_names(), (std::vector<std::string>{"hot", "sugar"}));
  EXPECT_EQ(drinks().option("").called("cup").name, "cup");
}

TEST(Table, MakesWhatASceneChose) {
  const Option option = drinks().option("");
  const Tree tree = Tree::from_text("{coffee: {sugar: 3 g}}", "a");
  const Value chosen = interpret(tree.root(), option, {}, "drink");
  EXPECT_EQ(drinks().find(chosen).name, "coffee");
  const Drink drink = drinks().make(chosen, 2);
  EXPECT_EQ(drink.name, "coffee");
  EXPECT_EQ(drink.sugar, 0.003);
  EXPECT_EQ(drink.cups, 2);
}

TEST(Table, MakesRowsWithTheirDefaults) {
  EXPECT_EQ(drinks().make("coffee", 1).sugar, 0.005);
  EXPECT_EQ(drinks().make("tea", 1).sugar, 0);
  EXPECT_NE(refusal_of([] { drinks().make("water", 1); }), "accepted");
}

TEST(Table, MakesRowsWithSettings) {
  EXPECT_EQ(drinks().make_with("tea", {"sugar=2 g", "hot=false"}, 1).sugar, 0.002);
  EXPECT_EQ(drinks().make_with("coffee", {}, 1).sugar, 0.005);
  const std::string unknown = refusal_of([] { drinks().make_with("tea", {"milk=1 g"}, 1); });
  EXPECT_NE(unknown.find("milk"), std::string::npos) << unknown;
  EXPECT_NE(refusal_of([] { drinks().make_with("tea", {"sugar=-1 g"}, 1); }), "accepted");
}

// Defaults that are read from nothing are those that an empty text leads to.
TEST(Table, DefaultsAreThoseOfAnEmptyText) {
  const Option own = *drinks().option("").child("coffee");
  const Value values = defaults(own);
  const Tree tree = Tree::from_text("{}", "a");
  const Value read = interpret(tree, own);
  EXPECT_EQ(emit(values), emit(read));
}

TEST(Table, DefaultsNeedAValueForEveryRequiredKey) {
  using namespace declare;
  const Option needy = object("needy", {number("size", dim::length, required, "of it")}, "has no default");
  EXPECT_NE(refusal_of([&] { defaults(needy); }).find("size"), std::string::npos);
}

TEST(TableDeathTest, NamesAreUnique) {
  const DrinkRow row{"tea", "", "calms down", {}, sweetened};
  EXPECT_DEATH((Table<DrinkRow>("drink", {row, row})), "count");
}

}  // namespace
}  // namespace cairn
