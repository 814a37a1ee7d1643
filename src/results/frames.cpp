#include "results/frames.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "base/child.h"
#include "base/error.h"
#include "base/hash.h"
#include "results/frame_image.h"
#include "results/run_image.h"

namespace cairn {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kEnding = ".h5";

// Path of a file beside run.h5, from its name relative to run.h5.
std::string beside(const std::string& run_file, const std::string& name) {
  return (fs::path(run_file).parent_path() / name).string();
}

// Refuses a symbolic link: it could lead our writes anywhere.
void require_folder(const std::string& folder) {
  std::error_code failed;
  if (fs::symlink_status(folder, failed).type() == fs::file_type::directory) return;
  throw InputError(fmt::format("{} is missing or is not a folder", quote(folder)));
}

// Works on an untrusted file in a child process. If the child fails, that is bad input.
Record guarded(const std::string& path, const std::function<Record()>& work) {
  const TextPlace place{path, 0, 0, {}};
  if (!file_exists(path)) throw InputError("there is no such file", place);
  ChildResult result = run_in_child(reading_limits(file_size(path)), work);
  if (!result.reason.empty()) throw InputError(result.reason, place);
  return std::move(result.record);
}

// Removes frames from number `count` on, left by a killed run or dropped by a resumed one.
void remove_later_frames(const std::string& folder, std::size_t count, const FileCalls& calls) {
  std::vector<std::string> later;
  for (const fs::directory_entry& item : fs::directory_iterator(folder)) {
    const std::optional<std::size_t> number = frame_number(item.path().filename().string());
    if (number && *number >= count && !item.is_directory()) later.push_back(item.path().string());
  }
  for (const std::string& path : later) remove_file(path, calls);
}

}  // namespace

std::string frame_name(std::size_t index) { return fmt::format("{:06}", index); }

std::string frame_file(std::size_t index) {
  return fmt::format("{}/{}{}", kFrameFolder, frame_name(index), kEnding);
}

std::optional<std::size_t> frame_number(const std::string& file_name) {
  if (!file_name.ends_with(kEnding)) return std::nullopt;
  const std::string name = file_name.substr(0, file_name.size() - kEnding.size());
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  if (error != std::errc{} || end != name.data() + name.size() || name != frame_name(number))
    return std::nullopt;
  return number;
}

RunFile::RunFile(std::string path, const RunContents& contents, const FileCalls& calls)
    : path_(std::move(path)),
      image_(std::make_unique<RunImage>(contents)),
      written_(image_->bytes()),
      frames_(contents.frames),
      uid_count_(contents.uid_count) {
  write_replacing(path_, written_, calls);
}

RunFile::RunFile(RunFile&& other) noexcept = default;
RunFile& RunFile::operator=(RunFile&& other) noexcept = default;
RunFile::~RunFile() = default;

RunFile RunFile::create(std::string path, const World& world, const FileCalls& calls,
                        std::vector<std::string> colours) {
  const std::string folder = beside(path, kFrameFolder);
  std::error_code failed;
  fs::create_directory(folder, failed);
  if (failed) throw RunError(fmt::format("cannot make the folder {}: {}", folder, failed.message()));
  require_folder(folder);
  RunContents contents = contents_of(world);
  const bool has_any = std::ranges::any_of(colours, [](const std::string& code) { return !code.empty(); });
  if (has_any) contents.bodies.colours = std::move(colours);
  return {std::move(path), contents, calls};
}

RunFile RunFile::reopen(std::string path, std::size_t frames, Uid uid_count, const FileCalls& calls) {
  const std::string folder = beside(path, kFrameFolder);
  require_folder(folder);
  RunContents contents = read_contents(path);
  if (contents.frames.size() < frames) {
    throw RunError(
        fmt::format("{} has {} frames, the checkpoint knows of {}", path, contents.frames.size(), frames));
  }
  // Drop later frames, and bodies that came after the checkpoint.
  contents.frames.resize(frames);
  BodyTable& table = contents.bodies;
  const auto rows =
      static_cast<std::size_t>(std::ranges::lower_bound(table.uid, uid_count) - table.uid.begin());
  table.uid.resize(rows);
  table.name_index.resize(rows);
  table.shape_index.resize(rows);
  table.mass.resize(rows);
  table.radius.resize(rows);
  contents.uid_count = std::min(contents.uid_count, uid_count);

  // The new image is built from the numbers; the bytes of an untrusted file are not used any further.
  RunFile file(std::move(path), contents, calls);
  remove_later_frames(folder, frames, calls);
  return file;
}

void RunFile::append(const Frame& frame, const Newcomers& fresh, const FileCalls& calls) {
  const std::size_t index = frames_.size();
  const Bytes bytes = frame_image(index, frame);
  FrameItem item{frame.time, frame.step, frame.size(), {}, bytes.size(), checksum(bytes)};
  if (frame.contacts) item.contacts = frame.contacts->size();

  // The frame comes first, then the run.h5 that links to it. A failure restores the image from the bytes on
  // the disk.
  write_replacing(beside(path_, frame_file(index)), bytes, calls);
  try {
    image_->add(fresh, item, index);
    Bytes image = image_->bytes();
    write_replacing(path_, image, calls);
    written_ = std::move(image);
  } catch (...) {
    image_.reset();
    image_ = std::make_unique<RunImage>(written_);
    throw;
  }
  frames_.push_back(item);
  uid_count_ = std::max(uid_count_, fresh.uid_count);
  unsynced_.push_back(frame_name(index) + std::string(kEnding));
}

void RunFile::sync(const FileCalls& calls) {
  sync_files(beside(path_, kFrameFolder), unsynced_, calls);
  sync_file(path_, calls);
  sync_folder_of(path_, calls);
  unsynced_.clear();
}

RunContents read_contents(const std::string& path) {
  return contents_in(guarded(path, [&] {
    const Bytes image = read_own_file(path);
    if (seal_of(image) == Seal::broken) throw InputError("it is damaged: its checksum is wrong");
    return record_of(contents_in(image, path));
  }));
}

std::vector<FrameItem> list_frames(const std::string& path) { return read_contents(path).frames; }

BodyTable read_bodies(const std::string& path) { return read_contents(path).bodies; }

bool is_run_file_sealed(const std::string& path) { return seal_of(read_own_file(path)) == Seal::whole; }

Frame read_frame(const std::string& path, std::size_t index) {
  const std::vector<FrameItem> frames = list_frames(path);
  if (index >= frames.size())
    throw InputError(fmt::format("there is no frame {}", frame_name(index)), TextPlace{path, 0, 0, {}});
  return read_frame(path, index, frames[index]);
}

Frame read_frame(const std::string& path, std::size_t index, const FrameItem& item) {
  const std::string file = beside(path, frame_file(index));
  require_folder(beside(path, kFrameFolder));
  return frame_in(guarded(file, [&] {
    const Bytes bytes = read_own_file(file);
    if (bytes.size() != item.bytes || checksum(bytes) != item.checksum)
      throw InputError("it is damaged: its checksum is wrong");
    return record_of(frame_in(bytes, index, file));
  }));
}

}  // namespace cairn
