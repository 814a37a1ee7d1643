// Scalars by their declaration: numbers with units, whole numbers, flags, texts, words, functions of t,
// conditions.
#pragma once

#include "base/value.h"
#include "scene/expected.h"
#include "scene/expression.h"
#include "scene/node.h"

namespace cairn {

Value read_scalar(const Node& node, const Option& option, const Lets& lets, const Path& path);

// A number of the option's dimension, within its bounds.
double read_number(const Node& node, const Option& option, const Lets& lets, const Path& path);

}  // namespace cairn
