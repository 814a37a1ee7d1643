// A table has one row per law, solver, shape, joint, measure or method. A row is a struct with
//   name, reference (key of its paper), meaning (one line), options, and mostly make(options, ...).
// A row that is not an object in a scene has `option` instead of the last three. The table alone provides the
// key of a scene, the schema, the reference page, `cairn list` and the tests over all rows. A row can be made
// with its defaults:
//   const auto solver = solvers().make("pgs");
// or with options as on the command line:
//   const auto solver = solvers().make_with("pgs", {"order=key"});
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/assert.h"
#include "base/error.h"
#include "text/interpret.h"

namespace cairn {

template <class Row>
class Table {
 public:
  // `noun` is the word for a row in messages, and the key of a scene that names one: "solver". `shared` are
  // options that every row has before its own.
  Table(std::string noun, std::vector<Row> rows, const declare::Fields& shared = {})
      : noun_(std::move(noun)), rows_(std::move(rows)) {
    for (const Row& row : rows_) {
      CAIRN_ASSERT(std::ranges::count(rows_, row.name, &Row::name) == 1);
      declared_.push_back(declaration(row, shared));
      CAIRN_ASSERT(declared_.back().name == row.name && !declared_.back().meaning.empty());
    }
  }

  auto begin() const { return rows_.begin(); }
  auto end() const { return rows_.end(); }
  std::size_t size() const { return rows_.size(); }
  const Row& operator[](std::size_t i) const { return rows_[i]; }
  bool has(std::string_view name) const { return std::ranges::find(rows_, name, &Row::name) != rows_.end(); }

  std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const Row& row : rows_) names.push_back(row.name);
    return names;
  }

  // The row of a name. Throws an InputError with the nearest name if there is none. index()
  // gives its position.
  const Row& find(std::string_view name, const Mark& mark = {}) const { return rows_[index(name, mark)]; }
  // The row that a scene chose by option().
  const Row& find(const Value& chosen) const { return find(chosen.chosen(), chosen.mark()); }
  std::size_t index(std::string_view name, const Mark& mark = {}) const {
    const auto found = std::ranges::find(rows_, name, &Row::name);
    if (found == rows_.end())
      throw InputError(fmt::format("there is no {} {}{}", noun_, quote(name), suggestion(name, names())),
                       mark);
    return static_cast<std::size_t>(found - rows_.begin());
  }

  // The key of a scene that chooses a row.
  Option option(std::string meaning, Presence presence = required) const {
    return declare::variant(noun_, declared_, std::move(meaning), std::move(presence));
  }

  // Makes the row that a scene chose by option(), a row with its defaults, or one with settings KEY=VALUE.
  template <class... More>
  auto make(const Value& chosen, More&&... more) const {
    return find(chosen).make(chosen.selected(), std::forward<More>(more)...);
  }
  template <class... More>
  auto make(std::string_view name, More&&... more) const {
    const std::size_t i = index(name);
    return rows_[i].make(defaults(declared_[i]), std::forward<More>(more)...);
  }
  template <class... More>
  auto make_with(std::string_view name, const std::vector<std::string>& settings, More&&... more) const {
    const std::size_t i = index(name);
    Tree tree = Tree::from_text("{}", rows_[i].name);
    for (const std::string& setting : settings) tree.set(setting, declared_[i]);
    return rows_[i].make(interpret(tree, declared_[i]), std::forward<More>(more)...);
  }

 private:
  // An object of the row's options, unless the row declares something else (a list, a vector).
  static Option declaration(const Row& row, const declare::Fields& shared) {
    if constexpr (requires { row.option; }) {
      return row.option;
    } else {
      declare::Fields fields = shared;
      fields.insert(fields.end(), row.options.begin(), row.options.end());
      Option option = declare::object(row.name, std::move(fields), row.meaning).refer(row.reference);
      if constexpr (requires { row.columns; }) option.columns = row.columns;
      return option;
    }
  }

  std::string noun_;
  std::vector<Row> rows_;
  std::vector<Option> declared_;  // one declaration per row; Values point to them
};

}  // namespace cairn
