// Contracts between our own functions. A failed assert is a bug of cairn, never of the user's input.
// On in every build unless configured with -DCAIRN_ASSERTS=OFF (which defines CAIRN_NO_ASSERTS).
#pragma once

namespace cairn {

// Aborts with file, line and function. The state is no longer trusted, so that nothing is unwound or saved.
[[noreturn]] void assertion_failed(const char* condition, const char* file, int line, const char* function);

}  // namespace cairn

#ifdef CAIRN_NO_ASSERTS
#define CAIRN_ASSERT(condition) static_cast<void>(0)
#else
#define CAIRN_ASSERT(condition) \
  ((condition) ? static_cast<void>(0) : ::cairn::assertion_failed(#condition, __FILE__, __LINE__, __func__))
#endif
