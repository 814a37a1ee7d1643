#include "view/library.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <set>

#include "base/error.h"
#include "base/json.h"
#include "base/version.h"
#include "text/csv.h"

namespace cairn {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostOpen = 16;  // runs whose tables stay in memory

bool is_run(const std::string& folder) {
  return file_exists(folder + "/run.h5") || file_exists(folder + "/scene.yaml");
}

bool is_study(const std::string& folder) {
  std::error_code failed;
  return file_exists(folder + "/table.csv") && fs::is_directory(folder + "/runs", failed);
}

std::vector<std::string> runs_inside(const std::string& folder) {
  std::vector<std::string> runs;
  std::error_code failed;
  for (const fs::directory_entry& item : fs::directory_iterator(folder, failed))
    if (item.is_directory(failed) && is_run(item.path().string())) runs.push_back(item.path().string());
  std::ranges::sort(runs);
  return runs;
}

[[noreturn]] void refuse(const std::string& folder) {
  std::error_code failed;
  if (!fs::is_directory(folder, failed))
    throw InputError(fmt::format("there is no folder {}{}", quote(folder), similar_file(folder)));
  std::vector<std::string> inside = runs_inside(folder);
  constexpr std::size_t kFew = 5;
  if (inside.size() > kFew) inside.resize(kFew);
  throw InputError(
      fmt::format("{} is not the folder of a run: it has neither run.h5 nor scene.yaml{}", quote(folder),
                  inside.empty() ? "" : fmt::format("; it holds the runs {}", fmt::join(inside, ", "))));
}

// A field of a table is a number if it can be one.
Json field_of(const std::string& text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_number = !text.empty() && error == std::errc{} && end == text.data() + text.size();
  return is_number ? Json(number) : Json(text);
}

Answer failure(int status, const std::string& message) {
  return {status, "text/plain; charset=utf-8", message};
}

}  // namespace

Library::Library(const std::vector<std::string>& folders) {
  for (const std::string& folder : folders) {
    if (is_study(folder)) {
      add_study(folder);
    } else {
      if (!is_run(folder)) refuse(folder);
      shelf_.push_back({folder, "", std::nullopt, 0});
    }
  }
  name_places();
}

void Library::add_study(const std::string& folder) {
  if (study_) throw InputError("only one study can be shown at a time");
  CsvReader table = CsvReader::open(folder + "/table.csv", folder + "/table.csv");
  study_.emplace(Study{table.columns(), {}});
  while (table.next()) {
    std::vector<std::string>& row = study_->rows.emplace_back();
    for (int k = 0; k < static_cast<int>(table.columns().size()); ++k) row.emplace_back(table.text(k));
  }
  for (const std::string& run : runs_inside(folder + "/runs")) shelf_.push_back({run, "", std::nullopt, 0});
}

// A run is called like its folder, or like its whole path if two folders have one name.
void Library::name_places() {
  std::multiset<std::string> names;
  for (Place& place : shelf_) {
    place.name = fs::path(place.folder + "/").lexically_normal().parent_path().filename().string();
    if (place.name.empty() || place.name == ".")
      place.name = fs::weakly_canonical(place.folder).filename().string();
    names.insert(place.name);
  }
  for (Place& place : shelf_)
    if (names.count(place.name) > 1) place.name = place.folder;
}

ShownRun& Library::run(std::size_t index) {
  Place& place = shelf_.at(index);
  place.asked = ++questions_;
  if (place.run) return *place.run;
  // The run that nobody has asked for the longest makes room.
  std::vector<Place*> open;
  for (Place& other : shelf_)
    if (other.run) open.push_back(&other);
  if (open.size() >= kMostOpen) (*std::ranges::min_element(open, {}, &Place::asked))->run.reset();
  return place.run.emplace(place.folder, place.name);
}

std::string Library::runs_text() {
  // The titles of a study's runs are all alike, and there may be many.
  Json runs = Json::array();
  for (std::size_t k = 0; k < shelf_.size(); ++k) {
    const std::string title = study_ ? "" : run(k).title();
    runs.add(Json::object({{"index", k}, {"name", shelf_[k].name}, {"title", title}}));
  }
  Json study;
  if (study_) {
    Json rows = Json::array();
    for (const std::vector<std::string>& row : study_->rows) {
      Json fields = Json::array();
      for (const std::string& field : row) fields.add(field_of(field));
      rows.add(fields);
    }
    study = Json::object({{"columns", study_->columns}, {"rows", rows}});
  }
  return Json::object({{"version", version()}, {"runs", runs}, {"study", study}}).line();
}

std::string Library::pulses() {
  std::string text;
  for (Place& place : shelf_) {
    if (place.run) {
      const ShownRun::Pulse pulse = place.run->pulse();
      text += fmt::format("{} {} {} {}", pulse.state, pulse.frames, pulse.rows, pulse.mark);
    }
    text += '\n';
  }
  return text;
}

Answer Library::answer_of_run(const Question& question) {
  if (question.run >= shelf_.size())
    return failure(404, fmt::format("there is no run {}; there are {}", question.run, shelf_.size()));
  ShownRun& shown = run(question.run);
  constexpr const char* kArrays = "application/octet-stream";
  switch (question.route) {
    case Route::run:
      return {.body = shown.scene_text()};
    case Route::bodies:
      return {.type = kArrays, .body = shown.bodies_bytes()};
    case Route::frame:
      return {.type = kArrays, .body = shown.frame_bytes(question.number)};
    case Route::contacts:
      return {.type = kArrays, .body = shown.contact_bytes(question.number)};
    case Route::series:
      return {.body = shown.series_text()};
    case Route::summary:
      return {.body = shown.summary_text()};
    case Route::picture:
      return {.type = "image/png", .body = shown.picture_bytes(question.number)};
    default:
      return failure(404, "there is no such route");
  }
}

Answer Library::answer(const Question& question) {
  try {
    if (question.route == Route::runs) return {.body = runs_text()};
    if (question.route == Route::live) return {.type = "text/plain", .body = pulses()};
    return answer_of_run(question);
  } catch (const InputError& error) {
    return failure(404, error.message());
  } catch (const std::exception& error) {
    return failure(500, error.what());
  }
}

}  // namespace cairn
