// Impact solvers: what happens to bodies that touch and approach, in no time at all. Positions stay; impulses
// along the contacts change the velocities until nothing approaches.
//   u = Dᵀv,   M (v⁺ − v⁻) = D p,   u_n⁺ ≥ 0 at every contact,   p in Coulomb's cone
// How much bounces back differs: Newton's restitution reverses velocities (sqm, smm), Stronge's returns the
// share e² of the energy that a contact took up (etm).  [TG14]
//
// A group is a set of touching contacts that share no mobile body with any other. Components are (n, t1, t2)
// of the contact's block; SI; impulse +p on B.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "problem/kinematics.h"
#include "text/table.h"

namespace cairn {

// Energies of one contact over an impact [J]: what impulses against the approach took up, what they gave back
// as the bodies parted, and what friction took. Lost along the normal: stored − released.
struct ImpactEnergy {
  double stored = 0, released = 0, friction = 0;

  ImpactEnergy& operator+=(const ImpactEnergy& b) {
    return stored += b.stored, released += b.released, friction += b.friction, *this;
  }
  double lost() const { return stored - released + friction; }
};

// A moment of an impact, for those who want to watch.
struct ImpactMoment {
  std::uint32_t contact = 0;
  double speed = 0;  // u_n of that contact after its impulse [m/s]
  // Taken from the motion so far, by all contacts [J]: along normals, of which what is not lost will be given
  // back; and by friction.
  double taken = 0, rubbed = 0;
};

struct ImpactGroup {
  // Given. Bodies hold their velocities before, and in the end those after.
  std::vector<BodyState> bodies;
  std::vector<Mobility> mobility;  // per body; empty if no body needs it
  std::vector<Block> blocks;       // in the order of the keys of their contacts
  std::vector<double> friction, restitution;
  bool is_watched = false;
  double slow = 0;  // approach that may be left whatever the solver's tolerance says [m/s]

  // Found.
  std::vector<Vec3> impulse;  // [N s]
  std::vector<ImpactEnergy> energy;
  std::vector<ImpactMoment> moments;  // one per impulse, if it is watched

  std::size_t size() const { return blocks.size(); }
  const Mobility* mobility_of(std::uint32_t body) const {
    return mobility.empty() ? nullptr : &mobility[body];
  }
  // Velocity along the normal that a unit impulse gives [1/kg]; 0: both bodies are locked or fixed along it.
  double normal_mobility(const Block& block) const;
  void clear();
};

struct [[nodiscard]] ImpactReport {
  bool finished = true;        // nothing approaches any more
  bool inelastic = false;      // it took too long with restitution, and ended without
  std::uint64_t impulses = 0;  // applied one after the other
  std::uint64_t cycles = 0;    // of compression and separation
  // How often it had to make do with less.
  std::uint64_t wedged = 0;      // impulses without friction, because friction would wedge the contact
  std::uint64_t reformed = 0;    // systems too large for the linear form, solved in the complementary one
  std::uint64_t unfinished = 0;  // complementary systems that had not settled after all sweeps allowed
};

class ImpulseStep;

class ImpactSolver {
 public:
  // `tolerance`: approach that may be left, over the fastest at the beginning.
  explicit ImpactSolver(double tolerance) : tolerance_(tolerance) {}
  virtual ~ImpactSolver() = default;
  // May run for several groups at once.
  ImpactReport resolve(ImpactGroup& group) const;

 private:
  // Impulses until no contact approaches faster than `least`; the fastest does with `fastest` [m/s].
  virtual void collide(ImpulseStep& step, double fastest, double least, ImpactReport& report) const = 0;

  double tolerance_;
};

// One row of the table of impact solvers.
struct ImpactSolverRow {
  std::string name, reference, meaning;
  std::vector<Option> options;
  std::unique_ptr<ImpactSolver> (*make)(const Value& options);
  std::vector<std::string> uses;  // properties of materials and pairs, beside the density
};

const Table<ImpactSolverRow>& impact_solvers();

ImpactSolverRow etm_row();
ImpactSolverRow sqm_row();
ImpactSolverRow smm_row();

struct EtmOptions {
  std::uint64_t lambda = 30;
  double tolerance = 1e-3;  // approach that is left, over the fastest at the beginning
  std::uint64_t cycles = 300;
};
struct SqmOptions {
  double tolerance = 1e-3;
  std::uint64_t impulses = 1000;  // per contact
};
struct SmmOptions {
  bool pulls = true;  // the linear system, whose impulses may pull
  double tolerance = 1e-3;
  std::uint64_t cycles = 300;
};
std::unique_ptr<ImpactSolver> make_etm(const EtmOptions& options);
std::unique_ptr<ImpactSolver> make_sqm(const SqmOptions& options);
std::unique_ptr<ImpactSolver> make_smm(const SmmOptions& options);

}  // namespace cairn
