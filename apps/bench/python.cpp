// The Python module is measured by its own script, cairn/speed.py, in the interpreter that it was built for.
// It lies beside the program in a build tree; an installed one is found by the interpreter.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "base/error.h"
#include "bench/benchmarks.h"

namespace cairn {
namespace {

namespace fs = std::filesystem;

struct Printed {
  std::string text;
  bool succeeded = false;
};

Printed output_of(const std::string& command) {
  Printed printed;
  std::FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return printed;
  char buffer[4096];
  for (std::size_t n = 0; (n = std::fread(buffer, 1, sizeof buffer, pipe)) > 0;)
    printed.text.append(buffer, n);
  printed.succeeded = pclose(pipe) == 0;
  return printed;
}

// A word of a shell.
std::string quoted(const std::string& word) {
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? "'\\''" : std::string(1, c);
  return text + "'";
}

// Lines of a name, a value and a unit, separated by tabs.
Metrics metrics_in(const std::string& text) {
  Metrics metrics;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t first = line.find('\t'), second = line.find('\t', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    metrics.push_back(
        {line.substr(0, first), std::strtod(line.c_str() + first + 1, nullptr), line.substr(second + 1)});
  }
  return metrics;
}

// Why the module cannot be measured; empty if it can.
std::string missing(const std::string& python) {
  if (access(CAIRN_PYTHON, X_OK) != 0)
    return fmt::format("there is no {}; `tools/install build` brings it", CAIRN_PYTHON);
  if (!output_of(python + " -c 'import numpy' 2>/dev/null").succeeded)
    return fmt::format("{} has no numpy; `tools/install build` brings it", CAIRN_PYTHON);
  if (!output_of(python + " -c 'import cairn' 2>/dev/null").succeeded)
    return fmt::format("{} has no module cairn; `make build` makes it", CAIRN_PYTHON);
  return {};
}

}  // namespace

Findings measure_python(const BenchOptions&) {
  std::error_code failed;
  const fs::path program = fs::read_symlink("/proc/self/exe", failed);
  const fs::path module = program.parent_path() / "python";
  const std::string path = fs::exists(module / "cairn", failed)
                               ? fmt::format("PYTHONPATH={} ", quoted(module.string()))
                               : std::string();
  const std::string python = path + quoted(CAIRN_PYTHON);
  if (const std::string why = missing(python); !why.empty()) return {{}, {{"not measured: " + why}}};
  const Printed printed = output_of(fmt::format("{} -m cairn.speed {}", python, quoted(program.string())));
  if (!printed.succeeded) throw RunError("python3 -m cairn.speed failed");
  return {metrics_in(printed.text), {}};
}

}  // namespace cairn
