// The benchmark `rigid` in the Open Dynamics Engine: QuickStep (successive over-relaxation) with its own
// settings, but for the number of sweeps. It has spheres and cubes, no ellipsoids.
#include <ode/ode.h>

#include "bench/peers/work.h"

namespace {

constexpr int kMostContacts = 8;  // of one pair

struct Engine {
  dWorldID world = dWorldCreate();
  dSpaceID space = dHashSpaceCreate(nullptr);
  dJointGroupID contacts = dJointGroupCreate(0);
  double friction = 0;
};

void meet(void* data, dGeomID a, dGeomID b) {
  const Engine& engine = *static_cast<Engine*>(data);
  const dBodyID p = dGeomGetBody(a), q = dGeomGetBody(b);
  if (p == nullptr && q == nullptr) return;
  dContact found[kMostContacts];
  const int count = dCollide(a, b, kMostContacts, &found[0].geom, sizeof(dContact));
  for (int k = 0; k < count; ++k) {
    found[k].surface.mode = dContactApprox1;
    found[k].surface.mu = engine.friction;
    dJointAttach(dJointCreateContact(engine.world, engine.contacts, &found[k]), p, q);
  }
}

void add_walls(const Engine& engine, double width) {
  dCreatePlane(engine.space, 0, 0, 1, 0);
  for (const double side : {1.0, -1.0}) {
    dCreatePlane(engine.space, side, 0, 0, -width / 2);
    dCreatePlane(engine.space, 0, side, 0, -width / 2);
  }
}

dBodyID add_body(const Engine& engine, const peers::Work& work, const peers::Body& given) {
  const dBodyID body = dBodyCreate(engine.world);
  const bool is_cube = work.shape == "cubes";
  const auto& [a, b, c] = given.half;
  dMass mass;
  if (is_cube)
    dMassSetBoxTotal(&mass, work.mass(given), 2 * a, 2 * b, 2 * c);
  else
    dMassSetSphereTotal(&mass, work.mass(given), a);
  dBodySetMass(body, &mass);
  dGeomSetBody(is_cube ? dCreateBox(engine.space, 2 * a, 2 * b, 2 * c) : dCreateSphere(engine.space, a),
               body);
  dBodySetPosition(body, given.place[0], given.place[1], given.place[2]);
  const dQuaternion turn = {given.turn[0], given.turn[1], given.turn[2], given.turn[3]};
  dBodySetQuaternion(body, turn);
  return body;
}

}  // namespace

int main(int count, char** words) {
  if (count != 3) return 2;
  peers::Work work = peers::read_work(words[1]);
  if (work.shape == "ellipsoids") return 3;
  dInitODE2(0);
  dAllocateODEDataForThread(dAllocateMaskAll);
  Engine engine;
  engine.friction = work.friction;
  dHashSpaceSetLevels(engine.space, -7, 1);
  dWorldSetGravity(engine.world, 0, 0, -work.gravity);
  dWorldSetQuickStepNumIterations(engine.world, work.sweeps);
  add_walls(engine, work.width);
  std::vector<dBodyID> bodies;
  for (const peers::Body& body : work.bodies) bodies.push_back(add_body(engine, work, body));
  const double begin = peers::processor_seconds();
  for (int k = 0; k < work.steps; ++k) {
    dSpaceCollide(engine.space, &engine, meet);
    dWorldQuickStep(engine.world, work.step);
    dJointGroupEmpty(engine.contacts);
  }
  const double seconds = peers::processor_seconds() - begin;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const dReal *place = dBodyGetPosition(bodies[i]), *turn = dBodyGetQuaternion(bodies[i]);
    for (int k = 0; k < 3; ++k) work.bodies[i].place[k] = place[k];
    for (int k = 0; k < 4; ++k) work.bodies[i].turn[k] = turn[k];
  }
  peers::write_state(words[2], work, seconds);
  dCloseODE();
  return 0;
}
