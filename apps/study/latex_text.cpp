#include "apps/study/latex_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <utility>

namespace tactus::core {
namespace {

using CodePoint = std::uint32_t;
using Command = std::pair<CodePoint, std::string_view>;

/// ASCII characters that mean something to TeX. Square brackets and stars could be arguments of the
/// "\\" before them.
constexpr Command kSpecial[] = {{'\\', "\\textbackslash{}"},
                                {'^', "\\textasciicircum{}"},
                                {'~', "\\textasciitilde{}"},
                                {'<', "\\textless{}"},
                                {'>', "\\textgreater{}"},
                                {'|', "\\textbar{}"},
                                {'"', "\\textquotedbl{}"},
                                {'_', "\\_"},
                                {'%', "\\%"},
                                {'&', "\\&"},
                                {'#', "\\#"},
                                {'$', "\\$"},
                                {'{', "\\{"},
                                {'}', "\\}"},
                                {'[', "{[}"},
                                {']', "{]}"},
                                {'*', "{*}"},
                                {'`', "{`}"}};

/// Signs of mathematics and Greek letters, which only mathematics has.
constexpr Command kMathematics[] = {{0xB0, "^\\circ"},
                                    {0xB1, "\\pm"},
                                    {0xB2, "^2"},
                                    {0xB3, "^3"},
                                    {0xB9, "^1"},
                                    {0xB5, "\\mu"},
                                    {0xB7, "\\cdot"},
                                    {0xD7, "\\times"},
                                    {0xF7, "\\div"},
                                    {0xAC, "\\neg"},
                                    {0x391, "A"},
                                    {0x392, "B"},
                                    {0x393, "\\Gamma"},
                                    {0x394, "\\Delta"},
                                    {0x395, "E"},
                                    {0x396, "Z"},
                                    {0x397, "H"},
                                    {0x398, "\\Theta"},
                                    {0x399, "I"},
                                    {0x39A, "K"},
                                    {0x39B, "\\Lambda"},
                                    {0x39C, "M"},
                                    {0x39D, "N"},
                                    {0x39E, "\\Xi"},
                                    {0x39F, "O"},
                                    {0x3A0, "\\Pi"},
                                    {0x3A1, "P"},
                                    {0x3A3, "\\Sigma"},
                                    {0x3A4, "T"},
                                    {0x3A5, "\\Upsilon"},
                                    {0x3A6, "\\Phi"},
                                    {0x3A7, "X"},
                                    {0x3A8, "\\Psi"},
                                    {0x3A9, "\\Omega"},
                                    {0x3B1, "\\alpha"},
                                    {0x3B2, "\\beta"},
                                    {0x3B3, "\\gamma"},
                                    {0x3B4, "\\delta"},
                                    {0x3B5, "\\varepsilon"},
                                    {0x3B6, "\\zeta"},
                                    {0x3B7, "\\eta"},
                                    {0x3B8, "\\theta"},
                                    {0x3B9, "\\iota"},
                                    {0x3BA, "\\kappa"},
                                    {0x3BB, "\\lambda"},
                                    {0x3BC, "\\mu"},
                                    {0x3BD, "\\nu"},
                                    {0x3BE, "\\xi"},
                                    {0x3BF, "o"},
                                    {0x3C0, "\\pi"},
                                    {0x3C1, "\\rho"},
                                    {0x3C2, "\\varsigma"},
                                    {0x3C3, "\\sigma"},
                                    {0x3C4, "\\tau"},
                                    {0x3C5, "\\upsilon"},
                                    {0x3C6, "\\varphi"},
                                    {0x3C7, "\\chi"},
                                    {0x3C8, "\\psi"},
                                    {0x3C9, "\\omega"},
                                    {0x3D1, "\\vartheta"},
                                    {0x3D5, "\\phi"},
                                    {0x3F5, "\\epsilon"},
                                    {0x2032, "'"},
                                    {0x2033, "''"},
                                    {0x2070, "^0"},
                                    {0x2074, "^4"},
                                    {0x2075, "^5"},
                                    {0x2076, "^6"},
                                    {0x2077, "^7"},
                                    {0x2078, "^8"},
                                    {0x2079, "^9"},
                                    {0x207B, "^-"},
                                    {0x2080, "_0"},
                                    {0x2081, "_1"},
                                    {0x2082, "_2"},
                                    {0x2083, "_3"},
                                    {0x2084, "_4"},
                                    {0x2085, "_5"},
                                    {0x2086, "_6"},
                                    {0x2087, "_7"},
                                    {0x2088, "_8"},
                                    {0x2089, "_9"},
                                    {0x2190, "\\leftarrow"},
                                    {0x2191, "\\uparrow"},
                                    {0x2192, "\\rightarrow"},
                                    {0x2193, "\\downarrow"},
                                    {0x2194, "\\leftrightarrow"},
                                    {0x2202, "\\partial"},
                                    {0x2206, "\\Delta"},
                                    {0x2207, "\\nabla"},
                                    {0x2208, "\\in"},
                                    {0x2211, "\\sum"},
                                    {0x2212, "-"},
                                    {0x221A, "\\surd"},
                                    {0x221E, "\\infty"},
                                    {0x222B, "\\int"},
                                    {0x2248, "\\approx"},
                                    {0x2260, "\\neq"},
                                    {0x2261, "\\equiv"},
                                    {0x2264, "\\leq"},
                                    {0x2265, "\\geq"},
                                    {0x22C5, "\\cdot"},
                                    {0x2225, "\\parallel"},
                                    {0x22A5, "\\perp"}};

/// Signs of text that have a command in T1.
constexpr Command kText[] = {{0xA0, "~"},
                             {0xAD, "\\-"},
                             {0x2010, "{-}"},
                             {0x2011, "{-}"},
                             {0x2013, "--"},
                             {0x2014, "---"},
                             {0x2018, "`"},
                             {0x2019, "'"},
                             {0x201C, "``"},
                             {0x201D, "''"},
                             {0x201E, "\\quotedblbase{}"},
                             {0x2026, "\\dots{}"},
                             {0x2030, "\\textperthousand{}"},
                             {0x2009, "\\,"},
                             {0x200A, "\\,"},
                             {0x202F, "\\,"},
                             {0x2002, " "},
                             {0x2003, " "}};

/// Letters beyond Latin-1 that a T1 font has, of the block Latin Extended-A.
constexpr std::pair<CodePoint, CodePoint> kLetters[] = {
    {0x102, 0x107}, {0x10C, 0x111}, {0x118, 0x11B}, {0x11E, 0x11F}, {0x130, 0x131},
    {0x139, 0x13A}, {0x13D, 0x13E}, {0x141, 0x144}, {0x147, 0x148}, {0x14A, 0x14B},
    {0x150, 0x155}, {0x158, 0x15B}, {0x15E, 0x165}, {0x16E, 0x171}, {0x178, 0x17E}};

template <std::size_t N>
std::string_view command_of(const Command (&commands)[N], CodePoint c) {
  const auto* const at = std::ranges::find(commands, c, &Command::first);
  return at == std::end(commands) ? std::string_view() : at->second;
}

bool is_letter_of_t1(CodePoint c) {
  if (c >= 0xC0 && c <= 0xFF) return true;  // those that are none are in kMathematics
  return std::ranges::any_of(
      kLetters, [&](const auto& range) { return c >= range.first && c <= range.second; });
}

/// Whether two of these are set as another sign: "--" as a dash.
bool is_joined(CodePoint c) { return c == '-' || c == '\'' || c == ','; }

/// Takes the first character off; what is no UTF-8 counts as a question mark.
CodePoint next(std::string_view& text) {
  const auto first = static_cast<unsigned char>(text.front());
  const std::size_t length = first < 0x80   ? 1
                             : first < 0xC2 ? 0
                             : first < 0xE0 ? 2
                             : first < 0xF0 ? 3
                             : first < 0xF5 ? 4
                                            : 0;
  if (length == 0 || length > text.size()) return text.remove_prefix(1), '?';
  CodePoint c = length == 1 ? first : first & (0x7Fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if ((byte & 0xC0u) != 0x80) return text.remove_prefix(1), '?';
    c = c << 6 | (byte & 0x3Fu);
  }
  text.remove_prefix(length);
  return c;
}

}  // namespace

std::string latex_text(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::string_view before = text;
    const CodePoint c = next(text);
    if (c < 0x20 || c == 0x7F)
      result += ' ';
    else if (const auto special = command_of(kSpecial, c); !special.empty())
      result += special;
    else if (c < 0x80 && result.ends_with(static_cast<char>(c)) && is_joined(c))
      result += fmt::format("{{{}}}", static_cast<char>(c));
    else if (c < 0x80)
      result += static_cast<char>(c);
    else if (const auto sign = command_of(kMathematics, c); !sign.empty())
      result += fmt::format("\\ensuremath{{{}}}", sign);
    else if (const auto command = command_of(kText, c); !command.empty())
      result += command;
    else if (is_letter_of_t1(c))
      result += before.substr(0, before.size() - text.size());
    else
      result += fmt::format("\\texttt{{U+{:04X}}}", c);
  }
  return result;
}

std::string latex_number(std::string_view number) {
  double value = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
  if (error != std::errc() || end != number.data() + number.size() || !std::isfinite(value))
    return latex_text(number);
  const std::size_t e = number.find('e');
  std::string text = "$" + std::string(number.substr(0, e));
  if (e != number.npos) {
    std::string_view exponent = number.substr(e + 1);
    const bool negative = exponent.starts_with('-');
    exponent.remove_prefix(std::min(exponent.find_first_not_of("+-0"), exponent.size()));
    text +=
        fmt::format("\\times10^{{{}{}}}", negative ? "-" : "", exponent.empty() ? "0" : exponent);
  }
  return text + "$";
}

}  // namespace tactus::core
