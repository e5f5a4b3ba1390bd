/// \file rotation_watch.hpp  How far elements turn whose material is not objective.
///
/// Such a law takes a rotation for a strain: a body that turns is stretched by 1/cos(angle), keeps its
/// energy, and looks sound. The verdict therefore wants to know the largest rotation.
#pragma once

#include <vector>

#include "core/model/fem_system.hpp"
#include "core/output/summary.hpp"
#include "core/run/state.hpp"

namespace tactus::core {

class RotationWatch {
 public:
  RotationWatch(const Model& model, const FemSystem& system);

  /// Elements turn little in a step: every 16th one is looked at, and every frame.
  bool due(Index step) const { return any_ && step % 16 == 0; }
  void look(const State& state, Context& context);
  void fill(Summary& summary) const;

  void save(Archive& archive) const;
  void load(Archive& archive);

 private:
  template <class Self, class Use>
  static void for_fields(Self& self, const Use& use);

  const Model& model_;
  const FemSystem& system_;
  bool any_ = false;
  std::vector<std::uint8_t> watched_;  ///< [bodies]
  std::vector<Real> now_;              ///< [bodies] rad
  Real largest_ = 0, time_ = 0;        ///< rad; s
  Index body_ = kNone;                 ///< where it was seen
};

}  // namespace tactus::core
