// From what a scene says to shapes.
#include <gtest/gtest.h>

#include "base/error.h"
#include "shapes/table.h"
#include "tolerances.h"

namespace cairn {
namespace {

using Content = Value::Content;

// The value of a shape as the reader would build it: the fields given, and the words that stand for defaults.
class Written {
 public:
  explicit Written(const std::string& name) : row_(shape_key().child(name)) {}
  Written& with(const std::string& field, Content content) {
    const Option* option = row_->child(field);
    if (option->type == OptionType::any_of)
      option = &option->children[std::holds_alternative<std::vector<Value>>(content) ? 1 : 0];
    fields_.emplace_back(*option, mark(), std::move(content));
    return *this;
  }
  Written& with_open(const std::vector<std::string>& faces) {
    const Option& list = row_->child("open")->children[1];
    std::vector<Value> items;
    for (const std::string& face : faces) items.emplace_back(list.children[0], mark(), face);
    return with("open", std::move(items));
  }
  Written& sharp() { return with("rounding", 0.0); }
  Written& with_list(const std::string& field, const std::vector<Content>& contents) {
    const Option& element = row_->child(field)->children[0];
    std::vector<Value> items;
    for (const Content& content : contents) items.emplace_back(element, mark(), content);
    return with(field, std::move(items));
  }
  Written& with_triangle(const std::vector<std::int64_t>& corners) {
    const Option& triangle = row_->child("triangles")->children[0];
    std::vector<Value> vertices;
    for (const std::int64_t corner : corners) vertices.emplace_back(triangle.children[0], mark(), corner);
    return with("triangles", std::vector<Value>{Value(triangle, mark(), vertices)});
  }
  // One part: a ball of radius 1 at (2, 4, 6).
  Written& with_ball() {
    const Option& part = row_->child("parts")->children[0];
    const Option& ball = *part.child("shape")->child("sphere");
    const Value sphere(ball, mark(), std::vector<Value>{Value(*ball.child("radius"), mark(), 1.0)});
    std::vector<Value> fields{Value(*part.child("shape"), mark(), std::vector<Value>{sphere}),
                              Value(*part.child("position"), mark(), std::array<double, 3>{2, 4, 6})};
    return with("parts", std::vector<Value>{Value(part, mark(), fields)});
  }
  Value value() const {
    return Value(shape_key(), mark(), std::vector<Value>{Value(*row_, mark(), fields_)});
  }
  TurnedShape make() const { return make_shape(value()); }

 private:
  // Values point into these two.
  static const Option& shape_key() {
    static const Option option = shape_option();
    return option;
  }
  static Mark mark() {
    static const Document document{"scene.yaml", "shape: {x: y}"};
    return {&document, 1, 9};
  }
  const Option* row_;
  std::vector<Value> fields_;
};

// Corner k of a cube of edge 2 about (1, 1, 1).
Content corner(int k) {
  return std::array<double, 3>{k & 1 ? 2.0 : 0.0, k & 2 ? 2.0 : 0.0, k & 4 ? 2.0 : 0.0};
}

template <class T>
T made(const Written& written) {
  return std::get<T>(written.make().shape);
}

TEST(ShapesTable, RowsAreDeclaredInFull) {
  const Table<ShapeRow>& table = shape_table();
  for (const ShapeRow& row : table) {
    EXPECT_FALSE(row.meaning.empty()) << row.name;
    for (const Option& option : row.options) EXPECT_FALSE(option.meaning.empty()) << row.name << option.name;
  }
  EXPECT_EQ(shape_option().child_names().size(), table.size());
}

TEST(ShapesTable, EveryShapeHasARowThatMakesIt) {
  const std::array<double, 3> size{2, 4, 6};
  const std::vector<Written> examples{
      Written("sphere").with("radius", 1.0),
      Written("disc").with("radius", 1.0),
      Written("box").with("size", size).sharp(),
      Written("cylinder").with("radius", 1.0).with("height", 2.0).sharp(),
      Written("cone").with("radius", 1.0).with("height", 2.0).with("top_radius", 0.0).sharp(),
      Written("ellipsoid").with("radii", size).sharp(),
      Written("capsule").with("radius", 1.0).with("length", 2.0),
      Written("superellipsoid").with("radii", size).with_list("exponents", {3.0, 4.0}).sharp(),
      Written("polyhedron").with_list("vertices", {corner(0), corner(1), corner(2), corner(4)}).sharp(),
      Written("compound").with_ball().with("overlap", std::string("refuse")),
      Written("mesh")
          .with_list("vertices", {corner(0), corner(1), corner(2)})
          .with_triangle({0, 1, 2})
          .with("kind", std::string("sheet")),
      Written("plane").with("normal", size),
      Written("container").with("size", size).with("open", std::string("none")),
      Written("drum").with("radius", 1.0),
      Written("tube").with("radius", 1.0).with("length", 2.0),
      Written("cup").with("radius", 1.0).with("height", 2.0),
      Written("funnel").with("top_radius", 1.0).with("bottom_radius", 0.5).with("height", 2.0)};
  ASSERT_EQ(examples.size(), std::variant_size_v<Shape>);
  for (std::size_t i = 0; i < examples.size(); ++i) EXPECT_EQ(examples[i].make().shape.index(), i);
}

TEST(ShapesTable, SizesAreHalvedWhereTheShapeWantsHalves) {
  EXPECT_EQ(made<Sphere>(Written("sphere").with("diameter", 3.0)).radius, 1.5);
  EXPECT_EQ(made<Sphere>(Written("sphere").with("radius", 3.0)).radius, 3);
  EXPECT_EQ(made<Box>(Written("box").with("size", std::array<double, 3>{2, 4, 6}).sharp()).half,
            Vec3(1, 2, 3));
  const auto cylinder = made<Cylinder>(Written("cylinder").with("diameter", 1.0).with("height", 3.0).sharp());
  EXPECT_EQ(cylinder.radius, 0.5);
  EXPECT_EQ(cylinder.half_height, 1.5);
  EXPECT_EQ(
      made<Cone>(Written("cone").with("radius", 1.0).with("height", 3.0).with("top_radius", 0.0).sharp())
          .height,
      3);
  EXPECT_EQ(made<Tube>(Written("tube").with("radius", 1.0).with("length", 3.0)).half_length, 1.5);
  EXPECT_EQ(made<Cup>(Written("cup").with("radius", 1.0).with("height", 3.0)).height, 3);
  const auto funnel =
      made<Funnel>(Written("funnel").with("top_radius", 3.0).with("bottom_radius", 0.0).with("height", 2.0));
  EXPECT_EQ(funnel.radius_top, 3);
  EXPECT_EQ(funnel.radius_bottom, 0);
}

TEST(ShapesTable, DrumMayBeEndlessOrOpen) {
  EXPECT_EQ(made<Drum>(Written("drum").with("radius", 1.0)).half_length, kInfinity);
  EXPECT_FALSE(made<Drum>(Written("drum").with("radius", 1.0)).open);
  const auto open =
      made<Drum>(Written("drum").with("radius", 1.0).with("length", 3.0).with("ends", std::string("open")));
  EXPECT_EQ(open.half_length, 1.5);
  EXPECT_TRUE(open.open);
}

TEST(ShapesTable, OpenFacesOfContainers) {
  const std::array<double, 3> size{2, 4, 6};
  const auto open = [&](const std::string& word) {
    return int{made<Container>(Written("container").with("size", size).with("open", word)).open};
  };
  EXPECT_EQ(open("none"), 0);
  EXPECT_EQ(open("left"), 1);
  EXPECT_EQ(open("back"), 8);
  EXPECT_EQ(open("top"), 32);
  EXPECT_EQ(int{made<Container>(Written("container").with("size", size).with_open({"top", "right"})).open},
            34);
}

TEST(ShapesTable, AxisAndNormalBecomeATurn) {
  const auto axis = [](const std::string& word) {
    return z_axis(Written("drum").with("radius", 1.0).with("axis", word).make().turn);
  };
  EXPECT_LT(norm(axis("x") - Vec3{1, 0, 0}), kFewRoundings);
  EXPECT_LT(norm(axis("y") - Vec3{0, 1, 0}), kFewRoundings);
  EXPECT_EQ(Written("drum").with("radius", 1.0).with("axis", std::string("z")).make().turn, Quat{});
  for (const Vec3& n : {Vec3{0, 0, 1}, Vec3{0, 0, -2}, Vec3{1e-7, 0, -1}, Vec3{3e-13, -1e-13, -1},
                        Vec3{3, -4, 12}, Vec3{1e-200, 0, 0}, Vec3{0, 1e200, 1e200}}) {
    const Quat turn = Written("plane").with("normal", std::array<double, 3>{n.x, n.y, n.z}).make().turn;
    const double largest = std::max({std::abs(n.x), std::abs(n.y), std::abs(n.z)});
    EXPECT_LT(norm(rotate(turn, {0, 0, 1}) - unit(n / largest)), kFewRoundings)
        << n.x << " " << n.y << " " << n.z;
    EXPECT_NEAR(turn.w * turn.w + norm2(turn.vector()), 1, kFewRoundings);
  }
}

std::string message_of(const Written& written) {
  try {
    written.make();
  } catch (const InputError& error) {
    EXPECT_EQ(error.place().line, 1);
    EXPECT_EQ(error.place().column, 9);
    EXPECT_EQ(error.place().file, "scene.yaml");
    return error.message();
  }
  return "";
}

TEST(ShapesTable, ContradictionsAreRefusedWithTheirPlace) {
  EXPECT_EQ(message_of(Written("sphere")),
            "expected either 'radius' or 'diameter' of the sphere, for example 'radius: 1 mm'");
  EXPECT_EQ(message_of(Written("cone")
                           .with("height", 1.0)
                           .with("radius", 1.0)
                           .with("diameter", 2.0)
                           .with("top_radius", 0.0)
                           .sharp()),
            "expected either 'radius' or 'diameter' of the cone, got both");
  EXPECT_EQ(message_of(Written("plane").with("normal", std::array<double, 3>{0, 0, 0})),
            "a normal needs a direction: it cannot be zero");
  EXPECT_EQ(message_of(Written("polyhedron").sharp()),
            "expected either 'file' or 'vertices' of the polyhedron");
  EXPECT_EQ(
      message_of(Written("polyhedron").with_list("vertices", {corner(0), corner(1), corner(2)}).sharp()),
      "polyhedron: expected at least 4 vertices that lie in no plane, got 3");
  EXPECT_EQ(message_of(Written("mesh")
                           .with_list("vertices", {corner(0)})
                           .with_triangle({0, 0, 1})
                           .with("kind", std::string("solid"))),
            "expected one of the 1 vertices, counted from 0, got 1");
  EXPECT_EQ(message_of(Written("polyhedron").with("file", std::string("a.stl")).sharp()),
            "a file cannot be read here");
}

TEST(ShapesTable, SizesMustBePositive) {
  for (const ShapeRow& row : shape_table())
    for (const Option& option : row.options) {
      if (!(option.dimension == dim::length) || option.type == OptionType::any_of) continue;
      if (option.type == OptionType::choice) continue;
      ASSERT_TRUE(option.lower.has_value()) << row.name << "." << option.name;
      EXPECT_EQ(option.lower->value, 0);
      const bool may_be_zero = option.name == "bottom_radius" || option.name == "rounding" ||
                               (row.name == "cone" && option.name == "top_radius");
      EXPECT_EQ(option.lower->open, !may_be_zero) << row.name << "." << option.name;
    }
}

TEST(ShapesTable, CoordinatesAreAboutTheGivenOrigin) {
  const TurnedShape cube = Written("polyhedron")
                               .with_list("vertices", {corner(0), corner(1), corner(2), corner(3), corner(4),
                                                       corner(5), corner(6), corner(7)})
                               .sharp()
                               .make();
  EXPECT_LT(norm(cube.offset - Vec3{1, 1, 1}), kFewRoundings);
  EXPECT_NEAR(mass_properties(cube.shape).volume, 8, kTensOfRoundings);
  const TurnedShape ball = Written("compound").with_ball().with("overlap", std::string("refuse")).make();
  EXPECT_EQ(ball.offset, Vec3(2, 4, 6));
}

TEST(ShapesTable, EqualVolumeIsThatOfTheBall) {
  const std::array<double, 3> size{2, 4, 6};
  for (Written written :
       {Written("box").with("size", size).sharp(), Written("ellipsoid").with("radii", size).sharp(),
        Written("compound").with_ball().with("overlap", std::string("refuse"))}) {
    const TurnedShape made = written.with("equivalent_diameter", 0.5).make();
    EXPECT_NEAR(mass_properties(made.shape).volume, 0.125 * 3.14159265358979 / 6, kFewRoundings);
  }
  const TurnedShape ball = Written("compound")
                               .with_ball()
                               .with("overlap", std::string("refuse"))
                               .with("equivalent_diameter", 1.0)
                               .make();
  EXPECT_LT(norm(ball.offset - Vec3{1, 2, 3}), kFewRoundings);
}

TEST(ShapesTable, RoundGrainsMayTakeTheirSizeFromElsewhere) {
  EXPECT_FALSE(has_size(Written("sphere").value()));
  EXPECT_TRUE(has_size(Written("sphere").with("radius", 1.0).value()));
  EXPECT_TRUE(has_size(Written("disc").with("diameter", 1.0).value()));
  EXPECT_TRUE(has_size(Written("plane").value()));
}

}  // namespace
}  // namespace cairn
