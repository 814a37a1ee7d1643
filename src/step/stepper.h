// What every stepper does: it advances a world by a step and says how it went.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "base/record.h"
#include "base/threads.h"
#include "base/timer.h"
#include "base/vectors.h"
#include "model/world.h"
#include "step/report.h"

namespace cairn {

struct ContactProblem;

// Energies that add up over the run [J].
struct Works {
  double damping = 0, friction = 0, rolling = 0;  // lost in contacts; damping also in springs of the scene
  double impact = 0;                              // lost along the normals of contacts that are solved for
  double plastic = 0;                             // lost in crushing, tearing and breaking
  double background = 0;                          // lost to global and local damping
  double drives = 0;                              // put in by driven bodies, applied forces and torques
};

class Stepper {
 public:
  virtual ~Stepper() = default;

  // Looks at the world anew; call once before the first step, and again after bodies, materials or gravity
  // were changed from outside. What contacts remember then comes from world.memory.
  virtual void start(World& world, Threads& threads, Recording recording = Recording::no) = 0;
  // The same where another run of these bodies with this method ended, whose checkpoint `record` is: the next
  // step has the bits that it would have had there. Bodies have the order, memory and loads of that moment.
  virtual void take_over(World& world, Threads& threads, const Record& /*record*/, Recording recording) {
    start(world, threads, recording);
  }
  virtual StepReport step(World& world, Threads& threads, double h, StageTimes& times,
                          Recording recording = Recording::no) = 0;
  // Brings the velocities to the time of the positions, where a step leaves that to the next one. Before
  // anything outside looks at them, or changes the world; whether and when it is called changes no bit.
  virtual void close(World&, Threads&) {}
  // Brings what contacts remember to world.memory.
  virtual void remember(World& world) const = 0;

  // Of the present state: touching contacts, the largest overlap over the smaller radius, energies stored.
  virtual std::uint64_t contacts() const = 0;
  virtual double max_overlap() const = 0;
  virtual ContactEnergy contact_energy() const = 0;
  virtual double spring_energy() const = 0;  // held by springs of the scene [J]
  virtual Works works() const = 0;
  // Contacts of the last start() or step() that recorded them, sorted by key.
  virtual std::vector<ContactForce> recorded() const = 0;
  // All contacts of the present state, wherever a look at them costs.
  virtual std::vector<ContactForce> look(World& world, Threads& threads) = 0;

  // The contact problem of the last step; nullptr for methods that have none.
  virtual const ContactProblem* problem() const { return nullptr; }

  // Code for other vectors than the processor's best, where there is a choice; changes no bit.
  virtual void use_vectors(Vectors) {}

  // What a checkpoint needs beside the world.
  virtual void save(Record& record) const = 0;
  virtual void load(const World& world, const Record& record) = 0;

  std::optional<Bounds> domain;
};

inline bool is_inside(const Bounds& domain, const Vec3& x) {
  return x.x >= domain.low.x && x.y >= domain.low.y && x.z >= domain.low.z && x.x <= domain.high.x &&
         x.y <= domain.high.y && x.z <= domain.high.z;
}

// The mobile ones, sorted.
inline std::vector<Uid> bodies_outside(const World& world, const Bounds& domain) {
  std::vector<Uid> outside;
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    const Info& info = world.bodies.info[i];
    if (!is_immobile(info) && !is_inside(domain, world.bodies.place[i].position)) outside.push_back(info.uid);
  }
  std::ranges::sort(outside);
  return outside;
}

}  // namespace cairn
