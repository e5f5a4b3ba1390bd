// Decides which characters are allowed in a line of text.
#include "core/support/printable.hpp"

#include <cstdint>

namespace tactus::core {
namespace {

constexpr char32_t kNone = 0xFFFFFFFF;

/// Removes the first character of `text` and returns it; kNone if `text` is not valid UTF-8.
/// Overlong encodings and surrogates are invalid.
char32_t take_character(std::string_view& text) {
  const auto first = static_cast<unsigned char>(text[0]);
  const std::size_t n = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  if ((first >= 0x80 && first < 0xC2) || first > 0xF4 || n > text.size()) return kNone;
  char32_t c = n == 1 ? first : first & (0x7Fu >> n);
  for (std::size_t i = 1; i < n; ++i) {
    const auto next = static_cast<unsigned char>(text[i]);
    if ((next & 0xC0) != 0x80) return kNone;
    c = c << 6 | (next & 0x3Fu);
  }
  const bool too_long = (n == 3 && c < 0x800) || (n == 4 && c < 0x10000);
  if (too_long || c > 0x10FFFF || (c >= 0xD800 && c < 0xE000)) return kNone;
  text.remove_prefix(n);
  return c;
}

bool stands_in_a_line(char32_t c) {
  const auto within = [c](char32_t first, char32_t last) { return c >= first && c <= last; };
  const bool control = c < 0x20 || within(0x7F, 0x9F);
  const bool breaks_line = c == 0x2028 || c == 0x2029;
  const bool turns_text =
      c == 0x200E || c == 0x200F || within(0x202A, 0x202E) || within(0x2066, 0x2069);
  const bool no_character = (c & 0xFFFE) == 0xFFFE || within(0xFDD0, 0xFDEF) || c == 0xFEFF;
  return !control && !breaks_line && !turns_text && !no_character;
}

}  // namespace

bool is_printable(std::string_view text) {
  while (!text.empty())
    if (const char32_t c = take_character(text); c == kNone || !stands_in_a_line(c)) return false;
  return true;
}

bool is_formula(std::string_view text) {
  if (text.empty()) return false;
  if (text[0] == '=' || text[0] == '@') return true;
  return (text[0] == '+' || text[0] == '-') && text.find_first_of("(|!=") != std::string_view::npos;
}

}  // namespace tactus::core
