// The words of the command line, as the user typed them.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace cairn {

// The command line, fit to be pasted into a shell.
std::string typed(int argc, char** argv);

// CLI11 collects the words that no option or argument took. Throws InputError with the name that was probably
// meant if there are any.
void refuse_extras(const CLI::App& app);

}  // namespace cairn
