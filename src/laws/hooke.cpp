// Linear spring, dashpot and slider [PZ17 (2) with constant stiffness; spec B.3 (C)].
//
//   F_n = max(0, k_n δ − g_n v·n)                      on B along n
//   ξ  ← transported with the contact, then ξ + v_t h   tangential spring, world axes
//   F_t = −k_t ξ − g_t v_t, shortened to μ F_n          on B
//   g_n = 2 ζ √(k_n m̄),  g_t = ratio · g_n,  1/m̄ = 1/m_A + 1/m_B
//
// The clip F_n ≥ 0 (grains do not stick) shortens the contact, so ζ is not the textbook value but solves
//   e = exp(−ζ τ),  τ = (π − atan2(2ζ√(1−ζ²), 1−2ζ²)) / √(1−ζ²)            for ζ < 1,
//   e = exp(−ζ/Ω · ln((ζ+Ω)/(ζ−Ω))),  Ω = √(ζ²−1)                           for ζ > 1,
// which recovers the restitution that was asked for. Valid for δ much smaller than the radius.
#include "laws/hooke.h"

#include <cmath>
#include <numbers>

namespace cairn {
namespace {

// Below this the dashpot would have to be so strong that it dictates the time step; a smaller wish gets this
// one.
constexpr double kSmallestRestitution = 0.01;

double restitution_of(double zeta) {
  const double d = 1 - zeta * zeta;
  if (std::abs(d) < 1e-9) return std::exp(-2.0);
  if (d > 0) {
    const double root = std::sqrt(d);
    return std::exp(-zeta / root * (std::numbers::pi - std::atan2(2 * zeta * root, 1 - 2 * zeta * zeta)));
  }
  const double root = std::sqrt(-d);
  return std::exp(-zeta / root * std::log((zeta + root) / (zeta - root)));
}

class Hooke final : public ForceLaw {
 public:
  explicit Hooke(const Value& options)
      : stiffness_(options["stiffness"].number()),
        tangential_ratio_(options["tangential_ratio"].number()),
        tangential_damping_(options["tangential_damping"].number()) {}

  void prepare(const Materials& materials) override {
    materials_ = materials.size();
    pairs_.resize(static_cast<std::size_t>(materials_) * materials_);
    for (int a = 0; a < materials_; ++a) {
      for (int b = 0; b < materials_; ++b) {
        const PairProperties& pair = materials.at(a, b);
        const double zeta = hooke_damping_ratio(pair.restitution);
        pairs_[a * materials_ + b] = {zeta, 2 * zeta * std::sqrt(stiffness_), pair.friction};
      }
    }
  }

  void evaluate(ContactLanes& lanes, double h) const override;

  PairTimes times(int a, int b, double inverse_mass) const override {
    const double zeta = pairs_[a * materials_ + b].zeta, omega = std::sqrt(stiffness_ * inverse_mass);
    // A dashpot taken at the half step narrows the stable range by √(1+ζ²) − ζ; the tangential spring of a
    // sphere rings with 7/2 k_t.
    const double stiffest = std::sqrt(std::max(1.0, 3.5 * tangential_ratio_));
    return {.stable_step = 2 / (omega * stiffest) * (std::sqrt(1 + zeta * zeta) - zeta),
            .contact_time = std::numbers::pi / omega / std::sqrt(std::max(1 - zeta * zeta, 0.25))};
  }

 private:
  struct Coefficients {
    double zeta = 0, damping = 0, friction = 0;  // damping: g_n / √m̄
  };
  double stiffness_, tangential_ratio_, tangential_damping_;
  int materials_ = 0;
  std::vector<Coefficients> pairs_;
};

void Hooke::evaluate(ContactLanes& l, double h) const {
  alignas(64) double damping[kLanes], friction[kLanes];
  for (int k = 0; k < l.count; ++k) {
    damping[k] = pairs_[l.pair[k]].damping, friction[k] = pairs_[l.pair[k]].friction;
  }
  const double kn = stiffness_, kt = tangential_ratio_ * stiffness_, ratio = tangential_damping_;
  const int count = l.count;
  for (int k = 0; k < count; ++k) {
    const double nx = l.nx[k], ny = l.ny[k], nz = l.nz[k];

    // Normal: spring and dashpot, never pulling.
    const double vn = l.vx[k] * nx + l.vy[k] * ny + l.vz[k] * nz;
    const double gn = damping[k] / std::sqrt(l.inverse_mass[k]), gt = ratio * gn;
    const double spring = kn * l.overlap[k];
    const double pushed = spring - gn * vn, fn = pushed > 0 ? pushed : 0;

    // The spring follows the contact: turned by the mean spin about n, laid into the tangent plane, old
    // length.
    const double turn = h * l.twist[k];
    double sx = l.sx[k] + turn * (ny * l.sz[k] - nz * l.sy[k]);
    double sy = l.sy[k] + turn * (nz * l.sx[k] - nx * l.sz[k]);
    double sz = l.sz[k] + turn * (nx * l.sy[k] - ny * l.sx[k]);
    const double old2 = l.sx[k] * l.sx[k] + l.sy[k] * l.sy[k] + l.sz[k] * l.sz[k];
    const double out = sx * nx + sy * ny + sz * nz;
    sx -= out * nx, sy -= out * ny, sz -= out * nz;
    const double new2 = sx * sx + sy * sy + sz * sz;
    const double keep = std::sqrt(old2 / (new2 > 0 ? new2 : 1));
    const double tx = l.vx[k] - vn * nx, ty = l.vy[k] - vn * ny, tz = l.vz[k] - vn * nz;
    sx = sx * keep + h * tx, sy = sy * keep + h * ty, sz = sz * keep + h * tz;

    // Tangential: spring and dashpot, shortened to the Coulomb limit; the spring keeps what the limit allows.
    double fx = -kt * sx - gt * tx, fy = -kt * sy - gt * ty, fz = -kt * sz - gt * tz;
    const double ft2 = fx * fx + fy * fy + fz * fz, limit = friction[k] * fn;
    const bool slips = ft2 > limit * limit;
    const double cut = slips ? limit / std::sqrt(ft2 > 0 ? ft2 : 1) : 1;
    fx *= cut, fy *= cut, fz *= cut;
    sx = slips ? -(fx + gt * tx) / kt : sx;
    sy = slips ? -(fy + gt * ty) / kt : sy;
    sz = slips ? -(fz + gt * tz) / kt : sz;

    // Energy: what the tangential force took out of the motion and did not store is lost.
    const double stored = 0.5 * kt * (sx * sx + sy * sy + sz * sz);
    const double lost = -h * (fx * tx + fy * ty + fz * tz) - (stored - 0.5 * kt * old2);
    l.elastic_normal[k] = 0.5 * spring * l.overlap[k];
    l.elastic_tangential[k] = stored;
    l.damped[k] = h * (spring - fn) * vn + (slips ? 0 : lost);
    l.slipped[k] = slips ? lost : 0;
    l.sx[k] = sx, l.sy[k] = sy, l.sz[k] = sz;
    l.fx[k] = fn * nx + fx, l.fy[k] = fn * ny + fy, l.fz[k] = fn * nz + fz;
  }
}

}  // namespace

double hooke_damping_ratio(double restitution) {
  const double e = std::max(restitution, kSmallestRestitution);
  if (e >= 1) return 0;
  // e falls monotonically with ζ: bisect.
  double low = 0, high = 10;
  for (int i = 0; i < 200 && low < high; ++i) {
    const double middle = 0.5 * (low + high);
    if (middle == low || middle == high) break;
    (restitution_of(middle) > e ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

ForceLawEntry hooke_entry() {
  using namespace declare;
  return {
      .name = "hooke",
      .reference = "PZ17",
      .meaning = "linear spring and dashpot with tangential spring and Coulomb limit",
      .options = {number("stiffness", dim::stiffness, required, "normal spring constant k_n of every contact")
                      .positive(),
                  number("tangential_ratio", dim::none, "2/7",
                         "k_t / k_n; 2/7 lets a solid sphere ring at the same pace both ways")
                      .positive(),
                  number("tangential_damping", dim::none, "0.5",
                         "g_t / g_n; half the normal dashpot calms a stuck contact")
                      .non_negative()},
      .make = [](const Value& options) -> std::unique_ptr<ForceLaw> {
        return std::make_unique<Hooke>(options);
      }};
}

}  // namespace cairn
