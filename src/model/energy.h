// The energies of a run [J], declared once: steppers book them, the measure `energy` has one column for each,
// summary.json prints each, and checkpoints store them whole.
//   imbalance = Σ stored + Σ lost − work of drives − exchanged − stored at the start
// is zero but for the error of the time step.
#pragma once

#include <array>

namespace cairn {

// The part that contacts hold now, and lose.
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
};

inline constexpr std::array<EnergyField, 15> kEnergyFields{{
    {"kinetic", EnergyRole::stored, &Energy::kinetic},  // ½ m v² + ½ ω·L of free bodies
    {"gravity", EnergyRole::stored, &Energy::gravity},  // −m g·x of free bodies, zero at the origin
    {"elastic_normal", EnergyRole::stored, &Energy::elastic_normal},
    {"elastic_tangential", EnergyRole::stored, &Energy::elastic_tangential},
    {"adhesion", EnergyRole::stored, &Energy::adhesion},
    {"springs", EnergyRole::stored, &Energy::springs},  // springs of the scene
    {"friction", EnergyRole::lost, &Energy::friction},
    {"damping", EnergyRole::lost, &Energy::damping},  // in contacts and springs; global and local damping
    {"rolling", EnergyRole::lost, &Energy::rolling},
    {"impact", EnergyRole::lost, &Energy::impact},    // along the normals of contacts that are solved for
    {"plastic", EnergyRole::lost, &Energy::plastic},  // in crushing, tearing and breaking
    {"work_of_drives", EnergyRole::given, &Energy::work_of_drives},  // of driven bodies, forces and torques
    {"exchanged", EnergyRole::given, &Energy::exchanged},  // came (+) or went (−) with bodies and events
    {"stored_at_start", EnergyRole::given, &Energy::stored_at_start},
    {"imbalance", EnergyRole::sum, &Energy::imbalance},
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
