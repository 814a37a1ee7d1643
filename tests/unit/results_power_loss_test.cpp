// A power cut at any moment of saving checkpoints. A model of a disk follows every system call; what was not
// synced is there, half there or gone afterwards, and of renames and new names only the first few have
// happened. Whatever is left, the last checkpoint whose save returned can be loaded, or the one that was
// being saved.
#include <fcntl.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <map>

#include "results/checkpoint.h"
#include "unit/scratch.h"

namespace cairn {
namespace {

using Names = std::map<std::string, int>;  // name in the folder -> file
struct Content {
  std::string now, safe;  // safe: synced
};
enum class Rest { gone, half, there };  // of a file's bytes that were not synced

class ModelDisk : public FileCalls {
 public:
  explicit ModelDisk(std::function<void(const ModelDisk&)> after) : after_(std::move(after)), names_{{}} {}

  int open(const char* path, int flags, mode_t mode) const override {
    const int file = FileCalls::open(path, flags, mode);
    if (file < 0) return file;
    if (std::filesystem::is_directory(path)) {
      opened_[file] = kFolder;
      return file;
    }
    const std::string name = std::filesystem::path(path).filename();
    Names names = names_.back();
    if (!names.contains(name) && (flags & O_CREAT)) {
      names[name] = static_cast<int>(files_.size());
      files_.emplace_back();
      names_.push_back(names);
    }
    opened_[file] = names.contains(name) ? names.at(name) : kUnknown;
    after_(*this);
    return file;
  }
  ssize_t write(int file, const void* bytes, std::size_t size) const override {
    const ssize_t count = FileCalls::write(file, bytes, size);
    if (count > 0) content(file).now.append(static_cast<const char*>(bytes), static_cast<std::size_t>(count));
    after_(*this);
    return count;
  }
  int fsync(int file) const override {
    const int result = FileCalls::fsync(file);
    if (opened_.at(file) == kFolder)
      names_ = {names_.back()};
    else
      content(file).safe = content(file).now;
    after_(*this);
    return result;
  }
  int syncfs(int file) const override {
    const int result = FileCalls::syncfs(file);
    names_ = {names_.back()};
    for (Content& one : files_) one.safe = one.now;
    after_(*this);
    return result;
  }
  int rename(const char* from, const char* to) const override {
    const int result = FileCalls::rename(from, to);
    Names names = names_.back();
    const std::string old_name = std::filesystem::path(from).filename();
    names[std::filesystem::path(to).filename()] = names.at(old_name);
    names.erase(old_name);
    names_.push_back(names);
    after_(*this);
    return result;
  }
  int unlink(const char* path) const override {
    const int result = FileCalls::unlink(path);
    Names names = names_.back();
    names.erase(std::filesystem::path(path).filename());
    names_.push_back(names);
    after_(*this);
    return result;
  }

  // Every state of the folder in which a power cut may leave it now.
  std::vector<std::map<std::string, std::string>> states() const {
    std::vector<std::map<std::string, std::string>> all;
    for (const Names& names : names_)
      for (const Rest rest : {Rest::gone, Rest::half, Rest::there}) {
        std::map<std::string, std::string>& state = all.emplace_back();
        for (const auto& [name, file] : names)
          state[name] = left_of(files_.at(static_cast<std::size_t>(file)), rest);
      }
    return all;
  }

 private:
  static constexpr int kFolder = -1, kUnknown = -2;

  static std::string left_of(const Content& content, Rest rest) {
    if (rest == Rest::gone) return content.safe;
    if (rest == Rest::there) return content.now;
    return content.now.substr(0, (content.safe.size() + content.now.size()) / 2);
  }
  Content& content(int file) const { return files_.at(static_cast<std::size_t>(opened_.at(file))); }

  std::function<void(const ModelDisk&)> after_;
  mutable std::vector<Content> files_;
  mutable std::map<int, int> opened_;
  mutable std::vector<Names> names_;  // as synced, and after each change since
};

std::uint64_t step_in(const std::map<std::string, std::string>& state) {
  const Scratch disk;
  for (const auto& [name, bytes] : state) append(disk.file(name), bytes_of(bytes));
  return load_checkpoint(disk.folder()).record.get<std::uint64_t>("step");
}

TEST(PowerLoss, LosesNoCheckpointWhoseSaveReturned) {
  const Scratch scratch;
  std::uint64_t acknowledged = 0, cuts = 0;
  const ModelDisk calls([&](const ModelDisk& disk) {
    if (acknowledged == 0) return;
    for (const auto& state : disk.states()) {
      ++cuts;
      std::uint64_t step = 0;
      EXPECT_NO_THROW(step = step_in(state));
      EXPECT_TRUE(step == acknowledged || step == acknowledged + 1) << step << " of " << acknowledged;
    }
  });
  for (std::uint64_t step = 1; step <= 4; ++step) {
    Record record;
    record.put("step", step);
    record.put("bytes", std::string(100'000, 'x'));
    save_checkpoint(scratch.folder(), record, calls);
    acknowledged = step;
  }
  EXPECT_GT(cuts, 60u);
}

// The model sees what it should: a write that waits for nothing may lose everything.
TEST(PowerLoss, TakesWhatWasNotSynced) {
  const Scratch scratch;
  std::vector<std::map<std::string, std::string>> states;
  const ModelDisk calls([&](const ModelDisk& disk) { states = disk.states(); });
  write_replacing(scratch.file("a"), bytes_of("whole"), calls);
  bool is_empty = false, is_whole = false;
  for (const auto& state : states) {
    if (!state.contains("a")) continue;
    is_empty = is_empty || state.at("a").empty();
    is_whole = is_whole || state.at("a") == "whole";
  }
  EXPECT_TRUE(is_empty && is_whole);
}

}  // namespace
}  // namespace cairn
