#include "core/support/quoted.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tactus::core {
namespace {

/// Number of bytes of the UTF-8 character at the start of `text`; 0 if there is none.
std::size_t character_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const std::size_t n = byte(0) < 0x80                      ? 1
                        : byte(0) >= 0xC2 && byte(0) < 0xE0 ? 2
                        : byte(0) >= 0xE0 && byte(0) < 0xF0 ? 3
                        : byte(0) >= 0xF0 && byte(0) < 0xF5 ? 4
                                                            : 0;
  if (n == 0 || n > text.size()) return 0;
  for (std::size_t i = 1; i < n; ++i)
    if ((byte(i) & 0xC0) != 0x80) return 0;
  return n;
}

void append_escaped(std::string& out, char c) {
  switch (c) {
    case '"':
      out += "\\\"";
      break;
    case '\\':
      out += "\\\\";
      break;
    case '\n':
      out += "\\n";
      break;
    case '\t':
      out += "\\t";
      break;
    case '\r':
      out += "\\r";
      break;
    default:
      if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
        out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
      } else {
        out += c;
      }
  }
}

}  // namespace

std::string in_quotes(std::string_view text) {
  std::string out = "\"";
  while (!text.empty()) {
    const std::size_t n = character_length(text);
    if (n == 1) append_escaped(out, text[0]);
    if (n == 0) out += '?';
    if (n > 1) out += text.substr(0, n);
    text.remove_prefix(std::max<std::size_t>(n, 1));
  }
  return out + '"';
}

std::string quoted_short(std::string_view text, std::size_t most) {
  if (text.size() <= most) return in_quotes(text);
  std::size_t n = most;
  // Cut only between characters
  while (n > 0 && (static_cast<unsigned char>(text[n]) & 0xC0) == 0x80) --n;
  std::string out = in_quotes(text.substr(0, n));
  return out.insert(out.size() - 1, "...");
}

}  // namespace tactus::core
