// cairn cite: prints BibTeX of cairn and of the works behind a run, a method, a law, a solver, a shape, a
// joint, a measure or a key.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "base/error.h"
#include "base/references.h"
#include "base/version.h"
#include "cairn/command.h"
#include "joints/joint.h"
#include "laws/force_law.h"
#include "laws/row_law.h"
#include "measure/measure.h"
#include "shapes/table.h"
#include "solvers/impact/impact.h"
#include "solvers/local/local.h"
#include "solvers/solver.h"
#include "step/methods.h"
#include "text/node.h"

namespace cairn {
namespace {

using Keys = std::vector<std::string>;

struct CiteRequest {
  std::vector<std::string> names;
};

// The entries of docs/references.bib by key, with their text unchanged.
std::map<std::string, std::string> bib_entries() {
  std::map<std::string, std::string> entries;
  const std::string_view bib = references_bib();
  for (std::size_t at = bib.find("\n@"); at != std::string_view::npos;) {
    const std::size_t next = bib.find("\n@", at + 1);
    const std::string_view entry = bib.substr(at + 1, next == std::string_view::npos ? next : next - at - 1);
    const std::size_t brace = entry.find('{');
    const std::string key(entry.substr(brace + 1, entry.find(',') - brace - 1));
    entries[key] = std::string(entry.substr(0, entry.rfind('}') + 1)) + "\n";
    at = next;
  }
  CAIRN_ASSERT(!entries.empty());
  return entries;
}

std::string own_entry() {
  return fmt::format(
      "@software{{cairn,\n  author = {{{{The cairn authors}}}},\n  title = {{cairn: one engine for grains "
      "and "
      "rigid bodies in contact}},\n  version = {{{}}},\n}}\n",
      version());
}

// "LO27; WE66" are two keys.
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

// The references of everything that a scene can name. If two tables have the same name, it gets the
// references of both.
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

int cite(const CiteRequest& request) {
  // The keys of all names; a name is a key, a row of a table or a results folder.
  const std::map<std::string, std::string> entries = bib_entries();
  const std::map<std::string, Keys> named = named_references();
  Keys wanted;
  for (const std::string& name : request.names) {
    Keys keys;
    if (entries.contains(name)) {
      keys = {name};
    } else if (const auto found = named.find(name); found != named.end()) {
      keys = found->second;
      if (keys.empty()) fmt::print("% {} rests on no work of its own\n", name);
    } else if (std::filesystem::is_directory(name)) {
      keys = references_of_run(name);
    } else {
      Keys known;
      for (const auto& [word, unused] : named) known.push_back(word);
      for (const auto& [word, unused] : entries) known.push_back(word);
      throw InputError(fmt::format("{} is no run, method, law, solver, shape, joint, measure or key{}",
                                   quote(name), suggestion(name, known)));
    }
    for (const std::string& key : keys)
      if (std::ranges::find(wanted, key) == wanted.end()) wanted.push_back(key);
  }
  // cairn itself comes first, then the works.
  fmt::print("{}", own_entry());
  for (const std::string& key : wanted) {
    const auto found = entries.find(key);
    if (found == entries.end())
      throw InputError(
          fmt::format("no entry has the key {}: the run comes from another version", quote(key)));
    fmt::print("\n{}", found->second);
  }
  return kDone;
}

void add_options(CLI::App& app, CiteRequest& request) {
  app.add_option("NAME", request.names,
                 "results folders, names that a scene may give, or keys such as PZ17 (default: cairn alone)");
}

}  // namespace

std::unique_ptr<Command> cite_command(const Program& program) {
  return make_command<CiteRequest>(program,
                                   {"cite", "prints BibTeX of cairn and of the works behind a run or a name",
                                    "Examples:\n"
                                    "  cairn cite hopper.run > references.bib\n"
                                    "  cairn cite hertz_mindlin apgd\n"
                                    "  cairn cite PZ17"},
                                   add_options, cite);
}

}  // namespace cairn
