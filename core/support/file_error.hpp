/// \file file_error.hpp  The error for files that cannot be read or written.
#pragma once

#include "tactus/error.hpp"

namespace tactus::core {

/// A file of a run cannot be written or read. The message says which one, why, and what to do about
/// it.
class __attribute__((visibility("default"))) FileError : public Error {
  using Error::Error;
};

}  // namespace tactus::core
