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

// The parts of a run's method that led from its contacts to its frame.
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
  if (!law || law->remembers()) return method;  // soft contacts are treated like an explicit run
  const Value& options = scene["method"].selected();
  const ImplicitMethod run = read_implicit(options);
  method.implicit = true;
  method.theta = run.theta;
  method.tolerance = run.limits.tolerance;
  method.law = options["law"].chosen();
  method.rows.level = run.rows.level;
  method.compatible = run.compatible;
  return method;
}

// 1/R̄ of a stored contact, taken from the nearest contact point that the two bodies have now.
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
    // The two bodies.
    Contact contact;
    std::array<std::uint32_t, 2> ends{};
    for (std::size_t side = 0; side < 2; ++side) {
      const auto found = std::ranges::lower_bound(frame.uid, stored.bodies[k][side]);
      if (found == frame.uid.end() || *found != stored.bodies[k][side])
        throw InputError(
            fmt::format("the frame has a contact of body {} but not the body itself; write all groups to "
                        "frames",
                        stored.bodies[k][side]));
      ends[side] = world.bodies.local(static_cast<Uid>(found - frame.uid.begin()));
    }
    contact.a = ends[0];
    contact.b = ends[1];
    contact.key = {world.bodies.info[contact.a].uid, world.bodies.info[contact.b].uid, 0};
    // The key; contacts of the same pair are numbered.
    const bool again =
        !contacts.empty() && contacts.back().key.a == contact.key.a && contacts.back().key.b == contact.key.b;
    if (again) contact.key.feature = contacts.back().key.feature + 1;
    contact.point = stored.point[k];
    contact.normal = stored.normal[k];
    contact.gap = stored.gap[k];
    contact.curvature = curvature_at(world, contact);
    contacts.push_back(contact);
  }
  return contacts;
}

// Removes contacts between two bodies that are both fixed or driven. Their forces come from an explicit law
// and have nothing to do with the load of the grains.
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

// Subtracts the impulses of the contacts, which leaves the velocities before them.
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
  // The frame, and the world as it was then.
  const std::string file = folder + "/run.h5";
  StoredForces result;
  Frame& frame = result.frame = read_frame(file, index);
  if (!frame.contacts)
    throw InputError(fmt::format("frame {} of {} has no contacts: run with output: {{contacts: true}}", index,
                                 quote(folder)));
  if (frame.cell)
    throw InputError(
        "compatible forces of a stored frame are not available for a periodic scene: ask for "
        "compatible_forces in the scene");
  const Scene scene = Scene::from_file(folder + "/scene.yaml");
  const RunMethod method = method_of(scene, frame);
  World world = EarlierRun::at(folder, index, allowed).world();  // body k of the frame has the uid k
  result.title = scene["title"].text();
  result.gravity = world.gravity;
  result.dimension = world.dimension;
  leave_out_prescribed(world, frame);

  // Bodies go back to the place where the step found its contacts. Bodies of an explicit run count as at
  // rest.
  const auto all = static_cast<std::uint32_t>(world.bodies.size());
  if (method.implicit)
    drift(world.bodies, 0, all, -method.theta * method.h);
  else
    std::ranges::fill(world.bodies.motion, Motion{});
  world.gravity = {};
  std::ranges::fill(world.bodies.load, Load{});
  // The contact problem of the step, and its solution from the stored forces.
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

  // The residual of the stored solution decides how well open and closed contacts can be distinguished.
  const double tolerance =
      std::max(method.tolerance, residual(problem, solution.impulse, solution.velocity, threads));
  CompatibleStep step;
  const CompatibleOptions chosen = options ? *options : method.compatible.value_or(CompatibleOptions{});
  result.report = step.find(world, contacts, problem, solution, chosen, tolerance, method.h);
  // Results in uids of the run.
  const auto uid_of = [&](Uid k) { return frame.uid[static_cast<std::size_t>(k)]; };
  result.report.farthest = {uid_of(result.report.farthest.a), uid_of(result.report.farthest.b),
                            result.report.farthest.feature};
  frame.contacts->compatible.clear();
  frame.contacts->self_stressed.clear();
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    frame.contacts->compatible.push_back(step.of_contact(i).force);
    frame.contacts->self_stressed.push_back(step.of_contact(i).self_stressed);
  }
  for (std::size_t k = 0; k < frame.size(); ++k)
    result.immobile.push_back(is_immobile(world.bodies.info[world.bodies.local(static_cast<Uid>(k))]));
  return result;
}

}  // namespace cairn
