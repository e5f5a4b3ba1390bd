/// \file projection_component.hpp  One independent part of a projection on the admissible set.
///
/// With a diagonal tangent D, rows that share no degree of freedom do not know of each other. A
/// component is a list of rows that do, and what a solver keeps for it.
#pragma once

#include <algorithm>
#include <concepts>
#include <vector>

#include "contact_model.hpp"

namespace tactus {

/// What is solved, min 1/2 (u - predictor)' D (u - predictor) with value(u) >= lower, and where the
/// result goes. Components write to their own degrees of freedom and rows only.
struct Projection {
  const ContactModel& contact;
  View<Real> diagonal{};   ///< [dofs] D, N/m
  View<Real> predictor{};  ///< [dofs] m
  Out<Real> u{};           ///< [dofs] m; in: where to start; out: predictor + d
  Out<Real> d{};           ///< [dofs] m; the correction itself, never formed by subtraction
  Out<Real> multiplier{};  ///< [rows] N; in: of the last solve, 0 for new rows; out: >= 0
  Out<Real> force{};       ///< [dofs] N; out: D d
  Out<Index> number{};     ///< [dofs] not below 0: memory for ComponentRows::number_unknowns()
};

/// What one component's solution was like.
struct ComponentResult {
  Outcome outcome{};
  Index iterations = 0;
  Index inconsistent = 0;  ///< rows below zero at the end
  bool converged = true;
  bool usable = true;  ///< false: no solution; an attempt with such a component is never taken
};

/// Rows and unknowns of a component; base of what a solver keeps for one.
class ComponentRows {
 public:
  std::vector<Index> rows;  ///< positions in ContactModel::rows(); empty: merged into another
  bool changed = true;      ///< has rows that were not there when it was solved last
  ComponentResult result;

  /// Degrees of freedom, ascending; valid after number_unknowns().
  View<Index> unknowns() const { return dof_; }

  /// Makes it a problem without rows; memory is kept.
  void clear() {
    rows.clear();
    changed = true;
    result = {};
  }
  /// Takes over the rows of a component that grows into this one.
  void merge(const ComponentRows& other) {
    rows.insert(rows.end(), other.rows.begin(), other.rows.end());
    changed = true;
  }

 protected:
  void number_unknowns(const Projection& in) {
    const ContactRows& all = in.contact.rows();
    const auto each_entry = [&](auto&& visit) {
      for (const Index r : rows)
        for (Index k = all.start[r]; k < all.start[r + 1]; ++k) visit(all.dof[k]);
    };
    dof_.clear();
    each_entry([&](Index dof) {
      // A number left by another problem says nothing: it counts where it points back.
      const auto place = static_cast<std::size_t>(in.number[dof]);
      if (place < dof_.size() && dof_[place] == dof) return;
      in.number[dof] = static_cast<Index>(dof_.size());
      dof_.push_back(dof);
    });
    std::sort(dof_.begin(), dof_.end());
    for (std::size_t k = 0; k < dof_.size(); ++k) in.number[dof_[k]] = static_cast<Index>(k);
    local_.clear();
    each_entry([&](Index dof) { local_.push_back(in.number[dof]); });
  }

  std::vector<Index> dof_;    ///< unknowns, ascending
  std::vector<Index> local_;  ///< [entries of rows] position in dof_
};

/// A component with a way to solve it. Problem::kSerial: one at a time, from one thread.
template <class P>
concept ProjectionProblem = std::derived_from<P, ComponentRows> && std::movable<P> &&
    requires(P problem, const P& other, const Projection& projection,
             const typename P::Settings& settings, Context& context) {
  { P::kSerial } -> std::convertible_to<bool>;
  problem.solve(projection, settings, context);  // starts from projection.d; fills result
  problem.clear();                               // forgets rows and what helps a warm start
  problem.merge(other);
};

}  // namespace tactus
