// The energies of a run [J], declared once. Steppers book them, the measure `energy` has one column for each,
// summary.json prints each, and checkpoints store them all.
//   imbalance = Σ stored + Σ lost − work of drives − exchanged − stored at the start
// is zero except for the error of the time step.
#pragma once

#include <array>

namespace cairn {

// Energies that contacts store now, and energies that they have lost.
struct ContactEnergy {
  double elastic_normal = 0, elastic_tangential = 0, adhesion = 0;
  double damping = 0, friction = 0, rolling = 0, plastic = 0;

  ContactEnergy& operator+=(const ContactEnergy& b) {
    elastic_normal += b.elastic_normal;
    elastic_tangential += b.elastic_tangential;
    adhesion += b.adhesion;
    damping += b.damping;
    friction += b.friction;
    rolling += b.rolling;
    plastic += b.plastic;
    return *this;
  }
};

struct Energy : ContactEnergy {
  double kinetic = 0, gravity = 0, springs = 0, impact = 0;
  double work_of_drives = 0, exchanged = 0, stored_at_start = 0;
  double imbalance = 0;

  double stored() const;  // now
  double lost() const;    // since the start
};

enum class EnergyRole { stored, lost, given, sum };

struct EnergyField {
  const char* name;
  EnergyRole role;
  double Energy::*member;
  const char* meaning;
};

inline constexpr std::array<EnergyField, 15> kEnergyFields{{
    {"kinetic", EnergyRole::stored, &Energy::kinetic, "½ m v² + ½ ω·L of the free bodies"},
    {"gravity", EnergyRole::stored, &Energy::gravity, "−m g·x of the free bodies, zero at the origin"},
    {"elastic_normal", EnergyRole::stored, &Energy::elastic_normal, "stored in contacts along their normals"},
    {"elastic_tangential", EnergyRole::stored, &Energy::elastic_tangential,
     "stored in contacts along their surfaces, and in rolling"},
    {"adhesion", EnergyRole::stored, &Energy::adhesion,
     "stored by adhesion, zero between bodies that are apart"},
    {"springs", EnergyRole::stored, &Energy::springs, "stored in the scene's springs"},
    {"friction", EnergyRole::lost, &Energy::friction, "lost in sliding since the start, positive"},
    {"damping", EnergyRole::lost, &Energy::damping,
     "lost in contacts and springs, and to global and local damping, since the start"},
    {"rolling", EnergyRole::lost, &Energy::rolling, "lost in rolling and twisting since the start"},
    {"impact", EnergyRole::lost, &Energy::impact,
     "lost along the normals of contacts that are solved for, since the start"},
    {"plastic", EnergyRole::lost, &Energy::plastic, "lost in crushing, tearing and breaking since the start"},
    {"work_of_drives", EnergyRole::given, &Energy::work_of_drives,
     "put in by driven bodies, forces and torques since the start"},
    {"exchanged", EnergyRole::given, &Energy::exchanged,
     "came (positive) or went with bodies and events since the start"},
    {"stored_at_start", EnergyRole::given, &Energy::stored_at_start,
     "sum of all that was stored at the start"},
    {"imbalance", EnergyRole::sum, &Energy::imbalance,
     "stored + lost − work_of_drives − exchanged − stored_at_start: zero but for the error of the step"},
}};
static_assert(sizeof(Energy) == kEnergyFields.size() * sizeof(double), "every member is a field");

inline double sum_of(const Energy& energy, EnergyRole role) {
  double sum = 0;
  for (const EnergyField& field : kEnergyFields)
    if (field.role == role) sum += energy.*field.member;
  return sum;
}

inline double Energy::stored() const { return sum_of(*this, EnergyRole::stored); }
inline double Energy::lost() const { return sum_of(*this, EnergyRole::lost); }

}  // namespace cairn
