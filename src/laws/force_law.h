// Force laws of the explicit stepper: the force of a contact from its overlap, relative velocity and memory.
// Contacts come in lanes (a struct of arrays), so that a law is one branch-free loop that compiles to vector
// code. One virtual call serves a whole set of lanes.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/assert.h"
#include "base/vectors.h"
#include "model/materials.h"
#include "text/table.h"

namespace cairn {

inline constexpr int kLanes = 64;

// Energies of the contacts that went through each lane [J]: stored now, and lost in this step.
struct alignas(64) EnergyLanes {
  double elastic_normal[kLanes] = {}, elastic_tangential[kLanes] = {}, adhesion[kLanes] = {};
  double damped[kLanes] = {}, slipped[kLanes] = {}, rolled[kLanes] = {};
};

// Touching contacts, one per lane. n points from A to B. v is the velocity of B relative to A at the contact
// point, so v·n > 0 separates. Forces and torques act on B, their opposites on A.
struct alignas(64) ContactLanes {
  int count = 0;
  Vectors vectors = Vectors::usual;  // instruction set of the loops over the lanes
  int pair[kLanes];                  // material A * materials + material B
  alignas(64) double nx[kLanes], ny[kLanes], nz[kLanes];
  double overlap[kLanes];                     // δ [m]; negative only for laws with a neck
  double vx[kLanes], vy[kLanes], vz[kLanes];  // [m/s]
  double twist[kLanes];                       // mean spin of the two bodies about n [rad/s]
  double mass[kLanes];                        // reduced: 1/m̄ = 1/m_A + 1/m_B [kg]
  double radius[kLanes];                      // effective: 1/R̄ = 1/R_A + 1/R_B [m]
  double sx[kLanes], sy[kLanes], sz[kLanes];  // tangential spring ξ before the step [m]
  double tx[kLanes], ty[kLanes], tz[kLanes];  // out: ξ after the step
  double fx[kLanes], fy[kLanes], fz[kLanes];  // out: force on B [N]
  double normal[kLanes];     // out: repulsive part of the normal force, which limits friction [N]
  double potential[kLanes];  // out: conservative part of the force along n [N]
  EnergyLanes energy;        // the law adds to it

  // Only for laws that keep a history: spin of B against A, rolling spring and twist angle, torque on B, and
  // the dent of a plastic contact.
  double wx[kLanes], wy[kLanes], wz[kLanes];                 // [rad/s]
  double rx[kLanes], ry[kLanes], rz[kLanes], angle[kLanes];  // in and out [rad]
  double mx[kLanes], my[kLanes], mz[kLanes];                 // [N m]
  double dent[kLanes];                                       // in and out [m]
};

// The lanes that a law writes: forces and springs, or torques as well.
enum class Outputs { forces, torques };
// Fills the output lanes with poison, and finds poison that the law has not overwritten (base/poison.h).
void poison_output(ContactLanes& lanes, Outputs outputs);
bool is_output_missing(const ContactLanes& lanes, Outputs outputs);

// Mass, curvature and speed of a pair of bodies.
struct PairScale {
  double inverse_mass = 0;  // 1/m_A + 1/m_B [1/kg]
  double curvature = 0;     // 1/R_A + 1/R_B [1/m]
  double speed = 0;         // largest expected speed of approach [m/s]
  // Largest stiffness that all their contacts together have against one of their motions, over k/m̄ of one
  // contact through the centres: from springs along the normals, and across them (docs/theory/explicit.md).
  double along = 1, across = 3.5;  // of balls
  bool are_round = true;           // motions along and across the normal do not mix
};

// How hard the bodies of a scene may press on each other (step/load.h).
struct SceneLoad {
  struct Pair {  // of materials that can meet
    int a = 0, b = 0;
    double radius = 0;     // of the smallest body [m]
    double curvature = 0;  // largest 1/R_A + 1/R_B [1/m]
  };
  double largest_radius = 0;  // of free bodies [m]
  double mass = 0;            // of the heaviest free body [kg]
  double speed = 0;           // largest expected speed [m/s]
  double energy = 0;          // m v² that one contact may have to absorb: twice the kinetic energy [J]
  double force = 0;           // largest static force on one contact [N]
  std::vector<Pair> pairs;
};

// Times of a pair of bodies that the time step must resolve.
struct [[nodiscard]] PairTimes {
  double stable_step = 0;   // 2/ω_max, the bound of the integrator [s]
  double contact_time = 0;  // duration of one collision [s]
};

class ForceLaw {
 public:
  virtual ~ForceLaw() = default;
  // Computes the coefficients of every pair of materials. Call again when the materials change.
  virtual void prepare(const Materials& materials) = 0;
  // Computes the forces of all lanes over a step h; h = 0 leaves the springs unchanged.
  void evaluate(ContactLanes& lanes, double h, Vectors vectors) const;
  virtual PairTimes times(int material_a, int material_b, const PairScale& scale) const = 0;

  // The name of a property that the material of a free body lacks for this law; empty if none. A fixed or
  // driven body without a modulus is rigid, unless both lack one.
  struct Side {
    const Material& material;
    bool is_free = false;
  };
  virtual std::string missing(const Side&, const Side&) const { return {}; }
  // True if the scene asks for a largest overlap instead of a stiffness.
  virtual bool chooses_stiffness() const { return false; }
  // Called once when the scene is built: a law with a given largest overlap chooses its stiffness here.
  // Returns a description of the choice for the log, or an empty text.
  virtual std::string survey(const SceneLoad&) { return {}; }
  // True if contacts remember rolling or a dent; the law then writes torques too.
  virtual bool keeps_history() const { return false; }
  virtual bool keeps_dents() const { return false; }
  // A pull that acts on bodies that touch [N].
  virtual double pull(int /*pair*/, double /*curvature*/) const { return 0; }
  // Gap below which bodies act on each other before they touch [m].
  virtual double range() const { return 0; }
  // The pull that acts at once where a contact begins and ends, and the gap there.
  struct Jump {
    double gap = 0;   // [m]
    double pull = 0;  // [N]
  };
  virtual Jump first(int pair, double curvature) const { return {0, pull(pair, curvature)}; }
  virtual Jump last(int pair, double curvature) const { return {0, pull(pair, curvature)}; }
  // Largest gap of a contact before it tears: of this pair, and of any pair [m].
  virtual double tearing(int /*pair*/, double /*curvature*/) const { return 0; }
  virtual double largest_tearing() const { return 0; }
  // Energy that a contact loses when it tears [J].
  virtual double torn_energy(int /*pair*/, double /*curvature*/) const { return 0; }

 private:
  // Writes every output lane, and adds to the energies.
  virtual void find_forces(ContactLanes& lanes, double h) const = 0;
};

// One row of the table of force laws.
struct ForceLawRow {
  std::string name, reference, meaning;
  std::vector<Option> options;
  std::unique_ptr<ForceLaw> (*make)(const Value& options);
  // Properties of materials and pairs that it uses with these options, besides the density.
  std::vector<std::string> (*uses)(const Value& options);
};

const Table<ForceLawRow>& force_laws();

}  // namespace cairn
