/// \file row_sums.hpp  What is gathered from one row of the tables to the next.
#pragma once

#include "core/run/account.hpp"
#include "core/run/pair_table.hpp"
#include "core/run/stepper.hpp"

namespace tactus::core {

struct RowSums {
  Real contact_energy = 0, support_impulse[3] = {};
  Account::Causes account;
  Index cuts = 0, retries = 0, sorts = 0;
  ReactionFacts contact;  ///< of problems in reactions
  Index unconverged = 0;  ///< attempts
  Index crossings = kNone,
        contained = kNone;  ///< the most that an audit found; kNone: none was made
  Real depth = 0,
       depth_in_facets = 0;  ///< m, and in parts of a facet; the most that an audit found
  Index zone_steps = 0;      ///< steps with rigid impact zones
  Index zone_nodes = 0;      ///< the most of such a step
  PairTable pairs;
  std::vector<Real> reactions;  ///< as StepFacts::reactions

  explicit RowSums(const Supports& supports) : reactions(3 * (supports.holders().size() + 2)) {}

  /// @param account_of_step  the step's causes of changes of energy
  void add_step(const StepFacts& facts, const Account::Causes& account_of_step, Real time);
  void clear();

  void save(Archive& archive) const;
  /// @throws Error where it is not of a run with so many bodies and these supports.
  void load(Archive& archive, std::size_t bodies);
};

}  // namespace tactus::core
