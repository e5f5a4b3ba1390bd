/// \file option_schema.hpp  The JSON Schema of one declared option, and the forms of which schemas are
/// made.
#pragma once

#include <string>
#include <string_view>

#include "core/scene/options/declared_option.hpp"

namespace tactus::core {

/// JSON Schema of one option, with its description and its default.
Json option_schema(const DeclaredOption& option);

namespace json_schema {

Json text(std::string_view value);
Json typed(std::string_view type);                       ///< {"type": type}
Json reference(const std::string& definition);           ///< to an entry of "$defs"
Json one_of(std::string_view key, Json::Array schemas);  ///< {key: schemas}; key "anyOf", "oneOf"
Json constant(std::string_view value);
/// An array; bounds that allow everything are left out.
Json list_of(Json items, Index least, Index most);

}  // namespace json_schema
}  // namespace tactus::core
