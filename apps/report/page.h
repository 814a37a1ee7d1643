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
  // The first row are the headings. Cells that say "pass" or "FAIL" are coloured.
  void table(const TextRows& rows);
  void picture(const Image& image, std::string_view caption);
  // A text as it stands, folded away.
  void source(std::string_view summary, std::string_view text);

  std::string text() const;

 private:
  std::string title_, body_;
};

// Writes it in place of what was there.
void write_page(const std::string& path, const Page& page);

}  // namespace cairn
