/// \file json.hpp  A JSON tree for configurations, in which every value knows where it was written.
///
/// Texts may contain comments and are limited to kDeepest levels of nesting and kMostValues values.
/// A repeated key is an error. The third-party parser behind it is not visible here.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/support/quoted.hpp"
#include "tactus/types.hpp"

namespace tactus::core {

struct JsonMember;

/// One JSON value and the place of its first character.
class Json {
 public:
  struct Number {
    Real value = 0;
    std::uint32_t length = 0;  ///< characters in its source; 0: not read from a text

    Number(Real number, std::uint32_t characters) : value(number), length(characters) {}
    // Not trivial, so that libstdc++ 12 tracks whether a Value holds anything. If every alternative
    // were trivial or cheap to move, it would not do so and crash if a copy runs out of memory.
    Number(const Number& other) noexcept : value(other.value), length(other.length) {}
    Number& operator=(const Number& other) noexcept = default;
    ~Number() = default;
  };
  using Array = std::vector<Json>;
  using Object = std::vector<JsonMember>;  ///< in the order of the text
  using Value = std::variant<std::monostate, bool, Number, std::string, Array, Object>;

  Json() = default;
  Json(Value v, std::uint32_t source_number, std::uint32_t text_offset);
  static Json of(bool flag);
  static Json of(Real number);
  static Json of(std::string text);
  static Json array();
  static Json object();

  bool is_null() const { return std::holds_alternative<std::monostate>(value); }
  const bool* if_flag() const { return std::get_if<bool>(&value); }
  const Number* if_number() const { return std::get_if<Number>(&value); }
  const std::string* if_text() const { return std::get_if<std::string>(&value); }
  const Array* if_array() const { return std::get_if<Array>(&value); }
  const Object* if_object() const { return std::get_if<Object>(&value); }
  Array* if_array() { return std::get_if<Array>(&value); }
  Object* if_object() { return std::get_if<Object>(&value); }

  /// The member of an object; null if there is none, or if this is not an object.
  const Json* find(std::string_view key) const;
  Json* find(std::string_view key);
  /// Adds or replaces a member. @pre this is an object.
  Json& set(std::string_view key, Json member);

  Value value;
  std::uint32_t source = 0;  ///< number of the text within the document
  std::uint32_t offset = 0;  ///< of its first character
};

struct JsonMember {
  std::string key;
  std::uint32_t offset = 0;  ///< of the key
  Json value;
};

// Defined here because only now JsonMember is complete, which a list of members requires.
inline Json::Json(Value v, std::uint32_t source_number, std::uint32_t text_offset)
    : value(std::move(v)), source(source_number), offset(text_offset) {}
inline Json Json::of(bool flag) { return {flag, 0, 0}; }
inline Json Json::of(Real number) { return {Number{number, 0}, 0, 0}; }
inline Json Json::of(std::string text) { return {std::move(text), 0, 0}; }
inline Json Json::array() { return {Array{}, 0, 0}; }
inline Json Json::object() { return {Object{}, 0, 0}; }

inline constexpr int kDeepest = 64;
inline constexpr std::size_t kLargestText = std::size_t{64} << 20;
inline constexpr std::size_t kMostValues = 4'000'000;

/// An error in a text, and its place.
struct JsonFault {
  std::size_t offset = 0;
  std::string pointer, message;
};

/// Parses one value. `source` is stored in each value. Errors are appended to `faults`. After a
/// syntax error the value is null, after a repeated key it is as complete as could be read.
Json parse_json(std::string_view text, std::uint32_t source, std::vector<JsonFault>& faults);

/// Text that reads back to the same bits: numbers with the fewest digits for that, lines of at most
/// about `width` characters, an indent of two spaces. Numbers that are not finite become null.
std::string to_text(const Json& value, std::size_t width = 100);

/// One token of a JSON pointer, with "~" and "/" escaped.
std::string pointer_token(std::string_view key);

}  // namespace tactus::core
