/// \file row_sums.hpp  Sums and maxima between two rows of the output tables.
#pragma once

#include "core/audit/audit.hpp"
#include "core/contact/pair_table.hpp"
#include "core/record/account.hpp"
#include "core/step/stepper.hpp"

namespace tactus::core {

struct RowSums {
  Real contact_energy = 0, support_impulse[3] = {};
  Account::Causes account;
  Index substeps = 0, retries = 0, neighbour_list_rebuilds = 0;
  ReactionFacts contact;         ///< of problems in reactions
  ConvergenceFacts convergence;  ///< likewise
  Index unconverged = 0;         ///< attempts whose reactions did not converge
  /// Largest numbers found by an audit; kNone: there was none
  Index crossings = kNone, overlaps_without_crossing = kNone;
  Real depth = 0, depth_in_facets = 0;  ///< m, and multiples of a facet length; the largest
  Index impact_zone_steps = 0;          ///< steps with rigid impact zones
  Index impact_zone_nodes = 0;          ///< largest number in one step
  PairTable pairs;
  std::vector<Real> reactions;  ///< as StepFacts::reactions

  explicit RowSums(const Supports& supports) : reactions(3 * (supports.holders().size() + 2)) {}

  /// @param account_of_step  changes of energy in this step, by cause
  void add_step(const StepFacts& facts, const Account::Causes& account_of_step, Real time);
  void add_audit(const AuditResult& result);
  void clear();

  void save(Archive& archive) const;
  /// @throws Error if it belongs to a run with other bodies or supports.
  void load(Archive& archive, std::size_t sides);
};

}  // namespace tactus::core
