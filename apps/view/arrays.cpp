#include "view/arrays.h"

#include "base/assert.h"

namespace cairn {
namespace {

constexpr std::size_t kAlignment = 8;
constexpr std::uint32_t kMagic = 0x4E524143;

std::size_t padded(std::size_t size) { return (size + kAlignment - 1) / kAlignment * kAlignment; }

void add_word(std::string& text, std::uint32_t word) {
  char bytes[sizeof(word)];
  std::memcpy(bytes, &word, sizeof(word));
  text.append(bytes, sizeof(word));
}

}  // namespace

void ArrayFile::add_bytes(std::string_view name, std::string_view type, std::span<const std::byte> bytes,
                          std::size_t count, std::size_t columns) {
  CAIRN_ASSERT(columns > 0 && count % columns == 0);
  Json shape = Json::array().add(count / columns);
  if (columns > 1) shape.add(columns);
  arrays_.set(name, Json::object({{"type", type}, {"shape", shape}, {"offset", body_.size()}}));
  if (!bytes.empty()) body_.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  body_.resize(padded(body_.size()));
}

std::string ArrayFile::bytes() const {
  std::string header = Json(head_).set("arrays", arrays_).line();
  header.resize(padded(header.size()), ' ');
  std::string text;
  text.reserve(2 * sizeof(std::uint32_t) + header.size() + body_.size());
  add_word(text, kMagic);
  add_word(text, static_cast<std::uint32_t>(header.size()));
  return text + header + body_;
}

}  // namespace cairn
