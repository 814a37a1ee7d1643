// Files that a scene may name: regular files and folders inside the scene's own folder, reached by relative
// paths. Absolute paths, "..", links that lead out, devices, pipes and sockets are refused with an InputError
// at the place of the name. Nothing is opened here, so that a pipe can not make the reader wait.
#pragma once

#include <string>

#include "base/error.h"

namespace cairn {

// The real path, without links.
std::string confined_file(const std::string& folder, const std::string& name, const Mark& mark);
std::string confined_folder(const std::string& folder, const std::string& name, const Mark& mark);

}  // namespace cairn
