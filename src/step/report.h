// What a step tells: counts, energies, and the contacts themselves when they were asked for.
#pragma once

#include <cstdint>
#include <optional>
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
  Vec3 compatible{};           // force that stiff elastic grains would have, if the method finds it
  bool self_stressed = false;  // equilibrium alone does not determine it
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
  double tolerance = 0;  // asked for
  std::string solver;
  std::string note;                             // what the solver wants the user to know
  std::uint64_t open = 0, stick = 0, slip = 0;  // contacts without an impulse, inside and on their cone
};

// How compatible forces were found, and how far equilibrium determines them
// (solvers/compatible/indeterminacy.h).
struct StepForces {
  bool converged = false;
  std::uint64_t iterations = 0;
  double balance = 0;  // what is missing from the balance of forces, over all of them
  std::uint64_t contacts = 0, components = 0, freedoms = 0, rank = 0;  // of the closed contacts
  double rank_gap = 0;
  double unique = 1;                // 1: yes, 0: no, NaN: undecided
  std::uint64_t self_stressed = 0;  // contacts
  // The solver's forces against the compatible ones: over the largest of these, and root mean squares.
  double max_difference = 0, rms_difference = 0;
  double max_force = 0, max_solver_force = 0;  // [N]
  ContactKey farthest{};                       // where the difference is largest
};

// Impacts since the start, of methods that resolve them one by one. Energies [J].
struct ImpactTotals {
  std::uint64_t impacts = 0;      // groups of contacts that collided together
  std::uint64_t contacts = 0;     // in them, those that got an impulse
  std::uint64_t impulses = 0;     // applied one after the other
  std::uint64_t inelastic = 0;    // groups that ended without restitution because it took too long
  std::uint64_t completions = 0;  // steps whose rest was solved for at once, without restitution
  double stored = 0, released = 0, friction = 0;
  double worst_balance = 0;  // largest |energy before − after − lost|/before of any impact
  std::uint64_t gains = 0;   // groups that left with more energy than they came with and drives put in
  double gained = 0;         // by them in all
};

// An impact that gave its bodies energy from nothing, and the contact that gave the most.
struct ImpactGain {
  double energy = 0, before = 0;  // gained, and of its bodies before [J]
  Uid a = 0, b = 0;
};

struct StepReport {
  StepSolve solve;
  std::optional<StepForces> forces;  // of a step that records contacts, if the method finds them
  ImpactTotals impacts;
  ImpactGain gain;  // the largest of the step; energy 0: none
  std::uint64_t contacts = 0;
  double max_overlap = 0;  // largest overlap over the smaller body's radius
  ContactKey deepest{};    // where, if the method knows without a second look; else all zero
  bool list_rebuilt = false;
  std::vector<Uid> outside;  // free bodies that left the domain in this step
};

}  // namespace cairn
