// The commands of the program: what each was asked to do, and the function that does it. Every function
// returns the exit code; InputError and RunError are told to the user by main.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "benchmarks.h"

namespace cairn {

enum ExitCode { kDone = 0, kDisagrees = 1, kBadInput = 2, kFailed = 3, kNotConverged = 4 };

struct RunRequest {
  std::string scene;
  std::optional<std::string> folder;  // default: the scene's stem + ".run"
  std::vector<std::string> overrides;
  std::optional<std::string> until;  // a time with or without unit; default: the scene's end
  int threads = 1;
  bool force = false;
  bool quiet = false;
  bool hash = false;
  std::vector<std::uint64_t> dump_steps;  // whose contact problems are written
  std::string command;                    // as typed
};
int run(const RunRequest& request);

struct ResumeRequest {
  std::string folder;
  std::optional<std::string> until;
  int threads = 1;
  bool quiet = false;
  bool hash = false;
  std::vector<std::uint64_t> dump_steps;
  std::string command;
};
int resume(const ResumeRequest& request);

struct CheckRequest {
  std::string scene;
  std::vector<std::string> overrides;
  int threads = 1;
};
int check(const CheckRequest& request);

// Kinds of things there are to list; empty: all of them.
int list(const std::vector<std::string>& kinds);

struct SolveRequest {
  std::string problem;                 // a file of FCLIB
  std::string solver;                  // empty: auto
  std::vector<std::string> overrides;  // of the solver's options
  std::string law = "coulomb";
  std::string tolerance = "1e-6";  // of the residual
  int max_iterations = 100000;
  std::optional<std::string> time_limit;  // [s]
  std::optional<std::string> output;      // a copy of the problem with the solution
  int threads = 1;
  bool json = false;
};
int solve(const SolveRequest& request);

enum class SchemaForm { json, reference };
int schema(SchemaForm form);

struct BenchRequest {
  std::vector<std::string> names;  // empty: all
  bool json = false;
  bool list = false;
  bool markdown = false;
  BenchOptions options;
};
int bench(const BenchRequest& request);

struct ValidateRequest {
  std::vector<std::string> cases;  // by number, path or paper; empty: all
  std::optional<std::string> folder;
  bool list = false;
  bool quick = false;  // the default
  bool full = false;
  bool results = false;  // show what is known, run nothing
  bool again = false;    // run what was run before too
  bool json = false;
  bool markdown = false;
  int threads = 1;
};
int validate(const ValidateRequest& request);

struct PlotRequest {
  std::string folder;
  std::vector<std::string> what;      // empty: say what there is
  std::optional<std::string> target;  // folder; default: FOLDER/plots
  bool log = false;                   // logarithmic y
  int width = 900, height = 600;
};
int plot(const PlotRequest& request);

struct ReportRequest {
  std::string folder;  // of a run or of a validation
};
int report(const ReportRequest& request);

struct CompareRequest {
  std::string scene;
  std::string methods;                // "hertz_mindlin,cone/apgd,coulomb/nlgs{theta: 0.5}"
  std::optional<std::string> folder;  // default: the scene's stem + ".compare"
  std::vector<std::string> overrides;
  double tolerance = 0;  // largest difference of final measures over their size; 0: none is asked for
  bool force = false;
  bool json = false;
  int threads = 1;
};
int compare(const CompareRequest& request);
struct ForcesRequest {
  std::string folder;
  std::string frame = "last";     // a number or last
  std::string power, tangential;  // empty: of the run
  std::string cell;               // width of the cells of the floor map [m]; empty: a mean grain
  bool json = false;
};
int forces(const ForcesRequest& request);

struct ExportRequest {
  std::string folder;
  bool png = false;
  std::string frame = "last";  // a number, last or all
  std::string by = "speed";    // what the colours show
  std::string file;            // empty: FOLDER/frame_NNNNNN.png
  std::string view = "auto";   // auto, front, side, top, or azimuth,elevation in degrees
  int width = 1200, height = 900;
};
int export_pictures(const ExportRequest& request);

}  // namespace cairn
