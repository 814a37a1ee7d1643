#include "scene/paths.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "base/file.h"

namespace cairn {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const std::string& name, const std::string& why, const Mark& mark) {
  throw InputError(fmt::format("{} {}", quote(name), why), mark);
}

// Why the text of a path leads out of the folder; empty if it does not.
std::string way_out(const fs::path& path) {
  if (path.is_absolute()) return "is an absolute path; files must lie in the scene's folder";
  for (const fs::path& part : path)
    if (part == "..") return "leads out of the scene's folder; '..' is not allowed";
  return "";
}

// True if the path begins with all parts of the root.
bool is_inside(const fs::path& root, const fs::path& path) {
  return std::mismatch(root.begin(), root.end(), path.begin(), path.end()).first == root.end();
}

[[noreturn]] void refuse_outside(const std::string& name, const std::string& why, const fs::path& path,
                                 const Mark& mark) {
  refuse(name, fmt::format("{}; --allow '{}' lets the scene read there", why, path.parent_path().string()),
         mark);
}

// The name of a file that is there, as the scene has to write it: without the home.
std::string similar_name(const fs::path& home, const std::string& name) {
  std::string hint = similar_file((home / name).lexically_normal().string());
  const std::string before = (home / "").lexically_normal().string();
  const std::size_t at = hint.find("'" + before);
  if (at != std::string::npos && before != "./") hint.erase(at + 1, before.size());
  return hint;
}

fs::path confined(const Folders& folders, const std::string& name, const Mark& mark) {
  if (name.empty()) refuse(name, "is not the name of a file", mark);
  if (name.find('\0') != std::string::npos)
    refuse(name, "holds a character that no file name can have", mark);
  std::error_code error;
  const fs::path root = fs::canonical(folders.home, error);
  if (error)
    refuse(name, fmt::format("cannot be looked for in '{}': {}", folders.home, error.message()), mark);

  // The text of the path is checked before the file is looked for, so that a message never tells whether a
  // file outside the allowed folders exists.
  const std::string outside = way_out(name);
  const auto is_allowed = [&](const fs::path& path) {
    return std::ranges::any_of(folders.allowed, [&](const std::string& dir) { return is_inside(dir, path); });
  };
  const fs::path plain = (root / name).lexically_normal();
  if (!outside.empty() && !is_allowed(plain) && !is_allowed(fs::weakly_canonical(plain, error)))
    refuse_outside(name, outside, plain, mark);
  // The real path may lead out by a link.
  const fs::path path = fs::canonical(root / name, error);
  if (error) {
    const fs::path folder = fs::weakly_canonical((root / name).parent_path());
    const bool may_look = is_inside(root, folder) || is_allowed(folder);
    refuse(name,
           fmt::format("cannot be read: {} (in '{}'){}", error.message(), folders.home,
                       may_look ? similar_name(folders.home, name) : ""),
           mark);
  }
  if (!is_inside(root, path) && !is_allowed(path))
    refuse_outside(name, "is a link that leads out of the scene's folder", path, mark);
  return path;
}

}  // namespace

std::vector<std::string> allowed_folders(const std::vector<std::string>& names) {
  std::vector<std::string> folders;
  for (const std::string& name : names) {
    std::error_code error;
    if (!fs::is_directory(name, error))
      throw InputError(fmt::format("--allow {}: there is no such folder", quote(name)));
    folders.push_back(fs::canonical(name).string());
  }
  return folders;
}

std::string confined_file(const Folders& folders, const std::string& name, const Mark& mark) {
  const fs::path path = confined(folders, name, mark);
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (fs::is_directory(status)) refuse(name, "is a folder; expected a file", mark);
  if (!fs::is_regular_file(status)) refuse(name, "is no regular file but a device, pipe or socket", mark);
  return path.string();
}

std::string confined_folder(const Folders& folders, const std::string& name, const Mark& mark) {
  const fs::path path = confined(folders, name, mark);
  std::error_code error;
  if (!fs::is_directory(path, error)) refuse(name, "is a file; expected a folder", mark);
  return path.string();
}

}  // namespace cairn
