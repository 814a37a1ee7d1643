// What a step tells: counts, energies, and the contacts themselves when they were asked for.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/memory.h"

namespace cairn {

enum class Recording { no, contacts };

// One touching contact as the step used it; the force acts on B, world axes.
struct ContactForce {
  ContactKey key;
  Vec3 point, normal;
  double gap = 0;
  Vec3 force;
  Cohering cohering = Cohering::no;
};

// Energies [J]. Stored ones are of this moment; lost ones and works add up over the whole run.
struct ContactEnergy {
  double elastic_normal = 0, elastic_tangential = 0, adhesion = 0;
  double damping = 0, friction = 0, rolling = 0, torn = 0;

  ContactEnergy& operator+=(const ContactEnergy& b) {
    elastic_normal += b.elastic_normal, elastic_tangential += b.elastic_tangential, adhesion += b.adhesion;
    damping += b.damping, friction += b.friction, rolling += b.rolling, torn += b.torn;
    return *this;
  }
};

// What a solver did in a step; of methods without one, nothing.
struct StepSolve {
  bool converged = true;
  std::uint64_t iterations = 0;
  double residual = 0;
  std::string solver;
  std::string note;                             // what the solver wants the user to know
  std::uint64_t open = 0, stick = 0, slip = 0;  // contacts without an impulse, inside and on their cone
};

struct StepReport {
  StepSolve solve;
  std::uint64_t contacts = 0;
  double max_overlap = 0;  // largest overlap over the smaller body's radius
  bool list_rebuilt = false;
  std::vector<Uid> outside;  // free bodies that left the domain in this step
};

}  // namespace cairn
