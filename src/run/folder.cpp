#include "run/folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <thread>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/file.h"
#include "results/checkpoint_parts.h"
#include "results/frames.h"

namespace cairn {
namespace {

namespace fs = std::filesystem;

constexpr int kLockTries = 50;
constexpr std::chrono::milliseconds kLockPause{20};

// All files that a run writes, except its frames. Checkpoints are removed first, so that nobody can resume
// from an incomplete folder.
constexpr std::array kOwnNames{
    "checkpoint", "checkpoint.previous", "summary.json", "series.csv", "run.h5",
    "run.xmf",    "contacts.xmf",        "chains.xmf",   "run.log",    "scene.yaml"};

// Names of the files in a folder for which is_own(name) holds; none if the folder is a symbolic link.
template <class IsOwn>
std::vector<std::string> own_files(const std::string& folder, IsOwn&& is_own) {
  std::vector<std::string> found;
  std::error_code failed;
  if (fs::symlink_status(folder, failed).type() != fs::file_type::directory) return found;
  for (const fs::directory_entry& item : fs::directory_iterator(folder, failed)) {
    const bool is_folder = item.symlink_status(failed).type() == fs::file_type::directory;
    const std::string name = item.path().filename().string();
    if (!is_folder && is_own(name)) found.push_back(name);
  }
  return found;
}

bool is_frame(const std::string& name) { return frame_number(name).has_value(); }

// problem_000190.hdf5, which --dump-problem writes.
bool is_problem(const std::string& name) {
  constexpr std::string_view kBegin = "problem_", kEnd = ".hdf5";
  if (!name.starts_with(kBegin) || !name.ends_with(kEnd)) return false;
  const std::string_view number =
      std::string_view(name).substr(kBegin.size(), name.size() - kBegin.size() - kEnd.size());
  return !number.empty() && std::ranges::all_of(number, [](char c) { return c >= '0' && c <= '9'; });
}

bool is_staged_part(const std::string& name) {
  // Behind the name of a part come a dot, random digits and ".new".
  const std::string of = name.substr(0, name.find('.', name.find('.', name.find('.') + 1) + 1));
  return is_part_name(of) && is_staging_name(name, of);
}
// True for a half-written file that a killed run left.
bool is_staged_name(const std::string& name) {
  const auto is_of = [&](const char* of) { return is_staging_name(name, of); };
  return std::ranges::any_of(kOwnNames, is_of) || is_staged_part(name);
}
bool is_staged_frame(const std::string& name) {
  const std::string of = name.substr(0, name.find(".h5.") + 3);
  return is_frame(of) && is_staging_name(name, of);
}

void remove_staged(const std::string& folder) {
  std::error_code ignored;
  const std::string frames = folder + "/" + kFrameFolder;
  for (const std::string& name : own_files(folder, is_staged_name)) fs::remove(folder + "/" + name, ignored);
  for (const std::string& name : own_files(frames, is_staged_frame)) fs::remove(frames + "/" + name, ignored);
}

void remove_own_files(const std::string& folder) {
  std::error_code ignored;
  const std::string frames = folder + "/" + kFrameFolder;
  for (const char* name : kOwnNames) fs::remove(folder + "/" + name, ignored);
  for (const std::string& name : own_files(folder, is_problem)) fs::remove(folder + "/" + name, ignored);
  for (const std::string& name : own_files(folder, is_part_name)) fs::remove(folder + "/" + name, ignored);
  remove_staged(folder);
  for (const std::string& name : own_files(frames, is_frame)) fs::remove(frames + "/" + name, ignored);
  fs::remove(frames, ignored);  // fails if it holds other files
}

bool is_empty_folder(const fs::path& path) {
  std::error_code failed;
  return fs::is_directory(path, failed) && fs::is_empty(path, failed) && !failed;
}

// A run writes its scene first, with this line at the top.
bool is_run(const std::string& folder) {
  const std::string scene = folder + "/scene.yaml";
  return file_exists(scene) && read_text(scene).starts_with(kSceneHeading);
}

[[noreturn]] void refuse(const std::string& folder, const std::string& reason) {
  throw InputError(fmt::format("cannot use {} for results: {}", quote(folder), reason));
}

// "a/b.run" for "a/b.run/".
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
  if (existing == Existing::replace && !is_empty_folder(folder) && !is_run(folder))
    refuse(folder,
           "its files are not those of a run, and --force replaces runs alone; give another folder with -o");
  if (existing == Existing::refuse && !is_empty_folder(folder)) {
    if (!is_run(folder))
      refuse(folder, "it has files, and they are not those of a run; give another folder with -o");
    throw InputError(fmt::format(
        "{} exists: give another folder with -o, replace these results with --force, or go on with "
        "'cairn resume {}'",
        quote(folder), folder));
  }
}

ResultsFolder::ResultsFolder(std::string path, std::string final_path, Existing existing)
    : path_(std::move(path)), final_path_(std::move(final_path)), existing_(existing) {}

ResultsFolder::ResultsFolder(ResultsFolder&& other) noexcept
    : path_(std::move(other.path_)),
      final_path_(std::exchange(other.final_path_, {})),
      existing_(other.existing_),
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
  // A run that was just killed may need a moment to release its lock.
  for (int k = 0; k < kLockTries; ++k) {
    if (::flock(lock_, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return;
    std::this_thread::sleep_for(kLockPause);
  }
  throw InputError(fmt::format("another cairn is writing to {}", quote(folder)));
}

ResultsFolder ResultsFolder::create(const std::string& path, Existing existing) {
  const std::string final_path = without_end(path);
  std::error_code failed;
  const fs::path parent = fs::path(final_path).parent_path();
  if (!parent.empty()) fs::create_directories(parent, failed);
  if (failed) refuse(path, failed.message());

  // The staging folder is inside an existing final folder, so that links and mounted folders work, and beside
  // one that does not exist yet.
  const bool is_there = fs::is_directory(final_path, failed);
  ResultsFolder folder("", "", existing);
  if (is_there) folder.lock(final_path);
  try {
    folder.path_ = make_staging_folder(is_there ? final_path + "/run" : final_path);
  } catch (const RunError& error) {
    refuse(path, error.what());
  }
  folder.final_path_ = final_path;
  if (!is_there) folder.lock(folder.path_);
  return folder;
}

ResultsFolder ResultsFolder::open(const std::string& path) {
  const std::string plain = without_end(path);
  std::error_code failed;
  if (!fs::is_directory(plain, failed)) {
    const bool exists = fs::exists(plain, failed);
    throw InputError(fmt::format("{} {}", quote(path),
                                 exists ? "is not a folder" : "does not exist" + similar_file(plain)));
  }
  ResultsFolder folder(plain, "", Existing::replace);
  if (!file_exists(folder.file("scene.yaml"))) {
    throw InputError(fmt::format(
        "{} is not the folder of a run: it has no scene.yaml; `cairn run SCENE` makes one", quote(path)));
  }
  folder.lock(plain);
  remove_staged(plain);
  return folder;
}

void ResultsFolder::publish() {
  if (final_path_.empty()) return;
  std::error_code failed;
  if (!fs::is_directory(final_path_, failed)) {
    rename_file(path_, final_path_);
  } else {
    move_into_place();
  }
  sync_folder_of(final_path_);
  path_ = std::exchange(final_path_, {});
}

void ResultsFolder::move_into_place() const {
  std::error_code failed;
  const auto count = std::distance(fs::directory_iterator(final_path_), fs::directory_iterator());
  if (existing_ == Existing::refuse && count > 1) refuse(final_path_, "it is no longer empty");
  remove_own_files(final_path_);

  // Frames move before the file that links to them, and the checkpoint last.
  const std::string from = file(kFrameFolder), to = final_path_ + "/" + kFrameFolder;
  fs::create_directory(to, failed);
  if (fs::symlink_status(to, failed).type() != fs::file_type::directory)
    refuse(final_path_, fmt::format("its {} is not a folder", quote(kFrameFolder)));
  for (const std::string& name : own_files(from, is_frame)) rename_file(from + "/" + name, to + "/" + name);
  for (const std::string& name : own_files(path_, is_part_name))
    rename_file(file(name.c_str()), final_path_ + "/" + name);
  for (auto name = kOwnNames.rbegin(); name != kOwnNames.rend(); ++name) {
    if (file_exists(file(*name))) rename_file(file(*name), final_path_ + "/" + *name);
  }
  fs::remove(from, failed);
  fs::remove(path_, failed);
}

}  // namespace cairn
