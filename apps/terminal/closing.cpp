#include "terminal/closing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "terminal/table.h"

namespace cairn {
namespace {

// Energies below this share of all losses are round-off.
constexpr double kNothing = 1e-15;

std::string joules(double energy) { return short_number(energy) + " J"; }

std::string percent(double share) { return fmt::format("{:.2g} %", 100 * share); }

// ": friction 0.012, damping 0.4": all kinds of loss that are not zero.
std::string losses(const Energy& energy) {
  std::string text;
  for (const EnergyField& field : kEnergyFields) {
    const double lost = energy.*field.member;
    if (field.role != EnergyRole::lost || std::abs(lost) <= kNothing * std::abs(energy.lost())) continue;
    text += fmt::format("{}{} {}", text.empty() ? ": " : ", ", field.name, short_number(lost));
  }
  return text;
}

std::string imbalance(const Summary& summary) {
  const double received = summary.energy_received;
  std::string text = joules(summary.energy.imbalance);
  if (received > 0)
    text += fmt::format(", {} of the {} that could become motion",
                        percent(std::abs(summary.energy.imbalance) / received), joules(received));
  return text;
}

std::string unconverged(const Summary& summary) {
  const double steps = static_cast<double>(std::max<std::uint64_t>(summary.steps, 1));
  return fmt::format("{} of {}, {}", summary.unconverged_steps, summary.steps,
                     percent(static_cast<double>(summary.unconverged_steps) / steps));
}

// "pgs 98 %, newton 2 %": by counted work.
std::string work_of_solvers(const Summary& summary) {
  std::string text;
  for (const auto& [name, share] : summary.work_by_solver)
    text += fmt::format("{}{} {:.3g} %", text.empty() ? "" : ", ", name, 100 * share);
  return text;
}

std::string fallbacks(const Fallbacks& counted) {
  std::uint64_t sum = 0;
  std::string kinds;
  counted.fields([&](const char* name, const char*, std::uint64_t count) {
    if (count == 0) return;
    sum += count;
    kinds += fmt::format("{}{} {}", kinds.empty() ? ": " : ", ", name, count);
  });
  return fmt::format("{}{}", sum, kinds);
}

}  // namespace

bool has_solver(const Scene& scene) { return scene["method"].selected().option().child("solver") != nullptr; }

std::vector<std::string> closing_lines(const Summary& summary, const Scene& scene) {
  const Energy& energy = summary.energy;
  TextRows rows{{"energy stored",
                 fmt::format("{}, {} at the start", joules(energy.stored()), joules(energy.stored_at_start))},
                {"energy lost", joules(energy.lost()) + losses(energy)},
                {"work of drives", joules(energy.work_of_drives)},
                {"energy exchanged", joules(energy.exchanged)},
                {"imbalance", imbalance(summary)},
                {"largest overlap", percent(summary.max_overlap_over_radius) + " of the smaller radius"}};
  if (has_solver(scene)) rows.push_back({"unconverged steps", unconverged(summary)});
  if (!summary.work_by_solver.empty()) rows.push_back({"work of solvers", work_of_solvers(summary)});
  rows.push_back({"warnings", fmt::format("{}", summary.warnings.size())});
  rows.push_back({"fallbacks", fallbacks(summary.fallbacks)});

  std::vector<std::string> lines;
  std::istringstream text(aligned(rows));
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  return lines;
}

}  // namespace cairn
