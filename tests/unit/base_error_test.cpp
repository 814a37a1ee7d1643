#include <gtest/gtest.h>

#include "base/error.h"

namespace cairn {
namespace {

TEST(Error, MessageHasPlaceLineAndCaret) {
  const InputError error("expected a length", TextPlace{"a.yaml", 3, 6, "gap: 3 s"});
  EXPECT_STREQ(error.what(), "a.yaml:3:6: error: expected a length\n   gap: 3 s\n        ^");
  EXPECT_EQ(error.message(), "expected a length");
  EXPECT_EQ(error.place().line, 3);
}

TEST(Error, WithoutPlaceOnlyTheMessage) {
  EXPECT_STREQ(InputError("no such file").what(), "error: no such file");
  EXPECT_STREQ(InputError("empty", TextPlace{"a.yaml", 0, 0, ""}).what(), "a.yaml: error: empty");
}

TEST(Error, MarkFindsItsLineWithEveryKindOfBreak) {
  const Document document{"a.yaml",
                          "one\ntwo\r\nthree\rfour\xC2\x85"
                          "five\xE2\x80\xA8six"};
  const char* lines[] = {"one", "two", "three", "four", "five", "six"};
  for (std::uint32_t i = 0; i < 6; ++i) EXPECT_EQ((Mark{&document, i + 1, 1}.place().text), lines[i]);
  EXPECT_EQ((Mark{&document, 7, 1}.place().text), "");
  EXPECT_EQ((Mark{nullptr, 7, 1}.place().line), 0);
}

TEST(Error, ArgumentsAreNamedWithoutLineAndColumn) {
  const Document document{"--set let.d=2", "let.d=2", true};
  EXPECT_STREQ(InputError("no", Mark{&document, 1, 5}).what(),
               "--set let.d=2: error: no\n   let.d=2\n       ^");
}

TEST(Error, CaretCountsCharactersNotBytes) {
  const InputError error("x", TextPlace{"a", 1, 3, "\xC3\xA4\xC3\xB6=1"});
  EXPECT_STREQ(error.what(), "a:1:3: error: x\n   \xC3\xA4\xC3\xB6=1\n     ^");
}

TEST(Error, OfALongLineOnlyTheNeighbourhoodIsShown) {
  const std::string line = std::string(5000, 'a') + "X" + std::string(5000, 'b');
  const std::string text = InputError("x", TextPlace{"a", 1, 5001, line}).what();
  EXPECT_LT(text.size(), 300u);
  const std::size_t shown = text.find('\n') + 1, caret = text.rfind('\n') + 1;
  EXPECT_EQ(text[shown + (text.find('^') - caret)], 'X');
  EXPECT_NE(text.find("...aaa"), std::string::npos);
  EXPECT_NE(text.find("bbb..."), std::string::npos);
}

TEST(Error, ControlCharactersDoNotReachTheTerminal) {
  const std::string text = InputError("bad \x1b[31m", TextPlace{"a", 1, 1, "\ta\x7f"}).what();
  EXPECT_EQ(text, "a:1:1: error: bad ?[31m\n    a?\n   ^");
}

TEST(Error, NearestName) {
  const std::vector<std::string> names{"density", "friction", "restitution", "young", "end"};
  EXPECT_EQ(nearest("frictoin", names), "friction");  // swap
  EXPECT_EQ(nearest("densty", names), "density");     // missing letter
  EXPECT_EQ(nearest("Young", names), "young");        // case
  EXPECT_EQ(nearest("rest", names), "restitution");   // beginning
  EXPECT_EQ(nearest("edn", names), "end");
  EXPECT_EQ(nearest("colour", names), "");
  EXPECT_EQ(nearest("c", {"a", "b", "C"}), "C");
  EXPECT_EQ(nearest("c", {"a", "b"}), "");
  EXPECT_EQ(nearest("", names), "");
  EXPECT_EQ(nearest(std::string(1000, 'x'), names), "");
}

TEST(Error, SuggestionNamesWhatIsKnown) {
  EXPECT_EQ(suggestion("gpa", {"d", "gap"}), "; did you mean 'gap'? Known: d, gap");
  EXPECT_EQ(suggestion("zzz", {"d", "gap"}), "; known: d, gap");
  EXPECT_EQ(suggestion("zzz", {}), "");
  const std::vector<std::string> many(1000, "abcdefgh");
  EXPECT_LT(suggestion("zzz", many).size(), 200u);
}

TEST(Error, QuoteShortensWithoutCuttingACharacter) {
  EXPECT_EQ(quote("ab"), "'ab'");
  std::string umlauts;
  for (int i = 0; i < 100; ++i) umlauts += "\xC3\xA4";
  const std::string shown = quote(umlauts);
  EXPECT_EQ(shown.substr(1, 56), umlauts.substr(0, 56));
  EXPECT_EQ(shown.substr(57), "...'");
}

}  // namespace
}  // namespace cairn
