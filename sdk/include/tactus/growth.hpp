/// \file growth.hpp  How the SDK grows without a break: a library runs in every program whose SDK has
/// its number and at least its minor number.
///
/// Interfaces and the structures that the kernel makes grow at their ends, so that an older library
/// knows a prefix of them. Structures that a plugin makes begin with their size, as it was when the
/// plugin was compiled; whoever reads such a structure looks at no member beyond that size. Elements
/// of arrays never grow.
#pragma once

#include <cstdint>

/// How far interfaces and structures have grown since the first SDK of this number.
#define TACTUS_SDK_MINOR 0

namespace tactus {

inline constexpr std::uint16_t kSdkMinor = TACTUS_SDK_MINOR;

/// Base of what plugins implement: components, problems, operators, stress rules and sinks. A
/// function that an interface was given later is called only where made_with() says that the library
/// which made the object knows it.
class Grows {
 public:
  /// The minor number of the SDK with which the object was compiled.
  std::uint16_t made_with() const { return made_with_; }

 private:
  std::uint16_t made_with_ = kSdkMinor;
};

}  // namespace tactus
