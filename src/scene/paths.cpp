#include "scene/paths.h"

#include <fmt/core.h>

#include <filesystem>
#include <system_error>

namespace cairn {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const std::string& name, const std::string& why, const Mark& mark) {
  throw InputError(fmt::format("{} {}", quote(name), why), mark);
}

// What can be told from the words alone.
void check_words(const std::string& name, const Mark& mark) {
  const fs::path path(name);
  if (name.empty()) refuse(name, "is no name of a file", mark);
  if (name.find('\0') != std::string::npos)
    refuse(name, "holds a character that no file name can have", mark);
  if (path.is_absolute()) refuse(name, "is an absolute path; files must lie in the scene's folder", mark);
  for (const fs::path& part : path)
    if (part == "..") refuse(name, "leads out of the scene's folder; '..' is not allowed", mark);
}

fs::path confined(const std::string& folder, const std::string& name, const Mark& mark) {
  check_words(name, mark);
  std::error_code error;
  const fs::path root = fs::canonical(folder, error);
  if (error) refuse(name, fmt::format("can not be looked for in '{}': {}", folder, error.message()), mark);
  const fs::path path = fs::canonical(root / name, error);
  if (error) refuse(name, fmt::format("can not be read: {} (in '{}')", error.message(), folder), mark);

  // every part of the root leads the path, and something follows
  auto [in_root, in_path] = std::mismatch(root.begin(), root.end(), path.begin(), path.end());
  if (in_root != root.end()) refuse(name, "is a link that leads out of the scene's folder", mark);
  return path;
}

}  // namespace

std::string confined_file(const std::string& folder, const std::string& name, const Mark& mark) {
  const fs::path path = confined(folder, name, mark);
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (fs::is_directory(status)) refuse(name, "is a folder; expected a file", mark);
  if (!fs::is_regular_file(status)) refuse(name, "is no regular file but a device, pipe or socket", mark);
  return path.string();
}

std::string confined_folder(const std::string& folder, const std::string& name, const Mark& mark) {
  const fs::path path = confined(folder, name, mark);
  std::error_code error;
  if (!fs::is_directory(path, error)) refuse(name, "is a file; expected a folder", mark);
  return path.string();
}

}  // namespace cairn
