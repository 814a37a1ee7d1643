// Physical dimensions: exponents of length, mass, time and angle. An angle is a plain number (1 rad = 1), but
// it counts beside time: 40 rpm is no frequency and 40 Hz no angular speed. Quantities with the same
// exponents are equal whatever their names (energy and torque).
#pragma once

#include <string>

namespace cairn {

struct Dimension {
  signed char length = 0, mass = 0, time = 0, angle = 0;
  const char* noun = nullptr;     // "length"
  const char* unit = nullptr;     // "m"
  const char* example = nullptr;  // "2 mm"

  constexpr bool operator==(const Dimension& other) const {
    return length == other.length && mass == other.mass && time == other.time && angle == other.angle;
  }
};

namespace dim {  // NOLINTBEGIN(readability-identifier-naming): read as words, dim::length
// clang-format off
inline constexpr Dimension none            {0, 0, 0, 0, "plain number", "", "0.5"};
inline constexpr Dimension length          {1, 0, 0, 0, "length", "m", "2 mm"};
inline constexpr Dimension mass            {0, 1, 0, 0, "mass", "kg", "3 g"};
inline constexpr Dimension time            {0, 0, 1, 0, "time", "s", "5 ms"};
inline constexpr Dimension angle           {0, 0, 0, 1, "angle", "rad", "30 deg"};
inline constexpr Dimension area            {2, 0, 0, 0, "area", "m2", "4 mm2"};
inline constexpr Dimension volume          {3, 0, 0, 0, "volume", "m3", "2 l"};
inline constexpr Dimension speed           {1, 0, -1, 0, "speed", "m/s", "3 mm/s"};
inline constexpr Dimension acceleration    {1, 0, -2, 0, "acceleration", "m/s2", "9.81 m/s2"};
inline constexpr Dimension angular_speed   {0, 0, -1, 1, "angular speed", "rad/s", "40 rpm"};
inline constexpr Dimension frequency       {0, 0, -1, 0, "frequency", "Hz", "50 Hz"};
inline constexpr Dimension rate            {0, 0, -1, 0, "rate", "1/s", "20 1/s"};
inline constexpr Dimension force           {1, 1, -2, 0, "force", "N", "5 mN"};
inline constexpr Dimension torque          {2, 1, -2, 0, "torque", "N m", "3 N mm"};
inline constexpr Dimension energy          {2, 1, -2, 0, "energy", "J", "2 mJ"};
inline constexpr Dimension power           {2, 1, -3, 0, "power", "W", "3 W"};
inline constexpr Dimension momentum        {1, 1, -1, 0, "impulse", "N s", "0.1 N s"};
inline constexpr Dimension pressure        {-1, 1, -2, 0, "pressure", "Pa", "10 MPa"};
inline constexpr Dimension density         {-3, 1, 0, 0, "density", "kg/m3", "2500 kg/m3"};
inline constexpr Dimension stiffness       {0, 1, -2, 0, "stiffness", "N/m", "500 N/m"};
inline constexpr Dimension damping         {0, 1, -1, 0, "damping coefficient", "N s/m", "0.2 N s/m"};
inline constexpr Dimension mobility        {0, -1, 1, 0, "speed per force", "s/kg", "0.1 s/kg"};
inline constexpr Dimension torsional_stiffness{2, 1, -2, 0, "torsional stiffness", "N m/rad", "0.1 N m"};
inline constexpr Dimension energy_per_area {0, 1, -2, 0, "energy per area", "J/m2", "0.05 J/m2"};
inline constexpr Dimension inertia         {2, 1, 0, 0, "moment of inertia", "kg m2", "1e-6 kg m2"};
inline constexpr Dimension mass_rate       {0, 1, -1, 0, "mass per time", "kg/s", "20 g/s"};
inline constexpr Dimension viscosity       {-1, 1, -1, 0, "viscosity", "Pa s", "1 mPa s"};  // NOLINTEND(readability-identifier-naming)
// clang-format on
}  // namespace dim

// Product of powers a^p b^q; exponents are limited to ±100.
Dimension combine(const Dimension& a, int p, const Dimension& b, int q);

// True for the same quantity: dimensions are equal, but angles count only beside time alone (an angle is a
// plain number, an arc is a length).
bool same_quantity(const Dimension& a, const Dimension& b);

std::string noun_of(const Dimension& d);     // "length"; "quantity in kg m/s3" if it has no name
std::string unit_of(const Dimension& d);     // "m/s2"; empty for plain numbers
std::string example_of(const Dimension& d);  // "2 mm"

}  // namespace cairn
