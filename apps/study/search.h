// Which values of the unknowns are tried next. A proposal follows from the file and from the evaluations so
// far alone, so that a calibration that was interrupted proposes what it would have proposed without a stop.
#pragma once

#include <span>
#include <vector>

#include "study/inference.h"

namespace cairn {

// The next batch, at most `most` places. First the bounds are filled evenly, by Sobol's sequence [JK08] with
// an own shift per seed. Then places are drawn from the density of the unknowns, made twice as wide; of these
// the one where the means are least known comes first, then the one where they are least known after that,
// ...
[[nodiscard]] std::vector<CubePoint> next_batch(const Calibration& calibration,
                                                std::span<const Evaluation> done, std::size_t most);

}  // namespace cairn
