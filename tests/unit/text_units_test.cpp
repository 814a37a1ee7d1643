#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "text/expression.h"
#include "text/units.h"

namespace cairn {
namespace {

double si(const std::string& text, const Dimension& dimension) {
  return evaluate(text, Mark{}, dimension, {});
}

TEST(Units, EveryUnitInSi) {
  constexpr double kPi = std::numbers::pi;
  const struct {
    const char* text;
    double value;
    Dimension dimension;
  } kTable[] = {
      {"2 m", 2, dim::length},
      {"2 km", 2000, dim::length},
      {"2 cm", 0.02, dim::length},
      {"2 dm", 0.2, dim::length},
      {"2 mm", 0.002, dim::length},
      {"2 um", 2e-6, dim::length},
      {"2 \xC2\xB5m", 2e-6, dim::length},
      {"2 \xCE\xBCm", 2e-6, dim::length},
      {"2 nm", 2e-9, dim::length},
      {"2 in", 0.0508, dim::length},
      {"1 ft", 0.3048, dim::length},
      {"2 kg", 2, dim::mass},
      {"2 g", 0.002, dim::mass},
      {"2 mg", 2e-6, dim::mass},
      {"2 t", 2000, dim::mass},
      {"2 s", 2, dim::time},
      {"2 ms", 0.002, dim::time},
      {"2 us", 2e-6, dim::time},
      {"2 min", 120, dim::time},
      {"2 h", 7200, dim::time},
      {"2 rad", 2, dim::angle},
      {"180 deg", kPi, dim::angle},
      {"1 rev", 2 * kPi, dim::angle},
      {"60 rpm", 2 * kPi, dim::angular_speed},
      {"90 deg/s", kPi / 2, dim::angular_speed},
      {"2 rad/s", 2, dim::angular_speed},
      {"2 Hz", 2, dim::frequency},
      {"2 kHz", 2000, dim::frequency},
      {"20 1/s", 20, dim::rate},
      {"2 N", 2, dim::force},
      {"2 kN", 2000, dim::force},
      {"2 mN", 0.002, dim::force},
      {"2 MN", 2e6, dim::force},
      {"2 Pa", 2, dim::pressure},
      {"2 kPa", 2e3, dim::pressure},
      {"2 MPa", 2e6, dim::pressure},
      {"2 GPa", 2e9, dim::pressure},
      {"2 bar", 2e5, dim::pressure},
      {"2 J", 2, dim::energy},
      {"2 mJ", 0.002, dim::energy},
      {"2 W", 2, dim::power},
      {"2 l", 0.002, dim::volume},
      {"2 ml", 2e-6, dim::volume},
      {"2 L", 0.002, dim::volume},
      {"2500 kg/m3", 2500, dim::density},
      {"2.5 g/cm3", 2500, dim::density},
      {"2.5 t/m^3", 2500, dim::density},
      {"2500 kg/m\xC2\xB3", 2500, dim::density},
      {"9.81 m/s2", 9.81, dim::acceleration},
      {"9.81 m/s^2", 9.81, dim::acceleration},
      {"9.81 m s^-2", 9.81, dim::acceleration},
      {"9.81 m/s/s", 9.81, dim::acceleration},
      {"500 N/m", 500, dim::stiffness},
      {"0.5 N/mm", 500, dim::stiffness},
      {"0.05 J/m2", 0.05, dim::energy_per_area},
      {"3 N m", 3, dim::torque},
      {"3 N mm", 0.003, dim::torque},
      {"3 N*m", 3, dim::torque},
      {"1e-6 kg m2", 1e-6, dim::inertia},
      {"20 g/s", 0.02, dim::mass_rate},
      {"0.2 N s/m", 0.2, dim::damping},
      {"1 mPa s", 0.001, dim::viscosity},
      {"4 mm2", 4e-6, dim::area},
      {"5 m / s", 5, dim::speed},
      {"36 km/h", 10, dim::speed},
      {"2.5mm", 0.0025, dim::length},
      {"1e8Pa", 1e8, dim::pressure},
  };
  for (const auto& row : kTable) EXPECT_DOUBLE_EQ(si(row.text, row.dimension), row.value) << row.text;
}

TEST(Units, PrefixedNumbersHaveTheBitsOfTheDecimal) {
  for (int i = 1; i < 20000; i += 7) {
    const std::string digits = std::to_string(i);
    const std::string decimal = "0." + std::string(7 - digits.size(), '0') + digits;  // i * 1e-7
    const std::string shifted = digits.substr(0, digits.size()) + "e-4 mm";
    EXPECT_EQ(si(shifted, dim::length), std::stod(decimal)) << shifted;
  }
  EXPECT_EQ(si("2.3 mm", dim::length), 0.0023);
  EXPECT_EQ(si("2.3e1 mm", dim::length), 0.023);
  EXPECT_EQ(si("2.3e+1 mm", dim::length), 0.023);
  EXPECT_EQ(si("7.85 g/cm3", dim::density), 7850.0);
}

TEST(Units, WhatIsNoUnit) {
  for (const char* text : {"", "x", "mmm", "kmm", "m^", "m^123", "m_", "kt", "Mm", "1/", "1/x", "m4x"})
    EXPECT_FALSE(read_unit(text)) << text;
  EXPECT_EQ(read_unit("mm + 1")->size, 2u);
  EXPECT_EQ(read_unit("mm/d")->size, 2u);   // d is no unit: a division
  EXPECT_EQ(read_unit("m/s*t")->size, 3u);  // t is the time
  EXPECT_EQ(read_unit("m/t")->size, 1u);
  EXPECT_EQ(read_unit("N m/s")->size, 5u);
}

TEST(Units, PlainNumbers) {
  EXPECT_EQ(plain_number("010"), 10.0);
  EXPECT_EQ(plain_number("-1.5e3"), -1500.0);
  EXPECT_EQ(plain_number(".5"), 0.5);
  for (const char* text : {"", "-", "inf", "nan", "-inf", "0x10", "1_000", "1e999", "2 mm", "--1", "1 "})
    EXPECT_FALSE(plain_number(text)) << text;
}

TEST(Units, DecimalsKeepOutOfTheUnit) {
  EXPECT_EQ(decimal_size("2e3 m"), 3u);
  EXPECT_EQ(decimal_size("2em"), 1u);
  EXPECT_EQ(decimal_size("2e+m"), 1u);
  EXPECT_EQ(decimal_size("."), 0u);
  EXPECT_EQ(decimal_size("5."), 2u);
  EXPECT_TRUE(std::isinf(decimal_value("1e999999999999", -3)));
  EXPECT_TRUE(std::isinf(decimal_value("1e308", 3)));
}

}  // namespace
}  // namespace cairn
