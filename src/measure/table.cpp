// All measures, one line each. `cairn list measures`, the schema, the reference page and the reader use this
// table.
#include "measure/measures.h"

namespace cairn {
namespace {

// "p_I_J" becomes "p_2_0" for i = 2 and j = 0.
std::string numbered(std::string_view name, std::size_t i, std::size_t j) {
  std::string text;
  for (const char c : name)
    text += c == 'I' ? std::to_string(i) : c == 'J' ? std::to_string(j) : std::string(1, c);
  return text;
}

}  // namespace

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
                                                      biaxial_row(),
                                                      drum_surface_row(),
                                                      force_histogram_row(),
                                                      floor_pressure_row(),
                                                      indeterminacy_row(),
                                                      compatible_forces_row(),
                                                      impacts_row(),
                                                      angle_of_repose_row(),
                                                      bonds_row(),
                                                      unbalanced_row(),
                                                      inertial_number_row(),
                                                      temperature_row(),
                                                      velocity_moments_row(),
                                                      profile_row(),
                                                      measuring_sphere_row(),
                                                      drive_row(),
                                                      displacement_row(),
                                                      mixing_row(),
                                                      residence_row(),
                                                      population_row(),
                                                      pair_distribution_row(),
                                                      structure_factor_row(),
                                                      field_row(),
                                                  });
  return table;
}

std::vector<Column> Measure::columns() const {
  const auto [i_end, j_end] = repeats();
  std::vector<Column> columns;
  for (const ColumnRow& row : declared_) {
    // A row whose name has the letter I or J stands for one column per index.
    const auto end_of = [&](char letter, std::size_t end) {
      return row.names.find(letter) < row.names.size() ? end : 1;
    };
    for (std::size_t j = 0; j < end_of('J', j_end); ++j)
      for (std::size_t i = 0; i < end_of('I', i_end); ++i)
        for (const std::string& name : row.list()) columns.push_back({numbered(name, i, j), row.unit});
  }
  return columns;
}

}  // namespace cairn
