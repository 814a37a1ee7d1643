#include "pack/sizes.h"

#include <algorithm>

#include "base/assert.h"

namespace cairn {
namespace {

Sizes read_uniform(const Value& ends) {
  const double low = 0.5 * ends.items()[0].number(), high = 0.5 * ends.items()[1].number();
  if (low > high) throw InputError("expected the smaller diameter first", ends.mark());
  return {Sizes::Kind::uniform, low, high, 0.5 * (low + high), 0, {}};
}

Sizes read_normal(const Value& normal) {
  const double mean = 0.5 * normal["mean"].number(), deviation = 0.5 * normal["deviation"].number();
  const double low = normal.has("min") ? 0.5 * normal["min"].number() : mean - 3 * deviation;
  const double high = normal.has("max") ? 0.5 * normal["max"].number() : mean + 3 * deviation;
  if (low <= 0)
    throw InputError("three deviations below the mean is no size any more: give 'min'",
                     normal["deviation"].mark());
  if (low > mean || high < mean)
    throw InputError("'min' and 'max' must have the mean between them",
                     (low > mean ? normal["min"] : normal["max"]).mark());
  return {Sizes::Kind::normal, low, high, mean, deviation, {}};
}

}  // namespace

double Sizes::radius(std::uint64_t index, Random& random) const {
  CAIRN_ASSERT(smallest > 0 && smallest <= largest);
  if (kind == Kind::uniform) return random.uniform(smallest, largest);
  if (kind == Kind::list) return list[index % list.size()];
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
  using namespace declare;
  Option diameter = number("diameter", dim::length, required, "diameter").positive();
  return variant(
      "sizes",
      {number("fixed", dim::length, required, "one diameter for all").positive(),
       list_of("uniform", diameter, "diameters evenly spread between two", required).count(2),
       object("normal",
              {number("mean", dim::length, required, "mean diameter").positive(),
               number("deviation", dim::length, required, "standard deviation").non_negative(),
               number("min", dim::length, optional, "smallest; without it 3 deviations below the mean")
                   .positive(),
               number("max", dim::length, optional, "largest; without it 3 deviations above the mean")
                   .positive()},
              "normally distributed diameters"),
       list_of("list", diameter, "diameters taken in turn, by index modulo the list", required)
           .count(1, 100'000)},
      "diameters of spheres or discs whose shape gives none", optional);
}

Sizes read_sizes(const Value& sizes) {
  const Value& chosen = sizes.selected();
  if (sizes.chosen() == "fixed") return Sizes::fixed(0.5 * chosen.number());
  if (sizes.chosen() == "uniform") return read_uniform(chosen);
  if (sizes.chosen() == "normal") return read_normal(chosen);
  Sizes list;
  list.kind = Sizes::Kind::list;
  for (const Value& diameter : chosen.items()) list.list.push_back(0.5 * diameter.number());
  const auto [low, high] = std::ranges::minmax(list.list);
  list.smallest = low;
  list.largest = high;
  return list;
}

}  // namespace cairn
