// The words of the command line, as the user typed them.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "base/error.h"

namespace cairn {

// The command line, fit to be pasted into a shell.
std::string typed(int argc, char** argv);

// Words behind the program's name. A `--` that only parts words from each other is left out, so that options
// may follow; it stays where it guards a word that begins with a dash.
std::vector<std::string> words_of(int argc, char** argv);

// The complaint about a word that is no command of the program, with the nearest that is one.
InputError unknown_command(const CLI::App& program, const std::string& word);

// CLI11 collects the words that no option or argument took. Throws InputError with the name that was probably
// meant if there are any.
void refuse_extras(const CLI::App& app);

}  // namespace cairn
