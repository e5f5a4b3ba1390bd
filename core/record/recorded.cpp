#include "core/record/recorded.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace tactus::core {
namespace {

using Runs = Measure::Runs;
using Step = const StepSource&;
using Audit = const AuditResult&;
using Row = const RowSource&;
constexpr auto kCount = Measure::Shape::count;
constexpr auto kVector = Measure::Shape::vector;
constexpr auto kMoment = Measure::Shape::moment;
constexpr auto kLargest = Measure::Adding::largest;
constexpr auto kLargestKnown = Measure::Adding::largest_known;

bool has_account(Row r, Real) { return r.balance.account().kept(); }
bool has_depth(Row, Real depth) { return std::isfinite(depth); }
Real where_measured(Step s, Real value) {
  return s.facts.solver.convergence.measured > 0 ? value : std::nan("");
}
template <class T>
Real real(T count) {
  return static_cast<Real>(count);
}

Real largest_speed(Row r, int) {
  const Scratch::Frame frame(*r.context.scratch);
  const auto dim = static_cast<std::size_t>(r.model.dim());
  const Out<Real> velocity =
      r.context.scratch->take<Real>(static_cast<Index>(r.model.places().size()));
  r.model.point_velocities(r.state.q, r.state.v, velocity);
  Real largest = 0;  // of the squares
  for (std::size_t i = 0; i < velocity.size(); i += dim) {
    Real square = 0;
    for (const Real v : velocity.subspan(i, dim)) square += v * v;
    largest = std::max(largest, square);
  }
  return std::sqrt(largest);
}

// Each lambda is one line, as is each text: this is a table.
// clang-format off
const std::vector<Measure>& declared() {
  static const std::vector<Measure> all{
{.name = "step", .of_row = [](Row r, int) { return real(r.steps); },
 .text = "steps made so far", .shape = kCount},
{.name = "time", .unit = "s", .of_row = [](Row r, int) { return r.state.time; },
 .text = "at the end of the step"},
{.name = "kinetic_energy", .unit = "J", .of_row = [](Row r, int) { return r.balance.now().kinetic; },
 .text = "of all bodies; strain energy is 0 at rest and undeformed"},
{.name = "strain_energy", .unit = "J", .of_row = [](Row r, int) { return r.balance.now().strain; }},
{.name = "external_energy", .unit = "J", .of_row = [](Row r, int) { return r.balance.external(); },
 .text = "potential of constant gravity (0 at the start) less the work that supports, driven obstacles, "
         "[other loads](loads.md) and damping have done"},
{.name = "total_energy", .unit = "J", .of_row = [](Row r, int) { return r.balance.total(); },
 .text = "the sum of these three, `contact_stored_energy_J` and `dissipated_energy_J`. In a sound run it stays "
         "constant or falls"},
{.name = "linear_momentum", .unit = "kg m/s", .of_row = [](Row r, int d) { return r.balance.now().linear[d]; },
 .text = "of all bodies", .shape = kVector},
{.name = "angular_momentum", .unit = "kg m^2/s", .of_row = [](Row r, int d) { return r.balance.now().angular[d]; },
 .text = "about the centre of mass at the start", .shape = kMoment},
{.name = "dt", .unit = "s", .of_row = [](Row r, int) { return r.last.dt; },
 .text = "length of this step"},
{.name = "largest_speed", .unit = "m/s", .of_row = largest_speed,
 .text = "of a node or a particle, at the end of the step"},
{.name = "contact_energy", .unit = "J", .of_step = [](Step s, int) { return s.facts.contact.work; },
 .text = "work of contact on all that moves; above a few 1e-4 of the energy a vertex was kept on the wrong side of "
         "a facet"},
{.name = "contact_stored_energy", .unit = "J", .of_row = [](Row r, int) { return r.last.contact.stored_energy; },
 .text = "in the springs of a penalty method"},
{.name = "contact_gain", .unit = "J", .of_step = [](Step s, int) { return s.account.contact; },
 .text = "what contact, the error of time integration, and changes of the step did to `discrete_energy_J` "
         "([the account of energy](theory/energy_account.md)); empty where the integrator keeps none",
 .known = has_account},
{.name = "integration_gain", .unit = "J", .of_step = [](Step s, int) { return s.account.integration; },
 .known = has_account},
{.name = "step_change", .unit = "J", .of_step = [](Step s, int) { return s.account.step_change; },
 .known = has_account},
{.name = "discrete_energy", .unit = "J", .of_row = [](Row r, int) { return r.balance.account().energy(); },
 .text = "what the integrator conserves exactly on linear systems: kinetic (of what is free), strain and load energy "
         "and a term of its own", .known = has_account},
{.name = "support_impulse", .unit = "N s", .of_step = [](Step s, int d) { return s.facts.outside.support_impulse[d]; },
 .text = "of supports, obstacles and what a constraint knows outside of the model (a floor) on the rest",
 .shape = kVector},
{.name = "contacts", .of_row = [](Row r, int) { return real(r.last.contact.forces.contacts); },
 .text = "conditions that carried a force", .shape = kCount},
{.name = "intersections", .of_audit = [](Audit a, int) { return real(a.intersections); },
 .text = "crossing pairs of facets, and overlaps without a crossing, by the exact audit; empty: not audited",
 .shape = kCount, .adding = kLargestKnown},
{.name = "overlaps_without_crossing", .of_audit = [](Audit a, int) { return real(a.contained); },
 .shape = kCount, .adding = kLargestKnown},
{.name = "depth", .unit = "m", .of_audit = [](Audit a, int) { return a.depth; },
 .text = "the deepest that a point of one boundary is inside another body, and the same in parts of the nearest "
         "facet or, where that is smaller, of the body; empty: not audited, or of a body in itself",
 .adding = kLargestKnown, .known = has_depth},
{.name = "depth_facets", .of_audit = [](Audit a, int) { return a.depth_in_facets; },
 .adding = kLargestKnown, .known = has_depth},
{.name = "inadmissible_branches", .of_row = [](Row r, int) { return real(r.metrics.value("inadmissible_branches")); },
 .text = "conditions taken though the start of the step did not satisfy them", .shape = kCount},
{.name = "inconsistent_qps", .of_row = [](Row r, int) { return real(r.metrics.value("inconsistent_qps")); },
 .text = "contact problems left with a condition violated", .shape = kCount},
{.name = "substeps", .of_step = [](Step s, int) { return real(s.facts.substeps); },
 .text = "substeps into which the step was divided so that no contact is missed; 0: not divided", .shape = kCount},
{.name = "retries", .of_step = [](Step s, int) { return real(s.facts.retries); },
 .text = "times the step was tried again with half its length", .shape = kCount},
{.name = "neighbour_list_rebuilds", .of_step = [](Step s, int) { return real(s.facts.lists.searches); },
 .text = "searches by the broad phase; boxes that it looked at; pairs that the last search found; the largest "
         "motion since then, as a part of the one that leads to a new search", .shape = kCount},
{.name = "neighbour_list_boxes", .of_step = [](Step s, int) { return real(s.facts.lists.boxes); }, .shape = kCount},
{.name = "neighbour_list_pairs", .of_step = [](Step s, int) { return real(s.facts.lists.pairs); }, .shape = kCount,
 .adding = kLargest},
{.name = "neighbour_list_wear", .of_step = [](Step s, int) { return s.facts.lists.wear; }, .adding = kLargest},
{.name = "solver_iterations", .of_row = [](Row r, int) { return real(r.metrics.value("solver_iterations")); },
 .text = "iterations of the contact solver, and passes of detection and projection, in all attempts",
 .shape = kCount},
{.name = "detection_passes", .of_row = [](Row r, int) { return real(r.metrics.value("detection_passes")); },
 .shape = kCount},
{.name = "impact_zone_steps", .of_step = [](Step s, int) { return s.facts.contact.forces.impact_zone_nodes > 0 ? 1.0 : 0; },
 .text = "steps with [rigid impact zones](theory/impact_zones.md)", .shape = kCount},
{.name = "impact_zone_nodes", .of_step = [](Step s, int) { return real(s.facts.contact.forces.impact_zone_nodes); },
 .text = "the most nodes in such zones in one step", .shape = kCount, .adding = kLargest},

{.name = "friction_dissipation", .unit = "J",
 .of_step = [](Step s, int) { return s.facts.contact.reactions.friction_dissipation; },
 .text = "energy lost to tangential reactions (friction) and to normal ones (impacts, dashpots, springs); their "
         "sum is -`contact_energy_J`", .runs = Runs::reactions},
{.name = "normal_energy_loss", .unit = "J",
 .of_step = [](Step s, int) { return s.facts.contact.reactions.normal_energy_loss; }, .runs = Runs::reactions},
{.name = "open_contacts", .of_row = [](Row r, int) { return real(r.last.contact.reactions.open); },
 .text = "of the step: rows without a reaction, with one inside of the cone of friction, with one on it; the cone is "
         "that of the configured `friction`", .shape = kCount, .runs = Runs::reactions},
{.name = "sticking_contacts", .of_row = [](Row r, int) { return real(r.last.contact.reactions.sticking); },
 .shape = kCount, .runs = Runs::reactions},
{.name = "slipping_contacts", .of_row = [](Row r, int) { return real(r.last.contact.reactions.slipping); },
 .shape = kCount, .runs = Runs::reactions},
{.name = "contact_depth", .unit = "m", .of_step = [](Step s, int) { return s.facts.contact.reactions.depth; },
 .text = "the greatest depth of a contact where the method looks at it (`moreau_jean`: in the middle of the step)",
 .adding = kLargest, .runs = Runs::reactions},
{.name = "new_contact_excess_depth", .unit = "m",
 .of_step = [](Step s, int) { return s.facts.contact.reactions.new_contact_excess_depth; },
 .text = "the largest depth of a new contact less dt times the relative velocity there: a positive value tells of "
         "a contact that was missed before", .adding = kLargest, .runs = Runs::reactions},
{.name = "angular_momentum_error", .unit = "kg m^2/s",
 .of_step = [](Step s, int d) { return s.facts.contact.reactions.angular_momentum_error[d]; },
 .text = "change of angular momentum by reactions that act at two places: gap times tangential reaction",
 .shape = kMoment, .runs = Runs::reactions},
{.name = "simultaneous_impacts", .of_step = [](Step s, int) { return real(s.facts.contact.reactions.simultaneous_impacts); },
 .text = "steps in which contacts with restitution that share bodies pushed",
 .shape = kCount, .runs = Runs::reactions},
{.name = "unconverged_attempts", .of_step = [](Step s, int) { return real(s.facts.unconverged); },
 .text = "attempts that were rejected because the reactions did not converge; they count in `retries`, too",
 .shape = kCount, .runs = Runs::reactions},
{.name = "immovable_contacts", .of_step = [](Step s, int) { return real(s.facts.contact.reactions.immovable); },
 .text = "contacts between things that cannot move, left out", .shape = kCount, .runs = Runs::reactions},
{.name = "accepted_unconverged", .of_step = [](Step s, int) { return real(s.facts.solver.convergence.accepted); },
 .text = "steps that were accepted although their reactions had not converged "
         "([unconverged steps](theory/unconverged_steps.md))", .shape = kCount, .runs = Runs::reactions},
{.name = "resv", .of_step = [](Step s, int) { return where_measured(s, s.facts.solver.convergence.resv); },
 .text = "natural residual of all contacts over their velocities without reactions, the largest of the steps; "
         "empty without contacts or with laws of both kinds",
 .adding = kLargestKnown, .runs = Runs::reactions},
{.name = "largest_residual", .unit = "m/s",
 .of_step = [](Step s, int) { return where_measured(s, s.facts.solver.convergence.largest); },
 .text = "of a contact, in these steps", .adding = kLargestKnown, .runs = Runs::reactions},

{.name = "dissipated_energy", .unit = "J", .of_row = [](Row r, int) { return r.balance.now().dissipated; },
 .text = "what materials have turned into heat since the start", .runs = Runs::dissipation},

{.name = "equilibrium_residual", .of_step = [](Step s, int) { return s.facts.equilibrium.share(); },
 .text = "the largest force that a free node is short of equilibrium, over the largest nodal force of supports, "
         "loads and contact", .adding = kLargest, .runs = Runs::statics},
  };
  return all;
}
// clang-format on

}  // namespace

View<Measure> measures() { return declared(); }

void add(Measure::Adding how, Real& row, Real step) {
  if (how == Measure::Adding::sum)
    row += step;
  else if (how == Measure::Adding::largest || !std::isnan(row))
    row = std::max(row, step);  // keeps `row` if the step has no value
  else
    row = step;
}

View<int> axes_of(const Measure& measure, int dim) {
  static constexpr int kAxes[] = {0, 1, 2};
  const View<int> axes(kAxes);
  if (measure.shape == kVector) return axes.first(static_cast<std::size_t>(dim));
  if (measure.shape == kMoment) return dim == 2 ? axes.last(1) : axes;
  return axes.first(1);
}

std::string column_of(const Measure& measure, int axis) {
  std::string name(measure.name);
  if (measure.shape == kVector || measure.shape == kMoment) name += {'_', "xyz"[axis]};
  return name + unit_suffix(measure.unit);
}

std::string page_of(Measure::Runs runs) {
  std::string page;
  const std::vector<Measure>& all = declared();
  for (std::size_t i = 0; i < all.size();) {
    if (all[i].runs != runs) {
      ++i;
      continue;
    }
    const std::string_view text = all[i].text;
    std::vector<std::string> columns;
    do
      for (const int axis : axes_of(all[i], 2))
        columns.push_back("`" + column_of(all[i], axis) + "`");
    while (++i < all.size() && all[i].text.empty());
    page += fmt::format("| {} | {} |\n", fmt::join(columns, ", "), text);
  }
  return page;
}

}  // namespace tactus::core
