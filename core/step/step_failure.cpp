#include "core/step/step_failure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/contact/contact_bodies.hpp"
#include "core/contact/pair_table.hpp"
#include "core/model/matrix_faults.hpp"
#include "core/scene/options/component_text.hpp"
#include "core/step/reactions.hpp"

namespace tactus::core {
std::string pressed_bodies(const ContactForces& forces, const Configuration& configuration) {
  constexpr std::size_t kMost = 4;
  const auto square = [](const PairImpulse& p) {
    return p.impulse[0] * p.impulse[0] + p.impulse[1] * p.impulse[1] + p.impulse[2] * p.impulse[2];
  };
  Real greatest = 0;
  for (const PairImpulse& p : forces.pairs) greatest = std::max(greatest, square(p));
  std::set<std::int32_t> bodies;
  for (const PairImpulse& p : forces.pairs)
    if (square(p) >= greatest / 100)
      for (const std::int32_t body : {p.body_a, p.body_b})
        if (body >= 0) bodies.insert(body);
  std::string names;
  std::size_t count = 0;
  for (const std::int32_t body : bodies)
    if (++count <= kMost)
      names += fmt::format("{}\"{}\"", names.empty() ? "" : ", ", body_name(configuration, body));
  return count > kMost ? names + fmt::format(" and {} more", count - kMost) : names;
}

Outcome judge_contact_gain(const EnergyAccount& account, Real most, const StepInfo& step,
                           const ContactForces& forces, const Configuration& configuration) {
  const Real gain = account.contact + forces.held_work;  // less the work of supports
  // What the integrator gains through curved surfaces is no fault of a step.
  const Real in_all = std::max(most, account.gain_limit * step.energy);
  if (!account.kept || gain <= most || step.contact_gain + gain <= in_all) return {};
  return Outcome::retry(
      Cause::infeasible,
      fmt::format(
          "contact would add {:.3g} J to the balance of energy, {:.3g} % of its scale (bodies "
          "{}). A smaller /time/step may help. Bodies that are crushed faster than their waves "
          "travel, for example between supports that move towards each other, have no admissible "
          "motion: give them room, move the supports more slowly, or end the run before",
          gain, 100 * gain / step.energy, pressed_bodies(forces, configuration)));
}

bool may_be_limit(const Outcome& outcome) {
  return outcome.cause == Cause::not_converged || outcome.cause == Cause::indefinite;
}

std::string limit_load(const Outcome& outcome, const Configuration& configuration, Real time) {
  // At the start loads are 0, or there was no equilibrium at all, as of a body that nothing holds.
  if (!may_be_limit(outcome) || !(time > 0)) return {};
  std::string factors;
  for (const LoadConfig& load : configuration.loads) {
    if (load.factor.is_constant()) continue;
    const std::string name = load.type == LoadType::gravity
                                 ? "gravity"
                                 : fmt::format("\"{}\" on \"{}\"", load.load.type, load.body);
    factors +=
        fmt::format("{}{} times {:.4g}", factors.empty() ? "" : ", ", name, load.factor.at(time));
  }
  if (factors.empty()) return {};
  return fmt::format(
      "; the last equilibrium is that of t = {:.6g} s, with {}. Beyond a limit load there is none: "
      "drive a support along a \"path\" in place of the load, or take steps with inertia",
      time, factors);
}

std::string what_to_change(const ComponentConfig& solver, const SolverFacts& facts) {
  const bool stalled = facts.status == SolveStatus::stalled;
  std::string values = values_of("tolerance", solver);
  const std::string limits = values_of(stalled ? "patience" : "iterations", solver);
  if (!limits.empty()) values += (values.empty() ? "" : ", ") + limits;
  const std::string step = facts.step_helps ? "a smaller /time/step, " : "";
  const std::string advice =
      stalled ? fmt::format(
                    "The residual no longer fell, and more iterations alone do not mend "
                    "that. Take {}a larger tolerance, {}another solver "
                    "(`tactus list contact_solver`), above all one by Newton's method",
                    step, limits.empty() ? "or " : "more patience, or ")
              : fmt::format(
                    "Take {}a larger tolerance, more iterations, or another solver "
                    "(`tactus list contact_solver`)",
                    step);
  return fmt::format("{}{}. {}, several of them in turn if need be", values.empty() ? "" : "; ",
                     values, advice);
}

std::string largest_residual(const Outcome& outcome, const KernelContact* contact,
                             const Configuration& configuration) {
  if (!contact || outcome.where.item != Item::contact) return {};
  const auto [a, b] = sides_of(contact->step_rows(), outcome.where.index);
  return fmt::format("; the largest residual is between \"{}\" and \"{}\"",
                     body_name(configuration, a), body_name(configuration, b));
}

std::string body_name(const Configuration& configuration, std::int32_t body) {
  return body < 0 ? "?" : std::string(side_name(configuration, body));
}

std::string who_takes_part(const Outcome& outcome, const KernelContact* contact, const Model& model,
                           const Configuration& configuration) {
  if (!contact) return {};
  std::string_view how;
  std::vector<std::int32_t> bodies;
  if (outcome.where.item == Item::contact) {
    const auto [a, b] = sides_of(contact->step_rows(), outcome.where.index);
    bodies = {a, b};
    how = "between ";
  } else if (outcome.cause == Cause::infeasible) {
    bodies = violating_bodies(contact->violations(), model.surface());
    how = "of ";
  } else if (outcome.where.item == Item::element) {
    bodies = neighbours_of(model.element_body()[static_cast<std::size_t>(outcome.where.index)],
                           contact->near_list(), model.surface());
    how = "next to ";
  }
  std::string names;
  for (const std::int32_t body : bodies)
    names += fmt::format("{}\"{}\"", names.empty() ? "" : ", ", body_name(configuration, body));
  return names.empty() ? names : fmt::format(" ({}{})", how, names);
}

std::string who_holds(const Outcome& outcome, const KernelContact* contact, const Model& model,
                      const Configuration& configuration) {
  if (!contact || outcome.cause != Cause::unsupported || outcome.where.item != Item::contact)
    return {};
  constexpr std::size_t kMostNodes = 4;
  const std::vector<HolderName> names = holder_names(configuration, model.supports());
  std::string words;
  std::size_t count = 0;
  for (const Index v : contact->step_rows().stencil(outcome.where.index)) {
    if (!model.motion().is_node(v) || count == kMostNodes) continue;
    std::string by;
    for (const Index dof : model.motion().dofs_of(v)) {
      const std::int32_t holder = model.supports().holder()[dof];
      if (holder < 0) continue;
      const HolderName& name = names[static_cast<std::size_t>(holder)];
      const std::string who = name.support.empty() ? "as an obstacle" : "by " + name.support;
      if (by.find(who) == std::string::npos) by += (by.empty() ? "" : ", ") + who;
    }
    if (by.empty()) continue;
    words += fmt::format("{}{} is held {}", words.empty() ? "; " : ", ",
                         model.node_name(model.vertex_node()[v]), by);
    ++count;
  }
  return words;
}

std::string which_dof(const Outcome& outcome, const Model& model) {
  if (outcome.where.item != Item::dof || outcome.cause != Cause::not_finite) return {};
  const std::string name = dof_name(model, outcome.where.index);
  return name.empty() ? name : " (" + name + ")";
}

std::string crushed_element(const Outcome& outcome, const Model& model, View<Real> q) {
  if (outcome.where.item != Item::element || outcome.cause != Cause::inverted_element ||
      outcome.where.index < 0 || outcome.where.index >= model.element_count())
    return {};
  const auto dim = static_cast<std::size_t>(model.dim());
  const auto first = static_cast<std::size_t>(outcome.where.index) * (dim + 1);
  std::vector<Real> middle(model.centre().begin(), model.centre().end());
  for (const Index node : model.elements().subspan(first, dim + 1))
    for (std::size_t d = 0; d < dim; ++d)
      middle[d] += q[static_cast<std::size_t>(node) * dim + d] / static_cast<Real>(dim + 1);
  return fmt::format(
      "; the element is near ({:.4g}) m. If it was crushed, slower bodies, a stiffer material or a "
      "finer mesh help, or a smaller /time/step where the step is long for the speed",
      fmt::join(middle, ", "));
}

}  // namespace tactus::core
