/// \file stored_energy.hpp  Energy that laws store in their contacts, such as springs.
#pragma once

#include <vector>

#include "core/contact/pair_laws.hpp"
#include "core/support/reaction_data.hpp"

namespace tactus::core {

class StoredEnergy {
 public:
  /// J, of all contacts of a solved problem.
  /// @param velocity  [contacts * dim] m/s, at the end of the step, by the reactions of all contacts
  Real of(ReactionData& data, const PairLaws& laws, View<Real> velocity);

 private:
  void choose(const ReactionProblem& problem, std::int32_t law, View<Real> reactions,
              View<Real> velocity);

  std::vector<Index> batch_;      ///< contacts of one law
  std::vector<Real> batch_free_;  ///< [batch * dim] m/s, their velocities
                                  ///< without their own reactions
};

}  // namespace tactus::core
