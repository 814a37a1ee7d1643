// The entries of the table of measures, one function each, written beside the measure.
#pragma once

#include "measure/measure.h"

namespace cairn {

MeasureEntry energy_entry();
MeasureEntry kinetic_energy_entry();
MeasureEntry momentum_entry();
MeasureEntry max_speed_entry();
MeasureEntry position_entry();
MeasureEntry force_entry();
MeasureEntry servo_entry();
MeasureEntry joint_entry();
MeasureEntry mass_below_entry();
MeasureEntry mass_inside_entry();
MeasureEntry solid_fraction_entry();
MeasureEntry contacts_entry();
MeasureEntry coordination_entry();
MeasureEntry stress_entry();
MeasureEntry fabric_entry();
MeasureEntry force_distribution_entry();
MeasureEntry cell_entry();
MeasureEntry solver_entry();
MeasureEntry flow_rate_entry();
MeasureEntry surface_entry();
MeasureEntry penetration_entry();
MeasureEntry tracked_entry();
MeasureEntry triaxial_entry();
MeasureEntry drum_surface_entry();
MeasureEntry force_histogram_entry();
MeasureEntry floor_pressure_entry();
MeasureEntry indeterminacy_entry();
MeasureEntry compatible_forces_entry();
MeasureEntry impacts_entry();
MeasureEntry angle_of_repose_entry();
MeasureEntry bonds_entry();

}  // namespace cairn
