// What a run leaves behind and says, and what the other commands print.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "base/version.h"
#include "places.h"
#include "program/program.h"

namespace cairn::program {
namespace {

constexpr double kVolumeOfABead = 4.19e-9;  // m³
constexpr double kSameBed = 0.1;            // contacts per sphere: a few pairs touch in one program alone

using testing::Test;

std::vector<std::string> lines_with(const std::string& text, const std::string& begin) {
  std::vector<std::string> found;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(begin)) found.push_back(line);
  }
  return found;
}

const std::string kOutput = R"(output: {frames: 4 ms, contacts: true}
measure:
  energy: {energy: {}, every: 1 ms}
)";

TEST(Run, LeavesEveryFileOfTheContract) {
  const TemporaryFolder folder;
  folder.write("beads.yaml", beads_scene(20, 0.01, "output: {frames: 4 ms, contacts: true}\n"));
  const Outcome outcome = cairn(folder, {"run", "beads.yaml", "-j", "1"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  for (const char* name : {"scene.yaml", "summary.json", "series.csv", "run.h5", "run.xmf", "contacts.xmf",
                           "chains.xmf", "checkpoint", "checkpoint.previous", "run.log"}) {
    EXPECT_TRUE(folder.has(std::string("beads.run/") + name)) << name;
  }
  EXPECT_FALSE(folder.has("beads.run.new"));
  for (const std::string& name : folder.list()) EXPECT_FALSE(name.ends_with(".new")) << name;

  const std::string summary = folder.read("beads.run/summary.json");
  EXPECT_EQ(json_value(summary, "title"), "\"Beads\"");
  EXPECT_EQ(json_value(summary, "steps"), "1000");
  EXPECT_EQ(json_value(summary, "bodies"), "21");
  EXPECT_EQ(json_value(summary, "command"), "\"cairn run beads.yaml -j 1\"");
  EXPECT_TRUE(json_value(summary, "state_hash").starts_with("\"0x"));
  EXPECT_NE(json_value(summary, "stop_reason"), "");
}

TEST(Run, PythonReadsTheResults) {
  const TemporaryFolder folder;
  if (run_other(folder, {"/usr/bin/python3", "-c", "import h5py"}).code != 0) GTEST_SKIP() << "no h5py";
  folder.write("beads.yaml", beads_scene(20, 0.1, "output: {frames: 40 ms, contacts: true}\n"));
  ASSERT_EQ(cairn(folder, {"run", "beads.yaml", "-q"}).code, 0);
  const std::string scripts = in_source_tree("tests/python/");
  const Outcome run = run_other(folder, {"/usr/bin/python3", scripts + "read_run.py", "beads.run/run.h5"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(lines_with(run.out, "frame ").size(), 4u) << run.out;
  EXPECT_EQ(lines_with(run.out, "body ").size(), 21u) << run.out;
  for (const char* file : {"beads.run/run.xmf", "beads.run/contacts.xmf", "beads.run/chains.xmf"}) {
    const Outcome xdmf = run_other(folder, {"/usr/bin/python3", scripts + "read_xdmf.py", file});
    EXPECT_EQ(xdmf.code, 0) << xdmf.err;
    EXPECT_EQ(lines_with(xdmf.out, "").size(), 4u) << xdmf.out;
  }
}

TEST(Run, SaysWhatGoesOnAndLogsIt) {
  const TemporaryFolder folder;
  folder.write("beads.yaml", beads_scene(20, 0.01));
  const Outcome outcome = cairn(folder, {"run", "beads.yaml", "-j", "1"});
  for (const char* words : {"t [s]", "contacts", "kinetic energy", "steps/s", "particle-steps/s",
                            "state hash", "Results: beads.run"}) {
    EXPECT_NE(outcome.out.find(words), std::string::npos) << words;
  }
  EXPECT_EQ(outcome.out.find('\r'), std::string::npos) << "no bar without a terminal";
  EXPECT_EQ(outcome.out, folder.read("beads.run/run.log"));
  EXPECT_EQ(outcome.err, "");
}

// The quantity behind a name in the closing lines of a run.
std::string closing(const std::string& text, const std::string& name) {
  const std::vector<std::string> lines = lines_with(text, "  " + name + " ");
  if (lines.size() != 1) return fmt::format("{} lines begin with {}", lines.size(), name);
  return lines[0].substr(lines[0].find_first_not_of(' ', 2 + name.size()));
}

TEST(Run, EndsWithItsEnergyBudgetAndItsTroubles) {
  const TemporaryFolder folder;
  folder.write("beads.yaml", beads_scene(20, 0.1));
  const Outcome first = cairn(folder, {"run", "beads.yaml", "-j", "1", "--until", "50 ms"});
  ASSERT_EQ(first.code, 0) << first.err;
  const Outcome outcome = cairn(folder, {"resume", "beads.run", "--until", "100 ms"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  for (const std::string& out : {first.out, outcome.out}) {
    EXPECT_TRUE(closing(out, "energy stored").ends_with(" J at the start")) << out;
    EXPECT_NE(closing(out, "energy lost").find("damping "), std::string::npos) << out;
    EXPECT_EQ(closing(out, "work of drives"), "0 J");
    EXPECT_EQ(closing(out, "energy exchanged"), "0 J");
    EXPECT_NE(closing(out, "imbalance").find(" % of the "), std::string::npos) << out;
    EXPECT_TRUE(closing(out, "largest overlap").ends_with(" % of the smaller radius")) << out;
    EXPECT_EQ(closing(out, "fallbacks"), "0");
    EXPECT_TRUE(lines_with(out, "  unconverged").empty()) << "an explicit method has no solver";
  }
  const std::string summary = folder.read("beads.run/summary.json");
  // Beads that land at this speed overlap by more than a tenth.
  EXPECT_EQ(closing(first.out, "warnings"), "0");
  EXPECT_EQ(closing(outcome.out, "warnings"), "1");
  EXPECT_NE(summary.find("warning: an overlap of"), std::string::npos);
  const double received = std::stod(json_value(summary, "received")),
               imbalance = std::stod(json_value(summary, "imbalance"));
  // 20 beads of 2 mm fall by less than 40 mm.
  EXPECT_GT(received, 0);
  EXPECT_LT(received, 20 * 2500 * kVolumeOfABead * 9.81 * 0.04);
  EXPECT_LT(std::abs(imbalance), 0.02 * received);
}

TEST(Run, EndsWithTheShareOfUnconvergedSteps) {
  const TemporaryFolder folder;
  folder.write("beads.yaml", beads_scene(20, 0.1));
  const Outcome outcome =
      cairn(folder, {"run", "beads.yaml", "-j", "1", "--set", "time.step=1 ms", "--set",
                     "time.allow_overlap=true", "--set",
                     "method={implicit: {law: coulomb, solver: nlgs, max_iterations: 1, tolerance: 1e-14}}"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const std::string count = json_value(folder.read("beads.run/summary.json"), "unconverged_steps");
  EXPECT_NE(count, "0");
  EXPECT_EQ(closing(outcome.out, "unconverged steps"), fmt::format("{0} of 100, {0} %", count));
  EXPECT_NE(closing(outcome.out, "warnings"), "0");
}

TEST(Run, ShowsABarOnATerminal) {
  const TemporaryFolder folder;
  folder.write("beads.yaml", beads_scene(200, 0.5));
  const Outcome outcome = cairn_on_terminal(folder, {"run", "beads.yaml", "-j", "1"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_NE(outcome.out.find("\r["), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("ETA"), std::string::npos);
  EXPECT_NE(outcome.out.find("\r\033[K"), std::string::npos) << "the bar is cleared before a line";
  EXPECT_EQ(folder.read("beads.run/run.log").find('\r'), std::string::npos) << "the log has no bar";
  for (std::size_t at = 0; (at = outcome.out.find("\r[", at)) != std::string::npos; ++at) {
    EXPECT_LE(outcome.out.find('\033', at) - at, 100u) << "the bar fits the terminal";
  }
}

TEST(Run, QuietSaysNothingButLogs) {
  const TemporaryFolder folder;
  folder.write("beads.yaml", beads_scene(5, 0.001));
  const Outcome outcome = cairn(folder, {"run", "beads.yaml", "--quiet"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.out + outcome.err, "");
  EXPECT_NE(folder.read("beads.run/run.log").find("state hash"), std::string::npos);
}

TEST(Run, PrintsHashesAtFramesAndEnd) {
  const TemporaryFolder folder;
  folder.write("beads.yaml", beads_scene(20, 0.01, "output: {frames: 4 ms}\n"));
  const Outcome one = cairn(folder, {"run", "beads.yaml", "--hash", "--quiet", "-j", "1", "-o", "one"});
  const Outcome three = cairn(folder, {"run", "beads.yaml", "--hash", "--quiet", "-j", "3", "-o", "three"});
  const std::vector<std::string> hashes = lines_with(one.out, "hash ");
  ASSERT_EQ(hashes.size(), 4u) << one.out;
  EXPECT_TRUE(hashes[0].starts_with("hash 0 0x"));
  EXPECT_TRUE(hashes[1].starts_with("hash 400 0x"));
  EXPECT_TRUE(hashes[2].starts_with("hash 800 0x"));
  EXPECT_TRUE(hashes[3].starts_with("hash 1000 0x"));
  EXPECT_EQ(one.out, three.out) << "any number of threads gives the same bits";
  EXPECT_EQ(json_value(folder.read("one/summary.json"), "state_hash"), "\"" + hashes[3].substr(10) + "\"");
}

TEST(Run, ReplacesOnlyItsOwnFilesWithForce) {
  const TemporaryFolder folder;
  folder.write("beads.yaml", beads_scene(5, 0.001));
  ASSERT_EQ(cairn(folder, {"run", "beads.yaml", "-q"}).code, 0);
  const Outcome again = cairn(folder, {"run", "beads.yaml", "-q"});
  EXPECT_EQ(again.code, 2);
  EXPECT_NE(again.err.find("--force"), std::string::npos);

  folder.write("beads.run/notes.txt", "mine\n");
  const Outcome forced = cairn(folder, {"run", "beads.yaml", "-q", "--force", "--set", "time.end=2 ms"});
  EXPECT_EQ(forced.code, 0) << forced.err;
  EXPECT_EQ(folder.read("beads.run/notes.txt"), "mine\n");
  EXPECT_EQ(json_value(folder.read("beads.run/summary.json"), "steps"), "200");
}

TEST(Run, KeepsOldResultsUntilTheNewOnesBegin) {
  const TemporaryFolder folder;
  folder.write("beads.yaml", beads_scene(50, 0.001));
  ASSERT_EQ(cairn(folder, {"run", "beads.yaml", "-q"}).code, 0);
  const std::vector<std::string> before = folder.list();
  const std::string summary = folder.read("beads.run/summary.json");
  // The disk is full before the first frame is written.
  const Outcome outcome = cairn(folder, {"run", "beads.yaml", "-q", "--force"}, {.file_bytes = 2000});
  EXPECT_EQ(outcome.code, 3) << outcome.err;
  EXPECT_EQ(folder.list(), before);
  EXPECT_EQ(folder.read("beads.run/summary.json"), summary);
}

TEST(Run, WorksInALinkedFolder) {
  const TemporaryFolder folder;
  folder.write("beads.yaml", beads_scene(5, 0.001));
  std::filesystem::create_directory(folder.path() / "disk");
  std::filesystem::create_directory_symlink(folder.path() / "disk", folder.path() / "beads.run");
  for (const char* force : {"-q", "--force"}) {
    ASSERT_EQ(cairn(folder, {"run", "beads.yaml", "-q", force}).code, 0);
    EXPECT_TRUE(std::filesystem::is_symlink(folder.path() / "beads.run"));
    EXPECT_TRUE(folder.has("disk/summary.json"));
  }
}

TEST(Run, TakesAnEmptyFolderAndMakesParents) {
  const TemporaryFolder folder;
  folder.write("beads.yaml", beads_scene(5, 0.001));
  std::filesystem::create_directory(folder.path() / "empty");
  EXPECT_EQ(cairn(folder, {"run", "beads.yaml", "-q", "-o", "empty"}).code, 0);
  EXPECT_TRUE(folder.has("empty/summary.json"));
  EXPECT_EQ(cairn(folder, {"run", "beads.yaml", "-q", "-o", "a/b/c.run/"}).code, 0);
  EXPECT_TRUE(folder.has("a/b/c.run/summary.json"));
}

TEST(Run, ResolvedSceneRunsToTheSameState) {
  const TemporaryFolder folder;
  folder.write("beads.yaml", beads_scene(20, 0.005));
  ASSERT_EQ(cairn(folder, {"run", "beads.yaml", "-q", "--set", "time.step=20us", "-o", "first"}).code, 0);
  const Outcome again = cairn(folder, {"run", "first/scene.yaml", "-q", "-o", "second"});
  ASSERT_EQ(again.code, 0) << again.err;
  const std::string hash = json_value(folder.read("first/summary.json"), "state_hash");
  EXPECT_NE(hash, "");
  EXPECT_EQ(json_value(folder.read("second/summary.json"), "state_hash"), hash);
  EXPECT_EQ(json_value(folder.read("second/summary.json"), "steps"), "250");
}

TEST(Run, UntilTakesUnitsAndGoesFurtherAfterwards) {
  const TemporaryFolder folder;
  folder.write("beads.yaml", beads_scene(10, 0.004));
  ASSERT_EQ(cairn(folder, {"run", "beads.yaml", "-q", "-o", "whole"}).code, 0);
  ASSERT_EQ(cairn(folder, {"run", "beads.yaml", "-q", "-o", "parts", "--until", "1 ms"}).code, 0);
  EXPECT_EQ(json_value(folder.read("parts/summary.json"), "steps"), "100");
  ASSERT_EQ(cairn(folder, {"resume", "parts", "-q", "--until", "2e-3"}).code, 0);
  EXPECT_EQ(json_value(folder.read("parts/summary.json"), "steps"), "200");
  const Outcome back = cairn(folder, {"resume", "parts", "-q", "--until", "1 ms"});
  EXPECT_EQ(back.code, 2);
  EXPECT_NE(back.err.find("already reached"), std::string::npos) << back.err;
  ASSERT_EQ(cairn(folder, {"resume", "parts", "-q"}).code, 0);
  EXPECT_EQ(json_value(folder.read("parts/summary.json"), "state_hash"),
            json_value(folder.read("whole/summary.json"), "state_hash"));

  // Past the scene's end.
  ASSERT_EQ(cairn(folder, {"resume", "parts", "-q", "--until", "6 ms"}).code, 0);
  EXPECT_EQ(json_value(folder.read("parts/summary.json"), "steps"), "600");
}

TEST(Run, ABlownUpRunExitsWithThree) {
  const TemporaryFolder folder;
  folder.write("beads.yaml",
               beads_scene(20, 1, "domain: {min: [-1, -1, 2 mm], max: [1, 1, 1], outside: stop}\n"));
  const Outcome outcome = cairn(folder, {"run", "beads.yaml", "-q"});
  EXPECT_EQ(outcome.code, 3) << outcome.err;
  EXPECT_NE(outcome.err.find("beads"), std::string::npos) << "the body is named: " << outcome.err;
  EXPECT_TRUE(json_value(folder.read("beads.run/summary.json"), "stop_reason").starts_with("\"failed: "));
  EXPECT_TRUE(folder.has("beads.run/checkpoint"));
}

TEST(Commands, CheckTellsWhatFollowsAndWritesNothing) {
  const TemporaryFolder folder;
  folder.write("beads.yaml", beads_scene(20, 0.01, kOutput));
  const Outcome outcome = cairn(folder, {"check", "beads.yaml"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  for (const char* words : {"beads", "floor", "20", "mass", "glass", "friction 0.5", "stable step",
                            "limited by", "recommended step", "chosen step", "1000 to t", "memory", "disk"}) {
    EXPECT_NE(outcome.out.find(words), std::string::npos) << words << " in:\n" << outcome.out;
  }
  EXPECT_EQ(folder.list(), std::vector<std::string>{"beads.yaml"});
}

TEST(Commands, ListShowsEveryTable) {
  const TemporaryFolder folder;
  const Outcome all = cairn(folder, {"list"});
  EXPECT_EQ(all.code, 0);
  for (const char* words :
       {"explicit", "hooke", "stiffness", "PZ17", "sphere", "revolute", "newton", "coulomb", "measures"}) {
    EXPECT_NE(all.out.find(words), std::string::npos) << words;
  }
  const Outcome shapes = cairn(folder, {"list", "shapes"});
  EXPECT_NE(shapes.out.find("plane"), std::string::npos);
  EXPECT_EQ(shapes.out.find("hooke"), std::string::npos);
  const Outcome boundaries = cairn(folder, {"list", "boundaries"});
  for (const char* words :
       {"domain", "outside", "periodic", "shear_rate", "servo", "pressure", "inlet", "region"}) {
    EXPECT_NE(boundaries.out.find(words), std::string::npos) << words;
  }
  const Outcome units = cairn(folder, {"list", "units"});
  for (const char* words : {"newton", "also nN, uN, mN, kN, MN", "0.0254 m", "turn per minute"})
    EXPECT_NE(units.out.find(words), std::string::npos) << words << " in:\n" << units.out;
  EXPECT_NE(cairn(folder, {"list", "colours"}).out.find("#008080"), std::string::npos);
  const Outcome functions = cairn(folder, {"list", "functions"});
  for (const char* words :
       {"atan2(y, x)", "angle of the point", "smooth(x, a, b)", "  pi ", "  tau ", "  t "})
    EXPECT_NE(functions.out.find(words), std::string::npos) << words << " in:\n" << functions.out;
}

// Every kind that it prints, in its own help.
TEST(Commands, ListNamesItsKinds) {
  const TemporaryFolder folder;
  const std::string help = cairn(folder, {"list", "--help"}).out;
  for (const char* kind : {"methods", "laws", "solvers", "shapes", "boundaries", "joints", "measures",
                           "units", "colours", "functions"}) {
    EXPECT_NE(help.find(std::string(kind) + (kind == std::string("functions") ? " (" : ",")),
              std::string::npos)
        << kind << " in:\n"
        << help;
    EXPECT_EQ(cairn(folder, {"list", kind}).code, 0) << kind;
  }
}

TEST(Commands, SchemaIsJsonAndReferenceIsMarkdown) {
  const TemporaryFolder folder;
  const Outcome schema = cairn(folder, {"schema"});
  EXPECT_EQ(schema.code, 0);
  folder.write("schema.json", schema.out);
  EXPECT_EQ(run_other(folder, {"/usr/bin/python3", "-m", "json.tool", "schema.json", "copy.json"}).code, 0);
  EXPECT_NE(schema.out.find("\"materials\""), std::string::npos);
  const Outcome reference = cairn(folder, {"schema", "--reference"});
  EXPECT_TRUE(reference.out.starts_with("#")) << reference.out.substr(0, 80);
}

TEST(Commands, HelpAndVersion) {
  const TemporaryFolder folder;
  EXPECT_EQ(cairn(folder, {"--version"}).out, fmt::format("cairn {}\nlicence: {}\n", version(), licence()));
  const Outcome help = cairn(folder, {"--help"});
  EXPECT_EQ(help.code, 0);
  for (const char* command : {"run", "check", "resume", "list", "schema", "bench", "export"}) {
    EXPECT_NE(help.out.find(std::string("  ") + command), std::string::npos) << command;
    const Outcome own = cairn(folder, {command, "--help"});
    EXPECT_EQ(own.code, 0);
    EXPECT_NE(own.out.find("Example"), std::string::npos) << command;
  }
}

TEST(Commands, HelpIsTheSameAsItsOption) {
  const TemporaryFolder folder;
  EXPECT_EQ(cairn(folder, {"help"}).out, cairn(folder, {"--help"}).out);
  for (const char* command : {"run", "plot", "solve", "help"}) {
    const Outcome help = cairn(folder, {"help", command});
    EXPECT_EQ(help.code, 0) << help.err;
    EXPECT_EQ(help.out, cairn(folder, {command, "--help"}).out) << command;
  }
  for (const Words& words : {Words{"help", "plto"}, Words{"plto"}, Words{"plto", "--help"}}) {
    const Outcome unknown = cairn(folder, words);
    EXPECT_EQ(unknown.code, 2);
    EXPECT_NE(unknown.err.find("unknown command 'plto'; did you mean 'plot'?"), std::string::npos)
        << unknown.err;
  }
}

TEST(Commands, ExamplesAreCopiedAndRun) {
  const TemporaryFolder folder;
  const Outcome copied = cairn(folder, {"examples", "mine"});
  ASSERT_EQ(copied.code, 0) << copied.err;
  EXPECT_EQ(cairn(folder, {"check", "mine/hello.yaml"}).code, 0);
  EXPECT_EQ(cairn(folder, {"check", "mine/guide/mixer.yaml"}).code, 0);
  const Outcome again = cairn(folder, {"examples", "mine"});
  EXPECT_EQ(again.code, 2);
  EXPECT_NE(again.err.find("'mine' is there already"), std::string::npos) << again.err;
}

// A bed that is stored already: one thousand spheres that just touch.
TEST(Commands, BenchPenaltyPrintsATable) {
  const TemporaryFolder folder;
  std::string bed = "0.0284 0.0284\n";
  for (int n = 0; n < 1000; ++n) {
    const auto at = [](int k) { return 1.42e-3 + 2.839e-3 * k; };
    bed += fmt::format("{} {} {}\n", at(n % 10), at(n / 10 % 10), at(n / 100));
  }
  folder.write("bed_1000.txt", bed);
  const Outcome outcome = cairn(folder, {"bench", "penalty", "--sizes", "1000", "--repeat", "1", "--seconds",
                                         "0", "--folder", ".", "--markdown"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  std::istringstream lines(outcome.out);
  std::string heading, rule, row;
  std::getline(lines, heading), std::getline(lines, rule), std::getline(lines, row);
  EXPECT_TRUE(heading.starts_with("| spheres | cairn, 1 thread | LAMMPS, 1 rank | ratio |")) << heading;
  EXPECT_EQ(std::ranges::count(rule, '|'), std::ranges::count(heading, '|')) << rule;
  std::vector<std::string> fields;
  std::istringstream words(row);
  for (std::string field; std::getline(words, field, '|');) fields.push_back(field);
  ASSERT_EQ(fields.size(), 11u) << row;
  EXPECT_EQ(fields[1], " 1000 ");
  // Both programs see the same bed: as many touching pairs after the same steps.
  const double contacts = std::stod(fields[9]);
  EXPECT_GT(contacts, 1.5);
  const bool has_lammps = fields[10] != " - ";
  EXPECT_NEAR(has_lammps ? std::stod(fields[10]) : contacts, contacts, kSameBed) << row;
}

TEST(Commands, BenchListsItsBenchmarks) {
  const TemporaryFolder folder;
  const Outcome outcome = cairn(folder, {"bench", "--list"});
  EXPECT_EQ(outcome.code, 0);
  for (const char* name : {"bed", "bed_2", "bed_10k", "broad_phase", "startup", "penalty"}) {
    EXPECT_NE(outcome.out.find(name), std::string::npos) << name;
  }
}

// Colours reach run.h5, also through a resume, which writes the same frames.
TEST(Run, ColoursOfEntriesResumeBitForBit) {
  const TemporaryFolder folder;
  std::string scene = beads_scene(20, 0.01, "output: {frames: 5 ms, contacts: true}\n");
  scene.replace(scene.find("name: beads"), 11, "name: beads\n    colour: \"#ff8800\"");
  folder.write("beads.yaml", scene);
  ASSERT_EQ(cairn(folder, {"run", "beads.yaml", "-q", "-o", "whole.run"}).code, 0);
  ASSERT_EQ(cairn(folder, {"run", "beads.yaml", "-q", "--until", "5 ms"}).code, 0);
  ASSERT_EQ(cairn(folder, {"resume", "beads.run", "-q"}).code, 0);
  for (const char* file : {"/frames/000001.h5", "/frames/000002.h5", "/series.csv"})
    EXPECT_TRUE(folder.read(std::string("whole.run") + file) == folder.read(std::string("beads.run") + file))
        << file;
  for (const char* run : {"whole.run", "beads.run"})
    EXPECT_NE(folder.read(std::string(run) + "/run.h5").find("#ff8800"), std::string::npos) << run;
  const Outcome drawn = cairn(folder, {"export", "beads.run", "--png", "--by", "group", "--width", "160"});
  EXPECT_EQ(drawn.code, 0) << drawn.err;
}

TEST(Commands, ExportDrawsFrames) {
  const TemporaryFolder folder;
  folder.write("beads.yaml", beads_scene(20, 0.01, "output: {frames: 5 ms, contacts: true}\n"));
  ASSERT_EQ(cairn(folder, {"run", "beads.yaml", "-q"}).code, 0);
  const Words small{"--width", "160", "--height", "120"};
  const auto exported = [&](Words words) {
    words.insert(words.end(), small.begin(), small.end());
    return cairn(folder, words);
  };
  const Outcome last = exported({"export", "beads.run", "--png"});
  EXPECT_EQ(last.code, 0) << last.err;
  EXPECT_EQ(last.out, "beads.run/frame_000002.png\n");
  EXPECT_TRUE(folder.read("beads.run/frame_000002.png").starts_with("\x89PNG"));
  EXPECT_EQ(exported({"export", "beads.run", "--png", "--frame", "1", "--by", "force", "-o", "f.png"}).code,
            0);
  EXPECT_TRUE(folder.read("f.png").starts_with("\x89PNG"));
  EXPECT_EQ(exported({"export", "beads.run", "--png", "--by", "chains", "-o", "c.png"}).code, 0);
  EXPECT_TRUE(folder.read("c.png").starts_with("\x89PNG"));
  EXPECT_EQ(
      exported({"export", "beads.run", "--png", "--frame", "all", "--by", "group", "--view", "30,20"}).code,
      0);
  EXPECT_TRUE(folder.has("beads.run/frame_000000.png"));
  const Outcome none = exported({"export", "beads.run", "--png", "--frame", "3"});
  EXPECT_EQ(none.code, 2);
  EXPECT_NE(none.err.find("from 0 to 2"), std::string::npos) << none.err;
}

}  // namespace
}  // namespace cairn::program
