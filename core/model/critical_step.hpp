/// \file critical_step.hpp  The critical time step 2/omega_max, up to which central differences are
/// stable, from the highest natural frequency of the model.
#pragma once

#include <vector>

#include "core/model/element_state.hpp"

namespace tactus::core {

/// It is only computed if some component asks for it.
class CriticalStep {
 public:
  /// @param model, elements  outlive this
  CriticalStep(const Model& model, const ElementState& elements)
      : model_(model), elements_(elements) {}

  /// s; unlimited before renew(). From now on it is wanted.
  Real ask() const {
    wanted_ = true;
    return step_;
  }
  bool is_wanted() const { return wanted_; }

  /// Computes it at q with 60 Lanczos iterations on differences of the internal force, each as expensive as one
  /// force(). The result approaches the exact value from above and is the same in every run.
  Outcome renew(View<Real> q, Context& context);
  /// Whether some element has lost more than 30 % of its smallest altitude since the critical step was computed. A
  /// compressed body is stiffer, and its stable step is shorter. The test costs a fraction of a force().
  bool is_outdated(View<Real> q, Context& context) const;

  void save(Archive& archive) const;
  void load(Archive& archive);  ///< @throws Error if it is of another model

 private:
  const Model& model_;
  const ElementState& elements_;
  mutable bool wanted_ = false;
  Real step_ = kUnlimited;
  /// [elements] 1/m^2, when the critical step was computed; may be empty
  std::vector<Real> thinness_;
};

}  // namespace tactus::core
