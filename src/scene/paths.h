// Files that a scene may name: regular files and folders inside the scene's own folder, reached by relative
// paths, and those inside folders that the user allows (--allow DIR), reached by any path. Other absolute
// paths, "..", links that lead out, devices, pipes and sockets are refused with an InputError at the place of
// the name. Nothing is opened here, so that a pipe cannot make the reader wait.
#pragma once

#include <string>
#include <vector>

#include "base/error.h"

namespace cairn {

struct Folders {
  Folders(std::string its_home, std::vector<std::string> its_allowed = {})
      : home(std::move(its_home)), allowed(std::move(its_allowed)) {}

  std::string home;                  // that relative paths begin at
  std::vector<std::string> allowed;  // besides
};

// The real paths of folders that the user allows. InputError if one is none.
std::vector<std::string> allowed_folders(const std::vector<std::string>& names);

// The real path, without links.
std::string confined_file(const Folders& folders, const std::string& name, const Mark& mark);
std::string confined_folder(const Folders& folders, const std::string& name, const Mark& mark);

}  // namespace cairn
