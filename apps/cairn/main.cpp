// The program: finds the command that the user typed, runs it, and reports errors.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/printable.h"
#include "base/ranks.h"
#include "base/version.h"
#include "cairn/command.h"
#include "cairn/command_line.h"
#include "terminal/memory.h"
#include "terminal/start_ranks.h"

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

// Throws RunError on all ranks if one of them runs another program.
void require_one_version(Ranks& ranks) {
  if (ranks.count() == 1) return;
  const std::optional<int> other = first_other(ranks, bytes_of(version()));
  if (!other) return;
  Bytes of_other(bytes_of(version()).begin(), bytes_of(version()).end());
  ranks.share(of_other, *other);
  const std::string_view text(reinterpret_cast<const char*>(of_other.data()), of_other.size());
  first_does(ranks, [&] {
    throw RunError(fmt::format("rank 0 is cairn {}, rank {} is cairn {}: all ranks need the same program",
                               version(), *other, text));
  });
}

// Commands that work for a run as a whole; the others have nothing to share among ranks.
bool runs_on_ranks(const Command& command) {
  return command.app->get_name() == "run" || command.app->get_name() == "resume";
}

// The command that the words of the command line choose, or the exit code if they ask for something else.
struct Choice {
  const Command* command = nullptr;
  int code = kDone;
};

Choice choose(CLI::App& app, const Commands& commands, const Ranks& ranks, std::vector<std::string> words) {
  // Unknown words are reported first, because they are the likely cause of other errors of CLI11.
  Choice choice;
  const auto find = [&] {
    for (const auto& command : commands)
      if (command->app->parsed()) choice.command = command.get();
    if (choice.command) refuse_extras(*choice.command->app);
    refuse_extras(app);
  };
  try {
    std::ranges::reverse(words);  // CLI11 takes them from the back
    app.parse(std::move(words));
  } catch (const CLI::Success& wish) {  // --help, --version
    refuse_extras(app);
    return {nullptr, ranks.first() ? app.exit(wish) : kDone};
  } catch (const CLI::ParseError& error) {
    find();
    throw InputError(fmt::format("{}; see {} --help", error.what(),
                                 choice.command ? "cairn " + choice.command->app->get_name() : "cairn"));
  }
  find();
  if (choice.command && ranks.count() > 1 && !runs_on_ranks(*choice.command))
    throw InputError(
        fmt::format("cairn {} wants one process, and mpirun or srun started {}; only run and "
                    "resume work on several",
                    choice.command->app->get_name(), ranks.count()));
  if (choice.command) return choice;
  if (ranks.first()) fmt::print(stderr, "{}", app.help());
  return {nullptr, kBadInput};
}

int parse_and_act(int argc, char** argv, Ranks& ranks) {
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
  const Commands commands = commands_of({app, typed(argc, argv), ranks});

  // All ranks have the same words, and the same errors.
  Choice choice;
  all_or_none(ranks, [&] { choice = choose(app, commands, ranks, words_of(argc, argv)); });
  return choice.command ? choice.command->act() : choice.code;
}

// The last resort, if nothing nearer to the cause has caught the error.
std::string no_memory(int argc, char** argv) {
  return fmt::format(
      "error: out of memory in `{}`, which holds {:.2g} GB by now: its input is too large for this "
      "machine; reduce the scene, the file or the picture that it names",
      printable(typed(argc, argv)), peak_memory() / 1e9);
}

// The message of the error that is being handled, and its exit code.
struct Failed {
  std::string message;
  int code;
};
Failed failed(int argc, char** argv) {
  try {
    throw;
  } catch (const InputError& error) {
    return {error.what(), kBadInput};
  } catch (const std::bad_alloc&) {
    return {no_memory(argc, argv), kFailed};
  } catch (const std::length_error&) {
    return {no_memory(argc, argv), kFailed};
  } catch (const std::exception& error) {
    return {"error: " + printable(error.what()), kFailed};
  }
}

// Rank 0 tells an error that all ranks know. A rank that alone has an error tells it and ends all.
int report(const Failed& failed, const std::exception& error, Ranks& ranks) {
  const bool known = ranks.count() == 1 || dynamic_cast<const KnownToAll*>(&error) != nullptr;
  if (known && !ranks.first()) return failed.code;
  fmt::print(stderr, "{}{}\n", known ? "" : fmt::format("rank {}: ", ranks.own()), failed.message);
  if (!known) ranks.abandon(failed.code);
  return failed.code;
}

int start_and_act(int argc, char** argv) {
  OneRank alone;
  std::unique_ptr<Ranks> ranks;
  try {
    ranks = start_ranks(argc, argv);
    require_one_version(*ranks);
    return parse_and_act(argc, argv, *ranks);
  } catch (const std::exception& error) {
    return report(failed(argc, argv), error, ranks ? *ranks : alone);
  }
}

}  // namespace
}  // namespace cairn

int main(int argc, char** argv) {
  cairn::return_freed_memory();
  return cairn::start_and_act(argc, argv);
}
