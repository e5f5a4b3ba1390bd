/// \file byte_sink.hpp  Where the bytes of a file go that is made piece by piece.
#pragma once

#include <string_view>

#include "tactus/types.hpp"

namespace tactus::core {

class ByteSink {
 public:
  virtual ~ByteSink() = default;
  virtual void add(std::string_view bytes) = 0;
  /// Writes over bytes that were added, from byte `at` on.
  virtual void replace(Index at, std::string_view bytes) = 0;
};

}  // namespace tactus::core
