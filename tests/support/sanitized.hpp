// Whether the tests are built with the address sanitizer. It makes code several times slower and
// keeps memory that was freed, so that limits of time and memory in tests have to allow for it.
#pragma once

namespace tactus {

#ifdef __SANITIZE_ADDRESS__
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

}  // namespace tactus
