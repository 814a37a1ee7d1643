// Values as YAML text: every default written out, numbers in SI and as short as reads back to the same bits.
// interpret() of that text gives the same values again. Names defined by `let` are gone: their values are in
// place.
#pragma once

#include <string>
#include <string_view>

#include "text/value.h"

namespace cairn {

std::string emit(const Value& root);

// A text as a YAML scalar, in quotes where another reader could take it for something else.
std::string yaml_text(std::string_view text);

// The shortest decimal that reads back to the same bits; with an exponent always with a point, as YAML 1.1
// wants it.
std::string yaml_number(double value);

}  // namespace cairn
