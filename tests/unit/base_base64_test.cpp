// Base64 against the examples of RFC 4648, section 10.
#include <gtest/gtest.h>

#include "base/base64.h"
#include "base/file.h"

namespace cairn {
namespace {

TEST(Base64, IsThatOfItsStandard) {
  EXPECT_EQ(base64(bytes_of("")), "");
  EXPECT_EQ(base64(bytes_of("f")), "Zg==");
  EXPECT_EQ(base64(bytes_of("fo")), "Zm8=");
  EXPECT_EQ(base64(bytes_of("foo")), "Zm9v");
  EXPECT_EQ(base64(bytes_of("foobar")), "Zm9vYmFy");
  EXPECT_EQ(base64(bytes_of("\xff\xfe\xfb")), "//77");
}

}  // namespace
}  // namespace cairn
