// The command line. Everything that is typed is understood here and handed on as plain structs (commands.h).
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <functional>
#include <stdexcept>
#include <thread>

#include "base/error.h"
#include "base/printable.h"
#include "commands.h"
#include "memory.h"
#include "signals.h"

namespace cairn {
namespace {

constexpr int kMostThreads = 1024;

// --- Words of the command line
// -----------------------------------------------------------------------------------

// The command as typed, so that it can be pasted into a shell.
std::string typed(int argc, char** argv) {
  std::string text = "cairn";
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const bool is_plain =
        !word.empty() && word.find_first_not_of(
                             "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                             "_-+=./,:@%^") == std::string::npos;
    std::string quoted;
    for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    text += is_plain ? " " + word : " '" + quoted + "'";
  }
  return text;
}

int whole_number(const std::string& text, const char* option, const char* what, int low, int high) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc{} && end == text.data() + text.size() && value >= low && value <= high) return value;
  throw InputError(fmt::format("{} needs {} from {} to {}, got {}", option, what, low, high, quote(text)));
}

double share_in(const std::string& text, const char* option) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc{} && end == text.data() + text.size() && value >= 0 && value < 1e300) return value;
  throw InputError(fmt::format("{} needs a number that is not negative, got {}", option, quote(text)));
}

int thread_count(const std::optional<std::string>& text) {
  if (text) return whole_number(*text, "-j", "a number of threads", 1, kMostThreads);
  return std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, kMostThreads);
}

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
  }
  return names;
}

// Words that no option or argument took: CLI11 collects them, so that we can say what was meant.
void refuse_extras(const CLI::App& app) {
  const std::vector<std::string> extras = app.remaining();
  if (extras.empty()) return;
  const std::string& word = extras.front();
  const std::string help =
      fmt::format("; see {} --help", app.get_parent() ? "cairn " + app.get_name() : "cairn");
  if (word.starts_with("-")) {
    const std::string name = word.substr(0, word.find('='));
    throw InputError(
        fmt::format("unknown option {}{}{}", quote(name), suggestion(name, option_names(app)), help));
  }
  if (app.get_parent()) throw InputError(fmt::format("unexpected argument {}{}", quote(word), help));
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  throw InputError(fmt::format("unknown command {}{}{}", quote(word), suggestion(word, names), help));
}

// --- Commands
// ----------------------------------------------------------------------------------------------------

// What the options of all commands write into.
struct Requests {
  RunRequest run;
  ResumeRequest resume;
  CheckRequest check;
  SolveRequest solve;
  BenchRequest bench;
  ExportRequest picture;
  ForcesRequest forces;
  ValidateRequest validate;
  CompareRequest compare;
  PlotRequest plot;
  ReportRequest report;
  std::string tolerance = "0";
  std::vector<std::string> kinds;
  bool reference = false;
  std::optional<std::string> threads;
  std::string iterations = "100000";
  std::string width = "1200", height = "900", chart_width = "900", chart_height = "600";
  std::string sizes = "10000,100000", repeat = "3", seconds = "2";
  bool million = false;
};

using Action = std::function<int()>;
struct Command {
  CLI::App* app;
  Action action;
};

CLI::App* add(CLI::App& program, const char* name, const char* meaning, const char* footer) {
  CLI::App* app = program.add_subcommand(name, meaning);
  app->allow_extras();
  app->footer(footer);
  return app;
}

void add_overrides(CLI::App& app, std::vector<std::string>& overrides) {
  app.add_option("--set", overrides, "replace a value of the scene: --set let.gap=2.5mm; may be repeated")
      ->type_name("KEY=VALUE")
      ->expected(1)
      ->allow_extra_args(false)
      ->take_all();
}

void add_threads(CLI::App& app, std::optional<std::string>& threads) {
  app.add_option("-j,--threads", threads,
                 "threads; results are the same bits for any number (default: all cores)")
      ->type_name("N");
}

void add_dump_steps(CLI::App& app, std::vector<std::uint64_t>& steps) {
  app.add_option("--dump-problem", steps,
                 "write the contact problem of this step (1 is the first) as an FCLIB file; may be repeated")
      ->type_name("STEP")
      ->allow_extra_args(false);
}

Command add_run(CLI::App& program, Requests& all) {
  RunRequest& request = all.run;
  CLI::App* app = add(program, "run", "run a scene",
                      "Examples:\n"
                      "  cairn run scenes/hopper.yaml\n"
                      "  cairn run scenes/hopper.yaml -o wide.run --set let.gap=3mm -j 2\n"
                      "  cairn run scenes/hopper.yaml --until '0.5 s' --force");
  app->add_option("SCENE", request.scene, "scene file (YAML or JSON)")->required();
  app->add_option("-o,--output", request.folder, "results folder (default: the scene's name with .run)")
      ->type_name("DIR");
  add_overrides(*app, request.overrides);
  add_threads(*app, all.threads);
  app->add_option("--until", request.until, "end there instead of at the scene's end: 0.5, '20 ms'")
      ->type_name("TIME");
  app->add_flag("--hash", request.hash, "print a hash of the state at every frame and at the end");
  add_dump_steps(*app, request.dump_steps);
  app->add_flag("--force", request.force, "replace the results of an earlier run");
  app->add_flag("-q,--quiet", request.quiet, "print warnings and errors only");
  return {app, [&] {
            all.run.threads = thread_count(all.threads);
            return run(all.run);
          }};
}

Command add_resume(CLI::App& program, Requests& all) {
  ResumeRequest& request = all.resume;
  CLI::App* app = add(program, "resume", "go on from the last checkpoint of a run",
                      "Examples:\n"
                      "  cairn resume hopper.run\n"
                      "  cairn resume hopper.run --until '10 s'");
  app->add_option("DIR", request.folder, "results folder of the run")->required();
  app->add_option("--until", request.until, "end there; may be after the scene's end")->type_name("TIME");
  add_threads(*app, all.threads);
  app->add_flag("--hash", request.hash, "print a hash of the state at every frame and at the end");
  add_dump_steps(*app, request.dump_steps);
  app->add_flag("-q,--quiet", request.quiet, "print warnings and errors only");
  return {app, [&] {
            all.resume.threads = thread_count(all.threads);
            return resume(all.resume);
          }};
}

Command add_check(CLI::App& program, Requests& all) {
  CLI::App* app =
      add(program, "check",
          "read and build a scene, print what follows from it, run nothing; or verify a results "
          "folder",
          "Of a scene: bodies, masses, the stable time step, expected memory and disk.\n"
          "Of a results folder: compares every file with its checksum; exit code 1 if one differs.\n"
          "Examples:\n"
          "  cairn check scenes/hopper.yaml\n"
          "  cairn check scenes/hopper.yaml --set time.step=1e-5\n"
          "  cairn check hopper.run");
  app->add_option("SCENE", all.check.scene, "scene file (YAML or JSON), or the folder DIR of a run")
      ->required();
  add_overrides(*app, all.check.overrides);
  add_threads(*app, all.threads);
  return {app, [&] {
            all.check.threads = thread_count(all.threads);
            return check(all.check);
          }};
}

Command add_solve(CLI::App& program, Requests& all) {
  SolveRequest& request = all.solve;
  CLI::App* app = add(program, "solve", "solve one contact problem from a file of FCLIB",
                      "Examples:\n"
                      "  cairn solve problem.hdf5\n"
                      "  cairn solve problem.hdf5 --solver apgd --law cone --tolerance 1e-10 -o solved.hdf5\n"
                      "  cairn solve problem.hdf5 --solver pgs --set order=shuffled --json\n"
                      "Exit code 4: not converged; the best solution found is written all the same.");
  app->add_option("PROBLEM", request.problem, "problem in local or global form (HDF5)")->required();
  app->add_option("--solver", request.solver, "as of 'cairn list solvers'")->type_name("NAME");
  app->add_option("--set", request.overrides, "an option of the solver: --set order=key; may be repeated")
      ->type_name("KEY=VALUE")
      ->expected(1)
      ->allow_extra_args(false)
      ->take_all();
  app->add_option("--law", request.law, "coulomb, or cone: the associated law (default: coulomb)")
      ->type_name("LAW");
  app->add_option("--tolerance", request.tolerance, "of the residual (default: 1e-6)")->type_name("X");
  app->add_option("--max-iterations", all.iterations, "then it gives up (default: 100000)")->type_name("N");
  app->add_option("--time-limit", request.time_limit, "wall seconds after which it gives up (default: none)")
      ->type_name("S");
  app->add_flag("--json", request.json, "print one JSON object");
  app->add_option("-o,--output", request.output,
                  "copy of the problem with the solution, replaced if it exists")
      ->type_name("FILE");
  add_threads(*app, all.threads);
  return {app, [&] {
            all.solve.threads = thread_count(all.threads);
            all.solve.max_iterations =
                whole_number(all.iterations, "--max-iterations", "a number of iterations", 1, 1'000'000'000);
            return solve(all.solve);
          }};
}

Command add_list(CLI::App& program, Requests& all) {
  CLI::App* app = add(program, "list", "methods, laws, solvers, shapes, joints and measures there are",
                      "Examples:\n"
                      "  cairn list\n"
                      "  cairn list laws shapes");
  app->add_option("KIND", all.kinds, "methods, laws, solvers, shapes, joints or measures (default: all)");
  return {app, [&] { return list(all.kinds); }};
}

Command add_schema(CLI::App& program, Requests& all) {
  CLI::App* app = add(program, "schema", "print the JSON Schema of scene files",
                      "Example:\n"
                      "  cairn schema > scene.schema.json");
  app->add_flag("--reference", all.reference, "print the reference page of scene files (Markdown) instead");
  return {app, [&] { return schema(all.reference ? SchemaForm::reference : SchemaForm::json); }};
}

// "10000,100000"
std::vector<std::size_t> bed_sizes(const std::string& text, bool million) {
  std::vector<std::size_t> sizes;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    sizes.push_back(static_cast<std::size_t>(
        whole_number(text.substr(begin, end - begin), "--sizes", "numbers of spheres", 1000, 10'000'000)));
    begin = end + 1;
  }
  if (million) sizes.push_back(1'000'000);
  return sizes;
}

Command add_bench(CLI::App& program, Requests& all) {
  CLI::App* app = add(program, "bench", "run named benchmarks",
                      "Examples:\n"
                      "  cairn bench --list\n"
                      "  cairn bench bed bed_2\n"
                      "  cairn bench penalty --sizes 10000,100000 --million --markdown");
  app->add_option("NAME", all.bench.names, "benchmarks to run (default: all)");
  app->add_flag("--json", all.bench.json, "print one JSON object");
  app->add_flag("--list", all.bench.list, "say which benchmarks there are");
  app->add_flag("--markdown", all.bench.markdown, "print tables as Markdown");
  app->add_option("--sizes", all.sizes, "of penalty: numbers of spheres (default: 10000,100000)")
      ->type_name("N,N");
  app->add_flag("--million", all.million, "of penalty: one million spheres as well");
  app->add_option("--repeat", all.repeat, "of penalty: runs, of which the best counts (default: 3)")
      ->type_name("N");
  app->add_option("--seconds", all.seconds, "of penalty: about so long each (default: 2)")->type_name("N");
  app->add_option("--folder", all.bench.options.folder,
                  "of penalty: keep beds and input files there, and take beds from there")
      ->type_name("DIR");
  return {app, [&] {
            all.bench.options.sizes = bed_sizes(all.sizes, all.million);
            all.bench.options.repeat = whole_number(all.repeat, "--repeat", "a number of runs", 1, 100);
            all.bench.options.seconds = whole_number(all.seconds, "--seconds", "seconds", 0, 600);
            return bench(all.bench);
          }};
}

Command add_validate(CLI::App& program, Requests& all) {
  ValidateRequest& request = all.validate;
  CLI::App* app = add(program, "validate", "reproduce published experiments and say where we agree",
                      "Examples:\n"
                      "  cairn validate --list\n"
                      "  cairn validate C16 PZ17/hopper\n"
                      "  cairn validate --full -o validation      hours; goes on where it was interrupted\n"
                      "  cairn validate --full --results          what is known, without running anything");
  app->add_option("CASE", request.cases,
                  "card (C1 ... C24), path (PZ17/hopper) or paper (PZ17); default: all");
  app->add_flag("--list", request.list, "say which cases there are, and how they went last");
  app->add_flag("--quick", request.quick, "reduced sizes and short times: minutes (the default)");
  app->add_flag("--full", request.full, "sizes of the papers where a machine like this can")
      ->excludes("--quick");
  app->add_flag("--results", request.results, "show what is known and run nothing");
  app->add_flag("--again", request.again, "run what was run before too");
  app->add_flag("--json", request.json, "print one JSON object");
  app->add_flag("--markdown", request.markdown, "print tables as Markdown");
  app->add_option("-o,--output", request.folder, "folder of runs and ledger (default: validation)")
      ->type_name("DIR");
  add_threads(*app, all.threads);
  return {app, [&] {
            all.validate.threads = thread_count(all.threads);
            return validate(all.validate);
          }};
}

Command add_compare(CLI::App& program, Requests& all) {
  CompareRequest& request = all.compare;
  CLI::App* app =
      add(program, "compare", "run one scene under several methods, side by side",
          "Examples:\n"
          "  cairn compare scenes/hopper.yaml --methods hertz_mindlin,cone/apgd,coulomb/nlgs\n"
          "  cairn compare scenes/settle.yaml --methods 'hooke{stiffness: 1e4},cone/bb{tolerance: 1e-8}'");
  app->add_option("SCENE", request.scene, "scene file")->required();
  app->add_option("--methods", request.methods,
                  "laws, of implicit methods with a solver (law/solver), further options in braces; "
                  "'scene' is the scene's own")
      ->required()
      ->type_name("A,B,...");
  app->add_option("-o,--output", request.folder, "folder of the runs and the report (default: SCENE.compare)")
      ->type_name("DIR");
  add_overrides(*app, request.overrides);
  app->add_option("--tolerance", all.tolerance,
                  "exit with 1 if final values of a measure differ by more than this part of their size")
      ->type_name("X");
  app->add_flag("--force", request.force, "replace an earlier comparison");
  app->add_flag("--json", request.json, "print one JSON object");
  add_threads(*app, all.threads);
  return {app, [&] {
            all.compare.threads = thread_count(all.threads);
            all.compare.tolerance = share_in(all.tolerance, "--tolerance");
            return compare(all.compare);
          }};
}

Command add_plot(CLI::App& program, Requests& all) {
  CLI::App* app = add(program, "plot", "figures of a run's measures as PNG and CSV",
                      "Examples:\n"
                      "  cairn plot hopper.run                      what there is\n"
                      "  cairn plot hopper.run flow.mass energy forces\n"
                      "  cairn plot test.run sample.ratio:sample.axial_strain");
  app->add_option("DIR", all.plot.folder, "results folder of the run")->required();
  app->add_option("WHAT", all.plot.what, "measures, columns, column:column, or forces");
  app->add_option("-o,--output", all.plot.target, "folder (default: DIR/plots)")->type_name("FOLDER");
  app->add_flag("--log", all.plot.log, "logarithmic y axis");
  app->add_option("--width", all.chart_width, "pixels (default: 900)")->type_name("N");
  app->add_option("--height", all.chart_height, "pixels (default: 600)")->type_name("N");
  return {app, [&] {
            all.plot.width = whole_number(all.chart_width, "--width", "pixels", 200, 8192);
            all.plot.height = whole_number(all.chart_height, "--height", "pixels", 150, 8192);
            return plot(all.plot);
          }};
}

Command add_report(CLI::App& program, Requests& all) {
  CLI::App* app = add(program, "report", "one HTML page about a run or a validation",
                      "Examples:\n"
                      "  cairn report hopper.run\n"
                      "  cairn report validation");
  app->add_option("DIR", all.report.folder, "results folder of a run, or folder of validations")->required();
  return {app, [&] { return report(all.report); }};
}

Command add_forces(CLI::App& program, Requests& all) {
  ForcesRequest& request = all.forces;
  CLI::App* app = add(program, "forces",
                      "forces that stiff elastic grains would have in a stored frame, and how far rigid "
                      "contacts determine them",
                      "Examples:\n"
                      "  cairn forces pile.run\n"
                      "  cairn forces pile.run --frame 10 --power hertz --json");
  app->add_option("DIR", request.folder, "results folder of the run, with contacts in its frames")
      ->required();
  app->add_option("--frame", request.frame, "a number or last (default: last)")->type_name("K");
  app->add_option("--power", request.power,
                  "hooke, hertz, or the power of the elastic energy, above 1 (default: that of the run, or "
                  "hooke)")
      ->type_name("P");
  app->add_option("--tangential", request.tangential,
                  "with friction: tangential over normal stiffness (default: that of the run, or 1)")
      ->type_name("X");
  app->add_option("--cell", request.cell, "width of the cells of the floor map in m (default: a mean grain)")
      ->type_name("W");
  app->add_flag("--json", request.json, "print the report as JSON");
  return {app, [&] { return forces(all.forces); }};
}

Command add_export(CLI::App& program, Requests& all) {
  ExportRequest& request = all.picture;
  CLI::App* app = add(program, "export", "pictures of a run's frames",
                      "Examples:\n"
                      "  cairn export hopper.run --png\n"
                      "  cairn export hopper.run --png --frame 10 --by force --view front -o forces.png");
  app->add_option("DIR", request.folder, "results folder of the run")->required();
  app->add_flag("--png", request.png, "write PNG pictures");
  app->add_option("--frame", request.frame, "a number, last or all (default: last)")->type_name("K");
  app->add_option("--by", request.by,
                  "what to show: speed, force, chains or group (default: speed); chains are drawn as wide as "
                  "their normal force")
      ->type_name("WHAT");
  app->add_option("-o,--output", request.file, "file (default: frame_NNNNNN.png in DIR)")->type_name("FILE");
  app->add_option("--view", request.view,
                  "auto, front, side, top, or azimuth,elevation in degrees such as 30,20 (default: auto)")
      ->type_name("VIEW");
  app->add_option("--width", all.width, "pixels (default: 1200)")->type_name("N");
  app->add_option("--height", all.height, "pixels (default: 900)")->type_name("N");
  return {app, [&] {
            all.picture.width = whole_number(all.width, "--width", "pixels", 16, 16384);
            all.picture.height = whole_number(all.height, "--height", "pixels", 16, 16384);
            return export_pictures(all.picture);
          }};
}

int parse_and_do(int argc, char** argv) {
  CLI::App program("cairn: grains and rigid bodies in contact, every theory of contact on the same scene",
                   "cairn");
  program.set_version_flag("--version", "cairn " CAIRN_VERSION);
  program.allow_extras();
  program.require_subcommand(0, 1);
  program.footer(
      "'cairn COMMAND --help' tells more about a command.\n"
      "Exit codes: 0 done, 1 a validation or comparison failed, 2 bad input, 3 the run could not go on, 4 "
      "not converged, 130 or 143 interrupted.");
  Requests all;
  all.run.command = all.resume.command = typed(argc, argv);
  const std::vector<Command> commands{
      add_run(program, all),      add_check(program, all),   add_resume(program, all),
      add_solve(program, all),    add_list(program, all),    add_schema(program, all),
      add_bench(program, all),    add_export(program, all),  add_forces(program, all),
      add_validate(program, all), add_compare(program, all), add_plot(program, all),
      add_report(program, all)};
  const CLI::App* chosen = nullptr;
  const auto refuse_all_extras = [&] {
    for (const Command& command : commands) {
      if (command.app->parsed()) chosen = command.app;
    }
    if (chosen) refuse_extras(*chosen);
    refuse_extras(program);
  };
  try {
    program.parse(argc, argv);
  } catch (const CLI::Success& wish) {  // --help, --version
    return program.exit(wish);
  } catch (const CLI::ParseError& error) {
    refuse_all_extras();
    throw InputError(
        fmt::format("{}; see {} --help", error.what(), chosen ? "cairn " + chosen->get_name() : "cairn"));
  }
  refuse_all_extras();
  for (const Command& command : commands) {
    if (command.app->parsed()) return command.action();
  }
  fmt::print(stderr, "{}", program.help());
  return kBadInput;
}

// Where nothing nearer to the cause could say more.
int no_memory(int argc, char** argv) {
  fmt::print(stderr,
             "error: out of memory in `{}`, which holds {:.2g} GB by now: its input is too large for this "
             "machine; reduce the scene, the file or the picture that it names\n",
             printable(typed(argc, argv)), peak_memory() / 1e9);
  return kFailed;
}

}  // namespace
}  // namespace cairn

int main(int argc, char** argv) {
  cairn::return_freed_memory();
  try {
    return cairn::parse_and_do(argc, argv);
  } catch (const cairn::InputError& error) {
    fmt::print(stderr, "{}\n", error.what());
    return cairn::kBadInput;
  } catch (const std::bad_alloc&) {
    return cairn::no_memory(argc, argv);
  } catch (const std::length_error&) {
    return cairn::no_memory(argc, argv);
  } catch (const std::exception& error) {
    fmt::print(stderr, "error: {}\n", cairn::printable(error.what()));
    return cairn::kFailed;
  }
}
