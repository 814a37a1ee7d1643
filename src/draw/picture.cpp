#include "draw/picture.h"

#include <algorithm>
#include <cmath>

#include "base/assert.h"
#include "draw/band.h"
#include "draw/legend.h"
#include "draw/light.h"
#include "draw/stage.h"

namespace cairn {
namespace {

// The given or automatic range; 0 to 1 if that one is empty or not finite.
ValueRange usable_range(const Picture& picture) {
  const ValueRange range = picture.range.value_or(automatic_range(picture));
  const bool usable =
      std::isfinite(range.low) && std::isfinite(range.high - range.low) && range.high > range.low;
  return usable ? range : ValueRange{};
}

}  // namespace

void RangeFinder::add(const Picture& picture) {
  constexpr double kKept = 0.995;  // the fastest few may saturate
  std::vector<double> values;
  const auto add = [&](const auto& item) {
    if (std::isfinite(item.value)) values.push_back(item.value);
  };
  std::ranges::for_each(picture.balls, add);
  std::ranges::for_each(picture.meshes, add);
  std::ranges::for_each(picture.links, add);
  if (values.empty()) return;

  std::ranges::sort(values);
  const auto kept = static_cast<std::size_t>(std::ceil(kKept * static_cast<double>(values.size() - 1)));
  low_ = std::min(low_, values.front());
  high_ = std::max(high_, values[kept]);
  least_ = std::max(least_, picture.least);
}

ValueRange RangeFinder::range() const {
  if (low_ > high_) return {};
  // Zero is a good start for speeds and forces.
  const double high = std::max(high_, least_), low = low_ >= 0 && low_ < 0.5 * high ? 0 : low_;
  return high > low ? ValueRange{low, high} : ValueRange{low, low + std::max(std::abs(low), 1.0)};
}

ValueRange automatic_range(const Picture& picture) {
  RangeFinder finder;
  finder.add(picture);
  return finder.range();
}

ShownBox shown_box(const Picture& wanted) {
  const picture::Stage stage = picture::stage_of(wanted, usable_range(wanted), picture::frame_of(wanted));
  return {stage.low, stage.high};
}

Image draw(const Picture& wanted) {
  CAIRN_ASSERT(wanted.width > 0 && wanted.height > 0 && wanted.samples > 0);
  const ValueRange range = usable_range(wanted);
  const picture::Stage stage = picture::stage_of(wanted, range, picture::frame_of(wanted));
  const picture::Lighting lighting(stage);

  // Bodies and walls band by band over the background, then the legend.
  Canvas canvas(wanted.width, wanted.height);
  picture::draw_background(canvas);
  const std::vector<picture::BandItems> bands = picture::sorted_into_bands(stage, wanted.height);
  picture::BandPainter painter(stage, lighting, wanted.samples, wanted.width, wanted.height);
  for (std::size_t b = 0; b < bands.size(); ++b) painter.paint(static_cast<int>(b), bands[b], canvas);
  Sheet sheet(image_of(canvas));
  picture::draw_legend(wanted, range, stage.far_balls, sheet);
  return sheet.image();
}

}  // namespace cairn
