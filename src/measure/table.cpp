// Every measure there is, one line each. `cairn list measures`, the schema, the reference page and the reader
// come from here.
#include "measure/measures.h"

namespace cairn {

const std::vector<MeasureEntry>& measures() {
  static const std::vector<MeasureEntry> table{
      energy_entry(),
      kinetic_energy_entry(),
      momentum_entry(),
      max_speed_entry(),
      position_entry(),
      force_entry(),
      servo_entry(),
      joint_entry(),
      mass_below_entry(),
      mass_inside_entry(),
      solid_fraction_entry(),
      contacts_entry(),
      coordination_entry(),
      stress_entry(),
      fabric_entry(),
      force_distribution_entry(),
      cell_entry(),
      solver_entry(),
      flow_rate_entry(),
      surface_entry(),
      penetration_entry(),
      tracked_entry(),
      triaxial_entry(),
      drum_surface_entry(),
      force_histogram_entry(),
      floor_pressure_entry(),
      indeterminacy_entry(),
      compatible_forces_entry(),
      impacts_entry(),
      angle_of_repose_entry(),
      bonds_entry(),
  };
  return table;
}

}  // namespace cairn
