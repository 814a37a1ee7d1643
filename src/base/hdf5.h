// The few parts of HDF5 that cairn needs: groups, one- and two-dimensional arrays, texts, attributes. Files
// live in memory (HDF5's `core`). Their bytes come from and go to base/file.h, so that HDF5 itself never
// touches the disk. Links and arrays that lead to other files are rejected.
//
// Every failure throws RunError with the file's name; HDF5 itself prints nothing. Sizes are checked against
// the file's size and the expected shape before memory is allocated, so that a damaged file is an error and
// not a crash. Use from one thread at a time.
#pragma once

#include <hdf5.h>

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/file.h"

namespace cairn {

// Owns one identifier of HDF5.
class Hdf5Id {
 public:
  using Close = herr_t (*)(hid_t);
  Hdf5Id() = default;
  Hdf5Id(hid_t id, Close how) : id_(id), close_(how) {}
  Hdf5Id(Hdf5Id&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Hdf5Id& operator=(Hdf5Id&& other) noexcept {
    std::swap(id_, other.id_);
    std::swap(close_, other.close_);
    return *this;
  }
  ~Hdf5Id() {
    if (id_ >= 0) close_(id_);
  }
  hid_t get() const { return id_; }
  explicit operator bool() const { return id_ >= 0; }
  herr_t close() { return id_ >= 0 ? close_(std::exchange(id_, -1)) : 0; }

 private:
  hid_t id_ = -1;
  Close close_ = nullptr;
};

template <class T>
hid_t hdf5_type() {
  static_assert(std::is_same_v<T, double> || std::is_same_v<T, std::int64_t> ||
                std::is_same_v<T, std::int32_t>);
  if constexpr (std::is_same_v<T, double>) {
    return H5T_NATIVE_DOUBLE;
  } else {
    return sizeof(T) == 8 ? H5T_NATIVE_INT64 : H5T_NATIVE_INT32;
  }
}

using Matrix3 = std::array<std::array<double, 3>, 3>;

enum class Growth { none, rows };  // rows: more can be added later

// The name of a file for messages, and its size for checks.
struct Hdf5Origin {
  std::string name;
  std::uint64_t size = 0;  // [bytes] when the file was opened
};

// A group of an open file; valid as long as the file is open.
class Hdf5Group {
 public:
  Hdf5Group(Hdf5Id id, const Hdf5Origin& file) : id_(std::move(id)), file_(&file) {}

  bool has(const char* name) const;
  Hdf5Group group(const char* name) const;
  Hdf5Group make_group(const char* name);
  void remove(const char* name);
  // Makes a member that links to the object `target` of another file, whose path is relative to
  // this file's folder.
  void link(const char* name, const std::string& file, const std::string& target);

  // Arrays with `columns` values per row; 0 columns is a plain list.
  template <class T>
  void write(const char* name, std::span<const T> values, std::size_t columns = 0,
             Growth growth = Growth::none) {
    write_array(name, hdf5_type<T>(), values.data(), values.size(), columns, growth);
  }
  template <class T>
  std::vector<T> read(const char* name, std::size_t columns = 0) const {
    std::vector<T> values(count_values(name, columns, sizeof(T)));
    read_array(name, hdf5_type<T>(), values.data(), values.size());
    return values;
  }
  // Appends values to a list that can grow.
  template <class T>
  void extend(const char* name, std::span<const T> more) {
    extend_list(name, hdf5_type<T>(), more.data(), more.size());
  }
  std::size_t rows(const char* name) const;

  // One value, stored as a list of one (as in FCLIB) or as a scalar.
  template <class T>
  T read_one(const char* name) const {
    T value{};
    read_single(name, hdf5_type<T>(), &value);
    return value;
  }
  // A single text, stored with its own length.
  void write_text(const char* name, const std::string& text);
  std::string read_text(const char* name) const;
  void write_texts(const char* name, const std::vector<std::string>& texts);
  std::vector<std::string> read_texts(const char* name) const;

  template <class T>
  void set_attribute(const char* name, T value) {
    write_attribute(name, hdf5_type<T>(), &value);
  }
  void set_attribute(const char* name, std::string_view text);
  void set_attribute(const char* name, const Matrix3& matrix);
  Matrix3 matrix_attribute(const char* name) const;
  template <class T>
  T attribute(const char* name) const {
    T value{};
    read_attribute(name, hdf5_type<T>(), &value);
    return value;
  }
  bool has_attribute(const char* name) const;

 private:
  [[noreturn]] void fail(const char* action, const char* name) const;
  void require(bool holds, const char* name, const char* otherwise) const;
  Hdf5Id dataset(const char* name) const;
  std::vector<hsize_t> dimensions(const char* name) const;
  void write_array(const char* name, hid_t type, const void* values, std::size_t count, std::size_t columns,
                   Growth growth);
  std::size_t count_values(const char* name, std::size_t columns, std::size_t size) const;
  void read_array(const char* name, hid_t type, void* values, std::size_t count) const;
  void read_single(const char* name, hid_t type, void* value) const;
  void extend_list(const char* name, hid_t type, const void* values, std::size_t count);
  void write_attribute(const char* name, hid_t type, const void* value);
  void read_attribute(const char* name, hid_t type, void* value) const;

  Hdf5Id id_;
  const Hdf5Origin* file_;
};

// An open file in memory.
class Hdf5File {
 public:
  enum class Access { read, change };
  // A new file; the name is for messages.
  explicit Hdf5File(const std::string& name);
  Hdf5File(const std::string& name, std::span<const std::byte> bytes, Access access = Access::read);
  Hdf5File(const Hdf5File&) = delete;
  Hdf5File& operator=(const Hdf5File&) = delete;

  Hdf5Group root() const;
  // The bytes of the whole file as it is now. The result has capacity for `room` more bytes.
  Bytes bytes(std::size_t room = 0) const;

 private:
  // Keeps HDF5 from printing as long as it lives.
  class Silence {
   public:
    Silence();
    ~Silence();
    Silence(const Silence&) = delete;
    Silence& operator=(const Silence&) = delete;

   private:
    H5E_auto2_t print_ = nullptr;
    void* target_ = nullptr;
  };

  std::string unique_name() const;
  [[noreturn]] void fail() const;

  Silence silence_;
  Hdf5Origin origin_;
  Hdf5Id file_;
};

}  // namespace cairn
