// BibTeX of cairn and of the works behind a run, a method, a law, a solver, a measure or a key.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "base/assert.h"
#include "base/error.h"
#include "base/references.h"
#include "base/version.h"
#include "joints/joint.h"
#include "laws/force_law.h"
#include "laws/row_law.h"
#include "measure/measure.h"
#include "scene/catalogue.h"
#include "shapes/table.h"
#include "solvers/impact/impact.h"
#include "solvers/local/local.h"
#include "solvers/solver.h"
#include "step/methods.h"
#include "text/node.h"

namespace cairn {
namespace {

using Keys = std::vector<std::string>;

// The works of CITATION.bib by key, each as it stands there.
std::map<std::string, std::string> bib_items() {
  std::map<std::string, std::string> items;
  const std::string_view bib = references_bib();
  for (std::size_t at = bib.find("\n@"); at != std::string_view::npos;) {
    const std::size_t next = bib.find("\n@", at + 1);
    const std::string_view item = bib.substr(at + 1, next == std::string_view::npos ? next : next - at - 1);
    const std::size_t brace = item.find('{');
    const std::string key(item.substr(brace + 1, item.find(',') - brace - 1));
    items[key] = std::string(item.substr(0, item.rfind('}') + 1)) + "\n";
    at = next;
  }
  CAIRN_ASSERT(!items.empty());
  return items;
}

std::string own_item() {
  return fmt::format(
      "@software{{cairn,\n  author = {{{{The cairn authors}}}},\n  title = {{cairn: one engine for grains "
      "and "
      "rigid bodies in contact}},\n  version = {{{}}},\n}}\n",
      version());
}

// "LO27; CMN81" are two keys.
Keys split(const std::string& reference) {
  Keys keys;
  std::size_t begin = 0;
  while (begin < reference.size()) {
    const std::size_t end = std::min(reference.find("; ", begin), reference.size());
    keys.push_back(reference.substr(begin, end - begin));
    begin = end + 2;
  }
  return keys;
}

// The references of everything that a scene can name, under its name. Tables that share a name add up.
std::map<std::string, Keys> named_references() {
  std::map<std::string, Keys> named;
  const auto add = [&](const auto& table) {
    for (const auto& row : table)
      for (Keys& keys = named[row.name]; const std::string& key : split(row.reference)) keys.push_back(key);
  };
  add(methods());
  add(force_laws());
  add(row_laws());
  add(solvers());
  add(impact_solvers());
  add(local_solvers());
  add(shape_table());
  add(joints());
  add(measures());
  return named;
}

// The references that summary.json of a run names.
Keys references_of_run(const std::string& folder) {
  const std::string file = folder + "/summary.json";
  if (!std::filesystem::exists(file))
    throw InputError(
        fmt::format("{} is not the folder of a run that has ended: it has no summary.json", quote(folder)));
  const Tree tree = Tree::from_file(file);
  Keys keys;
  const Node* references = tree.root().find("references");
  for (const Node* node = references ? references->first : nullptr; node != nullptr; node = node->next)
    for (const std::string& key : split(std::string(node->text()))) keys.push_back(key);
  return keys;
}

}  // namespace

std::string citations(const std::vector<std::string>& names) {
  std::string notes;
  const std::map<std::string, std::string> items = bib_items();
  const std::map<std::string, Keys> named = named_references();
  Keys wanted;
  for (const std::string& name : names) {
    Keys keys;
    if (items.contains(name)) {
      keys = {name};
    } else if (const auto found = named.find(name); found != named.end()) {
      keys = found->second;
      if (keys.empty()) notes += fmt::format("% {} rests on no work of its own\n", name);
    } else if (std::filesystem::is_directory(name)) {
      keys = references_of_run(name);
    } else {
      Keys known;
      for (const auto& [word, unused] : named) known.push_back(word);
      for (const auto& [word, unused] : items) known.push_back(word);
      throw InputError(fmt::format("{} is no run, method, law, solver, shape, joint, measure or key{}",
                                   quote(name), suggestion(name, known)));
    }
    for (const std::string& key : keys)
      if (std::ranges::find(wanted, key) == wanted.end()) wanted.push_back(key);
  }
  std::string text = notes + own_item();
  for (const std::string& key : wanted) {
    const auto found = items.find(key);
    if (found == items.end())
      throw InputError(fmt::format("no item has the key {}: the run comes from another version", quote(key)));
    text += "\n" + found->second;
  }
  return text;
}

}  // namespace cairn
