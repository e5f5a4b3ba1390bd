/// \file model_error.hpp  Reports everything that is wrong with a model, all at once.
#pragma once

#include <string>
#include <vector>

#include "core/support/configuration_errors.hpp"

namespace tactus::core {

struct ModelProblem {
  /// JSON pointer into the configuration as read, with arrays of bodies expanded:
  /// "/bodies/<position in Configuration::bodies>/...", "/supports/<position>/...".
  std::string pointer;
  std::string message;  ///< one sentence: what was given and what is allowed
  ProblemKind kind = ProblemKind::mistake;
};

inline ModelProblem misfit(std::string pointer, std::string message) {
  return {std::move(pointer), std::move(message), ProblemKind::misfit};
}

/// The configuration does not describe a valid model. what() lists every problem with its pointer.
class ModelError : public ConfigError {
 public:
  explicit ModelError(std::vector<ModelProblem> list)
      : ConfigError(text_of(list)), problems(std::move(list)) {}
  std::vector<ModelProblem> problems;

 private:
  static std::string text_of(const std::vector<ModelProblem>& list) {
    std::string text;
    for (const ModelProblem& p : list)
      text += (text.empty() ? "" : "\n") + p.pointer + ": " + p.message;
    return text;
  }
};

}  // namespace tactus::core
