// Checks that the files of a results folder are as the run wrote them: the checksums of frames, run.h5,
// checkpoints and scene, and of the rows of series.csv up to the last checkpoint. Nothing is changed.
#pragma once

#include <string>
#include <vector>

namespace cairn {

struct FileVerdict {
  std::string file;  // relative to the folder
  bool good = true;
  std::string text;  // its contents, or the damage
};

// Throws InputError if series.csv differs from its checksum in the last checkpoint. Without a
// checkpoint nothing is compared.
void require_whole_series(const std::string& folder);

// Throws InputError if this is not the folder of a run.
std::vector<FileVerdict> verify_results(const std::string& folder);

}  // namespace cairn
