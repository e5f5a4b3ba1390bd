/// \file installation.hpp  Where the program that runs is installed.
#pragma once

#include <filesystem>

namespace tactus::core {

/// The folder that contains `bin/tactus`: an installation or a build tree.
std::filesystem::path installation_prefix();

}  // namespace tactus::core
