#include "validate/tables.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

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
  std::string text = finding.extent;
  if (most > 0) text += fmt::format("{}{} bodies at the end", text.empty() ? "" : "; ", most);
  return text;
}

// "3.21 ± 0.04 (8)": mean, standard error and number of runs.
std::string ours_text(const FoundQuantity& q) {
  if (!q.error) return short_number(q.ours);
  return fmt::format("{} ± {:.2g} ({})", short_number(q.ours), *q.error, q.count);
}

TextRow quantity_row(const FoundQuantity& q) {
  return {with_unit(q.name, q.unit), published_text(q), q.band, ours_text(q), verdict_name(q.verdict)};
}

// Where the bands of a card come from: the paper, unless a quantity names another source.
std::string sources(const Card& card) {
  std::vector<std::string> names;
  for (const CardQuantity& q : card.quantities)
    if (q.band.is_given()) names.push_back(q.source.empty() ? "paper" : q.source);
  std::ranges::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return fmt::format("{}", fmt::join(names, ", "));
}

// Which version the finding speaks of: the one that made it, or a later one that begins with the same bits.
std::string version_text(const Finding& finding) {
  if (finding.probed.empty()) return "version " + finding.version;
  return fmt::format("version {}, same first steps as {}", finding.version, finding.probed);
}

}  // namespace

TextRows quantity_rows(const Finding& finding) {
  TextRows rows{{"quantity", "published", "band", "ours", "verdict"}};
  for (const FoundQuantity& q : finding.quantities) rows.push_back(quantity_row(q));
  return rows;
}

std::string form_words(Form form) {
  std::string name = form_name(form);
  std::ranges::replace(name, '_', ' ');
  return name;
}

TextRows overview_rows(const std::vector<const Card*>& cards, const std::vector<Finding>& findings) {
  CAIRN_ASSERT(cards.size() == findings.size());
  TextRows rows{{"case", "what", "size", "as published", "converged"}};
  for (std::size_t k = 0; k < cards.size(); ++k) {
    const Card& card = *cards[k];
    if (rows.back()[0] != card.id) rows.push_back({card.id, card.title, card.extent, "", ""});
    rows.back()[card.form == Form::as_published ? 3 : 4] = verdict_name(findings[k].verdict());
  }
  return rows;
}

std::string cards_table(const std::vector<const Card*>& cards, const std::vector<Finding>& findings) {
  CAIRN_ASSERT(cards.size() == findings.size());
  TextRows rows{{"case", "form", "size", "bands from", "path", "what", "last"}};
  for (std::size_t k = 0; k < cards.size(); ++k) {
    const Finding& f = findings[k];
    rows.push_back({cards[k]->id, form_words(cards[k]->form), cards[k]->extent, sources(*cards[k]),
                    cards[k]->path, cards[k]->title,
                    f.when.empty() ? verdict_name(f.verdict())
                                   : fmt::format("{} {}", verdict_name(f.verdict()), f.when)});
  }
  return aligned(rows);
}

std::string findings_table(const std::vector<const Card*>& cards, const std::vector<Finding>& findings) {
  CAIRN_ASSERT(cards.size() == findings.size());
  TextRows rows{{"case", "form", "quantity", "published", "band", "ours", "verdict"}};
  std::string troubles;
  for (std::size_t k = 0; k < findings.size(); ++k) {
    for (const FoundQuantity& q : findings[k].quantities) {
      rows.push_back(quantity_row(q));
      rows.back().insert(rows.back().begin(), {cards[k]->id, form_words(cards[k]->form)});
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
    text += fmt::format("### {} {}: {}, {}\n", f.id, f.path, cards[k]->title, form_words(cards[k]->form));
    if (f.when.empty()) {
      text += fmt::format("NOT RUN in its {} size.", f.size);
    } else {
      text +=
          fmt::format("**{}**, {} size, {}, {}, {} of processor time. Size: {}.", verdict_name(f.verdict()),
                      f.size, f.when, version_text(f), spoken_time(f.cpu_seconds), size_text(f));
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
  for (const Verdict verdict :
       {Verdict::pass, Verdict::fail, Verdict::open, Verdict::single, Verdict::shown, Verdict::not_run}) {
    const auto count =
        std::ranges::count_if(findings, [&](const Finding& f) { return f.verdict() == verdict; });
    if (count == 0) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count,
                        verdict == Verdict::shown ? "without a band" : verdict_name(verdict));
  }
  return text;
}

}  // namespace cairn
