/// \file step_rows.hpp  The rows of contact in a step as the kernel keeps them: what the constraint wrote of each, over
/// which degrees of freedom it is, which bodies and surfaces meet in it, and what its solver remembers of it.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/contact/key_history.hpp"
#include "core/contact/pair_laws.hpp"
#include "core/contact/row_map.hpp"
#include "core/contact/row_places.hpp"
#include "tactus/constraint.hpp"
#include "tactus/contact_model.hpp"

namespace tactus::core {

class StepRows {
 public:
  /// Memory behind ContactRows.
  struct Memory {
    ContactSet set;
    std::vector<Index> owner_dof;
    std::vector<std::uint8_t> held, fresh;
    std::vector<std::uint8_t> grounded;  ///< 1: pushes against something outside the model
    std::vector<std::int32_t> law;
    std::vector<std::pair<std::int32_t, std::int32_t>> patch;  ///< see patches_of()
    std::vector<Real> solver_old, solver_new;
    void clear();
  };

  /// @param solver_history  of a new contact; see ContactSolver::history
  StepRows(const ContactGeometry& geometry, const Constraint& constraint,
           std::vector<Real> solver_history);

  /// The laws that rows get by their surfaces; null: none. They outlive this object.
  void set_laws(const PairLaws* laws) { laws_ = laws; }

  /// Starts a step without rows; see KernelContact::begin().
  void begin(const StateView& old, const ContactPoint& point, View<std::uint8_t> fixed);
  void clear();  ///< begins again within the step
  /// Maps rows that the constraint has added to set() to degrees of freedom, or all rows if the stencil of an earlier
  /// one has grown.
  void map_new();

  const ContactRows& rows() const { return rows_; }
  ContactSet& set() { return memory_.set; }
  const Memory& memory() const { return memory_; }
  View<Index> stencil(Index row) const { return memory_.set.stencil(row); }
  KeyHistory& history() { return solver_history_; }
  const KeyHistory& history() const { return solver_history_; }
  RowPlaces& places() { return places_; }
  const RowPlaces& places() const { return places_; }
  const RowMap& map() const { return map_; }
  RowMap::Row row(Index r) const { return {r, stencil(r)}; }
  /// Some rows where their vertices are now.
  RowQuery query(View<Index> rows) const {
    return {&memory_.set, rows, places_.now(), places_.point().time};
  }
  Index entries_of(View<Index> rows) const;  ///< vertices in the stencils of some rows
  /// Asks the constraint; what it cannot evaluate is a reason to try a shorter step.
  Outcome ask(const RowQuery& query, const RowOutput& out, Context& context) const;

  /// The key that a row had at t_n if it is not its own, or {}: ContactSet::former, unless another row
  /// has that key.
  ContactKey former_of(Index row) const;
  /// Position of a row's law in the table of set_laws(); -1: it has none.
  std::int32_t law_of(Index row) const { return memory_.law[static_cast<std::size_t>(row)]; }
  /// The named surfaces that meet in a row, own one first; needs laws.
  std::pair<std::int32_t, std::int32_t> patches_of(Index row) const {
    return memory_.patch[static_cast<std::size_t>(row)];
  }
  /// Notes that a row pushes against something outside of the model.
  void ground(Index row) { memory_.grounded[row] = memory_.held[row] = 1; }

 private:
  std::pair<std::int32_t, std::int32_t> surfaces_of(Index row) const;
  void check_stencil(Index row) const;
  void add_row_data(Index row);
  void publish();

  const Constraint& constraint_;
  const PairLaws* laws_ = nullptr;
  RowPlaces places_;
  KeyHistory solver_history_;
  std::vector<ContactKey> sorted_keys_;  ///< of all rows, if some row has a former key
  RowMap map_;
  std::uint64_t mapped_pattern_ = 0;
  Memory memory_;
  ContactRows rows_;
};

}  // namespace tactus::core
