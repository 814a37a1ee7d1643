#include "study/run_study.h"

#include <fmt/format.h>
#include <signal.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <thread>
#include <vector>

#include "base/assert.h"
#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "results/checkpoint.h"
#include "terminal/exit_code.h"
#include "terminal/program_run.h"
#include "terminal/progress.h"
#include "terminal/signals.h"
#include "text/node.h"
#include "text/units.h"

namespace cairn {
namespace {

namespace fs = std::filesystem;

constexpr auto kGlance = std::chrono::milliseconds(5);  // between looks at the runs
constexpr double kPause = 0.5;                          // s between two states of the bar

bool was_interrupted(int code) {
  return code == 128 + SIGINT || code == 128 + SIGTERM || code == 128 + SIGHUP;
}

bool has_checkpoint(const std::string& folder) {
  return std::ranges::any_of(kCheckpointNames,
                             [&](const char* name) { return file_exists(folder + "/" + name); });
}

// The arguments of the program for a run: a new one, or one that goes on.
std::vector<std::string> words_of(const std::string& study, const StudyPlan& plan, std::size_t run) {
  const std::string folder = run_folder(study, run);
  std::vector<std::string> words;
  if (has_checkpoint(folder)) {
    words = {"resume", folder};
  } else {
    words = {"run", scene_of_study(study, plan), "-o", folder, "--force"};
    for (const std::string& change : plan.changes_of(run)) {
      words.push_back("--set");
      words.push_back(change);
    }
  }
  for (const std::string& allowed : plan.allowed) {
    words.push_back("--allow");
    words.push_back((fs::path(study) / allowed).lexically_normal().string());
  }
  if (plan.until) {
    words.push_back("--until");
    words.push_back(*plan.until);
  }
  words.insert(words.end(), {"-j", "1", "-q"});
  return words;
}

void drop_frames(const std::string& folder) {
  for (const char* name : {"frames", "run.h5", "run.xmf", "chains.xmf", "contacts.xmf"})
    fs::remove_all(folder + "/" + name);
  for (const char* name : kCheckpointNames) fs::remove(folder + "/" + name);
}

// Why a run failed; never empty, also if it was killed before it could say anything.
std::string trouble_of(const std::string& log, int code) {
  const std::string said = failure_in(log);
  return said.empty() ? fmt::format("it ended with code {} and said nothing", code) : said;
}

// Notes how a run ended. An interrupted run gets no record.
void note(const std::string& study, const StudyPlan& plan, std::size_t run, const ProgramRun& ended) {
  if (was_interrupted(ended.code)) return;
  const bool has_results = ended.code == kDone || ended.code == kNotConverged;
  Json json = Json::object();
  json.set("run", static_cast<std::uint64_t>(run));
  json.set("code", ended.code);
  json.set("wall_seconds", ended.wall_seconds);
  json.set("cpu_seconds", ended.cpu_seconds);
  json.set("trouble", has_results ? "" : trouble_of(run_log(study, run), ended.code));
  if (plan.keep == Keep::series) drop_frames(run_folder(study, run));
  write_replacing(run_record(study, run), bytes_of(json.text()));
}

bool is_settled(const std::string& study, std::size_t run, Again again) {
  const std::optional<StudyRecord> record = read_record(study, run);
  return record && (record->trouble.empty() || again == Again::none);
}

// A run that failed is made again from its start.
void forget(const std::string& study, std::size_t run) {
  if (!file_exists(run_record(study, run))) return;
  drop_frames(run_folder(study, run));
  fs::remove(run_record(study, run));
  fs::remove(run_log(study, run));
}

std::string point_text(const StudyPlan& plan, std::size_t run) {
  std::string text;
  for (std::size_t k = 0; k < plan.keys.size(); ++k)
    text += fmt::format("{}{}={}", k > 0 ? ", " : "", plan.keys[k], plan.point(run)[k]);
  if (const auto seed = plan.seed(run)) text += fmt::format("{}seed={}", text.empty() ? "" : ", ", *seed);
  return text;
}

// A run of one of several studies.
struct Job {
  const Study* study;
  std::size_t run;
};

// The runs that are being made, and the table that tells of them.
class Crew {
 public:
  Crew(std::span<const Study> studies, const StudyOptions& options, std::size_t open, Console& console)
      : options_(options), console_(console), open_(open), has_names_(studies.size() > 1) {
    for (const Study& study : studies) name_width_ = std::max(name_width_, name_of(study).size());
  }

  void start(const Job& job) {
    const Study& study = *job.study;
    forget(study.folder, job.run);
    working_.push_back(
        {job, ProgramProcess(words_of(study.folder, study.plan, job.run), run_log(study.folder, job.run))});
  }
  std::size_t size() const { return working_.size(); }
  void ask_to_end() {
    for (Member& member : working_) member.process.ask_to_end();
  }
  // Notes the runs that have ended. Returns their number.
  std::size_t collect() {
    const std::size_t before = working_.size();
    std::erase_if(working_, [&](Member& member) {
      const std::optional<ProgramRun> ended = member.process.poll();
      if (!ended) return false;
      const Study& study = *member.job.study;
      note(study.folder, study.plan, member.job.run, *ended);
      seconds_ += ended->wall_seconds;
      ++ended_;
      tell(member.job, *ended);
      return true;
    });
    return before - working_.size();
  }
  void show_bar() {
    console_.bar(fmt::format("{} of {} runs ended, {} at work{}", ended_, open_ + options_.later, size(),
                             left().empty() ? "" : ", about " + left() + " left"));
  }

 private:
  struct Member {
    Job job;
    ProgramProcess process;
  };
  static std::string name_of(const Study& study) { return fs::path(study.folder).stem().string(); }

  // The time that the open runs and those that follow will take; empty as long as none has ended.
  std::string left() const {
    if (ended_ == 0) return "";
    const double mean = seconds_ / static_cast<double>(ended_);
    const std::size_t begun = ended_ + size();
    double sum = mean * static_cast<double>(open_ - std::min(open_, begun) + options_.later);
    for (const Member& member : working_) sum += std::max(0.0, mean - member.process.seconds());
    return spoken_time(sum / options_.jobs);
  }
  void tell(const Job& job, const ProgramRun& ended) {
    const std::string log = run_log(job.study->folder, job.run);
    const bool has_results = ended.code == kDone || ended.code == kNotConverged;
    const std::string end = has_results                   ? spoken_time(ended.wall_seconds)
                            : was_interrupted(ended.code) ? "interrupted"
                                                          : "failed";
    const std::string name = has_names_ ? fmt::format("{:<{}}  ", name_of(*job.study), name_width_) : "";
    if (!has_head_)
      console_.line(fmt::format("{:>{}}  {:>12}  {:>13}  {:>12}  run of", "run", name.size() + 5, "time",
                                "ended", "left"));
    has_head_ = true;
    console_.line(fmt::format("{}{:5}  {:>12}  {:>13}  {:>12}  {}{}", name, job.run, end,
                              fmt::format("{} of {}", ended_, open_ + options_.later), left(),
                              point_text(job.study->plan, job.run),
                              end == "failed" ? ": " + trouble_of(log, ended.code) : ""));
  }

  StudyOptions options_;
  Console& console_;
  std::size_t open_;
  bool has_names_, has_head_ = false;
  std::size_t name_width_ = 0;
  std::vector<Member> working_;
  double seconds_ = 0;  // of runs that ended
  std::size_t ended_ = 0;
};

}  // namespace

std::optional<StudyRecord> read_record(const std::string& study, std::size_t run) {
  const std::string path = run_record(study, run);
  if (!file_exists(path)) return std::nullopt;
  const Tree tree = Tree::from_file(path);
  const auto number = [&](const char* name) {
    const Node* node = tree.root().is_map() ? tree.root().find(name) : nullptr;
    return node != nullptr ? plain_number(node->text()).value_or(0) : 0;
  };
  const Node* trouble = tree.root().is_map() ? tree.root().find("trouble") : nullptr;
  return StudyRecord{static_cast<int>(number("code")), number("wall_seconds"), number("cpu_seconds"),
                     trouble != nullptr ? std::string(trouble->text()) : "its record is damaged"};
}

StudyCounts counts_of(const std::string& study, const StudyPlan& plan) {
  StudyCounts counts;
  for (std::size_t run = 0; run < plan.runs(); ++run) {
    const std::optional<StudyRecord> record = read_record(study, run);
    ++(!record ? counts.waiting : record->trouble.empty() ? counts.done : counts.failed);
  }
  return counts;
}

void run_studies(std::span<const Study> studies, const StudyOptions& options, Console& console) {
  CAIRN_ASSERT(options.jobs > 0);
  std::vector<Job> open;
  for (const Study& study : studies)
    for (std::size_t run = 0; run < study.plan.runs(); ++run)
      if (!is_settled(study.folder, run, options.again)) open.push_back({&study, run});

  // Start runs while there is room; note those that end; pass a signal on.
  Crew crew(studies, options, open.size(), console);
  std::size_t next = 0;
  Stopwatch since_bar;
  while (crew.size() > 0 || (next < open.size() && caught_signal() == 0)) {
    while (next < open.size() && crew.size() < static_cast<std::size_t>(options.jobs) && caught_signal() == 0)
      crew.start(open[next++]);
    if (caught_signal() != 0) crew.ask_to_end();
    const std::size_t just_ended = crew.collect();
    if (console.has_bar() && (just_ended > 0 || since_bar.seconds() > kPause)) {
      crew.show_bar();
      since_bar = {};
    }
    if (just_ended == 0) std::this_thread::sleep_for(kGlance);
  }
}

int run_one(const std::string& study, const StudyPlan& plan, std::size_t run, Again again) {
  if (is_settled(study, run, again)) return read_record(study, run)->code;
  forget(study, run);
  const ProgramRun ended =
      run_program(words_of(study, plan, run), run_log(study, run), [](double, const std::string&) {});
  note(study, plan, run, ended);
  return ended.code;
}

}  // namespace cairn
