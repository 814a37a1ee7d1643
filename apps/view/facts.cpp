#include "view/facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "measure/measure.h"
#include "results/checkpoint.h"
#include "scene/events.h"
#include "scene/scene.h"

namespace cairn {
namespace {

// "remove gate, lid": the action, and the groups if the action is a list of them or names one.
std::string label_of(const Value& action) {
  std::string label = action.chosen();
  const Value& what = action.selected();
  std::vector<std::string> names;
  if (what.type() == OptionType::list)
    for (const Value& item : what.items())
      if (item.type() == OptionType::text) names.push_back(item.text());
  if (what.type() == OptionType::object)
    for (const char* key : {"name", "bodies", "of"})
      if (names.empty() && what.gives(key) && what[key].type() == OptionType::text)
        names.push_back(what[key].text());
  for (char& c : label)
    if (c == '_') c = ' ';
  return names.empty() ? label : fmt::format("{} {}", label, fmt::join(names, ", "));
}

std::map<std::string, std::string> meanings_of(const Scene& scene) {
  std::map<std::string, std::string> meanings{{"time", "simulated time"}};
  for (const Value::Item& item : scene["measure"].map_items()) {
    // A measure without `what` is called like its row.
    const Value& what = item.value["what"];
    const std::string row_name = what ? what.chosen() : item.name();
    if (!measures().has(row_name)) continue;
    for (const ColumnRow& column : measures().find(row_name).columns)
      for (const std::string& name : column.list()) meanings[item.name() + "." + name] = column.meaning;
  }
  return meanings;
}

// True if the pair's contacts can hold more than friction times the pushing force.
bool coheres(const PairProperties& pair) { return pair.work_of_adhesion > 0 || pair.cohesion > 0; }

}  // namespace

SceneFacts scene_facts(const std::string& folder) {
  const Scene scene = Scene::from_file(folder + "/scene.yaml");
  SceneFacts facts;
  facts.title = scene["title"].text();
  facts.dimension = static_cast<int>(scene["dimension"].integer());
  if (scene["gravity"]) facts.gravity = Vec3(scene["gravity"].vector());
  if (const Value& cell = scene["periodic"])
    facts.cell_centre = 0.5 * (Vec3(cell["min"].vector()) + Vec3(cell["max"].vector()));
  const Value& method = scene["method"].selected();
  facts.has_friction = !method.gives("law") || method["law"].chosen() != "frictionless";
  if (scene["stop"]) facts.stop_condition = scene["stop"]["when"].text();
  for (const Value& event : scene["events"].items()) {
    const bool has_time = event["moment"].chosen() == "at";
    auto& list = has_time ? facts.events : facts.conditional;
    list.push_back({has_time ? event["moment"].selected().number() : -1, label_of(event["action"])});
  }
  facts.meanings = meanings_of(scene);
  return facts;
}

void read_event_times(const std::string& folder, std::vector<RunEvent>& conditional) {
  const Record record = load_checkpoint(folder).record;
  if (!record.has("conditions")) return;
  const auto states = record.get<std::vector<ConditionalEvent::State>>("conditions");
  for (std::size_t k = 0; k < std::min(states.size(), conditional.size()); ++k)
    conditional[k].time = states[k].last;
}

MaterialFacts MaterialFacts::read(const std::string& folder, const BodyTable& bodies) {
  const Record record = load_checkpoint(folder).record;
  MaterialFacts facts;
  facts.names_ = record.get<std::vector<std::string>>("materials.names");
  const std::size_t n = facts.names_.size();
  for (const PairProperties& pair : record.get<std::vector<PairProperties>>("materials.pairs"))
    facts.friction_.push_back(coheres(pair) ? std::numeric_limits<double>::quiet_NaN() : pair.friction);
  facts.friction_.resize(n * n, std::numeric_limits<double>::quiet_NaN());

  // The bodies that the checkpoint has, and the one material of their group.
  std::map<Uid, std::uint16_t> known;
  std::map<std::int32_t, std::uint16_t> of_group;
  for (const Info& info : record.get<std::vector<Info>>("bodies.info")) {
    if (info.material >= n) continue;
    known[info.uid] = info.material;
    const auto [found, is_new] = of_group.try_emplace(info.group, info.material);
    if (!is_new && found->second != info.material) found->second = kUnknownMaterial;
  }
  for (std::size_t row = 0; row < bodies.uid.size(); ++row) {
    const auto body = known.find(bodies.uid[row]);
    const auto group = of_group.find(bodies.name_index[row]);
    facts.materials_.push_back(body != known.end()       ? body->second
                               : group != of_group.end() ? group->second
                                                         : kUnknownMaterial);
  }
  return facts;
}

double MaterialFacts::friction(std::uint16_t a, std::uint16_t b) const {
  const std::size_t n = names_.size();
  if (a >= n || b >= n) return std::numeric_limits<double>::quiet_NaN();
  return friction_[a * n + b];
}

ContactState contact_state(const Vec3& force, const Vec3& normal, double friction) {
  constexpr double kSolverSlack = 1e-3;  // a solver ends a little inside the cone
  if (norm(force) == 0) return ContactState::open;
  const double push = dot(force, normal), tangential = norm(force - push * normal);
  if (std::isnan(friction) || !(push > 0)) return ContactState::unknown;
  return tangential >= (1 - kSolverSlack) * friction * push ? ContactState::slip : ContactState::stick;
}

}  // namespace cairn
