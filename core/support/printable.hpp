/// \file printable.hpp  Whether a name can stand in a message, a table and a file of frames. Names come
/// from configurations and from meshes of others, and end in terminals, CSV, XML and JSON.
#pragma once

#include <string_view>

namespace tactus::core {

/// Well-formed UTF-8 without what is no character of a line of text: controls (escape sequences of
/// terminals, line breaks, also those of Unicode), characters that XML forbids, and those that turn
/// the direction of the text round.
bool is_printable(std::string_view text);

/// Whether spreadsheets take a cell with this text for a formula: it begins with = or @, or with + or -
/// and calls something. A group called "+x" is none.
bool is_formula(std::string_view text);

}  // namespace tactus::core
