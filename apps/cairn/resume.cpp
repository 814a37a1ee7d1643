// cairn resume: continues a run from the last checkpoint of its results folder.
#include <fmt/format.h>

#include "base/error.h"
#include "base/file.h"
#include "base/version.h"
#include "cairn/command.h"
#include "terminal/console.h"
#include "terminal/loop.h"
#include "terminal/signals.h"

namespace cairn {
namespace {

struct ResumeRequest : GoingRequest {
  std::string folder;
  std::vector<std::string> changes, allowed;
};

std::string changeable_text() {
  std::string text = "--set may change:\n";
  for (const Changeable& row : changeable()) text += fmt::format("  {:<32} {}\n", row.key, row.meaning);
  return text;
}

int resume(const ResumeRequest& request) {
  refuse_many(*request.ranks);
  // The stored run, and its new end if there is one.
  const double end = request.until ? end_time(*request.until) : 0;
  StoredRun run = StoredRun::open(request.folder, {request.changes, allowed_folders(request.allowed)});
  const double reached = run.state.get<double>("time");
  if (end > 0 && end < reached) {
    throw InputError(
        fmt::format("--until {}: the run has already reached t = {:.6g} s", *request.until, reached));
  }
  if (run.end && *run.end < reached && run.new_changes > 0)
    throw InputError(fmt::format("--set time.end: {:.6g} s is past, the run has already reached t = {:.6g} s",
                                 *run.end, reached));

  // The simulation in its stored state.
  Simulation simulation(std::move(run.scene), request.threads);
  Console console(request.quiet ? Talk::quiet : Talk::normal);
  console.line(fmt::format("cairn {}: {}", version(), request.command));
  for (const std::string& warning : run.warnings) console.warning("warning: " + warning);
  run.restore(simulation);
  if (end > 0) simulation.run_until(end);
  if (simulation.done() && file_exists(run.folder.file("summary.json"))) {
    console.line(fmt::format(
        "Nothing is left to do: {} has reached t = {:.6g} s; --until TIME goes further{}", run.folder.path(),
        simulation.time(), run.new_changes > 0 ? ", and what --set says holds only with it" : ""));
    return kDone;
  }

  // The results up to that state, then the steps.
  require_dumpable(simulation, request.dump_steps);
  catch_signals();
  Results results = Results::resume(simulation, std::move(run), request.command);
  console.also_to([&](std::string_view line) { results.log(line); });
  console.line(fmt::format("Going on at t = {:.6g} s (step {} of {})", simulation.time(), simulation.step(),
                           simulation.plan().steps));
  for (const std::string& change : request.changes) console.line("Changed from here on: " + change);
  return loop(simulation, results, console, {request.hash, request.dump_steps});
}

void add_options(const CommandOptions& app, ResumeRequest& request) {
  app.add_option("DIR", request.folder, "results folder of the run").required();
  add_overrides(app, request.changes,
                "change a value of the scene from here on (list below); may be repeated");
  add_allowed(app, request.allowed);
  add_going(app, request, "end there; may be after the scene's end");
}

}  // namespace

std::unique_ptr<Command> resume_command(const Program& program) {
  const std::string footer = changeable_text() +
                             "Examples:\n"
                             "  cairn resume hopper.run\n"
                             "  cairn resume hopper.run --until '10 s'\n"
                             "  cairn resume hopper.run --set time.end=10s --set output.frames=0.1s";
  ResumeRequest request;
  take_program(request, program);
  return make_command<ResumeRequest>(program,
                                     {"resume", "go on from the last checkpoint of a run", footer.c_str()},
                                     add_options, resume, std::move(request));
}

}  // namespace cairn
