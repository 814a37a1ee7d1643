// The contact problem of a step, from a world, its contacts and a law (problem/contact_problem.h).
//   position level  u_n⁺ + Φ/h ≥ 0: no overlap at the end of the step; an approach faster than the threshold
//                   that would close the gap takes the bias min(Φ/h, e u_n), so that it leaves with −e u_n
//   velocity level  u⁺ + e u⁻: Newton's restitution, along the normal if u_n⁻ is faster than the threshold,
//                   or always if that is 0
// Φ < 0 is pushed apart no faster than the recovery speed. Blocks are laid out by the cells of a grid, so
// that sweeps run in parallel and through memory in order.
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
  double recovery = 0;    // largest speed at which overlap is pushed apart [m/s]; 0: a tenth of the smaller
                          // body's diameter per step
  double threshold = -1;  // approach below which nothing bounces [m/s]; negative: 2 g h
};

// A wall that contacts and a force move along one direction only (model/drive.h, Servo).
struct Slide {
  std::uint32_t body = 0;  // local
  Vec3 axis;
  double inverse_mass = 0;
  double speed = 0;  // along the axis, before contacts [m/s]
};

// A body of a problem that feels its loads and gravity for a time h. Joints push it in any direction, out of
// the plane too.
enum class PushedBy { contacts, joints };
struct PosedBody {
  BodyState state;
  Mobility mobility{};  // how it moves, if the state does not say: needs_mobility()
};
bool needs_mobility(const Info& info, PushedBy pushed);
PosedBody posed(const World& world, std::uint32_t i, double h, PushedBy pushed);

class Assembler {
 public:
  // Body i of the problem is body i of the world; one more, at rest, is the ground. Motions of driven bodies
  // are those of the step; loads of free bodies are all forces but gravity and those of contacts.
  void assemble(const World& world, std::span<const Contact> contacts, std::span<const Slide> slides,
                const RowLaw& law, const RowOptions& options, double h, Threads& threads,
                ContactProblem& problem);
  // Contact of each block: an index into the contacts given.
  std::span<const std::uint32_t> contact_of_block() const { return order_; }
  // What the law was told of each block; empty if it remembers nothing.
  std::span<const RowInput> inputs() const { return inputs_; }
  // Of every contact what its law would be told that does not depend on the step; springs in world axes, not
  // yet transported.
  void recall(const World& world, std::span<const Contact> contacts, std::vector<RowInput>& inputs);

 private:
  void put_bodies(const World& world, std::span<const Slide> slides, double h, Threads& threads,
                  ContactProblem& problem);
  void plan(const World& world, std::span<const Contact> contacts, const ContactProblem& problem);
  void put_blocks(const World& world, std::span<const Contact> contacts, const RowLaw& law,
                  const RowOptions& options, double h, Threads& threads, ContactProblem& problem);

  CellPlanner planner_;
  SweepPlan plan_;
  std::vector<GridCell> cells_;
  std::vector<std::uint8_t> jointed_;  // per body
  std::vector<double> diameters_;
  std::vector<std::uint32_t> order_;
  std::vector<RowInput> inputs_;    // per block
  std::vector<RowInput> recalled_;  // per contact
};

// t1 of the frame of a contact; in the plane if the pair moves in the plane.
Vec3 tangent(const World& world, const Contact& contact);

// A tangential spring that follows its contact over a step: turned by the mean spin about n, laid into the
// tangent plane, of its old length.
Vec3 transported(const Vec3& spring, const Vec3& n, const Vec3& mean_spin, double h);

}  // namespace cairn
