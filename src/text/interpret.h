// Reads a tree of nodes by a tree of declarations: every value checked and turned into SI, every default
// filled in. Types come from the declaration, never from YAML's guess: flags are true or false alone, 010 is
// ten. Each error names the key, what was expected, what was found and the nearest valid name, at its line
// and column.
#pragma once

#include "text/expression.h"
#include "text/node.h"
#include "text/value.h"

namespace cairn {

// A whole text. If the schema declares a `lets` option, its names are defined first. The tree and the schema
// must outlive the Value.
Value interpret(const Tree& tree, const Option& schema);

// One node, with names already defined. `key` is how messages call it.
Value interpret(const Node& node, const Option& option, const Lets& lets, std::string_view key);

// An object of which nothing is given: every key has a default or is optional.
Value defaults(const Option& object);

// The names a map defines, in its order: each may use those above it.
Lets read_lets(const Node& map, std::string_view key);

}  // namespace cairn
