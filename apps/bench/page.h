// A page with the output of benchmarks. Between the lines
//   <!-- cairn bench drum -->   and   <!-- end -->
// stands what this command printed, as Markdown, below the command itself. All else on the page is left
// alone.
#pragma once

#include <string>
#include <vector>

namespace cairn {

// A line of the text that begins such a part: the words behind "cairn bench". Throws InputError, with the
// name of the page and the line, for a part without an end and for a page without parts.
struct PagePart {
  std::size_t line = 0;  // counted from 1
  std::string words;
};
std::vector<PagePart> parts_of_page(const std::string& page, const std::string& name);

// The page with new outputs, one per part.
std::string with_outputs(const std::string& page, const std::vector<std::string>& outputs);

}  // namespace cairn
