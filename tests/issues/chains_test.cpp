// Pictures of contacts in a periodic cell, named by what one would see.
#include <gtest/gtest.h>

#include <string>

#include "draw/frame_picture.h"
#include "program/program.h"
#include "results/frames.h"

namespace cairn::program {
namespace {

// Grains in a cell that is compressed and sheared, so that many contacts lie across its faces.
std::string cell_scene(const std::string& method) {
  return "gravity: [0, 0, 0]\nmaterials: {glass: {density: 2500, friction: 0.4, restitution: 0.3}}\n" +
         method + R"yaml(
periodic: {min: [0, 0, 0], max: [1, 1, 1], strain_rate: [-1, -1, -1], shear_rate: {xz: 2}}
bodies:
  - {name: grains, material: glass, shape: {sphere: {radius: 0.1}}, position: [0.11, 0.11, 0.11], lattice: {kind: cubic, spacing: 0.2, counts: [5, 5, 5]}}
output: {frames: 5 ms, contacts: true}
)yaml";
}

TEST(Chains, RodsCrossTheWholeCell) {
  for (const std::string method :
       {"method: {explicit: {law: hooke, stiffness: 1e6}}\ntime: {step: 1e-4, end: 20 ms}\n",
        "method: {implicit: {law: coulomb, max_iterations: 50}}\ntime: {step: 5e-4, end: 20 ms}\n"}) {
    const TemporaryFolder folder;
    folder.write("cell.yaml", cell_scene(method));
    const Outcome run = cairn(folder, {"run", "cell.yaml"});
    ASSERT_EQ(run.code, 0) << run.err;
    const std::string path = (folder.path() / "cell.run/run.h5").string();
    const BodyTable bodies = read_bodies(path);
    const Frame frame = read_frame(path, list_frames(path).size() - 1);
    ASSERT_TRUE(frame.contacts);
    // What chains.xmf shows, and pictures by force and by chains.
    ASSERT_EQ(frame.contacts->ends.size(), 2 * frame.contacts->size());
    EXPECT_GT(frame.contacts->size(), 100u);
    constexpr double kLongest = 0.2 * 1.02;  // r_A + r_B and a little motion since the contact was found
    for (std::size_t k = 0; k < frame.contacts->size(); ++k)
      EXPECT_LE(norm(frame.contacts->ends[2 * k] - frame.contacts->ends[2 * k + 1]), kLongest);
    for (const ColourBy by : {ColourBy::force, ColourBy::chains}) {
      const Picture picture = frame_picture(bodies, frame, by, "");
      EXPECT_GT(picture.links.size(), 100u);
      for (const auto& link : picture.links) EXPECT_LE(norm(link.b - link.a), kLongest);
    }
  }
}

}  // namespace
}  // namespace cairn::program
