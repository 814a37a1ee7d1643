#include "scene/results_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <filesystem>
#include <utility>

#include "base/error.h"
#include "base/file.h"

namespace cairn {
namespace {

namespace fs = std::filesystem;

// Everything a run writes, what it leaves half-written when killed included. The checkpoints go first:
// without them nobody resumes from what is left.
constexpr std::array kOwnNames{
    "checkpoint", "checkpoint.previous", "summary.json", "series.csv", "run.h5",    "run.h5.journal",
    "run.xmf",    "contacts.xmf",        "chains.xmf",   "run.log",    "scene.yaml"};

void remove_own_files(const std::string& folder) {
  std::error_code ignored;
  for (const char* name : kOwnNames) {
    const std::string path = folder + "/" + name;
    fs::remove(path, ignored);
    fs::remove(temporary_name(path), ignored);
  }
}

bool is_empty_folder(const fs::path& path) {
  std::error_code failed;
  return fs::is_directory(path, failed) && fs::is_empty(path, failed) && !failed;
}

[[noreturn]] void refuse(const std::string& folder, const std::string& reason) {
  throw InputError(fmt::format("can not use {} for results: {}", quote(folder), reason));
}

// "a/b.run/" as "a/b.run".
std::string without_end(const std::string& path) {
  const fs::path plain = fs::path(path).lexically_normal();
  return (plain.has_filename() ? plain : plain.parent_path()).string();
}

}  // namespace

void require_free(const std::string& folder, Existing existing, const std::string& scene_folder) {
  if (folder.empty()) throw InputError("the results folder needs a name");
  std::error_code failed;
  const fs::file_status status = fs::status(folder, failed);
  if (status.type() == fs::file_type::not_found) return;
  if (failed) refuse(folder, failed.message());
  if (!fs::is_directory(status)) refuse(folder, "it is not a folder");
  if (fs::equivalent(folder, scene_folder, failed)) {
    refuse(folder, "the scene itself lies there; give another folder with -o");
  }
  if (existing == Existing::refuse && !is_empty_folder(folder)) {
    throw InputError(fmt::format(
        "{} exists: give another folder with -o, replace these results with --force, or go on with "
        "'cairn resume {}'",
        quote(folder), folder));
  }
}

ResultsFolder::ResultsFolder(std::string path, std::string final_path)
    : path_(std::move(path)), final_path_(std::move(final_path)) {}

ResultsFolder::ResultsFolder(ResultsFolder&& other) noexcept
    : path_(std::move(other.path_)),
      final_path_(std::exchange(other.final_path_, {})),
      lock_(std::exchange(other.lock_, -1)) {}

ResultsFolder::~ResultsFolder() {
  if (!final_path_.empty()) {
    std::error_code ignored;
    remove_own_files(path_);
    fs::remove(path_, ignored);
  }
  if (lock_ >= 0) ::close(lock_);
}

void ResultsFolder::lock(const std::string& folder) {
  lock_ = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (lock_ < 0) refuse(folder, std::error_code(errno, std::generic_category()).message());
  if (::flock(lock_, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return;
  final_path_.clear();  // what lies there is not ours to remove
  throw InputError(fmt::format("another cairn is writing to {}", quote(folder)));
}

ResultsFolder ResultsFolder::create(const std::string& path) {
  const std::string final_path = without_end(path);
  std::error_code failed;

  // Inside a folder that is there, so that links and mounted folders work; beside one that is not.
  const bool is_there = fs::is_directory(final_path, failed);
  ResultsFolder folder(final_path + (is_there ? "/.new" : ".new"), final_path);
  if (is_there) folder.lock(final_path);
  fs::create_directories(folder.path_, failed);
  if (failed) refuse(path, failed.message());
  if (!is_there) folder.lock(folder.path_);
  remove_own_files(folder.path_);
  return folder;
}

ResultsFolder ResultsFolder::open(const std::string& path) {
  const std::string plain = without_end(path);
  std::error_code failed;
  if (!fs::is_directory(plain, failed)) {
    const bool exists = fs::exists(plain, failed);
    throw InputError(fmt::format("{} {}", quote(path), exists ? "is not a folder" : "does not exist"));
  }
  ResultsFolder folder(plain, "");
  if (!file_exists(folder.file("scene.yaml"))) {
    throw InputError(fmt::format("{} is not the folder of a run: it has no scene.yaml", quote(path)));
  }
  folder.lock(plain);
  return folder;
}

void ResultsFolder::publish() {
  if (final_path_.empty()) return;
  std::error_code failed;
  if (!fs::is_directory(final_path_, failed)) {
    rename_file(path_, final_path_);
  } else {
    remove_own_files(final_path_);
    for (auto name = kOwnNames.rbegin(); name != kOwnNames.rend(); ++name) {  // the checkpoint last
      if (file_exists(file(*name))) rename_file(file(*name), final_path_ + "/" + *name);
    }
    fs::remove(path_, failed);
  }
  sync_folder_of(final_path_);
  path_ = std::exchange(final_path_, {});
}

}  // namespace cairn
