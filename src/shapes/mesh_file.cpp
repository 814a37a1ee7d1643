#include "shapes/mesh_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "base/error.h"
#include "base/file.h"
#include "shapes/mesh.h"

namespace cairn {
namespace {

constexpr std::size_t kMostTriangles = 20'000'000;

// Reports a file that cannot be used.
[[noreturn]] void refuse(const std::string& message, const std::string& file, int line = 0,
                         std::string_view text = {}) {
  throw InputError(message, TextPlace{file, line, line > 0 ? 1 : 0, shortened(text)});
}

// Reads a text line by line and splits each line into words.
class Lines {
 public:
  Lines(std::string_view text, const std::string& name) : rest_(text), name_(name) {}

  bool next() {
    if (rest_.empty()) return false;
    const std::size_t end = rest_.find('\n');
    line_ = rest_.substr(0, end);
    rest_ = end == std::string_view::npos ? std::string_view{} : rest_.substr(end + 1);
    ++number_;
    words_.clear();
    for (std::size_t at = 0; at < line_.size();) {
      at = std::min(line_.find_first_not_of(" \t\r", at), line_.size());
      const std::size_t stop = std::min(line_.find_first_of(" \t\r", at), line_.size());
      if (stop > at) words_.push_back(line_.substr(at, stop - at));
      at = stop;
    }
    return true;
  }

  const std::vector<std::string_view>& words() const { return words_; }
  bool begins_with(std::string_view word) const { return !words_.empty() && words_[0] == word; }
  [[noreturn]] void fail(const std::string& message) const { refuse(message, name_, number_, line_); }

  double number(std::size_t k) const {
    if (k >= words_.size()) fail("expected three numbers");
    std::string_view word = words_[k];
    if (word.starts_with('+')) word.remove_prefix(1);
    double value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc{} || end != word.data() + word.size())
      fail(fmt::format("expected a number, got {}", quote(words_[k])));
    if (!std::isfinite(value)) fail(fmt::format("a coordinate is not finite: {}", quote(words_[k])));
    return value;
  }
  Vec3 vector(std::size_t first) const { return {number(first), number(first + 1), number(first + 2)}; }

 private:
  std::string_view rest_, line_;
  std::vector<std::string_view> words_;
  const std::string& name_;
  int number_ = 0;
};

// --- STL
void add_triangle(Surface& surface, const std::array<Vec3, 3>& corners) {
  const int first = static_cast<int>(surface.vertices.size());
  surface.vertices.insert(surface.vertices.end(), corners.begin(), corners.end());
  surface.triangles.push_back({first, first + 1, first + 2});
}

float read_float(const char* at) {
  float value = 0;
  std::memcpy(&value, at, sizeof value);  // file and machine are little endian
  return value;
}

std::uint32_t read_count(const std::string& bytes) {
  std::uint32_t count = 0;
  std::memcpy(&count, bytes.data() + 80, sizeof count);
  return count;
}

constexpr std::size_t kHeader = 84, kRecord = 50;

bool is_binary_stl(const std::string& bytes) {
  return bytes.size() >= kHeader && bytes.size() == kHeader + kRecord * std::size_t{read_count(bytes)};
}

// A record has a normal, three corners as floats, and two spare bytes.
Surface read_binary_stl(const std::string& bytes, const std::string& name) {
  Surface surface;
  for (std::uint32_t t = 0; t < read_count(bytes); ++t) {
    const char* record = bytes.data() + kHeader + kRecord * std::size_t{t} + 12;
    std::array<Vec3, 3> corners;
    for (std::size_t k = 0; k < 3; ++k, record += 12)
      corners[k] = {read_float(record), read_float(record + 4), read_float(record + 8)};
    for (const Vec3& v : corners)
      if (!is_finite(v)) refuse(fmt::format("a coordinate of triangle {} is not finite", t + 1), name);
    add_triangle(surface, corners);
  }
  return surface;
}

Surface read_text_stl(const std::string& text, const std::string& name) {
  Surface surface;
  Lines lines(text, name);
  std::vector<Vec3> corners;
  while (lines.next()) {
    if (lines.begins_with("vertex")) corners.push_back(lines.vector(1));
    if (lines.begins_with("endfacet")) {
      if (corners.size() != 3)
        lines.fail(fmt::format("expected a triangle, got {} vertices", corners.size()));
      if (surface.triangles.size() >= kMostTriangles) lines.fail("more than 2e7 triangles");
      add_triangle(surface, {corners[0], corners[1], corners[2]});
      corners.clear();
    }
  }
  if (!corners.empty()) lines.fail("the file ends within a triangle");
  return surface;
}

// --- OBJ: a corner is "7/1/3", "-2//1" or "4", counted from 1, or from the end if negative.
int obj_corner(const Lines& lines, std::string_view word, std::size_t count) {
  const std::string_view first = word.substr(0, word.find('/'));
  long index = 0;
  const auto [end, error] = std::from_chars(first.data(), first.data() + first.size(), index);
  const bool whole = error == std::errc{} && end == first.data() + first.size();
  const long at = index > 0 ? index - 1 : static_cast<long>(count) + index;
  if (!whole || index == 0 || at < 0 || at >= static_cast<long>(count))
    lines.fail(fmt::format("{} is none of the {} vertices so far", quote(word), count));
  return static_cast<int>(at);
}

}  // namespace

Surface read_stl(const std::string& bytes, const std::string& name) {
  Surface surface;
  if (is_binary_stl(bytes))
    surface = read_binary_stl(bytes, name);
  else if (bytes.find("facet") != std::string::npos)
    surface = read_text_stl(bytes, name);
  else
    refuse("is no STL file: neither the text form nor a binary one of the right length", name);
  return surface;
}

Surface read_obj(const std::string& text, const std::string& name) {
  Surface surface;
  Lines lines(text, name);
  while (lines.next()) {
    if (lines.begins_with("v")) surface.vertices.push_back(lines.vector(1));
    if (!lines.begins_with("f")) continue;
    const std::vector<std::string_view>& words = lines.words();
    if (words.size() < 4) lines.fail("expected a face of at least three corners");
    if (surface.triangles.size() + words.size() > kMostTriangles) lines.fail("more than 2e7 triangles");
    std::vector<int> corners;
    for (std::size_t k = 1; k < words.size(); ++k)
      corners.push_back(obj_corner(lines, words[k], surface.vertices.size()));
    for (std::size_t k = 1; k + 1 < corners.size(); ++k)
      surface.triangles.push_back({corners[0], corners[k], corners[k + 1]});
  }
  return surface;
}

Surface read_mesh_file(const std::string& path, const std::string& name, double unit) {
  const Bytes bytes = read_file(path);
  const std::string content(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  std::string ending = path.substr(std::min(path.rfind('.'), path.size()));
  std::ranges::transform(ending, ending.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (ending != ".stl" && ending != ".obj") refuse("expected a file that ends in .stl or .obj", name);
  Surface surface = welded(ending == ".stl" ? read_stl(content, name) : read_obj(content, name));
  if (surface.triangles.empty()) refuse("has no triangles", name);
  for (Vec3& v : surface.vertices) v *= unit;
  return surface;
}

}  // namespace cairn
