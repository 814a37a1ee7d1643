// The rows of the table of measures, one function each, written beside the measure.
#pragma once

#include "base/assert.h"
#include "measure/measure.h"

namespace cairn {

// Makes the measure of a row. The constructor of T reads the options; a T without options has a default
// constructor.
template <class T>
std::unique_ptr<Measure> make_measure(const Value& options, const World& world) {
  if constexpr (std::is_default_constructible_v<T>)
    return std::make_unique<T>();
  else
    return std::make_unique<T>(options, world);
}

MeasureRow energy_row();
MeasureRow kinetic_energy_row();
MeasureRow momentum_row();
MeasureRow max_speed_row();
MeasureRow position_row();
MeasureRow force_row();
MeasureRow servo_row();
MeasureRow joint_row();
MeasureRow mass_below_row();
MeasureRow mass_inside_row();
MeasureRow solid_fraction_row();
MeasureRow contacts_row();
MeasureRow coordination_row();
MeasureRow stress_row();
MeasureRow fabric_row();
MeasureRow force_distribution_row();
MeasureRow cell_row();
MeasureRow solver_row();
MeasureRow flow_rate_row();
MeasureRow surface_row();
MeasureRow penetration_row();
MeasureRow tracked_row();
MeasureRow triaxial_row();
MeasureRow biaxial_row();
MeasureRow drum_surface_row();
MeasureRow force_histogram_row();
MeasureRow floor_pressure_row();
MeasureRow indeterminacy_row();
MeasureRow compatible_forces_row();
MeasureRow impacts_row();
MeasureRow angle_of_repose_row();
MeasureRow bonds_row();
MeasureRow unbalanced_row();
MeasureRow inertial_number_row();
MeasureRow temperature_row();
MeasureRow velocity_moments_row();
MeasureRow profile_row();
MeasureRow measuring_sphere_row();
MeasureRow drive_row();
MeasureRow displacement_row();
MeasureRow mixing_row();
MeasureRow residence_row();
MeasureRow population_row();
MeasureRow pair_distribution_row();
MeasureRow structure_factor_row();
MeasureRow field_row();

}  // namespace cairn
