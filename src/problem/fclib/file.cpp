#include "problem/fclib/file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>

#include "base/child.h"
#include "base/error.h"
#include "base/hdf5.h"

namespace cairn {
namespace {

constexpr std::array kLocalMatrices{"W", "V", "R"}, kGlobalMatrices{"M", "H", "G"};
constexpr std::array kLocalVectors{"q", "s", "mu", ""}, kGlobalVectors{"f", "w", "b", "mu"};

constexpr std::int32_t kMostGuesses = 1000;

TextPlace place_of(const std::string& path) { return {path, 0, 0, {}}; }

// Work on a foreign file runs in a child process, whose crash counts as bad input.
Record guarded(const std::string& path, const std::function<Record()>& work) {
  ChildResult result = run_in_child(reading_limits(file_size(path)), work);
  if (!result.reason.empty()) throw InputError(result.reason, place_of(path));
  return std::move(result.record);
}

void require_file(const std::string& path) {
  if (!file_exists(path))
    throw InputError(path.empty() ? "the name of the problem file is empty" : "there is no such file",
                     place_of(path));
}

// --- From HDF5 to a record, in the child

Hdf5Group child_group(const Hdf5Group& parent, const std::string& above, const char* name) {
  if (!parent.has(name)) throw InputError(fmt::format("{}/{} is missing", above, name));
  return parent.group(name);
}

template <class Read>
auto named(const Hdf5Group& group, const std::string& above, const char* name, Read&& read) {
  if (!group.has(name)) throw InputError(fmt::format("{}/{} is missing", above, name));
  try {
    return read(name);
  } catch (const RunError& error) {
    throw InputError(fmt::format("{}/{} cannot be read ({})", above, name, error.what()));
  }
}

void take_matrix(const Hdf5Group& root, const std::string& above, const char* name, Record& record) {
  const Hdf5Group group = root.group(name);
  const std::string here = above + "/" + name;
  for (const char* number : {"m", "n", "nz", "nzmax"})
    record.put(std::string(name) + "." + number,
               named(group, here, number, [&](const char* n) { return group.read_one<std::int32_t>(n); }));
  for (const char* list : {"p", "i"})
    record.put(std::string(name) + "." + list,
               named(group, here, list, [&](const char* n) { return group.read<std::int32_t>(n); }));
  record.put(std::string(name) + ".x",
             named(group, here, "x", [&](const char* n) { return group.read<double>(n); }));
}

// Texts are only for people: unreadable ones are left out.
std::string text_of(const Hdf5Group& root, const char* name) {
  try {
    return root.has("info") && root.group("info").has(name) ? root.group("info").read_text(name) : "";
  } catch (const RunError&) {
    return "";
  }
}

// First guesses as far as they can be read: those that nobody asks for do no harm.
void take_guesses(const Hdf5Group& top, Record& record) {
  if (!top.has("guesses")) return;
  std::int32_t count = 0;
  try {
    const Hdf5Group guesses = top.group("guesses");
    const std::int32_t claimed =
        guesses.has("number_of_guesses") ? guesses.read_one<std::int32_t>("number_of_guesses") : kMostGuesses;
    while (count < std::min(claimed, kMostGuesses) && guesses.has(std::to_string(count + 1).c_str())) {
      const Hdf5Group guess = guesses.group(std::to_string(++count).c_str());
      for (const char* name : {"v", "u", "r", "l"})
        if (guess.has(name)) record.put(fmt::format("guess.{}.{}", count, name), guess.read<double>(name));
    }
  } catch (const RunError&) {
    // of another kind than numbers: missing
  }
  record.put("guesses", count);
}

Record read_in_child(const std::string& path) {
  const Hdf5File file(path, read_file(path));
  const Hdf5Group top = file.root();
  const bool is_global = !top.has("fclib_local");
  if (is_global && !top.has("fclib_global"))
    throw InputError("it has neither /fclib_local nor /fclib_global: not a problem of FCLIB");
  const std::string here = is_global ? "/fclib_global" : "/fclib_local";
  const Hdf5Group root = top.group(here.c_str() + 1);
  Record record;
  record.put("is_global", static_cast<std::int32_t>(is_global));
  record.put("spacedim", named(root, here, "spacedim",
                               [&](const char* name) { return root.read_one<std::int32_t>(name); }));
  for (const char* name : is_global ? kGlobalMatrices : kLocalMatrices)
    if (root.has(name)) take_matrix(root, here, name, record);
  const Hdf5Group vectors = child_group(root, here, "vectors");
  for (const char* name : is_global ? kGlobalVectors : kLocalVectors) {
    if (*name == '\0' || !vectors.has(name)) continue;
    record.put(fmt::format("vector.{}", name), named(vectors, here + "/vectors", name,
                                                     [&](const char* n) { return vectors.read<double>(n); }));
  }
  for (const char* name : {"title", "description", "math_info"})
    record.put(fmt::format("info.{}", name), std::string_view(text_of(root, name)));
  take_guesses(top, record);
  return record;
}

// --- From the record to the file's contents

FclibMatrix matrix_of(const Record& record, const std::string& name) {
  FclibMatrix matrix;
  matrix.rows = record.get<std::int32_t>(name + ".m");
  matrix.columns = record.get<std::int32_t>(name + ".n");
  matrix.nz = record.get<std::int32_t>(name + ".nz");
  matrix.p = record.get<std::vector<std::int32_t>>(name + ".p");
  matrix.i = record.get<std::vector<std::int32_t>>(name + ".i");
  matrix.x = record.get<std::vector<double>>(name + ".x");
  return matrix;
}

FclibFile contents_of(const Record& record) {
  FclibFile file;
  file.is_global = record.get<std::int32_t>("is_global") != 0;
  file.spacedim = record.get<std::int32_t>("spacedim");
  for (const std::string name : file.is_global ? kGlobalMatrices : kLocalMatrices)
    if (record.has(name + ".m")) file.matrices[name] = matrix_of(record, name);
  for (const std::string name : file.is_global ? kGlobalVectors : kLocalVectors)
    if (record.has("vector." + name)) file.vectors[name] = record.get<std::vector<double>>("vector." + name);
  file.info = {record.get<std::string>("info.title"), record.get<std::string>("info.description"),
               record.get<std::string>("info.math_info")};
  const std::int32_t guesses = record.has("guesses") ? record.get<std::int32_t>("guesses") : 0;
  for (std::int32_t k = 1; k <= guesses; ++k) {
    const auto part = [&](const char* name) {
      const std::string key = fmt::format("guess.{}.{}", k, name);
      return record.has(key) ? record.get<std::vector<double>>(key) : std::vector<double>();
    };
    file.guesses.push_back({part("v"), part("u"), part("r"), part("l")});
  }
  return file;
}

// --- Writing

void write_number(Hdf5Group& group, const char* name, std::int32_t value) {
  group.write<std::int32_t>(name, std::span(&value, 1));
}

void write_matrix(Hdf5Group root, const std::string& name, const FclibMatrix& matrix) {
  Hdf5Group group = root.make_group(name.c_str());
  write_number(group, "m", matrix.rows);
  write_number(group, "n", matrix.columns);
  write_number(group, "nz", matrix.nz);
  write_number(group, "nzmax", static_cast<std::int32_t>(matrix.x.size()));
  group.write<std::int32_t>("p", matrix.p), group.write<std::int32_t>("i", matrix.i);
  group.write<double>("x", matrix.x);
}

void write_solution(Hdf5Group root, const char* place, const FclibSolution& solution) {
  if (root.has(place)) root.remove(place);
  Hdf5Group group = root.make_group(place);
  const auto write = [&](const char* name, const std::vector<double>& values) {
    if (!values.empty()) group.write<double>(name, values);
  };
  write("v", solution.v);
  write("u", solution.u);
  write("r", solution.r);
  write("l", solution.l);
}

}  // namespace

FclibFile read_fclib_file(const std::string& path) {
  require_file(path);
  return contents_of(guarded(path, [&] { return read_in_child(path); }));
}

void write_fclib_file(const std::string& path, const FclibFile& file) {
  const Hdf5File out(path);
  {
    Hdf5Group root = out.root().make_group(file.root().c_str() + 1);
    write_number(root, "spacedim", file.spacedim);
    for (const auto& [name, matrix] : file.matrices) write_matrix(root.group("."), name, matrix);
    Hdf5Group vectors = root.make_group("vectors");
    for (const auto& [name, values] : file.vectors) vectors.write<double>(name.c_str(), values);
    Hdf5Group info = root.make_group("info");
    info.write_text("title", file.info.title);
    info.write_text("description", file.info.description);
    info.write_text("math_info", file.info.math_info);
  }
  if (!file.guesses.empty()) {
    Hdf5Group guesses = out.root().make_group("guesses");
    write_number(guesses, "number_of_guesses", static_cast<std::int32_t>(file.guesses.size()));
    for (std::size_t k = 0; k < file.guesses.size(); ++k)
      write_solution(guesses.group("."), std::to_string(k + 1).c_str(), file.guesses[k]);
  }
  write_durably(path, out.bytes());
}

void write_fclib_solution(const std::string& from, const std::string& path, const FclibSolution& solution) {
  require_file(from);
  const Record copy = guarded(from, [&] {
    const Hdf5File file(from, read_file(from), Hdf5File::Access::change);
    write_solution(file.root(), "solution", solution);
    Record record;
    record.put("bytes", file.bytes());
    return record;
  });
  write_durably(path, copy.get<Bytes>("bytes"));
}

}  // namespace cairn
