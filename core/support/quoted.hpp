/// \file quoted.hpp  A text in quotes, for JSON and for messages. Texts come from files of others.
#pragma once

#include <string>
#include <string_view>

namespace tactus::core {

/// A string as JSON text including its quotes; bytes that are not valid UTF-8 are shown as "?".
std::string in_quotes(std::string_view text);
/// The same for a message, shortened to `most` bytes.
std::string quoted_short(std::string_view text, std::size_t most = 60);

}  // namespace tactus::core
