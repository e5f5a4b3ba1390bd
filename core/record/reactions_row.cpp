#include "core/record/reactions_row.hpp"

#include <cmath>

namespace tactus::core {

HistoryRow::Reactions reactions_row(const RowSums& sums, const StepFacts& last, int dim) {
  const ReactionFacts& contact = sums.contact;
  const ConvergenceFacts& convergence = sums.convergence;
  const auto where_measured = [&](Real value) {
    return convergence.measured > 0 ? value : std::nan("");
  };
  return {.friction_dissipation = contact.friction_dissipation,
          .normal_energy_loss = contact.normal_energy_loss,
          .open = last.contact.reactions.open,
          .sticking = last.contact.reactions.sticking,
          .slipping = last.contact.reactions.slipping,
          .depth = contact.depth,
          .new_contact_excess_depth = contact.new_contact_excess_depth,
          .angular_momentum_error = {contact.angular_momentum_error + (dim == 2 ? 2 : 0),
                                     dim == 2 ? 1U : 3U},
          .simultaneous_impacts = contact.simultaneous_impacts,
          .unconverged = sums.unconverged,
          .immovable = contact.immovable,
          .accepted_unconverged = convergence.accepted,
          .resv = where_measured(convergence.resv),
          .largest_residual = where_measured(convergence.largest)};
}

}  // namespace tactus::core
