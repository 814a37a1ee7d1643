// Commands of the shell that a benchmark runs, and where its own programs are.
#pragma once

#include <optional>
#include <string>

namespace cairn {

// The output of the command; nothing if it fails.
std::optional<std::string> output_of(const std::string& command);
// A word for the shell. It may hold anything.
std::string quoted_word(const std::string& word);
// The path of this program.
std::string own_program();

}  // namespace cairn
