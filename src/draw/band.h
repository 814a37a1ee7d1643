// Paints a picture in bands of rows. Each sample keeps its nearest solid surface; translucent layers are
// mixed over it from far to near. Bands keep the buffers small; sorted_into_bands() finds the bodies of each
// band.
#pragma once

#include <cstdint>
#include <vector>

#include "draw/colour.h"
#include "draw/light.h"
#include "draw/raster.h"
#include "draw/stage.h"

namespace cairn::picture {

inline constexpr int kBandRows = 32;  // pixels

// Indices of the bodies, walls and lines that touch one band.
struct BandItems {
  std::vector<std::uint32_t> balls, rods, solids, walls, edges;
};

std::vector<BandItems> sorted_into_bands(const Stage& stage, int height);

class BandPainter {
 public:
  BandPainter(const Stage& stage, const Lighting& lighting, int samples, int width, int height);
  // Paints band b over the background that the canvas already holds.
  void paint(int b, const BandItems& items, Canvas& canvas);

 private:
  enum class Kind : std::uint8_t { nothing, ball, rod, solid };
  struct Hit {
    float depth;
    Kind kind;
    std::uint32_t index;
  };
  struct Layer {
    Rgb colour;
    float alpha, depth;
    int next;  // the next nearer layer of the same sample; -1: none
  };
  struct Line {
    float depth, alpha;
    Rgb colour{};
  };

  void start(int b);
  void keep_nearest(int k, float depth, Kind kind, std::uint32_t index, std::vector<Hit>& hits) const;
  void add_solids(const BandItems& items);
  void add_glass_balls(const BandItems& items);
  void add_walls(const BandItems& items);
  void add_lines(const BandItems& items);
  void add_layer(int k, float depth, const Rgb& colour, float alpha);
  void resolve(int b, Canvas& canvas);
  Vec3 place(int k, double depth) const;
  Rgb shaded(int k, const Hit& hit) const;
  Rgb light(int k, const SurfacePoint& point) const;
  float faded(const Vec3& place) const;

  const Stage& stage_;
  const Lighting& lighting_;
  SampleGrid grid_;
  int height_;
  std::vector<Hit> hits_, glass_;
  std::vector<Line> lines_;
  std::vector<int> farthest_layer_;
  std::vector<Layer> layers_;
};

}  // namespace cairn::picture
