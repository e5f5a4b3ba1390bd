/// \file allocation_count.hpp  How often a plugin asks for memory, for the promise that a warm call does
/// not.
#pragma once

#include <filesystem>

#include "tactus/types.hpp"

namespace tactus::core {

/// From now on each call of malloc, operator new and the like from the code of this library is
/// counted. The entries of its table of imported functions are replaced; what they lead to stays the
/// same, so memory checkers keep working. Allocations inside of other libraries do not count, nor do
/// those of the program: scratch memory may grow. @returns whether the library was found.
/// Meant for the copy of the process that tests a plugin.
bool count_allocations_of(const std::filesystem::path& library);

/// Since the start of the process, of all libraries that are counted.
Index counted_allocations();

}  // namespace tactus::core
