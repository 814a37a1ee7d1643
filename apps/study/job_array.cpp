#include "study/job_array.h"

#include <fmt/format.h>

#include <filesystem>

#include "base/file.h"
#include "study/tables.h"

namespace cairn {
namespace {

// The folder of the script is the study, wherever it was copied to.
constexpr const char* kSlurm = R"sh(#!/bin/bash
# The runs of a study as a Slurm job array. In this folder:  sbatch {script}
# Afterwards, or at any time:  cairn sweep .      writes table.csv and points.csv
#SBATCH --job-name=cairn
#SBATCH --array=0-{last}
#SBATCH --cpus-per-task=1
#SBATCH --requeue
#SBATCH --signal=B:TERM@120
#SBATCH --output=runs/%a.slurm

# On TERM a run writes a checkpoint; the requeued job goes on from there.
cairn sweep . --index "$SLURM_ARRAY_TASK_ID" &
run=$!
trap 'kill -TERM "$run"; wait "$run"' TERM
wait "$run"
)sh";

constexpr const char* kParallel = R"sh(#!/bin/bash
# The runs of a study with GNU parallel:  {script} [OPTIONS OF PARALLEL]
# Afterwards, or at any time:  cairn sweep .      writes table.csv and points.csv
cd "$(dirname "$0")" || exit 2
seq 0 {last} | parallel "$@" cairn sweep . --index {{}}
)sh";

}  // namespace

std::string write_job_array(const std::string& study, const StudyPlan& plan, ArrayKind kind) {
  const bool is_slurm = kind == ArrayKind::slurm;
  const std::string name = is_slurm ? "job.slurm" : "job.sh", path = study + "/" + name;
  const std::string text =
      fmt::format(fmt::runtime(is_slurm ? kSlurm : kParallel),
                  fmt::arg("script", is_slurm ? name : "./" + name), fmt::arg("last", plan.runs() - 1));
  write_replacing(path, bytes_of(text));
  std::filesystem::permissions(path, std::filesystem::perms::owner_exec | std::filesystem::perms::group_exec,
                               std::filesystem::perm_options::add);
  write_tables(study, plan);
  return path;
}

}  // namespace cairn
