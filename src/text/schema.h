// Descriptions of scene files from a tree of declarations: for editors and for people.
#pragma once

#include <string>

#include "text/option.h"

namespace cairn {

// JSON Schema (draft 2020-12). Numbers accept a JSON number or a text with unit or expression.
std::string json_schema(const Option& root, const std::string& title);

// Reference page in Markdown: a table per section with key, type and unit, default, meaning.
std::string reference_page(const Option& root, const std::string& title);

}  // namespace cairn
