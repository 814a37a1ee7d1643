#include "study/plan.h"

#include <fmt/format.h>

#include <charconv>
#include <filesystem>

#include "base/assert.h"
#include "base/error.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/json.h"
#include "text/node.h"

namespace cairn {
namespace {

constexpr const char* kPlanFile = "/study.json";

std::vector<std::string> texts_of(const Node* list) {
  std::vector<std::string> texts;
  for (const Node* item = list ? list->first : nullptr; item != nullptr; item = item->next)
    texts.emplace_back(item->text());
  return texts;
}

std::uint64_t number_of(const Node* node) {
  std::uint64_t value = 0;
  if (node != nullptr) std::from_chars(node->text().data(), node->text().data() + node->text().size(), value);
  return value;
}

std::string numbered(const std::string& study, std::size_t run, const char* ending) {
  return fmt::format("{}/runs/{:05}{}", study, run, ending);
}

}  // namespace

std::optional<std::uint64_t> StudyPlan::seed(std::size_t run) const {
  if (!first_seed) return std::nullopt;
  return *first_seed + (seeds == Seeds::same ? run % repeats : run);
}

std::vector<std::string> StudyPlan::changes_of(std::size_t run) const {
  CAIRN_ASSERT(run < runs());
  std::vector<std::string> all = changes;
  for (std::size_t k = 0; k < keys.size(); ++k) all.push_back(keys[k] + "=" + point(run)[k]);
  if (const auto own = seed(run)) all.push_back(fmt::format("seed={}", *own));
  return all;
}

std::string StudyPlan::text() const {
  Json json = Json::object();
  json.set("scene", scene);
  json.set("scene_hash", fmt::format("{:016x}", scene_hash));
  json.set("changes", Json(changes));
  json.set("allowed", Json(allowed));
  if (until) json.set("until", *until);
  json.set("repeats", static_cast<std::uint64_t>(repeats));
  if (first_seed) json.set("first_seed", *first_seed);
  if (seeds == Seeds::fresh) json.set("seeds", "fresh");
  json.set("keep", keep == Keep::all ? "all" : "series");
  json.set("keys", Json(keys));
  Json list = Json::array();
  for (const StudyPoint& point : points) list.add(Json(point));
  json.set("points", std::move(list));
  return json.text();
}

StudyPlan StudyPlan::read(const std::string& folder) {
  const Tree tree = Tree::from_file(folder + kPlanFile);
  const Node& root = tree.root();
  const auto field = [&](const char* name) { return root.is_map() ? root.find(name) : nullptr; };
  StudyPlan plan;
  for (const char* needed : {"scene", "scene_hash", "repeats", "keys", "points"})
    if (field(needed) == nullptr)
      throw InputError(
          fmt::format("{}{} is not the plan of a study: it has no {}", folder, kPlanFile, quote(needed)));
  plan.scene = field("scene")->text();
  const std::string_view hash = field("scene_hash")->text();
  std::from_chars(hash.data(), hash.data() + hash.size(), plan.scene_hash, 16);
  plan.changes = texts_of(field("changes"));
  plan.allowed = texts_of(field("allowed"));
  if (const Node* until = field("until")) plan.until = std::string(until->text());
  plan.repeats = number_of(field("repeats"));
  if (const Node* seed = field("first_seed")) plan.first_seed = number_of(seed);
  if (const Node* seeds = field("seeds"); seeds != nullptr && seeds->text() == "fresh")
    plan.seeds = Seeds::fresh;
  if (const Node* keep = field("keep"); keep != nullptr && keep->text() == "series") plan.keep = Keep::series;
  plan.keys = texts_of(field("keys"));
  for (const Node* point = field("points")->first; point != nullptr; point = point->next)
    plan.points.push_back(texts_of(point));
  if (plan.repeats == 0 || plan.points.empty())
    throw InputError(fmt::format("{}{} is damaged: it has {} points and {} repeats", folder, kPlanFile,
                                 plan.points.size(), plan.repeats));
  for (const StudyPoint& point : plan.points)
    if (point.size() != plan.keys.size())
      throw InputError(fmt::format("{}{} is damaged: a point has {} values for {} keys", folder, kPlanFile,
                                   point.size(), plan.keys.size()));
  return plan;
}

bool is_study(const std::string& folder) { return file_exists(folder + kPlanFile); }

std::string run_folder(const std::string& study, std::size_t run) { return numbered(study, run, ".run"); }
std::string run_log(const std::string& study, std::size_t run) { return numbered(study, run, ".log"); }
std::string run_record(const std::string& study, std::size_t run) { return numbered(study, run, ".json"); }

std::uint64_t hash_of_file(const std::string& path) {
  Hash hash;
  hash.add(bytes_of(read_text(path)));
  return hash.value();
}

std::string scene_of_study(const std::string& study, const StudyPlan& plan) {
  const std::filesystem::path path(plan.scene);
  const std::string scene =
      path.is_absolute() ? plan.scene : (std::filesystem::path(study) / path).lexically_normal().string();
  if (!file_exists(scene))
    throw InputError(fmt::format("the scene of study {} is gone: {}", quote(study), scene));
  if (hash_of_file(scene) != plan.scene_hash)
    throw InputError(
        fmt::format("{} has changed since study {} began; start a new study with -o", scene, quote(study)));
  return scene;
}

void open_study(const std::string& folder, const StudyPlan& plan) {
  if (is_study(folder)) {
    if (read_text(folder + kPlanFile) == plan.text()) return;
    throw InputError(
        fmt::format("{} is another study; `cairn sweep {}` continues it, and -o names another "
                    "folder",
                    quote(folder), folder));
  }
  std::error_code failed;
  if (std::filesystem::exists(folder, failed) && !std::filesystem::is_empty(folder, failed))
    throw InputError(fmt::format("{} exists and is not a study; -o names another folder", quote(folder)));
  std::filesystem::create_directories(folder + "/runs");
  write_durably(folder + kPlanFile, bytes_of(plan.text()));
}

void extend_study(const std::string& folder, const StudyPlan& plan) {
  if (is_study(folder)) {
    StudyPlan there = StudyPlan::read(folder);
    there.points = plan.points;
    if (there.text() == plan.text()) {
      write_durably(folder + kPlanFile, bytes_of(plan.text()));
      return;
    }
  }
  open_study(folder, plan);
}

std::string seen_from(const std::string& folder, const std::string& path) {
  return std::filesystem::relative(std::filesystem::absolute(path), std::filesystem::absolute(folder))
      .string();
}

}  // namespace cairn
