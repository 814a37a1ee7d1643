#include "validate/run_card.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "base/assert.h"
#include "base/error.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/version.h"
#include "terminal/exit_code.h"
#include "terminal/program_run.h"
#include "terminal/progress.h"
#include "terminal/signals.h"
#include "text/units.h"
#include "validate/found.h"

namespace cairn {
namespace {

namespace fs = std::filesystem;

// Hash of what decides the results of a run: version, scene, changes, and the runs before it, from which it
// may start. It does not cover files that the scene reads.
class Stamp {
 public:
  explicit Stamp(const fs::path& folder) : folder_(folder) { add(std::string(version())); }

  std::string after(const CardRun& run) {
    add(read_text((folder_ / run.scene).string()));
    for (const std::string& change : run.overrides) add(change);
    return fmt::format("{:016x}", hash_.value());
  }

 private:
  void add(const std::string& text) { hash_.add(bytes_of(text)); }

  fs::path folder_;
  Hash hash_;
};

void write_text(const fs::path& path, const std::string& text) {
  write_replacing(path.string(), bytes_of(text));
}

// The note beside a run: its stamp, its state ("begun", "done" or "failed"), and the processor seconds so
// far.
struct RunNote {
  std::string stamp, state;
  double cpu_seconds = 0;

  static RunNote read(const fs::path& path) {
    RunNote note;
    if (!file_exists(path.string())) return note;
    const std::string text = read_text(path.string());
    const std::size_t a = text.find(' '), b = text.find(' ', a + 1);
    if (a == std::string::npos || b == std::string::npos) return note;
    note.stamp = text.substr(0, a);
    note.state = text.substr(a + 1, b - a - 1);
    note.cpu_seconds = plain_number(text.substr(b + 1)).value_or(0);
    return note;
  }
  void write(const fs::path& path) const {
    write_text(path, fmt::format("{} {} {}", stamp, state, cpu_seconds));
  }
};

// Copies scenes, tables and meshes, but no folders of results.
void copy_scenes(const fs::path& from, const fs::path& to) {
  fs::create_directories(to);
  for (const fs::directory_entry& item : fs::directory_iterator(from))
    if (item.is_regular_file())
      fs::copy_file(item.path(), to / item.path().filename(), fs::copy_options::overwrite_existing);
}

std::vector<std::string> run_words(const CardRun& run, const fs::path& folder, int threads) {
  std::vector<std::string> words{
      "run", (folder / run.scene).string(), "-o", (folder / (run.name + ".run")).string(), "--force",
      "-j",  std::to_string(threads)};
  for (const std::string& change : run.overrides) {
    words.push_back("--set");
    words.push_back(change);
  }
  return words;
}

// The files of a run, and its label in the output.
struct RunFiles {
  fs::path results, note, log;
  std::string label;
};

// Resumes an interrupted run from its checkpoint. If there is none or it cannot be used, starts a new run.
ProgramRun run_or_go_on(const CardRun& run, const RunFiles& files, const CardRunOptions& options,
                        RunNote& note, Console& console) {
  const std::string threads = std::to_string(options.threads);
  const auto watch = [&](double seconds, const std::string& line) {
    console.bar(fmt::format("{} {:>8}  {}", files.label, spoken_time(seconds), line));
  };
  if (note.state == "begun" && fs::exists(files.results / "checkpoint")) {
    const ProgramRun ended =
        run_program({"resume", files.results.string(), "-j", threads}, files.log.string(), watch);
    note.cpu_seconds += ended.cpu_seconds;
    if (ended.code == kDone || ended.code == kNotConverged || caught_signal() != 0) return ended;
  }
  note.state = "begun";
  note.cpu_seconds = 0;
  note.write(files.note);
  fs::remove(files.log);
  const ProgramRun ended =
      run_program(run_words(run, files.results.parent_path(), options.threads), files.log.string(), watch);
  note.cpu_seconds += ended.cpu_seconds;
  return ended;
}

// Makes a run unless it is done already. Returns what went wrong, or "".
std::string run_one(const Card& card, const CardRun& run, const std::string& stamp,
                    const CardRunOptions& options, Console& console, Finding& finding) {
  const fs::path folder = case_folder(options, card);
  const RunFiles files{folder / (run.name + ".run"), folder / (run.name + ".note"),
                       folder / (run.name + ".log"), fmt::format("{:<4} {:<12}", card.id, run.name)};
  RunNote note = RunNote::read(files.note);
  if (note.stamp != stamp || options.again) note = {stamp, "", 0};
  if (note.state != "done" || !fs::exists(files.results / "summary.json")) {
    const ProgramRun ended = run_or_go_on(run, files, options, note, console);
    // The summary reports a solve that did not converge; the run counts as done.
    const bool is_good = ended.code == kDone || ended.code == kNotConverged;
    note.state = is_good ? "done" : caught_signal() != 0 ? "begun" : "failed";
    note.write(files.note);
    if (caught_signal() != 0) return kInterrupted;
    if (!is_good)
      return fmt::format("run {} ended with code {}: {}", run.name, ended.code,
                         failure_in(files.log.string()));
    console.line(fmt::format("  {} {}", files.label, spoken_time(ended.wall_seconds)));
  }
  // Numbers of the run for the finding.
  const auto number = [&](const char* name) {
    const double value = summary_number_or_none(files.results.string(), name);
    return std::isfinite(value) ? value : 0;
  };
  finding.runs.push_back({run.name, note.cpu_seconds, number("bodies"), number("steps")});
  finding.cpu_seconds += note.cpu_seconds;
  finding.wall_seconds += number("wall_seconds");
  return "";
}

}  // namespace

std::string case_folder(const CardRunOptions& options, const Card& card) {
  return options.folder + "/" + card.id;
}

Finding run_card(const Card& card, const CardRunOptions& options, Console& console) {
  CAIRN_ASSERT(options.threads > 0 && !options.folder.empty());
  Finding finding = nothing_found(card, options.form);
  finding.when = utc_now();
  finding.version = version();
  finding.machine = this_machine();
  finding.fingerprint = card.fingerprint;
  const std::string folder = case_folder(options, card);
  copy_scenes(card.folder, folder);
  Stamp stamp(folder);
  // Runs in order: a later run may use numbers of an earlier one.
  for (CardRun run : card.runs) {
    try {
      run.overrides = with_values(card, run, folder);
    } catch (const InputError& error) {
      finding.trouble = error.message();
      return finding;
    }
    const std::string stamped = stamp.after(run);
    finding.trouble = run_one(card, run, stamped, options, console, finding);
    if (!finding.trouble.empty()) return finding;
  }
  judge(card, folder, finding);
  return finding;
}

}  // namespace cairn
