/// \file capability_words.hpp  Capabilities in words, for messages to people who use plugins and do not write them.
#pragma once

#include <string_view>

#include "tactus/capability.hpp"

namespace tactus::core {

/// A noun in the singular that says what the capability is, such as "a law with a linearisation" for
/// capability::linearised. A name that a plugin invented stands for itself.
std::string_view in_words(std::string_view capability);

}  // namespace tactus::core
