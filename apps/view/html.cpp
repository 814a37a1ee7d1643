#include "view/html.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>

#include "base/assert.h"
#include "base/base64.h"
#include "base/error.h"

namespace cairn {
namespace {

// The members of the JSON object in the page.
class Parts {
 public:
  void add(const std::string& path, std::string_view bytes) {
    text_ += fmt::format("{}\"{}\":{{\"gzip\":\"{}\"}}", text_.empty() ? "" : ",\n", path,
                         base64(bytes_of(gzip(bytes))));
  }
  // A picture, which is compressed already.
  void add_png(const std::string& path, std::string_view bytes) {
    text_ += fmt::format(",\n\"{}\":{{\"png\":\"{}\"}}", path, base64(bytes_of(bytes)));
  }
  std::size_t size() const { return text_.size(); }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

// Adds a frame under the number it gets in the page. False if it cannot be read.
bool add_frame(Library& library, std::size_t frame, std::size_t number, Parts& parts) {
  const Answer bodies = library.answer({Route::frame, 0, frame});
  if (bodies.status != 200) return false;
  std::optional<Answer> contacts;
  if (library.run(0).frames()[frame].contacts) contacts = library.answer({Route::contacts, 0, frame});
  if (contacts && contacts->status != 200) return false;
  parts.add(path_of({Route::frame, 0, number}), bodies.body);
  if (contacts) parts.add(path_of({Route::contacts, 0, number}), contacts->body);
  return true;
}

// Every n-th frame and the last one, so many that they probably need no more than `most` bytes. The size of a
// frame is the mean of the first, the middle and the last.
std::vector<std::size_t> chosen_frames(Library& library, std::size_t most) {
  const std::size_t count = library.run(0).frames().size();
  std::vector<std::size_t> frames;
  if (count == 0) return frames;
  Parts samples;
  for (const std::size_t k : {std::size_t{0}, count / 2, count - 1}) add_frame(library, k, k, samples);
  const std::size_t fitting = std::max<std::size_t>(2, most / std::max<std::size_t>(1, samples.size() / 3));
  const std::size_t every = (count + fitting - 1) / fitting;
  for (std::size_t k = 0; k < count; k += every) frames.push_back(k);
  if (frames.back() != count - 1) frames.push_back(count - 1);
  return frames;
}

// Pictures of the last, the first and the middle frame for browsers that cannot draw, as long as they take
// little of the page.
void add_pictures(Library& library, const std::vector<std::size_t>& frames, std::size_t most, Parts& parts) {
  if (frames.empty()) return;
  constexpr std::size_t kShare = 10;  // of the page, one part in so many
  std::set<std::size_t> drawn;
  std::size_t spent = 0;
  for (const std::size_t number : {frames.size() - 1, std::size_t{0}, frames.size() / 2}) {
    if (!drawn.insert(number).second) continue;
    const Answer picture = library.answer({Route::picture, 0, frames[number]});
    spent += picture.body.size() * 4 / 3;
    if (picture.status != 200 || spent > most / kShare) return;
    parts.add_png(path_of({Route::picture, 0, number}), picture.body);
  }
}

}  // namespace

std::string gzip(std::string_view bytes) {
  constexpr int kGzip = 15 + 16, kMemory = 8;  // window of 32 KiB with a gzip header; zlib's own default
  z_stream stream = {};
  CAIRN_ASSERT(deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzip, kMemory, Z_DEFAULT_STRATEGY) ==
               Z_OK);
  std::string packed;
  std::array<char, 65536> buffer;
  constexpr std::size_t kPiece = 1u << 30u;  // zlib counts in 32 bits
  int state = Z_OK;
  while (state != Z_STREAM_END) {
    if (stream.avail_in == 0) {
      const std::string_view piece = bytes.substr(0, kPiece);
      bytes.remove_prefix(piece.size());
      stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(piece.data()));
      stream.avail_in = static_cast<uInt>(piece.size());
    }
    stream.next_out = reinterpret_cast<Bytef*>(buffer.data());
    stream.avail_out = static_cast<uInt>(buffer.size());
    state = deflate(&stream, bytes.empty() ? Z_FINISH : Z_NO_FLUSH);
    packed.append(buffer.data(), buffer.size() - stream.avail_out);
  }
  deflateEnd(&stream);
  return packed;
}

ExportedPage exported_page(Library& library, std::string_view page, std::size_t most_bytes) {
  CAIRN_ASSERT(library.size() == 1);
  ExportedPage exported;
  exported.all_frames = library.run(0).frames().size();
  Parts parts;
  for (const std::size_t k : chosen_frames(library, most_bytes))
    if (add_frame(library, k, exported.frames.size(), parts)) exported.frames.push_back(k);
  for (const Route route : {Route::runs, Route::bodies, Route::series, Route::summary}) {
    const Answer answer = library.answer({route});
    if (answer.status != 200) throw RunError(answer.body);
    parts.add(path_of({route}), answer.body);
  }
  parts.add(path_of({Route::run}), library.run(0).scene_text(exported.frames));
  add_pictures(library, exported.frames, most_bytes, parts);

  // The data stands before the page's own script.
  const std::size_t script = page.find("<script");
  if (script == std::string_view::npos) throw InputError("the page has no script");
  exported.text = fmt::format("{}<script id=\"cairn-data\" type=\"application/json\">{{\n{}\n}}</script>\n{}",
                              page.substr(0, script), parts.text(), page.substr(script));
  return exported;
}

}  // namespace cairn
