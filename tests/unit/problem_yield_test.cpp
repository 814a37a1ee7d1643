// Projections onto yield sets: against stored answers, and by what every projection onto a convex set does.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <limits>

#include "base/random.h"
#include "places.h"
#include "problem/yield.h"
#include "text/node.h"
#include "tolerances.h"

namespace cairn {
namespace {

struct Named {
  SetKind kind;
  const char* name;
};
constexpr Named kKinds[] = {
    {SetKind::half_line, "half line"},        {SetKind::cone, "cone"},
    {SetKind::cone_ball, "cone and ball"},    {SetKind::cone_ellipsoid, "cone and ellipsoid"},
    {SetKind::capped_flat, "flat cap"},       {SetKind::capped_round, "round cap"},
    {SetKind::capped_sphere, "spherical cap"}};

Vec3 random_point(Random& random) { return {2 * random.normal(), 2 * random.normal(), 2 * random.normal()}; }

AdmissibleSet random_set(SetKind kind, Random& random) {
  AdmissibleSet set{.kind = kind,
                    .friction = random.uniform(0.05, 1.5),
                    .cohesion = random.uniform(0.1, 1),
                    .limit = random.uniform(0.5, 3)};
  if (kind == SetKind::capped_sphere) set.cohesion = 0;
  return set;
}

// Every point in five lies on the axis.
template <class Check>
void each_case(const Named& kind, int count, Check&& check) {
  SCOPED_TRACE(kind.name);
  Random random(11);
  for (int k = 0; k < count; ++k) {
    const AdmissibleSet set = random_set(kind.kind, random);
    Vec3 x = random_point(random);
    if (k % 5 == 0) x.y = x.z = 0;
    check(set, x, random);
  }
}

constexpr double kRoundOff = 1e-13;

TEST(Yield, ProjectionsAreThoseOfConvexSets) {
  for (const Named& kind : kKinds) {
    each_case(kind, 2000, [&](const AdmissibleSet& set, const Vec3& x, Random& random) {
      const Vec3 y = project(set, x), other = random_point(random), z = project(set, other);
      EXPECT_LT(norm(project(set, y) - y), kRoundOff);                   // idempotent
      EXPECT_LT(norm(y - z), norm(x - other) + kRoundOff);               // does not expand
      EXPECT_LT(dot(x - y, z - y), kRoundOff * (1 + norm2(x - other)));  // variational inequality
    });
  }
}

TEST(Yield, ProjectionsInAMetricObeyItsInequality) {
  for (const Named& kind : kKinds) {
    each_case(kind, 2000, [&](const AdmissibleSet& set, const Vec3& x, Random& random) {
      const double t = random.uniform(0.2, 4);
      const Vec3 metric{1.5, t, t}, y = project_in_metric(set, metric, x).point,
                                    z = project(set, random_point(random));
      EXPECT_LT(norm(project(set, y) - y), kRoundOff);
      EXPECT_LT(dot(scaled(metric, x - y), z - y), kThousandsOfRoundings * (1 + norm2(x) + norm2(z)));
    });
  }
}

TEST(Yield, DerivativesAreThoseOfTheProjections) {
  for (const Named& kind : kKinds) {
    int far = 0, wrong = 0;
    each_case(kind, 2000, [&](const AdmissibleSet& set, const Vec3& x, Random& random) {
      const double t = random.uniform(0.2, 4), h = 1e-6;
      const Vec3 metric{1, t, t}, d = random_point(random);
      const Vec3 plain = (project(set, x + h * d) - project(set, x - h * d)) / (2 * h);
      const Vec3 other = (project_in_metric(set, metric, x + h * d).point -
                          project_in_metric(set, metric, x - h * d).point) /
                         (2 * h);
      // A kink between the two points shows in both.
      const double slack = 1e-5 * (1 + norm(d));
      ++far;
      wrong += norm(plain - projection_derivative(set, x) * d) > slack ||
               norm(other - project_in_metric(set, metric, x).derivative * d) > slack;
    });
    EXPECT_LT(wrong, far / 500) << kind.name;
  }
}

TEST(Yield, SetsHaveTheLimitsTheirNamesSay) {
  const double far = 100, mu = 0.5, c = 0.3, cap = 2;
  const auto set = [&](SetKind kind, double limit) {
    return AdmissibleSet{.kind = kind, .friction = mu, .cohesion = c, .limit = limit};
  };
  // tension
  for (const SetKind kind : {SetKind::cone, SetKind::cone_ball, SetKind::cone_ellipsoid, SetKind::capped_flat,
                             SetKind::capped_round})
    EXPECT_NEAR(project(set(kind, cap), {-far, 0, 0}).x, -c, kThousandsOfRoundings);
  // shear without normal force: μc of a shifted cone, c √(1 + μ²) with a ball
  const auto holds = [&](SetKind kind, double shear) {
    const Vec3 x{0, shear, 0};
    return norm(project(set(kind, cap), x) - x) < 1e-12;
  };
  const double ball = c * std::sqrt(1 + mu * mu);
  EXPECT_TRUE(holds(SetKind::cone, 0.999 * mu * c) && !holds(SetKind::cone, 1.001 * mu * c));
  EXPECT_TRUE(holds(SetKind::cone_ball, 0.999 * ball) && !holds(SetKind::cone_ball, 1.001 * ball));
  EXPECT_TRUE(holds(SetKind::capped_round, 0.999 * ball) && !holds(SetKind::capped_round, 1.001 * ball));
  // compression
  EXPECT_NEAR(project(set(SetKind::capped_flat, cap), {far, 0, 0}).x, cap, kThousandsOfRoundings);
  EXPECT_NEAR(project(set(SetKind::capped_round, cap), {far, 0, 0}).x, cap + c, kThousandsOfRoundings);
  AdmissibleSet dome = set(SetKind::capped_sphere, cap);
  dome.cohesion = 0;
  EXPECT_NEAR(norm(project(dome, {far, 3, -1})), cap, kThousandsOfRoundings);
  // an ellipsoid with equal axes is a ball
  Random random(3);
  for (int k = 0; k < 500; ++k) {
    const Vec3 x = random_point(random);
    EXPECT_LT(norm(project(set(SetKind::cone_ellipsoid, c), x) - project(set(SetKind::cone_ball, 0), x)),
              kThousandsOfRoundings);
  }
}

// Answers stored beside the sources.
TEST(Yield, ProjectionsAreTheStoredOnes) {
  const std::string path = in_source_tree("../shared/oracles/o04_projections.json");
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "the stored answers are not beside the sources";
  const Tree tree = Tree::from_file(path);
  const auto number = [](const Node& node) { return std::stod(std::string(node.text())); };
  const auto vector = [&](const Node& list) {
    const Node* first = list.first;
    return Vec3{number(*first), number(*first->next), number(*first->next->next)};
  };
  int compared = 0;
  for (const Node* item = tree.root().find("cases")->first; item; item = item->next) {
    const std::string name(item->find("set")->text());
    const double c = number(*item->find("c")), d = number(*item->find("d")), r = number(*item->find("r"));
    AdmissibleSet set{.kind = SetKind::cone, .friction = number(*item->find("mu"))};
    if (name == "shift") set.cohesion = c;
    if (name == "round") set.kind = SetKind::cone_ball, set.cohesion = d;
    if (name == "trunc") set.kind = SetKind::capped_flat, set.limit = r;
    if (name == "shift_trunc") set.kind = SetKind::capped_flat, set.cohesion = c, set.limit = r;
    if (name == "cap_round") set.kind = SetKind::capped_round, set.cohesion = d, set.limit = r;
    if (name == "ball_cap") set.kind = SetKind::capped_sphere, set.limit = r;
    EXPECT_LT(norm(project(set, vector(*item->find("x"))) - vector(*item->find("proj"))), kTensOfRoundings)
        << name;
    ++compared;
  }
  EXPECT_EQ(compared, 28);
}

}  // namespace
}  // namespace cairn
