#include "laws/composed.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "base/assert.h"
#include "base/error.h"
#include "laws/near_pull.h"
#include "laws/plastic.h"
#include "laws/restitution.h"

namespace cairn {
namespace {

using parts::Coefficients;
using Kernel = void (*)(ContactLanes&, const CoefficientLanes&, double);

template <class Normal, class Damping>
Kernel with_tangential(const std::string& tangential) {
  if (tangential == "mindlin") return contact_forces<Normal, Damping, parts::MindlinTangential>;
  if (tangential == "rescaled") return contact_forces<Normal, Damping, parts::RescaledMindlinTangential>;
  if (tangential == "hooke") return contact_forces<Normal, Damping, parts::HookeTangential>;
  return contact_forces<Normal, Damping, parts::NoTangential>;
}

template <class Normal>
Kernel with_damping(const std::string& damping, const std::string& tangential) {
  if (damping == "restitution") return with_tangential<Normal, parts::RestitutionDamping>(tangential);
  if (damping == "root") return with_tangential<Normal, parts::RootDamping>(tangential);
  return with_tangential<Normal, parts::NoDamping>(tangential);
}

double or_zero(const Value& value) { return value.empty() ? 0 : value.number(); }

// 1/E* = Σ (1 − ν²)/Y and 1/G* = Σ (2 − ν)/G, G = Y/(2(1 + ν)). A material without a modulus is rigid.
struct Compliance {
  double normal = 0, shear = 0;
};
Compliance compliance(const Material& m) {
  if (std::isnan(m.young)) return {};
  const double nu = std::isnan(m.poisson) ? 0 : m.poisson;
  return {(1 - nu * nu) / m.young, (2 - nu) * 2 * (1 + nu) / m.young};
}

parts::Plastic read_plastic(NormalPart normal, const Value& o) {
  const double unloading = 1 / (1 - o["plasticity"].number()), adhesion = o["adhesive_ratio"].number();
  const double depth = normal == NormalPart::luding ? o["plastic_depth"].number() : 0;
  return {.unloading = unloading,
          .adhesion = adhesion,
          .depth = depth,
          .opened = std::pow(1 - 1 / unloading, 2.0 / 3),
          .reopened = std::pow((unloading + adhesion) / (unloading - 1), 2.0 / 3)};
}

class Composed final : public ForceLaw {
 public:
  Composed(NormalPart normal, const Value& o);

  void prepare(const Materials& materials) override;
  PairTimes times(int a, int b, const PairScale& scale) const override;
  std::string missing(const Side& a, const Side& b) const override;
  bool chooses_stiffness() const override { return overlap_ > 0; }
  std::string survey(const SceneLoad& load) override;
  bool keeps_history() const override { return rolling_ != Rolling::none || keeps_dent(normal_); }
  bool keeps_dents() const override { return keeps_dent(normal_); }
  double pull(int pair, double curvature) const override {
    CAIRN_ASSERT(static_cast<std::size_t>(pair) < pairs_.size());
    if (near_.acts()) return near_.pull(0, 1 / curvature);
    const Coefficients& c = pairs_[static_cast<std::size_t>(pair)];
    return c.pull + c.pull_per_radius / curvature;
  }
  double range() const override { return near_.range(); }
  Jump first(int pair, double curvature) const override {
    return range() > 0 ? Jump{range(), near_.pull(range(), 1 / curvature)} : ForceLaw::first(pair, curvature);
  }
  Jump last(int pair, double curvature) const override {
    if (!near_.acts()) return ForceLaw::last(pair, curvature);
    const double end = std::max(range(), tearing(pair, curvature));
    return {end, near_.pull(end, 1 / curvature)};
  }
  double tearing(int pair, double curvature) const override {
    if (near_.acts()) return near_.tearing(1 / curvature);
    return adhesion_ == "jkr"
               ? parts::JkrNormal::tearing(1 / curvature, pairs_[static_cast<std::size_t>(pair)])
               : 0;
  }
  double largest_tearing() const override { return largest_tearing_; }
  double torn_energy(int pair, double curvature) const override {
    if (near_.acts() && range() == 0) return near_.energy(tearing(pair, curvature), 1 / curvature);
    if (adhesion_ != "jkr") return 0;
    return parts::JkrNormal::torn_energy(1 / curvature, pairs_[static_cast<std::size_t>(pair)]);
  }

 private:
  void find_forces(ContactLanes& lanes, double h) const override {
    CAIRN_ASSERT(!pairs_.empty());
    if (const int pair = common_pair(lanes); pair >= 0)
      kernel_(lanes, uniform_[static_cast<std::size_t>(pair)], h);
    else
      kernel_(lanes, CoefficientLanes(lanes, pairs_), h);
    if (near_.acts()) near_.add_to(lanes, h);
    if (rolling_ != Rolling::none)
      rolling_torques(lanes, rolling_pairs_, rolling_, h);
    else if (keeps_history())
      no_torques(lanes);
  }
  static void no_torques(ContactLanes& l) {
    for (int k = 0; k < l.count; ++k) {
      l.mx[k] = l.my[k] = l.mz[k] = 0;
      l.rx[k] = l.ry[k] = l.rz[k] = l.angle[k] = 0;
    }
  }
  void choose_kernel(const Value& o);
  // The pair of materials that all lanes have, if its coefficients are laid out; else −1.
  int common_pair(const ContactLanes& lanes) const {
    if (pairs_.size() == 1) return 0;
    if (pairs_.size() > kLaidOut || lanes.count == 0) return -1;
    int differs = 0;
    for (int k = 1; k < lanes.count; ++k) differs |= lanes.pair[k] ^ lanes.pair[0];
    return differs == 0 ? lanes.pair[0] : -1;
  }
  Coefficients coefficients(const Material& a, const Material& b, const PairProperties& pair) const;
  // Stiffness of a contact at the largest overlap of such a collision.
  double stiffness_at(const Coefficients& c, const PairScale& scale) const;

  NormalPart normal_;
  std::string damping_, tangential_, adhesion_;
  Rolling rolling_ = Rolling::none;
  NearPull near_;
  parts::Plastic plastic_;
  double stiffness_ = 0;  // hooke [N/m]
  double softening_ = 1;  // hertz: factor on every modulus, from the requested overlap
  double overlap_ = 0;    // largest overlap over the radius, as requested; 0: none
  double tangential_ratio_ = 0, tangential_stiffness_ = 0, tangential_damping_ = 0, damping_coefficient_ = 0;
  double cohesion_ = 0, rolling_stiffness_ = 0, rolling_damping_ = 0;
  double largest_radius_ = 0, largest_tearing_ = 0;
  Kernel kernel_ = nullptr;
  int materials_ = 0;
  std::vector<Coefficients> pairs_;
  // For lanes with one pair of materials: most have, where grains of one material meet walls of another.
  static constexpr std::size_t kLaidOut = 64;  // pairs at most, of 4 KiB each
  std::vector<CoefficientLanes> uniform_;      // per pair
  std::vector<RollingCoefficients> rolling_pairs_;
};

Composed::Composed(NormalPart normal, const Value& o)
    : normal_(normal),
      damping_(o["damping"].chosen()),
      tangential_(o["tangential"].chosen()),
      adhesion_(o["adhesion"].chosen()),
      near_(o),
      overlap_(keeps_dent(normal) ? 0 : or_zero(o["overlap"])),
      tangential_ratio_(o["tangential_ratio"].number()),
      tangential_stiffness_(or_zero(o["tangential_stiffness"])),
      tangential_damping_(o["tangential_damping"].number()),
      damping_coefficient_(or_zero(o["damping_coefficient"])),
      cohesion_(or_zero(o["cohesion"])),
      rolling_stiffness_(or_zero(o["rolling_stiffness"])),
      rolling_damping_(o["rolling_damping"].number()) {
  const std::string& rolling = o["rolling"].chosen();
  rolling_ = rolling == "spring"     ? Rolling::spring
             : rolling == "constant" ? Rolling::constant
                                     : Rolling::none;
  // Options that need each other.
  if (normal == NormalPart::hooke) {
    stiffness_ = or_zero(o["stiffness"]);
    if ((stiffness_ > 0) == (overlap_ > 0)) {
      throw InputError("law hooke needs either `stiffness: 500 N/m` or `overlap: 0.01`, and not both",
                       o.mark());
    }
  } else if (is_curved(normal) && tangential_ == "hooke" && tangential_stiffness_ == 0) {
    throw InputError(
        "`tangential: hooke` beside a hertz contact needs its constant, such as `tangential_stiffness: 500 "
        "N/m`",
        o["tangential"].mark());
  }
  if (damping_ == "root" && damping_coefficient_ == 0) {
    throw InputError("`damping: root` needs its constant, such as `damping_coefficient: 1e8`",
                     o["damping"].mark());
  }
  if (adhesion_ == "cohesion" && cohesion_ == 0) {
    throw InputError("`adhesion: cohesion` needs its force, such as `cohesion: 5 mN`", o["adhesion"].mark());
  }
  if (keeps_dent(normal)) plastic_ = read_plastic(normal, o);
  if (normal == NormalPart::luding) stiffness_ = o["stiffness"].number();
  choose_kernel(o);
}

// Selects the loop for this combination of parts.
void Composed::choose_kernel(const Value& o) {
  const bool rescaled = tangential_ == "mindlin" && o["rescale"].chosen() == "loading";
  const std::string part = rescaled ? "rescaled" : tangential_;
  if (adhesion_ == "jkr")
    kernel_ = with_damping<parts::JkrNormal>(damping_, part);
  else if (normal_ == NormalPart::luding)
    kernel_ = with_damping<parts::LudingNormal>(damping_, part);
  else if (normal_ == NormalPart::edinburgh)
    kernel_ = with_damping<parts::EdinburghNormal>(damping_, part);
  else if (near_.acts() && normal_ == NormalPart::hertz)
    kernel_ = with_damping<parts::Parted<parts::HertzNormal>>(damping_, part);
  else if (near_.acts())
    kernel_ = with_damping<parts::Parted<parts::HookeNormal>>(damping_, part);
  else if (normal_ == NormalPart::hertz)
    kernel_ = with_damping<parts::HertzNormal>(damping_, part);
  else
    kernel_ = with_damping<parts::HookeNormal>(damping_, part);
}

Coefficients Composed::coefficients(const Material& a, const Material& b, const PairProperties& pair) const {
  Coefficients c;
  const Compliance p = compliance(a), q = compliance(b);
  const bool curved = is_curved(normal_);
  const double soft = curved ? softening_ : 1;
  c.zeta = damping_ratio(pair.restitution);
  c.normal = curved ? soft / (p.normal + q.normal) : stiffness_;
  c.tangential = tangential_ == "mindlin"    ? soft * 8 / (p.shear + q.shear)
                 : tangential_stiffness_ > 0 ? tangential_stiffness_
                                             : tangential_ratio_ * stiffness_;
  c.damping = damping_ == "root" ? damping_coefficient_ : 2 * c.zeta * (curved ? std::sqrt(5.0 / 6) : 1);
  // If k_t and the normal stiffness S follow the overlap in the same way, g_t = g_n √(k_t/S) has a constant
  // ratio to g_n.
  const bool alike = curved == (tangential_ == "mindlin");
  const double ratio = c.tangential / (curved ? 2 * c.normal : c.normal);
  c.tangential_damping = tangential_damping_ * (alike && damping_ == "restitution" ? std::sqrt(ratio) : 1);
  c.friction = pair.friction;
  c.pull = adhesion_ == "cohesion" ? cohesion_ : 0;
  c.pull_per_radius = adhesion_ == "dmt" ? 2 * std::numbers::pi * pair.work_of_adhesion : 0;
  c.work = pair.work_of_adhesion;
  c.plastic = plastic_;
  return c;
}

void Composed::prepare(const Materials& materials) {
  CAIRN_ASSERT(materials.size() > 0 && kernel_ != nullptr);
  materials_ = materials.size();
  pairs_.clear();
  rolling_pairs_.clear();
  largest_tearing_ = 0;
  for (int a = 0; a < materials_; ++a) {
    for (int b = 0; b < materials_; ++b) {
      const PairProperties& pair = materials.at(a, b);
      const Coefficients c = coefficients(materials.list[a], materials.list[b], pair);
      CAIRN_ASSERT(c.friction >= 0 && !(c.damping < 0) && !(c.tangential_damping < 0));  // rigid: ∞/∞
      CAIRN_ASSERT(!(c.normal < 0) && !(c.tangential < 0) && c.work >= 0);
      pairs_.push_back(c);
      RollingCoefficients r{pair.rolling_friction, pair.twisting_friction, rolling_stiffness_, 0,
                            rolling_damping_};
      // By default the rolling spring is as stiff as the contact at an overlap of a thousandth of R̄.
      if (rolling_stiffness_ == 0) {
        (is_curved(normal_) ? r.modulus : r.stiffness) =
            is_curved(normal_) ? 2 * c.normal * std::sqrt(1e-3) : stiffness_;
      }
      rolling_pairs_.push_back(r);
      if (near_.acts()) {
        largest_tearing_ = near_.tearing(largest_radius_);
      } else if (adhesion_ == "jkr" && std::isfinite(c.normal)) {
        largest_tearing_ = std::max(largest_tearing_, parts::JkrNormal::tearing(largest_radius_, c));
      }
    }
  }
  uniform_.clear();
  for (std::size_t k = 0; k < pairs_.size() && pairs_.size() <= kLaidOut; ++k)
    uniform_.emplace_back(pairs_[k]);
}

double Composed::stiffness_at(const Coefficients& c, const PairScale& scale) const {
  if (!is_curved(normal_)) return c.normal;
  // δ_max = (15 m̄ v² / (16 E* √R̄))^{2/5}
  const double mbar = 1 / scale.inverse_mass, rbar = 1 / scale.curvature;
  const double depth =
      std::pow(15 * mbar * scale.speed * scale.speed / (16 * c.normal * std::sqrt(rbar)), 0.4);
  return 2 * c.normal * std::sqrt(rbar * depth);
}

PairTimes Composed::times(int a, int b, const PairScale& scale) const {
  CAIRN_ASSERT(a >= 0 && a < materials_ && b >= 0 && b < materials_);
  CAIRN_ASSERT(scale.inverse_mass > 0 && !(scale.curvature < 0));
  const Coefficients& c = pairs_[static_cast<std::size_t>(a) * static_cast<std::size_t>(materials_) +
                                 static_cast<std::size_t>(b)];
  // A plastic contact is stiffest when it unloads.
  const double mbar = 1 / scale.inverse_mass, loading = stiffness_at(c, scale),
               normal = loading * c.plastic.unloading, omega = std::sqrt(normal / mbar);
  // A dashpot evaluated at the half step reduces the stable step by √(1+z²) − z. The tangential spring of a
  // ball vibrates with 7/2 k_t. Corners of other bodies act together: K springs and C dashpots, z = ζ C/√K.
  double tangential = tangential_ == "none" ? 0 : c.tangential;
  if (tangential_ == "mindlin") tangential *= loading / (2 * c.normal);
  const double across = scale.across * tangential / normal;
  const double K = scale.are_round ? std::max(scale.along, across) : scale.along + across;
  const double wet = near_.acts() ? 0.5 * near_.dashpot(0, 1 / scale.curvature) / (mbar * omega) : 0;
  const double stiffest = std::sqrt(K), zeta = (damping_ == "restitution" ? c.zeta : 0) + wet;
  const double C = scale.along + scale.across * tangential_damping_ * std::sqrt(tangential / normal);
  const double z = scale.are_round ? zeta : zeta * C / stiffest;
  const double linear = std::numbers::pi / omega / std::sqrt(std::max(1 - zeta * zeta, 0.25));
  const double hertz =
      2.868266 *
      std::pow(mbar * mbar * scale.curvature / (c.normal * c.normal * std::max(scale.speed, 1e-300)), 0.2);
  return {.stable_step = 2 / (omega * stiffest) * (std::sqrt(1 + z * z) - z),
          .contact_time = is_curved(normal_) ? hertz : linear};
}

std::string Composed::missing(const Side& one, const Side& other) const {
  const Material &a = one.material, &b = other.material;
  const bool needs_modulus = is_curved(normal_) || tangential_ == "mindlin";
  if (!needs_modulus) return {};
  if (std::isnan(a.young) && (one.is_free || std::isnan(b.young))) return "young";
  if (std::isnan(b.young) && other.is_free) return "young";
  if ((!std::isnan(a.young) && std::isnan(a.poisson)) || (!std::isnan(b.young) && std::isnan(b.poisson)))
    return "poisson";
  return {};
}

std::string Composed::survey(const SceneLoad& load) {
  CAIRN_ASSERT(!pairs_.empty());  // prepare() must come first
  largest_radius_ = load.largest_radius;
  if (overlap_ == 0 || load.pairs.empty()) return {};
  const bool curved = is_curved(normal_);
  // The work W + 2 F δ with W = m v² goes into the spring: k δ² for hooke, 16/15 E* √R̄ δ^{5/2} for hertz.
  double wanted = 0, softening = 0;
  for (const SceneLoad::Pair& pair : load.pairs) {
    CAIRN_ASSERT(pair.a >= 0 && pair.a < materials_ && pair.b >= 0 && pair.b < materials_);
    // The hardest pair decides.
    const int index = pair.a * materials_ + pair.b;
    const double given = pairs_[static_cast<std::size_t>(index)].normal / softening_;
    if (curved && !std::isfinite(given)) continue;
    const double depth = overlap_ * pair.radius, pulled = pull(index, pair.curvature);
    const double work = load.energy + 2 * (load.force + pulled) * depth;
    const double hooke = work / (depth * depth), root = std::sqrt(depth / pair.curvature);
    const double normal = curved ? 15.0 / 16 * hooke / root : hooke;
    wanted = std::max(wanted, normal);
    if (curved) softening = std::max(softening, normal / given);
  }
  if (!(wanted > 0)) return {};
  const std::string scale =
      fmt::format("overlaps below {:g} of the radius: {:.3g} kg at {:.3g} m/s and {:.3g} N", overlap_,
                  load.mass, load.speed, load.force);
  if (curved) {
    softening_ = softening;
    return fmt::format("moduli times {:.3g} (E* up to {:.4g} Pa) keep {}", softening_, wanted, scale);
  }
  stiffness_ = wanted;
  return fmt::format("stiffness {:.4g} N/m keeps {}", stiffness_, scale);
}

}  // namespace

std::vector<Option> composed_options(NormalPart normal) {
  using namespace declare;
  const bool hooke = !is_curved(normal);
  std::vector<std::string> adhesions{"none", "dmt", "cohesion", "bridge", "van_der_waals"};
  if (normal == NormalPart::hertz) adhesions.push_back("jkr");
  std::vector<Option> options{
      number("overlap", dim::none, optional,
             "instead of a given stiffness: the largest overlap over the smaller radius that collisions and "
             "weight may cause; the speed is time.speed, or that of bodies, drives and inlets and of a fall "
             "through the scene; `check` prints the stiffness it leads to")
          .positive(),
      choice("damping", {"restitution", "root", "none"}, "restitution",
             "restitution: dashpot that gives the pair's restitution at any speed; root: dashpot C m̄ √(R̄ δ); "
             "none"),
      number("damping_coefficient", Dimension{-1, 0, -1, 0, "damping per length", "1/(m s)", "1e8"}, optional,
             "C of `damping: root`")
          .positive()
          .with("damping", {"root"}),
      choice("tangential", {"mindlin", "hooke", "none"}, hooke ? "hooke" : "mindlin",
             "spring that friction is measured with: 8 G* √(R̄ δ), constant, or no tangential force at all"),
      number("tangential_ratio", dim::none, "2/7",
             "k_t / k_n of a hooke contact; 2/7 lets a solid sphere ring at the same pace both ways")
          .positive()
          .with("tangential", {"hooke"})
          .without("tangential_stiffness"),
      number("tangential_stiffness", dim::stiffness, optional, "k_t itself, instead of a ratio")
          .positive()
          .with("tangential", {"hooke"}),
      number("tangential_damping", dim::none, hooke ? "0.5" : "1",
             "g_t over the dashpot that k_t would get in the normal direction; calms a stuck contact")
          .non_negative()
          .with("tangential", {"mindlin", "hooke"}),
      choice("rescale", {"none", "loading"}, "none",
             "a mindlin spring while its stiffness changes: keeps its length, or keeps its force while the "
             "contact loads "
             "(which creates no energy)")
          .with("tangential", {"mindlin"}),
      choice("adhesion", adhesions, "none",
             "dmt: pull 2π R̄ w while touching; cohesion: constant pull; bridge: liquid bridges; "
             "van_der_waals: from "
             "a distance; jkr: necks, tears at 3/2 π R̄ w"),
      number("cohesion", dim::force, optional, "pull of `adhesion: cohesion`")
          .positive()
          .with("adhesion", {"cohesion"}),
      choice("rolling", {"none", "spring", "constant"}, "none",
             "resistance to rolling and twisting by the pair's rolling_friction and twisting_friction: "
             "spring, dashpot and slider, "
             "or a constant torque (no rest state)"),
      number("rolling_stiffness", dim::stiffness, optional,
             "of the rolling spring; without it that of the contact at an overlap of a thousandth")
          .positive()
          .with("rolling", {"spring"}),
      number("rolling_damping", dim::none, "0.3",
             "of the rolling spring, fraction of critical; lets a rocking body come to rest")
          .non_negative()
          .with("rolling", {"spring"})};
  const std::vector<Option> near = near_pull_options();
  options.insert(options.end(), near.begin(), near.end());
  if (keeps_dent(normal)) options.erase(options.begin());  // the stiffness changes with the dent
  return options;
}

std::vector<std::string> composed_uses(const Value& o) {
  std::vector<std::string> uses{"young", "poisson"};  // for hertz and mindlin; for the Rayleigh time of the
                                                      // others
  const std::string& adhesion = o["adhesion"].chosen();
  if (o["tangential"].chosen() != "none") uses.emplace_back("friction");
  if (o["damping"].chosen() == "restitution") uses.emplace_back("restitution");
  if (adhesion == "dmt" || adhesion == "jkr") uses.emplace_back("work_of_adhesion");
  if (o["rolling"].chosen() != "none") uses.insert(uses.end(), {"rolling_friction", "twisting_friction"});
  return uses;
}

std::unique_ptr<ForceLaw> make_composed(NormalPart normal, const Value& options) {
  return std::make_unique<Composed>(normal, options);
}

}  // namespace cairn
