/// \file fclib_reader.hpp  What a file in FCLIB's form says. HDF5 interprets the file, which a stranger may have made:
/// read_fclib() calls this in a process of its own.
#pragma once

#include <string>

#include "apps/solve/friction_problem.hpp"

namespace tactus::core {

/// @param bytes  the whole file
/// @throws ConfigError "PATH: what is wrong and what is allowed". Nothing outside of the file is opened: links,
/// external storage and virtual datasets are refused.
FrictionProblem parse_fclib(const std::string& path, const std::string& bytes);

}  // namespace tactus::core
