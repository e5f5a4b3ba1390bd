/// \file plain_rows.hpp  Arrays behind ContactRows, for test doubles of a ContactModel.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "../contact_model.hpp"

namespace tactus::conformance {

/// Vertices behind degrees of freedom of the plane: vertex i has 2 i and 2 i + 1. One that is over
/// belongs to none.
class PlainVertices {
 public:
  void begin(View<Real> position) {
    position_.assign(position.begin(), position.end());
    dof_.clear();
    for (std::size_t i = 0; i + 1 < position.size(); i += 2) dof_.push_back(static_cast<Index>(i));
    position_.resize(2 * dof_.size());
    remedy_.clear(), violations_.clear();
    vertices_ = {2, dof_, position_};
  }
  /// The vertices of some degrees of freedom, ascending.
  std::vector<Index> of(View<Index> dofs) const {
    std::vector<Index> found;
    for (const Index dof : dofs)
      if (dof / 2 < static_cast<Index>(dof_.size())) found.push_back(dof / 2);
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
  }
  void allow(View<Remedy> remedy) { remedy_.assign(remedy.begin(), remedy.end()); }
  Remedy remedy_of(View<Index> dofs) const {
    DetectQuery query;
    query.remedy = remedy_;
    return query.remedy_of(of(dofs));
  }
  const ContactVertices& vertices() const { return vertices_; }
  Violations& violations() { return violations_; }
  const Violations& violations() const { return violations_; }

 private:
  std::vector<Index> dof_;
  std::vector<Real> position_;
  std::vector<Remedy> remedy_;
  Violations violations_;
  ContactVertices vertices_;
};

/// Rows of the plane. Fill the public members, one entry a row (`start`:
/// one more, `dof`: those of all rows; `held` may stay empty), then publish().
class PlainRows {
 public:
  std::vector<ContactKey> key;
  std::vector<Index> start{0}, dof, event;
  std::vector<Index> stencil_start{0}, stencil;  ///< may stay empty
  std::vector<Real> lower;
  std::vector<std::uint8_t> held;  ///< empty: no row has a prescribed degree of freedom

  void clear() {
    start.assign(1, 0);
    stencil_start.assign(1, 0), stencil.clear();
    key.clear(), dof.clear(), event.clear(), lower.clear(), held.clear();
  }

  /// @param history  numbers a row that the solver keeps; all are zero
  void publish(Index history) {
    publish(std::vector<Real>(key.size() * static_cast<std::size_t>(history), 0));
  }
  /// @param history  the numbers of all rows that the solver keeps, at t_n
  void publish(std::vector<Real> history) {
    const std::size_t n = key.size();
    stencil_start.resize(n + 1, stencil_start.back());
    held.resize(n, 0), yes_.assign(n, 1), one_.assign(n, 1);
    none_.assign(n, kNone);
    old_ = std::move(history), new_ = old_;
    rows_ = {.count = static_cast<Index>(n),
             .dim = 2,
             .pattern = 1,
             .key = key,
             .lower = lower,
             .scale = one_,
             .event = event,
             .start = start,
             .dof = dof,
             .stencil_start = stencil_start,
             .stencil = stencil,
             .held = held,
             .owner_dof = none_,
             .fresh = yes_,
             .history_old = old_,
             .history_new = new_};
  }
  const ContactRows& rows() const { return rows_; }

 private:
  std::vector<Real> one_, old_, new_;
  std::vector<Index> none_;
  std::vector<std::uint8_t> yes_;
  ContactRows rows_;
};

}  // namespace tactus::conformance
