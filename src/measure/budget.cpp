// The energy budget of a world [J].
//   kinetic  Σ ½ m v² + ½ ω·L        gravity  −Σ m g·x (zero at the origin)        over free bodies
//   elastic  of all contacts in the last force pass       springs  of the springs of the scene
//   plastic  lost where contacts crush, tear and break
//   lost     friction and damping since the start; damping holds contacts, springs of the scene and the
//   global
//            and local damping of quasi-static runs
// What is stored plus what is lost less what drives put in stays the same, but for the error of the time
// step.
#include "base/sum.h"
#include "measure/measure.h"
#include "measure/totals.h"
#include "step/integrate.h"

namespace cairn {

EnergyBudget energy_budget(const World& world, const Stepper& stepper, Threads& threads) {
  const Bodies& bodies = world.bodies;
  const auto motion = ordered_sum<Totals<2>>(threads, bodies.size(), [&](std::size_t i) -> Totals<2> {
    if (is_immobile(bodies.info[i])) return {};
    const double weight = mass(bodies.inertia[i]) * dot(world.gravity, bodies.place[i].position);
    return {{kinetic_energy(bodies, static_cast<std::uint32_t>(i)), -weight}};
  });
  const ContactEnergy contacts = stepper.contact_energy();
  const Works works = stepper.works();

  EnergyBudget budget;
  budget.kinetic = motion[0];
  budget.gravity = motion[1];
  budget.elastic_normal = contacts.elastic_normal;
  budget.elastic_tangential = contacts.elastic_tangential;
  budget.adhesion = contacts.adhesion;
  budget.springs = stepper.spring_energy();
  budget.friction = works.friction;
  budget.damping = works.damping + works.background;
  budget.rolling = works.rolling;
  budget.impact = works.impact;
  budget.plastic = works.plastic;
  budget.work_of_drives = works.drives;
  return budget;
}

}  // namespace cairn
