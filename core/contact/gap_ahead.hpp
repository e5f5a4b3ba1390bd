/// \file gap_ahead.hpp  Contacts that begin before their gap is closed, for problems in reactions: the law of
/// one with the gap g > 0 has U_N + g/h in place of U_N, where h is the time up to the geometry of the next
/// rows, and where bodies turn, the change of U_N on the way as well (docs/theory/gap_ahead.md).
///
/// This holds for implicit laws without restitution; explicit laws, and laws that act at open gaps, read the
/// gap.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/contact/near_list.hpp"
#include "core/contact/pair_laws.hpp"

namespace tactus::core {

class GapAhead {
 public:
  /// @param geometry, laws  outlive this
  GapAhead(const ContactGeometry& geometry, const PairLaws& laws);

  /// Finds the largest speed of a vertex of each body.
  /// @param velocity  [dofs] without reactions
  /// @param h         s, from the geometry of these rows to that of the next ones
  void begin(View<Real> q, View<Real> velocity, Real h);

  /// Whether contacts of a law begin before their gap is closed.
  bool serves(std::int32_t law) const { return serves_[static_cast<std::size_t>(law)] != 0; }
  /// m, largest gap at which a contact between two bodies begins: h (s_a + s_b). What falls side by
  /// side has a reach, too, because a third body may push one of the two.
  Real reach(std::pair<std::int32_t, std::int32_t> bodies) const {
    return h_ * (speed_of(bodies.first) + speed_of(bodies.second));
  }
  /// m/s, what the law of a contact has beside U_N, see above.
  /// @param gap      m, at the geometry of the rows
  /// @param turning  m/s, change of U_N within h/2 because bodies turn
  /// @param least    m/s <= 0, minus the speed at which bodies may part without new energy
  Real speed(Real gap, Real turning, Real least) const {
    return std::max(std::max<Real>(0, gap) / h_ + std::min<Real>(0, turning), least);
  }
  /// m, the largest reach of all pairs; 0 if no law is served.
  Real furthest() const { return furthest_; }

 private:
  Real speed_of(std::int32_t body) const {
    return body < 0 ? 0 : speed_[static_cast<std::size_t>(body)];
  }

  const ContactGeometry geometry_;
  std::vector<std::uint8_t> serves_;  ///< [laws]
  bool serves_any_ = false;
  std::vector<Real> vertex_velocity_;  ///< [vertices * dim] m/s
  std::vector<Real> speed_;            ///< [bodies] m/s
  Real h_ = 0, furthest_ = 0;
};

}  // namespace tactus::core
