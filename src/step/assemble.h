// Builds the contact problem of a step from a world, its contacts and a law (problem/contact_problem.h).
//   position level  u_n⁺ + Φ/h ≥ 0: no overlap at the end of the step. An approach faster than the threshold
//                   that would close the gap gets the bias min(Φ/h, e u_n) and leaves with −e u_n.
//   velocity level  u⁺ + e u⁻: Newton's restitution; along the normal only if u_n⁻ exceeds the threshold,
//                   or if that is 0.
// Overlap (Φ < 0) opens no faster than the recovery speed. Blocks are ordered by the cells of grids, one per
// level of sizes, so that sweeps run in parallel and read memory in order.
#pragma once

#include <vector>

#include "collide/contacts.h"
#include "laws/row_law.h"
#include "model/world.h"
#include "problem/contact_problem.h"

namespace cairn {

enum class Level { position, velocity };

struct RowOptions {
  Level level = Level::position;
  double recovery = 0;    // largest speed at which overlap opens [m/s]; 0: a tenth of the smaller body's
                          // diameter per step
  double threshold = -1;  // approach speed below which nothing bounces [m/s]; negative: 2 g h
};

// A wall that contacts and a force move along one axis only (model/drive.h, Servo).
struct Slide {
  std::uint32_t body = 0;  // local
  Vec3 axis;
  double inverse_mass = 0;
  double speed = 0;  // along the axis, before contacts [m/s]
};

// A body of a problem after loads and gravity have acted for a time h. Unlike contacts, joints can push a
// planar body out of its plane.
enum class PushedBy { contacts, joints };
struct PosedBody {
  BodyState state;
  Mobility mobility{};  // used if needs_mobility()
};
bool needs_mobility(const Info& info, PushedBy pushed);
PosedBody posed(const World& world, std::uint32_t i, double h, PushedBy pushed);

class Assembler {
 public:
  // Body i of the problem is body i of the world; an extra body, at rest, is the ground. Motions of driven
  // bodies must be those of the step. Loads of free bodies hold all forces except gravity and contacts.
  void assemble(const World& world, std::span<const Contact> contacts, std::span<const Slide> slides,
                const RowLaw& law, const RowOptions& options, double h, Threads& threads,
                ContactProblem& problem);
  // The contact of each block, as an index into the given contacts.
  std::span<const std::uint32_t> contact_of_block() const { return order_; }
  // The law's input for each block; empty if the law has no memory.
  std::span<const RowInput> inputs() const { return inputs_; }
  // The part of each contact's input that does not depend on the step. Springs are in world axes, not yet
  // transported.
  void recall(const World& world, std::span<const Contact> contacts, std::vector<RowInput>& inputs);

 private:
  void put_bodies(const World& world, std::span<const Slide> slides, double h, Threads& threads,
                  ContactProblem& problem);
  // Levels of sizes in the sweep plan. Bodies 2^kLevels times as wide as most have none.
  static constexpr int kLevels = 16;
  static constexpr std::uint8_t kNoLevel = 255;
  struct Grid;
  static std::uint8_t level_of(double ratio);
  double find_levels(const Bodies& bodies, const ContactProblem& problem);
  void plan(const World& world, std::span<const Contact> contacts, const ContactProblem& problem,
            Threads& threads);
  void put_blocks(const World& world, std::span<const Contact> contacts, const RowLaw& law,
                  const RowOptions& options, double h, Threads& threads, ContactProblem& problem);

  SweepPlan plan_;
  std::vector<GridCell> cells_;
  std::vector<std::uint8_t> jointed_;  // per body
  std::vector<std::uint8_t> levels_;   // per body: grid of the sweep plan that is wide enough
  std::vector<double> diameters_;
  std::vector<std::uint32_t> order_;
  std::vector<RowInput> inputs_;    // per block
  std::vector<RowInput> recalled_;  // per contact
};

// Velocity of B relative to A at a contact besides their motion: that of the image of B in a cell that
// deforms, and those of belts.
Vec3 carried_rate(const World& world, const Contact& contact);

// t1 of a contact's frame; it lies in the plane if both bodies move in the plane.
Vec3 tangent(const World& world, const Contact& contact);

// Transports a tangential spring over a step: turns it by the mean spin about n, projects it onto the tangent
// plane and keeps its length.
Vec3 transported(const Vec3& spring, const Vec3& n, const Vec3& mean_spin, double h);

}  // namespace cairn
