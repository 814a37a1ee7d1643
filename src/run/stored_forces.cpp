#include "run/stored_forces.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "problem/delassus.h"
#include "problem/residual.h"
#include "scene/method.h"
#include "scene/start.h"
#include "step/assemble.h"
#include "step/integrate.h"

namespace cairn {
namespace {

// How the run went from its contacts to its frame.
struct RunMethod {
  bool implicit = false;
  double theta = 1, tolerance = 1e-6, h = 0;
  RowOptions rows;
  std::string law = "coulomb";
  std::optional<CompatibleOptions> compatible;
};

RunMethod method_of(const Scene& scene, const Frame& frame) {
  RunMethod method;
  method.rows = {.level = Level::velocity, .threshold = std::numeric_limits<double>::infinity()};
  if (scene["time"]["step"].is_number()) method.h = scene["time"]["step"].number();
  if (frame.step > 0) method.h = frame.time / static_cast<double>(frame.step);
  if (!(method.h > 0)) method.h = 1;
  const std::unique_ptr<RowLaw> law = row_law_of(scene);
  if (!law || law->remembers()) return method;  // soft: as an explicit run
  const Value& options = scene["method"].selected();
  const ImplicitMethod run = read_implicit(options);
  method.implicit = true, method.theta = run.theta;
  method.tolerance = run.limits.tolerance, method.law = options["law"].chosen();
  method.rows.level = run.rows.level;
  method.compatible = run.compatible;
  return method;
}

// 1/R̄ where two bodies that are not both balls meet: of the nearest contact that they have.
double curvature_at(const World& world, const Contact& contact) {
  const double smaller = smaller_radius(world.bodies, contact.a, contact.b);
  const double margin = std::max(contact.gap, 0.0) + 0.01 * smaller;
  ContactPoints points;
  find_contacts(placed(world, contact.a), placed(world, contact.b), margin, points);
  const auto apart = [&](const ContactPoint& point) { return norm2(point.point - contact.point); };
  const ContactPoint* nearest = std::ranges::min_element(points, {}, apart);
  return bar_curvature(nearest == points.end() ? ContactPoint{} : *nearest, smaller);
}

std::vector<Contact> contacts_of(const World& world, const Frame& frame) {
  std::vector<Contact> contacts;
  const FrameContacts& stored = *frame.contacts;
  for (std::size_t k = 0; k < stored.size(); ++k) {
    Contact contact;
    std::array<std::uint32_t, 2> ends{};
    for (std::size_t side = 0; side < 2; ++side) {
      const auto found = std::ranges::lower_bound(frame.uid, stored.bodies[k][side]);
      if (found == frame.uid.end() || *found != stored.bodies[k][side])
        throw InputError(
            fmt::format("a contact of the frame is of body {}, which is not in it; write all "
                        "groups to look at forces",
                        stored.bodies[k][side]));
      ends[side] = world.bodies.local(static_cast<Uid>(found - frame.uid.begin()));
    }
    contact.a = ends[0], contact.b = ends[1];
    contact.key = {world.bodies.info[contact.a].uid, world.bodies.info[contact.b].uid, 0};
    const bool again =
        !contacts.empty() && contacts.back().key.a == contact.key.a && contacts.back().key.b == contact.key.b;
    if (again) contact.key.feature = contacts.back().key.feature + 1;
    contact.point = stored.point[k], contact.normal = stored.normal[k], contact.gap = stored.gap[k];
    contact.curvature = curvature_at(world, contact);
    contacts.push_back(contact);
  }
  return contacts;
}

// Without contacts between two bodies that are both fixed or driven: those have the force of an explicit law,
// and nothing of the load of grains.
void leave_out_prescribed(const World& world, Frame& frame) {
  const auto is_immobile_uid = [&](Uid uid) {
    const auto found = std::ranges::lower_bound(frame.uid, uid);
    if (found == frame.uid.end() || *found != uid) return false;
    return is_immobile(world.bodies.info[world.bodies.local(static_cast<Uid>(found - frame.uid.begin()))]);
  };
  const FrameContacts& contacts = *frame.contacts;
  frame.contacts = chosen_contacts(contacts, [&](std::size_t k) {
    return !is_immobile_uid(contacts.bodies[k][0]) || !is_immobile_uid(contacts.bodies[k][1]);
  });
}

// Takes the impulses of the contacts back: velocities before them.
void take_back(ContactProblem& problem, const ContactSolution& solution) {
  for (std::size_t k = 0; k < problem.size(); ++k) {
    const Block& block = problem.blocks[k];
    const Vec3 p = to_world(block, solution.impulse[k]);
    if (is_mobile(problem.bodies[block.a]))
      push(problem.bodies[block.a], problem.mobility_of(block.a), p, cross(block.arm_a, p));
    if (is_mobile(problem.bodies[block.b]))
      push(problem.bodies[block.b], problem.mobility_of(block.b), -p, -cross(block.arm_b, p));
  }
}

}  // namespace

StoredForces stored_forces(const std::string& folder, std::size_t index,
                           const std::optional<CompatibleOptions>& options, Threads& threads,
                           const std::vector<std::string>& allowed) {
  const std::string file = folder + "/run.h5";
  StoredForces result;
  Frame& frame = result.frame = read_frame(file, index);
  if (!frame.contacts)
    throw InputError(fmt::format("frame {} of {} has no contacts: run with output: {{contacts: true}}", index,
                                 quote(folder)));
  if (frame.cell)
    throw InputError(
        "frames of periodic scenes are not put together again: ask for compatible_forces in the "
        "scene");
  const Scene scene = Scene::from_file(folder + "/scene.yaml");
  const RunMethod method = method_of(scene, frame);
  World world = EarlierRun::at(folder, index, allowed).world();  // body k of the frame has the uid k
  result.title = scene["title"].text(), result.gravity = world.gravity;
  result.dimension = world.dimension;
  leave_out_prescribed(world, frame);

  // Back to where the contacts were found; bodies of an explicit run count as resting.
  const auto all = static_cast<std::uint32_t>(world.bodies.size());
  if (method.implicit)
    drift(world.bodies, 0, all, -method.theta * method.h);
  else
    std::ranges::fill(world.bodies.motion, Motion{});
  world.gravity = {};
  std::ranges::fill(world.bodies.load, Load{});
  const std::vector<Contact> contacts = contacts_of(world, frame);
  const auto law = row_laws().make(method.law);
  ContactProblem problem;
  Assembler().assemble(world, contacts, {}, *law, method.rows, method.h, threads, problem);
  ContactSolution solution;
  solution.impulse.resize(contacts.size());
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const std::uint32_t k = problem.key_order[i];
    solution.impulse[k] = to_block(problem.blocks[k], method.h * frame.contacts->force[i]);
  }
  take_back(problem, solution);
  prepare(problem, threads);
  Delassus delassus;
  delassus.bind(problem);
  complete(problem, solution, delassus, threads);

  // As well as the step was solved, contacts are told apart.
  const double tolerance =
      std::max(method.tolerance, residual(problem, solution.impulse, solution.velocity, threads));
  CompatibleStep step;
  const CompatibleOptions chosen = options ? *options : method.compatible.value_or(CompatibleOptions{});
  result.report = step.find(world, contacts, problem, solution, chosen, tolerance, method.h);
  const auto uid_of = [&](Uid k) { return frame.uid[static_cast<std::size_t>(k)]; };
  result.report.farthest = {uid_of(result.report.farthest.a), uid_of(result.report.farthest.b),
                            result.report.farthest.feature};
  frame.contacts->compatible.clear(), frame.contacts->self_stressed.clear();
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    frame.contacts->compatible.push_back(step.of_contact(i).force);
    frame.contacts->self_stressed.push_back(step.of_contact(i).self_stressed);
  }
  for (std::size_t k = 0; k < frame.size(); ++k)
    result.immobile.push_back(is_immobile(world.bodies.info[world.bodies.local(static_cast<Uid>(k))]));
  return result;
}

}  // namespace cairn
