#include "core/run/reaction_words.hpp"

#include <fmt/format.h>

#include "core/contact/delassus.hpp"
#include "core/output/plural.hpp"

namespace tactus::core {

std::string too_many_blocks(Index contacts, Index dim) {
  const auto gigabytes = static_cast<Real>(Delassus::kMostBlocks * (dim * dim + 1) * 8) / 1e9;
  return fmt::format(
      " (the Delassus operator of {} has more than {} blocks, which would take more than {:.2g} "
      "GB)",
      plural(contacts, "contact", "contacts"), Delassus::kMostBlocks, gigabytes);
}

std::string not_converged_in_words(Index contacts, std::string_view solver,
                                   const SolverFacts& facts, Real incoming) {
  return fmt::format(
      "the reactions of {} did not converge: \"{}\" {} after {}, with a natural residual of {:.3g} "
      "m/s where the velocities without reactions are {:.3g} m/s, to which the tolerance is "
      "relative",
      plural(contacts, "contact", "contacts"), solver,
      facts.status == SolveStatus::stalled ? "stalled" : "used up its iterations",
      plural(facts.iterations, "iteration", "iterations"), facts.residual, incoming);
}

}  // namespace tactus::core
