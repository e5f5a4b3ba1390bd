/// \file configuration_errors.hpp  The error for configurations with errors.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "tactus/error.hpp"

namespace tactus::core {

/// What is at fault. For a study a misfit is an answer, and the others are failures.
enum class ProblemKind : std::uint8_t {
  mistake,  ///< in what was written: a name, a value, a file that is not there
  plugin,   ///< a plugin, which failed or cannot be used here
  misfit,   ///< nothing by itself: parts do not go together, or contact cannot begin like this
};

/// A configuration with errors, one per line.
class ConfigurationErrors : public ConfigError {
 public:
  using Lines = std::array<std::vector<std::string>, 3>;  ///< by kind
  ConfigurationErrors(const std::string& text, std::size_t count, Lines lines)
      : ConfigError(text), count_(count), lines_(std::move(lines)) {}
  std::size_t count() const { return count_; }
  const std::vector<std::string>& of(ProblemKind kind) const {
    return lines_[static_cast<std::size_t>(kind)];
  }
  /// Of the gravest, which hide what else would come of it.
  ProblemKind kind() const {
    return !of(ProblemKind::mistake).empty()  ? ProblemKind::mistake
           : !of(ProblemKind::plugin).empty() ? ProblemKind::plugin
                                              : ProblemKind::misfit;
  }
  bool only_plugins() const {
    return kind() == ProblemKind::plugin && of(ProblemKind::misfit).empty();
  }

 private:
  std::size_t count_;
  Lines lines_;
};

}  // namespace tactus::core
