// Runs a script of tests/python with Debian's interpreter.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdio>
#include <string>

#include "places.h"

namespace cairn {

struct ScriptResult {
  int code = -1;
  std::string output;  // stdout and stderr
};

inline ScriptResult run_command(const std::string& command) {
  ScriptResult result;
  FILE* pipe = popen((command + " 2>&1").c_str(), "r");
  if (!pipe) return result;
  char buffer[4096];
  for (std::size_t count; (count = fread(buffer, 1, sizeof buffer, pipe)) > 0;)
    result.output.append(buffer, count);
  result.code = WEXITSTATUS(pclose(pipe));
  return result;
}

inline ScriptResult run_python(const std::string& script, const std::string& argument) {
  return run_command("/usr/bin/python3 '" + in_source_tree("tests/python/" + script) + "' '" + argument +
                     "'");
}

inline bool has_h5py() { return run_command("/usr/bin/python3 -c 'import h5py'").code == 0; }

}  // namespace cairn

#define CAIRN_NEED_H5PY() \
  if (!has_h5py()) GTEST_SKIP() << "/usr/bin/python3 has no h5py (apt-get install python3-h5py)"
