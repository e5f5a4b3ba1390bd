/// \file contact_memory.hpp  What contacts remember from one step to the next: their reactions,
/// with which the next solve starts, and the histories of their laws and of the solver.
#pragma once

#include "core/contact/key_history.hpp"
#include "core/contact/pair_laws.hpp"
#include "core/support/reaction_data.hpp"

namespace tactus::core {

/// A contact is recognised by its key, or by the one that it had before (ContactSet::former). A history also belongs to one law: a contact whose law has
/// changed starts without one.
class ContactMemory {
 public:
  /// @param laws  outlive this
  /// @param solver_history  of a new contact; see ContactSolver::history
  ContactMemory(int dim, const PairLaws& laws, std::vector<Real> solver_history);

  Index law_history() const { return law_width_; }  ///< doubles per contact, of the widest law
  Index solver_history() const { return solver_width_; }

  /// Fills in what a contact had at t_n, or what a new one starts with: `data` has its key and its law.
  void recall(ReactionData& data, Index contact) const;
  /// Keeps what the contacts of an accepted step have, and forgets those that are absent, unless
  /// their law remembers them.
  void keep(const ReactionData& data);

  /// Sorted keys of contacts that pushed at t_n, or that laws or the solver have a history of.
  std::vector<ContactKey> known() const;
  /// Whether something is remembered of this contact.
  bool remembers(const ContactKey& key) const { return law_histories_.find(key) != kNone; }

  void save(Archive& archive) const;
  void load(Archive& archive);

 private:
  void save_shown(Archive& archive) const;
  static Index find(const KeyHistory& history, const ReactionData& data, Index contact);

  const PairLaws& laws_;
  Index dim_, law_width_, solver_width_;
  std::vector<Real> law_start_;     ///< [laws * law_width_] of new contacts
  std::vector<Real> solver_start_;  ///< [solver_width_] likewise
  KeyHistory reactions_;            ///< start values [N s] by key
  KeyHistory law_histories_;        ///< number of the law, followed by the doubles of its history
  KeyHistory solver_histories_;
  std::vector<Real> law_numbers_;  ///< work space of keep()
};

}  // namespace tactus::core
