// What the vocabulary does not say: names that exist in the scene, and numbers with which bodies fit
// together.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "text/option.h"

namespace cairn::keys {

// By the end of the path of a key.
std::optional<std::string> ordinary_value(const std::string& path);
// By the dimension and the bounds of a number.
std::string ordinary_number(const Option& option);
// Fields "key: value" that an object at `path` needs beside those that it has, when `leaf` is the number in
// it.
std::vector<std::string> beside(const std::string& path, const std::string& fields, const std::string& leaf);
// The field to take from an object whose fields exclude each other; empty: the first.
std::string preferred_alternative(const std::string& path, const std::string& leaf);
// The name of the first entry of a map.
std::string map_name(const std::string& path);

// The sections of a scene in which the key has an effect.
std::vector<std::pair<std::string, std::string>> surroundings(const std::string& path);
// A section of the surroundings with the attacked part in it.
std::string joined(const std::string& section, const std::string& around, const std::string& part);

// The items of "[a, b, c]".
std::vector<std::string> components(const std::string& list);
bool is_number(const std::string& text);
bool has(const std::string& text, const std::string& part);

}  // namespace cairn::keys
