// cairn report: writes an HTML page about a run or a validation.
#include <fmt/format.h>

#include "base/file.h"
#include "cairn/command.h"
#include "report/calibration_page.h"
#include "report/pages.h"
#include "report/study_page.h"
#include "study/plan.h"
#include "terminal/console.h"
#include "validate/ledger.h"

namespace cairn {
namespace {

struct ReportRequest {
  std::string folder;  // of a run, a study, a calibration or validations
};

int report(const ReportRequest& request) {
  if (is_calibration(request.folder)) {
    say("{}\n", write_calibration_report(request.folder));
    return kDone;
  }
  if (is_study(request.folder)) {
    say("{}\n", write_study_report(request.folder));
    return kDone;
  }
  // Only the folder of a validation has a ledger.
  if (!file_exists(request.folder + "/ledger.jsonl")) {
    say("{}\n", write_run_report(request.folder));
    return kDone;
  }
  // A page for each size that was run.
  const CardLedger ledger(request.folder + "/ledger.jsonl");
  for (const Size size : {Size::quick, Size::full}) {
    const CardDeck deck(scenes_folder(), size, {Form::as_published, Form::converged});
    const std::vector<const Card*> cards = deck.find({});
    std::vector<Finding> findings;
    bool any = false;
    for (const Card* card : cards) {
      findings.push_back(ledger.present(*card, size));
      any = any || !findings.back().when.empty();
    }
    if (!any) continue;
    const std::string path = fmt::format("{}/report_{}.html", request.folder, size_name(size));
    say("{}\n", write_validation_report(path, cards, findings,
                                        fmt::format("{}/{}", request.folder, size_name(size))));
  }
  return kDone;
}

void add_options(const CommandOptions& app, ReportRequest& request) {
  app.add_option("DIR", request.folder, "folder of a run, a study, a calibration or validations").required();
}

}  // namespace

std::unique_ptr<Command> report_command(const Program& program) {
  return make_command<ReportRequest>(
      program,
      {"report", "one HTML page about a run, a study, a calibration or a validation",
       "Examples:\n"
       "  cairn report hopper.run\n"
       "  cairn report hopper.study\n"
       "  cairn report beads.calibration\n"
       "  cairn report validation"},
      add_options, report);
}

}  // namespace cairn
