#include "base/hdf5_driver.h"

#include <new>

namespace cairn {
namespace {

// What HDF5 keeps per property list and per open file. H5FD_t must come first.
struct DriverInfo {
  PatchedFile* file;
};
struct DriverFile {
  H5FD_t head;
  PatchedFile* file;
  haddr_t allocated;  // HDF5's own idea of where the file ends
};

constexpr haddr_t kMaxAddress = (haddr_t{1} << 62) - 1;

DriverFile* ours(H5FD_t* file) { return reinterpret_cast<DriverFile*>(file); }
const DriverFile* ours(const H5FD_t* file) { return reinterpret_cast<const DriverFile*>(file); }

H5FD_t* open(const char*, unsigned, hid_t access, haddr_t) {
  const auto* info = static_cast<const DriverInfo*>(H5Pget_driver_info(access));
  if (!info) return nullptr;
  auto* file = new (std::nothrow) DriverFile{{}, info->file, 0};
  return file ? &file->head : nullptr;
}

herr_t close(H5FD_t* file) {
  delete ours(file);
  return 0;
}

int compare(const H5FD_t* a, const H5FD_t* b) {
  const std::less<const PatchedFile*> before;
  if (before(ours(a)->file, ours(b)->file)) return -1;
  return before(ours(b)->file, ours(a)->file) ? 1 : 0;
}

herr_t query(const H5FD_t*, unsigned long* flags) {
  *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_DATA_SIEVE |
           H5FD_FEAT_AGGREGATE_SMALLDATA | H5FD_FEAT_DEFAULT_VFD_COMPATIBLE;
  return 0;
}

haddr_t allocated(const H5FD_t* file, H5FD_mem_t) { return ours(file)->allocated; }

herr_t set_allocated(H5FD_t* file, H5FD_mem_t, haddr_t address) {
  ours(file)->allocated = address;
  return 0;
}

haddr_t size(const H5FD_t* file, H5FD_mem_t) { return ours(file)->file->size(); }

herr_t read(H5FD_t* file, H5FD_mem_t, hid_t, haddr_t address, size_t count, void* buffer) {
  return ours(file)->file->read(address, {static_cast<std::byte*>(buffer), count}) ? 0 : -1;
}

// A failure is told by PatchedFile::commit(), since HDF5 cannot close a file that it cannot write.
herr_t write(H5FD_t* file, H5FD_mem_t, hid_t, haddr_t address, size_t count, const void* buffer) {
  ours(file)->file->write(address, {static_cast<const std::byte*>(buffer), count});
  return 0;
}

// HDF5 wants the file to reach as far as it has allocated.
herr_t truncate(H5FD_t* file, hid_t, hbool_t) {
  PatchedFile& patched = *ours(file)->file;
  if (patched.size() < ours(file)->allocated) patched.set_size(ours(file)->allocated);
  return 0;
}

H5FD_class_t driver_class() {
  H5FD_class_t driver{};
  driver.name = "cairn_patched";
  driver.maxaddr = kMaxAddress;
  driver.fc_degree = H5F_CLOSE_STRONG;
  driver.fapl_size = sizeof(DriverInfo);
  driver.open = open;
  driver.close = close;
  driver.cmp = compare;
  driver.query = query;
  driver.get_eoa = allocated;
  driver.set_eoa = set_allocated;
  driver.get_eof = size;
  driver.read = read;
  driver.write = write;
  driver.truncate = truncate;
  const H5FD_mem_t map[] = H5FD_FLMAP_DICHOTOMY;
  std::copy(std::begin(map), std::end(map), driver.fl_map);
  return driver;
}

}  // namespace

hid_t access_through(PatchedFile& file) {
  // HDF5 copies the class, and keeps the driver as long as a property list or file uses it.
  const H5FD_class_t description = driver_class();
  const hid_t driver = H5FDregister(&description);
  if (driver < 0) return -1;
  const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  const DriverInfo info{&file};
  const bool is_set = access >= 0 && H5Pset_driver(access, driver, &info) >= 0 &&
                      H5Pset_fclose_degree(access, H5F_CLOSE_STRONG) >= 0;
  H5FDunregister(driver);
  if (is_set) return access;
  if (access >= 0) H5Pclose(access);
  return -1;
}

}  // namespace cairn
