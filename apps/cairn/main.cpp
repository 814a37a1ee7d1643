// The program: finds the command that was typed, lets it act, and tells the user what went wrong.
#include <fmt/format.h>

#include <memory>
#include <vector>

#include "base/error.h"
#include "cairn/command.h"
#include "cairn/command_line.h"
#include "terminal/memory.h"

namespace cairn {
namespace {

using Commands = std::vector<std::unique_ptr<Command>>;

Commands commands_of(const Program& program) {
  Commands commands;
  for (const auto make : {run_command, check_command, resume_command, solve_command, list_command,
                          schema_command, bench_command, export_command, forces_command, validate_command,
                          compare_command, plot_command, report_command}) {
    commands.push_back(make(program));
  }
  return commands;
}

int parse_and_act(int argc, char** argv) {
  CLI::App app("cairn: grains and rigid bodies in contact, every theory of contact on the same scene",
               "cairn");
  app.set_version_flag("--version", "cairn " CAIRN_VERSION);
  app.allow_extras();
  app.require_subcommand(0, 1);
  app.footer(
      "'cairn COMMAND --help' tells more about a command.\n"
      "Exit codes: 0 done, 1 a validation or comparison failed, 2 bad input, 3 the run could not go on, 4 "
      "not converged, 130 or 143 interrupted.");
  const Commands commands = commands_of({app, typed(argc, argv)});

  // Words that nobody took are named first: they are the likely cause of what CLI11 complains of.
  Command* chosen = nullptr;
  const auto choose = [&] {
    for (const auto& command : commands)
      if (command->app().parsed()) chosen = command.get();
    if (chosen) refuse_extras(chosen->app());
    refuse_extras(app);
  };
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& wish) {  // --help, --version
    return app.exit(wish);
  } catch (const CLI::ParseError& error) {
    choose();
    throw InputError(fmt::format("{}; see {} --help", error.what(),
                                 chosen ? "cairn " + chosen->app().get_name() : "cairn"));
  }
  choose();
  if (chosen) return chosen->act();
  fmt::print(stderr, "{}", app.help());
  return kBadInput;
}

}  // namespace
}  // namespace cairn

int main(int argc, char** argv) {
  cairn::return_freed_memory();
  try {
    return cairn::parse_and_act(argc, argv);
  } catch (const cairn::InputError& error) {
    fmt::print(stderr, "{}\n", error.what());
    return cairn::kBadInput;
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "error: out of memory\n");
    return cairn::kFailed;
  } catch (const std::exception& error) {
    fmt::print(stderr, "error: {}\n", error.what());
    return cairn::kFailed;
  }
}
