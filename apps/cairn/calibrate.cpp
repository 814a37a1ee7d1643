// cairn calibrate: finds material parameters that reproduce measured values.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/error.h"
#include "cairn/command.h"
#include "report/calibration_page.h"
#include "study/run_calibration.h"
#include "terminal/console.h"
#include "terminal/signals.h"

namespace cairn {
namespace {

namespace fs = std::filesystem;

struct CalibrateRequest {
  std::string source;  // a calibration file, or the folder of a calibration
  std::optional<std::string> folder;
  int jobs = all_cores();
  bool quiet = false;
};

// Estimates, then warnings about unknowns and targets.
void tell(const Calibration& calibration, const Inference& inference, Console& console) {
  for (std::size_t k = 0; k < calibration.unknowns.size(); ++k)
    console.answer(fmt::format("{}: {}", calibration.unknowns[k].key,
                               estimate_text(calibration.unknowns[k], inference.estimates[k])));
  for (const std::string& warning : warnings_of(calibration, inference))
    console.warning("warning: " + warning);
}

int calibrate(const CalibrateRequest& request) {
  const bool is_folder = fs::is_directory(request.source);
  if (is_folder && !is_calibration(request.source))
    throw InputError(fmt::format("{} is not the folder of a calibration: it has no calibration.json",
                                 quote(request.source)));
  if (is_folder && request.folder)
    throw InputError("-o is for a new calibration; this folder has its results");
  const std::string file = is_folder ? calibration_file(request.source) : request.source;
  const std::string folder =
      is_folder ? request.source : request.folder.value_or(fs::path(file).stem().string() + ".calibration");

  Console console(request.quiet ? Talk::quiet : Talk::normal);
  CalibrationRun run(Calibration::read(file, folder), file, folder);
  const Calibration& calibration = run.calibration();
  console.line(fmt::format("{}: {} unknowns, {} targets, {} runs per evaluation, {} at a time", folder,
                           calibration.unknowns.size(), calibration.targets.size(),
                           calibration.runs_per_evaluation(), request.jobs));
  catch_signals();
  run.search(request.jobs, console);

  // An interrupted search keeps what it has; tables and page show that.
  run.write_tables();
  const std::vector<Evaluation> done = run.evaluations();
  if (done.size() >= 2) {
    if (caught_signal() == 0) tell(calibration, Inference(calibration, done), console);
    console.line(
        fmt::format("{0}/result.json\n{0}/evaluations.csv\n{1}", folder, write_calibration_report(run)));
  }
  if (caught_signal() != 0) {
    console.line(fmt::format("`cairn calibrate {}` continues", folder));
    return 128 + caught_signal();
  }
  return kDone;
}

void add_options(const CommandOptions& app, CalibrateRequest& request) {
  app.add_option("CALIBRATION", request.source,
                 "calibration file, or the folder of a calibration to continue")
      .required();
  app.add_option("-o,--output", request.folder,
                 "folder of the results (default: the file's name with .calibration)")
      .type_name("DIR");
  add_whole(app, "--jobs", request.jobs, "runs at a time, one thread each (default: all cores)",
            {"a number of runs", 1, 1024});
  app.add_flag("-q,--quiet", request.quiet, "print the result, warnings and errors only");
}

}  // namespace

std::unique_ptr<Command> calibrate_command(const Program& program) {
  return make_command<CalibrateRequest>(
      program,
      {"calibrate", "find material parameters that reproduce measured values",
       "Examples:\n"
       "  cairn calibrate scenes/lab/calibration/ball.yaml\n"
       "  cairn calibrate ball.calibration            continue, or compute the result again\n"
       "  cairn report ball.calibration               the page again"},
      add_options, calibrate);
}

}  // namespace cairn
