/// \file rotation_watch.hpp  Measures how far elements rotate whose material is not objective.
///
/// Such a law mistakes a rotation for a strain. A rotating body then is stretched by 1/cos(angle),
/// yet its energy is conserved and the run looks sound. The verdict on a run therefore needs to
/// know the largest rotation.
#pragma once

#include <vector>

#include "core/model/element_state.hpp"
#include "core/record/summary.hpp"
#include "core/step/state.hpp"

namespace tactus::core {

class RotationWatch {
 public:
  RotationWatch(const Model& model, const ElementState& elements);

  /// Elements rotate little per step, so every 16th step is examined, and every frame.
  bool due(Index step) const { return any_ && step % 16 == 0; }
  void look(const State& state, Context& context);
  void fill(Summary& summary) const;

  void save(Archive& archive) const;
  void load(Archive& archive);

 private:
  template <class Self, class Use>
  static void for_fields(Self& self, const Use& use);

  const Model& model_;
  const ElementState& elements_;
  bool any_ = false;
  std::vector<std::uint8_t> watched_;  ///< [bodies]
  std::vector<Real> now_;              ///< [bodies] rad, at the last look
  Real largest_ = 0, time_ = 0;        ///< rad; s
  Index body_ = kNone;                 ///< where the largest rotation was found
};

}  // namespace tactus::core
