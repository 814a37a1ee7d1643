#include "base/record.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/assert.h"
#include "base/error.h"
#include "base/hash.h"

namespace cairn {
namespace {

constexpr std::string_view kMagic = "cairnrec";
constexpr std::uint32_t kFormat = 1;
constexpr std::string_view kEnd = "end";
constexpr std::size_t kMostRecords = 10000;

void append_bytes(Bytes& out, std::span<const std::byte> bytes) {
  out.insert(out.end(), bytes.begin(), bytes.end());
}

template <class T>
void append_number(Bytes& out, T number) {
  append_bytes(out, std::as_bytes(std::span(&number, 1)));
}

void append_record(Bytes& out, std::string_view name, std::size_t size, std::size_t count,
                   std::span<const std::byte> data) {
  const std::size_t begin = out.size();
  append_number(out, static_cast<std::uint32_t>(name.size()));
  append_number(out, static_cast<std::uint32_t>(size));
  append_number(out, static_cast<std::uint64_t>(count));
  append_bytes(out, bytes_of(name));
  append_bytes(out, data);
  append_number(out, checksum(std::span(out).subspan(begin)));
}

}  // namespace

void Record::put(std::string_view name, std::string_view text) {
  std::byte* to = make(name, 1, text.size());
  if (!text.empty()) std::memcpy(to, text.data(), text.size());
}

// Joins the texts; each ends with a zero.
void Record::put(std::string_view name, const std::vector<std::string>& texts) {
  std::string joined;
  for (const std::string& text : texts) {
    CAIRN_ASSERT(text.find('\0') == std::string::npos);
    joined += text;
    joined += '\0';
  }
  put(name, std::string_view(joined));
}

Record Record::take(std::span<const std::string> names) {
  Record taken;
  for (const std::string& name : names) {
    const auto item = std::ranges::find(items_, name, &Item::name);
    if (item == items_.end()) continue;
    taken.items_.push_back(std::move(*item));
    items_.erase(item);
  }
  return taken;
}

Record Record::without_elements() const {
  Record empty;
  for (const Item& item : items_) empty.items_.push_back({item.name, item.size, 0, {}});
  return empty;
}

void Record::append(const Record& more) {
  for (const Item& item : more.items_) {
    const auto here = std::ranges::find(items_, item.name, &Item::name);
    if (here == items_.end()) {
      items_.push_back(item);
      continue;
    }
    need(item.name, item.size);
    here->count += item.count;
    append_bytes(here->data, item.data);
  }
}

Bytes Record::encode(std::string_view layout) const {
  std::size_t total = 1024;
  for (const Item& item : items_) total += item.data.size() + item.name.size() + 32;
  Bytes out;
  out.reserve(total);

  append_bytes(out, bytes_of(kMagic));
  append_number(out, kFormat);
  append_number(out, static_cast<std::uint32_t>(layout.size()));
  append_bytes(out, bytes_of(layout));
  for (const Item& item : items_) append_record(out, item.name, item.size, item.count, item.data);

  const std::uint64_t whole = checksum(out);
  append_record(out, kEnd, sizeof whole, 1, std::as_bytes(std::span(&whole, 1)));
  return out;
}

std::byte* Record::make(std::string_view name, std::size_t size, std::size_t count) {
  CAIRN_ASSERT(!name.empty() && name != kEnd && !has(name));
  items_.push_back({std::string(name), size, count, Bytes(size * count)});
  return items_.back().data.data();
}

const Record::Item* Record::find(std::string_view name) const {
  const auto it = std::ranges::find(items_, name, &Item::name);
  return it == items_.end() ? nullptr : &*it;
}

const Record::Item& Record::need(std::string_view name, std::size_t size) const {
  const Item* item = find(name);
  if (!item) throw RunError(fmt::format("the checkpoint has no '{}'", name));
  if (item->size != size) {
    throw RunError(
        fmt::format("the checkpoint's '{}' has elements of {} bytes instead of {}", name, item->size, size));
  }
  return *item;
}

const Record::Item& Record::need_one(std::string_view name, std::size_t size) const {
  const Item& item = need(name, size);
  if (item.count != 1) {
    throw RunError(fmt::format("the checkpoint's '{}' has {} elements instead of one", name, item.count));
  }
  return item;
}

std::string Record::text(std::string_view name) const {
  const Item& item = need(name, 1);
  return {reinterpret_cast<const char*>(item.data.data()), item.count};
}

std::vector<std::string> Record::texts(std::string_view name) const {
  const std::string joined = text(name);
  std::vector<std::string> list;
  std::size_t begin = 0;
  for (std::size_t end; (end = joined.find('\0', begin)) != std::string::npos; begin = end + 1) {
    list.push_back(joined.substr(begin, end - begin));
  }
  return list;
}

// Walks over the bytes and checks every length against the bytes left before it uses it.
struct Decoder {
  std::span<const std::byte> bytes;
  std::size_t position = 0;
  bool ended = false;
  Decoded result;

  bool refuse(Refusal refusal, std::string reason) {
    result.record.items_.clear();
    result.refusal = refusal;
    result.reason = std::move(reason);
    return false;
  }
  bool cut_short() {
    return refuse(Refusal::truncated, fmt::format("it ends early, after {} bytes", bytes.size()));
  }

  bool has_left(std::uint64_t size) const { return size <= bytes.size() - position; }

  template <class T>
  T number() {
    T value{};
    std::memcpy(&value, bytes.data() + position, sizeof value);
    position += sizeof value;
    return value;
  }
  std::string_view text(std::size_t size) {
    const std::string_view view(reinterpret_cast<const char*>(bytes.data()) + position, size);
    position += size;
    return view;
  }

  bool header(std::string_view layout) {
    const std::string_view seen = text(std::min(kMagic.size(), bytes.size()));
    if (seen != kMagic.substr(0, seen.size()))
      return refuse(Refusal::not_a_record, "it is not a checkpoint of cairn");
    if (seen.size() < kMagic.size() || !has_left(8)) return cut_short();
    const auto format = number<std::uint32_t>();
    if (format != kFormat) {
      return refuse(Refusal::format_version,
                    fmt::format("its format is {}, this program reads {}", format, kFormat));
    }
    const auto length = number<std::uint32_t>();
    if (!has_left(length)) return cut_short();
    const std::string_view writer = text(length);
    if (writer == layout) return true;
    return refuse(Refusal::layout,
                  fmt::format("it is of {}, this program reads {}", quote(writer), quote(layout)));
  }

  // Reads one record; `ended` is true after the end record.
  bool record() {
    const std::size_t begin = position;
    if (!has_left(16)) return cut_short();
    const auto name_size = number<std::uint32_t>();
    const auto size = number<std::uint32_t>();
    const auto count = number<std::uint64_t>();
    if (!has_left(name_size)) return cut_short();
    const std::string_view name = text(name_size);
    if (size == 0) return refuse(Refusal::damaged, "a record has elements of no size");
    if (count > (bytes.size() - position) / size || !has_left(count * size + 8)) return cut_short();

    const std::span<const std::byte> data = bytes.subspan(position, count * size);
    position += data.size();
    const std::uint64_t sum = checksum(bytes.subspan(begin, position - begin));
    if (number<std::uint64_t>() != sum) {
      return refuse(Refusal::damaged, fmt::format("the checksum of {} is wrong", quote(name)));
    }
    ended = name == kEnd;
    return ended ? end(begin, data) : keep(name, size, count, data);
  }

  bool keep(std::string_view name, std::size_t size, std::size_t count, std::span<const std::byte> data) {
    if (name.empty() || result.record.has(name))
      return refuse(Refusal::damaged, "a record has no name of its own");
    if (result.record.items_.size() == kMostRecords)
      return refuse(Refusal::damaged, "it has too many records");
    result.record.items_.push_back({std::string(name), size, count, Bytes(data.begin(), data.end())});
    return true;
  }

  bool end(std::size_t begin, std::span<const std::byte> data) {
    std::uint64_t whole = 0;
    if (data.size() != sizeof whole) return refuse(Refusal::damaged, "its end record is wrong");
    std::memcpy(&whole, data.data(), sizeof whole);
    if (whole != checksum(bytes.first(begin)))
      return refuse(Refusal::damaged, "the checksum of the whole is wrong");
    if (position != bytes.size()) return refuse(Refusal::damaged, "something follows its end record");
    return true;
  }
};

Decoded decode_record(std::span<const std::byte> bytes, std::string_view layout) {
  Decoder decoder{.bytes = bytes, .result = {}};
  bool good = decoder.header(layout);
  while (good && !decoder.ended) good = decoder.record();
  return std::move(decoder.result);
}

}  // namespace cairn
