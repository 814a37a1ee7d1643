// cairn check: reads and builds a scene as a run would, and prints the resulting numbers. For a results
// folder, it compares the files with their checksums.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "base/printable.h"
#include "cairn/command.h"
#include "joints/joint.h"
#include "results/verify.h"
#include "run/results.h"
#include "run/simulation.h"
#include "run/watched.h"
#include "scene/groups.h"
#include "scene/overlap.h"
#include "terminal/console.h"
#include "terminal/cost.h"
#include "terminal/memory.h"
#include "terminal/progress.h"
#include "text/expected.h"

namespace cairn {
namespace {

struct CheckRequest {
  std::string scene;
  std::vector<std::string> overrides, allowed;
  int threads = all_cores();
};

std::string length_text(double metres) {
  if (!(metres > 0) || !std::isfinite(metres)) return "-";
  if (metres < 1e-3) return fmt::format("{:.4g} um", metres * 1e6);
  return metres < 1 ? fmt::format("{:.4g} mm", metres * 1e3) : fmt::format("{:.4g} m", metres);
}

// Sums over the bodies of one entry of the scene.
struct Group {
  std::size_t bodies = 0, immobile = 0, driven = 0;
  double mass = 0, smallest = INFINITY, largest = 0;
  std::vector<bool> materials;
  std::string shape;
};

std::vector<Group> count_groups(const World& world) {
  std::vector<Group> groups(world.groups.size());
  const Bodies& bodies = world.bodies;
  std::vector<std::string> kinds;
  for (const Shape& shape : world.shapes) kinds.push_back(describe(shape).kind);
  for (const std::uint32_t i : bodies.by_uid()) {
    const Info& info = bodies.info[i];
    Group& group = groups[info.group];
    group.materials.resize(world.materials.list.size());
    group.materials[info.material] = true;
    ++group.bodies;
    group.immobile += is_immobile(info);
    group.driven += (info.flags & kDriven) != 0;
    group.mass += mass(bodies.inertia[i]);
    group.smallest = std::min(group.smallest, bodies.place[i].radius);
    group.largest = std::max(group.largest, bodies.place[i].radius);
    const bool mixed = !group.shape.empty() && group.shape != kinds[info.shape];
    group.shape = mixed ? "mixture" : kinds[info.shape];
  }
  return groups;
}

std::string material_names(const Group& group, const World& world) {
  std::string names;
  for (std::size_t m = 0; m < group.materials.size(); ++m) {
    if (group.materials[m]) names += (names.empty() ? "" : ", ") + world.materials.list[m].name;
  }
  return names;
}

struct CoordinateUnits {
  const char *position, *speed, *effort;
};

void print_bodies(const World& world) {
  const std::vector<Group> groups = count_groups(world);
  double sum = 0;
  say("Bodies\n  {:<16}{:>9}  {:<11}{:>20} {:>13}  {}\n", "group", "count", "shape", "radius", "mass",
      "material");
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const Group& group = groups[g];
    const std::string low = length_text(group.smallest), high = length_text(group.largest);
    const std::string mass_text = group.driven > 0                 ? "driven"
                                  : group.immobile == group.bodies ? "fixed"
                                                                   : fmt::format("{:.4g} kg", group.mass);
    say("  {:<16}{:>9}  {:<11}{:>20} {:>13}  {}\n", world.groups[g], group.bodies, group.shape,
        low == high ? low : low + " - " + high, group.bodies == 0 ? "later" : mass_text,
        material_names(group, world));
    sum += group.mass;
  }
  say("  {:<16}{:>9}  {:<11}{:>20} {:>13}\n", "all", world.bodies.size(), "", "",
      fmt::format("{:.4g} kg", sum));
}

void print_overlaps(const World& world) {
  const OverlapSummary found = overlaps_of(world);
  if (found.pairs == 0) return say("  no overlap at the start\n");
  say("  overlap at the start: {}, the deepest '{}' and '{}' by {} ({:.2g} % of the smaller radius or half "
      "thickness)\n",
      how_many(found.pairs, "pair"), body_name(world, world.bodies.info[found.i].uid),
      body_name(world, world.bodies.info[found.j].uid), length_text(found.depth), 100 * found.share);
}

// The properties of a pair that are not zero, besides friction and restitution.
std::string further_properties(const PairProperties& pair) {
  std::string text;
  const auto add = [&](const char* name, double value, const char* unit) {
    if (value != 0) text += fmt::format(", {} {:.6g}{}", name, value, unit);
  };
  add("tangential restitution", pair.restitution_tangential, "");
  add("rolling friction", pair.rolling_friction, "");
  add("twisting friction", pair.twisting_friction, "");
  add("work of adhesion", pair.work_of_adhesion, " J/m2");
  if (!std::isnan(pair.cohesion)) add("cohesion", pair.cohesion, " N");
  return text;
}

void print_materials(const Materials& materials) {
  const auto shown = [](double x) { return std::isnan(x) ? std::string("-") : fmt::format("{:.6g}", x); };
  say("Materials\n");
  for (const Material& m : materials.list) {
    say("  {:<16} density {} kg/m3, Young {} Pa, Poisson {}\n", m.name, shown(m.density), shown(m.young),
        shown(m.poisson));
  }
  say("Pairs\n");
  for (int a = 0; a < materials.size(); ++a) {
    for (int b = a; b < materials.size(); ++b) {
      const PairProperties& pair = materials.at(a, b);
      say("  {:<16} friction {:.6g}, restitution {:.6g}{}\n",
          materials.list[static_cast<std::size_t>(a)].name + "-" +
              materials.list[static_cast<std::size_t>(b)].name,
          pair.friction, pair.restitution, further_properties(pair));
    }
  }
}

// "; motor: speed -0.005 m/s at the start, at most 20 N", and the limit; empty if there is neither.
std::string drive_text(const JointCoordinate& coordinate, double t, const CoordinateUnits& units) {
  std::string text;
  const Motor& motor = coordinate.motor;
  const auto [what, unit] = motor.asks == Motor::Asks::speed      ? std::pair("speed", units.speed)
                            : motor.asks == Motor::Asks::position ? std::pair("position", units.position)
                                                                  : std::pair("effort", units.effort);
  if (motor.asks != Motor::Asks::nothing) {
    text += fmt::format("; motor: {} {:.4g} {} at the start", what, motor.target(t), unit);
    text += std::isfinite(motor.max)
                ? fmt::format(", at most {:.4g} {}", motor.max, units.effort)
                : std::string(motor.asks == Motor::Asks::effort ? "" : ", without a `max`");
  }
  if (coordinate.limit)
    text += fmt::format("; limit: {:.4g} to {:.4g} {}", coordinate.limit->min, coordinate.limit->max,
                        units.position);
  return text;
}

void print_joints(const World& world) {
  if (!world.joints.empty()) say("Joints\n");
  for (const Joint& joint : world.joints)
    say("  {:<16} {}: {} to {}{}{}\n", joint.name, joints()[static_cast<std::size_t>(joint.kind)].name,
        body_name(world, joint.body), joint.base == kGround ? "the ground" : body_name(world, joint.base),
        drive_text(joint.slide, world.time, {"m", "m/s", "N"}),
        drive_text(joint.turn, world.time, {"rad", "rad/s", "N m"}));
}

// The time at which a servo wall meets the first free body in front of it, by their extents along its axis.
std::string arrival(Simulation& simulation, const Drive& drive) {
  if (drive.servo->state.layer.contacts == 0) return "; no bodies to meet yet";
  const ServoOutlook found = outlook(simulation.world(), simulation.stepper(), drive);
  if (std::isnan(found.distance)) return "";
  if (found.turns_its_back) return "; all bodies are behind it";
  if (found.distance <= 0) return "; touches its bodies";
  return std::isfinite(found.time)
             ? fmt::format("; arrives after about {:.2g} s, {:.3g} m away", found.time, found.distance)
             : fmt::format("; {:.3g} m away and not pushed there", found.distance);
}

// Prints the push of each servo wall at the start, its speed limit, and when it meets the first body.
void print_servos(Simulation& simulation) {
  const World& world = simulation.world();
  const auto is_servo = [](const Drive& drive) { return drive.servo.has_value(); };
  if (std::ranges::any_of(world.drives, is_servo)) say("Servos\n");
  for (const Drive& drive : world.drives) {
    if (!is_servo(drive)) continue;
    const Servo& servo = *drive.servo;
    const std::string load = servo.pressure ? fmt::format("{:.6g} Pa", servo.pressure(0))
                                            : fmt::format("{:.6g} N", servo.force(0));
    const bool has_limit = std::isfinite(servo.max_speed);
    say("  {:<16} pushes with {} along [{:g}, {:g}, {:g}], at {}{}\n", body_name(world, drive.body), load,
        servo.axis.x, servo.axis.y, servo.axis.z,
        has_limit ? fmt::format("most {:.4g} m/s", servo.max_speed) : "any speed",
        arrival(simulation, drive));
  }
}

void print_inlets(const Scene& scene) {
  const std::vector<NamedEntry> late = late_entries(scene);
  const std::vector<const Value*> inlets = inlets_of(scene);
  if (!inlets.empty()) say("Inlets\n");
  for (const Value* inlet : inlets) {
    const Value& amount = (*inlet)["amount"];
    const auto entry = std::ranges::find(late, inlet, &NamedEntry::value);
    const Value& rate = amount.selected();
    say("  {:<16} {} {} from {:.6g} s{}{}\n", entry->name,
        rate.is_number() ? fmt::format("{:.6g}", rate.number()) : rate.text(),
        amount.chosen() == "rate" ? "bodies/s" : "kg/s", (*inlet)["from"].number(),
        inlet->has("until") ? fmt::format(" to {:.6g} s", (*inlet)["until"].number()) : "",
        inlet->has("count")
            ? fmt::format(", at most {}",
                          how_many(static_cast<std::uint64_t>((*inlet)["count"].integer()), "body"))
            : "");
  }
}

void print_events(const Simulation& simulation) {
  if (!simulation.events().empty() || !simulation.conditional_events().empty()) say("Events\n");
  for (const Event& event : simulation.events())
    say("  {:<16} {}\n", fmt::format("t = {:.6g} s", event.at), event.what);
  for (const ConditionalEvent& waiting : simulation.conditional_events()) {
    const bool repeats = waiting.repeat == ConditionalEvent::Repeat::always;
    const std::optional<WatchedCondition>& reset = waiting.rule.reset;
    say("  {:<16} {} when {}{}{}\n", waiting.event.name, waiting.event.what, waiting.rule.text(),
        reset ? ", reset by " + reset->condition.text() : "", repeats ? ", each time" : "");
  }
}

void print_measures(const Simulation& simulation) {
  if (!simulation.measures().empty()) say("Measures\n");
  for (const NamedMeasure& named : simulation.measures()) {
    say("  {:<16} every {:.4g} s: {}\n", named.name, named.every,
        how_many(named.measure->columns().size(), "column"));
    for (const ColumnRow& row : named.measure->declared()) say("    {}\n", column_text(row));
  }
}

void print_time(const Simulation& simulation) {
  const StepAdvice& advice = simulation.advice();
  const Schedule& plan = simulation.plan();
  say("Time\n");
  if (advice.limited && advice.contact_time == 0) {
    say("  recommended step  {:.4g} s: the smallest of {} moves half its radius\n", advice.recommended,
        advice.pair);
  } else if (advice.limited) {
    say("  stable step       {:.4g} s, limited by {}\n", advice.stable, advice.pair);
    say("  recommended step  {:.4g} s: min(T_c/50, half the stable step, 0.2 T_Rayleigh) with T_c = {:.4g} "
        "s{}\n",
        advice.recommended, advice.contact_time,
        advice.rayleigh > 0 ? fmt::format(", T_Rayleigh = {:.4g} s", advice.rayleigh) : "");
  } else {
    say("  stable step       any: no two bodies can touch\n");
  }
  say("  chosen step       {:.4g} s\n", plan.step);
  say("  steps             {} to t = {:.6g} s\n", plan.steps, static_cast<double>(plan.steps) * plan.step);
}

// The tolerance of an implicit run as a velocity, and the price of a smaller one (docs/theory/momentum.md).
void print_accuracy(Simulation& simulation) {
  const Value& method = simulation.scene()["method"];
  if (!method.selected().declares("tolerance")) return;
  const double tolerance = method.selected()["tolerance"].number();
  const World& world = simulation.world();
  const double fall = norm(world.gravity) * 2 * median_radius(world.bodies);
  say("Accuracy\n");
  say("  tolerance         {:.2g}{}\n", tolerance,
      fall > 0 ? fmt::format(": contacts may miss their laws by about {:.2g} m/s, while gravity rearranges "
                             "bodies at {:.2g} m/s",
                             tolerance * std::sqrt(fall), std::sqrt(fall))
               : "");
  say("  its cost          two digits more take 2 to 6 times the iterations, and a bed at rest may not get "
      "there\n");
  say("  for motion        1e-4; where forces are evaluated 1e-8\n");
}

void print_cost(Simulation& simulation, const OutputPlan& output) {
  const DiskUse disk = disk_of(simulation, output);
  say("Cost\n");
  say("  memory            about {}\n", spoken_bytes(peak_memory()));
  say("  disk              about {}: {:.0f} frames of {}, two checkpoints\n", spoken_bytes(disk.total),
      disk.frames, spoken_bytes(disk.per_frame));
}

int check_folder(const std::string& folder) {
  std::size_t bad = 0;
  fmt::print("{}\n", folder);
  for (const FileVerdict& verdict : verify_results(folder)) {
    fmt::print("  {:<20} {}{}\n", verdict.file, verdict.good ? "" : "NOT GOOD: ", verdict.text);
    bad += !verdict.good;
  }
  if (bad == 0) fmt::print("Scene, frames, series and checkpoints are as cairn wrote them.\n");
  if (bad > 0) fmt::print("{} of these are not as cairn wrote them.\n", bad);
  return bad == 0 ? kDone : kDisagrees;
}

int check(const CheckRequest& request) {
  if (std::filesystem::is_directory(request.scene)) {
    if (!request.overrides.empty()) throw InputError("--set changes a scene, not a results folder");
    return check_folder(request.scene);
  }
  // Build the scene as `cairn run` would in this folder.
  const std::string results = std::filesystem::path(request.scene).stem().string() + ".run";
  Simulation simulation(
      Scene::from_file(request.scene, request.overrides, {allowed_folders(request.allowed), results}),
      request.threads);
  const OutputPlan output = output_plan(simulation.scene(), simulation.world());
  simulation.start();

  // Print everything that follows from it.
  const std::string title = simulation.scene()["title"].text();
  say("{}{}\n", request.scene, title.empty() ? "" : ": " + title);
  print_bodies(simulation.world());
  print_overlaps(simulation.world());
  print_materials(simulation.world().materials);
  print_joints(simulation.world());
  print_servos(simulation);
  print_inlets(simulation.scene());
  print_events(simulation);
  print_measures(simulation);
  print_time(simulation);
  print_accuracy(simulation);
  print_cost(simulation, output);
  for (const std::string& line : simulation.log()) say("{}\n", line);
  for (const std::string& warning : simulation.warnings()) say("{}\n", warning);
  return kDone;
}

void add_options(const CommandOptions& app, CheckRequest& request) {
  app.add_option("SCENE", request.scene, "scene file (YAML or JSON), or the folder DIR of a run").required();
  add_overrides(app, request.overrides);
  add_allowed(app, request.allowed);
  add_threads(app, request.threads);
}

}  // namespace

std::unique_ptr<Command> check_command(const Program& program) {
  return make_command<CheckRequest>(
      program,
      {"check", "read and build a scene, print what follows from it, run nothing; or verify a results folder",
       "Of a scene: bodies, pairs, joints, servos, inlets, events, measures, the stable time step, expected "
       "memory and disk.\n"
       "Of a results folder: compares scene, frames, series and checkpoints with their checksums; exit code "
       "1 if one differs.\n"
       "Examples:\n"
       "  cairn check scenes/hopper.yaml\n"
       "  cairn check scenes/hopper.yaml --set time.step=1e-5\n"
       "  cairn check hopper.run"},
      add_options, check);
}

}  // namespace cairn
