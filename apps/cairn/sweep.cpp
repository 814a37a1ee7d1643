// cairn sweep: runs a scene for many values of its parameters, and collects one table.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/error.h"
#include "base/file.h"
#include "cairn/command.h"
#include "report/study_page.h"
#include "scene/start.h"
#include "study/job_array.h"
#include "study/run_study.h"
#include "study/tables.h"
#include "terminal/console.h"
#include "terminal/cost.h"
#include "terminal/progress.h"
#include "terminal/signals.h"

namespace cairn {
namespace {

namespace fs = std::filesystem;

struct SweepRequest {
  std::string source;              // a scene, or the folder of a study
  std::vector<std::string> words;  // KEY=VALUES
  std::optional<std::string> folder, sample, array, until, keep;
  std::optional<std::uint64_t> seed;
  std::vector<std::string> overrides, allowed;
  int repeat = 1;
  int jobs = all_cores();
  int index = -1;
  bool again = false;
  bool quiet = false;
};

// The plan of a new study. Reads the scene once per point, so that a wrong key or value is found before
// anything is written.
StudyPlan plan_of(const SweepRequest& request, const std::string& folder) {
  std::optional<Sample> sample;
  if (request.sample) sample = read_sample(*request.sample);
  std::vector<Parameter> parameters;
  for (const std::string& word : request.words) parameters.push_back(read_parameter(word, sample));
  if (parameters.empty() && request.repeat < 2)
    throw InputError("a study varies something: KEY=VALUES such as let.mu=0.2,0.4, or --repeat 5");

  StudyPlan plan;
  plan.scene = seen_from(folder, request.source);
  plan.changes = request.overrides;
  for (const std::string& allowed : request.allowed) plan.allowed.push_back(seen_from(folder, allowed));
  plan.until = request.until;
  plan.repeats = static_cast<std::size_t>(request.repeat);
  for (const Parameter& parameter : parameters) plan.keys.push_back(parameter.key);
  for (std::size_t a = 0; a < plan.keys.size(); ++a)
    for (std::size_t b = 0; b < a; ++b)
      if (plan.keys[a] == plan.keys[b])
        throw InputError(fmt::format("{} is given twice; write its values as one list", quote(plan.keys[a])));
  plan.points =
      sample ? sampled_points(parameters, *sample, request.seed.value_or(1)) : grid_points(parameters);
  if (request.keep && *request.keep != "all" && *request.keep != "series")
    throw InputError(fmt::format("--keep needs all or series, got {}", quote(*request.keep)));
  plan.keep = request.keep == "series" ? Keep::series : Keep::all;

  const bool varies_seed = std::ranges::find(plan.keys, "seed") != plan.keys.end();
  if (varies_seed && (plan.repeats > 1 || request.seed))
    throw InputError("'seed' is a parameter here; --repeat and --seed would set it too: leave one out");

  // Repeats have seeds that follow the scene's own.
  const Reach reach{allowed_folders(request.allowed), folder};
  for (std::size_t point = 0; point < plan.points.size(); ++point) {
    const Scene scene = Scene::from_file(request.source, plan.changes_of(point * plan.repeats), reach);
    if (point == 0 && (plan.repeats > 1 || request.seed))
      plan.first_seed = request.seed.value_or(static_cast<std::uint64_t>(scene["seed"].integer()) + 1);
  }
  plan.scene_hash = hash_of_file(request.source);
  return plan;
}

// Says what the study will take before it starts.
void announce(const SweepRequest& request, const StudyPlan& plan, const std::string& folder,
              Console& console) {
  Simulation simulation(
      Scene::from_file(request.source, plan.changes_of(0), {allowed_folders(request.allowed), folder}), 1);
  const OutputPlan output = output_plan(simulation.scene(), simulation.world());
  const double bytes = plan.keep == Keep::all ? disk_of(simulation, output).total : 0;
  console.line(fmt::format(
      "{}: {} points, {} runs each, {} at a time; {}", folder, plan.points.size(), plan.repeats, request.jobs,
      plan.keep == Keep::all ? fmt::format("disk about {} (--keep series keeps no frames)",
                                           spoken_bytes(bytes * static_cast<double>(plan.runs())))
                             : "series and summaries are kept, frames are not"));
}

int one_of(const SweepRequest& request, const std::string& folder, const StudyPlan& plan) {
  if (static_cast<std::size_t>(request.index) >= plan.runs())
    throw InputError(
        fmt::format("--index needs a number from 0 to {}, got {}", plan.runs() - 1, request.index));
  const auto run = static_cast<std::size_t>(request.index);
  const int code = run_one(folder, plan, run, request.again ? Again::failed : Again::none);
  say("{}: exit code {}\n", run_folder(folder, run), code);
  return code;
}

int finish(const std::string& folder, const StudyPlan& plan, Console& console) {
  write_tables(folder, plan);
  const StudyCounts counts = counts_of(folder, plan);
  console.line(
      fmt::format("{} runs done, {} failed, {} waiting", counts.done, counts.failed, counts.waiting));
  if (counts.failed > 0) console.line("table.csv says why; --again repeats the failed runs");
  if (counts.waiting > 0) console.line(fmt::format("`cairn sweep {}` continues", folder));
  console.line(fmt::format("{0}/table.csv\n{0}/points.csv\n{1}", folder, write_study_report(folder)));
  if (caught_signal() != 0) return 128 + caught_signal();
  return counts.done > 0 || counts.failed == 0 ? kDone : kFailed;
}

int sweep(const SweepRequest& request) {
  const bool is_folder = fs::is_directory(request.source);
  if (is_folder && !is_study(request.source))
    throw InputError(
        fmt::format("{} is not the folder of a study: it has no study.json", quote(request.source)));
  if (is_folder && (!request.words.empty() || request.repeat > 1 || request.sample))
    throw InputError("a study that has begun keeps its parameters; start a new one from its scene with -o");
  if (request.index >= 0 && !is_folder)
    throw InputError("--index needs the folder of a study, which --array writes");

  // The plan: of the folder, or from the command line.
  const std::string folder =
      is_folder ? request.source
                : request.folder.value_or(fs::path(request.source).stem().string() + ".study");
  const StudyPlan plan = is_folder ? StudyPlan::read(folder) : plan_of(request, folder);
  if (request.index >= 0) {
    catch_signals();
    return one_of(request, folder, plan);
  }
  if (request.array && *request.array != "slurm" && *request.array != "parallel")
    throw InputError(fmt::format("--array needs slurm or parallel, got {}", quote(*request.array)));
  Console console(request.quiet ? Talk::quiet : Talk::normal);
  if (!is_folder) announce(request, plan, folder, console);
  if (!is_folder) open_study(folder, plan);
  if (request.array) {
    const ArrayKind kind = *request.array == "slurm" ? ArrayKind::slurm : ArrayKind::parallel;
    console.answer(fmt::format("{}: {} runs", write_job_array(folder, plan, kind), plan.runs()));
    return kDone;
  }
  scene_of_study(folder, plan);
  catch_signals();
  run_studies(std::vector<Study>{{folder, plan}}, {request.jobs, request.again ? Again::failed : Again::none},
              console);
  return finish(folder, plan, console);
}

void add_options(const CommandOptions& app, SweepRequest& request) {
  app.add_option("SCENE", request.source, "scene file, or the folder of a study to continue").required();
  app.add_option("KEY=VALUES", request.words,
                 "values of a key: 0.2,0.4 or 0.2:0.6:5 (five from 0.2 to 0.6) or 1:100:3:log");
  app.add_option("-o,--output", request.folder, "folder of the study (default: the scene's name with .study)")
      .type_name("DIR");
  add_whole(app, "--repeat", request.repeat, "runs per point, each with another seed",
            {"a number of runs", 1, 1'000'000});
  app.add_option("--sample", request.sample, "points that fill ranges: lhs:N (Latin hypercube) or sobol:N")
      .type_name("KIND:N");
  app.add_option(
         "--seed",
         [&](const std::string& text) {
           request.seed = number_in<std::uint64_t>(text);
           if (!request.seed)
             throw InputError(fmt::format("--seed needs a whole number from 0, got {}", quote(text)));
         },
         "seed of the first repeat and of the sample")
      .type_name("N");
  add_whole(app, "--jobs", request.jobs, "runs at a time, one thread each (default: all cores)",
            {"a number of runs", 1, 1024});
  app.add_option("--until", request.until, "end the runs there instead of at the scene's end")
      .type_name("TIME");
  app.add_option("--keep", request.keep,
                 "all (default), or series: no frames and checkpoints of runs that ended")
      .type_name("WHAT");
  app.add_option("--array", request.array, "write a job script for slurm or (GNU) parallel and run nothing")
      .type_name("KIND");
  add_whole(app, "--index", request.index, "make run N of a study and no other",
            {"the number of a run", -1, 1'000'000});
  app.add_flag("--again", request.again, "repeat runs that failed");
  app.add_flag("-q,--quiet", request.quiet, "print warnings and errors only");
  add_overrides(app, request.overrides, "change a value of the scene in all runs; may be repeated");
  add_allowed(app, request.allowed);
}

}  // namespace

std::unique_ptr<Command> sweep_command(const Program& program) {
  return make_command<SweepRequest>(
      program,
      {"sweep", "run a scene for many values of its parameters",
       "Examples:\n"
       "  cairn sweep scenes/hopper.yaml let.gap=15mm,20mm,25mm let.d=3mm:5mm:3 --repeat 5\n"
       "  cairn sweep scenes/hopper.yaml let.gap=15mm:25mm let.d=3mm:5mm --sample lhs:64 -o sample.study\n"
       "  cairn sweep hopper.study                 continue, or collect the runs of a job array\n"
       "  cairn sweep scenes/hopper.yaml let.gap=15mm,25mm -o array.study --array slurm"},
      add_options, sweep);
}

}  // namespace cairn
