#include "core/step/reaction_words.hpp"

#include <fmt/format.h>

#include "core/contact/delassus.hpp"
#include "core/support/plural.hpp"

namespace tactus::core {

namespace {

std::string_view how_it_ended(SolveStatus status) {
  switch (status) {
    case SolveStatus::converged:
      return "calls them converged";
    case SolveStatus::stalled:
      return "stalled";
    case SolveStatus::out_of_iterations:
      break;
  }
  return "used up its iterations";
}

}  // namespace

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
      plural(contacts, "contact", "contacts"), solver, how_it_ended(facts.status),
      plural(facts.iterations, "iteration", "iterations"), facts.residual, incoming);
}

std::string above_limit_in_words(Real resv, Real limit) {
  return fmt::format(
      "; the best reactions have a residual of {:.3g} of these velocities over all contacts, and "
      "/contact/not_converged/limit is {:g}",
      resv, limit);
}

std::string_view at_rest_in_words() {
  return "; the step is not divided, because the bodies rest, and in half of the step their "
         "reactions are the same but for a factor";
}

}  // namespace tactus::core
