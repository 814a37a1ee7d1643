// A scene as read: the text, and the values it means with all defaults. Everything else is built from here.
#pragma once

#include <string>
#include <vector>

#include "scene/paths.h"
#include "text/node.h"
#include "text/value.h"

namespace cairn {

// Every key a scene may have: reader, schema, reference page and resolved scene come from this one
// declaration.
const Option& scene_vocabulary();
// The page docs/scene.md.
std::string scene_reference();

// Where a scene may read besides its own folder: the user says it, never the scene.
struct Reach {
  std::vector<std::string> allowed;  // folders, as allowed_folders() gives them
  std::string results;               // folder of the results: `start` looks for runs beside it
};

class Scene {
 public:
  // Reads a file, applies the overrides (KEY=VALUE), and checks all of it against the vocabulary.
  static Scene from_file(const std::string& path, const std::vector<std::string>& overrides = {},
                         Reach reach = {});
  static Scene from_text(std::string text, std::string name, std::string folder = ".",
                         const std::vector<std::string>& overrides = {}, Reach reach = {});

  const Value& operator[](std::string_view key) const { return root_[key]; }
  const Value& root() const { return root_; }
  // The folder that files named by the scene must lie in.
  const std::string& folder() const { return folders_.home; }
  // The same, with those that the user allows.
  const Folders& folders() const { return folders_; }
  const std::string& results() const { return results_; }  // folder of the results; empty: none is known
  // A file inside these folders; absolute paths, "..", links that lead out and devices are refused at the
  // place of the value that names it.
  std::string file(const Value& name) const;
  // A further text with a declaration of its own; its expressions know the names under `let`. The Value points
  // to both.
  Value read(const Tree& tree, const Option& option) const;
  // The scene with every default, `let` and override resolved, as text that reads back to the same values.
  std::string resolved() const;

 private:
  Scene(Tree tree, std::string folder, const std::vector<std::string>& overrides, Reach reach);
  Tree tree_;
  Folders folders_;
  std::string results_;
  Value root_;
};

}  // namespace cairn
