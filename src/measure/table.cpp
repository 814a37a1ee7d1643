// Every measure there is, one line each. `cairn list measures`, the schema, the reference page and the reader
// come from here.
#include "measure/measures.h"

namespace cairn {

const Table<MeasureRow>& measures() {
  static const Table<MeasureRow> table("measure", {
                                                      energy_row(),
                                                      kinetic_energy_row(),
                                                      momentum_row(),
                                                      max_speed_row(),
                                                      position_row(),
                                                      force_row(),
                                                      servo_row(),
                                                      joint_row(),
                                                      mass_below_row(),
                                                      mass_inside_row(),
                                                      solid_fraction_row(),
                                                      contacts_row(),
                                                      coordination_row(),
                                                      stress_row(),
                                                      fabric_row(),
                                                      force_distribution_row(),
                                                      cell_row(),
                                                      solver_row(),
                                                      flow_rate_row(),
                                                      surface_row(),
                                                      penetration_row(),
                                                      tracked_row(),
                                                      triaxial_row(),
                                                      drum_surface_row(),
                                                      force_histogram_row(),
                                                      floor_pressure_row(),
                                                      indeterminacy_row(),
                                                      compatible_forces_row(),
                                                      impacts_row(),
                                                      angle_of_repose_row(),
                                                      bonds_row(),
                                                  });
  return table;
}

}  // namespace cairn
