/// \file page_text.hpp  Assembles the text of a page: the template with the data inserted.
#pragma once

#include <string>
#include <string_view>

#include "core/json/json.hpp"

namespace tactus::core {

/// The page built from web/, with the mark kDataPlace in place of its data.
std::string_view report_template();

inline constexpr std::string_view kDataPlace = "{{tactus-data}}";

/// JSON on one line in a form that can be put into a script element. It contains no "<", so that no
/// name or text of a run can end the element or start a comment.
std::string embedded(const Json& data);

/// The whole page.
std::string page_text(const Json& data);

}  // namespace tactus::core
