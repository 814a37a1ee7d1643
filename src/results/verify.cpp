#include "results/verify.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>

#include "base/error.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/printable.h"
#include "results/checkpoint.h"
#include "results/frames.h"
#include "results/series.h"

namespace cairn {
namespace {

// look() returns the verdict's text; if it throws, the file is bad.
FileVerdict verdict(const std::string& file, const std::function<std::string()>& look) {
  try {
    return {file, true, look()};
  } catch (const InputError& error) {
    return {file, false, error.message()};
  } catch (const RunError& error) {
    return {file, false, error.what()};
  }
}

[[noreturn]] void damaged(const std::string& reason) { throw RunError("damaged: " + reason); }

// Looks at both checkpoints and returns the newest good one.
std::optional<Record> verify_checkpoints(const std::string& folder, std::vector<FileVerdict>& verdicts) {
  std::optional<Record> newest;
  for (const char* name : {"checkpoint", "checkpoint.previous"}) {
    const std::string path = folder + "/" + name;
    if (!file_exists(path)) continue;
    verdicts.push_back(verdict(name, [&] {
      Decoded decoded = read_checkpoint(path);
      if (decoded.refusal != Refusal::none) throw RunError(decoded.reason);
      const std::string text = fmt::format("t = {:.6g} s, step {}", decoded.record.get<double>("time"),
                                           decoded.record.get<std::uint64_t>("step"));
      if (!newest) newest = std::move(decoded.record);
      return text;
    }));
  }
  if (verdicts.empty()) verdicts.push_back({"checkpoint", false, "missing: the run cannot be resumed"});
  return newest;
}

std::string verify_scene(const std::string& path, const std::optional<Record>& state) {
  const Bytes bytes = read_own_file(path);
  if (!state) return "not compared: no checkpoint";
  if (checksum(bytes) != state->get<std::uint64_t>("results.scene_hash"))
    damaged("it was changed after the run began");
  return "as the run began with";
}

std::string verify_series(const std::string& path, const std::optional<Record>& state) {
  const Bytes bytes = read_own_file(path);
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const auto rows = [](std::string_view lines) { return std::ranges::count(lines, '\n'); };
  if (!state) return "not compared: no checkpoint";
  const auto offset = state->get<std::uint64_t>("results.series");
  if (text.size() < offset)
    damaged(fmt::format("it has {} bytes, the checkpoint knows of {}", text.size(), offset));
  const std::string_view counted = text.substr(0, offset), later = text.substr(offset);
  if (hash_of_lines(counted).value() != state->get<std::uint64_t>("results.series_checksum"))
    damaged("the checksum of its rows is wrong");
  constexpr int kHeader = 2;
  return fmt::format("{}{}", how_many(static_cast<std::uint64_t>(rows(counted) - kHeader), "row"),
                     later.empty() ? "" : fmt::format(", and {} after the checkpoint", rows(later)));
}

void verify_frames(const std::string& folder, std::vector<FileVerdict>& verdicts) {
  const std::string path = folder + "/run.h5";
  std::vector<FrameItem> frames;
  verdicts.push_back(verdict("run.h5", [&] {
    frames = list_frames(path);
    const std::size_t bodies = read_bodies(path).uid.size();
    if (!is_run_file_sealed(path)) damaged("another program has changed it: it has no checksum");
    return fmt::format("{}, {}", how_many(bodies, "body"), how_many(frames.size(), "frame"));
  }));
  // Each frame must match its row in /index; only bad ones get a verdict of their own.
  std::size_t good = 0;
  for (std::size_t k = 0; k < frames.size(); ++k) {
    FileVerdict found = verdict(frame_file(k), [&] {
      const Frame frame = read_frame(path, k, frames[k]);
      const bool matches = frame.time == frames[k].time && frame.step == frames[k].step &&
                           frame.size() == frames[k].bodies &&
                           frame.contacts.has_value() == frames[k].contacts.has_value();
      if (!matches) damaged("it is not the frame that run.h5 lists");
      return std::string();
    });
    if (found.good) ++good;
    if (!found.good) verdicts.push_back(std::move(found));
  }
  if (good > 0) verdicts.push_back({"frames", true, fmt::format("{} whole frames", good)});
}

}  // namespace

void require_whole_series(const std::string& folder) {
  std::vector<FileVerdict> checkpoints;
  const std::optional<Record> state = verify_checkpoints(folder, checkpoints);
  const FileVerdict found =
      verdict("series.csv", [&] { return verify_series(folder + "/series.csv", state); });
  if (!found.good)
    throw InputError(
        fmt::format("{}/series.csv is not as cairn wrote it: {}; 'cairn check {}' looks at all "
                    "files, and a new run writes them again",
                    folder, found.text, folder));
}

std::vector<FileVerdict> verify_results(const std::string& folder) {
  if (!file_exists(folder + "/run.h5") && !file_exists(folder + "/scene.yaml"))
    throw InputError(
        fmt::format("{} is not the folder of a run: it has neither run.h5 nor scene.yaml", quote(folder)));
  std::vector<FileVerdict> verdicts;
  const std::optional<Record> state = verify_checkpoints(folder, verdicts);
  verdicts.push_back(verdict("scene.yaml", [&] { return verify_scene(folder + "/scene.yaml", state); }));
  verdicts.push_back(verdict("series.csv", [&] { return verify_series(folder + "/series.csv", state); }));
  verify_frames(folder, verdicts);
  return verdicts;
}

}  // namespace cairn
