#include "core/run/step_failure.hpp"

#include <fmt/format.h>

namespace tactus::core {

std::string body_name(const Configuration& configuration, std::int32_t body) {
  return body < 0 ? "?" : configuration.bodies[static_cast<std::size_t>(body)].name;
}

std::string who_takes_part(const Outcome& outcome, const KernelContact* contact, const Model& model,
                           const Configuration& configuration) {
  if (!contact) return {};
  std::string_view how;
  std::vector<std::int32_t> bodies;
  if (outcome.where.item == Item::contact) {
    const auto [a, b] = contact->bodies_of(outcome.where.index);
    bodies = {a, b};
    how = "between ";
  } else if (outcome.cause == Cause::infeasible) {
    bodies = contact->violating_bodies();
    how = "of ";
  } else if (outcome.where.item == Item::element) {
    bodies =
        contact->neighbours_of(model.element_body()[static_cast<std::size_t>(outcome.where.index)]);
    how = "next to ";
  }
  std::string names;
  for (const std::int32_t body : bodies)
    names += fmt::format("{}\"{}\"", names.empty() ? "" : ", ", body_name(configuration, body));
  return names.empty() ? names : fmt::format(" ({}{})", how, names);
}

}  // namespace tactus::core
