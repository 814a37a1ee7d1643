// Timed steps of a scene, and the row of a table that says how fast they were beside a peer.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/timer.h"
#include "bench/benchmarks.h"
#include "run/simulation.h"

namespace cairn {

double processor_time();  // seconds of this process so far

// Steps of a simulation. Rates are per second of processor time, so that a busy machine hinders them less.
struct TimedSteps {
  double rate = 0;       // bodies times steps per second
  double wall_rate = 0;  // the same by the clock
  double contacts = 0;   // per body, at the end
  double lists = 0;      // new lists of pairs
  StageTimes times{};
};
TimedSteps time_steps(Simulation& simulation, int steps);

// Work that cairn did, and maybe a peer.
struct WorkRow {
  std::string work;  // what rests or flows
  double bodies = 0;
  TimedSteps cairn{};
  std::string peer{};    // empty: none
  double peer_rate = 0;  // as above; 0: the peer is not here or failed
  double asked = 0;      // ratio of the rates that we want; 0: none
  double memory = 0;     // bytes per body
  // The deepest overlap at the end over the size of the smaller body, by cairn's geometry.
  std::optional<double> overlap{}, peer_overlap{};

  double ratio() const { return peer_rate > 0 ? cairn.rate / peer_rate : 0; }
};

// The table, its numbers, and a note for each ratio that is less than asked.
Findings findings_of(const std::vector<WorkRow>& rows);
// "contacts 61 %, integrate 30 %": stages with more than a hundredth, the largest first.
std::string shares_of(const StageTimes& times);
// A note if the value is below the asked one.
std::vector<std::string> gap_to(const std::string& what, double value, double asked);

}  // namespace cairn
