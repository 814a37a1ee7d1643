#include "bench/machine.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

#include "base/version.h"
#include "bench/command.h"
#include "bench/lammps.h"

namespace cairn {
namespace {

// The value of the first line "key : value" in a file such as /proc/cpuinfo; empty if there is none.
std::string value_in(const char* path, const std::string& key) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(':');
    if (!line.starts_with(key) || colon == std::string::npos) continue;
    const std::size_t begin = line.find_first_not_of(" \t", colon + 1);
    return begin == std::string::npos ? "" : line.substr(begin);
  }
  return "";
}

std::string first_line(const std::string& command) {
  const std::string text = output_of(command).value_or("");
  return text.substr(0, text.find('\n'));
}

}  // namespace

double load_of_machine() {
  double load = 0;
  return getloadavg(&load, 1) == 1 ? load : 0;
}

Findings describe_machine(const BenchOptions&) {
  Findings findings;
  findings.table.push_back({"", ""});
  const auto add = [&](const std::string& what, const std::string& value) {
    if (!value.empty()) findings.table.push_back({what, value});
  };
  add("cairn", std::string(version()));
  add("processor", value_in("/proc/cpuinfo", "model name"));
  add("processors", fmt::format("{}", sysconf(_SC_NPROCESSORS_ONLN)));
  add("cache", value_in("/proc/cpuinfo", "cache size"));
  add("memory", value_in("/proc/meminfo", "MemTotal"));
  if (has(kLammps))
    add("LAMMPS", first_line("lmp -h 2>/dev/null | grep -m 1 -o '[0-9]* [A-Z][a-z]* 20[0-9]*'"));
  if (has(kLiggghts)) add("LIGGGHTS", first_line("dpkg-query -W -f='${Version}' liggghts 2>/dev/null"));
  add("Bullet", first_line("pkg-config --modversion bullet 2>/dev/null"));
  add("ODE", first_line("pkg-config --modversion ode 2>/dev/null"));
  return findings;
}

}  // namespace cairn
