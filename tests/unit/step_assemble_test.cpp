// The order of blocks in coloured sweeps: parts of a colour share no mobile body, whatever the sizes are, so
// that they may run at the same time.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/random.h"
#include "step/assemble.h"

namespace cairn {
namespace {

enum class Edge { open, periodic };

// Balls thrown anywhere in a box. Most are of sizes 1 to 1.5; one in 150 is about `ratio` times as large, so
// that cells as wide as most balls are too narrow for it. Some are fixed.
World balls(std::size_t count, double ratio, Edge edge, std::uint64_t seed) {
  Random random(seed);
  World world;
  world.shapes = {Sphere{}};
  world.materials.list.resize(1);
  world.materials.combine_all();
  const double width = 3 * std::cbrt(static_cast<double>(count)) + 3 * ratio;
  if (edge == Edge::periodic) {
    world.cell.periodic = {1, 1, 0};
    world.cell.edge = {{{width, 0, 0}, {0.3 * width, width, 0}, {0, 0, width}}};
  }
  for (std::size_t k = 0; k < count; ++k) {
    Bodies::Body body;
    const Vec3 s{random.uniform(-0.5, 0.5), random.uniform(-0.5, 0.5), random.uniform(-0.5, 0.5)};
    body.place = {width * s, random.uniform(1, 1.5) * (k % 150 == 7 ? ratio : 1)};
    body.inertia = {1, {1, 1, 1}};
    if (k % 10 == 0) body.info.flags = kFixed;
    world.bodies.add(body);
  }
  return world;
}

// All contacts with a gap below the margin, by comparing all pairs.
std::vector<Contact> contacts_of(const World& world, double margin) {
  std::vector<Contact> contacts;
  const Bodies& bodies = world.bodies;
  for (std::uint32_t i = 0; i < bodies.size(); ++i) {
    for (std::uint32_t j = i + 1; j < bodies.size(); ++j) {
      if (is_immobile(bodies.info[i]) && is_immobile(bodies.info[j])) continue;
      const Vec3 apart = bodies.place[j].position - bodies.place[i].position;
      const CellImage image = world.cell.repeats() ? world.cell.image_towards(apart) : kHere;
      const Vec3 d = image == kHere ? apart : apart + world.cell.shift(image);
      const double distance = norm(d), gap = distance - bodies.place[i].radius - bodies.place[j].radius;
      if (gap > margin || distance == 0) continue;
      Contact contact;
      contact.a = i, contact.b = j, contact.image = image, contact.gap = gap;
      contact.key = {bodies.info[i].uid, bodies.info[j].uid, 0};
      contact.normal = d / distance;
      contact.point = bodies.place[i].position + (bodies.place[i].radius + 0.5 * gap) * contact.normal;
      contacts.push_back(contact);
    }
  }
  return contacts;
}

ContactProblem problem_of(const World& world, const std::vector<Contact>& contacts) {
  Threads threads(2);
  ContactProblem problem;
  Assembler().assemble(world, contacts, {}, *row_laws().make("coulomb"), {}, 1e-3, threads, problem);
  return problem;
}

void expect_apart(const ContactProblem& problem) {
  const SweepPlan& plan = problem.sweep;
  ASSERT_EQ(plan.parts.back(), problem.size());
  for (std::size_t colour = 0; colour + 1 < plan.colours.size(); ++colour) {
    std::map<std::uint32_t, std::uint32_t> part_of;  // by body
    for (std::uint32_t part = plan.colours[colour]; part < plan.colours[colour + 1]; ++part) {
      for (std::uint32_t k = plan.parts[part]; k < plan.parts[part + 1]; ++k) {
        const Block& block = problem.blocks[plan.block(k)];
        for (const std::uint32_t body : {block.a, block.b}) {
          if (!is_mobile(problem.bodies[body])) continue;
          ASSERT_EQ(part_of.emplace(body, part).first->second, part) << "colour " << colour;
        }
      }
    }
  }
}

TEST(SweepOrder, PartsOfAColourShareNoMobileBody) {
  std::uint64_t seed = 1;
  for (const Edge edge : {Edge::open, Edge::periodic}) {
    for (const double ratio : {1.0, 1.5, 3.0, 10.0, 30.0}) {
      for (const double margin : {0.0, 0.5}) {
        const World world = balls(700, ratio, edge, ++seed);
        const std::vector<Contact> contacts = contacts_of(world, margin);
        ASSERT_GT(contacts.size(), 100u) << ratio;
        expect_apart(problem_of(world, contacts));
      }
    }
  }
}

// One large ball among small ones takes no other contacts along into its part.
TEST(SweepOrder, LargeBodiesDoNotGatherTheOthersInOnePart) {
  const World world = balls(2000, 4, Edge::open, 3);
  const ContactProblem problem = problem_of(world, contacts_of(world, 0.5));
  std::uint32_t most = 0;
  for (std::size_t part = 0; part + 1 < problem.sweep.parts.size(); ++part)
    most = std::max(most, problem.sweep.parts[part + 1] - problem.sweep.parts[part]);
  EXPECT_LE(20 * most, problem.size());
}

}  // namespace
}  // namespace cairn
