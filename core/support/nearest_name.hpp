/// \file nearest_name.hpp  Suggests the name that was meant in place of a misspelt one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tactus::core {

/// Smallest number of characters to insert, delete, replace, or swap with their neighbour to turn
/// one word into the other; `most` + 1 if it exceeds `most`.
std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t most);

/// The name at a distance of less than 3 edits that is nearest, and for short names with fewer edits
/// than characters; empty if there is none.
std::string nearest_name(std::string_view given, const std::vector<std::string>& known);

/// `did you mean "colour"?` for the nearest_name(), otherwise `known: colour, red` with at most 20
/// names; `none is known` for an empty list.
std::string suggestion(std::string_view given, const std::vector<std::string>& known);

struct DescribedName {
  std::string name, description;
};

/// The same, also for another word for a shape ("sphere" for ball), and for a word that no name is like
/// and that stands in the description of some, those:
/// `"red" is in the description of "crimson" (A dark red); known: crimson, teal`.
std::string suggestion_by_description(std::string_view given,
                                      const std::vector<DescribedName>& known);

/// The same as suggestion() for the key of an option, which may be known by a symbol of the field: `did you mean
/// "poisson"?` for nu where "poisson" is allowed, although "mu" would be nearer.
std::string key_suggestion(std::string_view given, const std::vector<std::string>& known);

}  // namespace tactus::core
