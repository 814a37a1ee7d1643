#include "validate/tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/version.h"
#include "terminal/progress.h"

namespace cairn {
namespace {

// Columns that a terminal shows, not bytes.
std::size_t shown_width(const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; }));
}

using Row = std::vector<std::string>;

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

std::string markdown_cell(std::string text) {
  for (std::size_t i = 0; (i = text.find('|', i)) != std::string::npos; i += 2) text.insert(i, "\\");
  return text;
}

}  // namespace

std::string aligned(const std::vector<Row>& rows) {
  std::vector<std::size_t> widths;
  for (const Row& row : rows)
    for (std::size_t k = 0; k < row.size(); ++k) {
      widths.resize(std::max(widths.size(), k + 1));
      widths[k] = std::max(widths[k], shown_width(row[k]));
    }
  std::string text;
  for (const Row& row : rows) {
    std::string line;
    for (std::size_t k = 0; k < row.size(); ++k)
      line += row[k] + std::string(widths[k] + 2 - shown_width(row[k]), ' ');
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

std::vector<std::string> quantity_row(const FoundQuantity& q) {
  return {with_unit(q.name, q.unit), published_text(q), q.band, short_number(q.ours),
          verdict_name(q.verdict)};
}

std::string short_number(const std::optional<double>& value) {
  if (!value) return "-";
  const double size = std::abs(*value);
  if (size != 0 && (size < 1e-3 || size >= 1e6)) return fmt::format("{:.3e}", *value);
  return fmt::format("{:.5g}", *value + 0.0);  // no -0
}

std::string cards_table(const std::vector<const Card*>& cards, const std::vector<Finding>& findings) {
  std::vector<Row> rows{{"case", "path", "what", "last"}};
  for (std::size_t k = 0; k < cards.size(); ++k) {
    const Finding& f = findings[k];
    rows.push_back({cards[k]->id, cards[k]->path, cards[k]->title,
                    f.when.empty() ? verdict_name(f.verdict())
                                   : fmt::format("{} {}", verdict_name(f.verdict()), f.when)});
  }
  return aligned(rows);
}

std::string findings_table(const std::vector<const Card*>& cards, const std::vector<Finding>& findings) {
  std::vector<Row> rows{{"case", "quantity", "published", "band", "ours", "verdict"}};
  std::string troubles;
  for (std::size_t k = 0; k < findings.size(); ++k) {
    for (const FoundQuantity& q : findings[k].quantities) {
      Row row = quantity_row(q);
      row.insert(row.begin(), cards[k]->id);
      rows.push_back(std::move(row));
    }
    if (!findings[k].trouble.empty()) troubles += fmt::format("{}: {}\n", cards[k]->id, findings[k].trouble);
  }
  return aligned(rows) + troubles + counted(findings) + "\n";
}

std::string findings_markdown(const std::vector<const Card*>& cards, const std::vector<Finding>& findings) {
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
    text += "\n\n| quantity | published | band | ours | verdict |\n|---|---|---|---|---|\n";
    for (const FoundQuantity& q : f.quantities) {
      text += "|";
      for (const std::string& cell : quantity_row(q)) text += " " + markdown_cell(cell) + " |";
      text += "\n";
    }
    text += "\n";
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
