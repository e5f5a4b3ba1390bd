/// \file mesh_error.hpp  What is wrong with a mesh or with the numbers it was to be made from.
#pragma once

#include <string_view>

#include "tactus/error.hpp"

namespace tactus::core {

/// A sentence that says where, what was found, what is allowed and the remedy. It is the fault of
/// the configuration or of a file it names, hence a ConfigError.
class MeshError : public ConfigError {
  using ConfigError::ConfigError;
};

}  // namespace tactus::core
