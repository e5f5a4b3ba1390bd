/// \file expression.hpp  A formula in a study file, in terms of parameters, axes, other metrics,
/// and the columns and values of a run: "v0^2/(2*mu*g)", "history/kinetic_energy_J < 1e-6*E0".
///
/// A column is given with its table (history/time_s, contacts/impulse_x_N_s, supports/...), a value
/// of the summary by its path (summary/energy/final_J). Any other name is a number that is constant
/// for the cell. Operators: + - * / ^, < <= > >= == !=, && ||, c ? a : b. Functions: those of
/// muParser (sqrt, abs, min, max, sin, ...); pi is defined. muParser is used in expression.cpp
/// only.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tactus/error.hpp"
#include "tactus/types.hpp"

namespace tactus::core {

class ExpressionError : public Error {
 public:
  using Error::Error;
};

class Expression {
 public:
  /// @throws ExpressionError, whose message has no subject: "a parenthesis is missing".
  explicit Expression(const std::string& text);
  Expression(Expression&&) noexcept;
  Expression& operator=(Expression&&) noexcept;
  ~Expression();

  /// The names in the formula, each once, in the order of their first use.
  const std::vector<std::string>& names() const { return names_; }
  /// Evaluates the formula for numbers in the order of names(). The result may be infinite or NaN.
  Real value(std::span<const Real> numbers) const;

 private:
  struct Parser;
  std::vector<std::string> names_;
  std::unique_ptr<Parser> parser_;
};

/// Whether a name refers to a column of a table or a value of the summary, and not to a number of
/// the cell.
bool is_result_name(std::string_view name);
/// "history" of "history/time_s".
std::string_view root_of(std::string_view name);
/// "time_s" of "history/time_s", "/energy/final_J" of "summary/energy/final_J".
std::string rest_of(std::string_view name);

/// Whether a parameter, an axis or a metric must not have this name.
bool is_reserved(std::string_view name);
/// Whether a text consists of letters, digits and "_" and does not begin with a digit.
bool is_identifier(std::string_view name);

}  // namespace tactus::core
