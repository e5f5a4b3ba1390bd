#include "apps/study/expression.hpp"

#include <fmt/format.h>
#include <muParser.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "core/support/nearest_name.hpp"

namespace tactus::core {
namespace {

constexpr std::array<std::string_view, 5> kRoots{"history", "contacts", "supports", "probes",
                                                 "summary"};

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)); }
bool is_word(char c) { return is_letter(c) || is_digit(c); }

std::size_t end_of_word(std::string_view text, std::size_t i) {
  while (i < text.size() && is_word(text[i])) ++i;
  return i;
}

/// The end of a number such as 1.5e-6, whose "e" does not begin a name.
std::size_t end_of_number(std::string_view text, std::size_t i) {
  const auto digits = [&] {
    while (i < text.size() && (is_digit(text[i]) || text[i] == '.')) ++i;
  };
  digits();
  if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
    std::size_t power = i + 1;
    if (power < text.size() && (text[power] == '-' || text[power] == '+')) ++power;
    if (power < text.size() && is_digit(text[power])) i = power, digits();
  }
  return i;
}

/// The end of a name, which may contain a path: one component for a column of a table, any number
/// for the summary.
std::size_t end_of_name(std::string_view text, std::size_t begin) {
  std::size_t end = end_of_word(text, begin);
  const std::string_view root = text.substr(begin, end - begin);
  if (std::ranges::find(kRoots, root) == kRoots.end()) return end;
  const bool long_path = root == "summary";
  for (bool first = true; first || long_path; first = false) {
    if (end + 1 >= text.size() || text[end] != '/' || !is_word(text[end + 1])) break;
    end = end_of_word(text, end + 1);
  }
  // A column of probes.csv has the form "probe.quantity".
  if (root == "probes" && end + 1 < text.size() && text[end] == '.' && is_letter(text[end + 1]))
    end = end_of_word(text, end + 1);
  return end;
}

/// muParser would accept "a = 1" as an assignment, and several expressions separated by commas.
void refuse_assignment(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '=') continue;
    const bool after =
        i > 0 && std::string_view("<>!=").find(text[i - 1]) != std::string_view::npos;
    const bool before = i + 1 < text.size() && text[i + 1] == '=';
    if (!after && !before)
      throw ExpressionError("\"=\" assigns nothing here; to compare, write ==");
  }
}

}  // namespace

struct Expression::Parser {
  mu::Parser parser;
  std::vector<double> numbers;  ///< values to which the parser's variables are bound
};

namespace {

std::vector<std::string> functions_of(const mu::Parser& parser) {
  std::vector<std::string> names;
  for (const auto& [name, callback] : parser.GetFunDef()) names.push_back(name);
  return names;
}

[[noreturn]] void fail(const mu::Parser::exception_type& e, const mu::Parser& parser) {
  const std::string& token = e.GetToken();
  switch (e.GetCode()) {
    case mu::ecMISSING_PARENS:
      throw ExpressionError("a parenthesis is missing");
    case mu::ecUNEXPECTED_EOF:
    case mu::ecEMPTY_EXPRESSION:
      throw ExpressionError("it ends too early");
    case mu::ecUNASSIGNABLE_TOKEN:
      if (!is_identifier(token) || parser.GetVar().contains(token)) break;
      throw ExpressionError(
          fmt::format("\"{}\" is no function; {}", token, suggestion(token, functions_of(parser))));
    case mu::ecTOO_MANY_PARAMS:
    case mu::ecTOO_FEW_PARAMS:
      throw ExpressionError("a function has a wrong number of arguments");
    case mu::ecUNEXPECTED_ARG_SEP:
      throw ExpressionError("a comma stands where none is expected");
    default:
      break;
  }
  throw ExpressionError(
      "two of its parts do not fit together: an operator or a number is missing between them");
}

/// Tables and columns with a dot between them, as probes.csv has it within its columns.
void refuse_dotted(std::string_view text, std::size_t begin, std::size_t end) {
  if (end + 1 >= text.size() || text[end] != '.' || !is_letter(text[end + 1])) return;
  const std::string_view first = text.substr(begin, end - begin);
  const std::string_view rest = text.substr(end + 1, end_of_word(text, end + 1) - end - 1);
  if (first.find('/') != first.npos) return;
  const std::string meant = is_reserved(first) ? fmt::format("{}/{}", first, rest)
                                               : fmt::format("probes/{}.{}", first, rest);
  throw ExpressionError(
      fmt::format("columns are written TABLE/COLUMN: \"{}\" for \"{}.{}\"", meant, first, rest));
}

}  // namespace

/// Names are passed to muParser as v0, v1, ..., because it does not allow "/" in a name.
Expression::Expression(const std::string& text) : parser_(std::make_unique<Parser>()) {
  if (text.size() > 10'000) throw ExpressionError("it is longer than 10000 characters");
  refuse_assignment(text);
  std::string plain;
  for (std::size_t i = 0, end = 0; i < text.size(); i = end) {
    end = i + 1;
    if (is_digit(text[i]) || text[i] == '.') {
      end = end_of_number(text, i);
    } else if (is_letter(text[i])) {
      end = end_of_name(text, i);
      refuse_dotted(text, i, end);
      const std::string name = text.substr(i, end - i);
      if (const std::size_t next = text.find_first_not_of(' ', end);
          next == text.npos || text[next] != '(') {
        if (std::ranges::find(names_, name) == names_.end()) names_.push_back(name);
        plain += fmt::format("v{}", std::ranges::find(names_, name) - names_.begin());
        continue;
      }
    } else if (static_cast<unsigned char>(text[i]) < ' ' ||
               std::string_view(" +-*/^()<>=!&|?:,").find(text[i]) == std::string_view::npos) {
      throw ExpressionError(
          fmt::format("it has a character that means nothing in a formula at {}", i + 1));
    }
    plain += text.substr(i, end - i);
  }
  parser_->numbers.assign(names_.size(), 1);
  mu::Parser& parser = parser_->parser;
  parser.ResetLocale();  // a decimal point in any language
  for (std::size_t i = 0; i < names_.size(); ++i)
    parser.DefineVar(fmt::format("v{}", i), &parser_->numbers[i]);
  try {
    parser.SetExpr(plain);
    parser.Eval();
  } catch (const mu::Parser::exception_type& e) {
    fail(e, parser);
  }
  if (parser.GetNumResults() != 1)
    throw ExpressionError("it has several parts with commas between them; give one formula");
}

Expression::Expression(Expression&&) noexcept = default;
Expression& Expression::operator=(Expression&&) noexcept = default;
Expression::~Expression() = default;

Real Expression::value(std::span<const Real> numbers) const {
  std::ranges::copy(numbers.first(names_.size()), parser_->numbers.begin());
  try {
    return parser_->parser.Eval();
  } catch (const mu::Parser::exception_type& e) {
    fail(e, parser_->parser);
  }
}

std::string_view root_of(std::string_view name) { return name.substr(0, name.find('/')); }

bool is_result_name(std::string_view name) {
  return name.find('/') != name.npos && is_reserved(root_of(name));
}

std::string rest_of(std::string_view name) {
  const std::size_t slash = std::min(name.find('/'), name.size());
  return std::string(root_of(name) == "summary" ? name.substr(slash)
                                                : name.substr(std::min(slash + 1, name.size())));
}

bool is_reserved(std::string_view name) {
  return std::ranges::find(kRoots, name) != kRoots.end() || name == "pi";
}

bool is_identifier(std::string_view name) {
  return !name.empty() && is_letter(name[0]) && std::ranges::all_of(name, is_word);
}

}  // namespace tactus::core
