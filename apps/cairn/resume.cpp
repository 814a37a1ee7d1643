// cairn resume: goes on from the last checkpoint of a results folder.
#include <fmt/format.h>

#include "base/error.h"
#include "base/file.h"
#include "commands.h"
#include "console.h"
#include "drive.h"
#include "signals.h"

namespace cairn {

int resume(const ResumeRequest& request) {
  const double end = request.until ? end_time(*request.until) : 0;
  StoredRun run = StoredRun::open(request.folder);
  const double reached = run.state.get<double>("time");
  if (end > 0 && end < reached) {
    throw InputError(
        fmt::format("--until {}: the run has already reached t = {:.6g} s", *request.until, reached));
  }

  Simulation simulation(std::move(run.scene), request.threads);
  Console console(request.quiet ? Talk::quiet : Talk::normal);
  console.line(fmt::format("cairn {}: {}", CAIRN_VERSION, request.command));
  for (const std::string& warning : run.warnings) console.warning("warning: " + warning);
  run.restore(simulation);
  if (end > 0) simulation.run_until(end);
  if (simulation.done() && file_exists(run.folder.file("summary.json"))) {
    console.line(fmt::format("Nothing is left to do: {} has reached t = {:.6g} s; --until TIME goes further",
                             run.folder.path(), simulation.time()));
    return kDone;
  }

  require_dumpable(simulation, request.dump_steps);
  catch_signals();
  Results results = Results::resume(simulation, std::move(run.folder), run.state, request.command);
  console.also_to([&](std::string_view line) { results.log(line); });
  console.line(fmt::format("Going on at t = {:.6g} s (step {} of {})", simulation.time(), simulation.step(),
                           simulation.plan().steps));
  return drive(simulation, results, console, {request.hash, request.dump_steps});
}

}  // namespace cairn
