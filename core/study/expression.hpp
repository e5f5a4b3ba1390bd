/// \file expression.hpp  A formula in a study file, over parameters, axes, other metrics, and the columns
/// and values of a run: "v0^2/(2*mu*g)", "history/kinetic_energy_J < 1e-6*E0".
///
/// A column is named by its table (history/time_s, contacts/impulse_x_N_s, supports/...), a value of the
/// summary by its path (summary/energy/final_J). Everything else that is a name is a number known for the
/// whole cell. Operators: + - * / ^, < <= > >= == !=, && ||, c ? a : b; functions: those of muParser
/// (sqrt, abs, min, max, sin, ...); pi is known. muParser is seen in expression.cpp alone.
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
  /// @throws ExpressionError, a sentence without its subject: "a parenthesis is missing".
  explicit Expression(const std::string& text);
  Expression(Expression&&) noexcept;
  Expression& operator=(Expression&&) noexcept;
  ~Expression();

  /// The names in it, each once, in the order of their first use.
  const std::vector<std::string>& names() const { return names_; }
  /// For numbers in the order of names(). May be infinite or a NaN.
  Real value(std::span<const Real> numbers) const;

 private:
  struct Parser;
  std::vector<std::string> names_;
  std::unique_ptr<Parser> parser_;
};

/// Whether a name is one of a table's column or of the summary's value, not of a number of the cell.
bool is_result_name(std::string_view name);
/// "history" of "history/time_s".
std::string_view root_of(std::string_view name);
/// "time_s" of "history/time_s", "/energy/final_J" of "summary/energy/final_J".
std::string rest_of(std::string_view name);

/// Names that a parameter, an axis or a metric cannot have.
bool is_reserved(std::string_view name);
/// Letters, digits and "_", no digit first.
bool is_identifier(std::string_view name);

}  // namespace tactus::core
