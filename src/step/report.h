// The results of a step: counts, the solver's report, and contacts if they are recorded.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/energy.h"
#include "model/memory.h"
#include "solvers/diagnosis.h"

namespace cairn {

struct ContactProblem;

enum class Recording { no, contacts };

// One touching contact of a step; the force acts on B, world axes.
struct ContactForce {
  ContactKey key;
  Vec3 point, normal;
  double gap = 0;
  Vec3 force;
  Vec3 compatible{};           // force of stiff elastic grains, if the method finds it
  bool self_stressed = false;  // equilibrium alone does not determine its force
  Cohering cohering = Cohering::no;
};

// Result of the solver in a step; methods without a solver leave the defaults.
struct StepSolve {
  bool converged = true;
  std::uint64_t iterations = 0;
  double residual = 0;
  double natural_map = 0;     // the residual in the form of impulses (problem/residual.h)
  double velocity_error = 0;  // estimate (problem/residual.h) [m/s]
  double tolerance = 0;       // as requested
  std::string solver;
  SolverWork work;                              // by solver
  std::optional<Diagnosis> diagnosis;           // of a solve that did not converge
  std::string note;                             // the solver's note for the user
  std::uint64_t open = 0, stick = 0, slip = 0;  // contacts without an impulse, inside and on their cone
};

// How compatible forces were found, and how far equilibrium determines them
// (solvers/compatible/indeterminacy.h).
struct StepForces {
  bool converged = false;
  std::uint64_t iterations = 0;
  double balance = 0;                                                  // relative error of the force balance
  std::uint64_t contacts = 0, components = 0, freedoms = 0, rank = 0;  // of the closed contacts
  double rank_gap = 0;
  double unique = 1;                           // 1: yes, 0: no, NaN: undecided
  std::uint64_t self_stressed = 0;             // number of contacts
  double max_force = 0, max_solver_force = 0;  // [N]
  // Difference between the solver's forces and the compatible ones: the largest over the largest compatible
  // force, and the ratio of root mean squares.
  double max_difference = 0, rms_difference = 0;
  ContactKey farthest{};  // contact with the largest difference

  std::uint64_t self_stresses() const { return components - rank; }
  std::uint64_t mechanisms() const { return freedoms - rank; }
  // Calls visit(name, value) for every field of a report.
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

// Totals of impacts since the start, for methods that resolve them one by one. Energies [J].
struct ImpactTotals {
  std::uint64_t impacts = 0;      // groups of contacts that collided together
  std::uint64_t contacts = 0;     // contacts in them with an impulse
  std::uint64_t impulses = 0;     // applied one after the other
  std::uint64_t inelastic = 0;    // groups that ended without restitution because it took too long
  std::uint64_t completions = 0;  // steps completed by one solve without restitution
  double stored = 0, released = 0, friction = 0;
  double worst_balance = 0;  // largest |energy before + drives − after − lost| of an impact, over the largest
                             // of its energies
  std::uint64_t gains = 0;  // groups that gained energy beyond the work of drives
  double gained = 0;        // total gain
};

// An impact that created energy, and the contact that gave the most.
struct ImpactGain {
  double energy = 0, before = 0;  // gain, and energy of its bodies before [J]
  Uid a = 0, b = 0;
};

// How often a method fell short of its task, since the start of the run.
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

// The state of a run after its last start() or step().
struct StepState {
  StepSolve solve;
  std::optional<StepForces> forces;  // of a step that records contacts, if the method finds them
  ImpactTotals impacts;
  ImpactGain gain;  // largest gain of the step; energy 0: none
  Fallbacks fallbacks;
  std::uint64_t contacts = 0;  // touching contacts
  double max_overlap = 0;      // largest overlap over the smaller radius
  ContactKey deepest{};        // the deepest contact; all zero if the method does not track it
  bool list_rebuilt = false;
  std::vector<ContactForce> recorded;       // sorted by key, if requested
  const ContactProblem* problem = nullptr;  // the problem solved; null for methods without one

  // Counts a touching contact.
  void touch(const Bodies& bodies, std::uint32_t a, std::uint32_t b, const ContactKey& key, double gap) {
    ++contacts;
    const double overlap = -gap / smaller_radius(bodies, a, b);
    if (overlap > max_overlap) {
      max_overlap = overlap;
      deepest = key;
    }
  }
};

}  // namespace cairn
