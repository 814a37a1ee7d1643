// The benchmark `rigid` in Bullet: its sequential impulses with its own settings, but for the number of
// sweeps. Bodies never sleep. Lengths are in centimetres, because Bullet adds margins of a fixed size to its
// shapes.
#include <btBulletDynamicsCommon.h>

#include <memory>

#include "bench/peers/work.h"

namespace {

constexpr double kScale = 100;            // Bullet's lengths per metre
constexpr double kEllipsoidMargin = 0.5;  // of the smallest radius of curvature

// An ellipsoid, as the inner parallel body of its margin. So the shape with its margin is exact.
class Ellipsoid final : public btConvexInternalShape {
 public:
  explicit Ellipsoid(const btVector3& radii) : radii_(radii) {
    m_shapeType = CUSTOM_CONVEX_SHAPE_TYPE;
    const btScalar least = radii[radii.minAxis()], most = radii[radii.maxAxis()];
    setMargin(btScalar(kEllipsoidMargin) * least * least / most);
  }
  btVector3 localGetSupportingVertexWithoutMargin(const btVector3& along) const override {
    const btScalar length = along.length();
    const btVector3 u = length > SIMD_EPSILON ? along / length : btVector3(1, 0, 0), scaled = radii_ * u;
    return radii_ * scaled / scaled.length() - getMargin() * u;
  }
  void batchedUnitVectorGetSupportingVertexWithoutMargin(const btVector3* along, btVector3* found,
                                                         int count) const override {
    for (int k = 0; k < count; ++k) found[k] = localGetSupportingVertexWithoutMargin(along[k]);
  }
  void calculateLocalInertia(btScalar mass, btVector3& inertia) const override {
    const btVector3 s = radii_ * radii_;
    inertia = mass / 5 * btVector3(s[1] + s[2], s[2] + s[0], s[0] + s[1]);
  }
  void getAabb(const btTransform& at, btVector3& low, btVector3& high) const override {
    const btMatrix3x3& turn = at.getBasis();
    for (int k = 0; k < 3; ++k) {
      const btScalar half = (turn[k] * radii_).length();
      low[k] = at.getOrigin()[k] - half;
      high[k] = at.getOrigin()[k] + half;
    }
  }
  const char* getName() const override { return "ellipsoid"; }

 private:
  btVector3 radii_;
};

btVector3 scaled(const std::array<double, 3>& x) {
  const auto s = [](double value) { return static_cast<btScalar>(kScale * value); };
  return {s(x[0]), s(x[1]), s(x[2])};
}

std::unique_ptr<btCollisionShape> make_shape(const std::string& name, const btVector3& half) {
  if (name == "cubes") return std::make_unique<btBoxShape>(half);
  if (name == "ellipsoids") return std::make_unique<Ellipsoid>(half);
  return std::make_unique<btSphereShape>(half[0]);
}

struct World {
  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher{&configuration};
  btDbvtBroadphase broad_phase;
  btSequentialImpulseConstraintSolver solver;
  btDiscreteDynamicsWorld world{&dispatcher, &broad_phase, &solver, &configuration};
  std::vector<std::unique_ptr<btCollisionShape>> shapes;
  std::vector<std::unique_ptr<btRigidBody>> walls, bodies;
};

void add_walls(World& world, const peers::Work& work, btScalar friction) {
  const auto half = static_cast<btScalar>(-kScale * work.width / 2);
  for (const btVector4& wall : {btVector4(0, 0, 1, 0), btVector4(1, 0, 0, half), btVector4(-1, 0, 0, half),
                                btVector4(0, 1, 0, half), btVector4(0, -1, 0, half)}) {
    world.shapes.push_back(std::make_unique<btStaticPlaneShape>(wall, wall[3]));
    btRigidBody::btRigidBodyConstructionInfo info(0, nullptr, world.shapes.back().get());
    info.m_friction = friction;
    world.walls.push_back(std::make_unique<btRigidBody>(info));
    world.world.addRigidBody(world.walls.back().get());
  }
}

void add_bodies(World& world, const peers::Work& work, btScalar friction) {
  for (const peers::Body& body : work.bodies) {
    world.shapes.push_back(make_shape(work.shape, scaled(body.half)));
    const auto moment = [&](int k) { return static_cast<btScalar>(kScale * kScale * work.moment(body, k)); };
    btRigidBody::btRigidBodyConstructionInfo info(static_cast<btScalar>(work.mass(body)), nullptr,
                                                  world.shapes.back().get(),
                                                  {moment(0), moment(1), moment(2)});
    const auto q = [&](int k) { return static_cast<btScalar>(body.turn[k]); };
    info.m_startWorldTransform = btTransform({q(1), q(2), q(3), q(0)}, scaled(body.place));
    info.m_friction = friction;
    world.bodies.push_back(std::make_unique<btRigidBody>(info));
    world.bodies.back()->setActivationState(DISABLE_DEACTIVATION);
    world.world.addRigidBody(world.bodies.back().get());
  }
}

void read_back(const World& world, peers::Work& work) {
  for (std::size_t i = 0; i < work.bodies.size(); ++i) {
    const btTransform& at = world.bodies[i]->getWorldTransform();
    const btQuaternion turn = at.getRotation();
    for (int k = 0; k < 3; ++k) work.bodies[i].place[k] = at.getOrigin()[k] / kScale;
    work.bodies[i].turn = {turn.w(), turn.x(), turn.y(), turn.z()};
  }
}

}  // namespace

int main(int count, char** words) {
  if (count != 3) return 2;
  peers::Work work = peers::read_work(words[1]);
  // Bullet multiplies the frictions of two bodies.
  const auto friction = static_cast<btScalar>(std::sqrt(work.friction));
  World world;
  world.world.setGravity({0, 0, static_cast<btScalar>(-kScale * work.gravity)});
  world.world.getSolverInfo().m_numIterations = work.sweeps;
  add_walls(world, work, friction);
  add_bodies(world, work, friction);
  const double begin = peers::processor_seconds();
  for (int k = 0; k < work.steps; ++k) world.world.stepSimulation(static_cast<btScalar>(work.step), 0);
  const double seconds = peers::processor_seconds() - begin;
  read_back(world, work);
  for (const auto& body : world.bodies) world.world.removeRigidBody(body.get());
  for (const auto& wall : world.walls) world.world.removeRigidBody(wall.get());
  peers::write_state(words[2], work, seconds);
  return 0;
}
