// A table has one row per thing of a kind: per law, solver, shape, joint, measure, method. A row is a struct
// with
//   name, reference (key of its paper), meaning (one line), options, and mostly make(options, ...).
// From the table alone come the key of a scene, the schema, the reference page, `cairn list` and the tests
// that go over all rows. Anyone may make a thing with its defaults:
//   const auto solver = solvers().make("pgs");
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
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
  // `noun` is what messages call a row, and the key of a scene that names one: "solver".
  Table(std::string noun, std::vector<Row> rows) : noun_(std::move(noun)), rows_(std::move(rows)) {
    for (const Row& row : rows_) {
      CAIRN_ASSERT(std::ranges::count(rows_, row.name, &Row::name) == 1);
      declared_.push_back(declare::object(row.name, row.options, row.meaning).refer(row.reference));
    }
  }

  auto begin() const { return rows_.begin(); }
  auto end() const { return rows_.end(); }
  std::size_t size() const { return rows_.size(); }
  const Row& operator[](std::size_t i) const { return rows_[i]; }

  std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const Row& row : rows_) names.push_back(row.name);
    return names;
  }

  // The row of a name, or an InputError with the nearest name.
  const Row& find(std::string_view name, const Mark& mark = {}) const { return rows_[index(name, mark)]; }
  // The row that a scene chose by option().
  const Row& find(const Value& chosen) const { return find(chosen.chosen(), chosen.mark()); }

  // The key of a scene that chooses a row.
  Option option(std::string meaning, Presence presence = required) const {
    return declare::variant(noun_, declared_, std::move(meaning), std::move(presence));
  }

  // What a scene chose by option(); a row with its defaults.
  template <class... More>
  auto make(const Value& chosen, More&&... more) const {
    return find(chosen).make(chosen.selected(), std::forward<More>(more)...);
  }
  template <class... More>
  auto make(std::string_view name, More&&... more) const {
    const std::size_t i = index(name, {});
    return rows_[i].make(defaults(declared_[i]), std::forward<More>(more)...);
  }

 private:
  std::size_t index(std::string_view name, const Mark& mark) const {
    const auto found = std::ranges::find(rows_, name, &Row::name);
    if (found == rows_.end())
      throw InputError(fmt::format("there is no {} {}{}", noun_, quote(name), suggestion(name, names())),
                       mark);
    return static_cast<std::size_t>(found - rows_.begin());
  }

  std::string noun_;
  std::vector<Row> rows_;
  std::vector<Option> declared_;  // one object per row; Values point to them
};

}  // namespace cairn
