/// \file step_error.hpp  The error for runs that cannot go on.
#pragma once

#include "tactus/error.hpp"

namespace tactus::core {

/// Thrown if a run cannot go on; the message contains step and time.
class __attribute__((visibility("default"))) StepError : public Error {
  using Error::Error;
};

}  // namespace tactus::core
