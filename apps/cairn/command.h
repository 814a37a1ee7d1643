// A command of the program. Its file declares its options, reads them into a request of its own and acts on
// it; main.cpp has one line for each. What several commands share stands here.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "terminal/exit_code.h"

namespace cairn {

// The program as it was called.
struct Program {
  CLI::App& app;
  std::string typed;  // the whole command line, fit to be pasted into a shell
};

// How --help speaks of a command.
struct CommandWords {
  const char *name, *meaning, *footer;
};

class Command {
 public:
  Command(const Program& program, const CommandWords& words);
  virtual ~Command() = default;
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;

  const CLI::App& app() const { return *app_; }
  // Does it and returns the exit code. main tells the user of InputError and RunError.
  virtual int act() = 0;

 protected:
  CLI::App* app_;
};

// `add_options` lets options write into the request; `act` gets it once they are read.
template <class Request>
class CommandWith final : public Command {
 public:
  using AddOptions = void (*)(CLI::App&, Request&);
  using Act = int (*)(const Request&);
  CommandWith(const Program& program, const CommandWords& words, AddOptions add_options, Act how,
              Request request)
      : Command(program, words), request_(std::move(request)), act_(how) {
    add_options(*app_, request_);
  }
  int act() override { return act_(request_); }

 private:
  Request request_;
  Act act_;
};

template <class Request>
std::unique_ptr<Command> make_command(const Program& program, const CommandWords& words,
                                      void (*add_options)(CLI::App&, Request&), int (*act)(const Request&),
                                      Request request = {}) {
  return std::make_unique<CommandWith<Request>>(program, words, add_options, act, std::move(request));
}

// --- Options that several commands have
// ---------------------------------------------------------------------

// A whole number from low to high.
struct WholeRange {
  const char* what;
  int low, high;
};
int whole_number(const std::string& text, const char* option, const WholeRange& range);
void add_whole(CLI::App& app, const char* option, int& value, const char* meaning, const WholeRange& range);

int all_cores();
void add_threads(CLI::App& app, int& threads);
void add_overrides(CLI::App& app, std::vector<std::string>& overrides);
void add_dump_steps(CLI::App& app, std::vector<std::uint64_t>& steps);

// --- The commands, one file each
// ----------------------------------------------------------------------------
std::unique_ptr<Command> run_command(const Program& program);
std::unique_ptr<Command> check_command(const Program& program);
std::unique_ptr<Command> resume_command(const Program& program);
std::unique_ptr<Command> solve_command(const Program& program);
std::unique_ptr<Command> list_command(const Program& program);
std::unique_ptr<Command> schema_command(const Program& program);
std::unique_ptr<Command> bench_command(const Program& program);
std::unique_ptr<Command> export_command(const Program& program);
std::unique_ptr<Command> forces_command(const Program& program);
std::unique_ptr<Command> validate_command(const Program& program);
std::unique_ptr<Command> compare_command(const Program& program);
std::unique_ptr<Command> plot_command(const Program& program);
std::unique_ptr<Command> report_command(const Program& program);

}  // namespace cairn
