#include "scene/scene.h"

#include <filesystem>

#include "scene/paths.h"
#include "text/emit.h"
#include "text/interpret.h"

namespace cairn {

Scene::Scene(Tree tree, std::string folder, const std::vector<std::string>& overrides)
    : tree_(std::move(tree)), folder_(std::move(folder)) {
  for (const std::string& argument : overrides) tree_.set(argument, scene_vocabulary());
  root_ = interpret(tree_, scene_vocabulary());
}

Scene Scene::from_file(const std::string& path, const std::vector<std::string>& overrides) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  return {Tree::from_file(path), folder.empty() ? "." : folder.string(), overrides};
}

Scene Scene::from_text(std::string text, std::string name, std::string folder,
                       const std::vector<std::string>& overrides) {
  return {Tree::from_text(std::move(text), std::move(name)), std::move(folder), overrides};
}

std::string Scene::file(const Value& name) const { return confined_file(folder_, name.text(), name.mark()); }

std::string Scene::resolved() const { return emit(root_); }

}  // namespace cairn
