/// \file plain_rows.hpp  Arrays behind ContactRows, for test doubles of a ContactModel.
#pragma once

#include <vector>

#include "../contact_model.hpp"

namespace tactus::conformance {

/// Rows of the plane without laws and friction. Fill the public members, one entry a row (`start`:
/// one more, `dof`: those of all rows; `held` may stay empty), then publish().
class PlainRows {
 public:
  std::vector<ContactKey> key;
  std::vector<Index> start{0}, dof, event;
  std::vector<Real> lower;
  std::vector<std::uint8_t> held;  ///< empty: no row has a prescribed degree of freedom

  void clear() {
    start.assign(1, 0);
    key.clear(), dof.clear(), event.clear(), lower.clear(), held.clear();
  }

  /// @param history  numbers a row that the solver keeps; all are zero
  void publish(Index history) {
    const std::size_t n = key.size();
    held.resize(n, 0), yes_.assign(n, 1), zero_.assign(n, 0), one_.assign(n, 1);
    none_.assign(n, kNone), law_.assign(n, -1);
    old_.assign(n * static_cast<std::size_t>(history), 0), new_ = old_;
    rows_ = {.count = static_cast<Index>(n),
             .dim = 2,
             .pattern = 1,
             .key = key,
             .lower = lower,
             .scale = one_,
             .event = event,
             .start = start,
             .dof = dof,
             .held = held,
             .owner_dof = none_,
             .law = law_,
             .friction = zero_,
             .restitution = zero_,
             .fresh = yes_,
             .history_old = old_,
             .history_new = new_};
  }
  const ContactRows& rows() const { return rows_; }

 private:
  std::vector<Real> zero_, one_, old_, new_;
  std::vector<Index> none_;
  std::vector<std::uint8_t> yes_;
  std::vector<std::int32_t> law_;
  ContactRows rows_;
};

}  // namespace tactus::conformance
