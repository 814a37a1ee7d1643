#include <gtest/gtest.h>

#include "python_script.h"
#include "results/xdmf.h"
#include "scratch.h"
#include "world_samples.h"

namespace cairn {
namespace {

FrameContacts plain_contacts(std::size_t count) {
  return {std::vector<std::array<Uid, 2>>(count, {2, 3}),
          std::vector<Vec3>(count),
          std::vector<Vec3>(count),
          std::vector<double>(count),
          std::vector<Vec3>(count),
          {},
          {}};
}

// A run of three frames: the number of bodies changes, the second has no contacts, the first none written.
std::vector<FrameItem> write_run(const Scratch& scratch) {
  World world = sample_world(5, 1);
  world.time = 0;
  const std::string path = scratch.file("run.h5");
  RunFile file = RunFile::create(path, world);
  file.append(world, frame_of(world));
  Random random(1);
  add_body(world, random, 0, 0);
  for (const std::size_t count : {0, 7}) {
    world.time += 0.1;
    Frame frame = frame_of(world);
    frame.contacts = plain_contacts(count);
    frame.contacts->ends = link_ends(world, *frame.contacts);
    file.append(world, frame);
  }
  return list_frames(path);
}

TEST(Xdmf, NamesArraysThatExistWithTheirDimensions) {
  CAIRN_NEED_H5PY();
  const Scratch scratch;
  write_xdmf(scratch.folder(), write_run(scratch));
  const ScriptResult bodies = run_python("read_xdmf.py", scratch.file("run.xmf"));
  EXPECT_EQ(bodies.code, 0);
  const std::string values = "velocity,angular_velocity,radius,uid,name_index\n";
  EXPECT_EQ(bodies.output, "grid 0.0 6 " + values + "grid 0.1 7 " + values + "grid 0.2 7 " + values);
  const ScriptResult contacts = run_python("read_xdmf.py", scratch.file("contacts.xmf"));
  EXPECT_EQ(contacts.code, 0);
  const std::string forces = "force,normal,gap,normal_force\n";
  EXPECT_EQ(contacts.output, "grid 0.1 1 " + forces + "grid 0.2 7 " + forces);
  const ScriptResult chains = run_python("read_xdmf.py", scratch.file("chains.xmf"));
  EXPECT_EQ(chains.code, 0);
  EXPECT_EQ(chains.output, contacts.output);
}

TEST(Xdmf, TheCheckNoticesWrongDimensions) {
  CAIRN_NEED_H5PY();
  const Scratch scratch;
  std::vector<FrameItem> items = write_run(scratch);
  items[1].bodies = 6;
  write_xdmf(scratch.folder(), items);
  EXPECT_EQ(run_python("read_xdmf.py", scratch.file("run.xmf")).code, 1);
}

TEST(Xdmf, ContactsAreWrittenOnlyIfThereAreAny) {
  const Scratch scratch;
  const std::vector<FrameItem> items{{.time = 0, .step = 0, .bodies = 3, .contacts = {}}};
  write_xdmf(scratch.folder(), items);
  EXPECT_TRUE(file_exists(scratch.file("run.xmf")));
  EXPECT_FALSE(file_exists(scratch.file("contacts.xmf")));
  EXPECT_FALSE(file_exists(scratch.file("chains.xmf")));
}

TEST(Xdmf, FileNamesAreEscaped) {
  const std::vector<FrameItem> items{{.time = 0, .step = 0, .bodies = 3, .contacts = {}}};
  const std::string text = bodies_xdmf(items, "a<b>&\"c\".h5");
  EXPECT_NE(text.find(">a&lt;b&gt;&amp;&quot;c&quot;.h5:/frames/000000/position<"), std::string::npos)
      << text;
}

}  // namespace
}  // namespace cairn
