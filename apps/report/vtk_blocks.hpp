/// \file vtk_blocks.hpp  Reads arrays of a VTK file that zlib compressed.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tactus::core {

/// The bytes of the array whose blocks begin with `data`: their number, the size of each, that of a shorter
/// one at the end, or 0, the compressed sizes (64 bits each), and the blocks. Nothing if they are damaged
/// or cut off; a wrong size takes no memory.
std::optional<std::string> unpacked_blocks(std::string_view data);

}  // namespace tactus::core
