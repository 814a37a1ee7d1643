// Wall time by stage of a step, for the closing table of a run and for benchmarks; and a stopwatch.
#pragma once

#include <array>
#include <chrono>
#include <string_view>

namespace cairn {

enum class Stage {
  broad_phase,
  contacts,
  assemble,
  solve,
  forces,
  integrate,
  events,
  measure,
  output,
  count
};

inline constexpr std::array<std::string_view, static_cast<std::size_t>(Stage::count)> kStageNames{
    "broad_phase", "contacts", "assemble", "solve", "forces", "integrate", "events", "measure", "output"};

struct StageTimes {
  std::array<double, static_cast<std::size_t>(Stage::count)> seconds{};
  double& operator[](Stage stage) { return seconds[static_cast<std::size_t>(stage)]; }
};

// Adds the time of its own life to one stage.
class StageTimer {
 public:
  using Clock = std::chrono::steady_clock;
  StageTimer(StageTimes& times, Stage stage) : total_(times[stage]), start_(Clock::now()) {}
  ~StageTimer() { total_ += std::chrono::duration<double>(Clock::now() - start_).count(); }
  StageTimer(const StageTimer&) = delete;
  StageTimer& operator=(const StageTimer&) = delete;

 private:
  double& total_;
  Clock::time_point start_;
};

// Wall seconds since its construction.
class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace cairn
