// The part of one ball inside another, and of one circle inside another; exact up to rounding.
// d is the distance of the centres. For two balls of radii a and b that cut each other
//   V = π (a + b − d)² (d² + 2 d (a + b) − 3 (a − b)²)/(12 d).
#pragma once

namespace cairn {

double ball_in_ball(double a, double b, double d);      // volume [m³]
double circle_in_circle(double a, double b, double d);  // area [m²]

}  // namespace cairn
