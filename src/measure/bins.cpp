#include "measure/bins.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/error.h"
#include "math/gauss.h"
#include "measure/sphere_overlap.h"
#include "shapes/orientation.h"

namespace cairn {
namespace {

using std::numbers::pi;

constexpr double kTilted = 1e-9;  // share of a face normal across an axis that counts as tilted
constexpr double kMostBins = 100'000;

int axis_named(const Value& name) { return name.chosen() == "x" ? 0 : name.chosen() == "y" ? 1 : 2; }

// True if the face of the cell across edge k is perpendicular to axis k of the world.
bool is_upright(const Cell& cell, int k) {
  const Mat3 back = inverse(cell.axes());
  const Vec3& normal = back.row(k);
  for (int j = 0; j < 3; ++j)
    if (j != k && std::abs(normal[j]) > kTilted * std::abs(normal[k])) return false;
  return true;
}

}  // namespace

Option bins_option() {
  using namespace declare;
  const auto count = [] { return integer("count", required, "number of bins").within(1, kMostBins); };
  return variant(
      "bins",
      {object("slabs", {choice("axis", {"x", "y", "z"}, required, "across which the box is cut"), count()},
              "slabs of equal width"),
       object("grid",
              {integer("nx", "1", "cells along x").within(1, kMostBins),
               integer("ny", "1", "cells along y").within(1, kMostBins),
               integer("nz", "1", "cells along z").within(1, kMostBins)},
              "cells of a grid; cell (i, j, k) has the number i + nx (j + ny k)"),
       object("shells",
              {vector("center", dim::length, required, "middle of the shells; in 2-D of rings"),
               number("from", dim::length, "0", "inner radius of the first one").non_negative(),
               number("to", dim::length, required, "outer radius of the last one").positive(), count(),
               vector("axis", dim::none, optional,
                      "axis of cylindrical shells; any length but zero; without it they are spherical"),
               number("length", dim::length, optional, "of cylindrical shells, half of it on either side")
                   .positive()},
              "shells of equal width about a centre or an axis; they need no box")},
      "how space is divided");
}

Bins::Bins(const Value& options, const World& world) : dimension_(world.dimension) {
  const Value& bins = options["bins"];
  if (bins.chosen() == "shells") {
    read_shells(bins.selected(), world);
    return;
  }
  space_.emplace(options, world);
  if (bins.chosen() == "slabs") {
    axis_ = axis_named(bins["axis"]);
    counts_[static_cast<std::size_t>(axis_)] = static_cast<std::size_t>(bins["count"].integer());
  } else {
    for (std::size_t k = 0; const char* key : {"nx", "ny", "nz"})
      counts_[k++] = static_cast<std::size_t>(bins[key].integer());
  }
  if (dimension_ == 2 && counts_[1] > 1)
    throw InputError("in a 2-D scene nothing is divided along y", bins.mark());
  if (static_cast<double>(size()) > kMostBins)
    throw InputError("a grid has at most 100 000 cells", bins.mark());
  update(world);
  if (!valid_)
    throw InputError("the periodic cell is tilted against the bins; divide it across another axis",
                     bins.mark());
}

void Bins::read_shells(const Value& shells, const World& world) {
  kind_ = Kind::shells;
  centre_ = Vec3(shells["center"].vector());
  from_ = shells["from"].number();
  to_ = shells["to"].number();
  counts_[0] = static_cast<std::size_t>(shells["count"].integer());
  if (!(from_ < to_)) throw InputError("shells: 'to' must be above 'from'", shells["to"].mark());
  about_axis_ = shells.has("axis") && world.dimension == 3;
  if (shells.has("axis") != shells.has("length"))
    throw InputError("shells: an 'axis' and a 'length' belong together", shells.mark());
  if (!about_axis_) return;
  direction_ = direction_of(shells["axis"], "shells");
  length_ = shells["length"].number();
}

std::size_t Bins::size() const { return counts_[0] * counts_[1] * counts_[2]; }

void Bins::update(const World& world) {
  if (kind_ == Kind::shells) return;
  const Extent extent = space_->at(world);
  region_ = extent.region;
  total_ = extent.volume;
  valid_ = true;
  for (int k = 0; k < 3; ++k) {
    const std::size_t axis = static_cast<std::size_t>(k);
    if (counts_[axis] == 1 || std::isfinite(region_.low[k])) continue;
    // A divided axis of the cell.
    valid_ = valid_ && is_upright(world.cell, k);
    const double half = 0.5 * world.cell.widths()[k];
    region_.low[k] = world.cell.centre[k] - half;
    region_.high[k] = world.cell.centre[k] + half;
  }
}

Vec3 Bins::at_image(const World& world, const Vec3& x) const {
  if (!world.cell.repeats() || kind_ == Kind::shells) return x;
  Vec3 middle = world.cell.centre;
  for (int k = 0; k < 3; ++k)
    if (std::isfinite(region_.low[k])) middle[k] = 0.5 * (region_.low[k] + region_.high[k]);
  return middle + world.cell.nearest(x - middle);
}

std::optional<std::size_t> Bins::index_along(int k, double x) const {
  const std::size_t n = counts_[static_cast<std::size_t>(k)];
  if (k == 1 && dimension_ == 2) return 0;
  if (!(x >= region_.low[k] && x < region_.high[k])) return std::nullopt;
  if (n == 1) return 0;
  const double part = (x - region_.low[k]) / (region_.high[k] - region_.low[k]);
  return std::min(static_cast<std::size_t>(part * static_cast<double>(n)), n - 1);
}

double Bins::radial(const World& world, const Vec3& x) const {
  Vec3 d = world.cell.nearest(x - centre_);
  if (dimension_ == 2) d.y = 0;
  if (!about_axis_) return norm(d);
  const double along = dot(d, direction_);
  return std::abs(along) < 0.5 * length_ ? norm(d - along * direction_) : kInfinity;
}

std::optional<std::size_t> Bins::bin_of(const World& world, const Vec3& x) const {
  if (kind_ == Kind::shells) {
    const double part = (radial(world, x) - from_) / (to_ - from_);
    if (!(part >= 0 && part < 1)) return std::nullopt;
    return std::min(static_cast<std::size_t>(part * static_cast<double>(counts_[0])), counts_[0] - 1);
  }
  const Vec3 at = at_image(world, x);
  const auto i = index_along(0, at.x), j = index_along(1, at.y), k = index_along(2, at.z);
  if (!i || !j || !k) return std::nullopt;
  return *i + counts_[0] * (*j + counts_[1] * *k);
}

double Bins::shell_volume(double radius) const {
  if (about_axis_) return pi * radius * radius * length_;
  return dimension_ == 2 ? pi * radius * radius : 4.0 / 3 * pi * radius * radius * radius;
}

double Bins::volume(std::size_t bin) const {
  if (kind_ == Kind::boxes) return total_ / static_cast<double>(size());
  const double width = (to_ - from_) / static_cast<double>(counts_[0]);
  const double inner = from_ + width * static_cast<double>(bin);
  return shell_volume(inner + width) - shell_volume(inner);
}

double Bins::middle(std::size_t bin) const {
  if (kind_ == Kind::shells)
    return from_ + (to_ - from_) * (static_cast<double>(bin) + 0.5) / static_cast<double>(counts_[0]);
  const std::size_t axis = static_cast<std::size_t>(axis_), n = counts_[axis];
  std::size_t index = bin;
  for (std::size_t k = 0; k < axis; ++k) index /= counts_[k];
  const double part = (static_cast<double>(index % n) + 0.5) / static_cast<double>(n);
  return region_.low[axis_] + part * (region_.high[axis_] - region_.low[axis_]);
}

void Bins::add_solid(const World& world, std::size_t i, SolidVolumes& solids,
                     std::span<double> volumes) const {
  solids.meet(world, i);
  if (kind_ == Kind::shells) return add_to_shells(world, i, solids, volumes);
  if (!world.cell.repeats()) return add_to_boxes(world, i, solids, {}, volumes);
  // All images whose bounding sphere reaches the bins.
  const Place& place = world.bodies.place[i];
  const Vec3 home = at_image(world, place.position) - place.position;
  for (int image = 0; image < kImages; ++image) {
    const std::array<int, 3> n{image % 3 - 1, image / 3 % 3 - 1, image / 9 - 1};
    bool exists = true;
    for (std::size_t k = 0; k < 3; ++k)
      exists = exists &&
               (n[k] == 0 || (world.cell.periodic[k] && std::isfinite(region_.low[static_cast<int>(k)])));
    if (exists)
      add_to_boxes(world, i, solids, home + world.cell.shift(static_cast<CellImage>(image)), volumes);
  }
}

void Bins::add_to_boxes(const World& world, std::size_t i, const SolidVolumes& solids, const Vec3& shift,
                        std::span<double> volumes) const {
  const Place& place = world.bodies.place[i];
  // The range of cells along each axis that the bounding sphere reaches.
  std::array<std::size_t, 3> first{}, last{};
  Vec3 width;
  for (int k = 0; k < 3; ++k) {
    const std::size_t axis = static_cast<std::size_t>(k), n = counts_[axis];
    width[k] = (region_.high[k] - region_.low[k]) / static_cast<double>(n);
    if ((k == 1 && dimension_ == 2) || !std::isfinite(region_.low[k])) continue;
    const double x = place.position[k] + shift[k] - region_.low[k];
    if (x + place.radius <= 0 || x - place.radius >= region_.high[k] - region_.low[k]) return;
    first[axis] = static_cast<std::size_t>(std::max(0.0, std::floor((x - place.radius) / width[k])));
    last[axis] = std::min(n - 1, static_cast<std::size_t>((x + place.radius) / width[k]));
  }
  for (std::size_t kz = first[2]; kz <= last[2]; ++kz)
    for (std::size_t ky = first[1]; ky <= last[1]; ++ky)
      for (std::size_t kx = first[0]; kx <= last[0]; ++kx) {
        Region cell = region_;
        for (int k = 0; k < 3; ++k) {
          if (!std::isfinite(region_.low[k])) continue;
          const double at = static_cast<double>(k == 0 ? kx : k == 1 ? ky : kz);
          cell.low[k] = region_.low[k] + at * width[k] - shift[k];
          cell.high[k] = region_.low[k] + (at + 1) * width[k] - shift[k];
        }
        volumes[kx + counts_[0] * (ky + counts_[1] * kz)] += solids.inside(world, i, cell);
      }
}

// The volume of a sphere or disc within a radius of the centre or axis.
double Bins::inside_shell(const World& world, std::size_t i, double radius) const {
  const Place& place = world.bodies.place[i];
  Vec3 d = world.cell.nearest(place.position - centre_);
  if (dimension_ == 2) return circle_in_circle(radius, place.radius, std::hypot(d.x, d.z));
  if (!about_axis_) return ball_in_ball(radius, place.radius, norm(d));
  // Slices across the axis, by Gauss's rule.
  const double along = dot(d, direction_), away = norm(d - along * direction_);
  const double low = std::max(-0.5 * length_, along - place.radius);
  const double high = std::min(0.5 * length_, along + place.radius);
  if (!(low < high)) return 0;
  constexpr int kParts = 8;
  double sum = 0;
  for (int part = 0; part < kParts; ++part) {
    const double a = low + (high - low) * part / kParts, h = (high - low) / kParts;
    for (const GaussPoint& point : gauss_rule<4>()) {
      const double off = a + point.at * h - along;
      const double slice = std::sqrt(std::max(0.0, place.radius * place.radius - off * off));
      if (slice > 0 && radius > 0) sum += point.weight * h * circle_in_circle(radius, slice, away);
    }
  }
  return sum;
}

void Bins::add_to_shells(const World& world, std::size_t i, SolidVolumes& solids,
                         std::span<double> volumes) const {
  const Shape& shape = world.shapes[world.bodies.info[i].shape];
  if (is_wall(shape)) return;
  const Place& place = world.bodies.place[i];
  if (!std::holds_alternative<Sphere>(shape) && !std::holds_alternative<Disc>(shape)) {
    // Other bodies count whole in the shell of their centre.
    constexpr Vec3 kFar{kInfinity, kInfinity, kInfinity};
    if (const auto bin = bin_of(world, place.position))
      volumes[*bin] += solids.inside(world, i, {{-kFar, kFar}, dimension_});
    return;
  }
  Vec3 d = world.cell.nearest(place.position - centre_);
  if (dimension_ == 2) d.y = 0;
  const double distance = about_axis_ ? norm(d - dot(d, direction_) * direction_) : norm(d);
  const double width = (to_ - from_) / static_cast<double>(counts_[0]);
  const double low = (distance - place.radius - from_) / width,
               high = (distance + place.radius - from_) / width;
  if (high <= 0 || low >= static_cast<double>(counts_[0])) return;
  const auto first = static_cast<std::size_t>(std::max(0.0, std::floor(low)));
  const auto last = std::min(counts_[0] - 1, static_cast<std::size_t>(high));
  double inner = inside_shell(world, i, from_ + width * static_cast<double>(first));
  for (std::size_t k = first; k <= last; ++k) {
    const double outer = inside_shell(world, i, from_ + width * static_cast<double>(k + 1));
    volumes[k] += outer - inner;
    inner = outer;
  }
}

}  // namespace cairn
