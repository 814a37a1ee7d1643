#include "cairn/methods.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/error.h"
#include "text/node.h"

namespace cairn {
namespace {

// Splits at commas outside of braces.
std::vector<std::string> items_of(const std::string& list) {
  std::vector<std::string> items{""};
  int depth = 0;
  for (const char c : list) {
    depth += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
    if (c == ',' && depth == 0) {
      items.emplace_back();
    } else {
      items.back() += c;
    }
  }
  if (depth != 0) throw InputError(fmt::format("--methods: braces do not match in {}", quote(list)));
  return items;
}

// A method in the words of a scene.
struct Spelling {
  std::string kind;  // explicit, implicit ...
  std::string law, solver;
};

const Option* part(const Option& kind, const char* name, const std::string& word) {
  const Option* option = kind.child(name);
  return option != nullptr ? option->child(word) : nullptr;
}

Spelling spelling_of(const std::string& name) {
  const Option& method = *scene_vocabulary().child("method");
  const std::size_t slash = name.find('/');
  const std::string law = name.substr(0, slash),
                    solver = slash == std::string::npos ? "" : name.substr(slash + 1);
  std::vector<std::string> known{"scene"}, solvers;
  for (const Option& kind : method.children) {
    const bool has_solver = solver.empty() || part(kind, "solver", solver) != nullptr;
    if (part(kind, "law", law) != nullptr && has_solver) return {kind.name, law, solver};
    // A method without laws is named by its solver.
    if (kind.child("law") == nullptr && solver.empty() && part(kind, "solver", law) != nullptr)
      return {kind.name, "", law};
    const Option* words = kind.child("law") != nullptr ? kind.child("law") : kind.child("solver");
    if (words == nullptr) continue;
    for (const Option& word : words->children) known.push_back(word.name);
    if (part(kind, "law", law) != nullptr && kind.child("solver") != nullptr)
      solvers = kind.child("solver")->child_names();
  }
  const bool is_law = std::ranges::find(known, law) != known.end();
  if (is_law && !solver.empty())
    throw InputError(
        fmt::format("--methods: {} has no solver {}{}", law, quote(solver),
                    solvers.empty() ? fmt::format("; write {} alone", law) : suggestion(solver, solvers)));
  throw InputError(fmt::format("--methods: unknown method {}{}", quote(name), suggestion(law, known)));
}

// The law of the scene; empty if its method has none.
std::string own_law(const Scene& scene) {
  const Value& chosen = scene["method"].selected();
  return chosen.option().child("law") != nullptr ? chosen["law"].chosen() : "";
}

std::string file_name(std::string text, const std::vector<NamedMethod>& others) {
  std::ranges::replace_if(
      text, [](char c) { return !(std::isalnum(static_cast<unsigned char>(c)) || c == '_'); }, '_');
  const auto is_taken = [&](const std::string& name) {
    return std::ranges::find(others, name, &NamedMethod::file) != others.end();
  };
  std::string name = text;
  for (int k = 2; is_taken(name); ++k) name = fmt::format("{}_{}", text, k);
  return name;
}

// A step of the command line is meant for all methods.
enum class StepFrom { scene, command_line };

// Takes the step out of the options in braces, and leaves the other options.
std::string take_step(std::string& options) {
  if (options.empty()) return "";
  const Tree tree = Tree::from_text("{" + options + "}", "--methods");
  std::string step, rest;
  const Node& map = tree.root();
  if (!map.is_map())
    throw InputError(
        fmt::format("--methods: expected options such as {{tolerance: 1e-8}}, got {}", quote(options)));
  if (map.find("step") == nullptr) return "";
  for (const std::string& item : items_of(options)) {
    const std::size_t first = item.find_first_not_of(' ');
    if (first != std::string::npos && item.compare(first, 5, "step:") == 0) {
      step = item.substr(first + 5);
    } else {
      rest += (rest.empty() ? "" : ",") + item;
    }
  }
  options = rest;
  step.erase(0, step.find_first_not_of(' '));
  return step;
}

NamedMethod read_method(const std::string& item, const Scene& scene, StepFrom step_from,
                        const std::vector<NamedMethod>& before) {
  // Name, and options in braces.
  const std::size_t brace = item.find('{');
  std::string name = item.substr(0, brace);
  name.erase(0, name.find_first_not_of(' '));
  name.erase(name.find_last_not_of(' ') + 1);
  if (name.empty()) throw InputError("--methods: expected names such as hertz_mindlin,cone/apgd");
  if (brace != std::string::npos && item.back() != '}')
    throw InputError(fmt::format("--methods: expected '}}' at the end of {}", quote(item)));
  std::string options = brace == std::string::npos ? "" : item.substr(brace + 1, item.size() - brace - 2);

  // Changes of the scene: the step, the method, or the automatic step.
  NamedMethod method{name, file_name(name, before), {}};
  const std::string step = take_step(options);
  if (!step.empty()) method.overrides.push_back("time.step=" + step);
  if (name == "scene") return method;
  const Spelling spelling = spelling_of(name);
  std::string body = spelling.law.empty() ? "" : "law: " + spelling.law;
  if (!spelling.solver.empty()) body += (body.empty() ? "" : ", ") + ("solver: " + spelling.solver);
  if (!options.empty()) body += ", " + options;
  method.overrides.push_back(fmt::format("method={{{}: {{{}}}}}", spelling.kind, body));
  const bool is_own = scene["method"].chosen() == spelling.kind && own_law(scene) == spelling.law;
  if (step.empty() && !is_own && step_from == StepFrom::scene) method.overrides.push_back("time.step=auto");
  return method;
}

}  // namespace

std::vector<NamedMethod> named_methods(const std::string& list, const Scene& scene,
                                       std::span<const std::string> overrides) {
  const auto sets_step = [](const std::string& change) {
    return change.starts_with("time.step=") || change.starts_with("time=");
  };
  const StepFrom step_from =
      std::ranges::any_of(overrides, sets_step) ? StepFrom::command_line : StepFrom::scene;
  std::vector<NamedMethod> methods;
  for (const std::string& item : items_of(list))
    methods.push_back(read_method(item, scene, step_from, methods));
  return methods;
}

}  // namespace cairn
