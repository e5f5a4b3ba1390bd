/// \file copied.hpp  Copies of structures that carry their size (growth.hpp): they are copied by copied(), never as a
/// whole.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace tactus {

/// A copy of a structure that carries its size. Of one that an older library made it has what that library knows, and
/// else what the structure begins with; of one that a newer made, what is known here. A copy as a whole would read
/// beyond the end of the first, and hand on the size of the second with less behind it.
template <class T>
T copied(const T& of) {
  T copy{};
  std::memcpy(static_cast<void*>(&copy), &of, std::min<std::size_t>(of.size, sizeof(T)));
  copy.size = sizeof(T);
  return copy;
}

}  // namespace tactus
