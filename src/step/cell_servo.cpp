#include "step/cell_servo.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/assert.h"
#include "base/error.h"
#include "step/servo.h"

namespace cairn {
namespace {

// A content that carries less than this share of the target falls freely; it does not bear. Above it the
// filter is linear, so that the mean stress is the target however much a flow makes it fluctuate.
constexpr double kBears = 0.1;
constexpr int kTurns = 6;  // as for servo walls: each reduces the error of a Hertz contact's speed five times

// The rows and columns of xx, yy, zz, xy, xz, yz.
constexpr int kRow[] = {0, 1, 2, 0, 0, 1}, kColumn[] = {0, 1, 2, 1, 2, 2};

double& entry(Mat3& m, int k) {
  Vec3& row = kRow[k] == 0 ? m.row0 : kRow[k] == 1 ? m.row1 : m.row2;
  return row[kColumn[k]];
}

void add_product(CellStress& sum, const Vec3& a, const Vec3& b) {
  for (int k = 0; k < 6; ++k) sum[k] += 0.5 * (a[kRow[k]] * b[kColumn[k]] + a[kColumn[k]] * b[kRow[k]]);
}

// √2 ω of two grains that press on each other with the force F [1/s].
double ringing(const ForceLaw& law, const GrainLayer& grain, double force) {
  const int material = static_cast<int>(grain.material);
  const double mass = 0.5 * grain.mass;
  double speed = 1, contact_time = 0;
  for (int turn = 0; turn < kTurns; ++turn) {
    contact_time = law.times(material, material, {1 / mass, 2 * grain.curvature, speed}).contact_time;
    speed = force * contact_time / (std::numbers::pi * mass);
  }
  return std::numbers::pi / contact_time;
}

}  // namespace

void survey_cell(World& world) {
  if (world.cell_servo) world.cell_servo->grain = mean_grain(world.bodies);
}

CellStress cell_stress(const World& world, const CellLoad& load) {
  const Bodies& bodies = world.bodies;
  const Cell& cell = world.cell;
  CellStress sum{};
  for (std::uint32_t i = 0; i < bodies.size(); ++i) {
    if (is_immobile(bodies.info[i])) continue;
    const Vec3& x = bodies.place[i].position;
    const Vec3 peculiar = bodies.motion[i].velocity - cell.flow(x);
    add_product(sum, bodies.load[i].force, x - cell.centre);
    add_product(sum, mass(bodies.inertia[i]) * peculiar, peculiar);
  }
  for (int k = 0; k < 3; ++k) add_product(sum, -load.total[k], cell.edge[k]);
  const double volume = cell.volume();
  if (!(volume > 0))
    throw RunError(
        fmt::format("the periodic cell has a volume of {:.6g} m3 at t = {:.6g} s (step {}): its stress "
                    "pulls it through itself; ask for less, or give it a `max_rate`",
                    volume, world.time, world.step));
  for (double& component : sum) component /= volume;
  return sum;
}

double steer_cell(World& world, const ForceLaw& law, const CellStress& stress, CellRates& slow, double h) {
  CAIRN_ASSERT(h > 0 && world.cell_servo.has_value());
  Cell& cell = world.cell;
  const CellServo& servo = *world.cell_servo;
  const GrainLayer& grain = servo.grain;
  if (grain.contacts == 0) return 0;
  // Change of each controlled rate.
  const bool flat = world.dimension == 2;
  const double d = 2 / grain.curvature, face = flat ? d : d * d;
  const double density = grain.contacts * grain.mass / cell.volume();
  const Vec3 widths = cell.widths();
  Mat3 change = Cell::none();
  for (int k = 0; k < 6; ++k) {
    if (!servo.stress[k]) continue;
    const double target = servo.stress[k](world.time), width = widths[kColumn[k]];
    const double larger = std::max(std::abs(target), std::abs(stress[k])), rate = entry(cell.gradient, k);
    double next = 0;
    if (larger > 0) {
      const double Z = grain.mass * ringing(law, grain, larger * face) / (std::numbers::sqrt2 * face);
      const double M = density * width * width / 12, C = 0.5 * Z * width, tau = 3 * density * width / Z;
      next = (rate + h / M * (stress[k] - target + C * slow[k])) / (1 + h * C / M);
      next = std::clamp(next, -servo.max_rate, servo.max_rate);
      const double bears = target == 0 ? 1 : std::min(1.0, std::abs(stress[k] / (kBears * target)));
      slow[k] = (slow[k] + h / tau * bears * next) / (1 + h / tau);
    }
    entry(change, k) = next - rate;
  }
  // The edges take it over, and so do the bodies.
  cell.gradient = cell.gradient + change;
  for (int k = 0; k < 3; ++k) cell.edge_rate[k] += change * cell.edge[k];
  double gained = 0;
  Bodies& bodies = world.bodies;
  for (std::uint32_t i = 0; i < bodies.size() && servo.follow == Follow::yes; ++i) {
    if (is_immobile(bodies.info[i])) continue;
    const Vec3 kick = change * (bodies.place[i].position - cell.centre);
    gained += mass(bodies.inertia[i]) * dot(kick, bodies.motion[i].velocity + 0.5 * kick);
    bodies.motion[i].velocity += kick;
  }
  return gained;
}

}  // namespace cairn
