/// \file mesh_error.hpp  The error for invalid meshes and for numbers from which no mesh can be
/// made.
#pragma once

#include <string_view>

#include "tactus/error.hpp"

namespace tactus::core {

/// A sentence that says where the error is, what was found, what is allowed, and what to do. The
/// cause is the configuration or a file it names, so that this is a ConfigError.
class MeshError : public ConfigError {
  using ConfigError::ConfigError;
};

}  // namespace tactus::core
