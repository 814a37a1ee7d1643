#include "cairn/camera_path.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <sstream>

#include "base/assert.h"
#include "base/error.h"
#include "cairn/command.h"

namespace cairn {
namespace {

// Two or three numbers with commas between them.
std::optional<CameraStation> station_of(std::string_view word) {
  constexpr double kDegree = std::numbers::pi / 180, kMostTurns = 36000, kMostZoom = 100;
  std::array<double, 3> numbers{0, 0, 1};
  std::size_t count = 0;
  for (bool is_last = false; !is_last; ++count) {
    const std::size_t comma = std::min(word.find(','), word.size());
    const auto number = number_in<double>(word.substr(0, comma));
    if (!number || count == numbers.size()) return std::nullopt;
    numbers.at(count) = *number;
    is_last = comma == word.size();
    word.remove_prefix(std::min(comma + 1, word.size()));
  }
  const auto [azimuth, elevation, zoom] = numbers;
  const bool is_good = count >= 2 && std::abs(azimuth) <= kMostTurns && std::abs(elevation) <= 90 &&
                       zoom >= 1 / kMostZoom && zoom <= kMostZoom;
  if (!is_good) return std::nullopt;
  return CameraStation{azimuth * kDegree, elevation * kDegree, zoom};
}

}  // namespace

std::vector<CameraStation> camera_path(const std::string& text) {
  std::vector<CameraStation> stations;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    const std::optional<CameraStation> station = station_of(word);
    if (!station)
      throw InputError(
          fmt::format("--path needs azimuth,elevation or azimuth,elevation,zoom at each station, as in "
                      "'0,20 90,20 90,60,2' with degrees; got {}",
                      quote(word)));
    stations.push_back(*station);
  }
  if (stations.size() < 2)
    throw InputError(
        "--path needs two stations or more, such as '0,20 90,20': where the camera begins and ends");
  return stations;
}

View view_on_path(const std::vector<CameraStation>& stations, double way) {
  CAIRN_ASSERT(stations.size() >= 2 && way >= 0 && way <= 1);
  const double place = way * static_cast<double>(stations.size() - 1);
  const std::size_t k = std::min(static_cast<std::size_t>(place), stations.size() - 2);
  const double s = place - static_cast<double>(k), gentle = s * s * (3 - 2 * s);
  const CameraStation &from = stations[k], &to = stations[k + 1];
  return {.azimuth = std::lerp(from.azimuth, to.azimuth, gentle),
          .elevation = std::lerp(from.elevation, to.elevation, gentle),
          .zoom = from.zoom * std::pow(to.zoom / from.zoom, gentle)};
}

}  // namespace cairn
