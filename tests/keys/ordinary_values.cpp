#include "keys/ordinary_values.h"

#include <fmt/format.h>

#include <charconv>

namespace cairn::keys {
namespace {

struct Known {
  const char* end;  // of the path
  const char* value;
};

// Places, names and files of the scene below. The longest end that fits counts; a bracket stands for any
// path.
constexpr Known kValues[] = {
    {"let", "{x: 1}"},
    {"dimension", "3"},
    {"gravity", "[0, 0, -9.81]"},
    {"seed", "3"},
    {"time.end", "1e-4"},
    {"time.step", "1e-5"},
    {"time.speed", "1"},
    {"domain.min", "[-1, -1, -1]"},
    {"domain.max", "[1, 1, 1]"},
    {"periodic.min", "[-0.5, -0.5, -0.5]"},
    {"periodic.max", "[0.5, 0.5, 0.5]"},
    {"periodic.stress.xx", "100"},
    {"periodic.axes", "[x, y]"},
    {"poisson", "0.3"},
    {"restitution", "0.5"},
    {"friction", "0.4"},
    {"dilatancy", "0.1"},
    {"material", "stone"},
    {"materials", "[stone, stone]"},
    {"body", "ball"},
    {"fixed.bodies", "[block, ground]"},
    {"ball.bodies", "[block, ground]"},
    {"revolute.bodies", "[block, ground]"},
    {"slider.bodies", "[block, ground]"},
    {"cylindrical.bodies", "[block, ground]"},
    {"universal.bodies", "[block, ground]"},
    {"distance.bodies", "[block, ground]"},
    {"point_on_line.bodies", "[block, ground]"},
    {"point_on_plane.bodies", "[block, ground]"},
    {"langevin.bodies", "[ball, block]"},
    {"kicks.bodies", "[ball, block]"},
    {"bonds[].between", "[ball, ball]"},
    {"bond.between", "[ball, ball]"},
    {"joint", "hinge"},
    {"remove", "ball"},
    {"fix", "ball"},
    {"release", "wheel"},
    {"add", "{material: stone, shape: {sphere: {radius: 0.01}}, position: [0.3, 0.3, 0.1]}"},
    {"bodies[].name", "extra"},
    {"bodies[].shape", "{sphere: {radius: 0.01}}"},
    {"inlet.shape", "{sphere: {radius: 0.01}}"},
    {"mixture[].shape", "{box: {size: [0.01, 0.01, 0.01]}}"},
    {"mixture[].fraction", "0.5"},
    {"parts[].shape", "{sphere: {radius: 0.01}}"},
    {"part.shape", "{sphere: {radius: 0.01}}"},
    {"bodies[].position", "[0.3, 0.1, 0.1]"},
    {"add.position", "[0.3, 0.1, 0.1]"},
    {"exponents", "[4, 4]"},
    {"vertices", "[[0, 0, 0], [0.02, 0, 0], [0, 0.02, 0], [0, 0, 0.02]]"},
    {"vertices[]", "[0, 0, 0]"},
    {"vertices[]1", "[0.02, 0, 0]"},
    {"triangles", "[[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]]"},
    {"triangles[]", "[0, 2, 1]"},
    {"orientation", "[1, 0.1, 0, 0]"},
    {"orientation.axis", "[0, 0.6, 0.8]"},
    {"motion.rotation.axis", "[0, 1, 0]"},
    {"servo.axis", "[0, 0, -1]"},
    {"servo.area", "0.01"},
    {"servo.between", "[[left, right]]"},
    {"volume.between", "[[left, right], [front, back], [floor, extra]]"},
    {"shape.drum.radius", "0.7"},
    {"shape.drum.diameter", "1.4"},
    {"shape.plane.normal", "[0.1, 0, 1]"},
    {"fill.box.min", "[0.2, -0.2, 0.05]"},
    {"fill.box.max", "[0.4, 0.2, 0.2]"},
    {"region.box.min", "[0.2, -0.2, 0.05]"},
    {"region.box.max", "[0.4, 0.2, 0.2]"},
    {"fill.sphere.center", "[0.3, 0, 0.2]"},
    {"fill.sphere.radius", "0.1"},
    {"fill.cylinder.center", "[0.3, 0, 0.2]"},
    {"fill.cylinder.radius", "0.1"},
    {"fill.cylinder.height", "0.1"},
    {"region.sphere.center", "[0.3, 0, 0.2]"},
    {"region.sphere.radius", "0.1"},
    {"region.cylinder.center", "[0.3, 0, 0.2]"},
    {"region.cylinder.radius", "0.1"},
    {"region.cylinder.height", "0.1"},
    {"face.min", "[0.2, -0.2, 0.3]"},
    {"face.max", "[0.4, 0.2, 0.3]"},
    {"fill.count", "3"},
    {"fill.solid_fraction", "0.01"},
    {"fill.mass", "0.05"},
    {"level.height", "0.06"},
    {"inlet.count", "3"},
    {"inlet.rate", "1e5"},
    {"inlet.mass_rate", "1e3"},
    {"sizes.uniform", "[0.02, 0.03]"},
    {"sizes.list", "[0.02, 0.03]"},
    {"normal.mean", "0.02"},
    {"normal.deviation", "0.002"},
    {"normal.min", "0.015"},
    {"normal.max", "0.025"},
    {"sizes", "{fixed: 0.02}"},
    {"sieve.points", "[{size: 0.01, finer: 0}, {size: 0.03, finer: 1}]"},
    {"sieve.points[]1", "{size: 0.03, finer: 1}"},
    {"points[].size", "0.01"},
    {"points[].finer", "0"},
    {"median", "0.02"},
    {"log_normal.deviation", "0.1"},
    {"log_normal.min", "0.015"},
    {"log_normal.max", "0.025"},
    {"rosin_rammler.size", "0.02"},
    {"rosin_rammler.exponent", "5"},
    {"rosin_rammler.min", "0.01"},
    {"rosin_rammler.max", "0.03"},
    {"fractal.dimension", "2.5"},
    {"fractal.min", "0.01"},
    {"fractal.max", "0.03"},
    {"counts", "[2, 1, 1]"},
    {"lattice.spacing", "0.05"},
    {"pyramid.base", "2"},
    {"csv.file", "list.csv"},
    {"file", "mesh.stl"},
    {"spring.length", "0.1"},
    {"motor.position", "1e-9"},
    {"turn_motor.position", "1e-9"},
    {"distance.length", "0.1118034"},
    {"maxwell", "1e-4"},
    {"spring.to", "[0.3, 0.1, 0.2]"},
    {"tracked.points", "[[0, 0, 0.1], [0.1, 0, 0.1]]"},
    {"limit.min", "-0.2"},
    {"limit.max", "0.2"},
    {"turn_limit.min", "-0.2"},
    {"turn_limit.max", "0.2"},
    {"joints[].universal.other_axis", "[1, 0, 0]"},
    {"axis", "[0, 1, 0]"},
    {"joints[].distance.to", "[0.1, 0, 0.1]"},
    {"joints[].distance.length", "0.1"},
    {"box.min", "[-0.2, -0.2, 0]"},
    {"box.max", "[0.2, 0.2, 0.2]"},
    {"force_distribution.box.min", "[-0.2, -0.2, 0]"},
    {"triaxial.top", "extra"},
    {"triaxial.bottom", "floor"},
    {"triaxial.sides", "[left, right, front, back]"},
    {"biaxial.top", "extra"},
    {"biaxial.bottom", "floor"},
    {"biaxial.sides", "[left, right]"},
    {"between", "[left, right, front, back, floor, lid]"},
    {"floor_pressure.body", "floor"},
    {"floor_pressure.min", "[-0.2, -0.2]"},
    {"floor_pressure.max", "[0.2, 0.2]"},
    {"angle_of_repose.min", "[-0.2, -0.2]"},
    {"angle_of_repose.max", "[0.2, 0.2]"},
    {"surface.min", "[-0.2, -0.2]"},
    {"surface.max", "[0.2, 0.2]"},
    {"cells", "[4, 4]"},
    {"drive.body", "wheel"},
    {"drum_surface.drum", "wheel"},
    {"drum_surface.body", "wheel"},
    {"measure.NAME.joint.joint", "hinge"},
    {"measure.NAME.servo.body", "press"},
    {"measure.NAME.every", "2e-5"},
    {"output.frames", "5e-5"},
    {"output.groups", "[ball]"},
};

struct Ordinary {
  Dimension dimension;
  const char* value;
};
constexpr Ordinary kNumbers[] = {
    {dim::none, "0.5"},          {dim::length, "0.01"},       {dim::area, "1e-2"},     {dim::volume, "1e-3"},
    {dim::time, "1e-3"},         {dim::speed, "0.1"},         {dim::mass, "0.1"},      {dim::angle, "0.3"},
    {dim::acceleration, "9.81"}, {dim::angular_speed, "0.5"}, {dim::force, "0.1"},     {dim::pressure, "1e6"},
    {dim::density, "2500"},      {dim::stiffness, "1e4"},     {dim::rate, "0.1"},      {dim::energy, "1e-3"},
    {dim::damping, "0.1"},       {dim::mobility, "1e-3"},     {dim::viscosity, "1e-3"}};

bool ends_with(const std::string& path, std::string_view end) {
  return path.ends_with(end) && (path.size() == end.size() || path[path.size() - end.size() - 1] == '.');
}

constexpr const char* kMaterial =
    "density: 2500, friction: 0.4, restitution: 0.6, young: 1e7, poisson: 0.3, rolling_friction: 0.1, "
    "twisting_friction: 0.1, work_of_adhesion: 0.01";

constexpr const char* kBodies =
    "{name: floor, material: stone, shape: {plane: {}}, fixed: true}, "
    "{name: lid, material: stone, shape: {plane: {normal: [0, 0, -1]}}, position: [0, 0, 0.45], fixed: "
    "true}, "
    "{name: left, material: stone, shape: {plane: {normal: [1, 0, 0]}}, position: [-0.45, 0, 0], fixed: "
    "true}, "
    "{name: right, material: stone, shape: {plane: {normal: [-1, 0, 0]}}, position: [0.45, 0, 0], fixed: "
    "true}, "
    "{name: front, material: stone, shape: {plane: {normal: [0, 1, 0]}}, position: [0, -0.45, 0], fixed: "
    "true}, "
    "{name: back, material: stone, shape: {plane: {normal: [0, -1, 0]}}, position: [0, 0.45, 0], fixed: "
    "true}, "
    "{name: ball, material: stone, shape: {sphere: {radius: 0.01}}, position: [0, 0, 0.01], "
    "lattice: {spacing: 0.02, counts: [2, 1, 1]}, velocity: [0.1, 0, -0.1]}, "
    "{name: block, material: stone, shape: {box: {size: [0.02, 0.02, 0.02]}}, position: [0.1, 0, 0.01]}, "
    "{name: wheel, material: stone, shape: {drum: {radius: 0.05, length: 0.1, axis: y}}, position: [-0.3, 0, "
    "0.1], "
    "motion: {rotation: {axis: [0, 1, 0], speed: 3}}}, "
    "{name: press, material: stone, shape: {box: {size: [0.05, 0.05, 0.01]}}, position: [0, 0.2, 0.1], "
    "motion: {servo: {force: 1, axis: [0, 0, -1]}}}";

constexpr const char* kPlaneBodies =
    "{name: floor, material: stone, shape: {plane: {}}, fixed: true}, "
    "{name: lid, material: stone, shape: {plane: {normal: [0, 0, -1]}}, position: [0, 0, 0.45], fixed: "
    "true}, "
    "{name: left, material: stone, shape: {plane: {normal: [1, 0, 0]}}, position: [-0.45, 0, 0], fixed: "
    "true}, "
    "{name: right, material: stone, shape: {plane: {normal: [-1, 0, 0]}}, position: [0.45, 0, 0], fixed: "
    "true}, "
    "{name: ball, material: stone, shape: {disc: {radius: 0.01}}, position: [0, 0, 0.01]}";

constexpr const char* kFloating =
    "{name: ball, material: stone, shape: {sphere: {radius: 0.01}}, position: [0, 0, 0.01], "
    "lattice: {spacing: 0.02, counts: [2, 2, 2]}, velocity: [0.1, 0, -0.1]}";

constexpr const char* kCompliant =
    "{implicit: {law: compliant, yield: {cone_ball: {cohesion: 0.1}}, stiffness: 1e5, damping_time: 1e-4}}";
constexpr const char* kPeriodic = "{min: [-0.5, -0.5, -0.1], max: [0.5, 0.5, 0.5], axes: [x, y]}";
constexpr const char* kPeriodicAll = "{min: [-0.5, -0.5, -0.1], max: [0.5, 0.5, 0.5]}";
constexpr const char* kHinge =
    "{revolute: {bodies: [block, ground], point: [0.1, 0, 0.02], axis: [0, 1, 0], name: hinge}}";

}  // namespace

std::optional<std::string> ordinary_value(const std::string& key) {
  std::string path = key;
  for (const auto& [from, to] : {std::pair{"inlet[]", "inlet"}, std::pair{"events[].add", "bodies[]"}})
    if (path.starts_with(from)) path.replace(0, std::string_view(from).size(), to);
  const Known* best = nullptr;
  for (const Known& known : kValues)
    if (ends_with(path, known.end) &&
        (best == nullptr || std::string_view(known.end).size() > std::string_view(best->end).size()))
      best = &known;
  if (best == nullptr) return {};
  return best->value;
}

std::string ordinary_number(const Option& option) {
  if (option.type == OptionType::integer || option.dimension == dim::none) {
    const double low = option.lower ? option.lower->value : -1e9,
                 high = option.upper ? option.upper->value : 1e9;
    if (option.type == OptionType::integer) return fmt::format("{:g}", std::max(low, std::min(2.0, high)));
    if (low < 0.5 && high > 0.5) return "0.5";
    return fmt::format("{:g}", low > -1e9 && high < 1e9 ? (low + high) / 2 : low + 1);
  }
  for (const Ordinary& ordinary : kNumbers)
    if (ordinary.dimension == option.dimension) return ordinary.value;
  return "0.1";
}

std::vector<std::string> beside(const std::string& path, const std::string& fields, const std::string& leaf) {
  const bool is_wall = has(fields, "plane:") || has(fields, "container:") || has(fields, "tube:") ||
                       has(fields, "cup:") || has(fields, "funnel:") || has(fields, "drum:");
  const bool is_body = path == "bodies[]" || path == "events[].add";
  if (is_body || path == "inlet" || path == "inlet[]") {
    const char* shape = has(leaf, ".disc.")                            ? "shape: {disc: {radius: 0.01}}"
                        : has(leaf, "sizes.") && !has(leaf, "mixture") ? "shape: sphere"
                                                                       : "shape: {sphere: {radius: 0.01}}";
    std::vector<std::string> more{"material: stone", shape};
    if (has(leaf, "motion.volume"))
      more = {"material: stone", "shape: {plane: {normal: [0, 0, -1]}}", "position: [0, 0, 0.4]"};
    if (has(leaf, "motion.servo"))
      more = {"material: stone", "shape: {box: {size: [0.02, 0.02, 0.02]}}", "position: [0.3, 0.1, 0.1]"};
    if (is_body && (is_wall || has(leaf, "surface.velocity"))) more.push_back("fixed: true");
    if (is_body && !has(fields, "fill:"))
      more.push_back(has(leaf, "plane.")   ? "position: [0, 0, -0.5]"
                     : has(leaf, ".disc.") ? "position: [0.3, 0, 0.2]"
                                           : "position: [0.3, 0.1, 0.2]");
    if (is_body && has(leaf, "surface.velocity")) more[1] = "shape: {box: {size: [0.02, 0.02, 0.02]}}";
    if (is_body && (has(leaf, "spring") || has(leaf, "volume"))) more.push_back("name: extra");
    return more;
  }
  if (ends_with(path, "polyhedron")) return {"vertices: " + *ordinary_value("vertices")};
  if (ends_with(path, "mesh"))
    return {"vertices: " + *ordinary_value("vertices"), "triangles: " + *ordinary_value("triangles")};
  if (ends_with(path, "bonds[]") || ends_with(path, "bond"))
    return has(fields, "stress:") ? std::vector<std::string>{} : std::vector<std::string>{"tension: 0.1"};
  if (path == "method.explicit" && has(fields, "law: hooke") && !has(fields, "overlap:"))
    return {"stiffness: 1e4"};
  if (ends_with(path, "servo") && !has(fields, "force:")) return {"area: 0.01"};
  if (ends_with(path, "shells")) return {"axis: [0, 0, 1]", "length: 0.2"};
  if (ends_with(path, "spring") || ends_with(path, "spring[]")) return {"length: 0.1"};
  if (ends_with(path, "profile") || ends_with(path, "pair_distribution"))
    return {"box: {min: [-0.2, -0.2, 0], max: [0.2, 0.2, 0.2]}"};
  if (path == "measure.NAME" && ends_with(leaf, "every")) return {"energy: {}"};
  if (path == "stop" || path == "events[]")
    return has(leaf, "reset") || has(leaf, "after") ? std::vector<std::string>{"when: contacts > 1000"}
                                                    : std::vector<std::string>{};
  if (ends_with(path, "capped")) return {"crush: 10"};
  return {};
}

std::string preferred_alternative(const std::string& path, const std::string& leaf) {
  if (path == "method.explicit") return "hertz_mindlin";
  if (path == "events[]" && (ends_with(leaf, "reset") || has(leaf, "reset.") || ends_with(leaf, "after")))
    return "when";
  return "";
}

std::string map_name(const std::string& path) {
  if (ends_with(path, "pairs")) return "stone-stone";
  if (ends_with(path, "materials")) return "stone";
  if (ends_with(path, "motion")) return "wheel";
  if (path == "measure") return "watched";
  return "ball";
}

std::vector<std::pair<std::string, std::string>> surroundings(const std::string& path) {
  const bool plane = has(path, ".disc.") || has(path, "biaxial");
  std::string method = "{explicit: {law: hertz_mindlin, rolling: spring, adhesion: dmt}}";
  if (has(path, "bond") || has(path, "pairs.NAME.stiffness") || has(path, "pairs.NAME.damping_time") ||
      has(path, "pairs.NAME.crush") || has(path, "pairs.NAME.cohesion") || has(path, "dilatancy"))
    method = kCompliant;
  if (has(path, "pairs.NAME.crush"))
    method = "{implicit: {law: compliant, yield: {capped: {crush: 10}}, stiffness: 1e5}}";
  if (has(path, "impacts")) method = "{impact: {}}";
  if (has(path, "indeterminacy") || has(path, "compatible_forces"))
    method = "{implicit: {law: cone, compatible_forces: hertz}}";
  std::vector<std::pair<std::string, std::string>> sections;
  if (plane) sections.emplace_back("dimension", "2");
  const bool dry = has(path, "method.impact") || has(path, "impacts");  // impact runs have no adhesion
  sections.emplace_back("materials", dry ? "{stone: {density: 2500, friction: 0.4, restitution: 0.6}}"
                                         : std::string("{stone: {") + kMaterial + "}}");
  sections.emplace_back("method", method);
  sections.emplace_back("time", "{step: 1e-5, end: 1e-4, allow_unstable: true}");
  const bool afloat =
      has(path, "stress.") || has(path, "max_rate") || has(path, "structure_factor");  // cells without walls
  if (has(path, "deform") || has(path, "measure.NAME.cell") || has(path, "structure_factor") ||
      has(path, "pair_distribution"))
    sections.emplace_back("periodic", afloat ? kPeriodicAll : kPeriodic);
  sections.emplace_back("bodies", std::string("[") +
                                      (plane           ? kPlaneBodies
                                       : afloat || dry ? kFloating
                                                       : kBodies) +
                                      "]");
  if (has(path, "measure.NAME.joint")) sections.emplace_back("joints", std::string("[") + kHinge + "]");
  sections.emplace_back("output", "{frames: 5e-5}");
  return sections;
}

std::string joined(const std::string& section, const std::string& around, const std::string& part) {
  if (section == "bodies") return around.substr(0, around.size() - 1) + ", " + part.substr(1);
  if (section == "materials") {
    // the one property first; of the ordinary ones those that are not it
    const std::string own =
        part.substr(std::string("{stone: {").size(), part.size() - std::string("{stone: {}}").size());
    std::string all = "{stone: {" + own;
    for (const std::string& item : components("[" + std::string(kMaterial) + "]"))
      if (!own.starts_with(item.substr(0, item.find(':') + 1))) all += ", " + item;
    return all + "}}";
  }
  return part;
}

std::vector<std::string> components(const std::string& list) {
  std::vector<std::string> items(1);
  int depth = 0;
  for (const char c : std::string_view(list).substr(1, list.size() - 2)) {
    depth += c == '[' || c == '{' ? 1 : c == ']' || c == '}' ? -1 : 0;
    if (c == ',' && depth == 0)
      items.emplace_back();
    else if (c != ' ' || !items.back().empty())
      items.back() += c;
  }
  return items;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

bool is_number(const std::string& text) {
  double value = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  return result.ec == std::errc() && result.ptr == text.data() + text.size();
}

}  // namespace cairn::keys
