// Reads scalars according to their declaration: numbers with units, whole numbers, flags, texts, words,
// functions of t, conditions.
#pragma once

#include "text/expected.h"
#include "text/expression.h"
#include "text/node.h"
#include "text/value.h"

namespace cairn {

Value read_scalar(const Node& node, const Option& option, const Lets& lets, const Path& path);

// Reads a number of the option's dimension, within its bounds.
double read_number(const Node& node, const Option& option, const Lets& lets, const Path& path);

}  // namespace cairn
