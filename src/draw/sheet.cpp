#include "draw/sheet.h"

#include <cairo-svg.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <new>

#include "base/assert.h"
#include "base/file.h"
#include "base/printable.h"

// The leak sanitizer calls this function: fontconfig leaks some of its configuration, and HDF5 1.10 about 50
// bytes when a read fails while it opens an object.
// NOLINTNEXTLINE(bugprone-reserved-identifier, readability-identifier-naming): the name is the sanitizers'.
extern "C" const char* __lsan_default_suppressions() { return "leak:libfontconfig\nleak:libhdf5"; }

namespace cairn {
namespace {

constexpr const char* kFont = "DejaVu Sans";
constexpr double kCapital = 0.729;  // height of capitals over the font's size
constexpr double kFar = 1e5;        // pixels; cairo's coordinates have 24 bits before the point
constexpr std::size_t kPiece = 64;  // corners of a line that are drawn in one stroke

void require(cairo_status_t status) {
  if (status == CAIRO_STATUS_NO_MEMORY) throw std::bad_alloc();
  CAIRN_ASSERT(status == CAIRO_STATUS_SUCCESS);
}

cairo_status_t append(void* bytes, const unsigned char* data, unsigned length) {
  auto& all = *static_cast<std::vector<std::uint8_t>*>(bytes);
  all.insert(all.end(), data, data + length);
  return CAIRO_STATUS_SUCCESS;
}

// The pixels of a row: words with red in bits 16-23, green in 8-15 and blue in 0-7.
std::uint32_t* row_of(cairo_surface_t* surface, int y) {
  const std::ptrdiff_t stride = cairo_image_surface_get_stride(surface);
  return reinterpret_cast<std::uint32_t*>(cairo_image_surface_get_data(surface) + y * stride);
}

cairo_surface_t* surface_of(const Image& image) {
  CAIRN_ASSERT(image.width > 0 && image.height > 0);
  CAIRN_ASSERT(image.rgb.size() == image.offset(0, image.height));
  cairo_surface_t* surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, image.width, image.height);
  require(cairo_surface_status(surface));
  for (int y = 0; y < image.height; ++y) {
    std::uint32_t* row = row_of(surface, y);
    const std::uint8_t* rgb = image.rgb.data() + image.offset(0, y);
    for (int x = 0; x < image.width; ++x, rgb += 3)
      row[x] = std::uint32_t{rgb[0]} << 16 | std::uint32_t{rgb[1]} << 8 | rgb[2];
  }
  cairo_surface_mark_dirty(surface);
  return surface;
}

bool is_raisable(char c) { return (c >= '0' && c <= '9') || c == '-' || c == '+'; }

std::string_view raised(char c) {
  constexpr std::array<std::string_view, 10> kDigits{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  if (c == '-') return "⁻";
  return c == '+' ? "⁺" : kDigits[static_cast<std::size_t>(c - '0')];
}

// Text that cairo can draw: one line of valid characters, raised after a '^'.
std::string drawable(std::string_view given) {
  std::string text = printable(given);
  std::ranges::replace(text, '\n', ' ');
  std::string drawn;
  bool is_raised = false;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = utf8_length(text, at);
    const bool raises = text[at] == '^' && at + 1 < text.size() && is_raisable(text[at + 1]);
    is_raised = raises || (is_raised && is_raisable(text[at]));
    if (!raises && is_raised) drawn += raised(text[at]);
    if (!raises && !is_raised) drawn += length > 0 ? text.substr(at, length) : "?";
    at += std::max<std::size_t>(length, 1);
  }
  return drawn;
}

}  // namespace

Sheet::Sheet(cairo_surface_t* surface) : surface_(surface) {
  require(cairo_surface_status(surface));
  context_.reset(cairo_create(surface));
  require(cairo_status(context_.get()));
  // Fixed font options: the pixels do not depend on the desktop.
  cairo_font_options_t* options = cairo_font_options_create();
  cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
  cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  cairo_set_font_options(context_.get(), options);
  cairo_font_options_destroy(options);
  cairo_select_font_face(context_.get(), kFont, CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_line_join(context_.get(), CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_cap(context_.get(), CAIRO_LINE_CAP_ROUND);
}

Sheet::Sheet(int width, int height) : Sheet(cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height)) {
  CAIRN_ASSERT(width > 0 && height > 0);
  fill({0, 0, double(width), double(height)}, {{1, 1, 1}});
}

Sheet::Sheet(const Image& image) : Sheet(surface_of(image)) {}

Sheet Sheet::svg(int width, int height) {
  CAIRN_ASSERT(width > 0 && height > 0);
  auto written = std::make_unique<std::vector<std::uint8_t>>();
  Sheet sheet(cairo_svg_surface_create_for_stream(append, written.get(), width, height));
  sheet.written_ = std::move(written);
  sheet.fill({0, 0, double(width), double(height)}, {{1, 1, 1}});
  return sheet;
}

void Sheet::set_ink(const Ink& ink) {
  const auto& [r, g, b] = ink.colour;
  cairo_set_source_rgba(context_.get(), double(r), double(g), double(b), ink.alpha);
}

void Sheet::fill(const PixelBox& box, const Ink& ink) {
  set_ink(ink);
  cairo_rectangle(context_.get(), box.x_low, box.y_low, box.x_high - box.x_low, box.y_high - box.y_low);
  cairo_fill(context_.get());
}

void Sheet::line(std::span<const PixelPoint> corners, double width, const PixelBox& box, const Ink& ink) {
  cairo_t* context = context_.get();
  cairo_save(context);
  cairo_rectangle(context, box.x_low, box.y_low, box.x_high - box.x_low, box.y_high - box.y_low);
  cairo_clip(context);
  set_ink(ink);
  cairo_set_line_width(context, width);
  // The line is drawn in pieces that share their ends: the time of a stroke grows with the square of its
  // crossings.
  for (std::size_t k = 0; k < corners.size(); ++k) {
    const double x = std::clamp(corners[k].x, -kFar, kFar), y = std::clamp(corners[k].y, -kFar, kFar);
    cairo_line_to(context, x, y);
    if (k % kPiece != kPiece - 1) continue;
    cairo_stroke(context);
    cairo_move_to(context, x, y);
  }
  cairo_stroke(context);
  cairo_restore(context);
}

void Sheet::disc(const PixelPoint& middle, double radius, const Ink& ink) {
  set_ink(ink);
  cairo_arc(context_.get(), middle.x, middle.y, radius, 0, 6.283185307179586);
  cairo_fill(context_.get());
}

void Sheet::set_font(const TextStyle& style) { cairo_set_font_size(context_.get(), style.size / kCapital); }

void Sheet::text(double x, double y, std::string_view text, const TextStyle& style) {
  set_ink(style.ink);
  set_font(style);
  cairo_move_to(context_.get(), x, y);
  cairo_show_text(context_.get(), drawable(text).c_str());
  cairo_new_path(context_.get());
}

double Sheet::width_of(std::string_view text, const TextStyle& style) {
  set_font(style);
  cairo_text_extents_t extents;
  cairo_text_extents(context_.get(), drawable(text).c_str(), &extents);
  return extents.x_advance;
}

std::string Sheet::shortened(std::string_view text, double width, const TextStyle& style) {
  constexpr double kRounding = 1e-6;  // pixels: the width may come from the text itself
  if (width_of(text, style) <= width + kRounding) return std::string(text);
  // Cuts between characters: bytes 10xxxxxx continue a UTF-8 character.
  const auto cut = [&](std::size_t bytes) {
    while (bytes > 0 && (static_cast<unsigned char>(text[bytes]) & 0xc0u) == 0x80u) --bytes;
    return std::string(text.substr(0, bytes)) + "…";
  };
  // Bisection for the longest beginning that fits.
  std::size_t fits = 0, fails = text.size();
  while (fails - fits > 1) {
    const std::size_t middle = (fits + fails) / 2;
    (width_of(cut(middle), style) <= width ? fits : fails) = middle;
  }
  return cut(fits);
}

Image Sheet::image() const {
  CAIRN_ASSERT(!written_);
  require(cairo_status(context_.get()));
  cairo_surface_flush(surface_.get());
  Image image{
      cairo_image_surface_get_width(surface_.get()), cairo_image_surface_get_height(surface_.get()), {}};
  image.rgb.reserve(image.offset(0, image.height));
  for (int y = 0; y < image.height; ++y) {
    const std::uint32_t* row = row_of(surface_.get(), y);
    for (int x = 0; x < image.width; ++x)
      for (const int shift : {16, 8, 0}) image.rgb.push_back(static_cast<std::uint8_t>(row[x] >> shift));
  }
  return image;
}

std::vector<std::uint8_t> Sheet::png() const {
  CAIRN_ASSERT(!written_);
  std::vector<std::uint8_t> bytes;
  require(cairo_surface_write_to_png_stream(surface_.get(), append, &bytes));
  return bytes;
}

std::string Sheet::svg_text() && {
  CAIRN_ASSERT(written_);
  require(cairo_status(context_.get()));
  cairo_surface_finish(surface_.get());
  require(cairo_surface_status(surface_.get()));
  return {written_->begin(), written_->end()};
}

double text_width(std::string_view text, const TextStyle& style) { return Sheet(1, 1).width_of(text, style); }

std::vector<std::uint8_t> png_bytes(const Image& image) { return Sheet(image).png(); }

void write_png(const std::string& path, const Image& image) {
  write_replacing(path, std::as_bytes(std::span<const std::uint8_t>(png_bytes(image))));
}

}  // namespace cairn
