#include "terminal/launched.h"

#include <charconv>
#include <cstdlib>
#include <string_view>

namespace cairn {
namespace {

std::optional<int> number_of(const char* variable) {
  const char* text = std::getenv(variable);
  if (text == nullptr) return std::nullopt;
  const std::string_view digits = text;
  int value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  const bool is_number = error == std::errc{} && end == digits.data() + digits.size();
  return is_number ? std::optional(value) : std::nullopt;
}

// The number of processes and the number of this one. PMIx gives no count; Slurm then knows it.
struct Launcher {
  const char *count, *own;
};
constexpr Launcher kLaunchers[] = {{"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"},
                                   {"PMI_SIZE", "PMI_RANK"},
                                   {"SLURM_STEP_NUM_TASKS", "PMIX_RANK"},
                                   {nullptr, "PMIX_RANK"}};

}  // namespace

std::optional<Launched> launched() {
  for (const Launcher& launcher : kLaunchers) {
    const std::optional<int> own = number_of(launcher.own);
    const std::optional<int> count = launcher.count ? number_of(launcher.count) : 0;
    if (!own || !count) continue;
    if (*count == 1) return std::nullopt;
    return Launched{*count, *own};
  }
  return std::nullopt;
}

}  // namespace cairn
