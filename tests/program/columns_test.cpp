// Every measure writes the columns that its row declares, and they are told the same way wherever one asks.
#include <gtest/gtest.h>

#include <map>
#include <sstream>

#include "measure/measure.h"
#include "program/program.h"
#include "text/expected.h"

namespace cairn::program {
namespace {

// A scene that has something for each of them.
constexpr const char* kScene = R"yaml(
materials: {glass: {density: 2500, friction: 0.3, young: 1e7, poisson: 0.3}}
method: {implicit: {law: coulomb, compatible_forces: hooke}}
time: {step: 1 ms, end: 4 ms}
periodic: {min: [-0.1, -0.1, -0.1], max: [0.1, 0.1, 0.3], axes: [x, y]}
bodies:
  - {name: floor, material: glass, shape: {plane: {}}, position: [0, 0, 0], fixed: true}
  - {name: beads, material: glass, shape: {sphere: {radius: 5 mm}}, position: [0, 0, 5 mm], lattice: {counts: [3, 3, 1], spacing: 12 mm}}
  - {name: plate, material: glass, shape: {box: {size: [80 mm, 80 mm, 4 mm]}}, position: [10 mm, 10 mm, 15 mm],
     motion: {servo: {axis: [0, 0, -1], force: 1 N}}}
  - {name: weight, material: glass, shape: {sphere: {radius: 5 mm}}, position: [0, 0, 80 mm]}
joints: [{revolute: {name: hinge, bodies: [weight, ground], point: [0, 0, 0.1], axis: [0, 1, 0]}}]
)yaml";

// The same for the measures of 2-D scenes.
constexpr const char* kFlatScene = R"yaml(
dimension: 2
materials: {glass: {density: 2500, friction: 0.3}}
method: {implicit: {law: coulomb}}
time: {step: 1 ms, end: 4 ms}
bodies:
  - {name: floor, material: glass, shape: {plane: {}}, position: [0, 0, 0], fixed: true}
  - {name: lid, material: glass, shape: {plane: {normal: [0, 0, -1]}}, position: [0, 0, 0.1], fixed: true}
  - {name: left, material: glass, shape: {plane: {normal: [1, 0, 0]}}, position: [-0.1, 0, 0], fixed: true}
  - {name: right, material: glass, shape: {plane: {normal: [-1, 0, 0]}}, position: [0.1, 0, 0], fixed: true}
  - {name: ball, material: glass, shape: {disc: {radius: 5 mm}}, position: [0, 0, 5 mm]}
)yaml";

// The same for the measures of cells that repeat along all axes.
constexpr const char* kRepeatingScene = R"yaml(
materials: {glass: {density: 2500, friction: 0.3}}
method: {implicit: {law: coulomb}}
gravity: [0, 0, 0]
time: {step: 1 ms, end: 4 ms}
periodic: {min: [0, 0, 0], max: [0.1, 0.1, 0.1]}
bodies:
  - {name: beads, material: glass, shape: {sphere: {radius: 5 mm}}, position: [50 mm, 50 mm, 50 mm], lattice: {counts: [3, 3, 3], spacing: 12 mm}}
)yaml";

enum class SceneOf { plane, space, repeating_cell };

SceneOf scene_for(const MeasureRow& row) {
  if (row.name == "biaxial") return SceneOf::plane;
  return row.name == "structure_factor" ? SceneOf::repeating_cell : SceneOf::space;
}

const std::map<std::string, std::string> kOptions{
    {"position", "body: beads"},
    {"force", "body: plate"},
    {"servo", "body: plate"},
    {"joint", "joint: hinge"},
    {"mass_below", "z: 0.1 m"},
    {"mass_inside", "box: {min: [0, 0, 0], max: [0.1, 0.1, 0.1]}"},
    {"solid_fraction", "box: {min: [0, 0, 0], max: [0.1, 0.1, 0.1]}"},
    {"stress", "box: {min: [0, 0, 0], max: [0.1, 0.1, 0.1]}"},
    {"flow_rate", "z: 0.1 m"},
    {"surface", "min: [-0.1, -0.1], max: [0.1, 0.1]"},
    {"penetration", "body: weight"},
    {"tracked", "points: [[0, 0, 0], [0, 0, 0.1]]"},
    {"triaxial", "top: plate, bottom: floor, sides: [floor, floor, floor]"},
    {"biaxial", "top: lid, bottom: floor, sides: [left, right]"},
    {"drum_surface", "body: floor"},
    {"force_histogram", "bins: 3"},
    {"inertial_number", "box: {min: [0, 0, 0], max: [0.1, 0.1, 0.1]}"},
    {"profile", "bins: {slabs: {axis: z, count: 1}}, box: {min: [0, 0, 0], max: [0.1, 0.1, 0.1]}"},
    {"measuring_sphere", "center: [0, 0, 0.05], radius: 0.05"},
    {"drive", "body: plate"},
    {"mixing", "body: beads, box: {min: [0, 0, 0], max: [0.1, 0.1, 0.1]}, cell: 0.05"},
    {"residence", "box: {min: [0, 0, 0], max: [0.1, 0.1, 0.1]}"},
    {"pair_distribution", "max: 0.02, bins: 2, box: {min: [0, 0, 0], max: [0.1, 0.1, 0.1]}"},
    {"structure_factor", "waves: 1, bins: 1"},
    {"field", "box: {min: [0, 0, 0], max: [0.1, 0.1, 0.1]}, nx: 2, ny: 2, nz: 2, width: 0.02"},
    {"floor_pressure", "body: floor, min: [-0.1, -0.1], max: [0.1, 0.1], cells: [3, 2]"},
    {"angle_of_repose", "min: [-0.1, -0.1], max: [0.1, 0.1]"}};

// The names of the measures that have as many columns as their options ask for.
const std::map<std::string, std::vector<std::string>> kRepeated{
    {"tracked", {"x0", "y0", "z0", "x1", "y1", "z1"}},
    {"force_histogram", {"mean", "above", "p0", "p1", "p2"}},
    {"profile",
     {"at_0", "count_0", "solid_fraction_0", "vx_0", "vy_0", "vz_0", "temperature_0", "xx_0", "yy_0", "zz_0",
      "xy_0", "xz_0", "yz_0", "kinetic_0"}},
    {"pair_distribution", {"r0", "r1", "g0", "g1"}},
    {"structure_factor", {"k0", "s0", "count"}},
    {"floor_pressure", {"force", "p_0_0", "p_1_0", "p_2_0", "p_0_1", "p_1_1", "p_2_1"}}};

std::vector<std::string> split(const std::string& line) {
  std::istringstream stream(line);
  std::vector<std::string> fields;
  for (std::string field; std::getline(stream, field, ',');) fields.push_back(field);
  return fields;
}

// Every measure that such a scene may have.
std::string scene_of_all(SceneOf scene) {
  std::string text = scene == SceneOf::plane   ? kFlatScene
                     : scene == SceneOf::space ? kScene
                                               : kRepeatingScene;
  text += "measure:\n";
  for (const MeasureRow& row : measures()) {
    if (scene_for(row) != scene) continue;
    const auto options = kOptions.find(row.name);
    text += "  its_" + row.name + ": {every: 1 ms, " + row.name + ": {" +
            (options == kOptions.end() ? "" : options->second) + "}}\n";
  }
  return text;
}

class Columns : public testing::TestWithParam<SceneOf> {};

TEST_P(Columns, SeriesHasThoseThatEachRowDeclares) {
  const TemporaryFolder folder;
  folder.write("a.yaml", scene_of_all(GetParam()));
  const Outcome run = cairn(folder, {"run", "a.yaml", "-q"});
  ASSERT_EQ(run.code, 0) << run.err;
  std::istringstream series(folder.read("a.run/series.csv"));
  std::string units_line, names_line;
  std::getline(series, units_line), std::getline(series, names_line);
  const std::vector<std::string> units = split(units_line.substr(std::string("# units: ").size())),
                                 names = split(names_line);
  ASSERT_EQ(units.size(), names.size());
  std::size_t at = 1;  // behind the time
  for (const MeasureRow& row : measures()) {
    if (scene_for(row) != GetParam()) continue;
    const auto repeated = kRepeated.find(row.name);
    for (const ColumnRow& column : row.columns) {
      EXPECT_FALSE(column.meaning.empty() || column.unit.empty()) << row.name;
      for (const std::string& name : column.list()) {
        if (repeated != kRepeated.end()) continue;
        ASSERT_LT(at, names.size()) << row.name;
        EXPECT_EQ(names[at], "its_" + row.name + "." + name);
        EXPECT_EQ(units[at++], column.unit) << names[at - 1];
      }
    }
    if (repeated == kRepeated.end()) continue;
    for (const std::string& name : repeated->second)
      EXPECT_EQ(names.at(at++), "its_" + row.name + "." + name);
  }
  EXPECT_EQ(at, names.size());
}

INSTANTIATE_TEST_SUITE_P(Scenes, Columns,
                         testing::Values(SceneOf::plane, SceneOf::space, SceneOf::repeating_cell));

TEST(ColumnsOfMeasures, CheckListAndReferenceTellThem) {
  const TemporaryFolder folder;
  folder.write("flat.yaml", scene_of_all(SceneOf::plane));
  folder.write("solid.yaml", scene_of_all(SceneOf::space));
  folder.write("cell.yaml", scene_of_all(SceneOf::repeating_cell));
  const std::string checked = cairn(folder, {"check", "flat.yaml"}).out +
                              cairn(folder, {"check", "solid.yaml"}).out +
                              cairn(folder, {"check", "cell.yaml"}).out,
                    listed = cairn(folder, {"list", "measures"}).out,
                    page = cairn(folder, {"schema", "--reference"}).out;
  for (const MeasureRow& row : measures()) {
    EXPECT_NE(page.find("## `measure.NAME." + row.name + "`"), std::string::npos) << row.name;
    for (const ColumnRow& column : row.columns) {
      EXPECT_NE(checked.find(column_text(column)), std::string::npos) << column_text(column);
      EXPECT_NE(listed.find(column_text(column)), std::string::npos) << column_text(column);
      EXPECT_NE(page.find("| `" + column.list().front() + "`"), std::string::npos) << row.name;
    }
  }
}

}  // namespace
}  // namespace cairn::program
