#include "terminal/loop.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <csignal>

#include "base/error.h"
#include "base/printable.h"
#include "problem/fclib/fclib.h"
#include "scene/out_of_memory.h"
#include "terminal/exit_code.h"
#include "terminal/progress.h"
#include "terminal/signals.h"
#include "text/expression.h"

namespace cairn {
namespace {

// Shows log lines and warnings of the simulation that are new.
class NewLines {
 public:
  explicit NewLines(const Simulation& simulation)
      : lines_(simulation.log().size()), warnings_(simulation.warnings().size()) {}

  void show(const Simulation& simulation, Console& console) {
    for (; lines_ < simulation.log().size(); ++lines_) console.line(simulation.log()[lines_]);
    for (; warnings_ < simulation.warnings().size(); ++warnings_) {
      console.warning(simulation.warnings()[warnings_]);
    }
  }

 private:
  std::size_t lines_, warnings_;
};

std::string signal_name(int signal) {
  return signal == SIGINT ? "SIGINT" : signal == SIGTERM ? "SIGTERM" : "SIGHUP";
}

// Reports a failure. A full disk may be its cause, so no failure here may stop the message.
int fail(Simulation& simulation, Results& results, Console& console, const std::string& message,
         ExitCode code = kFailed) {
  const std::string text = fmt::format("error: {}", message);
  try {
    console.warning(text);
  } catch (const RunError&) {
  }
  try {
    results.close(simulation, Ending::failed, "failed: " + message);
    console.warning(
        fmt::format("The run stopped at t = {:.6g} s (step {}); its last checkpoint is kept in {}",
                    simulation.time(), simulation.step(), results.folder()));
  } catch (const std::exception& error) {
    console.also_to([](std::string_view) {});
    console.warning(fmt::format("error: summary.json could not be written: {}", error.what()));
  }
  return code;
}

std::string no_memory(Simulation& simulation) {
  const std::string doing = fmt::format("step {} was computed with {} and {}", simulation.step() + 1,
                                        how_many(simulation.world().bodies.size(), "body"),
                                        how_many(simulation.report().contacts, "contact"));
  return out_of_memory(simulation.scene(), doing);
}

void dump_problem(const Simulation& simulation, const Results& results, Console& console) {
  const auto is_contact = [](const AdmissibleSet& set) { return set.kind != SetKind::box; };
  if (std::ranges::none_of(simulation.report().problem->sets, is_contact)) {
    console.line(fmt::format("Step {} has no contacts, and no contact problem", simulation.step()));
    return;
  }
  const std::string path = fmt::format("{}/problem_{:06}.hdf5", results.folder(), simulation.step());
  write_fclib_local(*simulation.report().problem, path,
                    {simulation.scene()["title"].text(),
                     fmt::format("step {} at t = {:.6g} s", simulation.step(), simulation.time()), "cairn"});
  console.line(fmt::format("The contact problem of step {} is in {}", simulation.step(), path));
}

// True if the rows of this coordinate know a bound.
bool is_bounded(const JointCoordinate& coordinate) {
  const bool has_row =
      coordinate.motor.asks == Motor::Asks::speed || coordinate.motor.asks == Motor::Asks::position;
  return coordinate.limit || (has_row && std::isfinite(coordinate.motor.max));
}

}  // namespace

void require_dumpable(const Simulation& simulation, std::span<const std::uint64_t> steps) {
  if (!steps.empty() && simulation.report().problem == nullptr)
    throw InputError("--dump-problem: only implicit methods have a contact problem");
  for (const Joint& joint : simulation.joint_list())
    if (!steps.empty() && (is_bounded(joint.slide) || is_bounded(joint.turn)))
      throw InputError(
          fmt::format("--dump-problem: a file of FCLIB has no place for the limit or the `max` of "
                      "joint {}; try it without",
                      quote(joint.name)));
  const std::uint64_t first = simulation.step() + 1, last = simulation.plan().steps;
  for (const std::uint64_t step : steps)
    if (step < first || step > last)
      throw InputError(fmt::format("--dump-problem {}: the steps to come are {} to {}", step, first, last));
}

int loop(Simulation& simulation, Results& results, Console& console, const LoopOptions& options) {
  const auto show_hash = [&] {
    if (!options.hash) return;
    console.answer(fmt::format("hash {} {:#018x}", simulation.step(), simulation.hash()));
  };
  try {
    // Step until the end, a stop condition or a signal.
    NewLines lines(simulation);
    Progress progress(simulation, console);
    if (simulation.step() == 0) show_hash();
    bool hash_shown = false;
    while (!simulation.done() && caught_signal() == 0) {
      simulation.advance(results.next_recording(simulation));
      if (std::ranges::binary_search(options.dump_steps, simulation.step()))
        dump_problem(simulation, results, console);
      lines.show(simulation, console);
      hash_shown = results.follow(simulation);
      if (hash_shown) show_hash();
      progress.follow(simulation);
    }
    // Close the results and say why the run ended.
    const int signal = simulation.done() ? 0 : caught_signal();
    const std::string reason =
        signal == 0 ? simulation.stop_reason() : "interrupted by " + signal_name(signal);
    results.close(simulation, signal == 0 ? Ending::finished : Ending::interrupted, reason);
    if (!hash_shown) show_hash();
    progress.close(simulation, results, reason);
    if (signal != 0) console.line(fmt::format("Go on with: cairn resume {}", results.folder()));
    return signal == 0 ? kDone : 128 + signal;
  } catch (const std::bad_alloc&) {
    return fail(simulation, results, console, no_memory(simulation));
  } catch (const std::length_error&) {
    return fail(simulation, results, console, no_memory(simulation));
  } catch (const NotConverged& error) {
    return fail(simulation, results, console, error.what(), kNotConverged);
  } catch (const InputError& error) {
    return fail(simulation, results, console, error.message());
  } catch (const std::exception& error) {
    return fail(simulation, results, console, error.what());
  }
}

double end_time(const std::string& until) {
  const Document argument{"--until " + until, until, true};
  const double end = evaluate(until, Mark{&argument, 1, 1}, dim::time, {});
  if (!(end > 0)) {
    throw InputError(
        fmt::format("--until needs a time after the start such as '0.5 s', got {}", quote(until)));
  }
  return end;
}

}  // namespace cairn
