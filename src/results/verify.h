// Whether the files of a results folder are as the run wrote them: checksums of frames, of run.h5, of the
// checkpoints, of the scene and of the rows of series.csv that the last checkpoint counts. Nothing is
// changed.
#pragma once

#include <string>
#include <vector>

namespace cairn {

struct FileVerdict {
  std::string file;  // as seen from the folder
  bool good = true;
  std::string text;  // its contents, or what is wrong
};

// Throws InputError if this is not the folder of a run.
std::vector<FileVerdict> verify_results(const std::string& folder);

}  // namespace cairn
