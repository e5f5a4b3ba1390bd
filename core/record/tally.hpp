/// \file tally.hpp  Collects what the summary of a run counts: contacts by pair of bodies, audits,
/// repeated steps.
#pragma once

#include <limits>
#include <vector>

#include "core/record/peak_force.hpp"
#include "core/record/row_sums.hpp"

namespace tactus::core {

class Tally {
 public:
  /// @param supports  outlive it
  explicit Tally(const Supports& supports) : supports_(supports), sums_(supports) {}

  /// @param account  changes of energy in this step, by cause
  void add_step(const StepFacts& facts, const Account::Causes& account, Real time);
  void add_audit(const AuditResult& result, Real time, const Configuration& configuration);

  void fill(Summary& summary, const Configuration& configuration, const Model& model) const;

  void save(Archive& archive) const;
  /// @throws Error if it does not belong to a run with these bodies.
  /// @param sides  bodies, and what is outside of the model
  void load(Archive& archive, View<Body> bodies, std::size_t sides);

 private:
  static constexpr Real kNever = std::numeric_limits<Real>::infinity();
  template <class Self, class Use>
  static void for_fields(Self& self, const Use& use);
  Index count(std::string_view name) const;
  void fill_contact(Summary::Contact& contact, const Configuration& configuration,
                    const Model& model) const;
  Summary::Contact::Reactions solved_reactions(const Configuration& configuration) const;
  Summary::Audit audit(const Configuration& configuration) const;
  void fill_reactions(Summary& summary, const Configuration& configuration) const;
  Summary::Contact::Reactions::Convergence convergence(const ContactConfig& contact) const;

  const Supports& supports_;
  RowSums sums_;  ///< of the whole run as of a row
  PeakForces peaks_;
  Real first_contact_ = kNever, largest_work_ = 0, first_bad_ = kNever;
  Index subdivided_steps_ = 0, audited_ = 0;
  Real touching_ = 0;
  Index strained_steps_ = 0;           ///< shortened, so that no element was strained too far
  Real least_strained_step_ = kNever;  ///< s, the shortest of these ...
  Index strained_body_ = kNone;        ///< ... and whose element it was
  ConvergenceFacts convergence_;       ///< of problems in reactions, over the whole run
  Real first_accepted_ = kNever;       ///< s, of a step whose reactions had not converged
  Real worst_residual_ = 0;            ///< m/s, largest residual of rejected attempts
  Index unseen_a_ = kNone, unseen_b_ = kNone;  ///< first two that overlap and have no constraint
  Index blind_body_ = kNone;  ///< first body that intersected itself without self contact
};

}  // namespace tactus::core
