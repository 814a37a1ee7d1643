// What a step tells: counts, how the solver fared, and the contacts themselves when they were asked for.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/energy.h"
#include "model/memory.h"

namespace cairn {

struct ContactProblem;

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

// How a solver fared in a step; a method without one leaves it as it is.
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
  double unique = 1;                           // 1: yes, 0: no, NaN: undecided
  std::uint64_t self_stressed = 0;             // contacts
  double max_force = 0, max_solver_force = 0;  // [N]
  // The solver's forces against the compatible ones: over the largest of these, and root mean squares.
  double max_difference = 0, rms_difference = 0;
  ContactKey farthest{};  // where the difference is largest

  std::uint64_t self_stresses() const { return components - rank; }
  std::uint64_t mechanisms() const { return freedoms - rank; }
  // Calls visit(name, value) for everything that a report prints.
  template <class Visit>
  void fields(Visit&& visit) const {
    visit("converged", converged);
    visit("iterations", iterations);
    visit("balance", balance);
    visit("contacts", contacts);
    visit("components", components);
    visit("freedoms", freedoms);
    visit("rank", rank);
    visit("rank_gap", rank_gap);
    visit("self_stresses", self_stresses());
    visit("mechanisms", mechanisms());
    visit("unique", std::isnan(unique) ? std::nullopt : std::optional<bool>(unique != 0));
    visit("self_stressed_contacts", self_stressed);
    visit("max_force", max_force);
    visit("max_solver_force", max_solver_force);
    visit("max_difference", max_difference);
    visit("rms_difference", rms_difference);
    visit("farthest", farthest);
  }
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

// How often a method had to make do with less than it was asked for, since the start of the run.
struct Fallbacks {
  std::uint64_t unconverged_pushes = 0, unfinished_impact_times = 0, reformed_groups = 0,
                unfinished_sweeps = 0, wedged_impulses = 0;

  // Calls visit(name, meaning, count) for each.
  template <class Visit>
  void fields(Visit&& visit) const {
    visit("unconverged_pushes", "overlaps are not pushed apart to the tolerance", unconverged_pushes);
    visit("unfinished_impact_times",
          "the time of an impact is not found in 10 000 advances, and the pair counts as one that does not "
          "meet",
          unfinished_impact_times);
    visit("reformed_groups",
          "a group of more than 1000 contacts collides in the complementary form, in which nothing pulls",
          reformed_groups);
    visit("unfinished_sweeps", "impulses of a group have not settled after 20 000 sweeps", unfinished_sweeps);
    visit("wedged_impulses", "a contact wedges, and its impulse leaves out friction", wedged_impulses);
  }
};

// The state of a run as its last start() or step() left it.
struct StepState {
  StepSolve solve;
  std::optional<StepForces> forces;  // of a step that records contacts, if the method finds them
  ImpactTotals impacts;
  ImpactGain gain;  // the largest of the step; energy 0: none
  Fallbacks fallbacks;
  std::uint64_t contacts = 0;  // that touch
  double max_overlap = 0;      // largest overlap over the smaller body's radius
  ContactKey deepest{};        // where, if the method knows without a second look; else all zero
  bool list_rebuilt = false;
  std::vector<ContactForce> recorded;       // sorted by key, if they were asked for
  const ContactProblem* problem = nullptr;  // that was solved; methods without one have none

  // Counts a contact that touches.
  void touch(const Bodies& bodies, std::uint32_t a, std::uint32_t b, const ContactKey& key, double gap) {
    ++contacts;
    const double overlap = -gap / std::min(bodies.place[a].radius, bodies.place[b].radius);
    if (overlap > max_overlap) max_overlap = overlap, deepest = key;
  }
};

}  // namespace cairn
