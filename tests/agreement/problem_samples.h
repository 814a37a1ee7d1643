// Contact problems made without a world, for the tests of agreement: every solver against the same questions.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "problem/contact_problem.h"

namespace cairn::samples {

struct Sample {
  std::string name;
  ContactProblem problem;  // prepared
  // Impulses and velocities that are known; empty: ask the dense reference.
  std::vector<Vec3> impulse, velocity;
  bool regular = false;  // N is regular: impulses are unique too
};

// What a contact may do. Coulomb may have several answers when friction is strong; a cone has one velocity.
enum class Law { frictionless, cone, coulomb };
AdmissibleSet set_of(Law law, double friction);

// Bodies and blocks, one by one. Body 0 does not move.
class ProblemMaker {
 public:
  ProblemMaker() { problem_.bodies.emplace_back(); }
  // Moments of inertia about the world's axes.
  std::uint32_t body(double mass, const Vec3& moments, const Vec3& velocity, const Vec3& spin = {});
  void contact(std::uint32_t a, std::uint32_t b, const Vec3& n, const Vec3& arm_a, const Vec3& arm_b,
               const AdmissibleSet& set, const Vec3& bias = {}, const Vec3& compliance = {});
  void turning(std::uint32_t a, std::uint32_t b, const Vec3& n, const AdmissibleSet& set, const Vec3& bias);
  ContactProblem finish();

 private:
  ContactProblem problem_;
};

// The same problem without its bodies: N as a matrix.
ContactProblem without_bodies(const ContactProblem& problem);
// A problem given by the numbers of N and q, row by row; `friction` per block.
ContactProblem from_numbers(const std::vector<double>& matrix, const std::vector<double>& q,
                            const std::vector<double>& friction, Law law);

// 1 to 64 contacts between random bodies, of friction 0 to `friction`; each third of the seeds has redundant
// contacts, each third masses from 1 to 10⁶ kg.
Sample random_problem(std::uint64_t seed, Law law, double friction = 2);

// Cubes on each other, four contacts each, one heavier than the next by `ratio`.
Sample column(int height, double ratio, Law law);
// Spheres in a pyramid on the floor.
Sample pyramid(int base, Law law);
// A unit cube on its four corners, pushed sideways; known answers.
Sample sliding_cube(double speed, Law law);
// Three links on ball joints with a motor, a limit and a contact at the end.
Sample linkage(Law law);
// One contact each: separating obliquely, held by cohesion, compliant, dilating less than it slips.
std::vector<Sample> single_contacts();

// Problems of every kind, for tests that look at all.
std::vector<Sample> quick_samples();
// Those of the stored set beside the sources; empty if it is not there.
std::vector<Sample> stored_samples(Law law);

}  // namespace cairn::samples
