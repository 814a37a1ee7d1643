// Every way to call the program wrongly: exit code 2, a message that helps, and nothing written.
#include <gtest/gtest.h>

#include "program/program.h"

namespace cairn::program {
namespace {

struct Misuse {
  const char* name;
  Words words;
  std::vector<std::string> says;  // each of these, on the error output
};

void PrintTo(const Misuse& misuse, std::ostream* out) { *out << misuse.name; }

class MisuseTest : public testing::TestWithParam<Misuse> {};

TEST_P(MisuseTest, IsRefusedWithAMessageAndNothingIsWritten) {
  const TemporaryFolder folder;
  folder.write("good.yaml", beads_scene(5, 0.01));
  folder.write("bad.yaml", "materials: {glass: {densty: 2500}}\n");
  folder.write("broken.yaml", "bodies: [1, 2\n");
  folder.write("groups.yaml", beads_scene(5, 0.01) + "output: {groups: [baeds]}\n");
  folder.write("plain_file", "something\n");
  std::filesystem::create_directories(folder.path() / "taken");
  folder.write("taken/notes.txt", "mine\n");
  const std::vector<std::string> before = folder.list();

  const Outcome outcome = cairn(folder, GetParam().words);
  EXPECT_EQ(outcome.code, 2) << outcome.err;
  for (const std::string& words : GetParam().says) {
    EXPECT_NE(outcome.err.find(words), std::string::npos) << "expected '" << words << "' in: " << outcome.err;
  }
  EXPECT_EQ(folder.list(), before);
  EXPECT_EQ(folder.read("taken/notes.txt"), "mine\n");
}

const Misuse kMisuses[] = {
    // --- Commands and options
    {"NoCommand", {}, {"Usage", "run", "check"}},
    {"UnknownCommand", {"rnu", "good.yaml"}, {"unknown command 'rnu'", "did you mean 'run'?"}},
    {"UnknownOptionOfProgram", {"--versoin"}, {"unknown option '--versoin'", "--version"}},
    {"UnknownOption", {"run", "good.yaml", "--untl", "1"}, {"unknown option '--untl'", "--until"}},
    {"UnknownOptionWithValue", {"run", "good.yaml", "--sett=a=1"}, {"unknown option '--sett'", "--set"}},
    {"UnknownShortOption", {"run", "good.yaml", "-x"}, {"unknown option '-x'"}},
    {"SolverForAnotherLaw",
     {"run", "good.yaml", "--set", "method={implicit: {law: coulomb, solver: primal_newton}}"},
     {"primal_newton needs compliant contacts", "those that can: pgs"}},
    {"SolverForAnotherSet",
     {"run", "good.yaml", "--set",
      "method={implicit: {law: compliant, stiffness: 1e5, yield: {cone_ball: {cohesion: 1e-3}}, solver: spg, "
      "fallback: interior_point}}"},
     {"interior_point knows cones alone", "primal_newton"}},
    {"NoScene", {"run"}, {"SCENE"}},
    {"TwoScenes", {"run", "good.yaml", "bad.yaml"}, {"unexpected argument 'bad.yaml'"}},
    {"OptionWithoutValue", {"run", "good.yaml", "-o"}, {"-o"}},
    {"ThreadsZero", {"run", "good.yaml", "-j", "0"}, {"-j needs a number of threads from 1"}},
    {"ThreadsNegative", {"run", "good.yaml", "-j", "-3"}, {"-j"}},
    {"ThreadsText", {"run", "good.yaml", "-j", "many"}, {"-j needs a number of threads", "'many'"}},
    {"ThreadsTooMany", {"run", "good.yaml", "-j", "1000000"}, {"-j needs"}},
    {"ThreadsFraction", {"run", "good.yaml", "-j", "1.5"}, {"-j needs"}},
    {"ThreadsEmpty", {"run", "good.yaml", "-j", ""}, {"-j needs"}},
    {"UntilUnquoted",
     {"run", "good.yaml", "--until", "50", "ms"},
     {"unexpected argument 'ms'", "quote a value with its unit: --until '50 ms'"}},
    {"UntilUnquotedBeforeTheScene",
     {"run", "--until", "50", "ms", "good.yaml"},
     {"quote a value with its unit: --until '50 ms'"}},
    {"SetUnquoted", {"run", "good.yaml", "--set", "time.end=5", "ms"}, {"--set 'time.end=5 ms'"}},
    {"UntilText", {"run", "good.yaml", "--until", "soon"}, {"--until", "soon"}},
    {"UntilLength", {"run", "good.yaml", "--until", "2 mm"}, {"--until", "time"}},
    {"UntilNegative", {"run", "good.yaml", "--until=-1"}, {"--until"}},
    {"UntilZero", {"run", "good.yaml", "--until", "0"}, {"--until"}},
    {"UntilInfinite", {"run", "good.yaml", "--until", "1e999"}, {"--until"}},
    {"UntilEmpty", {"run", "good.yaml", "--until", ""}, {"--until"}},

    // --- Scenes
    {"MissingScene", {"run", "none.yaml"}, {"none.yaml"}},
    {"MisspeltScene", {"run", "godo.yaml"}, {"No such file", "did you mean 'good.yaml'?"}},
    {"SceneInAMissingFolder", {"run", "other/good.yaml"}, {"its folder is not there"}},
    {"MisspeltFileOfAScene",
     {"run", "good.yaml", "--set", "bodies.beads.shape={mesh: {file: plain_fiel}}"},
     {"did you mean 'plain_file'?"}},
    {"ExpressionCutAtItsComma",
     {"run", "good.yaml", "--set",
      "bodies.beads={name: beads, material: glass, shape: {sphere: {diameter: min(1 mm, 2 mm)}}}"},
     {"diameter: 'min(1 mm' ends at a comma; put an expression with a comma in quotes"}},
    {"ListCutAtAComma",
     {"run", "good.yaml", "--set", "gravity=[0, 0, min(-1, -2)]"},
     {"got a list of 4; put an expression with a comma in quotes"}},
    {"GravityAsOneZero", {"run", "good.yaml", "--set", "gravity=0"}, {"got '0'; write [0, 0, 0]"}},
    {"ModulusOfTheFreeBody",
     {"run", "good.yaml", "--set", "materials={wall: {density: 2500}, glass: {density: 2500}}", "--set",
      "bodies.floor.material=wall", "--set", "method={explicit: {law: hertz_mindlin}}"},
     {"needs `young` of material 'glass'"}},
    {"EmptySceneName", {"run", ""}, {"error"}},
    {"SceneIsAFolder", {"run", "taken"}, {"taken"}},
    {"SceneIsADevice", {"run", "/dev/zero", "-o", "x.run"}, {"/dev/zero"}},
    {"UnknownKey", {"run", "bad.yaml"}, {"bad.yaml:1:", "densty", "density", "^"}},
    {"BrokenText", {"run", "broken.yaml"}, {"broken.yaml:"}},
    {"UnknownOutputGroup", {"run", "groups.yaml"}, {"groups.yaml:", "baeds", "did you mean 'beads'?"}},
    {"UnstableStep", {"run", "good.yaml", "--set", "time.step=0.01"}, {"stable"}},
    {"SetWithoutValue", {"run", "good.yaml", "--set", "time.end"}, {"--set", "time.end"}},
    {"SetUnknownKey", {"run", "good.yaml", "--set", "time.edn=1"}, {"--set", "edn", "end"}},
    {"SetWrongType", {"run", "good.yaml", "--set", "time.end=blue"}, {"--set", "blue"}},
    {"SetWrongDimension", {"run", "good.yaml", "--set", "time.end=2mm"}, {"--set", "time"}},
    {"FlagInWords",
     {"run", "good.yaml", "--set", "bodies.floor.fixed=yes"},
     {"fixed: expected true or false, got 'yes'; write true"}},
    {"FlagAsNumber", {"run", "good.yaml", "--set", "time.allow_gain=0"}, {"got '0'; write false"}},
    {"Percentage",
     {"run", "good.yaml", "--set", "materials.glass.friction=50 %"},
     {"friction: expected a plain number such as", "got '50 %'; write 0.5"}},
    {"NearestNamesFirst",
     {"run", "good.yaml", "--set", "measure={a: {solid_fractoin: {}}}"},
     {"did you mean 'solid_fraction'? Known: solid_fraction, "}},
    {"SetUnknownLet", {"run", "good.yaml", "--set", "let.d=1"}, {"--set", "let"}},

    // --- Results folder
    {"FolderEmpty", {"run", "good.yaml", "-o", ""}, {"needs a name"}},
    {"FolderTaken", {"run", "good.yaml", "-o", "taken"}, {"'taken'", "not those of a run", "-o"}},
    {"FolderTakenWithSlash", {"run", "good.yaml", "-o", "taken/"}, {"not those of a run", "-o"}},
    {"FolderIsAFile", {"run", "good.yaml", "-o", "plain_file"}, {"plain_file", "not a folder"}},
    {"FolderIsAFileForce", {"run", "good.yaml", "-o", "plain_file", "--force"}, {"not a folder"}},
    {"FolderBelowAFile", {"run", "good.yaml", "-o", "plain_file/x.run"}, {"plain_file/x.run"}},
    {"FolderBelowProc", {"run", "good.yaml", "-o", "/proc/x.run"}, {"/proc/x.run"}},
    {"FolderOfTheScene", {"run", "good.yaml", "-o", ".", "--force"}, {"the scene itself lies there"}},

    // --- The other commands
    {"CheckMissing", {"check", "none.yaml"}, {"none.yaml"}},
    {"CheckUnknownKey", {"check", "bad.yaml"}, {"bad.yaml:1:", "density"}},
    {"CheckUnstable", {"check", "good.yaml", "--set", "time.step=0.01"}, {"stable"}},
    {"CheckUnknownGroup", {"check", "groups.yaml"}, {"baeds", "beads"}},
    {"CheckNoRunOptions", {"check", "good.yaml", "--force"}, {"unknown option '--force'"}},
    {"ResumeMissing", {"resume", "none.run"}, {"'none.run' does not exist"}},
    {"ResumeMisspelt", {"resume", "takne"}, {"'takne' does not exist; did you mean 'taken'?"}},
    {"ResumeFile", {"resume", "plain_file"}, {"is not a folder"}},
    {"ResumeOther", {"resume", "taken"}, {"'taken' is not the folder of a run"}},
    {"ListUnknown", {"list", "shaps"}, {"'shaps'", "did you mean 'shapes'?"}},
    {"BenchUnknown", {"bench", "bde"}, {"no benchmark 'bde'", "bed"}},
    {"BenchSizes", {"bench", "penalty", "--sizes", "10000,many"}, {"--sizes", "'many'"}},
    {"BenchSizesSmall", {"bench", "penalty", "--sizes", "100"}, {"--sizes", "from 1000"}},
    {"BenchSizesOdd", {"bench", "penalty", "--sizes", "30001"}, {"multiple of 10000", "30001"}},
    {"ExportNothing", {"export", "taken"}, {"--png"}},
    {"ExportOther", {"export", "taken", "--png"}, {"'taken' is not the folder of a run"}},
    {"ExportBy", {"export", "taken", "--png", "--by", "sped"}, {"--by", "did you mean 'speed'?"}},
    {"ExportView", {"export", "taken", "--png", "--view", "up"}, {"--view"}},
    {"ExportWidth", {"export", "taken", "--png", "--width", "0"}, {"--width"}},
    {"ForcesCell", {"forces", "taken", "--cell", "0"}, {"--cell needs a width in metres above 0, got '0'"}},
    {"ForcesTangential", {"forces", "taken", "--tangential", "x"}, {"--tangential needs a ratio", "'x'"}},
    {"ForcesOther", {"forces", "taken"}, {"'taken' is not the folder of a run"}},
    {"CompareSolverOfALaw",
     {"compare", "good.yaml", "--methods", "coulomb/nlg"},
     {"coulomb has no solver 'nlg'; did you mean 'nlgs'?"}},
    {"CompareSolverOfAnExplicitLaw",
     {"compare", "good.yaml", "--methods", "hooke/nlgs"},
     {"hooke has no solver 'nlgs'; write hooke alone"}},
    {"CompareOptionOfAMethod",
     {"compare", "good.yaml", "--methods", "coulomb{stepp: 1 ms}"},
     {"--methods: coulomb: unknown key 'stepp'"}},
    {"CompareLawWithoutItsOption",
     {"compare", "good.yaml", "--methods", "cone,hooke"},
     {"--methods: hooke: law hooke needs either `stiffness"}},
    {"SolveToleranceOfOne",
     {"solve", "good.yaml", "--tolerance", "1e10"},
     {"--tolerance needs a number below 1, got '1e10'"}},
    {"CompareTolerance",
     {"compare", "good.yaml", "--methods", "scene", "--tolerance=-1"},
     {"--tolerance needs a number that is not negative, got '-1'"}},
    {"SchemaArgument", {"schema", "scene"}, {"unexpected argument 'scene'"}},
};

INSTANTIATE_TEST_SUITE_P(All, MisuseTest, testing::ValuesIn(kMisuses),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace cairn::program
