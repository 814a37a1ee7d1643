// cairn run: reads and builds a scene, and only then creates its results folder.
#include <fmt/format.h>

#include <filesystem>

#include "base/error.h"
#include "commands.h"
#include "console.h"
#include "drive.h"
#include "signals.h"

namespace cairn {
namespace {

// The run that the scene begins from must not be replaced by the one it begins.
void refuse_own_start(const Scene& scene, const std::string& folder) {
  const Value& start = scene["start"];
  std::error_code failed;
  if (!start || !std::filesystem::equivalent(scene.folder() + "/" + start["from"].text(), folder, failed))
    return;
  throw InputError(fmt::format("the results can not go to {}: the scene starts from there", quote(folder)),
                   start["from"].mark());
}

}  // namespace

int run(const RunRequest& request) {
  const std::filesystem::path scene_path(request.scene);
  const std::string folder = request.folder.value_or(scene_path.stem().string() + ".run");
  const std::string scene_folder = scene_path.has_parent_path() ? scene_path.parent_path().string() : ".";
  const Existing existing = request.force ? Existing::replace : Existing::refuse;

  // Everything that may be refused comes before anything is written.
  Scene scene = Scene::from_file(request.scene, request.overrides);
  const double end = request.until ? end_time(*request.until) : 0;
  require_free(folder, existing, scene_folder);
  refuse_own_start(scene, folder);
  Simulation simulation(std::move(scene), request.threads);
  if (end > 0) simulation.run_until(end);
  require_dumpable(simulation, request.dump_steps);
  output_plan(simulation.scene(), simulation.world());
  const std::uint64_t built = built_hash(simulation.world());
  simulation.start();

  Console console(request.quiet ? Talk::quiet : Talk::normal);
  console.line(fmt::format("cairn {}: {}", CAIRN_VERSION, request.command));
  for (const std::string& warning : simulation.warnings()) console.warning(warning);
  for (const std::string& line : simulation.log()) console.line(line);
  catch_signals();
  Results results =
      Results::begin(simulation, ResultsFolder::create(folder, existing), {request.command, built});
  console.also_to([&](std::string_view line) { results.log(line); });
  return drive(simulation, results, console, {request.hash, request.dump_steps});
}

}  // namespace cairn
