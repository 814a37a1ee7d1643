#include "card_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "base/error.h"
#include "base/file.h"
#include "base/hash.h"
#include "card_results.h"
#include "program_run.h"
#include "progress.h"
#include "scene/units.h"
#include "signals.h"

namespace cairn {
namespace {

namespace fs = std::filesystem;

// What decides the results of a run: its scene, its changes, the version, and the runs before it, which it
// may start from.
class Stamp {
 public:
  explicit Stamp(const fs::path& folder) : folder_(folder) { add(CAIRN_VERSION); }

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

// The note beside a run: its stamp, "begun" or "done", and the processor seconds it has taken so far.
struct RunNote {
  std::string stamp, state;
  double cpu_seconds = 0;

  static RunNote read(const fs::path& path) {
    RunNote note;
    if (!file_exists(path.string())) return note;
    const std::string text = read_text(path.string());
    const std::size_t a = text.find(' '), b = text.find(' ', a + 1);
    if (a == std::string::npos || b == std::string::npos) return note;
    note.stamp = text.substr(0, a), note.state = text.substr(a + 1, b - a - 1);
    note.cpu_seconds = plain_number(text.substr(b + 1)).value_or(0);
    return note;
  }
  void write(const fs::path& path) const {
    write_text(path, fmt::format("{} {} {}", stamp, state, cpu_seconds));
  }
};

// Scenes, tables and meshes; results of earlier runs that lie beside them are left behind.
void copy_scenes(const fs::path& from, const fs::path& to) {
  fs::create_directories(to);
  for (const fs::directory_entry& entry : fs::directory_iterator(from))
    if (entry.is_regular_file())
      fs::copy_file(entry.path(), to / entry.path().filename(), fs::copy_options::overwrite_existing);
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

std::string failure_of(const CardRun& run, int code, const fs::path& log) {
  const std::string text = file_exists(log.string()) ? read_text(log.string()) : "";
  const std::size_t error = text.rfind("error:");
  const std::string reason = error == std::string::npos
                                 ? last_line(log.string())
                                 : text.substr(error + 7, text.find('\n', error) - error - 7);
  return fmt::format("run {} ended with code {}: {}", run.name, code, reason);
}

// Runs it or goes on with it; returns what went wrong.
std::string run_one(const Card& card, const CardRun& run, const std::string& stamp,
                    const CardRunOptions& options, Console& console, Finding& finding) {
  const fs::path folder = case_folder(options, card), results = folder / (run.name + ".run");
  const fs::path note_path = folder / (run.name + ".note"), log = folder / (run.name + ".log");
  RunNote note = RunNote::read(note_path);
  const bool is_same = note.stamp == stamp && !options.again;
  const bool is_done = is_same && note.state == "done" && fs::exists(results / "summary.json");
  if (!is_done) {
    const bool goes_on = is_same && note.state == "begun" && fs::exists(results / "checkpoint");
    if (!goes_on) note = {stamp, "begun", 0}, fs::remove(log);
    note.write(note_path);
    const std::string label = fmt::format("{:<4} {:<12}", card.id, run.name);
    const ProgramRun ended = run_program(
        goes_on ? std::vector<std::string>{"resume", results.string(), "-j", std::to_string(options.threads)}
                : run_words(run, folder, options.threads),
        log.string(), [&](double seconds, const std::string& line) {
          console.bar(fmt::format("{} {:>8}  {}", label, spoken_time(seconds), line));
        });
    note.cpu_seconds += ended.cpu_seconds;
    const bool is_good = ended.code == 0 || ended.code == 4;  // 4: told in the summary
    note.state = is_good ? "done" : "begun";
    note.write(note_path);
    if (caught_signal() != 0) return kInterrupted;
    if (!is_good) return failure_of(run, ended.code, log);
    console.line(fmt::format("  {} {}{}", label, spoken_time(ended.wall_seconds),
                             goes_on ? ", gone on from a checkpoint" : ""));
  }
  const auto number = [&](const char* name) {
    const double value = summary_number_or_none(results.string(), name);
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
  Finding finding = nothing_found(card, options.form);
  finding.when = utc_now(), finding.version = CAIRN_VERSION, finding.machine = this_machine();
  finding.fingerprint = card.fingerprint;
  const std::string folder = case_folder(options, card);
  copy_scenes(card.folder, folder);
  Stamp stamp(folder);
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
