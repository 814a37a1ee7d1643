// Files that a scene may name: regular files and folders inside the scene's own folder, by relative paths,
// and inside folders that the user allows (--allow DIR), by any path. All others are an InputError at the
// place of the name: other absolute paths, "..", links that lead out, devices, pipes and sockets. Nothing is
// opened here, so that a pipe cannot hold up the reader.
#pragma once

#include <string>
#include <vector>

#include "base/error.h"

namespace cairn {

struct Folders {
  Folders(std::string its_home, std::vector<std::string> its_allowed = {})
      : home(std::move(its_home)), allowed(std::move(its_allowed)) {}

  std::string home;                  // relative paths start here
  std::vector<std::string> allowed;  // further folders
};

// The real paths of the folders that the user allows. Throws InputError if one is not a folder.
std::vector<std::string> allowed_folders(const std::vector<std::string>& names);

// The real path of a file or folder, without links.
std::string confined_file(const Folders& folders, const std::string& name, const Mark& mark);
std::string confined_folder(const Folders& folders, const std::string& name, const Mark& mark);

}  // namespace cairn
