/// \file latex_text.hpp  Names, labels and numbers as LaTeX sets them: special characters escaped, signs
/// that a T1 font does not have spelt with commands or named by their code point.
#pragma once

#include <string>
#include <string_view>

namespace tactus::core {

/// UTF-8 text for a cell of a table or a paragraph; needs inputenc's utf8 (the default since 2018)
/// and \usepackage[T1]{fontenc}, and nothing else.
std::string latex_text(std::string_view text);

/// A number as printf writes it, in mathematics: "$-1.5\times10^{-7}$". Other text is set as text.
std::string latex_number(std::string_view number);

}  // namespace tactus::core
