/// \file reaction_past.hpp  What problems in reactions know of the step before: reactions and histories of contacts,
/// the frames in which these are components, who touched whom, and how easily contacts gave way.
#pragma once

#include <optional>

#include "core/contact/contact_memory.hpp"
#include "core/contact/reaction_map.hpp"
#include "core/contact/reaction_rows.hpp"
#include "core/contact/touch_record.hpp"

namespace tactus::core {

class ReactionPast {
 public:
  /// @param laws, vertex_body  (Surface::vertex_body) outlive the object
  /// @param solver_history  of a new contact; see ContactSolver::history
  ReactionPast(int dim, const PairLaws& laws, std::vector<Real> solver_history,
               View<std::int32_t> vertex_body);

  const ContactMemory& memory() const { return memory_; }
  /// Null: in the plane.
  const ReactionMap* frames() const { return frames_ ? &*frames_ : nullptr; }
  const TouchRecord& touches() const { return touches_; }
  /// 1/kg, largest W_NN of the last accepted step with contacts; 0: none yet
  Real largest_normal() const { return largest_normal_; }

  /// The contacts of an attempt at a step follow.
  void begin();
  /// Of the contacts of the attempt that were posed. @param touches whether it is one already
  /// @param stencil  see TouchRecord::add()
  void add(bool touches, View<Index> stencil);
  /// [contacts] 1: the contact is new by TouchRecord, which does not depend on the key.
  View<std::uint8_t> fresh() const { return fresh_; }

  /// The step is accepted. @param normal 1/kg, its largest W_NN; 0: it has no contacts
  void accept(const ReactionData& data, const ReactionRows& rows, Real normal);

  void save(Archive& archive) const;
  void load(Archive& archive);

 private:
  ContactMemory memory_;
  std::optional<ReactionMap> frames_;
  TouchRecord touches_;
  std::vector<std::uint8_t> fresh_;
  Real largest_normal_ = 0;
};

}  // namespace tactus::core
