/// Slopes of laws that are not smooth everywhere.
#pragma once

#include "tactus/conformance/check.hpp"
#include "tactus/material.hpp"

namespace tactus::conformance {

/// The largest component of each point; one that is no number is the largest.
inline Lanes largest_component(const Tensor& of) {
  Lanes most = Lanes::Zero();
  for (int a = 0; a < 9; ++a) {
    const Lanes size = of.col(a).abs();
    most = (size > most || size.isNaN()).select(size, most);
  }
  return most;
}

/// A law may have kinks, such as the yield of a metal. Where one lies within the reach of a difference,
/// the difference says nothing about the slope there, and another width gives another value. Such
/// points do not count, as long as most points are away from kinks.
class AwayFromKinks {
 public:
  explicit AwayFromKinks(Real limit) : limit_(limit) {}

  /// @param unsure  by how much differences of two widths differ, largest component of each point
  /// @param off     by how much the narrower one differs from the slope that the law gives
  void add(const Lanes& unsure, const Lanes& off) {
    for (int l = 0; l < kLanes; ++l) {
      ++all_;
      note(off[l], worst_of_all_);
      if (unsure[l] > limit_) continue;  // a number that is none counts
      ++counted_;
      note(off[l], worst_);
    }
  }
  Finding finding() const { return within(2 * counted_ > all_ ? worst_ : worst_of_all_, limit_); }

 private:
  static void note(Real value, Real& worst) {
    if (!(value <= worst) && worst == worst) worst = value;
  }
  Real limit_, worst_ = 0, worst_of_all_ = 0;
  Index all_ = 0, counted_ = 0;
};

}  // namespace tactus::conformance
