#include "results/checkpoint_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/hash.h"

namespace cairn {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kBegin = "checkpoint.";

std::string path_in(const std::string& folder, const std::string& name) { return folder + '/' + name; }

// The generation in checkpoint.<generation>.<rank>.
std::optional<std::uint64_t> generation_of(std::string_view name) {
  if (!name.starts_with(kBegin)) return std::nullopt;
  const char* const end = name.data() + name.size();
  std::uint64_t generation = 0, rank = 0;
  const auto first = std::from_chars(name.data() + kBegin.size(), end, generation);
  if (first.ec != std::errc{} || first.ptr == end || *first.ptr != '.') return std::nullopt;
  const auto second = std::from_chars(first.ptr + 1, end, rank);
  return second.ec == std::errc{} && second.ptr == end ? std::optional(generation) : std::nullopt;
}

std::vector<std::string> part_names(const std::string& folder) {
  std::vector<std::string> names;
  std::error_code failed;
  for (const fs::directory_entry& item : fs::directory_iterator(folder, failed))
    if (std::string name = item.path().filename().string(); is_part_name(name))
      names.push_back(std::move(name));
  return names;
}

// A number that no part in the folder has.
std::int64_t next_generation(const std::string& folder) {
  std::uint64_t next = 1;
  for (const std::string& name : part_names(folder)) next = std::max(next, *generation_of(name) + 1);
  return static_cast<std::int64_t>(next);
}

// The bytes of a file, or why it cannot be read.
struct FileBytes {
  Bytes bytes;
  std::string refused;
};
FileBytes bytes_or_reason(const std::string& path, const FileCalls& calls) {
  try {
    return {read_own_file(path, calls), {}};
  } catch (const RunError& error) {
    return {{}, error.what()};
  }
}

std::string text_of(const Bytes& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// The reason of the lowest rank that refuses; the same on all. Empty if none does.
std::string lowest_reason(Ranks& ranks, const std::string& own) {
  for (const Bytes& reason : ranks.all(bytes_of(own)))
    if (!reason.empty()) return text_of(reason);
  return {};
}

}  // namespace

bool is_part_name(std::string_view name) { return generation_of(name).has_value(); }

void save_checkpoint(Ranks& ranks, const std::string& folder, Record record, const FileCalls& calls) {
  if (ranks.count() == 1) return save_checkpoint(folder, record, calls);
  // The part of each rank, on the disk.
  const std::int64_t generation = total(ranks, ranks.first() ? next_generation(folder) : 0);
  const std::string name = fmt::format("{}{}.{}", kBegin, generation, ranks.own());
  const Bytes part = record.take(kSpreadItems).encode(kCheckpointLayout);
  all_or_none(ranks, [&] { write_durably(path_in(folder, name), part, calls); });
  // Rank 0 names them all in its file, which makes them count.
  const std::uint64_t own_sum = checksum(part);
  const std::vector<Bytes> sums = ranks.collect(std::as_bytes(std::span(&own_sum, 1)));
  first_does(ranks, [&] {
    std::vector<std::string> names;
    std::vector<std::uint64_t> checksums;
    for (const Bytes& sum : sums) {
      names.push_back(fmt::format("{}{}.{}", kBegin, generation, names.size()));
      checksums.push_back(records_of<std::uint64_t>(sum).front());
    }
    record.put("parts.names", names);
    record.put("parts.checksums", checksums);
    save_checkpoint(folder, record, calls);
  });
}

std::string attach_parts(Record& record, const std::string& folder, PartShare share, const FileCalls& calls) {
  if (!record.has("parts.names")) return {};
  const auto names = record.get<std::vector<std::string>>("parts.names");
  const auto checksums = record.get<std::vector<std::uint64_t>>("parts.checksums");
  record.take(std::array<std::string, 2>{"parts.names", "parts.checksums"});
  if (names.size() != checksums.size() || !std::ranges::all_of(names, is_part_name))
    return "its list of parts is wrong";
  for (std::size_t k = 0; k < names.size(); ++k) {
    const bool is_mine = static_cast<int>(k) % share.count == share.own;
    // Each reader needs the items, with no elements if it gets no part.
    if (!is_mine && !(static_cast<int>(k) == 0 && share.own >= static_cast<int>(names.size()))) continue;
    const FileBytes file = bytes_or_reason(path_in(folder, names[k]), calls);
    if (!file.refused.empty()) return file.refused;
    if (checksum(file.bytes) != checksums[k]) return fmt::format("its part {} is damaged", names[k]);
    const Decoded part = decode_record(file.bytes, kCheckpointLayout);
    if (part.refusal != Refusal::none) return fmt::format("its part {}: {}", names[k], part.reason);
    record.append(is_mine ? part.record : part.record.without_elements());
  }
  return {};
}

Checkpoint load_checkpoint(Ranks& ranks, const std::string& folder, const FileCalls& calls) {
  if (ranks.count() == 1) return load_checkpoint(folder, calls);
  std::string refused;
  for (const char* name : kCheckpointNames) {
    // Rank 0 reads the file that names the parts, each rank its parts.
    const std::string path = path_in(folder, name);
    if (!any(ranks, ranks.first() && file_exists(path))) continue;
    FileBytes file;
    if (ranks.first()) file = bytes_or_reason(path, calls);
    ranks.share(file.bytes, 0);
    std::string reason = file.refused;
    Decoded decoded;
    if (reason.empty()) decoded = decode_record(file.bytes, kCheckpointLayout);
    if (reason.empty() && decoded.refusal != Refusal::none) reason = decoded.reason;
    const bool has_parts = decoded.record.has("parts.names");
    if (reason.empty()) reason = attach_parts(decoded.record, folder, {ranks.own(), ranks.count()}, calls);
    reason = lowest_reason(ranks, reason);
    if (reason.empty()) {
      // A checkpoint of one rank: rank 0 keeps its bodies, settling sends them home.
      if (!has_parts && !ranks.first())
        decoded.record.append(decoded.record.take(kSpreadItems).without_elements());
      return {std::move(decoded.record), name, refused};
    }
    refused += fmt::format("{}{} is refused: {}", refused.empty() ? "" : "; ", path, reason);
  }
  first_does(ranks, [&] {
    throw RunError(refused.empty() ? fmt::format("{} has no checkpoint", folder)
                                   : fmt::format("no checkpoint can be used: {}", refused));
  });
  return {};
}

void remove_unnamed_parts(const std::string& folder, const FileCalls& calls) {
  std::vector<std::string> left = part_names(folder);
  if (left.empty()) return;
  for (const char* name : kCheckpointNames) {
    // Nobody knows which parts belong to a file that cannot be read: all of them stay.
    if (!file_exists(path_in(folder, name))) continue;
    const FileBytes file = bytes_or_reason(path_in(folder, name), calls);
    const Decoded decoded = decode_record(file.bytes, kCheckpointLayout);
    if (decoded.refusal != Refusal::none) return;
    if (!decoded.record.has("parts.names")) continue;
    for (const std::string& named : decoded.record.get<std::vector<std::string>>("parts.names"))
      std::erase(left, named);
  }
  for (const std::string& name : left) calls.unlink(path_in(folder, name).c_str());
}

}  // namespace cairn
