#include "pack/sizes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/assert.h"
#include "text/csv.h"
#include "text/limits.h"

namespace cairn {
namespace {

constexpr double kNormalCut = 3;                    // deviations, where no other cut is given
constexpr double kFinest = 0.01, kCoarsest = 0.99;  // shares, likewise, of a Rosin-Rammler distribution

Sizes between(Sizes::Kind kind, double low, double high) {
  Sizes sizes;
  sizes.kind = kind;
  sizes.smallest = low;
  sizes.largest = high;
  return sizes;
}

Sizes read_uniform(const Value& ends) {
  const double low = 0.5 * ends.items()[0].number(), high = 0.5 * ends.items()[1].number();
  if (low > high) throw InputError("expected the smaller diameter first", ends.mark());
  return between(Sizes::Kind::uniform, low, high);
}

Sizes read_normal(const Value& normal) {
  const double mean = 0.5 * normal["mean"].number(), deviation = 0.5 * normal["deviation"].number();
  const double low = normal.has("min") ? 0.5 * normal["min"].number() : mean - kNormalCut * deviation;
  const double high = normal.has("max") ? 0.5 * normal["max"].number() : mean + kNormalCut * deviation;
  if (low <= 0)
    throw InputError("three deviations below the mean is no size any more: give 'min'",
                     normal["deviation"].mark());
  if (low > mean || high < mean)
    throw InputError("'min' and 'max' must have the mean between them",
                     (low > mean ? normal["min"] : normal["max"]).mark());
  Sizes sizes = between(Sizes::Kind::normal, low, high);
  sizes.mean = mean;
  sizes.deviation = deviation;
  return sizes;
}

Sizes read_list(const Value& diameters) {
  std::vector<double> radii;
  for (const Value& diameter : diameters.items()) radii.push_back(0.5 * diameter.number());
  const auto [low, high] = std::ranges::minmax(radii);
  Sizes sizes = between(Sizes::Kind::list, low, high);
  sizes.list = std::move(radii);
  return sizes;
}

// --- Curves
Sizes of_curve(SizeCurve curve, std::uint64_t seed) {
  Sizes sizes = between(Sizes::Kind::curve, curve.smallest(), curve.largest());
  sizes.curve = std::move(curve);
  sizes.seed = seed;
  return sizes;
}

double power_of(const Value& curve, const SizeContext& context) {
  return curve["by"].chosen() == "mass" ? context.mass_power : 0;
}

// The points of a sieve curve, each checked against the one before.
class SievePoints {
 public:
  // `refuse(what)` reports a fault of the point.
  template <class Refuse>
  void add(double diameter, double finer, Refuse&& refuse) {
    if (radii.empty() && finer != 0)
      refuse("the first point is the largest size that nothing is finer than: 'finer' is 0");
    if (!radii.empty() && 0.5 * diameter <= radii.back()) refuse("sizes must grow from point to point");
    if (!shares.empty() && finer < shares.back()) refuse("the finer share must not fall from point to point");
    radii.push_back(0.5 * diameter);
    shares.push_back(finer);
  }
  bool is_whole() const { return shares.size() >= 2 && shares.back() == 1; }
  std::vector<double> radii, shares;
};

constexpr const char* kNotWhole =
    "the curve must end with the smallest size that all is finer than: 'finer' is 1";

SievePoints read_sieve_file(const Value& file, const SizeContext& context) {
  CsvReader csv = CsvReader::open(context.find_file(file), file.text());
  const int size = csv.find("size"), finer = csv.find("finer");
  if (csv.columns().size() != 2 || size < 0 || finer < 0)
    csv.fail_header(-1, "a sieve curve has the two columns size and finer");
  SievePoints points;
  while (csv.next()) {
    const double diameter = csv.number(size, dim::length), share = csv.number(finer);
    if (!(diameter > 0)) csv.fail(size, "a size must be positive");
    if (!(share >= 0 && share <= 1)) csv.fail(finer, "a finer share lies between 0 and 1");
    points.add(diameter, share, [&](const char* what) { csv.fail(size, what); });
  }
  if (!points.is_whole()) csv.fail_header(-1, kNotWhole);
  return points;
}

Sizes read_sieve(const Value& sieve, const SizeContext& context) {
  if (sieve.has("points") == sieve.has("file"))
    throw InputError("a sieve curve has either 'points' or a 'file'", sieve.mark());
  SievePoints points;
  if (sieve.has("file")) {
    points = read_sieve_file(sieve["file"], context);
  } else {
    for (const Value& point : sieve["points"].items())
      points.add(point["size"].number(), point["finer"].number(),
                 [&](const char* what) { throw InputError(what, point.mark()); });
    if (!points.is_whole()) throw InputError(kNotWhole, sieve["points"].mark());
  }
  return of_curve(SizeCurve(std::move(points.radii), points.shares, power_of(sieve, context)), context.seed);
}

// A distribution cut at `min` and `max`, or at the given radii if the scene has none.
Sizes read_cut(const Value& value, double low, double high, const std::function<double(double)>& share,
               const SizeContext& context) {
  if (value.has("min")) low = 0.5 * value["min"].number();
  if (value.has("max")) high = 0.5 * value["max"].number();
  const Mark mark = value.has("max")   ? value["max"].mark()
                    : value.has("min") ? value["min"].mark()
                                       : value.mark();
  for (const std::string& limit : {refuse_small(2 * low, dim::length), refuse_large(2 * high, dim::length)})
    if (!limit.empty())
      throw InputError(fmt::format("its diameters from {:.3g} m to {:.3g} m must be {}; give 'min' and 'max'",
                                   2 * low, 2 * high, limit),
                       mark);
  if (!(low < high)) throw InputError("'min' must be below 'max'", mark);
  if (!(share(low) < share(high)))
    throw InputError("between 'min' and 'max' the distribution has no bodies", value.mark());
  return of_curve(SizeCurve::of(share, low, high, power_of(value, context)), context.seed);
}

Sizes read_log_normal(const Value& value, const SizeContext& context) {
  const double median = 0.5 * value["median"].number(), sigma = value["deviation"].number();
  const auto share = [=](double r) {
    return 0.5 * std::erfc(-std::log(r / median) / (sigma * std::numbers::sqrt2));
  };
  const double reach = std::exp(kNormalCut * sigma);
  return read_cut(value, median / reach, median * reach, share, context);
}

Sizes read_rosin_rammler(const Value& value, const SizeContext& context) {
  const double size = 0.5 * value["size"].number(), n = value["exponent"].number();
  const auto share = [=](double r) { return -std::expm1(-std::pow(r / size, n)); };
  const auto at = [=](double finer) { return size * std::pow(-std::log1p(-finer), 1 / n); };
  return read_cut(value, at(kFinest), at(kCoarsest), share, context);
}

Sizes read_fractal(const Value& value, const SizeContext& context) {
  const double low = 0.5 * value["min"].number(), high = 0.5 * value["max"].number();
  if (!(low < high)) throw InputError("'min' must be below 'max'", value["max"].mark());
  return of_curve(SizeCurve({low, high}, {0, 1}, value["dimension"].number()), context.seed);
}

using namespace declare;

Option by_option() {
  return choice("by", {"mass", "number"}, "mass",
                "whether shares count the mass of the bodies or the bodies");
}

Option cut(const char* name, const char* meaning) {
  return number(name, dim::length, optional, meaning).positive();
}

std::vector<Option> curve_options() {
  Option share =
      number("finer", dim::none, required, "share of all that is smaller, from 0 to 1").within(0, 1);
  Option point = object(
      "point",
      {number("size", dim::length, required, "mesh of a sieve: a diameter").positive(), std::move(share)},
      "a sieve and what passes it");
  return {
      object("sieve",
             {list_of("points", std::move(point),
                      "the curve, from 'finer: 0' to 'finer: 1'; straight over the logarithm of the size")
                  .count(2, 10'000),
              text("file", optional, "instead of `points`: a CSV file with the columns size [m] and finer"),
              by_option()},
             "diameters as a sieve curve has them"),
      object("log_normal",
             {number("median", dim::length, required, "diameter that half of all is smaller than").positive(),
              number("deviation", dim::none, required, "standard deviation of the logarithm of the diameter")
                  .positive(),
              cut("min", "smallest; without it 3 deviations below the median"),
              cut("max", "largest; without it 3 deviations above the median"), by_option()},
             "diameters with a normally distributed logarithm"),
      object("rosin_rammler",
             {number("size", dim::length, required, "diameter that 63.2 % are smaller than").positive(),
              number("exponent", dim::none, required, "spread: the larger, the narrower").within(0.1, 100),
              cut("min", "smallest; without it 1 % of the whole distribution is smaller"),
              cut("max", "largest; without it 1 % of the whole distribution is larger"), by_option()},
             "diameters as of milled material: the share exp(−(d/size)^exponent) is larger than d")
          .refer("VE80"),
      object("fractal",
             {number("dimension", dim::none, required,
                     "D: the number of bodies larger than d falls as d^−D between the ends; 2.5 is usual for "
                     "crushed rock")
                  .within(0.1, 10),
              number("min", dim::length, required, "smallest").positive(),
              number("max", dim::length, required, "largest").positive()},
             "diameters as of fragments")
          .refer("TU86")};
}

}  // namespace

double Sizes::radius(std::uint64_t index, Random& random) const {
  CAIRN_ASSERT(smallest > 0 && smallest <= largest);
  if (kind == Kind::uniform) return random.uniform(smallest, largest);
  if (kind == Kind::list) return list[index % list.size()];
  if (kind == Kind::curve) return curve.size(spread_evenly(index, seed));
  if (kind == Kind::fixed || deviation == 0) return mean;
  // Draws again until the radius is in the interval. The interval contains the mean, so that many draws are
  // accepted; a very narrow one is nearly uniform.
  for (;;) {
    const double r = mean + deviation * random.normal();
    if (r >= smallest && r <= largest) return r;
    if (largest - smallest < 0.05 * deviation) return random.uniform(smallest, largest);
  }
}

Option sizes_option() {
  Option diameter = number("diameter", dim::length, required, "diameter").positive();
  Fields kinds{number("fixed", dim::length, required, "one diameter for all").positive(),
               list_of("uniform", diameter, "diameters evenly spread between two", required).count(2),
               object("normal",
                      {number("mean", dim::length, required, "mean diameter").positive(),
                       number("deviation", dim::length, required, "standard deviation").non_negative(),
                       cut("min", "smallest; without it 3 deviations below the mean"),
                       cut("max", "largest; without it 3 deviations above the mean")},
                      "normally distributed diameters"),
               list_of("list", diameter, "diameters taken in turn, by index modulo the list", required)
                   .count(1, 100'000)};
  for (Option& curve : curve_options()) kinds.push_back(std::move(curve));
  return variant("sizes", std::move(kinds), "diameters of spheres or discs whose shape gives none", optional);
}

Sizes read_sizes(const Value& sizes, const SizeContext& context) {
  const Value& chosen = sizes.selected();
  const std::string& kind = sizes.chosen();
  if (kind == "fixed") return Sizes::fixed(0.5 * chosen.number());
  if (kind == "uniform") return read_uniform(chosen);
  if (kind == "normal") return read_normal(chosen);
  if (kind == "list") return read_list(chosen);
  if (kind == "sieve") return read_sieve(chosen, context);
  if (kind == "log_normal") return read_log_normal(chosen, context);
  if (kind == "rosin_rammler") return read_rosin_rammler(chosen, context);
  CAIRN_ASSERT(kind == "fractal");
  return read_fractal(chosen, context);
}

}  // namespace cairn
