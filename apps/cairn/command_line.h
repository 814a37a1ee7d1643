// The words of the command line, as the user typed them.
#pragma once

#include <string>
#include <vector>

#include "base/error.h"

namespace CLI {  // NOLINT(readability-identifier-naming)
class App;
}

namespace cairn {

// The command line, ready to be pasted into a shell.
std::string typed(int argc, char** argv);

// The words after the name of the program. A `--` is left out, so that options may follow it, unless the next
// word begins with a dash.
std::vector<std::string> words_of(int argc, char** argv);

// The error for a word that is not a command; it suggests the nearest command.
InputError unknown_command(const CLI::App& program, const std::string& word);

// CLI11 collects the words that no option or argument took. If there are any, throws InputError and suggests
// the nearest name.
void refuse_extras(const CLI::App& app);

}  // namespace cairn
