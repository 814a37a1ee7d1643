#include "report/page.h"

#include <fmt/format.h>

#include "base/assert.h"
#include "base/base64.h"
#include "base/file.h"
#include "base/printable.h"

namespace cairn {
namespace {

constexpr const char* kStyle = R"(
:root { color-scheme: light dark; --ink: #1c2430; --soft: #5b6675; --line: #d5dae1; --paper: #fff; --back: #f4f6f8; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6eaf0; --soft: #9aa5b4; --line: #39414d; --paper: #1b2027; --back: #12161b; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 62rem; margin: 0 auto; padding: 1rem; background: var(--paper); }
h1 { font-size: 1.5rem; line-height: 1.25; } h2 { font-size: 1.2rem; margin-top: 2rem; border-bottom: 1px solid var(--line); }
h3 { font-size: 1rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .9rem; min-width: 50%; }
th, td { text-align: left; padding: .25rem .6rem; border-bottom: 1px solid var(--line); vertical-align: top; }
th { color: var(--soft); font-weight: 600; }
td.pass { color: #18794e; font-weight: 600; } td.fail { color: #cd2b31; font-weight: 600; }
td.missing { color: var(--soft); font-weight: 600; } td.pass, td.fail, td.missing { white-space: nowrap; }
figure { margin: 1rem 0; } img { max-width: 100%; height: auto; border: 1px solid var(--line); border-radius: 4px; background: #fff; }
figcaption { color: var(--soft); font-size: .85rem; }
@media (max-width: 40rem) { main { padding: .6rem; } table { font-size: .78rem; } th, td { padding: .2rem .35rem; } }
pre { overflow-x: auto; background: var(--back); padding: .75rem; font-size: .8rem; }
)";

// Text escaped for HTML, without control characters.
std::string safe(std::string_view text) { return markup(printable(text)); }

std::string field_class(const std::string& text) {
  if (text == "pass") return " class=\"pass\"";
  if (text == "NOT RUN") return " class=\"missing\"";
  return text == "FAIL" ? " class=\"fail\"" : "";
}

}  // namespace

Page::Page(std::string title) : title_(std::move(title)) {}

void Page::heading(std::string_view text, int level) {
  CAIRN_ASSERT(level >= 1 && level <= 6);
  body_ += fmt::format("<h{0}>{1}</h{0}>\n", level, safe(text));
}

void Page::paragraph(std::string_view text) { body_ += fmt::format("<p>{}</p>\n", safe(text)); }

void Page::table(const TextRows& rows) {
  CAIRN_ASSERT(!rows.empty());
  body_ += "<div class=\"wide\"><table>\n";
  for (std::size_t k = 0; k < rows.size(); ++k) {
    body_ += "<tr>";
    for (const std::string& field : rows[k])
      body_ += k == 0 ? fmt::format("<th>{}</th>", safe(field))
                      : fmt::format("<td{}>{}</td>", field_class(field), safe(field));
    body_ += "</tr>\n";
  }
  body_ += "</table></div>\n";
}

void Page::picture(const Image& image, std::string_view caption) {
  const std::vector<std::uint8_t> png = png_bytes(image);
  body_ += fmt::format(
      "<figure><img loading=\"lazy\" width=\"{}\" height=\"{}\" alt=\"{}\" src=\"data:image/png;base64,{}\">"
      "<figcaption>{}</figcaption></figure>\n",
      image.width, image.height, safe(caption), base64(std::as_bytes(std::span(png))), safe(caption));
}

void Page::source(std::string_view summary, std::string_view text) {
  body_ += fmt::format("<details><summary>{}</summary><pre>{}</pre></details>\n", safe(summary), safe(text));
}

std::string Page::text() const {
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, "
      "initial-scale=1\">\n<title>{0}</title>\n<style>{1}</style>\n"
      "</head>\n<body><main>\n<h1>{0}</h1>\n{2}</main></body>\n</html>\n",
      safe(title_), kStyle, body_);
}

void write_page(const std::string& path, const Page& page) { write_replacing(path, bytes_of(page.text())); }

}  // namespace cairn
