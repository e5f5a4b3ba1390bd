/// \file row_sums.hpp  What happened between two rows of the output tables, or in a whole run: sums and maxima of
/// the declared numbers, contacts by pairs of bodies, and impulses of supports.
#pragma once

#include "core/contact/pair_table.hpp"
#include "core/record/recorded.hpp"

namespace tactus::core {

class RowSums {
 public:
  explicit RowSums(const Supports& supports);

  /// @param account  changes of energy in this step, by cause
  void add_step(const StepFacts& facts, const Account::Causes& account, Real time);
  void add_audit(const AuditResult& result);
  void clear();

  /// The gathered value of a measure of steps or audits, by its index in measures() or by its name; not a
  /// number: there is none.
  Real number(std::size_t measure, int axis) const {
    return numbers_[3 * measure + static_cast<std::size_t>(axis)];
  }
  Real number(std::string_view name, int axis = 0) const;
  const PairTable& pairs() const { return pairs_; }
  /// [(holders + 2) * 3] N s, as OutsideFacts::reactions
  const std::vector<Real>& reactions() const { return reactions_; }

  /// Saves fields of a checkpoint whose names begin with `prefix`.
  void save(const std::string& prefix, Archive& archive) const;
  /// @throws Error if it belongs to a run with other bodies or supports.
  void load(const std::string& prefix, Archive& archive, std::size_t sides);

 private:
  template <class Self, class Use>
  static void for_fields(const std::string& prefix, Self& self, const Use& use);

  std::vector<Real> numbers_;  ///< [measures * 3]
  PairTable pairs_;
  std::vector<Real> reactions_;
};

}  // namespace tactus::core
