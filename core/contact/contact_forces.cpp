#include "core/contact/contact_forces.hpp"

#include <iterator>

namespace tactus::core {

void ContactForces::clear(Index holders) {
  contacts = impact_zone_nodes = 0;
  pairs.clear();
  zone.clear();
  vertex_force.clear();
  vertex_state.clear();
  std::fill(std::begin(held), std::end(held), Real{0});
  held_by.assign(static_cast<std::size_t>(3 * (holders + 2)), 0);
  held_work = outside_power = outside_speed = 0;
  grounded = false;
}

/// A stable sort, so that impulses are added up in the order in which they came.
void ContactForces::join_pairs() {
  std::ranges::stable_sort(pairs, BodyOrder{});
  std::size_t kept = 0;
  for (const PairImpulse& pair : pairs) {
    if (kept == 0 || BodyOrder{}(pairs[kept - 1], pair)) {
      pairs[kept++] = pair;
      continue;
    }
    PairImpulse& sum = pairs[kept - 1];
    sum.contacts += pair.contacts;
    for (int d = 0; d < 3; ++d) sum.impulse[d] += pair.impulse[d];
  }
  pairs.resize(kept);
}

}  // namespace tactus::core
