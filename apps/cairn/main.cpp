// The program: finds the command that the user typed, runs it, and reports errors.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <stdexcept>
#include <vector>

#include "base/error.h"
#include "base/printable.h"
#include "base/version.h"
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
                          compare_command, sweep_command, calibrate_command, plot_command, report_command,
                          view_command, examples_command, cite_command, help_command}) {
    commands.push_back(make(program));
  }
  return commands;
}

int parse_and_act(int argc, char** argv) {
  // The program and its commands.
  CLI::App app("cairn: grains and rigid bodies in contact, every theory of contact on the same scene",
               "cairn");
  app.set_version_flag("--version", fmt::format("cairn {}\nlicence: {}", version(), licence()));
  app.allow_extras();
  app.require_subcommand(0, 1);
  app.footer(
      "'cairn help COMMAND' and 'cairn COMMAND --help' tell more about a command.\n"
      "Exit codes: 0 done, 1 a validation or comparison failed, 2 bad input, 3 the run could not go on, 4 "
      "not converged, 130 or 143 interrupted.");
  const Commands commands = commands_of({app, typed(argc, argv)});

  // Unknown words are reported first, because they are the likely cause of other errors of CLI11.
  Command* chosen = nullptr;
  const auto choose = [&] {
    for (const auto& command : commands)
      if (command->app->parsed()) chosen = command.get();
    if (chosen) refuse_extras(*chosen->app);
    refuse_extras(app);
  };
  try {
    std::vector<std::string> words = words_of(argc, argv);
    std::ranges::reverse(words);  // CLI11 takes them from the back
    app.parse(std::move(words));
  } catch (const CLI::Success& wish) {  // --help, --version
    refuse_extras(app);
    return app.exit(wish);
  } catch (const CLI::ParseError& error) {
    choose();
    throw InputError(fmt::format("{}; see {} --help", error.what(),
                                 chosen ? "cairn " + chosen->app->get_name() : "cairn"));
  }
  choose();
  if (chosen) return chosen->act();
  fmt::print(stderr, "{}", app.help());
  return kBadInput;
}

// The last resort, if nothing nearer to the cause has caught the error.
int no_memory(int argc, char** argv) {
  fmt::print(stderr,
             "error: out of memory in `{}`, which holds {:.2g} GB by now: its input is too large for this "
             "machine; reduce the scene, the file or the picture that it names\n",
             printable(typed(argc, argv)), peak_memory() / 1e9);
  return kFailed;
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
    return cairn::no_memory(argc, argv);
  } catch (const std::length_error&) {
    return cairn::no_memory(argc, argv);
  } catch (const std::exception& error) {
    fmt::print(stderr, "error: {}\n", cairn::printable(error.what()));
    return cairn::kFailed;
  }
}
