// cairn run: reads and builds a scene, and only then creates the results folder.
#include <fmt/format.h>

#include <filesystem>
#include <optional>

#include "base/error.h"
#include "base/version.h"
#include "cairn/command.h"
#include "scene/start.h"
#include "terminal/console.h"
#include "terminal/loop.h"
#include "terminal/signals.h"
#include "view/companion.h"

namespace cairn {
namespace {

struct RunRequest : GoingRequest {
  std::string scene;
  std::optional<std::string> folder;  // default: name of the scene file with the ending .run
  std::vector<std::string> overrides, allowed;
  bool force = false;
  bool view = false;
};

// Throws InputError if the new run would replace the run from which it starts.
void refuse_own_start(const Scene& scene, const std::string& folder) {
  const Value& start = scene["start"];
  std::error_code failed;
  if (!start || !std::filesystem::exists(folder, failed)) return;
  if (!std::filesystem::equivalent(EarlierRun::of(scene)->folder(), folder, failed)) return;
  throw InputError(fmt::format("the results cannot go to {}: the scene starts from there", quote(folder)),
                   start["from"].mark());
}

int run(const RunRequest& request) {
  refuse_many(*request.ranks);
  const std::filesystem::path scene_path(request.scene);
  const std::string folder = request.folder.value_or(scene_path.stem().string() + ".run");
  const std::string scene_folder = scene_path.has_parent_path() ? scene_path.parent_path().string() : ".";
  const Existing existing = request.force ? Existing::replace : Existing::refuse;

  // All checks come before anything is written.
  if (request.view) Companion::require();
  Scene scene =
      Scene::from_file(request.scene, request.overrides, {allowed_folders(request.allowed), folder});
  const double end = request.until ? end_time(*request.until) : 0;
  require_free(folder, existing, scene_folder);
  refuse_own_start(scene, folder);
  Simulation simulation(std::move(scene), request.threads);
  if (end > 0) simulation.run_until(end);
  require_dumpable(simulation, request.dump_steps);
  output_plan(simulation.scene(), simulation.world());
  const std::uint64_t built = built_hash(simulation.world());
  simulation.start();

  // Warnings and results, then the steps.
  Console console(request.quiet ? Talk::quiet : Talk::normal);
  console.line(fmt::format("cairn {}: {}", version(), request.command));
  for (const std::string& warning : simulation.warnings()) console.warning(warning);
  for (const std::string& line : simulation.log()) console.line(line);
  catch_signals();
  Results results =
      Results::begin(simulation, ResultsFolder::create(folder, existing), {request.command, built});
  console.also_to([&](std::string_view line) { results.log(line); });
  std::optional<Companion> companion;
  if (request.view) companion.emplace(results.folder());
  const int code = loop(simulation, results, console, {request.hash, request.dump_steps});
  if (companion && caught_signal() == 0) {
    console.line("The page stays open; Ctrl-C ends it.");
    companion->wait();
  }
  return code;
}

void add_options(const CommandOptions& app, RunRequest& request) {
  app.add_option("SCENE", request.scene, "scene file (YAML or JSON)").required();
  app.add_option("-o,--output", request.folder, "results folder (default: the scene's name with .run)")
      .type_name("DIR");
  add_overrides(app, request.overrides);
  add_allowed(app, request.allowed);
  app.add_flag("--force", request.force, "replace the results of an earlier run");
  app.add_flag("--view", request.view, "show the run in a browser while it goes on, and after it has ended");
  add_going(app, request, "end there instead of at the scene's end: 0.5, '20 ms'");
}

}  // namespace

std::unique_ptr<Command> run_command(const Program& program) {
  RunRequest request;
  take_program(request, program);
  return make_command<RunRequest>(program,
                                  {"run", "run a scene",
                                   "Examples:\n"
                                   "  cairn run scenes/hopper.yaml\n"
                                   "  cairn run scenes/hopper.yaml -o wide.run --set let.gap=25mm -j 2\n"
                                   "  cairn run scenes/hopper.yaml --until '0.5 s' --force"},
                                  add_options, run, std::move(request));
}

}  // namespace cairn
