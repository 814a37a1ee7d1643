// One declared key of a scene. A tree of Options serves the reader, the defaults, the resolved scene.yaml,
// the JSON Schema and the reference page alike; laws, shapes, solvers and measures
// declare theirs with the functions of namespace declare, so that a declaration reads like a table:
//   using namespace declare;
//   object("sphere", {number("radius", dim::length, optional, "radius").positive(),
//                     number("diameter", dim::length, optional, "twice the radius").positive()}, "ball");
// What was read for an Option is a Value (text/value.h), in SI units.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "text/dimension.h"

namespace cairn {

enum class OptionType {
  number,     // real number of a dimension; with choices: a number or one of these words
  integer,    // whole number
  flag,       // true or false
  text,       // any text
  choice,     // one of the words in choices
  vector,     // [x, y, z] of one dimension
  function,   // number, expression of the time t, or {table: file.csv}
  condition,  // text/condition.h: each child is a number that may be compared; a child with a dot in its name
              // stands for the columns of measures, of any dimension
  object,     // fixed keys: the children
  list,       // any number of children[0]
  map,        // free names, each with children[0]
  variant,    // exactly one of the children; see Writing
  any_of,     // the first child whose form (scalar, list, map, word) fits; children bear the option's name
  lets,       // the names defined for expressions (the key `let` at the top)
};

// How the chosen alternative of a variant is written.
enum class Writing {
  nested,  // shape: {sphere: {radius: 1}}; or `shape: sphere` if no field is required
  tagged,  // law: hooke, stiffness: 500 N/m     its fields stand beside the key
  merged,  // at: 1 s, remove: gate              its name is a key beside the others
};

// Whether a key must be given: `required`, `optional`, or a default as the user would write it.
struct Presence {
  enum Kind { kRequired, kOptional, kDefault };
  Kind kind = kRequired;
  std::string text;  // the default

  Presence(Kind k) : kind(k) {}                                                          // NOLINT: reads
  Presence(const char *default_text) : kind(kDefault), text(default_text) {}             // NOLINT: like a
  Presence(std::string default_text) : kind(kDefault), text(std::move(default_text)) {}  // NOLINT: word
  Presence(std::nullptr_t) = delete;  // a literal 0 is no default: write "0"
};
inline constexpr Presence::Kind required = Presence::kRequired;  // NOLINT(readability-identifier-naming)
inline constexpr Presence::Kind optional = Presence::kOptional;  // NOLINT(readability-identifier-naming)

struct Bound {
  double value = 0;   // SI
  bool open = false;  // the bound itself is not allowed
};

// Columns of series.csv that a measure writes and that share unit and meaning: "x y z", "N", "force on the
// body". An I or J in a name stands for a number that counts from 0, as in "p_I_J".
struct ColumnRow {
  std::string names, unit, meaning;

  std::vector<std::string> list() const;  // the names one by one
};

struct Option {
  std::string name;
  OptionType type = OptionType::object;
  std::string meaning;  // one line, without a full stop
  Presence presence = required;
  Dimension dimension = dim::none;
  std::optional<Bound> lower, upper;  // of a number, of each component, of a function's constant
  std::optional<std::size_t> min_count, max_count;  // of the items of a list
  std::vector<std::string> choices;
  std::vector<Option> children;  // fields, alternatives, or the one element
  Writing writing = Writing::nested;
  std::string with_key, without_key;    // it has an effect only with, or without, this key beside it
  std::vector<std::string> with_words;  // and if any are named, only while that key has one of these words
  std::string reference;                // key of the paper it comes from
  std::vector<ColumnRow> columns;       // that a measure of this name writes

  const Option *child(std::string_view child_name) const;
  std::vector<std::string> child_names() const;

  // Refinements, chained behind a declaration.
  Option positive() &&;                       // > 0
  Option non_negative() &&;                   // >= 0
  Option within(double low, double high) &&;  // low <= x <= high
  Option at_least(double low) &&;
  Option or_one_of(std::vector<std::string> words) &&;  // besides a number, one of these words (`step: auto`)
  Option count(std::size_t exactly) &&;                 // of a list
  Option count(std::size_t low, std::size_t high) &&;
  Option tagged() &&;
  Option merged() &&;
  Option with(std::string key, std::vector<std::string> words = {}) &&;
  Option without(std::string key) &&;
  Option refer(std::string key) &&;
  Option called(std::string other_name) &&;
};

namespace declare {

using Fields = std::vector<Option>;

Option number(std::string name, Dimension dimension, Presence presence, std::string meaning);
Option integer(std::string name, Presence presence, std::string meaning);
Option flag(std::string name, Presence presence, std::string meaning);
Option text(std::string name, Presence presence, std::string meaning);
Option choice(std::string name, std::vector<std::string> words, Presence presence, std::string meaning);
Option vector(std::string name, Dimension dimension, Presence presence, std::string meaning);
Option function(std::string name, Dimension dimension, Presence presence, std::string meaning);
Option vector_function(std::string name, Dimension dimension, Presence presence, std::string meaning);
Option condition(std::string name, Fields comparable, Presence presence, std::string meaning);
Option object(std::string name, Fields fields, std::string meaning, Presence presence = optional);
Option variant(std::string name, Fields alternatives, std::string meaning, Presence presence = required);
Option any_of(std::string name, Fields alternatives, std::string meaning, Presence presence = required);
Option list_of(std::string name, Option element, std::string meaning, Presence presence = optional);
Option map_of(std::string name, Option element, std::string meaning, Presence presence = optional);
Option lets(std::string name, std::string meaning);

}  // namespace declare

}  // namespace cairn
