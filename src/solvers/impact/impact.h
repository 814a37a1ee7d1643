// Impact solvers: impulses change the velocities of touching, approaching bodies in zero time, until no
// contact approaches. Positions stay.
//   u = Dᵀv,   M (v⁺ − v⁻) = D p,   u_n⁺ ≥ 0 at every contact,   p in Coulomb's cone
// The solvers differ in the rebound: Newton's restitution reverses velocities (sqm, smm), Stronge's returns
// the share e² of the energy that a contact has stored (etm).  [TG14; ST90]
//
// A group is a set of touching contacts that shares no mobile body with other groups. Components are (n, t1,
// t2) of the contact's block; SI units; the impulse is +p on B.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "problem/kinematics.h"
#include "text/table.h"

namespace cairn {

// Energies of one contact over an impact [J]: stored by impulses against the approach, released as the bodies
// part, and dissipated by friction. The loss along the normal is stored − released.
struct ImpactEnergy {
  double stored = 0, released = 0, friction = 0;

  ImpactEnergy& operator+=(const ImpactEnergy& b) {
    return stored += b.stored, released += b.released, friction += b.friction, *this;
  }
  double lost() const { return stored - released + friction; }
};

// One moment of an impact, for plots.
struct ImpactMoment {
  std::uint32_t contact = 0;
  double speed = 0;  // u_n of that contact after its impulse [m/s]
  // Energy taken from the motion so far by all contacts [J]: along normals (part of it is released later),
  // and by friction.
  double taken = 0, rubbed = 0;
};

struct ImpactGroup {
  // Input. `bodies` holds the velocities before the impact, and those after it at the end.
  std::vector<BodyState> bodies;
  std::vector<Mobility> mobility;  // per body; empty if no body needs it
  std::vector<Block> blocks;       // in the order of the keys of their contacts
  std::vector<double> friction, restitution;
  bool is_watched = false;
  double slow = 0;  // approach that may remain, whatever the solver's tolerance [m/s]

  // Output.
  std::vector<Vec3> impulse;  // [N s]
  std::vector<ImpactEnergy> energy;
  std::vector<ImpactMoment> moments;  // one per impulse, if the group is watched

  std::size_t size() const { return blocks.size(); }
  const Mobility* mobility_of(std::uint32_t body) const {
    return mobility.empty() ? nullptr : &mobility[body];
  }
  // Normal velocity per unit impulse [1/kg]; 0 if both bodies are locked or fixed along the normal.
  double normal_mobility(const Block& block) const;
  void clear();
};

struct [[nodiscard]] ImpactReport {
  bool finished = true;        // no contact approaches any more
  bool inelastic = false;      // restitution took too long and was switched off
  std::uint64_t impulses = 0;  // applied one after the other
  std::uint64_t cycles = 0;    // of compression and separation
  // Fall-backs.
  std::uint64_t wedged = 0;      // impulses applied without friction, because friction would wedge the
                                 // contact
  std::uint64_t reformed = 0;    // systems too large for the linear form, solved in the complementary form
  std::uint64_t unfinished = 0;  // complementary systems not settled after the allowed sweeps
};

class ImpulseStep;

class ImpactSolver {
 public:
  // `tolerance`: approach that may remain, over the fastest at the beginning.
  explicit ImpactSolver(double tolerance) : tolerance_(tolerance) {}
  virtual ~ImpactSolver() = default;
  // Thread-safe: groups may be resolved in parallel.
  ImpactReport resolve(ImpactGroup& group) const;

 private:
  // Applies impulses until no contact approaches faster than `least`; `fastest` is the initial maximum [m/s].
  virtual void collide(ImpulseStep& step, double fastest, double least, ImpactReport& report) const = 0;

  double tolerance_;
};

// One row of the table of impact solvers.
struct ImpactSolverRow {
  std::string name, reference, meaning;
  std::vector<Option> options;
  std::unique_ptr<ImpactSolver> (*make)(const Value& options);
  std::vector<std::string> uses;  // properties of materials and pairs, besides the density
};

const Table<ImpactSolverRow>& impact_solvers();

ImpactSolverRow etm_row();
ImpactSolverRow sqm_row();
ImpactSolverRow smm_row();

struct EtmOptions {
  std::uint64_t lambda = 30;
  double tolerance = 1e-3;  // approach that may remain, over the fastest at the beginning
  std::uint64_t cycles = 300;
};
struct SqmOptions {
  double tolerance = 1e-3;
  std::uint64_t impulses = 1000;  // per contact
};
struct SmmOptions {
  bool pulls = true;  // linear form: impulses may pull
  double tolerance = 1e-3;
  std::uint64_t cycles = 300;
};
std::unique_ptr<ImpactSolver> make_etm(const EtmOptions& options);
std::unique_ptr<ImpactSolver> make_sqm(const SqmOptions& options);
std::unique_ptr<ImpactSolver> make_smm(const SmmOptions& options);

}  // namespace cairn
