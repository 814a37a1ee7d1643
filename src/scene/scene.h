// A scene as read: the text, and the values it means with all defaults. Everything else is built from here.
#pragma once

#include <string>
#include <vector>

#include "text/node.h"
#include "text/value.h"

namespace cairn {

// Every key a scene may have: reader, schema, reference page and resolved scene come from this one
// declaration.
const Option& scene_vocabulary();
// The page docs/scene.md.
std::string scene_reference();

class Scene {
 public:
  // Reads a file, applies the overrides (KEY=VALUE), and checks all of it against the vocabulary.
  static Scene from_file(const std::string& path, const std::vector<std::string>& overrides = {});
  static Scene from_text(std::string text, std::string name, std::string folder = ".",
                         const std::vector<std::string>& overrides = {});

  const Value& operator[](std::string_view key) const { return root_[key]; }
  const Value& root() const { return root_; }
  // The folder that files named by the scene must lie in.
  const std::string& folder() const { return folder_; }
  // A file inside the folder of the scene; absolute paths, "..", links that lead out and devices are refused
  // at the place of the value that names it.
  std::string file(const Value& name) const;
  // The scene with every default, `let` and override resolved, as text that reads back to the same values.
  std::string resolved() const;

 private:
  Scene(Tree tree, std::string folder, const std::vector<std::string>& overrides);
  Tree tree_;
  std::string folder_;
  Value root_;
};

}  // namespace cairn
