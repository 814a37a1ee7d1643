// Files of HDF5 in memory: nothing in them leads to other files.
#include <gtest/gtest.h>

#include "base/error.h"
#include "base/hdf5.h"
#include "scratch.h"

namespace cairn {
namespace {

std::vector<double> numbers() { return {1, 2, 3}; }

Bytes sample() {
  const Hdf5File file("sample");
  file.root().make_group("group").write<double>("numbers", numbers());
  return file.bytes();
}

TEST(Hdf5, BytesReadBack) {
  const Hdf5File file("copy", sample());
  EXPECT_EQ(file.root().group("group").read<double>("numbers"), numbers());
}

TEST(Hdf5, EqualContentsAreEqualBytes) {
  const Bytes first = sample();
  sleep(1);  // HDF5 likes to keep the time in seconds
  EXPECT_TRUE(first == sample());
}

TEST(Hdf5, LinksToOtherFilesAreNotFollowed) {
  const Scratch scratch;
  write_replacing(scratch.file("other.h5"), sample());
  const Hdf5File file(scratch.file("file.h5"));
  Hdf5Group root = file.root();
  root.link("outside", scratch.file("other.h5"), "/group");
  root.link("numbers", scratch.file("other.h5"), "/group/numbers");
  EXPECT_TRUE(root.has("outside"));
  EXPECT_THROW(root.group("outside"), RunError);
  EXPECT_THROW(root.read<double>("numbers"), RunError);
}

TEST(Hdf5, ArraysThatLieInOtherFilesAreRefused) {
  const Scratch scratch;
  const std::string path = scratch.file("file.h5");
  write_replacing(scratch.file("secret"), bytes_of("eight by"));
  {
    const hsize_t size = 1;
    const Hdf5Id layout(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    const Hdf5Id space(H5Screate_simple(1, &size, nullptr), H5Sclose);
    ASSERT_GE(H5Pset_external(layout.get(), scratch.file("secret").c_str(), 0, 8), 0);
    const Hdf5Id file(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), H5Fclose);
    const Hdf5Id set(H5Dcreate2(file.get(), "stolen", H5T_NATIVE_DOUBLE, space.get(), H5P_DEFAULT,
                                layout.get(), H5P_DEFAULT),
                     H5Dclose);
    ASSERT_TRUE(set);
  }
  const Hdf5File file(path, read_file(path));
  EXPECT_THROW(file.root().read<double>("stolen"), RunError);
}

}  // namespace
}  // namespace cairn
