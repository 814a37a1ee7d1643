// validate, compare, plot and report: the real program in a folder with scenes and cards of its own.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "places.h"
#include "program.h"

namespace cairn::program {
namespace {

// A ball in free fall for a tenth of a second: z = 1 - 9.81/200, exactly what velocity Verlet gives.
constexpr const char* kFall = R"(title: Fall
let: {g: 9.81}
gravity: [0, 0, -g]
materials: {stone: {density: 1000, young: 1e6, poisson: 0.3, restitution: 0.5}}
method: {explicit: {law: hertz_mindlin}}
time: {step: 1e-3, end: 0.1}
bodies:
  - {name: floor, material: stone, shape: {plane: {normal: [0, 0, 1]}}, position: [0, 0, -9], fixed: true}
  - {name: ball, material: stone, shape: {sphere: {radius: 0.1}}, position: [0, 0, 1]}
measure: {ball: {position: {body: ball}, every: 0.01}, energy: {every: 0.01}}
output: {frames: 0.05, contacts: true}
)";

constexpr const char* kCards = R"(cards:
  - card: C2
    path: X1/fall
    title: A fall
    forms: [as_published, converged]
    as_published: [time.step=1e-3]
    wrong: [let.g=9]
    quick: one ball
    runs:
      - {name: earth, scene: fall.yaml}
      - {name: on, scene: fall.yaml, set: ["let.g=$half"]}
    values:
      z: {run: earth, series: ball.z}
      half: {run: earth, series: ball.vz, take: largest, from: 0.05 s, to: 0.05 s}
      steps: {run: earth, summary: steps}
      apart: {run: earth, series: ball.z, minus: on, take: largest}
    quantities:
      - {name: height, unit: m, value: z, published: 0.95095, source: theory, band: {absolute: 1e-12}}
      - {name: steps, value: steps}
      - {name: apart, unit: m, value: apart, published: 0.046597, band: {relative: 1e-3}}
    plots:
      - {title: Way over number, over: balls, lines: [{name: way, x: [1, apart], y: [height, apart]}]}
  - card: C10
    path: X1/wrong
    title: A wrong number
    forms: [converged]
    wrong: [let.g=9.81]
    runs:
      - {name: earth, scene: fall.yaml}
    values:
      z: {run: earth, series: ball.z}
    quantities:
      - {name: height, value: z, published: 0.96, band: {relative: 1e-3}}
      - {name: limits, value: z, band: {above: 0.9, below: 1}}
)";

class Validate : public testing::Test {
 protected:
  Validate() {
    unsetenv("CAIRN_SCENES");
    std::filesystem::create_directories(folder.path() / "scenes/papers/X1");
    folder.write("scenes/papers/X1/fall.yaml", kFall);
    folder.write("scenes/papers/X1/cards.yaml", kCards);
  }
  Outcome validate(Words words) const {
    words.insert(words.begin(), "validate");
    return cairn(folder, words);
  }
  TemporaryFolder folder;
};

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST_F(Validate, ListsWhatThereIsInTheOrderOfNumbers) {
  const Outcome list = validate({"--list"});
  EXPECT_EQ(list.code, 0) << list.err;
  EXPECT_LT(list.out.find("X1/fall"), list.out.find("X1/wrong"));
  EXPECT_TRUE(has(list.out, "NOT RUN"));
  EXPECT_FALSE(folder.has("validation"));
}

TEST_F(Validate, PassesAndFails) {
  const Outcome good = validate({"C2"});
  EXPECT_EQ(good.code, 0) << good.out << good.err;
  EXPECT_TRUE(has(good.out, "2 pass"));
  EXPECT_FALSE(has(good.out, "FAIL"));
  const Outcome bad = validate({"X1/wrong"});
  EXPECT_EQ(bad.code, 1) << bad.out << bad.err;
  EXPECT_TRUE(has(bad.out, "1 FAIL"));
  // Of the two quantities only the wrong one fails.
  const Outcome json = validate({"C10", "--results", "--json"});
  EXPECT_EQ(json.code, 1);
  EXPECT_TRUE(has(json.out, R"("ours": 0.9509)")) << json.out;
  EXPECT_TRUE(has(json.out, R"("verdict": "pass")"));
  EXPECT_TRUE(has(json.out, R"("verdict": "FAIL")"));
}

TEST_F(Validate, WhatWasNotRunNeverPasses) {
  ASSERT_EQ(validate({"C2"}).code, 0);
  const Outcome results = validate({"--results"});
  EXPECT_TRUE(has(results.out, "2 pass, 1 NOT RUN")) << results.out;
  // The quick size says nothing about the full one.
  EXPECT_TRUE(has(validate({"--results", "--full"}).out, "3 NOT RUN"));
}

TEST_F(Validate, ARunThatFailsIsAFailureWithItsReason) {
  folder.write("scenes/papers/X1/fall.yaml", std::string(kFall) + "stop: {when: nonsense < 1}\n");
  const Outcome bad = validate({"C2"});
  EXPECT_EQ(bad.code, 1);
  EXPECT_TRUE(has(bad.out, "run earth ended with code 2")) << bad.out;
  EXPECT_TRUE(has(bad.out, "NOT RUN"));
}

// A ball at a random height between 0 and 1 m, which does not fall: the mean of heights is 1/2.
constexpr const char* kChance = R"(title: Chance
gravity: [0, 0, 0]
materials: {stone: {density: 1000, young: 1e6, poisson: 0.3, restitution: 0.5}}
method: {explicit: {law: hertz_mindlin}}
time: {step: 1e-3, end: 0.01}
bodies:
  - {name: ball, material: stone, shape: {sphere: {radius: 1e-3}},
     fill: {box: {min: [0, 0, 0], max: [1, 1, 1]}, count: 1, seed: 1}}
measure: {place: {position: {body: ball}, every: 0.01}}
)";

// A card with eight realisations, judged by a band.
std::string chance_card(const std::string& band, int runs) {
  return R"(cards:
  - card: C3
    path: X1/chance
    title: A height by chance
    forms: [converged]
    ensemble: {quick: )" +
         std::to_string(runs) + R"(}
    runs: [{name: one, scene: chance.yaml}]
    values: {h: {run: one, series: place.z}}
    quantities: [{name: height, unit: m, value: h, band: )" +
         band + "}]\n";
}

TEST_F(Validate, AnEnsembleIsJudgedInItsErrors) {
  folder.write("scenes/papers/X1/chance.yaml", kChance);
  const auto verdict = [&](const std::string& band, int runs) {
    folder.write("scenes/papers/X1/cards.yaml", chance_card(band, runs));
    const Outcome outcome = validate({"C3"});
    EXPECT_EQ(outcome.err, "");
    return outcome.out;
  };
  const std::string wide = verdict("{above: 0, below: 1}", 8);
  EXPECT_TRUE(has(wide, "1 pass") && has(wide, "(8)")) << wide;
  EXPECT_TRUE(has(verdict("{above: 0.49, below: 0.51}", 8), "1 OPEN"));
  EXPECT_TRUE(has(verdict("{above: 1.5}", 8), "1 FAIL"));
  // Few runs never pass, but they can fail.
  EXPECT_TRUE(has(verdict("{above: 0, below: 1}", 1), "1 ONE RUN"));
  EXPECT_TRUE(has(verdict("{above: 1.5}", 1), "1 FAIL"));
}

TEST_F(Validate, ACardMustFailWithItsWrongSetting) {
  const Outcome wrong = validate({"C2", "--wrong"});
  EXPECT_EQ(wrong.code, 0) << wrong.out << wrong.err;
  EXPECT_TRUE(has(wrong.out, "C2: fails, as it must")) << wrong.out;
  // A setting that is not wrong is found out.
  std::string cards = kCards;
  cards.replace(cards.find("wrong: [let.g=9]"), 16, "wrong: [time.step=1e-3]");
  folder.write("scenes/papers/X1/cards.yaml", cards);
  EXPECT_EQ(validate({"C2", "--wrong"}).code, 1);
}

TEST_F(Validate, SeveralCasesRunAtOnce) {
  const Outcome both = validate({"C2", "--jobs", "2", "-j", "1"});
  EXPECT_EQ(both.code, 0) << both.out << both.err;
  EXPECT_TRUE(has(both.out, "2 pass")) << both.out;
  EXPECT_TRUE(has(folder.read("validation/ledger.jsonl"), R"("form": "as_published")"));
}

// A probe is the state hash after the first steps. The note of a version that does not exist makes the result
// look old; a changed hash makes it stale.
TEST_F(Validate, ProbesTellWhichResultsStand) {
  ASSERT_EQ(validate({"C2", "--full", "--converged"}).code, 0);
  std::string ledger = folder.read("validation/ledger.jsonl");
  const std::size_t version = ledger.find("\"version\": \"") + 12;
  ledger.replace(version, ledger.find('"', version) - version, "0.0.1");
  folder.write("validation/ledger.jsonl", ledger);
  const Outcome stands = validate({"C2", "--full", "--converged", "--probe"});
  EXPECT_TRUE(has(stands.out, "C2 converged: stands")) << stands.out << stands.err;
  EXPECT_TRUE(has(stands.out, "1 pass")) << stands.out;
  // Other bits than the stored ones.
  const std::size_t probe = ledger.find("\"probe\": \"0x") + 12;
  ledger[probe] = ledger[probe] == '1' ? '2' : '1';
  folder.write("validation/ledger.jsonl", ledger);
  const Outcome stale = validate({"C2", "--full", "--converged", "--probe"});
  EXPECT_TRUE(has(stale.out, "C2 converged: STALE")) << stale.out;
  EXPECT_TRUE(has(stale.out, "1 NOT RUN")) << stale.out;
}

TEST_F(Validate, FullRunsAreKeptInTheLedger) {
  ASSERT_EQ(validate({"C2", "--full"}).code, 0);
  const std::string note = folder.read("validation/ledger.jsonl");
  const Outcome again = validate({"C2", "--full"});
  EXPECT_TRUE(has(again.out, "C2 X1/fall, converged: run 20")) << again.out;
  EXPECT_EQ(folder.read("validation/ledger.jsonl"), note);
  // A card that was changed is run again.
  std::string changed = kCards;
  changed.replace(changed.find("scene: fall.yaml}"), 17, "scene: fall.yaml, set: [time.end=0.1]}");
  folder.write("scenes/papers/X1/cards.yaml", changed);
  ASSERT_EQ(validate({"C2", "--full"}).code, 0);
  EXPECT_NE(folder.read("validation/ledger.jsonl"), note);
}

TEST_F(Validate, RefusesBadCardsAndCases) {
  const Outcome unknown = validate({"X1/fal"});
  EXPECT_EQ(unknown.code, 2);
  EXPECT_TRUE(has(unknown.err, "did you mean 'X1/fall'")) << unknown.err;
  std::string cards = kCards;
  cards.replace(cards.find("minus: on"), 9, "minus: no");
  folder.write("scenes/papers/X1/cards.yaml", cards);
  const Outcome bad = validate({"--list"});
  EXPECT_EQ(bad.code, 2);
  EXPECT_TRUE(has(bad.err, "cards.yaml:")) << bad.err;
}

TEST_F(Validate, ReportsAreOnePage) {
  validate({"C2", "C10"});
  const Outcome report = cairn(folder, {"report", "validation"});
  ASSERT_EQ(report.code, 0) << report.err;
  const std::string page = folder.read("validation/report_quick.html");
  EXPECT_TRUE(has(page, "Way over number"));
  EXPECT_TRUE(has(page, "A wrong number"));
  EXPECT_TRUE(has(page, "class=\"fail\">FAIL"));
  EXPECT_FALSE(has(page, "src=\"http"));
}

TEST_F(Validate, RunsHavePlotsAndAReport) {
  ASSERT_EQ(cairn(folder, {"run", "scenes/papers/X1/fall.yaml", "--quiet"}).code, 0);
  ASSERT_EQ(cairn(folder, {"plot", "fall.run", "ball.z", "energy.kinetic:energy.gravity"}).code, 0);
  EXPECT_TRUE(has(folder.read("fall.run/plots/ball.z.csv"), ",0.1,,0.9509"));
  EXPECT_TRUE(folder.read("fall.run/plots/ball.z.png").starts_with("\x89PNG"));
  EXPECT_TRUE(folder.has("fall.run/plots/energy.kinetic_over_energy.gravity.png"));
  EXPECT_TRUE(has(cairn(folder, {"plot", "fall.run"}).out, "ball.z\n"));
  EXPECT_TRUE(has(cairn(folder, {"plot", "fall.run", "ball.z", "--svg"}).out, "fall.run/plots/ball.z.svg\n"));
  EXPECT_EQ(cairn(folder, {"plot", "fall.run", "ball.q"}).code, 2);
  ASSERT_EQ(cairn(folder, {"report", "fall.run"}).code, 0);
  const std::string page = folder.read("fall.run/report.html");
  EXPECT_TRUE(has(page, "data:image/png;base64,"));
  EXPECT_TRUE(has(page, "state_hash"));
  EXPECT_LT(page.find("<h2>Summary</h2>"), page.find("<h2>Warnings</h2>"));
  EXPECT_LT(page.find("<h2>Warnings</h2>"), page.find("<img")) << "pictures come after the warnings";
  EXPECT_TRUE(has(page, "<td>simulated time</td>")) << page.substr(0, 4000);
  const std::string steps = json_value(folder.read("fall.run/summary.json"), "steps");
  EXPECT_TRUE(has(page, "<tr><td>steps</td><td>" + steps + "</td></tr>")) << "a count is not rounded";
  EXPECT_EQ(cairn(folder, {"report", "scenes"}).code, 2);
}

TEST_F(Validate, ReportsHaveUnitsChainsAndNoControlCharacters) {
  std::string scene = kFall;
  scene.replace(scene.find("title: Fall"), 11, "title: \"Fall \\e[31m <b> now\"");
  scene.replace(scene.find("position: [0, 0, 1]}"), 20, "position: [0, 0, -8.9001]}");
  folder.write("fall.yaml", scene);
  ASSERT_EQ(cairn(folder, {"run", "fall.yaml", "--quiet"}).code, 0);
  const Outcome report = cairn(folder, {"report", "fall.run"});
  ASSERT_EQ(report.code, 0) << report.err;
  const std::string page = folder.read("fall.run/report.html");
  EXPECT_TRUE(has(page, "<h1>Fall ?[31m &lt;b&gt; now</h1>")) << page.substr(0, 3000);
  EXPECT_EQ(page.find('\x1b'), std::string::npos);
  EXPECT_TRUE(has(page, "<td>simulated time</td><td>0.1 s</td>"));
  EXPECT_TRUE(has(page, "<td>measures.ball.vz</td>"));
  const std::size_t at = page.find("<td>measures.ball.vz</td>");
  EXPECT_TRUE(has(page.substr(at, 60), " m/s</td>")) << page.substr(at, 60);
  EXPECT_TRUE(has(page, "force chains at t = 0.1 s"));
  for (const char* time : {"t = 0 s", "t = 0.05 s", "t = 0.1 s"}) EXPECT_TRUE(has(page, time)) << time;
}

TEST_F(Validate, ReportsOfPoorRunsAreWhole) {
  std::string poor = kFall;
  poor.replace(poor.find("measure: "), poor.find("output:") - poor.find("measure: "), "");
  poor.replace(poor.find("output:"), std::string::npos, "output: {frames: 1 s}\n");
  folder.write("poor.yaml", poor);
  ASSERT_EQ(cairn(folder, {"run", "poor.yaml", "--quiet"}).code, 0);
  Outcome report = cairn(folder, {"report", "poor.run"});
  EXPECT_EQ(report.code, 0) << report.err;
  EXPECT_TRUE(has(folder.read("poor.run/report.html"), "The run has no measures."));
  EXPECT_FALSE(has(folder.read("poor.run/report.html"), "force chains"));
  std::filesystem::remove(folder.path() / "poor.run/series.csv");
  EXPECT_EQ(cairn(folder, {"report", "poor.run"}).code, 0);
  std::filesystem::remove(folder.path() / "poor.run/run.h5");
  EXPECT_EQ(cairn(folder, {"report", "poor.run"}).code, 0);
}

TEST_F(Validate, PlotAndReportRefuseASeriesThatWasChanged) {
  ASSERT_EQ(cairn(folder, {"run", "scenes/papers/X1/fall.yaml", "--quiet"}).code, 0);
  const std::string series = folder.read("fall.run/series.csv");
  std::string changed = series;
  const std::size_t digit = changed.find("0.9509");
  ASSERT_NE(digit, std::string::npos);
  changed[digit + 2] = '8';
  for (const std::string& text : {changed, series.substr(0, series.size() / 2)}) {
    folder.write("fall.run/series.csv", text);
    EXPECT_EQ(cairn(folder, {"check", "fall.run"}).code, 1);
    for (const Words& words : {Words{"plot", "fall.run", "ball.z"}, Words{"report", "fall.run"}}) {
      const Outcome refused = cairn(folder, words);
      EXPECT_EQ(refused.code, 2) << words[0];
      EXPECT_TRUE(has(refused.err, "fall.run/series.csv is not as cairn wrote it")) << refused.err;
      EXPECT_TRUE(has(refused.err, "cairn check fall.run")) << refused.err;
    }
  }
  folder.write("fall.run/series.csv", series);
  EXPECT_EQ(cairn(folder, {"report", "fall.run"}).code, 0);
}

TEST_F(Validate, PlotsShowSeveralRunsInOneFigure) {
  const std::string scene = "scenes/papers/X1/fall.yaml";
  ASSERT_EQ(cairn(folder, {"run", scene, "-q", "-o", "earth.run"}).code, 0);
  ASSERT_EQ(cairn(folder, {"run", scene, "-q", "-o", "moon.run", "--set", "let.g=1.6"}).code, 0);
  const Outcome both = cairn(folder, {"plot", "earth.run", "moon.run", "--", "ball.z", "--svg"});
  ASSERT_EQ(both.code, 0) << both.err;
  EXPECT_EQ(both.out, "plots/ball.z.png\nplots/ball.z.csv\nplots/ball.z.svg\n");
  const std::string table = folder.read("plots/ball.z.csv");
  EXPECT_TRUE(has(table, "earth,0.1,,0.95")) << table;
  EXPECT_TRUE(has(table, "moon,0.1,,0.99")) << table;
  // A measure of several runs: one figure per column that moves, and a word on the others.
  const Outcome ball = cairn(folder, {"plot", "earth.run", "moon.run", "ball", "-o", "all"});
  ASSERT_EQ(ball.code, 0) << ball.err;
  EXPECT_TRUE(folder.has("all/ball.z.png") && folder.has("all/ball.vz.png"));
  EXPECT_FALSE(folder.has("all/ball.x.png"));
  EXPECT_TRUE(has(ball.err, "zero throughout, and drawn only if named: ball.x, ball.y, ball.vx")) << ball.err;
  // A folder that is none is not taken for a column.
  const Outcome misspelt = cairn(folder, {"plot", "earth.run", "mon.run", "--", "ball.z"});
  EXPECT_EQ(misspelt.code, 2);
  EXPECT_TRUE(has(misspelt.err, "'mon.run' is not the folder of a run")) << misspelt.err;
}

TEST_F(Validate, PlotsTakeAnyColumnOverAnyColumn) {
  const Words run{"run", "scenes/papers/X1/fall.yaml", "-q", "--set",
                  "measure.energy={energy: {}, every: 0.025}"};
  ASSERT_EQ(cairn(folder, run).code, 0);
  const Outcome over =
      cairn(folder, {"plot", "fall.run", "--", "ball.z", "over", "energy.kinetic", "ball.vz"});
  ASSERT_EQ(over.code, 0) << over.err;
  // Ten rows of the one and five of the other: linear in between.
  const std::string table = folder.read("fall.run/plots/ball.z_over_energy.kinetic.csv");
  EXPECT_EQ(std::ranges::count(table, '\n'), 12) << table;
  EXPECT_TRUE(has(table, "series,energy.kinetic [J],energy.kinetic [J] end,ball.z [m]"));
  EXPECT_TRUE(folder.has("fall.run/plots/ball.vz.png"));
  const Outcome open = cairn(folder, {"plot", "fall.run", "ball.z", "over"});
  EXPECT_EQ(open.code, 2);
  EXPECT_TRUE(has(open.err, "'over' needs a column")) << open.err;
}

TEST_F(Validate, PlotsDropNothingWithoutAWord) {
  ASSERT_EQ(cairn(folder, {"run", "scenes/papers/X1/fall.yaml", "-q"}).code, 0);
  // One unknown name does not keep the others from being drawn.
  const Outcome unknown = cairn(folder, {"plot", "fall.run", "ball.zz", "ball.z", "ball.vz:ball.q"});
  EXPECT_EQ(unknown.code, 2);
  EXPECT_TRUE(has(unknown.err, "nothing called 'ball.zz' to plot; did you mean 'ball.z'?")) << unknown.err;
  EXPECT_TRUE(has(unknown.err, "there is no column 'ball.q'")) << unknown.err;
  EXPECT_TRUE(folder.has("fall.run/plots/ball.z.png"));
  // A measure is drawn with all its units.
  const Outcome ball = cairn(folder, {"plot", "fall.run", "ball"});
  EXPECT_EQ(ball.code, 0) << ball.err;
  EXPECT_TRUE(has(ball.out, "plots/ball_m.png") && has(ball.out, "plots/ball_m_s.png")) << ball.out;
  // Counts have a scale of their own.
  const Words touching{"run",
                       "scenes/papers/X1/fall.yaml",
                       "-q",
                       "-o",
                       "touching.run",
                       "--set",
                       "bodies.floor.position=[0, 0, 0.9]",
                       "--set",
                       "measure={touch: {contacts: {}, every: 0.01}}"};
  ASSERT_EQ(cairn(folder, touching).code, 0);
  const Outcome touch = cairn(folder, {"plot", "touching.run", "touch"});
  EXPECT_EQ(touch.code, 0) << touch.err;
  EXPECT_TRUE(has(folder.read("touching.run/plots/touch_count.csv"), "count,0.1,,1\n")) << touch.out;
  EXPECT_FALSE(has(folder.read("touching.run/plots/touch_1.csv"), "count,")) << touch.out;
  // A logarithmic axis says what it hides.
  const Outcome log = cairn(folder, {"plot", "fall.run", "ball.vz", "--log"});
  EXPECT_EQ(log.code, 0);
  EXPECT_TRUE(has(log.err, "ball.vz: 11 values at or below 0 cannot be shown on a logarithmic axis"))
      << log.err;
  // A run without measures says so.
  ASSERT_EQ(
      cairn(folder, {"run", "scenes/papers/X1/fall.yaml", "-q", "-o", "bare.run", "--set", "measure={}"})
          .code,
      0);
  const Outcome names = cairn(folder, {"plot", "bare.run"});
  EXPECT_EQ(names.code, 0);
  EXPECT_EQ(names.out, "");
  EXPECT_TRUE(has(names.err, "bare.run has no measures")) << names.err;
  const Outcome bare = cairn(folder, {"plot", "bare.run", "fall.run", "--", "ball.z"});
  EXPECT_EQ(bare.code, 0);
  EXPECT_TRUE(has(bare.err, "bare.run has no column 'ball.z'")) << bare.err;
}

// One ball of ten carries nearly everything: ten times the mean.
TEST_F(Validate, HistogramsOfForcesTellWhatIsBeyondThem) {
  std::string scene = R"(materials: {stone: {density: 1000, young: 1e6, poisson: 0.3, restitution: 0.5}}
method: {explicit: {law: hertz_mindlin}}
time: {step: 1e-5, end: 1e-4}
output: {frames: 1e-4, contacts: true}
bodies:
  - {name: floor, material: stone, shape: {plane: {normal: [0, 0, 1]}}, position: [0, 0, 0], fixed: true}
  - {name: heavy, material: stone, shape: {sphere: {radius: 0.1}}, position: [0, 0, 0.0999]}
)";
  for (int k = 0; k < 9; ++k)
    scene += "  - {material: stone, shape: {sphere: {radius: 0.01}}, position: [" +
             std::to_string(0.2 + 0.1 * k) + ", 0, 0.00999]}\n";
  folder.write("ten.yaml", scene);
  ASSERT_EQ(cairn(folder, {"run", "ten.yaml", "-q"}).code, 0);
  for (const Words& words :
       {Words{"plot", "ten.run", "forces"}, Words{"plot", "ten.run", "ten.run/", "forces"}}) {
    const Outcome forces = cairn(folder, words);
    EXPECT_EQ(forces.code, 0) << forces.err;
    EXPECT_TRUE(has(forces.err, "forces of ten.run, not shown: contacts above 6 times the mean: 1"))
        << forces.err;
  }
  // Two runs are lines in one figure.
  const std::string table = folder.read("plots/forces.csv");
  EXPECT_TRUE(has(table, "\nten.run,0.12,,")) << table;
  EXPECT_TRUE(has(table, "\nten.run/,0.12,,")) << table;
}

TEST_F(Validate, ComparesMethods) {
  const Words words{"compare", "scenes/papers/X1/fall.yaml", "--methods", "scene,cone/pgs{step: 1e-4}"};
  const Outcome good = cairn(folder, words);
  EXPECT_EQ(good.code, 0) << good.out << good.err;
  EXPECT_TRUE(has(good.out, "ball.z [m]"));
  EXPECT_TRUE(folder.has("fall.compare/report.html"));
  EXPECT_TRUE(folder.has("fall.compare/cone_pgs.run/summary.json"));
  // Semi-implicit Euler is off by half a step: a thousandth of the fall.
  Words strict = words;
  strict.insert(strict.end(), {"--force", "--tolerance", "1e-4", "--json"});
  const Outcome bad = cairn(folder, strict);
  EXPECT_EQ(bad.code, 1);
  EXPECT_TRUE(has(bad.out, R"("column": "ball.z")"));
  EXPECT_EQ(cairn(folder, words).code, 2);  // is there already
  const Outcome unknown = cairn(folder, {"compare", "scenes/papers/X1/fall.yaml", "--methods", "cone/pgz"});
  EXPECT_EQ(unknown.code, 2);
}

// The cards that ship, from the source tree.
class ShippedCards : public testing::Test {
 protected:
  ShippedCards() { setenv("CAIRN_SCENES", in_source_tree("scenes").c_str(), 1); }
  ~ShippedCards() override { unsetenv("CAIRN_SCENES"); }
  TemporaryFolder folder;
};

TEST_F(ShippedCards, AreAllListed) {
  for (const char* form : {"--quick", "--full"}) {
    const Outcome list = cairn(folder, {"validate", "--list", form});
    ASSERT_EQ(list.code, 0) << list.err;
    for (int k = 1; k <= 24; ++k) EXPECT_TRUE(has(list.out, "\nC" + std::to_string(k) + " ")) << k;
    EXPECT_TRUE(has(list.out, "verification/hertz_chain"));
  }
}

// Those that take less than a second each.
TEST_F(ShippedCards, QuickOnesPass) {
  const Outcome run = cairn(folder, {"validate", "C2", "C20", "verification/chung_ooi_1",
                                     "verification/chung_ooi_3", "verification/chung_ooi_7"});
  EXPECT_EQ(run.code, 0) << run.out << run.err;
  EXPECT_TRUE(has(run.out, "5 pass")) << run.out;
}

}  // namespace
}  // namespace cairn::program
