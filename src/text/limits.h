// The range of numbers that a scene may give, by dimension. Each range is far wider than any grain or machine
// needs, but narrow enough for doubles: masses, moments and energies computed from several such numbers do
// not overflow.
#pragma once

#include <string>

#include "text/dimension.h"

namespace cairn {

// Limits of the magnitude, in SI units. Zero is outside the range; the bounds of each key decide
// whether it is allowed.
struct Limits {
  double smallest = 0;
  double largest = 0;
};

Limits limits_of(const Dimension& dimension);
// The same as a table in Markdown, for the reference page.
std::string limits_table();

// "<= 1e+12 m (the largest length that a scene may give)", or an empty text if the magnitude is small enough.
std::string refuse_large(double value, const Dimension& dimension);
// ">= 1e-12 m (the smallest length that a scene may give)", or an empty text if it is large enough.
std::string refuse_small(double value, const Dimension& dimension);

}  // namespace cairn
