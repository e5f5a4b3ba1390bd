#include "core/step/reaction_record.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tactus::core {

void ReactionFacts::add(const ReactionFacts& more) {
  friction_dissipation += more.friction_dissipation;
  normal_energy_loss += more.normal_energy_loss;
  open += more.open, sticking += more.sticking, slipping += more.slipping;
  depth = std::max(depth, more.depth);
  new_contact_excess_depth = std::max(new_contact_excess_depth, more.new_contact_excess_depth);
  simultaneous_impacts += more.simultaneous_impacts;
  for (int d = 0; d < 3; ++d) angular_momentum_error[d] += more.angular_momentum_error[d];
  immovable += more.immovable;
  outside_of_cone = std::max(outside_of_cone, more.outside_of_cone);
  least_normal = std::min(least_normal, more.least_normal);
}

ReactionFacts ReactionRecord::of(const SolvedReactions& solved) {
  ReactionFacts facts;
  for (Index i = 0; i < solved.rows.count(); ++i) add_contact(solved, i, facts);
  facts.simultaneous_impacts = shares_impacts(solved) ? 1 : 0;
  return facts;
}

void ReactionRecord::add_contact(const SolvedReactions& solved, Index contact,
                                 ReactionFacts& facts) const {
  const ReactionData& data = solved.data;
  const auto i = static_cast<std::size_t>(contact), dim = static_cast<std::size_t>(data.dim);
  const Real* const R = data.reactions.data() + i * dim;
  const Real* const before = data.U_old.data() + i * dim;
  const Real* const U = solved.velocity.data() + i * dim;
  facts.normal_energy_loss -= R[0] * (before[0] + U[0]) / 2;
  Real square = 0, speed = before[0] * before[0];
  for (std::size_t d = 1; d < dim; ++d) {
    facts.friction_dissipation -= R[d] * (before[d] + U[d]) / 2;
    square += R[d] * R[d], speed += before[d] * before[d];
  }
  const Real depth = -data.gap[i], tangential = std::sqrt(square);
  facts.depth = std::max(facts.depth, depth);
  const Real excess = depth - data.dt * std::sqrt(speed);
  if (solved.fresh[i] && excess > solved.touching)
    facts.new_contact_excess_depth = std::max(facts.new_contact_excess_depth, excess);
  const ContactState state = contact_state(R, data.dim, data.friction[i]);
  if (state == ContactState::open) {
    ++facts.open;
    return;
  }
  state == ContactState::slips ? ++facts.slipping : ++facts.sticking;
  facts.least_normal = std::min(facts.least_normal, R[0]);
  const Real cone = data.friction[i] * std::max<Real>(0, R[0]);
  if (tangential > cone)
    facts.outside_of_cone = std::max(facts.outside_of_cone, tangential / cone - 1);
}

std::size_t ReactionRecord::root_of(std::size_t contact) {
  while (parent_[contact] != contact) contact = parent_[contact] = parent_[parent_[contact]];
  return contact;
}

/// Whether two pushing contacts share a degree of freedom, directly or through further contacts,
/// and one of them has restitution.
bool ReactionRecord::shares_impacts(const SolvedReactions& solved) {
  const ReactionRows& rows = solved.rows;
  const ReactionData& data = solved.data;
  const auto n = static_cast<std::size_t>(rows.count()), dim = static_cast<std::size_t>(data.dim);
  if (std::ranges::none_of(data.restitution, [](Real e) { return e > 0; })) return false;
  parent_.resize(n);
  std::iota(parent_.begin(), parent_.end(), std::size_t{0});
  const auto for_dofs_of_pushing = [&](auto&& use) {
    for (std::size_t i = 0; i < n; ++i)
      for (Index k = rows.start[i]; data.reactions[i * dim] > 0 && k < rows.start[i + 1]; ++k)
        use(i, contact_of_dof_[static_cast<std::size_t>(rows.dof[static_cast<std::size_t>(k)])]);
  };
  for_dofs_of_pushing([&](std::size_t i, Index& other) {
    if (other == kNone)
      other = static_cast<Index>(i);
    else
      parent_[root_of(i)] = root_of(static_cast<std::size_t>(other));
  });
  for_dofs_of_pushing([](std::size_t, Index& other) { other = kNone; });
  members_.assign(n, 0);
  for (std::size_t i = 0; i < n; ++i)
    if (data.reactions[i * dim] > 0) ++members_[root_of(i)];
  for (std::size_t i = 0; i < n; ++i)
    if (data.reactions[i * dim] > 0 && data.restitution[i] > 0 && members_[root_of(i)] > 1)
      return true;
  return false;
}

}  // namespace tactus::core
