#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "text/schema.h"
#include "unit/scene_sample.h"

namespace cairn {
namespace {

const std::string kSchema = json_schema(sample::vocabulary(), "cairn scene");
const std::string kPage = reference_page(sample::vocabulary(), "Scene files");

// JSON is a subset of the YAML we read, so our own reader finds the keys in it.
class Schema : public testing::Test {
 protected:
  const Tree tree = Tree::from_text(kSchema, "schema.json");

  const Node& at(std::initializer_list<const char*> path) const {
    const Node* node = &tree.root();
    for (const char* key : path) {
      node = node->is_list() ? item(*node, std::stoi(key)) : node->find(key);
      if (node == nullptr) throw std::runtime_error(std::string("no ") + key);
    }
    return *node;
  }

  static const Node* item(const Node& list, int i) {
    const Node* node = list.first;
    while (i-- > 0 && node != nullptr) node = node->next;
    return node;
  }
};

TEST_F(Schema, IsValidJson) {
  const auto path = std::filesystem::path(testing::TempDir()) / "scene_schema_test.json";
  std::ofstream(path) << kSchema;
  EXPECT_EQ(std::system(("/usr/bin/python3 -m json.tool '" + path.string() + "' /dev/null").c_str()), 0);
  std::filesystem::remove(path);
}

TEST_F(Schema, TopOfTheDocument) {
  EXPECT_EQ(at({"$schema"}).text(), "https://json-schema.org/draft/2020-12/schema");
  EXPECT_EQ(at({"title"}).text(), "cairn scene");
  EXPECT_EQ(at({"type"}).text(), "object");
  EXPECT_EQ(at({"additionalProperties"}).text(), "false");
  EXPECT_EQ(at({"required", "0"}).text(), "materials");
}

TEST_F(Schema, Numbers) {
  const Node& end = at({"properties", "time", "properties", "end"});
  EXPECT_EQ(end.find("type")->first->text(), "number");
  EXPECT_EQ(end.find("type")->first->next->text(), "string");
  EXPECT_EQ(end.find("exclusiveMinimum")->text(), "0");
  EXPECT_EQ(end.find("description")->text(), "when the run ends [s]");
  const Node& step = at({"properties", "time", "properties", "step"});
  EXPECT_EQ(step.find("default")->text(), "auto");
  EXPECT_EQ(step.find("anyOf")->first->find("enum")->first->text(), "auto");
  EXPECT_EQ(at({"properties", "dimension", "maximum"}).text(), "3");
  EXPECT_EQ(at({"properties", "dimension", "default"}).text(), "3");
}

TEST_F(Schema, ListsMapsAndVariants) {
  EXPECT_EQ(at({"properties", "gravity", "minItems"}).text(), "3");
  EXPECT_EQ(at({"properties", "materials", "additionalProperties", "type"}).text(), "object");
  const Node& body = at({"properties", "bodies", "items", "properties"});
  EXPECT_NE(body.find("fill"), nullptr);  // merged
  EXPECT_NE(body.find("lattice"), nullptr);
  EXPECT_EQ(body.find("generator"), nullptr);
  const Node& shapes = *body.find("shape")->find("anyOf");
  EXPECT_EQ(shapes.size, 4u);  // names alone, and three maps
  EXPECT_EQ(shapes.first->find("enum")->keys().size(), 0u);
  EXPECT_EQ(shapes.first->find("enum")->first->text(), "sphere");
  const Node& method = at({"properties", "method", "anyOf", "1", "properties", "explicit"});
  EXPECT_NE(method.find("properties")->find("stiffness"), nullptr);  // tagged
  EXPECT_EQ(method.find("allOf")->first->find("then")->find("required")->first->text(), "stiffness");
}

TEST(Reference, TablesBySection) {
  EXPECT_CONTAINS(kPage,
                  "# Scene files\nAll keys of a scene of cairn, section by section. The program writes this "
                  "page.\n\n| key | type | default | meaning |\n|---|---|---|---|\n");
  EXPECT_CONTAINS(
      kPage, "| `gravity` | 3 numbers: acceleration [m/s2] | `[0, 0, -9.81]` | acceleration of free fall |");
  EXPECT_CONTAINS(kPage, "\n## `time`\ntime stepping.\n");
  EXPECT_CONTAINS(kPage, "| `step` | time [s], > 0; or `auto` | `auto` | time step |");
  EXPECT_CONTAINS(kPage, "| `end` | time [s], > 0 | required | when the run ends |");
  EXPECT_CONTAINS(kPage, "\n## `materials.NAME`\n");
  EXPECT_CONTAINS(kPage, "\n## `bodies[].shape.sphere`\n");
  EXPECT_CONTAINS(kPage, "with `law: hooke`: of the spring");
  EXPECT_CONTAINS(kPage, "| `fill` | section | at most one | random packing |");
  EXPECT_CONTAINS(kPage, "| `remove` | text | exactly one | body that leaves |");
  EXPECT_CONTAINS(kPage, "| `velocity` | list of 3: speed [m/s]; may depend on t |");
}

TEST(Reference, RepeatedSectionsAreNamedNotRepeated) {
  using namespace declare;
  const Option root = object(
      "r",
      {object("a", {sample::shape()}, "one"), object("b", {flag("x", "true", ""), sample::shape()}, "two")},
      "");
  const std::string page = reference_page(root, "x");
  EXPECT_CONTAINS(page, "| `shape` | one of `sphere`, `box`, `plane`, as `a.shape` |");
  EXPECT_EQ(page.find("## `b.shape"), std::string::npos);
}

// Laws that share an option share its row; what differs is told by the law.
TEST(Reference, SharedOptionsOfATaggedVariantAreToldOnce) {
  using namespace declare;
  const auto law = [](const char* name, const char* stiffness) {
    return object(name, {number("k", dim::stiffness, stiffness, "spring"), flag("wet", "false", "drops")},
                  "");
  };
  Option soft = law("soft", "1"), hard = law("hard", "9"), none = object("none", {}, "");
  soft.children.push_back(text("name", required, "its own"));
  const Option root = object("r", {variant("law", {soft, hard, none}, "what acts", required).tagged()}, "");
  const std::string page = reference_page(root, "x");
  EXPECT_CONTAINS(
      page,
      "| `k` | stiffness [N/m] | `law: soft`: `1`; `law: hard`: `9` | with `law: soft`, `hard`: spring |");
  EXPECT_CONTAINS(page, "| `wet` | `true` or `false` | `false` | with `law: soft`, `hard`: drops |");
  EXPECT_CONTAINS(page, "| `name` | text | required | with `law: soft`: its own |");
  EXPECT_EQ(page.find("| `wet`"), page.rfind("| `wet`"));
}

TEST(Reference, MeasuresShowTheirColumns) {
  using namespace declare;
  Option force = object("force", {}, "force on a body");
  force.columns = {{"x y z", "N", "along the axes"}, {"p_I_J", "Pa", "in cell I, J"}};
  const std::string page = reference_page(object("r", {force}, ""), "x");
  EXPECT_CONTAINS(page,
                  "## `force`\nforce on a body.\n\n| column | unit | meaning |\n|---|---|---|\n"
                  "| `x`, `y`, `z` | N | along the axes |\n| `p_I_J` | Pa | in cell I, J |\n");
}

}  // namespace
}  // namespace cairn
