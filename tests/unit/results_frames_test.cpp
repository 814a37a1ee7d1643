#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>

#include "base/error.h"
#include "failing_calls.h"
#include "python_script.h"
#include "results/frames.h"
#include "scratch.h"
#include "world_samples.h"

namespace cairn {
namespace {

using Way = FailingCalls::Way;

FrameContacts sample_contacts(std::size_t count, std::uint64_t seed) {
  Random random(seed);
  FrameContacts contacts;
  for (Uid k = 0; k < count; ++k) {
    contacts.bodies.push_back({k + 2, k + 3});
    contacts.point.push_back(random_vector(random));
    contacts.normal.push_back(unit(random_vector(random)));
    contacts.gap.push_back(random.uniform(-1e-3, 0));
    contacts.force.push_back(random_vector(random));
  }
  return contacts;
}

void advance(World& world) {
  ++world.step;
  world.time += 0.5;
  for (Place& place : world.bodies.place) place.position.x += 1;
}

Frame frame_with_contacts(const World& world, std::size_t contacts) {
  Frame frame = frame_of(world);
  frame.contacts = sample_contacts(contacts, world.step);
  frame.contacts->ends = link_ends(world, *frame.contacts);
  return frame;
}

void expect_same(const Frame& a, const Frame& b) {
  EXPECT_EQ(a.time, b.time);
  EXPECT_EQ(a.step, b.step);
  EXPECT_EQ(a.uid, b.uid);
  EXPECT_EQ(a.position, b.position);
  EXPECT_EQ(a.orientation, b.orientation);
  EXPECT_EQ(a.velocity, b.velocity);
  EXPECT_EQ(a.angular_velocity, b.angular_velocity);
  EXPECT_EQ(a.radius, b.radius);
  EXPECT_EQ(a.name_index, b.name_index);
  ASSERT_EQ(a.contacts.has_value(), b.contacts.has_value());
  if (!a.contacts) return;
  EXPECT_EQ(a.contacts->bodies, b.contacts->bodies);
  EXPECT_EQ(a.contacts->point, b.contacts->point);
  EXPECT_EQ(a.contacts->normal, b.contacts->normal);
  EXPECT_EQ(a.contacts->gap, b.contacts->gap);
  EXPECT_EQ(a.contacts->force, b.contacts->force);
  EXPECT_EQ(a.contacts->ends, b.contacts->ends);
}

TEST(Frames, AreSortedByUid) {
  const World world = sample_world(6, 1);
  const Frame frame = frame_of(world);
  EXPECT_EQ(frame.uid, (std::vector<Uid>{0, 2, 3, 4, 5, 6, 7}));
  for (std::size_t k = 0; k < frame.size(); ++k) {
    const std::uint32_t i = world.bodies.local(frame.uid[k]);
    EXPECT_EQ(frame.position[k], world.bodies.place[i].position);
    EXPECT_EQ(frame.angular_velocity[k], world.bodies.motion[i].spin);
  }
  EXPECT_EQ(frame.radius[0], 0);  // the fixed box
  EXPECT_EQ(frame.radius[1], world.bodies.place[world.bodies.local(2)].radius);
  EXPECT_EQ(frame.radius[6], 0);  // the plane
}

TEST(Frames, GroupsRestrictBodiesAndContacts) {
  const World world = sample_world(6, 1);
  const int walls[] = {1};
  EXPECT_EQ(frame_of(world, walls).uid, (std::vector<Uid>{0, 7}));
  FrameContacts contacts = sample_contacts(6, 1);  // (2,3) ... (7,8); there is no body 8
  contacts.bodies[1] = {0, 1};
  const FrameContacts kept = contacts_of_groups(world, contacts, walls);
  EXPECT_EQ(kept.bodies, (std::vector<std::array<Uid, 2>>{{0, 1}, {6, 7}, {7, 8}}));
  EXPECT_EQ(kept.force, (std::vector<Vec3>{contacts.force[1], contacts.force[4], contacts.force[5]}));
}

TEST(Frames, LinksEndAtCentresOfFreeBodiesAndAtWalls) {
  const World world = sample_world(6, 1);  // 0 and 7 are walls
  FrameContacts contacts = sample_contacts(3, 1);
  contacts.bodies = {{2, 3}, {0, 4}, {5, 7}};
  const auto centre = [&](Uid uid) { return world.bodies.place[world.bodies.local(uid)].position; };
  EXPECT_EQ(link_ends(world, contacts), (std::vector<Vec3>{centre(2), centre(3), contacts.point[1], centre(4),
                                                           centre(5), contacts.point[2]}));
  contacts.normal[1] = {0, 0.6, 0.8}, contacts.force[1] = {9, 5, 10};
  EXPECT_DOUBLE_EQ(normal_forces(contacts)[1], 11);
}

// Centres at both ends of a cell: the link does not go through all of it.
TEST(Frames, LinksAcrossThePeriodicCellLeadToTheImage) {
  World world = sample_world(6, 1);
  world.cell.periodic = {1, 1, 1};
  world.cell.edge = {{{10, 0, 0}, {0, 10, 0}, {3, 0, 10}}};
  world.bodies.place[world.bodies.local(2)].position = {1, 2, 4.5};
  world.bodies.place[world.bodies.local(3)].position = {-2, 2, -4.5};
  FrameContacts contacts = sample_contacts(2, 1);
  contacts.bodies = {{2, 3}, {3, 2}};
  contacts.point = {{1, 2, 5}, {-2, 2, -5}};
  EXPECT_EQ(link_ends(world, contacts),
            (std::vector<Vec3>{{1, 2, 4.5}, {1, 2, 5.5}, {-2, 2, -4.5}, {-2, 2, -5.5}}));
}

TEST(Frames, HoldTheCellOfAPeriodicScene) {
  const Scratch scratch;
  const std::string path = scratch.file("run.h5");
  World world = sample_world(6, 1);
  RunFile file = RunFile::create(path, world);
  file.append(world, frame_of(world));
  world.cell.periodic = {1, 0, 0};
  world.cell.edge = {{{10, 0.1, 0}, {0, 11, 1e-300}, {3, 0, 12}}};
  advance(world);
  file.append(world, frame_of(world));
  EXPECT_FALSE(read_frame(path, 0).cell.has_value());
  EXPECT_EQ(read_frame(path, 1).cell, world.cell.edge);
}

TEST(Frames, KeepTheColoursOfGroups) {
  const Scratch scratch;
  const std::string path = scratch.file("run.h5");
  const World world = sample_world(6, 1);
  RunFile::create(path, world, {}, {"", ""}).append(world, frame_of(world));
  EXPECT_TRUE(read_bodies(path).colours.empty()) << "none is given";
  const std::vector<std::string> colours{"", "#ff8800"};
  RunFile::create(path, world, {}, colours).append(world, frame_of(world));
  EXPECT_EQ(read_bodies(path).colours, colours);
  RunFile::reopen(path, 1, 7);
  EXPECT_EQ(read_bodies(path).colours, colours);
}

TEST(Frames, RoundTripIsBitForBit) {
  const Scratch scratch;
  const std::string path = scratch.file("run.h5");
  World world = sample_world(30, 1);
  RunFile file = RunFile::create(path, world);
  EXPECT_TRUE(list_frames(path).empty());
  std::vector<Frame> written;
  for (std::size_t k = 0; k < 4; ++k) {
    written.push_back(k == 0 ? frame_of(world) : frame_with_contacts(world, 5 * (k - 1)));
    file.append(world, written.back());
    advance(world);
  }
  const auto items = list_frames(path);
  ASSERT_EQ(items.size(), 4u);
  for (std::size_t k = 0; k < 4; ++k) {
    expect_same(read_frame(path, k), written[k]);
    EXPECT_EQ(items[k].time, written[k].time);
    EXPECT_EQ(items[k].step, written[k].step);
    EXPECT_EQ(items[k].bodies, 31u);
  }
  EXPECT_FALSE(items[0].contacts.has_value());
  EXPECT_EQ(items[1].contacts, 0u);
  EXPECT_EQ(items[3].contacts, 10u);
  EXPECT_THROW(read_frame(path, 4), InputError);
}

TEST(Frames, BodyTableGrowsWithTheWorld) {
  const Scratch scratch;
  const std::string path = scratch.file("run.h5");
  World world = sample_world(2000, 1);  // more rows than a chunk of the file
  RunFile file = RunFile::create(path, world);
  file.append(world, frame_of(world));
  EXPECT_EQ(read_bodies(path).uid.size(), 2001u);

  Random random(2);
  world.groups.push_back("rain");
  world.shapes.push_back(Drum{0.5, kInfinity, false});
  for (int k = 0; k < 1500; ++k) add_body(world, random, 0, 0);
  file.append(world, frame_of(world));
  const BodyTable table = read_bodies(path);
  ASSERT_EQ(table.uid.size(), 3501u);
  EXPECT_EQ(table.uid.front(), 0u);
  EXPECT_EQ(table.uid.back(), 3501u);
  EXPECT_EQ(table.mass[0], 0);
  EXPECT_EQ(table.mass[3000], mass(world.bodies.inertia[world.bodies.local(table.uid[3000])]));
  EXPECT_EQ(table.names, (std::vector<std::string>{"beads", "wälle", "rain"}));
  ASSERT_EQ(table.shapes.size(), 4u);
  EXPECT_EQ(table.shapes[1].kind, "box");
  EXPECT_EQ(table.shapes[1].parameters, R"({"size": [1, 0.5, 0.25]})");
  EXPECT_EQ(table.shapes[3].parameters, R"({"radius": 0.5, "ends": "closed"})");
}

TEST(Frames, TruncationForgetsWhatCameLater) {
  const Scratch scratch;
  const std::string path = scratch.file("run.h5");
  World world = sample_world(20, 1);
  RunFile file = RunFile::create(path, world);
  for (int k = 0; k < 3; ++k, advance(world)) file.append(world, frame_with_contacts(world, 3));
  const World saved = world;
  Random random(2);
  for (int k = 0; k < 5; ++k) add_body(world, random, 0, 0);
  const Frame lost = frame_of(world);
  file.append(world, lost);
  file.append(world, lost);

  file = RunFile::reopen(path, 3, saved.bodies.local_of_uid.size());
  EXPECT_EQ(list_frames(path).size(), 3u);
  EXPECT_EQ(read_bodies(path).uid.size(), 21u);
  EXPECT_FALSE(file_exists(scratch.file(frame_file(3))));
  file.append(world, lost);
  expect_same(read_frame(path, 3), lost);
  EXPECT_EQ(read_bodies(path).uid.back(), 26u);
  EXPECT_THROW(RunFile::reopen(path, 5, 100), RunError);
  RunFile::reopen(path, 0, 0);
  EXPECT_TRUE(list_frames(path).empty() && read_bodies(path).uid.empty());
}

TEST(Frames, AHalfWrittenLastFrameDoesNotCount) {
  const Scratch scratch;
  const std::string path = scratch.file("run.h5");
  const World world = sample_world(20, 1);
  RunFile file = RunFile::create(path, world);
  file.append(world, frame_of(world));
  write_replacing(scratch.file(frame_file(1)), bytes_of("half a frame"));
  EXPECT_EQ(list_frames(path).size(), 1u);
  EXPECT_THROW(read_frame(path, 1), InputError);
  file.append(world, frame_with_contacts(world, 2));
  expect_same(read_frame(path, 1), frame_with_contacts(world, 2));
  file = RunFile::reopen(path, 1, 100);
  write_replacing(scratch.file(frame_file(1)), bytes_of("half a frame"));
  write_replacing(scratch.file("frames/notes.txt"), bytes_of("the user's"));
  file = RunFile::reopen(path, 1, 100);
  EXPECT_FALSE(file_exists(scratch.file(frame_file(1))));
  EXPECT_TRUE(file_exists(scratch.file("frames/notes.txt")));
}

TEST(Frames, AnyNumberIsCounted) {
  const Scratch scratch;
  const std::string path = scratch.file("run.h5");
  World world = sample_world(1, 1);
  RunFile file = RunFile::create(path, world);
  for (std::size_t count = 1; count <= 35; ++count) {
    file.append(world, frame_of(world));
    ASSERT_EQ(list_frames(path).size(), count);
  }
}

std::string refusal_of(const std::function<void()>& read) {
  try {
    read();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Frames, WhatIsNoRunFileIsAnError) {
  const Scratch scratch;
  const std::string path = scratch.file("run.h5");
  EXPECT_THROW(list_frames(path), InputError);
  write_replacing(path, bytes_of("no HDF5 at all"));
  EXPECT_THROW(list_frames(path), InputError);
  EXPECT_THROW(RunFile::reopen(path, 0, 0), InputError);
  const World world = sample_world(2, 1);
  RunFile::create(path, world).append(world, frame_of(world));
  Bytes bytes = read_file(path);
  bytes.resize(bytes.size() / 2);
  write_replacing(path, bytes);
  const std::string refusal = refusal_of([&] { read_frame(path, 0); });
  EXPECT_NE(refusal.find(path), std::string::npos) << refusal;
}

// Any flip of a bit in the file of a frame or in run.h5 itself is refused, unless it hit the seal of run.h5.
TEST(Frames, FlippedBitsAreNoticed) {
  const Scratch scratch;
  const std::string path = scratch.file("run.h5");
  const World world = sample_world(20, 1);
  RunFile::create(path, world).append(world, frame_of(world));
  Random random(3);
  for (int trial = 0; trial < (is_long_run() ? 10000 : 200); ++trial) {
    const std::string victim = trial % 2 == 0 ? path : scratch.file(frame_file(0));
    const Bytes good = read_file(victim);
    Bytes bytes = good;
    bytes[random.next() % bytes.size()] ^= std::byte{static_cast<unsigned char>(1u << random.next() % 8)};
    write_replacing(victim, bytes);
    const bool in_seal = victim == path && std::ranges::equal(std::span(bytes).first(bytes.size() - 16),
                                                              std::span(good).first(bytes.size() - 16));
    const std::string refusal = refusal_of([&] { read_frame(path, 0); });
    ASSERT_TRUE(in_seal || refusal.find("damaged") != std::string::npos) << trial << ": " << refusal;
    write_replacing(victim, good);
  }
}

// A file that another program has written is read as far as it can be, in bounded time and memory.
TEST(Frames, FilesWithoutASealHarmNobody) {
  const Scratch scratch;
  const std::string path = scratch.file("run.h5");
  const World world = sample_world(20, 1);
  RunFile::create(path, world).append(world, frame_of(world));
  Bytes good = read_file(path);
  good.resize(good.size() - 16);
  write_replacing(path, good);
  EXPECT_EQ(list_frames(path).size(), 1u);
  Random random(5);
  for (int trial = 0; trial < (is_long_run() ? 10000 : 100); ++trial) {
    Bytes bytes = good;
    bytes[random.next() % bytes.size()] ^= std::byte{static_cast<unsigned char>(1u << random.next() % 8)};
    write_replacing(path, bytes);
    refusal_of([&] { list_frames(path); });
  }
}

TEST(Frames, LinksInTheFolderAreNotFollowed) {
  const Scratch scratch;
  const std::string path = scratch.file("run.h5");
  const World world = sample_world(2, 1);
  RunFile::create(path, world).append(world, frame_of(world));
  std::filesystem::rename(path, scratch.file("real.h5"));
  std::filesystem::create_symlink("real.h5", path);
  EXPECT_THROW(list_frames(path), InputError);
  std::filesystem::rename(scratch.file("real.h5"), path);
  std::filesystem::rename(scratch.file("frames"), scratch.file("others"));
  std::filesystem::create_symlink("others", scratch.file("frames"));
  EXPECT_THROW(read_frame(path, 0), InputError);
  EXPECT_THROW(RunFile::reopen(path, 0, 0), InputError);
  EXPECT_TRUE(file_exists(scratch.file("others/000000.h5")));
}

TEST(Frames, NoFailingCallLosesAFrame) {
  const World world = sample_world(300, 1);
  World later = world;
  advance(later);
  for (const Way way : {Way::once, Way::for_good, Way::cut_short}) {
    int at = 0;
    for (;; ++at) {
      const Scratch scratch;
      const std::string path = scratch.file("run.h5");
      RunFile file = RunFile::create(path, world);
      file.append(world, frame_of(world));
      const FailingCalls calls(way, at, ENOSPC);
      bool done = true;
      try {
        file.append(later, frame_of(later), calls);
      } catch (const RunError&) {
        done = false;
      }
      if (at >= calls.count()) break;
      const std::size_t count = list_frames(path).size();
      ASSERT_TRUE(count == 2 || (count == 1 && !done)) << "call " << at;
      expect_same(read_frame(path, 0), frame_of(world));
      file = RunFile::reopen(path, count, 1000);
      file.append(later, frame_of(later));
      expect_same(read_frame(path, count), frame_of(later));
    }
    EXPECT_EQ(at, 8) << "open, write, close and rename of a frame and of run.h5";
  }
}

// Three frames, of which a resumed run keeps two.
TEST(Frames, NoFailingCallOfAResumeLosesAFrame) {
  const World world = sample_world(30, 1);
  for (const Way way : {Way::once, Way::for_good, Way::cut_short}) {
    for (int at = 0;; ++at) {
      const Scratch scratch;
      const std::string path = scratch.file("run.h5");
      RunFile file = RunFile::create(path, world);
      for (int k = 0; k < 3; ++k) file.append(world, frame_of(world));
      const FailingCalls calls(way, at, ENOSPC);
      try {
        RunFile::reopen(path, 2, 1000, calls);
      } catch (const RunError&) {
      }
      if (at >= calls.count()) {
        EXPECT_EQ(at, 5) << "open, write, close and rename of run.h5, unlink of a frame";
        break;
      }
      const std::size_t count = list_frames(path).size();
      ASSERT_TRUE(count == 2 || count == 3) << "call " << at;
      for (std::size_t k = 0; k < count; ++k) expect_same(read_frame(path, k), frame_of(world));
    }
  }
}

// A file of a terabyte without contents costs neither memory nor time.
TEST(Frames, FilesFullOfHolesAreRefused) {
  const Scratch scratch;
  const std::string path = scratch.file("run.h5");
  write_replacing(path, bytes_of("x"));
  std::error_code failed;
  std::filesystem::resize_file(path, std::uintmax_t{1} << 40u, failed);
  if (failed) GTEST_SKIP() << "no such files here: " << failed.message();
  EXPECT_THROW(list_frames(path), InputError);
}

TEST(Frames, KilledProcessesLoseNoFrame) {
  Random random(11);
  const World world = sample_world(100, 1);
  const int trials = is_long_run() ? 1000 : 40;
  for (int trial = 0; trial < trials; ++trial) {
    const Scratch scratch;
    const std::string path = scratch.file("run.h5");
    RunFile file = RunFile::create(path, world);
    const int least = static_cast<int>(random.next() % 12);
    const auto moment = static_cast<unsigned>(random.uniform(0, 1500));
    const auto written = static_cast<std::size_t>(count_until_killed(least, moment, [&](int k) {
      World now = world;
      now.time = k;
      file.append(now, frame_with_contacts(now, 3));
    }));
    ASSERT_GE(written, static_cast<std::size_t>(least));
    const std::vector<FrameItem> items = list_frames(path);
    const std::size_t count = items.size();
    ASSERT_TRUE(count == written || count == written + 1)
        << "trial " << trial << ": " << written << " " << count;
    for (std::size_t k = 0; k < count; ++k)
      ASSERT_EQ(read_frame(path, k, items[k]).time, static_cast<double>(k));
    RunFile::reopen(path, count, 1000).append(world, frame_of(world));
    EXPECT_EQ(list_frames(path).size(), count + 1);
  }
}

// What read_run.py should print.
std::string number(double x) { return x == 0 ? "0.0" : fmt::format("{}", x); }
std::string numbers(const Vec3& a) { return number(a.x) + "," + number(a.y) + "," + number(a.z); }

TEST(Frames, H5pyReadsThemAsPromised) {
  CAIRN_NEED_H5PY();
  const Scratch scratch;
  const std::string path = scratch.file("run.h5");
  World world = sample_world(3, 1);
  RunFile file = RunFile::create(path, world);
  const Frame first = frame_of(world);
  file.append(world, first);
  advance(world);
  const Frame second = frame_with_contacts(world, 4);
  file.append(world, second);
  file.append(world, frame_with_contacts(world, 0));

  const BodyTable table = read_bodies(path);
  std::string expected;
  for (std::size_t k = 0; k < table.uid.size(); ++k) {
    const ShapeText& shape = table.shapes[static_cast<std::size_t>(table.shape_index[k])];
    std::string parameters = shape.kind == "sphere" ? R"({"radius": 0})" : shape.parameters;
    expected += fmt::format("body {} {} {} {} {} {}\n", table.uid[k],
                            table.names[static_cast<std::size_t>(table.name_index[k])], shape.kind,
                            number(table.mass[k]), number(table.radius[k]), parameters);
  }
  expected +=
      fmt::format("frame 000000 {} 4711 4 - {} -\n", number(first.time), numbers(first.position.back()));
  expected += fmt::format("frame 000001 {} 4712 4 4 {} {}\n", number(second.time),
                          numbers(second.position.back()), numbers(second.contacts->force.back()));
  expected +=
      fmt::format("frame 000002 {} 4712 4 0 {} -\n", number(second.time), numbers(second.position.back()));
  const ScriptResult result = run_python("read_run.py", path);
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(result.output, expected);
}

}  // namespace
}  // namespace cairn
