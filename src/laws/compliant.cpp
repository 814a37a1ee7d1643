// Visco-elasto-plastic contacts: a spring and a dashpot in series with a yield set.  [TA12, signs corrected]
//   y = y_E + y_P      γ̂ = −K y_E − R ẏ_E,   γ̂ ∈ Υ̂,   ẏ_P ∈ −N_Υ̂(γ̂)
//   K = diag(k_n, k_t, k_t),   R = α_K K + α_M M_c
// With impulses γ = h γ̂ over a step (backward Euler) this becomes a row of the contact problem,
//   E = (h²K + hR)⁻¹,   b = (hK + R)⁻¹K y_E,   ẏ_P = N γ + q,   y_E⁺ = (hK + R)⁻¹(R y_E − γ)
// which tends to the row of a rigid contact, b = Φ/h, for k → ∞.
//
// A contact remembers the tangential y_E, the flow at a cap (crush ≤ 0), and the tensile flow of cohesion. It
// never remembers opening or the lift of associated sliding: y_E,n = Φ − crush − stretch. A gap that is still
// open is not part of the spring. It enters as Φ/h, so no damping acts at a distance. If sliding has lifted a
// contact when its load vanishes, y_E relaxes as without force, y_E⁺ = (hK + R)⁻¹R y_E; only the rest of the
// gap counts as open.
//
// Cohesion c starts when the gap has closed, or with a bond. It ends when the gap exceeds c/k_n + range. A
// bond breaks for good when its flow or its plastic work exceeds the limits of its kind. Sets are frozen
// during a step: c (1 − stretch/range) if it softens, cap + hardening |crush|.
//
// Stiffness may come from the moduli: each body is a spring of 2 E R, both in series. Stresses act on the
// area π (λR)² of the smaller radius. Signs: y_n > 0 is a gap, γ_n > 0 pushes.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/assert.h"
#include "laws/laws.h"

namespace cairn {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();
// Largest flow that can be an error of the solver, and smallest flow that breaks a brittle contact. Both are
// shares of the elastic displacement at yield.
constexpr double kFaked = 1e-6, kBrittle = 1e-4;

enum class Shape { cone, shifted, ball, ellipsoid, flat, round, sphere };

struct CompliantOptions {
  Shape shape = Shape::cone;
  double cohesion = 0, cohesion_stress = 0;  // N, Pa
  double shear = 1;                          // tangential half axis over the normal one
  double range = 0;                          // m
  bool softens = false;
  double crush = kNever, crush_stress = kNever, hardening = 0;  // N, Pa, N/m
  double stiffness = kNotGiven, tangential = kNotGiven, ratio = 1;
  double damping_time = 0, damping_rate = 0;
  double dilatancy = kNotGiven;
  double area_ratio = 1;
  Vec3 grain;
  double grain_ratio = 1;
};

// The state of a contact in this step.
struct Parts {
  PlasticState state;           // with cohesion already started or ended
  double kn = 0, kt = 0;        // N/m
  double rn = 0, rt = 0;        // R [N s/m]
  double tension = 0;           // c [N]
  double reach = 0;             // gap up to which it pulls [m]
  double cap = kNever;          // N
  double elastic = 0, gap = 0;  // parts of the normal displacement [m]
};

class Compliant : public RowLaw {
 public:
  explicit Compliant(const CompliantOptions& options) : o_(options) {
    CAIRN_ASSERT(o_.damping_time >= 0 && o_.damping_rate >= 0 && o_.range >= 0);
    CAIRN_ASSERT(o_.shear > 0 && o_.area_ratio > 0 && o_.grain_ratio > 0);
  }

  bool remembers() const override { return true; }
  bool needs_mass() const override { return o_.damping_rate > 0; }
  bool has_cones() const override { return o_.shape <= Shape::shifted || o_.shape == Shape::flat; }
  Vec3 grain() const override { return o_.grain; }

  ContactRow row(const RowInput& input) const override { return row(input, parts_of(input)); }

  RowAfter after(const RowInput& input, const Vec3& gamma, const Vec3& flow) const override {
    const Parts p = parts_of(input);
    const ContactRow row = this->row(input, p);
    const double h = input.step;
    RowAfter after{.plastic = p.state};
    // Elastic spring and slip along the surface, flow along the normal.
    after.spring =
        Vec3{0, p.rt * input.spring.y - gamma.y, p.rt * input.spring.z - gamma.z} / (h * p.kt + p.rt);
    const double slid = -(gamma.y * flow.y + gamma.z * flow.z), opened = -gamma.x * flow.x;
    after.friction = slid;
    const bool yielded = let_flow(p, h, gamma, flow, after.plastic);
    if (yielded) after.torn = opened;
    // Normal displacement at the end of the step.
    const double moved = h * (flow.x - row.compliance.x * gamma.x - row.bias.x);
    double y = p.elastic + p.gap + moved - (after.plastic.crush - p.state.crush) -
               (after.plastic.stretch - p.state.stretch);
    // A bond beyond its limits breaks and loses its elastic energy.
    if (p.state.cohering == Cohering::bond) {
      CAIRN_ASSERT(input.bond != nullptr);
      after.plastic.work += yielded ? std::max(0.0, slid + opened) : 0;
      if (is_beyond(p, *input.bond, after.plastic)) {
        after.broke = true;
        after.torn += y > 0 ? 0.5 * p.kn * y * y : 0;
        y += after.plastic.stretch + after.plastic.rest;
        after.plastic = {.crush = after.plastic.crush, .cohering = Cohering::broken};
      }
    }
    // Energies and reach; lifted contacts stay in reach.
    hold(p, y, after);
    after.plastic.lift = 0;
    if (gamma.x > 0)
      keep_lifted(y, after);
    else if (!pulls(input.plastic) && !pulls(after.plastic))
      relax(p, h, y, after);
    return after;
  }

  RowAfter now(const RowInput& input) const override {
    const Parts p = parts_of(input);
    RowAfter after{.spring = input.spring, .plastic = p.state};
    hold(p, p.elastic + p.gap, after);
    keep_lifted(input.is_loaded ? p.elastic + p.gap : p.state.lift, after);
    return after;
  }

  std::string refuses(const PairProperties& pair, const Material& a, const Material& b,
                      const std::array<double, 2>& radii) const override {
    if (std::isnan(pair.stiffness) && std::isnan(o_.stiffness) && std::isnan(a.young) && std::isnan(b.young))
      return "needs `stiffness: 500 N/m` or the like, or `young` of one of the two materials";
    const double psi = std::isnan(pair.dilatancy) ? o_.dilatancy : pair.dilatancy;
    if (psi > std::atan(pair.friction) * (1 + 1e-12))
      return fmt::format("dilatancy {:.4g} rad is above the angle of friction {:.4g} rad", psi,
                         std::atan(pair.friction));
    if (!has_cap() && !std::isnan(pair.crush)) return "only `yield: capped` takes crush";
    for (const double radius : radii) {
      const double c = cohesion_of(pair, radius), cap = cap_of(pair, radius);
      if (has_cap() && cap < c)
        return fmt::format(
            "crush {:.4g} N is below the tensile limit, cohesion {:.4g} N, at a radius of {:.4g} m", cap, c,
            radius);
      if (o_.shape == Shape::sphere && c > 0) return "a spherical cap holds no cohesion; take flat or round";
    }
    return {};
  }

  bool can_bond() const override { return o_.shape != Shape::sphere; }
  // A contact must not crush before its bond reaches its tension: the set would have no interior.
  std::string refuses_bond(const BondKind& bond) const override {
    const auto above = [](const char* name, const char* unit, double cap, double holds) {
      return fmt::format("holds {:.4g} {} in tension, above {} {:.4g} {}", holds, unit, name, cap, unit);
    };
    if (bond.tension > o_.crush) return above("crush", "N", o_.crush, bond.tension);
    if (bond.stress > o_.crush_stress) return above("crush_stress", "Pa", o_.crush_stress, bond.stress);
    return {};
  }

  double lift_time(const PairProperties& pair, double step) const override {
    if (!std::isnan(pair.dilatancy) || !std::isnan(o_.dilatancy)) return 0;
    return step + (std::isnan(pair.damping_time) ? o_.damping_time : pair.damping_time);
  }

 private:
  bool has_cap() const { return o_.shape >= Shape::flat; }

  // Stiffnesses, dashpots, cap, cohesion and elastic displacement of a contact.
  Parts parts_of(const RowInput& input) const {
    check(input);
    const PairProperties& pair = *input.pair;
    Parts p;
    p.kn = !std::isnan(pair.stiffness) ? pair.stiffness
           : !std::isnan(o_.stiffness) ? o_.stiffness
                                       : modulus_stiffness(input);
    p.kt = !std::isnan(pair.stiffness_tangential) ? pair.stiffness_tangential
           : !std::isnan(o_.tangential)           ? o_.tangential
                                                  : o_.ratio * p.kn;
    const double time = std::isnan(pair.damping_time) ? o_.damping_time : pair.damping_time;
    p.rn = time * p.kn + o_.damping_rate * input.mass.x;
    p.rt = time * p.kt + o_.damping_rate * std::min(input.mass.y, input.mass.z);
    CAIRN_ASSERT(p.kn > 0 && p.kt > 0);
    CAIRN_ASSERT(!(p.rn < 0) && !(p.rt < 0));
    p.state = input.plastic;
    if (has_cap()) p.cap = cap_of(pair, smaller_radius(input)) - o_.hardening * p.state.crush;
    find_tension(input, p);
    // An open gap without force is not part of the spring, except for what remains of a lift.
    const double y = input.gap - p.state.crush - p.state.stretch - p.state.rest;
    const bool holds = input.is_loaded || y <= 0 || pulls(p.state);
    p.elastic = holds ? y : std::min(y, p.state.lift);
    p.gap = y - p.elastic;
    return p;
  }

  static bool pulls(const PlasticState& state) {
    return state.cohering == Cohering::touch || state.cohering == Cohering::bond;
  }

  // 2 E R of each body, in series.
  static double modulus_stiffness(const RowInput& input) {
    double soft = 0;
    for (std::size_t k = 0; k < 2; ++k)
      if (!std::isnan(input.young[k]) && std::isfinite(input.radius[k]))
        soft += 1 / (2 * input.young[k] * input.radius[k]);
    return soft > 0 ? 1 / soft : kRigid;
  }
  static double smaller_radius(const RowInput& input) { return std::min(input.radius[0], input.radius[1]); }
  double area_at(double radius) const {
    const double r = o_.area_ratio * radius;
    return std::numbers::pi * r * r;
  }
  double cohesion_of(const PairProperties& pair, double radius) const {
    if (!std::isnan(pair.cohesion)) return pair.cohesion;
    return o_.cohesion + (o_.cohesion_stress > 0 ? o_.cohesion_stress * area_at(radius) : 0);
  }
  double cap_of(const PairProperties& pair, double radius) const {
    if (!std::isnan(pair.crush)) return pair.crush;
    return std::min(o_.crush, o_.crush_stress < kNever ? o_.crush_stress * area_at(radius) : kNever);
  }

  // Starts and ends cohesion, before the step is solved.
  void find_tension(const RowInput& input, Parts& p) const {
    const double touch = cohesion_of(*input.pair, smaller_radius(input));
    PlasticState& state = p.state;
    const double gap = input.gap - state.crush;
    // Cohesion by touch.
    if (state.cohering == Cohering::no && touch > 0 && gap <= 0) state.cohering = Cohering::touch;
    if (state.cohering == Cohering::touch) {
      p.reach = touch / p.kn + o_.range;
      p.tension = o_.softens && o_.range > 0 ? touch * std::max(0.0, 1 - state.stretch / o_.range) : touch;
      if (touch > 0 && gap <= p.reach) return;
      state.cohering = Cohering::no;
      state.stretch = 0;
      p.tension = p.reach = 0;
    }
    // Cohesion by a bond.
    if (state.cohering != Cohering::bond || input.bond == nullptr) return;
    const BondKind& kind = *input.bond;
    const double whole = kind.tension + kind.stress * area_at(smaller_radius(input));
    const double flow = kind.energy < kNever ? std::min(kind.stretch, kind.energy / whole) : kind.stretch;
    const bool softens = kind.softens && kind.stretch > 0 && kind.stretch < kNever;
    p.tension = softens ? whole * std::max(0.0, 1 - state.stretch / kind.stretch) : whole;
    p.reach = state.rest + whole / p.kn + (flow < kNever ? flow : state.stretch);
  }

  ContactRow row(const RowInput& input, const Parts& p) const {
    const double h = input.step, mu = input.pair->friction;
    CAIRN_ASSERT(h > 0);
    ContactRow row;
    row.set = set_of(p, mu, h);
    const double psi = std::isnan(input.pair->dilatancy) ? o_.dilatancy : input.pair->dilatancy;
    if (mu > 0 && !std::isnan(psi)) row.set.slip = std::max(0.0, mu - std::tan(psi));
    if (mu > 0) row.set.across = o_.grain_ratio;
    const double n = h * p.kn + p.rn, t = h * p.kt + p.rt;
    row.compliance = {1 / (h * n), 1 / (h * t), 1 / (h * t)};
    CAIRN_ASSERT(!(row.compliance.x < 0) && !(row.compliance.y < 0));
    row.bias = {p.kn / n * p.elastic + p.gap / h, p.kt / t * input.spring.y, p.kt / t * input.spring.z};
    return row;
  }

  AdmissibleSet set_of(const Parts& p, double mu, double h) const {
    const double c = h * p.tension, cap = h * p.cap;
    CAIRN_ASSERT(!(c < 0) && !(cap < 0));
    AdmissibleSet set{.kind = SetKind::cone, .friction = mu, .cohesion = c};
    switch (o_.shape) {
      case Shape::cone:
      case Shape::shifted:
        if (mu == 0) set.kind = SetKind::half_line;
        break;
      case Shape::ball:
        if (c > 0) set.kind = SetKind::cone_ball;
        break;
      case Shape::ellipsoid:
        if (c > 0) {
          set.kind = SetKind::cone_ellipsoid;
          set.limit = o_.shear * c;
        }
        break;
      case Shape::flat:
        set.kind = SetKind::capped_flat;
        set.limit = cap;
        break;
      case Shape::round:
        set.kind = c > 0 ? SetKind::capped_round : SetKind::capped_flat;
        set.limit = cap;
        break;
      case Shape::sphere:
        set.kind = SetKind::capped_sphere;
        set.limit = cap;
    }
    return set;
  }

  // Adds crush, stretch and slip of the step. True if the contact yielded along the normal or, if bonded, at
  // all.
  bool let_flow(const Parts& p, double h, const Vec3& gamma, const Vec3& flow, PlasticState& state) const {
    bool yielded = false;
    if (has_cap() && -h * flow.x > kFaked * p.cap / p.kn) {
      state.crush += h * flow.x;
      yielded = true;
    }
    if (!pulls(state)) return yielded;
    const double slip = h * std::sqrt(flow.y * flow.y + flow.z * flow.z);
    if (gamma.x < 0 && h * flow.x > kFaked * p.tension / p.kn) {
      state.stretch += h * flow.x;
      yielded = true;
    }
    if (state.cohering == Cohering::bond && slip > kFaked * p.tension / p.kt) {
      state.slip += slip;
      yielded = true;
    }
    return yielded;
  }

  // True if a bond has exceeded its limits.
  static bool is_beyond(const Parts& p, const BondKind& kind, const PlasticState& state) {
    return state.stretch > std::max(kind.stretch, kBrittle * p.tension / p.kn) ||
           state.slip > std::max(kind.slip, kBrittle * p.tension / p.kt) || state.work > kind.energy;
  }

  // Energies at the normal displacement y.
  static void hold(const Parts& p, double y, RowAfter& after) {
    const bool held = pulls(after.plastic);
    after.elastic_normal = held || y < 0 ? 0.5 * p.kn * y * y : 0;
    after.elastic_tangential = 0.5 * p.kt * norm2(after.spring);
    after.reach = held ? p.reach : 0;
  }

  // Keeps a contact that sliding has lifted in reach, so that the next step finds it.
  static void keep_lifted(double y, RowAfter& after) { after.reach = std::max(after.reach, y); }

  // Without load the lift relaxes; the contact stays in reach until little of it is left.
  static void relax(const Parts& p, double h, double y, RowAfter& after) {
    const double left = std::min(y, p.rn / (h * p.kn + p.rn) * p.elastic);
    if (left > kFaked * y) {
      after.plastic.lift = left;
      keep_lifted(left, after);
    }
  }

  static constexpr double kRigid = 1e20;  // N/m: stiffness of two bodies without a modulus
  CompliantOptions o_;
};

std::vector<Option> cohesion_options() {
  using namespace declare;
  return {
      number("cohesion", dim::force, "0", "tension that a contact holds once it has touched").non_negative(),
      number("cohesion_stress", dim::pressure, "0", "the same per area of contact").non_negative(),
      number("range", dim::length, "0", "tensile flow after which a contact lets go; 0: at once")
          .non_negative(),
      flag("softening", "false", "cohesion falls to nothing in proportion to the flow over the range")
          .with("range")};
}

Option yield_option() {
  using namespace declare;
  const auto with = [](std::vector<Option> more) {
    std::vector<Option> all = cohesion_options();
    for (Option& option : more) all.push_back(std::move(option));
    return all;
  };
  return variant(
      "yield",
      {object("cone", {}, "friction alone"),
       object("shifted_cone", cohesion_options(), "friction and cohesion: mu (N + c)"),
       object("cone_ball", cohesion_options(), "the cone and all points within the cohesion of it"),
       object(
           "cone_ellipsoid",
           with({number("shear_ratio", dim::none, "1", "tangential half axis over the cohesion").positive()}),
           "the cone with an ellipsoid about every point of it"),
       object(
           "capped",
           with({number("crush", dim::force, optional, "normal force at which contacts crush").positive(),
                 number("crush_stress", dim::pressure, optional, "the same per area of contact").positive(),
                 number("hardening", dim::stiffness, "0", "rise of that force per depth of crush")
                     .non_negative(),
                 choice("shape", {"round", "flat", "sphere"}, "round",
                        "round: the cut cone and all points within the cohesion of it; flat: the shifted "
                        "cone, cut; sphere: the cone within a ball, without cohesion")}),
           "a cone with an end: contacts crush under a large force")},
      "forces that a contact bears before it flows", "cone");
}

CompliantOptions read_compliant(const Value& given) {
  CompliantOptions o;
  const auto number = [&](const char* name) { return given.has(name) ? given[name].number() : kNotGiven; };
  o.stiffness = number("stiffness");
  o.tangential = number("stiffness_tangential");
  o.ratio = given["stiffness_ratio"].number();
  o.damping_time = given["damping_time"].number();
  o.damping_rate = given["damping_rate"].number();
  if (given["dilatancy"].is_number()) o.dilatancy = given["dilatancy"].number();
  o.area_ratio = given["area_ratio"].number();
  o.grain_ratio = given["grain_ratio"].number();
  if (given.has("grain")) o.grain = Vec3(given["grain"].vector());
  // The yield set, and its cohesion and cap.
  const Value& yield = given["yield"].selected();
  const std::string& kind = given["yield"].chosen();
  o.shape = kind == "cone"             ? Shape::cone
            : kind == "shifted_cone"   ? Shape::shifted
            : kind == "cone_ball"      ? Shape::ball
            : kind == "cone_ellipsoid" ? Shape::ellipsoid
                                       : Shape::round;
  if (kind == "cone") return o;
  o.cohesion = yield["cohesion"].number();
  o.cohesion_stress = yield["cohesion_stress"].number();
  o.range = yield["range"].number();
  o.softens = yield["softening"].flag();
  if (kind == "cone_ellipsoid") o.shear = yield["shear_ratio"].number();
  if (kind != "capped") return o;
  o.shape = yield["shape"].chosen() == "flat"    ? Shape::flat
            : yield["shape"].chosen() == "round" ? Shape::round
                                                 : Shape::sphere;
  if (yield.has("crush")) o.crush = yield["crush"].number();
  if (yield.has("crush_stress")) o.crush_stress = yield["crush_stress"].number();
  o.hardening = yield["hardening"].number();
  return o;
}

std::vector<std::string> compliant_uses(const Value& options) {
  std::vector<std::string> uses{"friction",     "stiffness", "stiffness_tangential",
                                "damping_time", "cohesion",  "dilatancy"};
  if (options["yield"].chosen() == "capped") uses.emplace_back("crush");
  if (!options.has("stiffness")) uses.emplace_back("young");
  return uses;
}

}  // namespace

RowLawRow compliant_row() {
  using namespace declare;
  return {
      "compliant",
      "TA12",
      "soft, damped contacts that slide, tear and crush at a yield set",
      {yield_option(),
       number("stiffness", dim::stiffness, optional,
              "along the normal; without it from the moduli of the two materials, 2 E R of each in series")
           .positive(),
       number("stiffness_tangential", dim::stiffness, optional, "along the surface; without it by the ratio")
           .positive(),
       number("stiffness_ratio", dim::none, "1", "tangential over normal stiffness; 1 as in TA12")
           .positive()
           .without("stiffness_tangential"),
       number("damping_time", dim::time, "0", "dashpot over stiffness: time in which overlap relaxes")
           .non_negative(),
       number("damping_rate", dim::rate, "0", "dashpot over the mass that the contact feels").non_negative(),
       number("dilatancy", dim::angle, "associated",
              "angle at which sliding contacts lift; 0: not at all, which is Coulomb's law; associated: that "
              "of friction, a convex problem")
           .non_negative()
           .or_one_of({"associated"}),
       number("area_ratio", dim::none, "1", "radius of the area that stresses act on over the smaller body's")
           .positive(),
       vector("grain", dim::none, optional, "direction that surfaces have a grain along, world axes"),
       number("grain_ratio", dim::none, "1", "how much harder slip flows across the grain than along it")
           .positive()
           .with("grain")},
      [](const Value& options) -> std::unique_ptr<RowLaw> {
        return std::make_unique<Compliant>(read_compliant(options));
      },
      compliant_uses};
}

}  // namespace cairn
