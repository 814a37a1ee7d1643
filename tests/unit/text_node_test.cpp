#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "text/node.h"
#include "unit/scene_sample.h"

namespace cairn {
namespace {

std::string refusal(const std::string& text) {
  try {
    Tree::from_text(text, "a.yaml");
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Node, TreeWithPlaces) {
  const Tree tree = Tree::from_text("a: 1\nb:\n  - x\n  - 'y z'\nc: {d: [1, 2]}\n", "a.yaml");
  const Node& root = tree.root();
  ASSERT_TRUE(root.is_map());
  EXPECT_EQ(root.size, 6u);
  EXPECT_EQ(root.keys(), (std::vector<std::string>{"a", "b", "c"}));
  const Node* b = root.find("b");
  ASSERT_TRUE(b != nullptr && b->is_list());
  EXPECT_EQ(b->first->text(), "x");
  EXPECT_EQ(b->first->line, 3u);
  EXPECT_EQ(b->first->column, 5u);
  EXPECT_EQ(b->first->next->text(), "y z");
  EXPECT_TRUE(b->first->next->quoted);
  EXPECT_EQ(b->first->next->text_mark().column, 6u);
  EXPECT_EQ(root.find("c")->find("d")->size, 2u);
  EXPECT_EQ(root.find("e"), nullptr);
}

TEST(Node, JsonIsASubset) {
  const Tree tree =
      Tree::from_text("{\"a\": [1, 2.5e-3, true, null], \"b\": {\"c\": \"x\\u00e4\"}}", "a.json");
  EXPECT_EQ(tree.root().find("a")->size, 4u);
  EXPECT_EQ(tree.root().find("b")->find("c")->text(), "x\xC3\xA4");
}

TEST(Node, ByteOrderMarkIsSkipped) {
  EXPECT_EQ(Tree::from_text("\xEF\xBB\xBF"
                            "a: 1",
                            "a.yaml")
                .root()
                .find("a")
                ->column,
            4u);
}

TEST(Node, NothingAndEmptyTextDiffer) {
  const Tree tree = Tree::from_text("a:\nb: ''\n", "a.yaml");
  EXPECT_TRUE(tree.root().find("a")->is_nothing());
  EXPECT_FALSE(tree.root().find("b")->is_nothing());
}

TEST(Node, RefusesWhatCanGrowOrMeanTwoThings) {
  EXPECT_CONTAINS(refusal("a: &x 1"), "a.yaml:1:4: error: anchors (&name) are not allowed");
  EXPECT_CONTAINS(refusal("a: *x"), "a.yaml:1:4: error: aliases (*name) are not allowed");
  EXPECT_CONTAINS(refusal("a: !!float 1"), "a.yaml:1:4: error: tags (!name) are not allowed");
  EXPECT_CONTAINS(refusal("a: !x {b: 1}"), "tags (!name)");
  EXPECT_CONTAINS(refusal("a: &x [1]"), "anchors");
  EXPECT_CONTAINS(refusal("# x\n%TAG !a! b\n---\na: 1\n"),
                  "a.yaml:2:1: error: tag directives (%TAG) are not allowed");
  EXPECT_CONTAINS(refusal("%TAG !a! b\n---\na: 1\n"), "a.yaml:1:1: error: tag directives");
  EXPECT_CONTAINS(refusal("a: 1\n---\nb: 1\n"), "a.yaml:2:1: error: only one document per file");
  EXPECT_CONTAINS(refusal("? [1]\n: 2\n"), "a.yaml:1:3: error: a key must be a plain word");
  EXPECT_CONTAINS(refusal("{a: 1}: 2\n"), "a key must be a plain word");
}

TEST(Node, BillionLaughsAreRefusedAtTheFirstAnchor) {
  std::string bomb = "a: &a [x, x]\n";
  for (char c = 'b'; c <= 'z'; ++c)
    bomb += std::string(1, c) + ": &" + c + " [*" + char(c - 1) + ", *" + char(c - 1) + "]\n";
  EXPECT_CONTAINS(refusal(bomb), "a.yaml:1:4: error: anchors");
  EXPECT_CONTAINS(refusal("&x [*x]"), "anchors");
}

TEST(Node, DuplicateKeysNameTheFirstPlace) {
  EXPECT_EQ(refusal("a: 1\nb: 2\na: 3\n"),
            "a.yaml:3:1: error: duplicate key 'a': first given at line 1, column 1\n   a: 3\n   ^");
  EXPECT_CONTAINS(refusal("x: {a: 1, b: 2, a: 3}"), "a.yaml:1:17: error: duplicate key 'a'");
  EXPECT_CONTAINS(refusal("a: 1\n\"a\": 2\n"), "duplicate key 'a'");
}

TEST(Node, BrokenTextGetsAPlace) {
  EXPECT_CONTAINS(refusal("a: [1, 2\nb: 3\n"), "a.yaml:2:");
  EXPECT_CONTAINS(refusal("a: [1, 2\nb: 3\n"), "not valid YAML");
  EXPECT_CONTAINS(refusal("a:\n\tb: 1\n"), "a.yaml:2:1: error: not valid YAML");
  EXPECT_CONTAINS(refusal("a:\n\tb: 1\n"), "indent with spaces, not with tabs");
  EXPECT_CONTAINS(refusal("a: 'open"), "not valid YAML");
  EXPECT_CONTAINS(refusal(""), "a.yaml: error: the file is empty");
  EXPECT_CONTAINS(refusal("# only a comment\n"), "the file is empty");
  EXPECT_CONTAINS(refusal("---\n"), "the file is empty");
}

TEST(Node, OnlyUtf8Text) {
  EXPECT_CONTAINS(refusal("a: 1\nb: \xFF\n"), "a.yaml:2:4: error: not a text in UTF-8");
  EXPECT_CONTAINS(refusal("a: \xC3"), "not a text in UTF-8");
  EXPECT_CONTAINS(refusal(std::string("a: x\0y", 6)), "a.yaml:1:5: error: not a text in UTF-8");
  EXPECT_CONTAINS(refusal("a: \x1b[31m"), "not a text in UTF-8");
  EXPECT_CONTAINS(refusal("a: \"x\\0y\""), "a.yaml:1:4: error: a text may not contain the character NUL");
  EXPECT_CONTAINS(refusal(std::string("\xFF\xFE"
                                      "a\0:\0 \0",
                                      8)),
                  "not a text in UTF-8");  // UTF-16
}

TEST(Node, DepthLimit) {
  EXPECT_EQ(refusal(std::string(32, '[') + std::string(32, ']')), "accepted");
  EXPECT_CONTAINS(refusal(std::string(33, '[') + std::string(33, ']')),
                  "a.yaml:1:33: error: nested deeper than 32");
  EXPECT_CONTAINS(refusal(std::string(1 << 20, '[')), "nested deeper than 32");
  EXPECT_CONTAINS(refusal(std::string(1 << 20, '{')), "a key must be a plain word");
  std::string dashes;
  for (int i = 0; i < 100000; ++i) dashes += "- ";
  EXPECT_CONTAINS(refusal(dashes), "nested deeper than 32");
}

TEST(Node, SizeLimit) {
  EXPECT_EQ(refusal(std::string(kLargestText + 1, ' ')), "a.yaml: error: text larger than 64 MiB");
  const Tree tree =
      Tree::from_text("a: '" + std::string(20 << 20, 'x') + "'", "a.yaml");  // one huge scalar is fine
  EXPECT_EQ(tree.root().find("a")->size, 20u << 20);
}

TEST(Node, CountLimit) {
  std::string text = "[";
  text.reserve(2 * kMostNodes + 10);
  while (text.size() < 2 * kMostNodes) text += "1,";
  EXPECT_CONTAINS(refusal(text + "1]"), "more than 10000000 values");
}

TEST(Node, ManyKeysOfOneMap) {
  std::string text;
  for (int i = 0; i < 100000; ++i) text.append("k").append(std::to_string(i)).append(": 1\n");
  EXPECT_EQ(refusal(text), "accepted");
  EXPECT_CONTAINS(refusal(text + "k777: 1\n"),
                  "a.yaml:100001:1: error: duplicate key 'k777': first given at line 778");
}

TEST(Node, FilesThatCanNotBeRead) {
  const auto message = [](const std::string& path) -> std::string {
    try {
      Tree::from_file(path);
    } catch (const InputError& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_EQ(message("/no/such/file.yaml"),
            "/no/such/file.yaml: error: cannot read: No such file or directory; its folder is not there");
  EXPECT_EQ(message("/"), "/: error: cannot read: it is a folder");
  EXPECT_CONTAINS(message("/dev/zer"), "; did you mean '/dev/zero'?");
  EXPECT_CONTAINS(message("/dev/zero"), "text larger than 64 MiB");
  EXPECT_CONTAINS(message("/dev/null"), "the file is empty");
}

TEST(Node, FileIsRead) {
  const auto path = std::filesystem::path(testing::TempDir()) / "scene_node_test.yaml";
  std::ofstream(path) << "a: 1\n";
  const Tree tree = Tree::from_file(path.string());
  EXPECT_EQ(tree.root().find("a")->text(), "1");
  EXPECT_EQ(tree.document().name, path.string());
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace cairn
