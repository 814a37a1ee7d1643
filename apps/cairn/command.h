// A command of the program. Its file declares its options, reads them into a request of its own and acts on
// the request. main.cpp has one line per command. This file holds the parts that several commands share.
#pragma once

#include <charconv>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "terminal/exit_code.h"

namespace CLI {  // NOLINT(readability-identifier-naming)
class App;
class Option;
}  // namespace CLI

namespace cairn {

class Ranks;

// The program as it was called.
struct Program {
  CLI::App& app;
  std::string typed;  // the whole command line, ready to be pasted into a shell
  Ranks& ranks;
};

// An option of a command line; the functions say more about it. This is what commands need from CLI11. Its
// headers take six seconds of a compiler, so that only four files include them.
class AddedOption {
 public:
  explicit AddedOption(CLI::Option& option) : option_(&option) {}
  const AddedOption& required() const;
  const AddedOption& type_name(const char* name) const;  // stands for the value in --help
  const AddedOption& repeated() const;                   // may be given several times, with one value each
  const AddedOption& excludes(const char* other) const;

 private:
  CLI::Option* option_;
};

// The options of a command. The value that the user gives goes to `value`, or to `read`.
class CommandOptions {
 public:
  explicit CommandOptions(CLI::App& app) : app_(app) {}
  AddedOption add_option(const char* names, std::string& value, const std::string& meaning) const;
  AddedOption add_option(const char* names, std::optional<std::string>& value,
                         const std::string& meaning) const;
  AddedOption add_option(const char* names, std::vector<std::string>& values,
                         const std::string& meaning) const;
  AddedOption add_option(const char* names, const std::function<void(const std::string&)>& read,
                         const std::string& meaning) const;
  AddedOption add_option(const char* names, const std::function<void(const std::vector<std::string>&)>& read,
                         const std::string& meaning) const;
  AddedOption add_flag(const char* names, bool& value, const std::string& meaning) const;

 private:
  CLI::App& app_;
};

// The texts of a command for --help.
struct CommandWords {
  const char *name, *meaning, *footer;
};

struct Command {
  CLI::App* app;
  explicit Command(CLI::App& its_app) : app(&its_app) {}
  virtual ~Command() = default;
  // Runs the command and returns the exit code. main() reports InputError and RunError to the user.
  virtual int act() const = 0;
};

// Adds a command. Words that it does not take are kept, so that main() can report them.
CLI::App* add_command(const Program& program, const CommandWords& words);

// `add_options` declares options that write into the request; `act` gets the request after they are read.
template <class Request>
std::unique_ptr<Command> make_command(const Program& program, const CommandWords& words,
                                      void (*add_options)(const CommandOptions&, Request&),
                                      int (*act)(const Request&), Request request = {}) {
  struct Asked final : Command {
    Asked(CLI::App& its_app, Request its_request, int (*its_act)(const Request&))
        : Command(its_app), request(std::move(its_request)), action(its_act) {}
    int act() const override { return action(request); }
    Request request;
    int (*action)(const Request&);
  };
  auto command = std::make_unique<Asked>(*add_command(program, words), std::move(request), act);
  add_options(CommandOptions(*command->app), command->request);
  return command;
}

// --- Options that several commands have

// An InputError about a number names the option, what the option needs and what it got.

// The number in a text; none if the text has anything besides the number.
template <class Number>
std::optional<Number> number_in(std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_number = error == std::errc{} && end == text.data() + text.size();
  return is_number ? std::optional(value) : std::nullopt;
}

// The numbers that an option takes; `what` describes them.
struct NumberWanted {
  const char* what;
  bool (*takes)(double value);
};
double wanted_number(const std::string& text, const std::string& option, const NumberWanted& wanted);
constexpr bool above_zero(double value) { return value > 0; }

// A whole number from low to high.
struct WholeRange {
  const char* what;
  int low, high;
};
int whole_number(const std::string& text, const std::string& option, const WholeRange& range);

void add_number(const CommandOptions& app, const char* option, std::optional<double>& value,
                const char* meaning, const NumberWanted& wanted);
void add_whole(const CommandOptions& app, const char* option, int& value, const char* meaning,
               const WholeRange& range);

// The file of a run's frames. Throws InputError if the folder has none.
std::string frames_file(const std::string& folder);
// The index of a frame from its number or the word `last`. `words`: the words that --frame takes besides
// numbers, for the message.
std::size_t frame_called(const std::string& word, const std::string& file, const char* words);

int all_cores();
void add_threads(const CommandOptions& app, int& threads);
void add_overrides(
    const CommandOptions& app, std::vector<std::string>& overrides,
    const char* meaning = "replace a value of the scene: --set let.gap=2.5mm; may be repeated");
void add_allowed(const CommandOptions& app, std::vector<std::string>& folders);

// Options that the commands run and resume share.
struct GoingRequest {
  Ranks* ranks = nullptr;
  std::optional<std::string> until;  // a time with or without unit; default: the end of the scene
  int threads = all_cores();
  bool quiet = false;
  bool hash = false;
  std::vector<std::uint64_t> dump_steps;  // steps whose contact problems are written, sorted
  std::string command;                    // as typed
};
void add_going(const CommandOptions& app, GoingRequest& request, const char* until);
// Takes over the words and the ranks of the program. On several ranks each has one thread unless -j says
// more.
void take_program(GoingRequest& request, const Program& program);
// Throws InputError on all ranks if there are several: no method is spread over ranks yet.
void refuse_many(Ranks& ranks);

// --- The commands, one file each
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
std::unique_ptr<Command> sweep_command(const Program& program);
std::unique_ptr<Command> calibrate_command(const Program& program);
std::unique_ptr<Command> plot_command(const Program& program);
std::unique_ptr<Command> report_command(const Program& program);
std::unique_ptr<Command> view_command(const Program& program);
std::unique_ptr<Command> examples_command(const Program& program);
std::unique_ptr<Command> cite_command(const Program& program);
std::unique_ptr<Command> help_command(const Program& program);

}  // namespace cairn
