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

constexpr Verdict kVerdicts[] = {Verdict::pass,   Verdict::fail,  Verdict::open,
                                 Verdict::single, Verdict::shown, Verdict::not_run};

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
          number_of(node, "error"),
          static_cast<int>(number_of(node, "runs").value_or(1)),
          verdict_of(text_of(node, "verdict"))};
}

Finding read_finding(const Node& node) {
  Finding finding{.id = text_of(node, "case"),
                  .path = text_of(node, "path"),
                  .form = text_of(node, "form"),
                  .size = text_of(node, "size"),
                  .when = text_of(node, "when"),
                  .version = text_of(node, "version"),
                  .machine = text_of(node, "machine"),
                  .extent = text_of(node, "extent"),
                  .fingerprint = text_of(node, "fingerprint"),
                  .trouble = text_of(node, "trouble"),
                  .wall_seconds = number_of(node, "wall_seconds").value_or(0),
                  .cpu_seconds = number_of(node, "cpu_seconds").value_or(0),
                  .runs = {},
                  .quantities = {},
                  .probed = text_of(node, "probed"),
                  .is_stale = text_of(node, "stale") == "true"};
  if (const Node* runs = node.find("runs"))
    for (const Node* run = runs->first; run != nullptr; run = run->next)
      finding.runs.push_back({text_of(*run, "name"), number_of(*run, "cpu_seconds").value_or(0),
                              number_of(*run, "bodies").value_or(0), number_of(*run, "steps").value_or(0),
                              text_of(*run, "probe")});
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
    case Verdict::open:
      return "OPEN";
    case Verdict::single:
      return "ONE RUN";
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
  if (quantities.empty()) return Verdict::not_run;
  for (const Verdict verdict : {Verdict::not_run, Verdict::open, Verdict::single, Verdict::pass})
    if (has(verdict)) return verdict;
  return Verdict::shown;
}

Finding nothing_found(const Card& card, Size size) {
  Finding finding;
  finding.id = card.id;
  finding.path = card.path;
  finding.form = form_name(card.form);
  finding.size = size_name(size);
  finding.extent = card.extent;
  for (const CardQuantity& q : card.quantities)
    finding.quantities.push_back({.name = q.name,
                                  .unit = q.unit,
                                  .source = q.source,
                                  .band = q.band.text(),
                                  .published = q.published,
                                  .ours = {},
                                  .error = {}});
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

const Finding* CardLedger::last(const Card& card, Size size) const {
  const Finding* found = nullptr;
  for (const Finding& finding : findings_)
    if (finding.id == card.id && finding.form == form_name(card.form) && finding.size == size_name(size))
      found = &finding;
  return found;
}

Finding CardLedger::present(const Card& card, Size size) const {
  const Finding* found = last(card, size);
  const bool counts = found != nullptr && !found->is_stale && found->fingerprint == card.fingerprint;
  return counts ? *found : nothing_found(card, size);
}

Json finding_json(const Finding& finding) {
  Json json = Json::object();
  json.set("case", finding.id).set("path", finding.path);
  json.set("form", finding.form).set("size", finding.size);
  json.set("verdict", verdict_name(finding.verdict()));
  json.set("when", finding.when).set("version", finding.version).set("machine", finding.machine);
  json.set("extent", finding.extent).set("fingerprint", finding.fingerprint);
  if (!finding.probed.empty()) json.set("probed", finding.probed);
  if (finding.is_stale) json.set("stale", true);
  if (!finding.trouble.empty()) json.set("trouble", finding.trouble);
  json.set("wall_seconds", finding.wall_seconds).set("cpu_seconds", finding.cpu_seconds);
  Json runs = Json::array();
  for (const FoundRun& run : finding.runs)
    runs.add(Json::object()
                 .set("name", run.name)
                 .set("cpu_seconds", run.cpu_seconds)
                 .set("bodies", run.bodies)
                 .set("steps", run.steps)
                 .set("probe", run.probe));
  json.set("runs", runs);
  Json quantities = Json::array();
  for (const FoundQuantity& q : finding.quantities) {
    Json row = Json::object();
    row.set("name", q.name).set("unit", q.unit).set("published", optional_json(q.published));
    if (!q.source.empty()) row.set("source", q.source);
    row.set("band", q.band).set("ours", optional_json(q.ours));
    if (q.error) row.set("error", *q.error).set("runs", q.count);
    row.set("verdict", verdict_name(q.verdict));
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
