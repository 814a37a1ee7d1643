#include "validate/ledger.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <thread>

#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "text/node.h"
#include "text/units.h"

namespace cairn {
namespace {

constexpr Verdict kVerdicts[] = {Verdict::pass, Verdict::fail, Verdict::shown, Verdict::not_run};

Json optional_json(const std::optional<double>& value) { return value ? Json(*value) : Json(); }

std::string text_of(const Node& map, std::string_view key) {
  const Node* node = map.find(key);
  return node != nullptr ? std::string(node->text()) : "";
}

std::optional<double> number_of(const Node& map, std::string_view key) {
  const Node* node = map.find(key);
  return node != nullptr ? plain_number(node->text()) : std::nullopt;
}

Verdict verdict_of(const std::string& name) {
  for (const Verdict verdict : kVerdicts)
    if (name == verdict_name(verdict)) return verdict;
  return Verdict::not_run;
}

FoundQuantity read_quantity(const Node& node) {
  return {text_of(node, "name"),
          text_of(node, "unit"),
          text_of(node, "source"),
          text_of(node, "band"),
          number_of(node, "published"),
          number_of(node, "ours"),
          verdict_of(text_of(node, "verdict"))};
}

Finding read_finding(const Node& node) {
  Finding finding{.id = text_of(node, "case"),
                  .path = text_of(node, "path"),
                  .form = text_of(node, "form"),
                  .when = text_of(node, "when"),
                  .version = text_of(node, "version"),
                  .machine = text_of(node, "machine"),
                  .size = text_of(node, "size"),
                  .fingerprint = text_of(node, "fingerprint"),
                  .trouble = text_of(node, "trouble"),
                  .wall_seconds = number_of(node, "wall_seconds").value_or(0),
                  .cpu_seconds = number_of(node, "cpu_seconds").value_or(0),
                  .runs = {},
                  .quantities = {}};
  if (const Node* runs = node.find("runs"))
    for (const Node* run = runs->first; run != nullptr; run = run->next)
      finding.runs.push_back({text_of(*run, "name"), number_of(*run, "cpu_seconds").value_or(0),
                              number_of(*run, "bodies").value_or(0), number_of(*run, "steps").value_or(0)});
  if (const Node* quantities = node.find("quantities"))
    for (const Node* q = quantities->first; q != nullptr; q = q->next)
      finding.quantities.push_back(read_quantity(*q));
  return finding;
}

}  // namespace

const char* verdict_name(Verdict verdict) {
  switch (verdict) {
    case Verdict::pass:
      return "pass";
    case Verdict::fail:
      return "FAIL";
    case Verdict::shown:
      return "-";
    case Verdict::not_run:
      break;
  }
  return "NOT RUN";
}

Verdict Finding::verdict() const {
  const auto has = [&](Verdict verdict) {
    return std::ranges::find(quantities, verdict, &FoundQuantity::verdict) != quantities.end();
  };
  if (!trouble.empty() || has(Verdict::fail)) return Verdict::fail;
  if (quantities.empty() || has(Verdict::not_run)) return Verdict::not_run;
  return has(Verdict::pass) ? Verdict::pass : Verdict::shown;
}

Finding nothing_found(const Card& card, Form form) {
  Finding finding;
  finding.id = card.id;
  finding.path = card.path;
  finding.form = form_name(form);
  finding.size = card.size;
  for (const CardQuantity& q : card.quantities)
    finding.quantities.push_back(
        {q.name, q.unit, q.source, q.band.text(), q.published, {}, Verdict::not_run});
  return finding;
}

CardLedger::CardLedger(std::string path) : path_(std::move(path)) {
  if (!file_exists(path_)) return;
  const std::string text = read_text(path_);
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    if (end > begin) {
      const Tree tree = Tree::from_text(text.substr(begin, end - begin), path_);
      if (!tree.root().is_map()) throw InputError(fmt::format("{} is no ledger of validations", path_));
      findings_.push_back(read_finding(tree.root()));
    }
    begin = end + 1;
  }
}

void CardLedger::add(const Finding& finding) {
  append(path_, bytes_of(finding_json(finding).line() + "\n"));
  findings_.push_back(finding);
}

const Finding* CardLedger::last(const std::string& id, Form form) const {
  const Finding* found = nullptr;
  for (const Finding& finding : findings_)
    if (finding.id == id && finding.form == form_name(form)) found = &finding;
  return found;
}

Finding CardLedger::present(const Card& card, Form form) const {
  const Finding* found = last(card.id, form);
  return found != nullptr && found->fingerprint == card.fingerprint ? *found : nothing_found(card, form);
}

Json finding_json(const Finding& finding) {
  Json json = Json::object();
  json.set("case", finding.id).set("path", finding.path).set("form", finding.form);
  json.set("verdict", verdict_name(finding.verdict()));
  json.set("when", finding.when).set("version", finding.version).set("machine", finding.machine);
  json.set("size", finding.size).set("fingerprint", finding.fingerprint);
  if (!finding.trouble.empty()) json.set("trouble", finding.trouble);
  json.set("wall_seconds", finding.wall_seconds).set("cpu_seconds", finding.cpu_seconds);
  Json runs = Json::array();
  for (const FoundRun& run : finding.runs)
    runs.add(Json::object()
                 .set("name", run.name)
                 .set("cpu_seconds", run.cpu_seconds)
                 .set("bodies", run.bodies)
                 .set("steps", run.steps));
  json.set("runs", runs);
  Json quantities = Json::array();
  for (const FoundQuantity& q : finding.quantities) {
    Json row = Json::object();
    row.set("name", q.name).set("unit", q.unit).set("published", optional_json(q.published));
    if (!q.source.empty()) row.set("source", q.source);
    row.set("band", q.band).set("ours", optional_json(q.ours)).set("verdict", verdict_name(q.verdict));
    quantities.add(row);
  }
  return json.set("quantities", quantities);
}

std::string utc_now() {
  return fmt::format("{:%Y-%m-%d %H:%M} UTC",
                     fmt::gmtime(std::chrono::system_clock::to_time_t(std::chrono::system_clock::now())));
}

std::string this_machine() {
  std::ifstream file("/proc/cpuinfo");
  std::string model = "unknown processor";
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(": ");
    if (!line.starts_with("model name") || colon == std::string::npos) continue;
    model = line.substr(colon + 2);
    break;
  }
  return fmt::format("{}, {} threads", model, std::thread::hardware_concurrency());
}

}  // namespace cairn
