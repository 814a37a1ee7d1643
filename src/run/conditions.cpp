// The conditions of a running scene: its early end, and the events that wait for one.
//
// The stop condition is looked at every 16 steps. The condition of an event is looked at
//   when a measure that it uses was sampled,
//   every 16 steps if it uses a quantity that is no measure,
//   and when an event that it names has happened.
// Between these steps it stays as it was. An event acts right before the next step once its rule has come.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "run/simulation.h"
#include "run/tally.h"

namespace cairn {
namespace {

// Follows a rule: `since` is the time since which it holds, -1 if it does not. Returns the new one.
template <class Holds>
double followed(const Rule& rule, double since, double now, Holds&& holds) {
  if (since < 0) return holds(rule.when) && !(rule.reset && holds(*rule.reset)) ? now : -1;
  const bool ends = rule.reset ? holds(*rule.reset) : !holds(rule.when);
  return ends ? -1 : since;
}

}  // namespace

double Simulation::quantity(const WatchedQuantity& watched) {
  switch (watched.source) {
    case WatchedQuantity::Source::contacts:
      return static_cast<double>(report().contacts);
    case WatchedQuantity::Source::bodies:
      return static_cast<double>(body_count());
    case WatchedQuantity::Source::max_overlap:
      return report().max_overlap;
    case WatchedQuantity::Source::kinetic_energy:
      return energy().kinetic;
    case WatchedQuantity::Source::time:
      return world_.time;
    case WatchedQuantity::Source::max_speed: {
      double largest = 0;
      for (const Motion& motion : looked_at().bodies.motion)
        largest = std::max(largest, norm2(motion.velocity));
      return std::sqrt(largest);
    }
    case WatchedQuantity::Source::measure:
      break;
  }
  const std::vector<double>& last = measures_[watched.measure].last;
  return watched.column < last.size() ? last[watched.column] * watched.unit
                                      : std::numeric_limits<double>::quiet_NaN();
}

bool Simulation::holds(const WatchedCondition& watched) {
  std::vector<double> inputs, flags;
  for (const WatchedQuantity& input : watched.quantities) inputs.push_back(quantity(input));
  for (const std::string& name : watched.condition.flags()) flags.push_back(has_happened(name) ? 1 : 0);
  return watched.condition.holds(inputs, flags);
}

bool Simulation::is_due(const WatchedCondition& watched, std::uint64_t step) const {
  // A rule of names alone, such as `not opened`, may hold from the start.
  if (watched.quantities.empty()) return Schedule::is_housekeeping(step);
  return std::ranges::any_of(watched.quantities, [&](const WatchedQuantity& input) {
    const bool measured = input.source == WatchedQuantity::Source::measure;
    return measured ? is_due(measures_[input.measure], step) : Schedule::is_housekeeping(step);
  });
}

bool Simulation::has_happened(const std::string& event) const {
  for (std::size_t e = 0; e < tally_->events_done; ++e)
    if (events_[e].name == event) return true;
  return std::ranges::any_of(conditional_, [&](const ConditionalEvent& waiting) {
    return waiting.event.name == event && waiting.state.happened > 0;
  });
}

void Simulation::watch_stop() {
  tally_->stop_since =
      followed(*stop_, tally_->stop_since, world_.time, [&](const auto& watched) { return holds(watched); });
  if (tally_->stop_since < 0) return;
  tally_->stopped = plan_.has_come(tally_->stop_since + stop_->after, world_.step);
}

void Simulation::update(ConditionalEvent& waiting) {
  ConditionalEvent::State& state = waiting.state;
  state.since =
      followed(waiting.rule, state.since, world_.time, [&](const auto& watched) { return holds(watched); });
  if (state.since < 0) state.is_served = 0;
}

void Simulation::watch_events() {
  const StageTimer timer(times_, Stage::events);
  for (ConditionalEvent& waiting : conditional_) {
    const Rule& rule = waiting.rule;
    if (is_due(rule.when, world_.step) || (rule.reset && is_due(*rule.reset, world_.step))) update(waiting);
  }
}

// After an event: conditions that name events.
void Simulation::watch_flags() {
  for (ConditionalEvent& waiting : conditional_) {
    const Rule& rule = waiting.rule;
    const bool names =
        !rule.when.condition.flags().empty() || (rule.reset && !rule.reset->condition.flags().empty());
    if (names) update(waiting);
  }
}

bool Simulation::is_ready(const ConditionalEvent& waiting) const {
  // At most once per step, so that two events cannot call each other without end.
  return waiting.state.since >= 0 && waiting.may_happen() && waiting.state.last < world_.time &&
         plan_.has_come(waiting.state.since + waiting.rule.after, world_.step);
}

void Simulation::let_happen(std::size_t conditional) {
  ConditionalEvent& waiting = conditional_[conditional];
  happen(waiting.event, world_.time, fmt::format(" ({})", waiting.rule.text()));
  ++waiting.state.happened;
  waiting.state.is_served = 1;
  waiting.state.last = world_.time;
  occurrences_.push_back({conditional, tally_->events_done, world_.time});
  watch_flags();
}

std::vector<std::string> Simulation::all_event_names() const {
  std::vector<std::string> names;
  for (const Event& event : events_)
    if (!event.name.empty()) names.push_back(event.name);
  for (const ConditionalEvent& waiting : conditional_)
    if (!waiting.event.name.empty()) names.push_back(waiting.event.name);
  return names;
}

// Applies again what past events defined, in the order in which they happened.
void Simulation::replay_events() {
  std::size_t done = 0;
  const auto timed_until = [&](std::uint64_t end) {
    for (; done < end; ++done)
      if (events_[done].define) events_[done].define(world_, 0);
  };
  for (const Occurrence& past : occurrences_) {
    timed_until(past.after);
    const Event& event = conditional_[past.event].event;
    if (event.define) event.define(world_, past.at);
  }
  timed_until(tally_->events_done);
}

}  // namespace cairn
