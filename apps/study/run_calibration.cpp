#include "study/run_calibration.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <limits>

#include "base/assert.h"
#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "study/run_study.h"
#include "study/search.h"
#include "study/tables.h"
#include "terminal/signals.h"
#include "text/node.h"
#include "text/units.h"

namespace cairn {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPlanFile = "/calibration.json";
constexpr double kHour = 3600;
constexpr std::size_t kWithoutEnd = std::numeric_limits<std::size_t>::max();

// Processor time of the runs that have ended [s].
double seconds_of(const std::vector<Study>& studies) {
  double sum = 0;
  for (const Study& study : studies)
    for (std::size_t run = 0; run < study.plan.runs(); ++run)
      if (const auto record = read_record(study.folder, run)) sum += record->cpu_seconds;
  return sum;
}

[[noreturn]] void refuse_plan(const std::string& folder) {
  throw InputError(fmt::format("{}{} is damaged", folder, kPlanFile));
}

Json json_of(const Calibration& calibration, const Inference& inference) {
  // Estimates of the unknowns, with bounds and verdict.
  Json unknowns = Json::object();
  for (std::size_t k = 0; k < calibration.unknowns.size(); ++k) {
    const Unknown& unknown = calibration.unknowns[k];
    const Estimate& estimate = inference.estimates[k];
    Json json = Json::object();
    json.set("value", estimate.value);
    json.set("low", estimate.low);
    json.set("high", estimate.high);
    json.set("unit", unknown.range.unit);
    json.set("min", unknown.range.low);
    json.set("max", unknown.range.high);
    json.set("verdict", certainty_text(estimate.certainty));
    unknowns.set(unknown.key, std::move(json));
  }
  // Correlations, and how the targets are met.
  Json correlation = Json::array();
  for (const std::vector<double>& row : inference.correlation) correlation.add(Json(row));
  Json fits = Json::object();
  for (std::size_t j = 0; j < calibration.targets.size(); ++j) {
    const Target& target = calibration.targets[j];
    const Fit& fit = inference.fits[j];
    Json json = Json::object();
    json.set("measured", target.value);
    json.set("slack", target.slack);
    json.set("predicted", fit.predicted);
    json.set("deviation", fit.deviation);
    json.set("off", fit.off);
    json.set("noise", inference.responses.of(j).noise());
    json.set("unit", target.column.unit);
    fits.set(target.name, std::move(json));
  }
  Json json = Json::object();
  json.set("title", calibration.title);
  json.set("unknowns", std::move(unknowns));
  json.set("correlation", std::move(correlation));
  json.set("targets", std::move(fits));
  return json;
}

}  // namespace

bool is_calibration(const std::string& folder) { return file_exists(folder + kPlanFile); }

std::string calibration_file(const std::string& folder) {
  const Tree tree = Tree::from_file(folder + kPlanFile);
  const Node* file = tree.root().is_map() ? tree.root().find("file") : nullptr;
  if (file == nullptr) refuse_plan(folder);
  const std::string path = (fs::path(folder) / std::string(file->text())).lexically_normal().string();
  if (!file_exists(path))
    throw InputError(fmt::format("the file of calibration {} is gone: {}", quote(folder), path));
  return path;
}

std::string estimate_text(const Unknown& unknown, const Estimate& estimate) {
  const std::string unit = unknown.range.unit.empty() ? "" : " " + unknown.range.unit;
  return fmt::format(
      "{:.4g}{} ({:.4g} to {:.4g}){}", estimate.value, unit, estimate.low, estimate.high,
      estimate.certainty == Certainty::determined ? "" : ", " + certainty_text(estimate.certainty));
}

CalibrationRun::CalibrationRun(Calibration calibration, std::string file, std::string folder)
    : calibration_(std::move(calibration)), file_(std::move(file)), folder_(std::move(folder)) {
  if (is_calibration(folder_)) {
    read_plan();
    return;
  }
  std::error_code failed;
  if (fs::exists(folder_, failed) && !fs::is_empty(folder_, failed))
    throw InputError(
        fmt::format("{} exists and is not a calibration; -o names another folder", quote(folder_)));
  fs::create_directories(folder_);
  write_plan();
}

void CalibrationRun::write_plan() const {
  Json json = Json::object();
  json.set("file", seen_from(folder_, file_));
  json.set("identity", fmt::format("{:016x}", calibration_.identity()));
  Json places = Json::array();
  for (const CubePoint& place : places_) places.add(Json(place));
  json.set("places", std::move(places));
  write_durably(folder_ + kPlanFile, bytes_of(json.text()));
}

void CalibrationRun::read_plan() {
  const Tree tree = Tree::from_file(folder_ + kPlanFile);
  const Node* identity = tree.root().is_map() ? tree.root().find("identity") : nullptr;
  const Node* places = tree.root().is_map() ? tree.root().find("places") : nullptr;
  if (identity == nullptr || places == nullptr || !places->is_list()) refuse_plan(folder_);
  if (identity->text() != fmt::format("{:016x}", calibration_.identity()))
    throw InputError(fmt::format(
        "{} has changed since calibration {} began: only title and budget may; -o names another folder",
        file_, quote(folder_)));
  for (const Node* place = places->first; place != nullptr; place = place->next) {
    CubePoint point;
    for (const Node* x = place->first; x != nullptr; x = x->next)
      point.push_back(plain_number(x->text()).value_or(-1));
    const bool is_sound = point.size() == calibration_.unknowns.size() &&
                          std::ranges::all_of(point, [](double x) { return x >= 0 && x <= 1; });
    if (!is_sound) refuse_plan(folder_);
    places_.push_back(std::move(point));
  }
}

void CalibrationRun::add(const std::vector<CubePoint>& places) {
  places_.insert(places_.end(), places.begin(), places.end());
  write_plan();
}

// The studies follow from the places, so that a stop between two files harms nothing.
std::vector<Study> CalibrationRun::studies() const {
  std::vector<Study> all;
  for (const LabTest& test : calibration_.tests) {
    StudyPlan plan = test.plan;
    for (const CubePoint& place : places_) {
      StudyPoint point;
      for (const std::size_t k : test.unknowns) point.push_back(calibration_.unknowns[k].range.at(place[k]));
      plan.points.push_back(std::move(point));
    }
    all.push_back({folder_ + "/" + test.name + ".study", std::move(plan)});
  }
  return all;
}

std::size_t CalibrationRun::evaluations_left() const {
  const Budget& budget = calibration_.budget;
  std::size_t most = budget.evaluations.value_or(kWithoutEnd);
  if (budget.runs) most = std::min(most, *budget.runs / calibration_.runs_per_evaluation());
  if (budget.hours && seconds_of(studies()) >= *budget.hours * kHour) return 0;
  return most - std::min(most, places_.size());
}

void CalibrationRun::search(int jobs, Console& console) {
  for (;;) {
    // Runs of the places that were proposed, here or before a stop.
    const std::vector<Study> all = studies();
    const std::size_t left = evaluations_left();
    if (!places_.empty()) {
      for (const Study& study : all) {
        extend_study(study.folder, study.plan);
        static_cast<void>(scene_of_study(study.folder, study.plan));
      }
      const std::size_t later = left < kWithoutEnd / 2 ? left * calibration_.runs_per_evaluation() : 0;
      run_studies(all, {jobs, Again::none, later}, console);
    }
    if (caught_signal() != 0 || evaluations_left() == 0) break;

    // The last place is the estimate itself, so that its fit is seen and not only predicted.
    const std::vector<Evaluation> done = evaluations();
    const bool is_filled = done.size() >= calibration_.start;
    if (is_filled) tell(console, Inference(calibration_, done));
    if (is_filled && left == 1)
      add({Inference(calibration_, done).best});
    else
      add(next_batch(calibration_, done, is_filled ? left - 1 : left));
  }
}

void CalibrationRun::tell(Console& console, const Inference& inference) const {
  std::string text = fmt::format("after {} evaluations:", places_.size());
  for (std::size_t k = 0; k < calibration_.unknowns.size(); ++k)
    text += fmt::format("{} {} {}", k > 0 ? ";" : "", calibration_.unknowns[k].key,
                        estimate_text(calibration_.unknowns[k], inference.estimates[k]));
  console.line(text);
}

bool CalibrationRun::is_complete() const {
  return !places_.empty() && evaluations().size() == places_.size();
}

std::vector<Evaluation> CalibrationRun::evaluations() const {
  std::vector<Evaluation> found;
  for (const CubePoint& place : places_) found.push_back({place, {}, {}});
  std::vector<char> is_open(places_.size(), 0);
  const std::vector<Study> all = studies();
  for (std::size_t t = 0; t < all.size() && !places_.empty(); ++t) {
    const StudyTable table = StudyTable::read(all[t].folder, all[t].plan);
    const StudyPoints points(all[t].plan, table);
    for (const StudyRow& row : table.rows)
      if (row.state == "waiting") is_open[row.run / all[t].plan.repeats] = 1;
    for (const Target& target : calibration_.targets) {
      if (target.test != t) continue;
      const auto column = std::ranges::find(table.columns, target.column.name, &Column::name);
      for (std::size_t k = 0; k < places_.size(); ++k) {
        const bool is_there = column != table.columns.end();
        const auto c = static_cast<std::size_t>(column - table.columns.begin());
        found[k].means.push_back(is_there ? points.values[k][c].mean : std::nan(""));
        found[k].runs.push_back(static_cast<double>(std::max<std::size_t>(points.counts[k], 1)));
      }
    }
  }
  // Places count in their order; nothing may depend on which run ended first.
  std::vector<Evaluation> ended;
  for (std::size_t k = 0; k < found.size() && is_open[k] == 0; ++k) ended.push_back(std::move(found[k]));
  return ended;
}

void CalibrationRun::write_tables() const {
  const std::vector<Evaluation> done = evaluations();
  for (const Study& study : studies())
    if (is_study(study.folder)) cairn::write_tables(study.folder, study.plan);
  // A row per evaluation.
  std::string units = "# units: 1", names = "evaluation";
  for (const Unknown& unknown : calibration_.unknowns) {
    units += "," + (unknown.range.unit.empty() ? "1" : unknown.range.unit);
    names += "," + unknown.key;
  }
  for (const Target& target : calibration_.targets) {
    units += "," + target.column.unit + ",1";
    names += fmt::format(",{0},{0}.n", target.name);
  }
  std::string text = units + "\n" + names + "\n";
  for (std::size_t k = 0; k < done.size(); ++k) {
    text += fmt::format("{}", k);
    for (std::size_t a = 0; a < calibration_.unknowns.size(); ++a)
      text += fmt::format(",{}", value_at_share(calibration_.unknowns[a].range, done[k].at[a]));
    for (std::size_t j = 0; j < calibration_.targets.size(); ++j)
      text +=
          std::isfinite(done[k].means[j]) ? fmt::format(",{},{}", done[k].means[j], done[k].runs[j]) : ",,0";
    text += "\n";
  }
  write_replacing(folder_ + "/evaluations.csv", bytes_of(text));
  if (done.size() >= 2)
    write_replacing(folder_ + "/result.json",
                    bytes_of(json_of(calibration_, Inference(calibration_, done)).text()));
}

}  // namespace cairn
