// Reads a tree of nodes according to a tree of declarations: checks every value, converts it to SI, and fills
// in every default. Types come from the declaration, never from YAML's guess: only true and false are flags,
// and 010 is ten. Each error gives line and column, the key, the expected and the found value, and the
// nearest valid name.
#pragma once

#include "text/expression.h"
#include "text/node.h"
#include "text/value.h"

namespace cairn {

// Reads a whole text. If the schema declares a `lets` option, its names are defined first. The tree and the
// schema must outlive the Value.
Value interpret(const Tree& tree, const Option& schema);

// Reads one node, with names already defined. Messages call it `key`.
Value interpret(const Node& node, const Option& option, const Lets& lets, std::string_view key);

// An object without any given key: every key must have a default or be optional.
Value defaults(const Option& object);

// The names that a map defines, in its order: each may use those above it.
Lets read_lets(const Node& map, std::string_view key);

}  // namespace cairn
