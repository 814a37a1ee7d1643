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
#include "terminal/summary_file.h"
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

std::vector<std::string> run_words(const CardRun& run, const fs::path& results, int threads) {
  std::vector<std::string> words{"run",
                                 (results.parent_path() / run.scene).string(),
                                 "-o",
                                 results.string(),
                                 "--force",
                                 "-j",
                                 std::to_string(threads)};
  for (const std::string& change : run.overrides) {
    words.push_back("--set");
    words.push_back(change);
  }
  return words;
}

// Changes of a run in one realisation: numbers of earlier runs, then the seed. The first realisation is the
// scene as it is written.
std::vector<std::string> changes_of(const Card& card, const CardRun& run, int realisation,
                                    const fs::path& folder) {
  std::vector<std::string> changes = with_values(card, run, folder.string());
  if (card.ensemble.chance == Chance::seeds) changes.push_back(fmt::format("seed={}", realisation - 1));
  return changes;
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
      run_program(run_words(run, files.results, options.threads), files.log.string(), watch);
  note.cpu_seconds += ended.cpu_seconds;
  return ended;
}

// The state hash after the first steps, made again; "" if the run cannot be made. `results` are of the whole
// run, whose mean step tells the time of the probe.
std::string probe_of(const CardRun& run, const fs::path& results, int threads) {
  const std::string whole = results.string();
  const double steps = summary_number_or_none(whole, "steps");
  const double time = summary_number_or_none(whole, "time");
  if (!(steps > 0 && time > 0)) return "";
  const fs::path place = results.parent_path() / (run.name + ".probe");
  std::vector<std::string> words = run_words(run, place, threads);
  const double end = steps <= kProbeSteps ? time : time / steps * kProbeSteps;
  words.insert(words.end(), {"--until", fmt::format("{}", end)});
  const ProgramRun ended = run_program(words, place.string() + ".log", [](double, const std::string&) {});
  if (ended.code != kDone && ended.code != kNotConverged) return "";
  const std::string hash = SummaryFile(place.string()).text("state_hash");
  fs::remove_all(place);
  return hash;
}

// Makes a run unless it is done already. Returns what went wrong, or "".
std::string run_one(const Card& card, const CardRun& run, const fs::path& folder, const std::string& stamp,
                    const CardRunOptions& options, Console& console, Finding& finding) {
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
  finding.runs.push_back({run.name, note.cpu_seconds, number("bodies"), number("steps"),
                          probe_of(run, files.results, options.threads)});
  finding.cpu_seconds += note.cpu_seconds;
  finding.wall_seconds += number("wall_seconds");
  return "";
}

// Makes the runs of one realisation, in order: a later run may use numbers of an earlier one. Returns what
// went wrong, or "".
std::string run_realisation(const Card& card, int realisation, const CardRunOptions& options,
                            Console& console, Finding& finding) {
  const fs::path folder = case_folder(options.folder, card, realisation);
  copy_scenes(card.folder, folder);
  Stamp stamp(folder);
  for (CardRun run : card.runs) {
    run.overrides = changes_of(card, run, realisation, folder);
    const std::string trouble = run_one(card, run, folder, stamp.after(run), options, console, finding);
    if (!trouble.empty()) return trouble;
  }
  return "";
}

}  // namespace

std::string case_folder(const std::string& folder, const Card& card, int realisation) {
  const std::string place = fmt::format("{}/{}/{}", folder, card.id, form_name(card.form));
  return card.ensemble.chance == Chance::none ? place : fmt::format("{}/{}", place, realisation);
}

Finding run_card(const Card& card, const CardRunOptions& options, Console& console) {
  CAIRN_ASSERT(options.threads > 0 && !options.folder.empty());
  Finding finding = nothing_found(card, options.size);
  finding.when = utc_now();
  finding.version = version();
  finding.machine = this_machine();
  finding.fingerprint = card.fingerprint;
  std::vector<std::string> folders;
  for (int k = 1; k <= card.ensemble.count; ++k) {
    folders.push_back(case_folder(options.folder, card, k));
    try {
      finding.trouble = run_realisation(card, k, options, console, finding);
    } catch (const InputError& error) {
      finding.trouble = error.message();
    }
    if (!finding.trouble.empty()) return finding;
  }
  judge(card, folders, finding);
  return finding;
}

std::optional<Finding> probe_again(const Card& card, const Finding& finding, const CardRunOptions& options) {
  Finding probed = finding;
  std::size_t compared = 0, next = 0;
  for (int k = 1; k <= card.ensemble.count; ++k) {
    const fs::path folder = case_folder(options.folder, card, k);
    for (CardRun run : card.runs) {
      if (next == finding.runs.size()) break;
      const FoundRun& found = finding.runs[next++];
      const fs::path results = folder / (run.name + ".run");
      if (found.probe.empty() || !fs::exists(results / "summary.json")) continue;
      run.overrides = changes_of(card, run, k, folder);
      const std::string probe = probe_of(run, results, options.threads);
      if (caught_signal() != 0) return std::nullopt;
      probed.is_stale = probed.is_stale || probe != found.probe;
      ++compared;
    }
  }
  if (compared == 0) return std::nullopt;
  if (!probed.is_stale) probed.probed = version();
  return probed;
}

}  // namespace cairn
