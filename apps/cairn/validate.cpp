// cairn validate: repeats published experiments, and prints the published numbers, ours and a verdict.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <filesystem>
#include <thread>

#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "base/version.h"
#include "cairn/command.h"
#include "terminal/program_run.h"
#include "terminal/progress.h"
#include "terminal/signals.h"
#include "validate/run_card.h"
#include "validate/tables.h"

namespace cairn {
namespace {

struct ValidateRequest {
  std::vector<std::string> cases;  // by number, path or paper; empty: all
  std::optional<std::string> folder;
  bool as_published = false, converged = false;  // one form alone
  bool list = false;
  bool quick = false;  // the default
  bool full = false;
  bool results = false;  // show the ledger, run nothing
  bool again = false;    // repeat earlier runs
  bool probe = false;    // look whether results still stand
  bool wrong = false;    // settings that are wrong on purpose: cards must fail
  bool json = false;
  bool markdown = false;
  int jobs = 1;
  int threads = all_cores();

  Size size() const { return full ? Size::full : Size::quick; }
  std::string place() const { return folder.value_or("validation"); }
  std::string ledger() const { return place() + "/ledger.jsonl"; }
  CardRunOptions runs() const {
    return {.folder = place() + "/" + size_name(size()), .size = size(), .threads = threads, .again = again};
  }
};

std::vector<Form> forms_of(const ValidateRequest& request) {
  if (request.wrong) return {Form::wrong};
  std::vector<Form> forms;
  if (!request.converged) forms.push_back(Form::as_published);
  if (!request.as_published) forms.push_back(Form::converged);
  return forms;
}

std::vector<Finding> known(const std::vector<const Card*>& chosen, const CardLedger& ledger, Size size) {
  std::vector<Finding> findings;
  for (const Card* card : chosen) findings.push_back(ledger.present(*card, size));
  return findings;
}

// The full size takes long. A case that the ledger has with this version, or one that begins with the same
// bits, is not run again.
bool is_settled(const Finding* last, const Card& card) {
  return last != nullptr && last->trouble.empty() && !last->is_stale &&
         (last->version == version() || last->probed == version()) && last->fingerprint == card.fingerprint;
}

int answer(const ValidateRequest& request, const std::vector<const Card*>& chosen,
           const std::vector<Finding>& findings) {
  if (request.json) {
    fmt::print("{}", findings_json(findings).text());
  } else if (request.markdown) {
    fmt::print("{}", findings_markdown(chosen, findings));
  } else {
    fmt::print("{}", findings_table(chosen, findings));
  }
  const auto failed = [](const Finding& finding) { return finding.verdict() == Verdict::fail; };
  return std::ranges::any_of(findings, failed) ? kDisagrees : kDone;
}

// Runs the cases one after the other.
void run_in_turn(const ValidateRequest& request, const std::vector<const Card*>& cards, CardLedger& ledger,
                 Console& console) {
  for (const Card* card : cards) {
    console.line(fmt::format("{} {}, {}: {}", card->id, card->path, form_words(card->form), card->title));
    const Finding finding = run_card(*card, request.runs(), console);
    if (finding.trouble == kInterrupted) break;
    ledger.add(finding);
    console.line(
        fmt::format("  {}", finding.trouble.empty() ? verdict_name(finding.verdict()) : finding.trouble));
  }
}

// A case that runs beside others, as a process of its own that adds to the same ledger.
struct Member {
  const Card* card;
  ProgramProcess process;
};

Member start_member(const ValidateRequest& request, const Card& card) {
  std::vector<std::string> words{
      "validate", card.id, "-o", request.place(), "-j", std::to_string(request.threads), "--json"};
  words.push_back(card.form == Form::wrong       ? "--wrong"
                  : card.form == Form::converged ? "--converged"
                                                 : "--as-published");
  words.push_back(request.full ? "--full" : "--quick");
  if (request.again) words.push_back("--again");
  const std::string log = fmt::format("{}/{}_{}.log", request.runs().folder, card.id, form_name(card.form));
  return {&card, ProgramProcess(words, log)};
}

// Runs several cases at a time. A signal ends them all; each goes on from its checkpoint next time.
void run_beside(const ValidateRequest& request, std::vector<const Card*> waiting, Console& console) {
  std::ranges::reverse(waiting);
  std::deque<Member> members;
  while (!waiting.empty() || !members.empty()) {
    if (caught_signal() != 0) waiting.clear();
    while (!waiting.empty() && members.size() < static_cast<std::size_t>(request.jobs)) {
      members.push_back(start_member(request, *waiting.back()));
      console.line(fmt::format("{} {}, {}: begun", waiting.back()->id, waiting.back()->path,
                               form_words(waiting.back()->form)));
      waiting.pop_back();
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    for (auto member = members.begin(); member != members.end();) {
      if (caught_signal() != 0) member->process.ask_to_end();
      const std::optional<ProgramRun> ended = member->process.poll();
      if (!ended) {
        ++member;
        continue;
      }
      console.line(fmt::format("{} {}: ended after {}", member->card->id, form_words(member->card->form),
                               spoken_time(ended->wall_seconds)));
      member = members.erase(member);
    }
  }
}

// Repeats the first steps of every result of another version, and notes whether it still stands.
void probe_all(const ValidateRequest& request, const std::vector<const Card*>& chosen, CardLedger& ledger,
               Console& console) {
  for (const Card* card : chosen) {
    const Finding* last = ledger.last(*card, request.size());
    const bool is_known = last != nullptr && last->fingerprint == card->fingerprint;
    if (!is_known || last->is_stale || is_settled(last, *card)) continue;
    const std::optional<Finding> probed = probe_again(*card, *last, request.runs());
    if (caught_signal() != 0) return;
    const char* answer = !probed            ? "its runs are not there to be probed"
                         : probed->is_stale ? "STALE"
                                            : "stands";
    console.line(fmt::format("{} {}: {}", card->id, form_words(card->form), answer));
    if (probed) ledger.add(*probed);
  }
}

// 0 if every card with a wrong setting fails, as it must.
int answer_wrong(const std::vector<Finding>& findings) {
  int code = kDone;
  for (const Finding& finding : findings) {
    const bool has_failed = finding.trouble.empty() && finding.verdict() == Verdict::fail;
    fmt::print("{}: {}\n", finding.id,
               has_failed ? "fails, as it must" : fmt::format("does not fail {}", finding.trouble));
    if (!has_failed) code = kDisagrees;
  }
  return code;
}

int validate(const ValidateRequest& request) {
  // Cards and ledger.
  const CardDeck deck(scenes_folder(), request.size(), forms_of(request));
  const std::vector<const Card*> chosen = deck.find(request.cases);
  CardLedger ledger(request.ledger());
  const auto present = [&] { return known(chosen, CardLedger(request.ledger()), request.size()); };
  if (request.list) {
    fmt::print("{}", cards_table(chosen, present()));
    return kDone;
  }
  if (request.results) return answer(request, chosen, present());

  // Runs or probes the cases.
  std::filesystem::create_directories(request.runs().folder);
  catch_signals();
  {
    Console console(request.json || request.markdown ? Talk::quiet : Talk::normal);
    std::vector<const Card*> waiting;
    for (const Card* card : chosen) {
      const Finding* last = ledger.last(*card, request.size());
      if (request.probe || request.size() == Size::quick || request.again || !is_settled(last, *card)) {
        waiting.push_back(card);
      } else {
        console.line(
            fmt::format("{} {}, {}: run {}", card->id, card->path, form_words(card->form), last->when));
      }
    }
    if (request.probe) {
      probe_all(request, waiting, ledger, console);
    } else if (request.jobs > 1) {
      run_beside(request, std::move(waiting), console);
    } else {
      run_in_turn(request, waiting, ledger, console);
    }
  }
  // Prints the table, also after an interruption.
  const int code = request.wrong ? answer_wrong(present()) : answer(request, chosen, present());
  return caught_signal() != 0 ? 128 + caught_signal() : code;
}

void add_options(const CommandOptions& app, ValidateRequest& request) {
  app.add_option("CASE", request.cases,
                 "card (C1 ... C24), path (PZ17/hopper) or paper (PZ17); default: all");
  app.add_flag("--list", request.list, "say which cases there are, and how they went last");
  app.add_flag("--quick", request.quick, "reduced sizes and short times: minutes (the default)");
  app.add_flag("--full", request.full, "sizes of the papers where a machine like this can")
      .excludes("--quick");
  app.add_flag("--results", request.results, "show what is known and run nothing");
  app.add_flag("--again", request.again, "run what was run before too");
  app.add_flag("--as-published", request.as_published, "only the form with the authors' settings");
  app.add_flag("--converged", request.converged, "only the form with ours").excludes("--as-published");
  app.add_flag("--probe", request.probe,
               "repeat the first steps of results of other versions: do they still stand?");
  app.add_flag("--wrong", request.wrong, "run settings that are wrong on purpose: every card must fail");
  add_whole(app, "--jobs", request.jobs, "cases that run at the same time (default: 1)",
            {"a number of cases", 1, 1024});
  app.add_flag("--json", request.json, "print one JSON object");
  app.add_flag("--markdown", request.markdown, "print tables as Markdown");
  app.add_option("-o,--output", request.folder, "folder of runs and ledger (default: validation)")
      .type_name("DIR");
  add_threads(app, request.threads);
}

}  // namespace

std::unique_ptr<Command> validate_command(const Program& program) {
  return make_command<ValidateRequest>(
      program,
      {"validate", "reproduce published experiments and say where we agree",
       "Examples:\n"
       "  cairn validate --list\n"
       "  cairn validate C16 PZ17/hopper\n"
       "  cairn validate --full -o validation      hours; goes on where it was interrupted\n"
       "  cairn validate --full --jobs 2 -j 1      two cases at a time, one thread each\n"
       "  cairn validate --full --probe            which results of other versions still stand\n"
       "  cairn validate --full --results          what is known, without running anything"},
      add_options, validate);
}

}  // namespace cairn
