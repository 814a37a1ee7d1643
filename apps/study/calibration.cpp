#include "study/calibration.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "base/error.h"
#include "base/hash.h"
#include "run/simulation.h"
#include "scene/scene.h"
#include "study/tables.h"
#include "text/expression.h"
#include "text/interpret.h"
#include "text/schema.h"
#include "text/units.h"

namespace cairn {
namespace {

namespace fs = std::filesystem;
using namespace declare;

constexpr std::size_t kStartPerUnknown = 5;        // evaluations of the first batch
constexpr std::uint64_t kSeedsApart = 10'000'000;  // between calibrations: more than any has runs

Option whole_file() {
  Option unknown =
      object("unknown",
             {text("min", required, "smallest value, with its unit if it has one"),
              text("max", required, "largest value"),
              choice("scale", {"linear", "log"}, "linear",
                     "log: all decades between the bounds are equally likely before anything was measured"),
              list_of("scenes", text("scene", required, "name under `scenes`"),
                      "the scenes that have this key; without it all of them")},
             "bounds of a key of the scenes, such as let.mu or materials.glass.friction");
  Option target = object(
      "target",
      {text("measure", required,
            "column of table.csv: a measure's last value such as heap.angle, or a figure of summary.json"),
       text("value", required, "the measured value, with its unit"),
       text("uncertainty", required, "its standard deviation, with its unit"),
       number("weight", dim::none, "1", "counts like that many independent measurements").positive()},
      "a value that was measured");
  Option test = object(
      "scene",
      {text("scene", required, "path of the scene file, from the folder of this file"),
       list_of("targets", std::move(target), "what was measured", required).count(1, 1000),
       integer("repeats", "2", "runs per evaluation, each with another seed").within(1, 1000),
       list_of("set", text("change", required, "KEY=VALUE"), "changes of the scene, as --set has them", "[]"),
       text("until", optional, "end of the runs, instead of the scene's")},
      "a scene that reproduces a test of the laboratory");
  return object(
      "calibration",
      {text("title", "", "what the results are headed with"),
       map_of("unknowns", std::move(unknown), "what is sought, by key", required),
       map_of("scenes", std::move(test), "the tests, by names of your own", required),
       object(
           "budget",
           {integer("evaluations", optional, "trials of the unknowns, each with all runs of all scenes")
                .at_least(2),
            integer("runs", optional, "runs of all scenes together").at_least(2),
            number("hours", dim::none, optional, "processor time of all runs together, in hours").positive()},
           "when the search ends: with the first of these that is used up", required),
       object("search",
              {integer("start", optional,
                       "evaluations that fill the bounds evenly before the search begins; without it five "
                       "per unknown")
                   .within(2, 10000),
               integer("batch", "4", "evaluations that are proposed together").within(1, 1000)},
              "how trials are chosen", "{}"),
       integer("seed", "1", "of the runs and of all random choices").within(0, 1'000'000)},
      "a calibration", required);
}

// --- Unknowns

ParameterRange read_bounds(const Value& unknown, const std::string& key) {
  const auto number = [&](const char* name) {
    const auto found = number_with_unit(unknown[name].text());
    if (!found)
      throw InputError(fmt::format("unknowns.{}.{}: expected a number such as '0.2' or '15 mm', got {}", key,
                                   name, quote(unknown[name].text())),
                       unknown[name].mark());
    return *found;
  };
  const NumberWithUnit low = number("min"), high = number("max");
  if (!low.unit.empty() && !high.unit.empty() && low.unit != high.unit)
    throw InputError(fmt::format("unknowns.{}: the bounds need the same unit, got {} and {}", key,
                                 quote(low.unit), quote(high.unit)),
                     unknown["max"].mark());
  if (!(low.number < high.number))
    throw InputError(fmt::format("unknowns.{}: max must be larger than min, got {} and {}", key,
                                 unknown["min"].text(), unknown["max"].text()),
                     unknown["max"].mark());
  const bool is_log = unknown["scale"].chosen() == "log";
  if (is_log && low.number <= 0)
    throw InputError(fmt::format("unknowns.{}: a log scale needs bounds above 0, got {}", key, low.number),
                     unknown["min"].mark());
  return {low.number, high.number, low.unit.empty() ? high.unit : low.unit, is_log};
}

// --- Targets

// A value with the unit of a column, in that unit.
double read_measured(const Value& text, const Column& column, const std::string& path) {
  const std::optional<Unit> unit = column.unit == "1" ? Unit{} : read_unit(column.unit);
  if (!unit || (column.unit != "1" && unit->size != column.unit.size()))
    throw InputError(fmt::format("{}: {} has the unit {}, in which no value can be given", path,
                                 quote(column.name), quote(column.unit)),
                     text.mark());
  if (column.unit != "1" && plain_number(text.text()))
    throw InputError(
        fmt::format("{}: a target needs its unit, such as '{} {}'", path, text.text(), column.unit),
        text.mark());
  // Messages name the place; the number is taken from SI to the column's unit.
  const double si = evaluate(text.text(), text.mark(), unit->dimension, {});
  const double one = unit->factor * std::pow(10.0, unit->power_of_ten);
  return si / one;
}

Target read_target(const Value& given, const std::vector<Column>& columns, const std::string& test,
                   std::size_t index) {
  const std::string path = fmt::format("scenes.{}.targets[{}]", test, index);
  const std::string& name = given["measure"].text();
  const auto found = std::ranges::find(columns, name, &Column::name);
  if (found == columns.end()) {
    std::vector<std::string> names;
    for (const Column& column : columns) names.push_back(column.name);
    throw InputError(
        fmt::format("{}: the scene measures no {}{}", path, quote(name), suggestion(name, names)),
        given["measure"].mark());
  }
  Target target;
  target.name = fmt::format("{}: {}", test, name);
  target.column = *found;
  target.value = read_measured(given["value"], *found, path + ".value");
  const double uncertainty = read_measured(given["uncertainty"], *found, path + ".uncertainty");
  if (!(uncertainty > 0))
    throw InputError(fmt::format("{}.uncertainty: expected a value above 0, got {}", path,
                                 quote(given["uncertainty"].text())),
                     given["uncertainty"].mark());
  target.slack = uncertainty / std::sqrt(given["weight"].number());
  return target;
}

// --- Scenes

StudyPoint corner(const std::vector<Unknown>& unknowns, const std::vector<std::size_t>& own,
                  double fraction) {
  StudyPoint point;
  for (const std::size_t k : own) point.push_back(unknowns[k].range.at(fraction));
  return point;
}

bool is_in(const Value& unknown, const std::string& test) {
  if (!unknown.has("scenes")) return true;
  return std::ranges::any_of(unknown["scenes"].items(),
                             [&](const Value& name) { return name.text() == test; });
}

// Where a test lies: the file of the calibration, and the study of the test.
struct Places {
  std::string file, study;
};

LabTest read_test(const Value::Item& item, const Value& unknowns, const Calibration& calibration,
                  const Places& places) {
  LabTest test{item.name(), {}, {}};
  if (test.name.find_first_of("/\\ ") != std::string::npos || test.name.starts_with('.'))
    throw InputError(fmt::format("scenes: {} cannot be the name of a folder", quote(test.name)),
                     item.key.mark());
  const std::string scene = (fs::path(places.file).parent_path() / item.value["scene"].text()).string();
  if (!file_exists(scene))
    throw InputError(
        fmt::format("scenes.{}.scene: there is no file {}{}", test.name, quote(scene), similar_file(scene)),
        item.value["scene"].mark());
  for (std::size_t k = 0; k < calibration.unknowns.size(); ++k)
    if (is_in(unknowns.map_items()[k].value, test.name)) test.unknowns.push_back(k);
  StudyPlan& plan = test.plan;
  plan.scene = seen_from(places.study, scene);
  plan.scene_hash = hash_of_file(scene);
  for (const Value& change : item.value["set"].items()) plan.changes.push_back(change.text());
  if (item.value.has("until")) plan.until = item.value["until"].text();
  plan.repeats = static_cast<std::size_t>(item.value["repeats"].integer());
  plan.first_seed = calibration.seed * kSeedsApart + 1;
  plan.seeds = Seeds::fresh;
  plan.keep = Keep::series;
  for (const std::size_t k : test.unknowns) plan.keys.push_back(calibration.unknowns[k].key);
  return test;
}

// Columns that table.csv will have for the last test. The unknowns take the middle of their bounds, and then
// both ends, so that wrong keys and bounds that the scene refuses are found at once. An error of the scene is
// one of this file: its place says which scene.
std::vector<Column> columns_of(const Value::Item& item, const Calibration& calibration,
                               const std::string& folder) {
  const LabTest& test = calibration.tests.back();
  StudyPlan plan = test.plan;
  for (const double share : {0.5, 0.0, 1.0})
    plan.points.push_back(corner(calibration.unknowns, test.unknowns, share));
  try {
    const std::string scene = scene_of_study(folder, plan);
    const Simulation simulation(Scene::from_file(scene, plan.changes_of(0), {{}, folder}), 1);
    for (std::size_t point = 1; point < plan.points.size(); ++point)
      static_cast<void>(Scene::from_file(scene, plan.changes_of(point * plan.repeats), {{}, folder}));
    std::vector<Column> columns = simulation.columns();
    columns.erase(columns.begin());  // the time
    for (const Column& figure : study_figures())
      if (std::ranges::find(columns, figure.name, &Column::name) == columns.end()) columns.push_back(figure);
    return columns;
  } catch (const InputError& error) {
    throw InputError(fmt::format("scenes.{}: {}", test.name, error.what()), item.value["scene"].mark());
  }
}

void refuse_unknown_scenes(const Value& unknowns, const Value& scenes) {
  std::vector<std::string> names;
  for (const Value::Item& item : scenes.map_items()) names.push_back(item.name());
  for (const Value::Item& item : unknowns.map_items()) {
    if (!item.value.has("scenes")) continue;
    for (const Value& name : item.value["scenes"].items())
      if (std::ranges::find(names, name.text()) == names.end())
        throw InputError(fmt::format("unknowns.{}.scenes: there is no scene {}{}", item.name(),
                                     quote(name.text()), suggestion(name.text(), names)),
                         name.mark());
  }
}

}  // namespace

const Option& calibration_vocabulary() {
  static const Option file = whole_file();
  return file;
}

std::string calibration_reference() { return reference_page(calibration_vocabulary(), "Calibration files"); }

Calibration Calibration::read(const std::string& file, const std::string& folder) {
  const Tree tree = Tree::from_file(file);
  const Value root = interpret(tree, calibration_vocabulary());
  Calibration calibration;
  calibration.title = root["title"].text();
  calibration.seed = static_cast<std::uint64_t>(root["seed"].integer());
  if (root["unknowns"].map_items().empty())
    throw InputError("unknowns: nothing is sought", root["unknowns"].mark());
  if (root["scenes"].map_items().empty())
    throw InputError("scenes: there is no scene with a target", root["scenes"].mark());
  for (const Value::Item& item : root["unknowns"].map_items())
    calibration.unknowns.push_back({item.name(), read_bounds(item.value, item.name())});
  refuse_unknown_scenes(root["unknowns"], root["scenes"]);

  for (const Value::Item& item : root["scenes"].map_items()) {
    const Value& unknowns = root["unknowns"];
    const std::string own = folder + "/" + item.name() + ".study";
    calibration.tests.push_back(read_test(item, unknowns, calibration, {file, own}));
    const std::vector<Column> columns = columns_of(item, calibration, own);
    const std::vector<Value>& targets = item.value["targets"].items();
    for (std::size_t k = 0; k < targets.size(); ++k) {
      calibration.targets.push_back(read_target(targets[k], columns, item.name(), k));
      calibration.targets.back().test = calibration.tests.size() - 1;
    }
  }

  // Budget and search.
  const Value& budget = root["budget"];
  if (budget.has("evaluations"))
    calibration.budget.evaluations = static_cast<std::size_t>(budget["evaluations"].integer());
  if (budget.has("runs")) calibration.budget.runs = static_cast<std::size_t>(budget["runs"].integer());
  if (budget.has("hours")) calibration.budget.hours = budget["hours"].number();
  if (!calibration.budget.evaluations && !calibration.budget.runs && !calibration.budget.hours)
    throw InputError("budget: give evaluations, runs or hours", budget.mark());
  const Value& search = root["search"];
  calibration.start = search.has("start") ? static_cast<std::size_t>(search["start"].integer())
                                          : kStartPerUnknown * calibration.unknowns.size();
  calibration.batch = static_cast<std::size_t>(search["batch"].integer());
  return calibration;
}

std::size_t Calibration::runs_per_evaluation() const {
  std::size_t runs = 0;
  for (const LabTest& test : tests) runs += test.plan.repeats;
  return runs;
}

std::uint64_t Calibration::identity() const {
  Hash hash;
  const auto add = [&](const std::string& text) { hash.add(bytes_of(text)); };
  for (const Unknown& unknown : unknowns) {
    add(unknown.key);
    add(unknown.range.at(0) + " " + unknown.range.at(1));
    hash.add(std::uint64_t{unknown.range.logarithmic});
  }
  for (const LabTest& test : tests) {
    add(test.name);
    StudyPlan plan = test.plan;  // wherever the folder lies
    plan.scene.clear();
    add(plan.text());
  }
  for (const Target& target : targets) {
    add(target.name);
    hash.add(target.value);
    hash.add(target.slack);
  }
  hash.add(std::uint64_t{start});
  hash.add(std::uint64_t{batch});
  hash.add(seed);
  return hash.value();
}

}  // namespace cairn
