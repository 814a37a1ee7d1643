// Impact solvers against closed forms and stored answers: single contacts, a box on the ground, a box that is
// supported on one half, a row of balls, friction, and the account of energy.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/random.h"
#include "solvers/impact/impact.h"
#include "tolerances.h"

namespace cairn {
namespace {

constexpr double kOfTen = 1e-11;             // round-off of numbers about 10 to 100
constexpr double kKnownDigits = 1e-9;        // of stored answers
constexpr double kKnownDigitsOfMany = 1e-8;  // the same with 2000 portions
constexpr double kFourDigits = 1e-4;         // as the paper prints
constexpr double kNothingPulls = 1e-7;       // where the active set is found by iteration

// A group made by hand: bodies with a mass and principal moments along the axes, contacts by point and
// normal.
struct Sample {
  ImpactGroup group;
  std::vector<Vec3> centre, moments;
  std::vector<double> mass;

  std::uint32_t add(double m, const Vec3& inertia, const Vec3& x, const Vec3& v, const Vec3& w = {}) {
    BodyState body{v, 1 / m, w, -1};
    group.bodies.push_back(body);
    group.mobility.push_back(
        {diagonal({1 / m, 1 / m, 1 / m}), diagonal({1 / inertia.x, 1 / inertia.y, 1 / inertia.z})});
    centre.push_back(x), moments.push_back(inertia), mass.push_back(m);
    return static_cast<std::uint32_t>(group.bodies.size() - 1);
  }
  std::uint32_t add_ball(double m, const Vec3& x, const Vec3& v) {
    return add(m, 0.4 * m * Vec3{1, 1, 1}, x, v);
  }
  std::uint32_t add_ground() {
    group.bodies.push_back({});
    group.mobility.push_back({});
    centre.push_back({}), moments.push_back({}), mass.push_back(0);
    return static_cast<std::uint32_t>(group.bodies.size() - 1);
  }
  // Normal from a to b.
  void touch(std::uint32_t a, std::uint32_t b, const Vec3& point, const Vec3& normal, double e,
             double mu = 0) {
    const Vec3 n = unit(normal);
    group.blocks.push_back({a, b, 0, n, perpendicular(n), point - centre[a], point - centre[b]});
    group.friction.push_back(mu), group.restitution.push_back(e);
  }
  double kinetic() const {
    double sum = 0;
    for (std::size_t i = 0; i < mass.size(); ++i) {
      const BodyState& body = group.bodies[i];
      sum += 0.5 * (mass[i] * norm2(body.velocity) + dot(body.spin, scaled(moments[i], body.spin)));
    }
    return sum;
  }
  Vec3 momentum() const {
    Vec3 sum;
    for (std::size_t i = 0; i < mass.size(); ++i) sum += mass[i] * group.bodies[i].velocity;
    return sum;
  }
  Vec3 angular_momentum() const {
    Vec3 sum;
    for (std::size_t i = 0; i < mass.size(); ++i)
      sum += mass[i] * cross(centre[i], group.bodies[i].velocity) + scaled(moments[i], group.bodies[i].spin);
    return sum;
  }
  Vec3 relative(std::size_t i) const {
    const Block& block = group.blocks[i];
    return relative_velocity(block, group.bodies[block.a], group.bodies[block.b]);
  }
  ImpactEnergy energy() const {
    ImpactEnergy sum;
    for (const ImpactEnergy& part : group.energy) sum += part;
    return sum;
  }
};

std::unique_ptr<ImpactSolver> etm(std::uint64_t lambda) {
  return make_etm({.lambda = lambda, .tolerance = 1e-12, .cycles = 300});
}
std::unique_ptr<ImpactSolver> sqm() { return make_sqm({.tolerance = 1e-12, .impulses = 10000}); }
std::unique_ptr<ImpactSolver> smm(bool pulls = true) {
  return make_smm({.pulls = pulls, .tolerance = 1e-10, .cycles = 300});
}

// 2 x 2 x 1 m, 4 kg, on corners of the ground.
Sample box(const Vec3& v, double x0, double x1) {
  Sample sample;
  const std::uint32_t body = sample.add(4, 4.0 / 12 * Vec3{5, 5, 8}, {0, 0, 0.5}, v);
  const std::uint32_t ground = sample.add_ground();
  for (const double x : {x0, x1})
    for (const double y : {-1.0, 1.0}) sample.touch(ground, body, {x, y, 0}, {0, 0, 1}, 1);
  return sample;
}

TEST(Impact, BallsHeadOn) {
  struct Case {
    double m1, m2, e;
  };
  for (const Case& c : {Case{1, 1, 1}, Case{1, 3, 1}, Case{1, 3, 0.5}, Case{2, 1, 0}}) {
    const double before = c.m1 * 1 - c.m2 * 0.5, sum = c.m1 + c.m2;
    for (const auto& solver : {sqm(), smm(), smm(false), etm(1), etm(7), etm(30), etm(500)}) {
      Sample sample;
      sample.add_ball(c.m1, {-1, 0, 0}, {1, 0, 0}), sample.add_ball(c.m2, {1, 0, 0}, {-0.5, 0, 0});
      sample.touch(0, 1, {}, {1, 0, 0}, c.e);
      EXPECT_TRUE(solver->resolve(sample.group).finished);
      EXPECT_NEAR(sample.group.bodies[0].velocity.x, (before - c.m2 * c.e * 1.5) / sum,
                  kThousandsOfRoundings);
      EXPECT_NEAR(sample.group.bodies[1].velocity.x, (before + c.m1 * c.e * 1.5) / sum,
                  kThousandsOfRoundings);
    }
  }
}

TEST(Impact, TwoTetrahedraKeepTheirEnergyForEveryLambda) {
  for (const std::uint64_t lambda : {1, 5, 10, 100, 200, 500}) {
    Sample sample;
    sample.add(2, {3, 4, 5}, {0, 0, 2}, {0, 0, -100}, {5, 10, 3});
    sample.add(3, {2, 6, 5}, {0.7, 0.4, -2}, {});
    sample.touch(1, 0, {0.5, 0.9, 0}, {0.1, 0.2, 1}, 1);
    const double before = sample.kinetic();
    EXPECT_NEAR(sample.relative(0).x, -98.04868032913912, kThousandsOfRoundings);
    const Vec3 turn = sample.angular_momentum(), push = sample.momentum();
    sample.group.is_watched = true;
    EXPECT_TRUE(etm(lambda)->resolve(sample.group).finished);
    const std::vector<ImpactMoment>& moments = sample.group.moments;
    EXPECT_NEAR(sample.relative(0).x, 98.04868032913912, kOfTen) << lambda;
    EXPECT_LE(std::abs(sample.kinetic() - before), kHundredsOfRoundings * before) << lambda;
    EXPECT_LE(norm(sample.angular_momentum() - turn), kOfTen);
    EXPECT_LE(norm(sample.momentum() - push), kOfTen);
    EXPECT_GE(moments.size(), 2 * lambda);
    // All of the approach is held at the turn: ½ m u², m = Δu/p.
    const auto most = std::ranges::max_element(moments, {}, &ImpactMoment::taken);
    const double mass = sample.group.impulse[0].x / (2 * 98.04868032913912);
    EXPECT_NEAR(most->taken, 0.5 * mass * 98.04868032913912 * 98.04868032913912,
                kHundredThousandsOfRoundings * before);
    EXPECT_NEAR(most->speed, 0, kOfTen);
    EXPECT_NEAR(moments.back().taken, 0, kThousandsOfRoundings * before);
  }
}

TEST(Impact, BoxOnTheGround) {
  const Vec3 v{1, 1, -10};
  Sample sample = box(v, -1, 1);
  EXPECT_EQ(sqm()->resolve(sample.group).impulses, 4u);
  EXPECT_NEAR(sample.group.bodies[0].velocity.z, 9.59956509506123, kOfTen);
  EXPECT_NEAR(norm(sample.group.bodies[0].spin) / norm(v), 0.4297, kFourDigits);

  for (const bool pulls : {true, false}) {
    sample = box(v, -1, 1);
    EXPECT_TRUE(smm(pulls)->resolve(sample.group).finished);
    EXPECT_NEAR(sample.group.bodies[0].velocity.z, 10, pulls ? kThousandsOfRoundings : kNothingPulls);
    EXPECT_LE(norm(sample.group.bodies[0].spin), pulls ? kThousandsOfRoundings : kNothingPulls);
  }

  struct Case {
    std::uint64_t lambda, cycles;
    double vz, wx;
  };
  for (const Case& c :
       {Case{1, 2, 9.608884566751723, 3.0336784370477794}, Case{2, 1, 9.144049992217628, 4.434368014473958},
        Case{5, 1, 9.763177946968133, 2.369900346217559}, Case{10, 1, 9.924419663898252, 1.3442742286436926},
        Case{30, 1, 9.989799541712692, 0.4946575984216294},
        Case{50, 1, 9.996161634307693, 0.30348492047204056},
        Case{100, 1, 9.99900647552075, 0.15441309203853346},
        Case{1000, 1, 9.999989736001622, 0.015695089507461644}}) {
    sample = box(v, -1, 1);
    const double before = sample.kinetic();
    EXPECT_EQ(etm(c.lambda)->resolve(sample.group).cycles, c.cycles);
    const BodyState& body = sample.group.bodies[0];
    EXPECT_NEAR(body.velocity.z, c.vz, kKnownDigits) << c.lambda;
    EXPECT_NEAR(std::abs(body.spin.x), c.wx, kKnownDigits) << c.lambda;
    EXPECT_NEAR(body.spin.x + body.spin.y, 0, kKnownDigits);
    EXPECT_LE(norm(body.spin) / norm(v), 2.5 / static_cast<double>(c.lambda)) << c.lambda;
    EXPECT_LE(std::abs(sample.kinetic() - before), kHundredsOfRoundings * before);
  }
}

TEST(Impact, BoxSupportedOnOneHalf) {
  const Vec3 v{0, 0, -10};
  Sample sample = box(v, 0.2, 1);
  EXPECT_TRUE(smm()->resolve(sample.group).finished);
  EXPECT_NEAR(sample.group.bodies[0].velocity.z, 10, kThousandsOfRoundings);
  EXPECT_LE(norm(sample.group.bodies[0].spin), kThousandsOfRoundings);
  for (const std::size_t i : {0, 1}) EXPECT_NEAR(sample.group.impulse[i].x, 50, kOfTen);
  for (const std::size_t i : {2, 3}) EXPECT_NEAR(sample.group.impulse[i].x, -10, kOfTen);

  // Nothing pulls: the pair near the middle does it alone.
  sample = box(v, 0.2, 1);
  EXPECT_TRUE(smm(false)->resolve(sample.group).finished);
  for (const Vec3& p : sample.group.impulse) EXPECT_GE(p.x, 0);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_GE(sample.relative(i).x, 10 - 1e-7);

  sample = box(v, 0.2, 1);
  EXPECT_EQ(sqm()->resolve(sample.group).impulses, 3u);
  EXPECT_NEAR(sample.group.bodies[0].velocity.z, 7.439931454963283, kOfTen);
  EXPECT_NEAR(std::abs(sample.group.bodies[0].spin.x), 6.0891189247735475, kOfTen);
  EXPECT_NEAR(sample.group.bodies[0].spin.y, -8.371167098382378, kOfTen);

  // Half of it, exactly: the pair below the middle does it alone.
  sample = box(v, 0, 1);
  EXPECT_TRUE(smm()->resolve(sample.group).finished);
  EXPECT_NEAR(sample.group.bodies[0].velocity.z, 10, kThousandsOfRoundings);
  for (const std::size_t i : {0, 1}) EXPECT_NEAR(sample.group.impulse[i].x, 40, kOfTen);
  for (const std::size_t i : {2, 3}) EXPECT_NEAR(sample.group.impulse[i].x, 0, kOfTen);
  sample = box(v, 0, 1);
  EXPECT_EQ(sqm()->resolve(sample.group).impulses, 3u);
  EXPECT_NEAR(sample.group.bodies[0].velocity.z, 9.560350091593731, kOfTen);
  EXPECT_NEAR(std::abs(sample.group.bodies[0].spin.x), 4.543049053531445, kOfTen);

  struct Case {
    double x0;
    std::uint64_t lambda;
    double vz, wx, wy;
  };
  for (const Case& c : {Case{0, 30, 9.997849469523477, 0.3212699229589309, 0},
                        Case{0, 100, 9.999799603752658, 0.09807611070801923, 0},
                        Case{0, 1000, 9.99999796849852, 0.009874819553318214, 0},
                        Case{0, 10000, 9.999999979657085, 0.0009881598954355254, 0},
                        Case{0.2, 30, 8.246695997674536, 0.2664490860614549, -8.75841407888381},
                        Case{0.2, 100, 8.248037864146223, 0.08118639360070594, -8.759058174790173},
                        Case{0.2, 1000, 8.248173794469709, 0.008162388646150182, -8.759123421345125},
                        Case{0.2, 10000, 8.248175168590441, 0.0008167285378462718, -8.759124080909091}}) {
    sample = box(v, c.x0, 1);
    const double before = sample.kinetic();
    EXPECT_TRUE(etm(c.lambda)->resolve(sample.group).finished);
    EXPECT_NEAR(sample.group.bodies[0].velocity.z, c.vz, kKnownDigits);
    EXPECT_NEAR(std::abs(sample.group.bodies[0].spin.x), c.wx, kKnownDigits);
    EXPECT_NEAR(sample.group.bodies[0].spin.y, c.wy, kKnownDigits);
    EXPECT_LE(std::abs(sample.kinetic() - before), kHundredsOfRoundings * before);
  }
}

TEST(Impact, RowOfBalls) {
  const auto row = [](const ImpactSolver& solver) {
    Sample sample;
    for (int i = 0; i < 3; ++i) sample.add_ball(1, {2.0 * i, 0, 0}, {i == 0 ? 1.0 : 0.0, 0, 0});
    for (std::uint32_t i = 0; i < 2; ++i) sample.touch(i, i + 1, {2.0 * i + 1, 0, 0}, {1, 0, 0}, 1);
    EXPECT_TRUE(solver.resolve(sample.group).finished);
    return std::vector<double>{sample.group.bodies[0].velocity.x, sample.group.bodies[1].velocity.x,
                               sample.group.bodies[2].velocity.x};
  };
  const auto expect = [](const std::vector<double>& v, const std::vector<double>& known, double tolerance) {
    for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(v[i], known[i], tolerance);
  };
  expect(row(*sqm()), {0, 0, 1}, 1e-14);
  expect(row(*smm()), {-1.0 / 3, 2.0 / 3, 2.0 / 3}, 1e-12);
  expect(row(*smm(false)), {-1.0 / 3, 2.0 / 3, 2.0 / 3}, 1e-8);
  expect(row(*etm(1000)), {-0.33333330548414175, 0.6664997719510529, 0.6668335335331077}, 1e-9);
  expect(row(*etm(1000)), {-1.0 / 3, 2.0 / 3, 2.0 / 3}, 2.0 / 1000);
}

// Coulomb's impulse: μ (1 + e) v_n while sliding, 2/7 of the tangential velocity when it grips.
TEST(Impact, ObliqueBall) {
  for (const double vx : {1.0, 20.0}) {
    for (const auto& solver : {sqm(), etm(1), etm(200)}) {
      Sample sample;
      const std::uint32_t ball = sample.add_ball(1, {0, 0, 1}, {vx, 0, -4}), ground = sample.add_ground();
      sample.touch(ground, ball, {}, {0, 0, 1}, 0.5, 0.3);
      const double before = sample.kinetic();
      EXPECT_TRUE(solver->resolve(sample.group).finished);
      const double slide = std::min(0.3 * 1.5 * 4, vx / 3.5);
      EXPECT_NEAR(sample.group.bodies[0].velocity.x, vx - slide, kOfTen);
      EXPECT_NEAR(sample.group.bodies[0].velocity.z, 2, kThousandsOfRoundings);
      EXPECT_NEAR(sample.group.bodies[0].spin.y, 2.5 * slide, kOfTen);
      EXPECT_NEAR(sample.energy().lost(), before - sample.kinetic(), kThousandsOfRoundings * before);
      EXPECT_NEAR(sample.energy().stored, 8, kOfTen);
      EXPECT_NEAR(sample.energy().released, 2, kOfTen);
    }
  }
}

// Against Newton's ratio, Stronge's depends on friction: the rod leaves with less.
TEST(Impact, RodWithFriction) {
  const double angle = 40 * std::acos(-1.0) / 180;
  const auto rod = [&](const ImpactSolver& solver) {
    Sample sample;
    const std::uint32_t body =
        sample.add(1, Vec3{0.01, 1, 1} / 12, 0.5 * Vec3{std::cos(angle), 0, std::sin(angle)}, {0.8, 0, -2});
    const std::uint32_t ground = sample.add_ground();
    sample.touch(ground, body, {}, {0, 0, 1}, 0.5, 0.4);
    const double before = sample.kinetic();
    EXPECT_TRUE(solver.resolve(sample.group).finished);
    EXPECT_NEAR(sample.energy().lost(), before - sample.kinetic(), kThousandsOfRoundings * before);
    return sample;
  };
  const auto sliding = [](const Sample& sample) {
    const Vec3 u = sample.relative(0);
    return std::sqrt(u.y * u.y + u.z * u.z);
  };
  EXPECT_NEAR(rod(*sqm()).relative(0).x, 1, kThousandsOfRoundings);
  EXPECT_NEAR(sliding(rod(*sqm())), 0.003932321766209057, kThousandsOfRoundings);
  EXPECT_NEAR(rod(*sqm()).kinetic(), 1.8487770882650634, kThousandsOfRoundings);
  const Sample tracked = rod(*etm(2000));
  EXPECT_NEAR(tracked.relative(0).x / 2, 0.4225, kFourDigits);
  EXPECT_NEAR(tracked.relative(0).x, 0.845071555784618, kKnownDigitsOfMany);
  EXPECT_NEAR(tracked.kinetic(), 1.6996539133816624, kKnownDigitsOfMany);
  EXPECT_NEAR(sliding(tracked), 0.4596004859457423, kKnownDigitsOfMany);
  // A quarter of what was taken up comes back.
  EXPECT_NEAR(tracked.energy().released / tracked.energy().stored, 0.25, kKnownDigits);
}

// A heap of balls that all touch, hit by a fast one: nothing approaches, momentum stays, the account closes.
Sample heap_of_balls(int n, double e, double mu) {
  Sample sample;
  const auto at = [n](int i, int j, int k) { return static_cast<std::uint32_t>((i * n + j) * n + k); };
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < n; ++k) sample.add_ball(1, {2.0 * i, 2.0 * j, 2.0 * k}, {});
  sample.group.bodies[at(0, n / 2, n / 2)].velocity = {3, 1, -0.5};
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      for (int k = 0; k < n; ++k) {
        const Vec3 x{2.0 * i, 2.0 * j, 2.0 * k};
        if (i + 1 < n) sample.touch(at(i, j, k), at(i + 1, j, k), x + Vec3{1, 0, 0}, {1, 0, 0}, e, mu);
        if (j + 1 < n) sample.touch(at(i, j, k), at(i, j + 1, k), x + Vec3{0, 1, 0}, {0, 1, 0}, e, mu);
        if (k + 1 < n) sample.touch(at(i, j, k), at(i, j, k + 1), x + Vec3{0, 0, 1}, {0, 0, 1}, e, mu);
      }
    }
  }
  return sample;
}

TEST(Impact, HeapOfBallsClosesItsAccount) {
  // Friction against the direction before the impact may add energy; that of the others may not.
  enum Friction { passive, frozen };
  for (const auto& [solver, friction] :
       {std::pair{etm(30), passive}, std::pair{sqm(), passive}, std::pair{smm(false), frozen}}) {
    for (const double mu : {0.0, 0.4}) {
      for (const double e : {0.0, 0.5, 1.0}) {
        Sample sample = heap_of_balls(4, e, mu);
        const double before = sample.kinetic();
        const Vec3 push = sample.momentum(), turn = sample.angular_momentum();
        EXPECT_TRUE(solver->resolve(sample.group).finished);
        for (std::size_t i = 0; i < sample.group.size(); ++i) EXPECT_GE(sample.relative(i).x, -1e-9);
        EXPECT_LE(norm(sample.momentum() - push), kThousandsOfRoundings);
        EXPECT_LE(norm(sample.angular_momentum() - turn), kOfTen);
        EXPECT_NEAR(sample.energy().lost(), before - sample.kinetic(), kOfTen * before);
        if (friction == passive || mu == 0) {
          EXPECT_LE(sample.kinetic(), before * (1 + kThousandsOfRoundings));
        }
      }
    }
  }
}

TEST(Impact, ElasticHeapKeepsItsEnergyWithTracking) {
  for (const std::uint64_t lambda : {3, 30}) {
    Sample sample = heap_of_balls(5, 1, 0);
    const double before = sample.kinetic();
    const ImpactReport report = etm(lambda)->resolve(sample.group);
    EXPECT_TRUE(report.finished && !report.inelastic);
    EXPECT_LE(std::abs(sample.kinetic() - before), kThousandsOfRoundings * before);
  }
}

// A light ball between a heavy one and the ground: portions would have to be as many as the masses differ. In
// the end nothing approaches, and the account closes.
TEST(Impact, AHeavyBallOnALightOneStops) {
  for (const double ratio : {1e3, 1e6, 1e9}) {
    for (const auto& solver : {make_etm({}), make_sqm({}), make_smm({.pulls = false})}) {
      Sample sample;
      const std::uint32_t light = sample.add_ball(1, {0, 0, 1}, {}),
                          heavy = sample.add_ball(ratio, {0, 0, 3}, {0, 0, -2}), ground = sample.add_ground();
      sample.touch(ground, light, {}, {0, 0, 1}, 0.5, 0.3),
          sample.touch(light, heavy, {0, 0, 2}, {0, 0, 1}, 0.5, 0.3);
      const double before = sample.kinetic();
      EXPECT_TRUE(solver->resolve(sample.group).finished) << ratio;
      for (std::size_t i = 0; i < 2; ++i) EXPECT_GE(sample.relative(i).x, -2e-3) << ratio;
      EXPECT_LE(sample.kinetic(), before);
      EXPECT_NEAR(sample.energy().lost(), before - sample.kinetic(), kHundredThousandsOfRoundings * before)
          << ratio;
    }
  }
}

// Impulses per contact grow no faster than the logarithm of their number.
TEST(Impact, CostGrowsWithTheContacts) {
  const auto cost = [](int n) {
    Sample sample = heap_of_balls(n, 0.3, 0.3);
    const double contacts = static_cast<double>(sample.group.size());
    const ImpactReport report = make_etm({})->resolve(sample.group);
    return static_cast<double>(report.impulses) / (contacts * std::log(contacts));
  };
  const double small = cost(4);
  EXPECT_LE(cost(8), small);
  EXPECT_LE(cost(16), small);
}

// A rod that slides on its tip is pressed down by friction (Painlevé): one of the two directions wedges.
TEST(Impact, CountsImpulsesThatWedge) {
  std::uint64_t wedged = 0;
  for (const double slides : {-5.0, 5.0}) {
    Sample sample;
    const std::uint32_t rod = sample.add(1, {1.0 / 3, 1.0 / 3, 1.0 / 3}, {}, {slides, 0, -1}),
                        ground = sample.add_ground();
    sample.touch(ground, rod, {0.5, 0, -0.87}, {0, 0, 1}, 0.5, 3);
    const ImpactReport report = make_smm({})->resolve(sample.group);
    EXPECT_TRUE(report.finished);
    wedged += report.wedged;
  }
  EXPECT_GT(wedged, 0u);
}

TEST(Impact, CountsGroupsThatAreTooLargeForTheLinearForm) {
  for (const std::size_t count : {1000u, 1001u}) {
    Sample sample;
    const std::uint32_t ground = sample.add_ground();
    for (std::size_t k = 0; k < count; ++k) {
      const Vec3 at{3.0 * static_cast<double>(k), 0, 1};
      sample.touch(ground, sample.add_ball(1, at, {0, 0, -1}), at - Vec3{0, 0, 1}, {0, 0, 1}, 0.5);
    }
    const ImpactReport report = make_smm({})->resolve(sample.group);
    EXPECT_EQ(report.reformed, count > 1000 ? 1u : 0u);
    EXPECT_EQ(report.unfinished, 0u);
  }
}

TEST(Impact, CountsSweepsThatDoNotSettle) {
  Sample sample;
  const std::uint32_t light = sample.add_ball(1, {0, 0, 1}, {}),
                      heavy = sample.add_ball(1e6, {0, 0, 3}, {0, 0, -2}), ground = sample.add_ground();
  sample.touch(ground, light, {}, {0, 0, 1}, 0.5);
  sample.touch(light, heavy, {0, 0, 2}, {0, 0, 1}, 0.5);
  EXPECT_GT(make_smm({.pulls = false, .cycles = 1})->resolve(sample.group).unfinished, 0u);
}

TEST(Impact, NothingHappensWhereNothingApproaches) {
  for (const ImpactSolverRow& row : impact_solvers()) EXPECT_FALSE(row.meaning.empty());
  for (const auto& solver : {etm(30), sqm(), smm()}) {
    Sample sample;
    sample.add_ball(1, {-1, 0, 0}, {-1, 0, 0}), sample.add_ball(1, {1, 0, 0}, {1, 2, 0});
    sample.touch(0, 1, {}, {1, 0, 0}, 1, 0.5);
    const ImpactReport report = solver->resolve(sample.group);
    EXPECT_EQ(report.impulses, 0u);
    EXPECT_EQ(sample.group.bodies[1].velocity, (Vec3{1, 2, 0}));
  }
}

}  // namespace
}  // namespace cairn
