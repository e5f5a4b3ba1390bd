/// \file declared_option.hpp  The declaration of an option as a value. From it explain, the schema,
/// the reference page, messages and the resolved configuration are written.
#pragma once

#include <string>
#include <vector>

#include "core/json/json.hpp"
#include "tactus/options.hpp"

namespace tactus::core {

struct DeclaredOption {
  using Type = OptionVisitor::Type;
  Type type = Type::real;
  std::string name, unit, help, word;
  Real lower = 0, upper = 0;
  bool lower_open = false, upper_open = false, required = false, optional = false;
  std::vector<std::string> choices;
  Index least = 0, most = 0;  ///< number of entries of a list
  Index columns = 0;          ///< number of columns of a table
  bool rows_by_axis = false;  ///< `columns` is the number of axes
  int dim = 0;                ///< axes of the scene; 0: not known, and kPerAxis may stand above
  Kind kind{};                ///< kind of a nested component
  std::vector<DeclaredOption> options{};  ///< those of a nested object
  /// The default; null if JSON has no such value (not given, infinite) and for nested components.
  Json value;

  /// Whether it, or an option of its nested object, is a choice that is set to "random".
  bool is_random() const;
};

/// This word of a real option is JSON's false, and true stands for the default.
inline constexpr std::string_view kFalse = "false";
Json json_of_word(std::string_view word);

/// @param dim  axes of the scene; 0: not known
DeclaredOption declared(const OptionVisitor::Target& target, const OptionInfo& info, int dim);

/// A kind with its article: "an integrator".
std::string with_article(Kind kind);

/// The allowed values: `a number > 0 [kg/m^3]`, `a list of 2 numbers [m]`, `one of "off", "steps"`.
std::string allowed(const DeclaredOption& option);

/// Collects declarations and defaults: call describe(list), then options().
class OptionList final : public OptionVisitor {
 public:
  OptionList() = default;
  explicit OptionList(int dim) { dim_ = dim; }
  const std::vector<DeclaredOption>& options() const { return options_; }
  /// Conditions on several options apply to a configuration, not to defaults.
  void require(bool, std::string_view, std::string_view) override {}

 private:
  void visit(const Target& target, const OptionInfo& info) noexcept override;
  std::vector<DeclaredOption> options_;
};

}  // namespace tactus::core
