// cairn help: prints the same text as --help of the program or of a command.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "cairn/command.h"
#include "cairn/command_line.h"

namespace cairn {
namespace {

struct HelpRequest {
  CLI::App* program;
  std::optional<std::string> command;  // default: the program itself
};

int help(const HelpRequest& request) {
  const CLI::App* app = request.program;
  std::string name = app->get_name();
  if (request.command) {
    const std::vector<CLI::App*> commands = request.program->get_subcommands({});
    const auto found = std::ranges::find(commands, *request.command, [](auto* c) { return c->get_name(); });
    if (found == commands.end()) throw unknown_command(*request.program, *request.command);
    app = *found;
    name += " " + *request.command;
  }
  fmt::print("{}", app->get_formatter()->make_help(app, name, CLI::AppFormatMode::Normal));
  return kDone;
}

void add_options(const CommandOptions& app, HelpRequest& request) {
  app.add_option("COMMAND", request.command, "the command to explain (default: the program)");
}

}  // namespace

std::unique_ptr<Command> help_command(const Program& program) {
  return make_command<HelpRequest>(program,
                                   {"help", "what the program or a command does, as --help tells it",
                                    "Examples:\n"
                                    "  cairn help\n"
                                    "  cairn help run"},
                                   add_options, help, {&program.app, std::nullopt});
}

}  // namespace cairn
