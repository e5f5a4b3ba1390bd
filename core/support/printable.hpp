/// \file printable.hpp  Decides whether a name can be used in a message, a table and a frame. Names
/// come from configurations and meshes of others and are written to terminals, CSV, XML and JSON.
#pragma once

#include <string_view>

namespace tactus::core {

/// Whether the text is valid UTF-8 without characters that do not belong in a line of text: control
/// characters (escape sequences of terminals, line breaks including those of Unicode), characters
/// that XML forbids, and characters that reverse the direction of text.
bool is_printable(std::string_view text);

/// Whether a spreadsheet would take a cell with this text for a formula: it begins with = or @, or
/// with + or - followed by a call. A group named "+x" is none.
bool is_formula(std::string_view text);

}  // namespace tactus::core
