// A scene after reading: its text, and the values that it stands for, with all defaults. Everything else is
// built from these values.
#pragma once

#include <string>
#include <vector>

#include "scene/paths.h"
#include "text/node.h"
#include "text/value.h"

namespace cairn {

// Declares every key that a scene may have. Reader, schema, reference page and resolved scene all use this
// one declaration.
const Option& scene_vocabulary();
// The page docs/scene.md.
std::string scene_reference();

// Where a scene may read besides its own folder. The user decides this, never the scene.
struct Reach {
  std::vector<std::string> allowed;  // folders, as allowed_folders() gives them
  std::string results;               // folder of the results; `start` also finds runs beside it
};

class Scene {
 public:
  // Reads a file, applies the overrides (KEY=VALUE) and checks everything against the vocabulary.
  static Scene from_file(const std::string& path, const std::vector<std::string>& overrides = {},
                         Reach reach = {});
  static Scene from_text(std::string text, std::string name, std::string folder = ".",
                         const std::vector<std::string>& overrides = {}, Reach reach = {});

  const Value& operator[](std::string_view key) const { return root_[key]; }
  const Value& root() const { return root_; }
  // The scene's own folder, where the files that it names must lie.
  const std::string& folder() const { return folders_.home; }
  // The same, with the folders that the user allows.
  const Folders& folders() const { return folders_; }
  const std::string& results() const { return results_; }  // folder of the results; empty: unknown
  // The path of a file that the scene names. Throws InputError if it is outside these folders or not a
  // regular file (scene/paths.h).
  std::string file(const Value& name) const;
  // The scene with every default, `let` and override filled in. Reading this text gives the same values.
  std::string resolved() const;

 private:
  Scene(Tree tree, std::string folder, const std::vector<std::string>& overrides, Reach reach);
  Tree tree_;
  Folders folders_;
  std::string results_;
  Value root_;
};

}  // namespace cairn
