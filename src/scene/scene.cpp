#include "scene/scene.h"

#include <filesystem>

#include "scene/paths.h"
#include "text/emit.h"
#include "text/interpret.h"

namespace cairn {

Scene::Scene(Tree tree, std::string folder, const std::vector<std::string>& overrides, Reach reach)
    : tree_(std::move(tree)),
      folders_(std::move(folder), std::move(reach.allowed)),
      results_(std::move(reach.results)) {
  for (const std::string& argument : overrides) tree_.set(argument, scene_vocabulary());
  root_ = interpret(tree_, scene_vocabulary());
}

Scene Scene::from_file(const std::string& path, const std::vector<std::string>& overrides, Reach reach) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  return {Tree::from_file(path), folder.empty() ? "." : folder.string(), overrides, std::move(reach)};
}

Scene Scene::from_text(std::string text, std::string name, std::string folder,
                       const std::vector<std::string>& overrides, Reach reach) {
  return {Tree::from_text(std::move(text), std::move(name)), std::move(folder), overrides, std::move(reach)};
}

std::string Scene::file(const Value& name) const { return confined_file(folders_, name.text(), name.mark()); }

Value Scene::read(const Tree& tree, const Option& option) const {
  const Node* names = tree_.root().find("let");
  return interpret(tree.root(), option, names ? read_lets(*names, "let") : Lets{}, "");
}

std::string Scene::resolved() const { return emit(root_); }

}  // namespace cairn
