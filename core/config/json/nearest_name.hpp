/// \file nearest_name.hpp  What somebody may have meant who misspelt a name.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tactus::core {

/// Least number of characters to insert, delete, replace, or swap with their neighbour, to make one
/// word the other; `most` + 1 where it is more than `most`.
std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t most);

/// `did you mean "colour"?` for the nearest name less than 3 edits away, else `known: colour,
/// red`, at most 20 of them; `none is known` for an empty list.
std::string suggestion(std::string_view given, const std::vector<std::string>& known);

}  // namespace tactus::core
