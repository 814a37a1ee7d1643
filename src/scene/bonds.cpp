#include "scene/bonds.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/assert.h"
#include "base/error.h"
#include "collide/contacts.h"
#include "collide/neighbours.h"
#include "scene/events.h"
#include "scene/groups.h"
#include "scene/method.h"

namespace cairn {
namespace {

constexpr double kTouching = 1e-6;  // largest gap of bodies that touch, over the smaller radius

BondKind read_kind(const Value& bond) {
  constexpr double kAny = std::numeric_limits<double>::infinity();
  const bool by_energy = bond.has("energy");
  const auto flow = [&](const char* name) {
    return bond.has(name) ? bond[name].number() : by_energy ? kAny : 0;
  };
  BondKind kind{.stretch = flow("stretch"), .slip = flow("slip"), .energy = kAny};
  kind.softens = bond["softening"].flag();
  if (by_energy) kind.energy = bond["energy"].number();
  if (bond.has("tension") == bond.has("stress"))
    throw InputError("a bond needs either `tension`, a force, or `stress`, a force per area", bond.mark());
  if (bond.has("tension")) kind.tension = bond["tension"].number();
  if (bond.has("stress")) kind.stress = bond["stress"].number();
  return kind;
}

// All contacts between the two groups with a gap up to `gap` [m], or up to a share of the smaller radius.
std::vector<Contact> contacts_between(const World& world, const BondPlan& plan, double share, double gap) {
  World copy = world;  // because listing neighbours sorts the bodies
  Threads threads(1);
  Neighbours neighbours;
  double largest = 0;
  for (std::size_t i = 0; i < copy.bodies.size(); ++i)
    if (!is_immobile(copy.bodies.info[i])) largest = std::max(largest, copy.bodies.place[i].radius);
  neighbours.ensure(copy, threads, std::max(gap, share * largest));
  std::vector<Contact> found;
  const Bodies& bodies = copy.bodies;
  ContactFinder().find(
      copy, neighbours.list(),
      [&](std::uint32_t a, std::uint32_t b, const Vec3&) {
        return std::max(gap, share * smaller_radius(bodies, a, b));
      },
      threads, found);
  std::erase_if(found, [&](const Contact& contact) {
    const int a = bodies.info[contact.a].group, b = bodies.info[contact.b].group;
    return !((a == plan.a && b == plan.b) || (a == plan.b && b == plan.a));
  });
  return found;
}

// Reports the nearest distance of the two groups.
[[noreturn]] void refuse(const World& world, const BondPlan& plan) {
  double nearest = std::numeric_limits<double>::infinity();
  for (const Contact& contact : contacts_between(world, plan, 1, plan.gap))
    nearest = std::min(nearest, contact.gap);
  const auto name = [&](int group) { return quote(world.groups[static_cast<std::size_t>(group)]); };
  const std::string bound =
      plan.gap > 0 ? fmt::format("{:.4g} m", plan.gap) : fmt::format("{:g} of the smaller radius", kTouching);
  throw InputError(
      fmt::format("a bond between {} and {}: no two of their bodies touch; {}, and a bond bridges {}",
                  name(plan.a), name(plan.b),
                  nearest < std::numeric_limits<double>::infinity()
                      ? fmt::format("the nearest are {:.4g} m apart", nearest)
                      : "they are more than a radius apart",
                  bound),
      plan.mark);
}

}  // namespace

using namespace declare;

Option bond_option() {
  return object(
      "bond",
      {list_of("between", text("name", required, "of a body entry"),
               "two names whose bodies are bonded where they touch; twice the same: among themselves",
               required)
           .count(2),
       number("tension", dim::force, optional, "that a bond holds").positive(),
       number("stress", dim::pressure, optional, "the same per area of contact").positive(),
       number("stretch", dim::length, optional,
              "tensile flow that it bears; without it none: it is brittle, unless it has an energy")
           .non_negative(),
       number("slip", dim::length, optional, "the same along the surface").non_negative(),
       number("energy", dim::energy, optional, "plastic work that it bears").non_negative(),
       flag("softening", "false", "its tension falls to nothing in proportion to the flow over the stretch"),
       number("gap", dim::length, optional,
              "largest gap that is bonded; without it a millionth of the smaller radius")
           .positive()},
      "bonds between bodies that touch, of law compliant; they hold tension until they break", required);
}

Option bonds_option() { return list_of("bonds", bond_option(), "bonds that are there from the start", "[]"); }

std::vector<const Value*> bond_values(const Scene& scene) {
  std::vector<const Value*> values;
  for (const Value& bond : scene["bonds"].items()) values.push_back(&bond);
  for (const Value* bond : actions_of(scene, "bond")) values.push_back(bond);
  return values;
}

BondKind read_bond_kind(const Value& bond, const Scene& scene) {
  const std::unique_ptr<RowLaw> law = row_law_of(scene);
  if (!law || !law->can_bond())
    throw InputError(
        "bonds need the implicit method with law compliant, and a yield set without a spherical cap",
        bond.mark());
  const BondKind kind = read_kind(bond);
  const std::string why = law->refuses_bond(kind);
  const std::vector<Value>& two = bond["between"].items();
  if (!why.empty())
    throw InputError(
        fmt::format("a bond between {} and {} {}", quote(two[0].text()), quote(two[1].text()), why),
        bond.mark());
  return kind;
}

std::vector<BondKind> read_bond_kinds(const Scene& scene) {
  std::vector<BondKind> kinds;
  for (const Value* bond : bond_values(scene)) kinds.push_back(read_bond_kind(*bond, scene));
  return kinds;
}

BondPlan read_bond(const Value& bond, std::uint32_t kind, const std::vector<std::string>& groups) {
  const std::vector<int> two = find_groups(bond["between"], groups);
  return {two[0], two[1], bond.has("gap") ? bond["gap"].number() : 0, kind, bond.mark()};
}

std::size_t make_bonds(World& world, const BondPlan& plan) {
  const std::vector<Contact> contacts = contacts_between(world, plan, plan.gap > 0 ? 0 : kTouching, plan.gap);
  if (contacts.empty()) refuse(world, plan);
  CAIRN_ASSERT(plan.kind < world.bond_kinds.size());
  for (const Contact& contact : contacts) {
    auto at = std::ranges::lower_bound(world.plastic, contact.key, {}, &PlasticRecord::key);
    if (at == world.plastic.end() || at->key != contact.key) at = world.plastic.insert(at, {contact.key, {}});
    const double crush = at->state.crush;
    at->state = {.crush = crush,
                 .rest = std::max(0.0, contact.gap - crush),
                 .cohering = Cohering::bond,
                 .bond = plan.kind};
  }
  return contacts.size();
}

void build_bonds(const Scene& scene, World& world) {
  world.bond_kinds = read_bond_kinds(scene);
  std::uint32_t kind = 0;
  for (const Value& bond : scene["bonds"].items()) make_bonds(world, read_bond(bond, kind++, world.groups));
}

}  // namespace cairn
