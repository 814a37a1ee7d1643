// Joints that cannot be satisfied, and joints that only say the same twice, named by what one would see.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "base/error.h"
#include "program/program.h"
#include "simulate.h"
#include "step/joint_rows.h"

namespace cairn::test {
namespace {

constexpr double kDrift = 1e-6;              // m: points of a joint before they are brought together
constexpr double kGenerousForAJoint = 1e-4;  // m of a tenth, which comes out to round-off

using namespace cairn::program;

const std::vector<std::string> kMethods{"{implicit: {law: coulomb}}",
                                        "{implicit: {law: coulomb, solver: apgd}}",
                                        "{explicit: {law: hooke, stiffness: 1e4}}"};

std::string scene(const std::string& method, const std::string& bodies_and_joints, double end = 0.1) {
  return fmt::format(
      "gravity: [0, 0, -9.81]\nmaterials: {{steel: {{density: 1000, friction: 0.5}}}}\nmethod: {}\n"
      "time: {{step: 1 ms, end: {}, allow_unstable: true}}\n{}",
      method, end, bodies_and_joints);
}

const std::string kBob =
    "bodies: [{name: bob, material: steel, shape: {sphere: {radius: 0.1}}, position: [0.5, 0, "
    "0]}]\njoints:\n";
const std::string kHinge =
    "  - {revolute: {name: hinge, bodies: [bob, ground], point: [0, 0, 0], axis: [0, 1, 0]";

int unconverged(SceneRun& run) {
  int count = 0;
  while (!run.simulation.done()) {
    run.simulation.advance();
    count += !run.simulation.report().solve.converged;
  }
  return count;
}

// Restitution belongs to contacts alone; rows of joints stand behind them in the same problem.
TEST(Joints, StandBesideContactsAtTheVelocityLevel) {
  for (const char* solver : {"pgs", "nlgs", "apgd", "newton", "interior_point", "auto"})
    for (const char* law : {"frictionless", "cone", "coulomb"}) {
      SceneRun run(
          scene(fmt::format("{{implicit: {{law: {}, solver: {}, level: velocity}}}}", law, solver),
                "bodies:\n"
                "  - {name: floor, material: steel, shape: plane, position: [0, 0, -0.01], fixed: true}\n"
                "  - {name: ball, material: steel, shape: {sphere: {radius: 0.01}}}\n"
                "  - {name: bob, material: steel, shape: {sphere: {radius: 0.01}}, position: [0.1, 0, 0.1]}\n"
                "joints: [{ball: {bodies: [bob, ground], point: [0.1, 0, 0.15]}}]\n",
                0.02));
      run.to_end();
      const double kTolerance = 1e-5;  // of the solvers, over the sizes of the scene
      EXPECT_NEAR(run.position(1).z, 0, kTolerance) << law << " " << solver;
      EXPECT_LT(norm(run.position(2) - Vec3{0.1, 0, 0.1}), kTolerance) << law << " " << solver;
    }
}

// A bob on a hinge half a metre away, and a rod that would need it elsewhere.
TEST(JointIssues, ARodOfUnreachableLengthThrowsItsBodyAway) {
  const std::vector<std::string> rods{
      "  - {distance: {name: rod, bodies: [bob, ground], point: [0.5, 0, 0], to: [0, 0, 0], length: 3 m}}\n",
      "  - {distance: {name: rod, bodies: [bob, ground], point: [0.5, 0, 0], to: [0, 0, 1], length: 9 m}}\n",
      "  - {distance: {name: rod, bodies: [bob, ground], point: [0.5, 0, 0], to: [0, 0, 1], length: 0.1 "
      "m}}\n",
  };
  for (const std::string& method : kMethods) {
    for (const std::string& rod : rods) {
      try {
        SceneRun run(scene(method, kBob + kHinge + "}}\n" + rod));
        ADD_FAILURE() << method << rod;
      } catch (const InputError& error) {
        const std::string message = error.what();
        EXPECT_NE(message.find("'rod'"), std::string::npos) << message;
        EXPECT_NE(message.find("test.yaml:8:"), std::string::npos) << message;
        EXPECT_NE(message.find(" m "), std::string::npos) << message;
      }
    }
  }
}

TEST(JointIssues, TwoRodsOfDifferentLengthsBetweenTheSamePointsRun) {
  const std::string rod =
      "  - {distance: {bodies: [bob, ground], point: [0.5, 0, 0], to: [0, 0, 0], length: ";
  for (const std::string& method : kMethods)
    EXPECT_THROW(SceneRun run(scene(method, kBob + rod + "0.5 m}}\n" + rod + "0.6 m}}\n")), InputError)
        << method;
}

// At a dead centre no small step brings the rod nearer to its length.
TEST(JointIssues, AReachableRodIsRefusedAtADeadCentre) {
  EXPECT_NO_THROW(SceneRun run(scene(kMethods[0], kBob + kHinge +
                                                      "}}\n  - {distance: {bodies: [bob, ground], point: "
                                                      "[0.5, 0, 0], to: [1, 0, 0], length: 0.6 m}}\n")));
}

// A rod that the bob can reach by turning about its hinge is no contradiction.
TEST(JointIssues, AReachableRodIsRefused) {
  for (const std::string& method : kMethods) {
    SceneRun run(scene(method, kBob + kHinge +
                                   "}}\n  - {distance: {bodies: [bob, ground], point: [0.5, 0, 0], to: [0, "
                                   "0, 1], length: 1.1 m}}\n"));
    EXPECT_EQ(unconverged(run), 0) << method;
    EXPECT_NEAR(norm(run.position(0) - Vec3{0, 0, 1}), 1.1, kDrift) << method;
  }
}

// Rows of joints that are asked for nothing: in free fall, and when a contact loads the joint.
TEST(JointIssues, FreelyFallingJointedBallsEndTheRun) {
  for (const char* solver : {"nlgs", "pgs", "newton", "auto"}) {
    SceneRun run(fmt::format(R"yaml(
gravity: [0, 0, -9.81]
materials: {{steel: {{density: 2500, friction: 0.5, restitution: 0.5}}}}
method: {{implicit: {{law: coulomb, solver: {}}}}}
time: {{step: 1e-3, end: 0.4}}
bodies:
  - {{name: a, material: steel, shape: {{sphere: {{radius: 0.006}}}}, position: [0, 0, 0.5], velocity: [1, 0, 0]}}
  - {{name: b, material: steel, shape: {{sphere: {{radius: 0.006}}}}, position: [0.1, 0, 0.5]}}
  - {{name: floor, material: steel, shape: {{plane: {{}}}}, position: [0, 0, 0], fixed: true}}
joints: [{{ball: {{bodies: [a, b], point: [0.05, 0, 0.5]}}}}]
)yaml",
                             solver));
    EXPECT_EQ(unconverged(run), 0) << solver;
    EXPECT_NEAR(norm(run.position(0) - run.position(1)), 0.1, kGenerousForAJoint) << solver;
  }
}

TEST(JointIssues, TwoMotorsThatContradictEachOtherRunInSilence) {
  for (const std::string& method : kMethods) {
    SceneRun run(
        scene(method, kBob + kHinge + ", motor: {speed: 1}}}\n" +
                          "  - {revolute: {name: other, bodies: [bob, ground], point: [0, 0, 0], axis: [0, "
                          "1, 0], motor: {speed: 2}}}\n"));
    EXPECT_GE(unconverged(run), 99) << method;
    std::string all;
    for (const std::string& warning : run.simulation.warnings()) all += warning + "\n";
    EXPECT_NE(all.find("cannot be met"), std::string::npos) << method << all;
    EXPECT_NE(all.find("did not converge"), std::string::npos) << method << all;
  }
}

TEST(JointIssues, AContradictionThatComesLaterIsNotTold) {
  for (const std::string& method : kMethods) {
    SceneRun run(scene(
        method, kBob + kHinge + ", motor: {speed: 1}}}\n" +
                    "  - {revolute: {name: other, bodies: [bob, ground], point: [0, 0, 0], axis: [0, 1, 0], "
                    "motor: {speed: '1 + 20*max(0, t - 0.05)'}}}\n"));
    const int count = unconverged(run);
    EXPECT_GE(count, 40) << method;
    EXPECT_LE(count, 51) << method;
  }
}

// A rope that ends before a strut begins.
TEST(JointIssues, LimitsThatLeaveNoRoomAreNotTold) {
  const std::string rod =
      "  - {distance: {bodies: [bob, ground], point: [0.5, 0, 0], to: [0, 0, 0], limit: {";
  const std::string slide =
      "  - {slider: {bodies: [bob, ground], point: [0.5, 0, 0], axis: [1, 0, 0], motor: {position: "
      "'2*t'}}}\n";
  for (const std::string& method : kMethods) {
    SceneRun run(scene(method, kBob + slide + rod + "max: 0.55 m}}}\n"));
    EXPECT_GE(unconverged(run), 50) << method;
  }
}

// --- Joints that say the same twice.
TEST(JointIssues, RedundantJointsCountAsContradictions) {
  const std::string doubled_hinge =
      kBob + kHinge + "}}\n" + "  - {revolute: {bodies: [bob, ground], point: [0, 0, 0], axis: [0, 1, 0]}}\n";
  const std::string doubled_motor =
      kBob + kHinge + ", motor: {speed: 1}}}\n" +
      "  - {revolute: {bodies: [bob, ground], point: [0, 0, 0], axis: [0, 1, 0], motor: {speed: 1}}}\n";
  // A parallelogram, with a bar more in the middle and rods along two of the bars.
  const std::string four_bar = R"yaml(
bodies:
  - {name: left, material: steel, shape: {box: {size: [0.02, 0.02, 0.4]}}, position: [0, 0, 0.2]}
  - {name: right, material: steel, shape: {box: {size: [0.02, 0.02, 0.4]}}, position: [1, 0, 0.2]}
  - {name: middle, material: steel, shape: {box: {size: [0.02, 0.02, 0.4]}}, position: [0.5, 0, 0.2]}
  - {name: top, material: steel, shape: {box: {size: [1, 0.02, 0.02]}}, position: [0.5, 0, 0.4]}
collide: {except: [[left, top], [right, top], [middle, top]]}
joints:
  - {revolute: {name: crank, bodies: [left, ground], point: [0, 0, 0], axis: [0, 1, 0], motor: {speed: 2}}}
  - {revolute: {bodies: [right, ground], point: [1, 0, 0], axis: [0, 1, 0]}}
  - {revolute: {bodies: [middle, ground], point: [0.5, 0, 0], axis: [0, 1, 0]}}
  - {revolute: {bodies: [top, left], point: [0, 0, 0.4], axis: [0, 1, 0]}}
  - {revolute: {bodies: [top, right], point: [1, 0, 0.4], axis: [0, 1, 0]}}
  - {revolute: {bodies: [top, middle], point: [0.5, 0, 0.4], axis: [0, 1, 0]}}
  - {distance: {bodies: [top, ground], point: [0, 0, 0.4], to: [0, 0, 0]}}
  - {distance: {bodies: [top, ground], point: [1, 0, 0.4], to: [1, 0, 0], length: 0.4 m}}
)yaml";
  for (const std::string& method : kMethods) {
    for (const std::string& joints : {doubled_hinge, doubled_motor, four_bar}) {
      SceneRun run(scene(method, joints, 0.5));
      EXPECT_EQ(unconverged(run), 0) << method << joints;
      EXPECT_LT(norm(sides_of(run.world(), run.world().joints[0]).apart), kDrift) << method << joints;
    }
  }
}

// --- The program.
TEST(JointIssues, TheProgramEndsWellWithJointsThatCanNotBeMet) {
  const TemporaryFolder folder;
  const std::string motors =
      kBob + kHinge + ", motor: {speed: 1}}}\n" +
      "  - {revolute: {bodies: [bob, ground], point: [0, 0, 0], axis: [0, 1, 0], motor: {speed: 2}}}\n";
  for (const std::string method : {"{implicit: {law: coulomb, on_failure: stop}}",
                                   "{explicit: {law: hooke, stiffness: 1e4, on_failure: stop}}"}) {
    folder.write("motors.yaml", scene(method, motors));
    const Outcome outcome = cairn(folder, {"run", "motors.yaml", "-q", "--force"});
    EXPECT_EQ(outcome.code, 4) << method << outcome.err;
    EXPECT_NE(outcome.err.find("did not converge"), std::string::npos) << outcome.err;
  }
  folder.write(
      "rod.yaml",
      scene("{implicit: {law: coulomb}}",
            kBob + kHinge +
                "}}\n  - {distance: {name: rod, bodies: [bob, ground], point: [0.5, 0, 0], to: [0, 0, 0], "
                "length: 3 m}}\n"));
  const Outcome refused = cairn(folder, {"run", "rod.yaml", "-q"});
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.err.find("rod.yaml:8:"), std::string::npos) << refused.err;
  EXPECT_NE(refused.err.find("3 m"), std::string::npos) << refused.err;
}

}  // namespace
}  // namespace cairn::test
