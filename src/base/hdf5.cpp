#include "base/hdf5.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/assert.h"
#include "base/error.h"

namespace cairn {
namespace {

constexpr hsize_t kChunk = 256;                // rows per chunk of an array that can grow
constexpr std::size_t kDeflation = 1032;       // largest factor by which compression can shrink data
constexpr std::size_t kIncrement = 1u << 16u;  // bytes by which a file in memory grows

// HDF5's innermost reason: the first one met on the way up.
std::string reason() {
  std::string text;
  const auto take = [](unsigned, const H5E_error2_t* error, void* to) -> herr_t {
    auto& first = *static_cast<std::string*>(to);
    if (first.empty() && error->desc) first = error->desc;
    return 0;
  };
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, take, &text);
  H5Eclear2(H5E_DEFAULT);
  return text.empty() ? "" : ": " + text;
}

Hdf5Id own_space(hid_t id) { return {id, H5Sclose}; }
Hdf5Id own_list(hid_t id) { return {id, H5Pclose}; }
Hdf5Id own_type(hid_t id) { return {id, H5Tclose}; }

// Texts are stored as UTF-8 of one length, padded with zeros.
Hdf5Id text_type(std::size_t length) {
  Hdf5Id type = own_type(H5Tcopy(H5T_C_S1));
  H5Tset_size(type.get(), std::max<std::size_t>(length, 1));
  H5Tset_strpad(type.get(), H5T_STR_NULLPAD);
  H5Tset_cset(type.get(), H5T_CSET_UTF8);
  return type;
}

// Access to members that never follows a link into another file.
Hdf5Id closed_borders() {
  const auto refuse = [](const char*, const char*, const char*, const char*, unsigned*, hid_t,
                         void*) -> herr_t { return -1; };
  Hdf5Id list = own_list(H5Pcreate(H5P_LINK_ACCESS));
  if (!list || H5Pset_elink_cb(list.get(), refuse, nullptr) < 0) return {};
  return list;
}

// Creation of arrays without the time of day, so that equal contents give equal bytes.
Hdf5Id timeless() {
  Hdf5Id layout = own_list(H5Pcreate(H5P_DATASET_CREATE));
  if (!layout || H5Pset_obj_track_times(layout.get(), 0) < 0) return {};
  return layout;
}

// True if the values of an array lie in another file.
bool lies_elsewhere(hid_t dataset) {
  const Hdf5Id layout = own_list(H5Dget_create_plist(dataset));
  return H5Pget_external_count(layout.get()) != 0 || H5Pget_layout(layout.get()) == H5D_VIRTUAL;
}

Hdf5Id memory_access() {
  Hdf5Id access = own_list(H5Pcreate(H5P_FILE_ACCESS));
  const bool is_set = access && H5Pset_fapl_core(access.get(), kIncrement, 0) >= 0 &&
                      H5Pset_fclose_degree(access.get(), H5F_CLOSE_STRONG) >= 0;
  return is_set ? std::move(access) : Hdf5Id();
}

Hdf5Id matrix_type() {
  const hsize_t size[] = {3, 3};
  return own_type(H5Tarray_create2(H5T_NATIVE_DOUBLE, 2, size));
}

}  // namespace

void Hdf5Group::fail(const char* action, const char* name) const {
  throw RunError(fmt::format("{}: cannot {} '{}'{}", file_->name, action, name, reason()));
}

void Hdf5Group::require(bool holds, const char* name, const char* otherwise) const {
  if (!holds) throw RunError(fmt::format("{}: '{}' {}", file_->name, name, otherwise));
}

bool Hdf5Group::has(const char* name) const {
  const htri_t found = H5Lexists(id_.get(), name, H5P_DEFAULT);
  if (found < 0) fail("look for", name);
  return found > 0;
}

Hdf5Group Hdf5Group::group(const char* name) const {
  const Hdf5Id way = closed_borders();
  Hdf5Id id(H5Oopen(id_.get(), name, way.get()), H5Oclose);
  if (!id) fail("open the group", name);
  require(H5Iget_type(id.get()) == H5I_GROUP, name, "is not a group");
  return {std::move(id), *file_};
}

Hdf5Group Hdf5Group::make_group(const char* name) {
  Hdf5Id id(H5Gcreate2(id_.get(), name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose);
  if (!id) fail("make the group", name);
  return {std::move(id), *file_};
}

void Hdf5Group::remove(const char* name) {
  if (H5Ldelete(id_.get(), name, H5P_DEFAULT) < 0) fail("remove", name);
}

void Hdf5Group::link(const char* name, const std::string& file, const std::string& target) {
  if (H5Lcreate_external(file.c_str(), target.c_str(), id_.get(), name, H5P_DEFAULT, H5P_DEFAULT) < 0)
    fail("link", name);
}

Hdf5Id Hdf5Group::dataset(const char* name) const {
  const Hdf5Id way = closed_borders();
  Hdf5Id id(H5Oopen(id_.get(), name, way.get()), H5Oclose);
  if (!id) fail("open", name);
  require(H5Iget_type(id.get()) == H5I_DATASET, name, "is not an array");
  require(!lies_elsewhere(id.get()), name, "has its values in another file");
  return id;
}

void Hdf5Group::write_array(const char* name, hid_t type, const void* values, std::size_t count,
                            std::size_t columns, Growth growth) {
  const int rank = columns > 0 ? 2 : 1;
  const std::size_t width = std::max<std::size_t>(columns, 1);
  CAIRN_ASSERT(count % width == 0);
  const std::array<hsize_t, 2> size{count / width, columns}, most{H5S_UNLIMITED, columns},
      chunk{kChunk, columns};
  const bool grows = growth == Growth::rows;

  // Shape and layout, then the values.
  const Hdf5Id space = own_space(H5Screate_simple(rank, size.data(), grows ? most.data() : nullptr));
  const Hdf5Id layout = timeless();
  if (!space || !layout || (grows && H5Pset_chunk(layout.get(), rank, chunk.data()) < 0)) fail("shape", name);
  const Hdf5Id set(H5Dcreate2(id_.get(), name, type, space.get(), H5P_DEFAULT, layout.get(), H5P_DEFAULT),
                   H5Dclose);
  if (!set) fail("make", name);
  if (count > 0 && H5Dwrite(set.get(), type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) < 0) fail("write", name);
}

std::vector<hsize_t> Hdf5Group::dimensions(const char* name) const {
  const Hdf5Id set = dataset(name), space = own_space(H5Dget_space(set.get()));
  const int rank = H5Sget_simple_extent_ndims(space.get());
  if (rank < 0) fail("read the shape of", name);
  std::vector<hsize_t> size(static_cast<std::size_t>(rank));
  H5Sget_simple_extent_dims(space.get(), size.data(), nullptr);
  return size;
}

std::size_t Hdf5Group::rows(const char* name) const {
  const std::vector<hsize_t> size = dimensions(name);
  return size.empty() ? 0 : size[0];
}

std::size_t Hdf5Group::count_values(const char* name, std::size_t columns, std::size_t size) const {
  const std::vector<hsize_t> shape = dimensions(name);
  const bool fits = columns > 0 ? shape.size() == 2 && shape[1] == columns : shape.size() == 1;
  require(fits, name, "does not have the expected shape");
  const std::size_t width = std::max<std::size_t>(columns, 1);
  const Hdf5Id set = dataset(name), layout = own_list(H5Dget_create_plist(set.get()));
  const std::size_t most = file_->size * (H5Pget_nfilters(layout.get()) > 0 ? kDeflation : 1);
  require(shape[0] <= most / (width * size), name, "claims more rows than the file can hold");
  return shape[0] * width;
}

void Hdf5Group::read_single(const char* name, hid_t type, void* value) const {
  const std::vector<hsize_t> shape = dimensions(name);
  require(shape.empty() || (shape.size() == 1 && shape[0] == 1), name, "is not a single value");
  read_array(name, type, value, 1);
}

void Hdf5Group::read_array(const char* name, hid_t type, void* values, std::size_t count) const {
  if (count == 0) return;
  const Hdf5Id set = dataset(name), stored = own_type(H5Dget_type(set.get()));
  require(H5Tget_class(stored.get()) == H5Tget_class(type), name, "holds values of another kind");
  require(H5Dget_storage_size(set.get()) > 0, name, "was never written");
  if (H5Dread(set.get(), type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) < 0) fail("read", name);
}

void Hdf5Group::extend_list(const char* name, hid_t type, const void* values, std::size_t count) {
  if (count == 0) return;
  const hsize_t old = rows(name), total = old + count, more = count;
  const Hdf5Id set = dataset(name);
  if (H5Dset_extent(set.get(), &total) < 0) fail("extend", name);
  // Write the new values into the rows added at the end.
  const Hdf5Id there = own_space(H5Dget_space(set.get())),
               here = own_space(H5Screate_simple(1, &more, nullptr));
  if (H5Sselect_hyperslab(there.get(), H5S_SELECT_SET, &old, nullptr, &more, nullptr) < 0)
    fail("extend", name);
  if (H5Dwrite(set.get(), type, here.get(), there.get(), H5P_DEFAULT, values) < 0) fail("write", name);
}

void Hdf5Group::write_text(const char* name, const std::string& text) {
  const Hdf5Id type = text_type(text.size() + 1), space = own_space(H5Screate(H5S_SCALAR));
  const Hdf5Id layout = timeless();
  H5Tset_strpad(type.get(), H5T_STR_NULLTERM);
  const Hdf5Id set(
      H5Dcreate2(id_.get(), name, type.get(), space.get(), H5P_DEFAULT, layout.get(), H5P_DEFAULT), H5Dclose);
  if (!set || H5Dwrite(set.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, text.c_str()) < 0)
    fail("write", name);
}

std::string Hdf5Group::read_text(const char* name) const {
  require(dimensions(name).empty(), name, "is not a single text");
  const Hdf5Id set = dataset(name), stored = own_type(H5Dget_type(set.get()));
  const std::size_t length = H5Tget_size(stored.get());
  const bool is_text = H5Tget_class(stored.get()) == H5T_STRING && H5Tis_variable_str(stored.get()) == 0;
  require(is_text && length > 0 && length <= file_->size, name, "is not a text of a fixed length");
  std::string text(length, '\0');
  read_array(name, stored.get(), text.data(), 1);
  return text.substr(0, text.find('\0'));
}

void Hdf5Group::write_texts(const char* name, const std::vector<std::string>& texts) {
  std::size_t length = 1;
  for (const std::string& text : texts) length = std::max(length, text.size());
  std::string joined;
  for (const std::string& text : texts) joined.append(text).append(length - text.size(), '\0');
  const Hdf5Id type = text_type(length);
  write_array(name, type.get(), joined.data(), texts.size(), 0, Growth::none);
}

std::vector<std::string> Hdf5Group::read_texts(const char* name) const {
  const Hdf5Id set = dataset(name), stored = own_type(H5Dget_type(set.get()));
  const std::size_t length = H5Tget_size(stored.get());
  const bool is_text = H5Tget_class(stored.get()) == H5T_STRING && H5Tis_variable_str(stored.get()) == 0;
  require(is_text && length > 0, name, "holds values of another kind");
  const std::size_t count = count_values(name, 0, length);
  std::string joined(count * length, '\0');
  read_array(name, stored.get(), joined.data(), count);
  std::vector<std::string> texts(count);
  for (std::size_t k = 0; k < count; ++k) {
    const std::string padded = joined.substr(k * length, length);
    texts[k] = padded.substr(0, padded.find('\0'));
  }
  return texts;
}

bool Hdf5Group::has_attribute(const char* name) const {
  const htri_t found = H5Aexists(id_.get(), name);
  if (found < 0) fail("look for the attribute", name);
  return found > 0;
}

void Hdf5Group::write_attribute(const char* name, hid_t type, const void* value) {
  if (has_attribute(name) && H5Adelete(id_.get(), name) < 0) fail("replace the attribute", name);
  const Hdf5Id space = own_space(H5Screate(H5S_SCALAR));
  const Hdf5Id attribute(H5Acreate2(id_.get(), name, type, space.get(), H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
  if (!attribute || H5Awrite(attribute.get(), type, value) < 0) fail("write the attribute", name);
}

void Hdf5Group::set_attribute(const char* name, std::string_view text) {
  const Hdf5Id type = text_type(text.size());
  const std::string ended(text);
  write_attribute(name, type.get(), ended.c_str());
}

void Hdf5Group::set_attribute(const char* name, const Matrix3& matrix) {
  const Hdf5Id type = matrix_type();
  write_attribute(name, type.get(), matrix.data());
}

Matrix3 Hdf5Group::matrix_attribute(const char* name) const {
  Matrix3 matrix{};
  const Hdf5Id type = matrix_type();
  read_attribute(name, type.get(), matrix.data());
  return matrix;
}

void Hdf5Group::read_attribute(const char* name, hid_t type, void* value) const {
  const Hdf5Id attribute(H5Aopen(id_.get(), name, H5P_DEFAULT), H5Aclose);
  if (!attribute) fail("open the attribute", name);
  const Hdf5Id space = own_space(H5Aget_space(attribute.get())),
               stored = own_type(H5Aget_type(attribute.get()));
  const bool is_one = H5Sget_simple_extent_npoints(space.get()) == 1;
  if (!is_one || H5Tget_class(stored.get()) != H5Tget_class(type) ||
      H5Aread(attribute.get(), type, value) < 0) {
    fail("read the attribute", name);
  }
}

// At the end of a program HDF5 itself prints complaints about files that it could not read. Ours are closed
// long before, so that it need not clean up.
Hdf5File::Silence::Silence() {
  H5dont_atexit();
  H5Eget_auto2(H5E_DEFAULT, &print_, &target_);
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}
Hdf5File::Silence::~Silence() { H5Eset_auto2(H5E_DEFAULT, print_, target_); }

Hdf5File::Hdf5File(const std::string& name) : origin_{name, 0} {
  const Hdf5Id access = memory_access();
  if (!access) fail();
  file_ = Hdf5Id(H5Fcreate(unique_name().c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access.get()), H5Fclose);
  if (!file_) fail();
}

// HDF5 copies the bytes and does not change the originals.
Hdf5File::Hdf5File(const std::string& name, std::span<const std::byte> bytes, Access access)
    : origin_{name, bytes.size()} {
  const Hdf5Id list = memory_access();
  void* image = const_cast<std::byte*>(bytes.data());
  if (!list || bytes.empty() || H5Pset_file_image(list.get(), image, bytes.size()) < 0) fail();
  const unsigned flags = access == Access::read ? H5F_ACC_RDONLY : H5F_ACC_RDWR;
  file_ = Hdf5Id(H5Fopen(unique_name().c_str(), flags, list.get()), H5Fclose);
  if (!file_) fail();
}

// HDF5 takes files in memory with equal names for the same file.
std::string Hdf5File::unique_name() const {
  return fmt::format("{} at {}", origin_.name, static_cast<const void*>(this));
}

void Hdf5File::fail() const {
  throw RunError(fmt::format("{} is not a file that HDF5 can use{}", origin_.name, reason()));
}

Hdf5Group Hdf5File::root() const {
  Hdf5Id id(H5Gopen2(file_.get(), "/", H5P_DEFAULT), H5Gclose);
  if (!id) fail();
  return {std::move(id), origin_};
}

Bytes Hdf5File::bytes(std::size_t room) const {
  if (H5Fflush(file_.get(), H5F_SCOPE_LOCAL) < 0) fail();
  const ssize_t size = H5Fget_file_image(file_.get(), nullptr, 0);
  if (size <= 0) fail();
  Bytes bytes;
  bytes.reserve(static_cast<std::size_t>(size) + room);
  bytes.resize(static_cast<std::size_t>(size));
  if (H5Fget_file_image(file_.get(), bytes.data(), bytes.size()) != size) fail();
  return bytes;
}

}  // namespace cairn
