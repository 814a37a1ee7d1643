// The work that a peer of the benchmark `rigid` does, and the state that it leaves. Each peer is a program
// of its own, so that cairn is never linked with its library:
//   PROGRAM WORK STATE
// WORK has one line "shape bodies width friction density gravity step steps sweeps", then a line "half-axes,
// place, turn" of each body: ax ay az x y z w i j k, in SI units. All start at rest over a floor at z = 0;
// four walls stand at |x|, |y| = width / 2. STATE has one line "seconds" of processor time, of the loop of
// steps alone, and a line "x y z w i j k" of each body.
#pragma once

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iostream>
#include <limits>
#include <string>
#include <vector>

namespace peers {

struct Body {
  std::array<double, 3> half{};   // half axes [m]; a sphere has its radius three times
  std::array<double, 3> place{};  // [m]
  std::array<double, 4> turn{};   // w, i, j, k
};

struct Work {
  std::string shape;  // spheres, cubes or ellipsoids
  double width = 0, friction = 0, density = 0, gravity = 0, step = 0;
  int steps = 0, sweeps = 0;
  std::vector<Body> bodies;

  double mass(const Body& body) const {
    const double filled = shape == "cubes" ? 8 : 4 * M_PI / 3;  // of the product of the half axes
    return density * filled * body.half[0] * body.half[1] * body.half[2];
  }
  // The principal moment about the axis k.
  double moment(const Body& body, int k) const {
    const double p = body.half[(k + 1) % 3], q = body.half[(k + 2) % 3];
    return mass(body) * (p * p + q * q) / (shape == "cubes" ? 3 : 5);
  }
};

inline Work read_work(const char* path) {
  std::ifstream file(path);
  Work work;
  std::size_t bodies = 0;
  file >> work.shape >> bodies >> work.width >> work.friction >> work.density >> work.gravity >> work.step >>
      work.steps >> work.sweeps;
  for (Body body; work.bodies.size() < bodies; work.bodies.push_back(body)) {
    for (double& x : body.half) file >> x;
    for (double& x : body.place) file >> x;
    for (double& x : body.turn) file >> x;
    if (!file) break;
  }
  if (!file) {
    std::cerr << path << " is no work for a peer\n";
    std::exit(1);
  }
  return work;
}

// Writes the present places and turns of the bodies.
inline void write_state(const char* path, const Work& work, double seconds) {
  std::ofstream file(path);
  file.precision(std::numeric_limits<double>::max_digits10);
  file << seconds << '\n';
  for (const Body& body : work.bodies) {
    for (const double x : body.place) file << x << ' ';
    for (const double x : body.turn) file << x << ' ';
    file << '\n';
  }
  if (!file.flush()) {
    std::cerr << "cannot write " << path << '\n';
    std::exit(1);
  }
}

inline double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace peers
