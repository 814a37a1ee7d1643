#include "validate/tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/assert.h"
#include "base/error.h"
#include "base/version.h"
#include "terminal/progress.h"

namespace cairn {
namespace {

std::string with_unit(const std::string& name, const std::string& unit) {
  return unit.empty() || unit == "1" ? name : fmt::format("{} [{}]", name, unit);
}

std::string published_text(const FoundQuantity& q) {
  const std::string number = short_number(q.published);
  return q.source.empty() ? number : fmt::format("{} ({})", number, q.source);
}

std::string size_text(const Finding& finding) {
  double most = 0;
  for (const FoundRun& run : finding.runs) most = std::max(most, run.bodies);
  std::string text = finding.size;
  if (most > 0) text += fmt::format("{}{} bodies at the end", text.empty() ? "" : "; ", most);
  return text;
}

TextRow quantity_row(const FoundQuantity& q) {
  return {with_unit(q.name, q.unit), published_text(q), q.band, short_number(q.ours),
          verdict_name(q.verdict)};
}

}  // namespace

TextRows quantity_rows(const Finding& finding) {
  TextRows rows{{"quantity", "published", "band", "ours", "verdict"}};
  for (const FoundQuantity& q : finding.quantities) rows.push_back(quantity_row(q));
  return rows;
}

std::string cards_table(const std::vector<const Card*>& cards, const std::vector<Finding>& findings) {
  CAIRN_ASSERT(cards.size() == findings.size());
  TextRows rows{{"case", "path", "what", "last"}};
  for (std::size_t k = 0; k < cards.size(); ++k) {
    const Finding& f = findings[k];
    rows.push_back({cards[k]->id, cards[k]->path, cards[k]->title,
                    f.when.empty() ? verdict_name(f.verdict())
                                   : fmt::format("{} {}", verdict_name(f.verdict()), f.when)});
  }
  return aligned(rows);
}

std::string findings_table(const std::vector<const Card*>& cards, const std::vector<Finding>& findings) {
  CAIRN_ASSERT(cards.size() == findings.size());
  TextRows rows{{"case", "quantity", "published", "band", "ours", "verdict"}};
  std::string troubles;
  for (std::size_t k = 0; k < findings.size(); ++k) {
    for (const FoundQuantity& q : findings[k].quantities) {
      rows.push_back(quantity_row(q));
      rows.back().insert(rows.back().begin(), cards[k]->id);
    }
    if (!findings[k].trouble.empty()) troubles += fmt::format("{}: {}\n", cards[k]->id, findings[k].trouble);
  }
  return aligned(rows) + troubles + counted(findings) + "\n";
}

std::string findings_markdown(const std::vector<const Card*>& cards, const std::vector<Finding>& findings) {
  CAIRN_ASSERT(cards.size() == findings.size());
  std::string text;
  for (std::size_t k = 0; k < findings.size(); ++k) {
    const Finding& f = findings[k];
    text += fmt::format("### {} {}: {}\n", f.id, f.path, cards[k]->title);
    if (f.when.empty()) {
      text += fmt::format("NOT RUN in its {} form.", f.form);
    } else {
      text += fmt::format("**{}**, {} form, {}, version {}, {} of processor time. Size: {}.",
                          verdict_name(f.verdict()), f.form, f.when, f.version, spoken_time(f.cpu_seconds),
                          size_text(f));
    }
    if (!f.trouble.empty()) text += " Trouble: " + f.trouble + ".";
    if (!cards[k]->note.empty()) text += "\n" + cards[k]->note;
    text += "\n\n" + markdown(quantity_rows(f)) + "\n";
  }
  return text;
}

Json findings_json(const std::vector<Finding>& findings) {
  Json cases = Json::array();
  for (const Finding& finding : findings) cases.add(finding_json(finding));
  return Json::object()
      .set("version", std::string(version()))
      .set("machine", this_machine())
      .set("cases", cases);
}

std::string counted(const std::vector<Finding>& findings) {
  std::string text;
  for (const Verdict verdict : {Verdict::pass, Verdict::fail, Verdict::shown, Verdict::not_run}) {
    const auto count =
        std::ranges::count_if(findings, [&](const Finding& f) { return f.verdict() == verdict; });
    if (count == 0) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count,
                        verdict == Verdict::shown ? "without a band" : verdict_name(verdict));
  }
  return text;
}

}  // namespace cairn
