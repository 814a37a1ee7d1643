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

ValueRange usable_range(const Picture& picture) {
  const ValueRange range = picture.range.value_or(automatic_range(picture));
  const bool usable =
      std::isfinite(range.low) && std::isfinite(range.high - range.low) && range.high > range.low;
  return usable ? range : ValueRange{};
}

}  // namespace

ValueRange automatic_range(const Picture& picture) {
  constexpr double kKept = 0.995;  // the fastest few may saturate
  std::vector<double> values;
  const auto add = [&](const auto& item) {
    if (std::isfinite(item.value)) values.push_back(item.value);
  };
  std::ranges::for_each(picture.balls, add);
  std::ranges::for_each(picture.meshes, add);
  std::ranges::for_each(picture.links, add);
  if (values.empty()) return {};

  std::ranges::sort(values);
  const double high =
      values[static_cast<std::size_t>(std::ceil(kKept * static_cast<double>(values.size() - 1)))];
  // Zero is a good end for speeds and forces.
  const double low = values.front() >= 0 && values.front() < 0.5 * high ? 0 : values.front();
  return high > low ? ValueRange{low, high} : ValueRange{low, low + std::max(std::abs(low), 1.0)};
}

Image draw(const Picture& wanted) {
  CAIRN_ASSERT(wanted.width > 0 && wanted.height > 0 && wanted.samples > 0);
  const ValueRange range = usable_range(wanted);
  const picture::Stage stage = picture::stage_of(wanted, range, picture::frame_of(wanted));
  const picture::Lighting lighting(stage);

  Canvas canvas(wanted.width, wanted.height);
  picture::draw_background(canvas);
  const std::vector<picture::BandItems> bands = picture::sorted_into_bands(stage, wanted.height);
  picture::BandPainter painter(stage, lighting, wanted.samples, wanted.width, wanted.height);
  for (std::size_t b = 0; b < bands.size(); ++b) painter.paint(static_cast<int>(b), bands[b], canvas);
  Sheet sheet(image_of(canvas));
  picture::draw_legend(wanted, range, sheet);
  return sheet.image();
}

}  // namespace cairn
