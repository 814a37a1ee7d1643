// Values as YAML text: every default is written out, numbers are in SI and as short as reads back to the
// same bits. interpret() of that text gives the same values again. Names defined by `let` are replaced
// by their values.
#pragma once

#include <string>
#include <string_view>

#include "text/value.h"

namespace cairn {

std::string emit(const Value& root);

// A text as a YAML scalar, quoted if another reader could take it for something else.
std::string yaml_text(std::string_view text);

// The shortest decimal that reads back to the same bits. A number with an exponent always has a point, as
// YAML 1.1 requires.
std::string yaml_number(double value);

}  // namespace cairn
