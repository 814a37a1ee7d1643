// The generated pages are those that this version generates.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "places.h"
#include "scene/scene.h"
#include "text/schema.h"

namespace cairn {
namespace {

TEST(Docs, SceneReferenceIsUpToDate) {
  std::ifstream file(in_source_tree("docs/scene.md"));
  std::stringstream text;
  text << file.rdbuf();
  EXPECT_EQ(text.str(), scene_reference()) << "make it again with: cairn schema --reference > docs/scene.md";
}

TEST(Docs, SceneReferenceTellsReservedNames) {
  const std::string page = scene_reference();
  for (const char* words : {"t, pi, tau and the names of functions are taken",
                            "without it bodies[index]; ground and world are taken",
                            "without it inlet, inlet[1] ...; ground and world are taken"})
    EXPECT_NE(page.find(words), std::string::npos) << words;
}

}  // namespace
}  // namespace cairn
