// One self-contained HTML page: text, tables and pictures in one file that needs no network and fits a phone.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "draw/image.h"
#include "terminal/table.h"

namespace cairn {

class Page {
 public:
  explicit Page(std::string title);

  void heading(std::string_view text, int level = 2);
  void paragraph(std::string_view text);
  // The first row holds the headings. Fields "pass", "FAIL" and "NOT RUN" are coloured.
  void table(const TextRows& rows);
  void picture(const Image& image, std::string_view caption);
  // A text in fixed type, folded away under its summary.
  void source(std::string_view summary, std::string_view text);

  std::string text() const;

 private:
  std::string title_, body_;
};

// Writes the page; it replaces an old file.
void write_page(const std::string& path, const Page& page);

}  // namespace cairn
