/// \file page_text.hpp  The text of a page: the template with data in its place.
#pragma once

#include <string>
#include <string_view>

#include "core/config/json/json.hpp"

namespace tactus::core {

/// The page that web/ builds, with the mark kDataPlace where its data belong.
std::string_view report_template();

inline constexpr std::string_view kDataPlace = "{{tactus-data}}";

/// JSON on one line that can stand inside a script element: no "<" is left, so that no name or text of a
/// run can end the element or start a comment.
std::string embedded(const Json& data);

/// The whole page.
std::string page_text(const Json& data);

}  // namespace tactus::core
