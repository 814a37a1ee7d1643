// cairn validate: repeats published experiments, and prints the published numbers, ours and a verdict.
#include <fmt/format.h>

#include <filesystem>

#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "base/version.h"
#include "cairn/command.h"
#include "terminal/progress.h"
#include "terminal/signals.h"
#include "validate/run_card.h"
#include "validate/tables.h"

namespace cairn {
namespace {

struct ValidateRequest {
  std::vector<std::string> cases;  // by number, path or paper; empty: all
  std::optional<std::string> folder;
  bool list = false;
  bool quick = false;  // the default
  bool full = false;
  bool results = false;  // show the ledger, run nothing
  bool again = false;    // repeat earlier runs
  bool json = false;
  bool markdown = false;
  int threads = all_cores();
};

std::vector<Finding> known(const std::vector<const Card*>& chosen, const CardLedger& ledger, Form form) {
  std::vector<Finding> findings;
  for (const Card* card : chosen) findings.push_back(ledger.present(*card, form));
  return findings;
}

// The full form takes long. A case that the ledger has with this version and card is not run again.
bool is_settled(const Finding* last, const Card& card) {
  return last != nullptr && last->trouble.empty() && last->version == version() &&
         last->fingerprint == card.fingerprint;
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

int validate(const ValidateRequest& request) {
  // Cards and ledger.
  const Form form = request.full ? Form::full : Form::quick;
  const CardDeck deck(scenes_folder(), form);
  const std::vector<const Card*> chosen = deck.find(request.cases);
  const CardRunOptions options{.folder = request.folder.value_or("validation") + "/" + form_name(form),
                               .form = form,
                               .threads = request.threads,
                               .again = request.again};
  const std::string ledger_path = request.folder.value_or("validation") + "/ledger.jsonl";
  CardLedger ledger(ledger_path);
  if (request.list) {
    fmt::print("{}", cards_table(chosen, known(chosen, ledger, form)));
    return kDone;
  }
  if (request.results) return answer(request, chosen, known(chosen, ledger, form));

  // Runs the cases one after the other.
  std::filesystem::create_directories(options.folder);
  catch_signals();
  {
    Console console(request.json || request.markdown ? Talk::quiet : Talk::normal);
    for (const Card* card : chosen) {
      const Finding* last = ledger.last(card->id, form);
      if (form == Form::full && !request.again && is_settled(last, *card)) {
        console.line(fmt::format("{} {}: run {}", card->id, card->path, last->when));
        continue;
      }
      console.line(fmt::format("{} {}: {}", card->id, card->path, card->title));
      const Finding finding = run_card(*card, options, console);
      if (finding.trouble == kInterrupted) break;
      ledger.add(finding);
      console.line(
          fmt::format("  {}", finding.trouble.empty() ? verdict_name(finding.verdict()) : finding.trouble));
    }
  }
  // Prints the table, also after an interruption.
  const int code = answer(request, chosen, known(chosen, ledger, form));
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
       "  cairn validate --full --results          what is known, without running anything"},
      add_options, validate);
}

}  // namespace cairn
