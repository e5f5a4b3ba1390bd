// The passes of an attempt. Most degrees of freedom never occur in a row, so that only those that
// do are reset.
//
// A pass detects violations at the current increment, appends rows that settle them, and solves
// the components that received new rows. Within an attempt rows are never removed: a row that is
// not needed has the multiplier 0 and costs little, whereas removing it would allow the same
// violation to return in the next pass, and the passes could cycle.
#include "attempt.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tactus::projection {
namespace {
constexpr int kUnsoundPasses = 3;  ///< consecutive passes with contradictory rows
}

void Attempt::setup(Index dofs, Partition::Make make) {
  partition_.setup(dofs, std::move(make));
  correction_.assign(static_cast<std::size_t>(dofs), 0);
  number_.assign(static_cast<std::size_t>(dofs), 0);
  zone_dofs_.clear();
}

void Attempt::clear(const StepInput& in) {
  const auto put_back = [&](Index dof) {
    correction_[dof] = 0;
    in.solution.w[dof] = in.predictor[dof];
    in.solution.contact_force[dof] = 0;
  };
  for (const Index dof : partition_.touched()) put_back(dof);
  for (const Index dof : zone_dofs_) put_back(dof);
  zone_dofs_.clear();
  partition_.clear();
  in.solution.multiplier->clear();
  in.solution.group->clear();
  if (in.solution.zone) in.solution.zone->clear();
}

Projection Attempt::projection(const StepInput& in) {
  return {.contact = in.contact,
          .diagonal = in.diagonal,
          .predictor = in.predictor,
          .u = in.solution.w,
          .d = correction_,
          .multiplier = *in.solution.multiplier,
          .force = in.solution.contact_force,
          .number = number_};
}

Outcome Attempt::run(const StepInput& in, const PassOptions& options, View<Remedy> remedy,
                     PassCounts& counts, bool& settled, Context& context) {
  settled = false;
  int unsound = 0;
  if (Outcome bad = zones_.move(projection(in), true); !bad) return bad;
  for (Index pass = 0; pass < options.detection_passes && !context.stopped(); ++pass) {
    DetectResult found;
    if (Outcome bad = in.contact.detect(in.solution.w, found, context); !bad) return bad;
    ++counts.detection_passes;
    counts.inadmissible += found.inadmissible;
    // The attempt is settled only by a detection that finds nothing at the final increment. It is
    // not sufficient that all rows hold, because moving some vertices may have created new
    // violations elsewhere.
    settled = found.needs == 0 && all_usable(in.contact.rows());
    partition_.add_new_rows(in.contact.rows());
    in.solution.multiplier->resize(static_cast<std::size_t>(in.contact.rows().count), 0);
    const bool grown = grow_zones(in, remedy);
    if (found.added == 0 && !grown) break;
    if (Outcome bad = zones_.move(projection(in), false); !bad) return bad;
    bool sound = true;
    if (Outcome bad = solve_components(in, counts, sound, context); !bad) return bad;
    // More rows cannot make an infeasible problem feasible, and searching may take long.
    if (!all_usable(in.contact.rows())) break;
    unsound = sound ? 0 : unsound + 1;
    if (unsound == kUnsoundPasses) break;
  }
  if (context.stopped()) return Outcome::failed(Cause::interrupted, "interrupted");
  return {};
}

/// Violations for which rows are not allowed join a zone, and so does every component that touches
/// a zone. The rows of such a component keep their places with multipliers of 0. @returns whether
/// any zone has grown
bool Attempt::grow_zones(const StepInput& in, View<Remedy> remedy) {
  bool grown = false;
  const Violations& violations = in.contact.violations();
  for (Index i = 0; i < violations.count(); ++i) {
    const View<Index> vertices = violations.vertices(i);
    const bool without_row = std::any_of(vertices.begin(), vertices.end(), [&](Index v) {
      return remedy[v] == Remedy::no_row || zones_.zone_of(v) != kNone;
    });
    if (without_row) grown = zones_.join(vertices) || grown;
  }
  if (zones_.empty()) return false;
  const ContactRows& rows = in.contact.rows();
  // A row couples its vertices. If one of them moves with a zone, the row would push the zone
  // apart, so that its whole component has to join. The component may then touch further
  // components; the loop ends when nothing is added, which must happen because zones only grow.
  for (bool again = true; again;) {
    again = false;
    for (std::size_t c = 0; c < partition_.size(); ++c) {
      const ProjectionComponent& component = partition_[c];
      stencil_.clear();
      bool touches = false;
      for (const Index r : component.rows)
        for (Index k = rows.stencil_start[r]; k < rows.stencil_start[r + 1]; ++k) {
          stencil_.push_back(rows.stencil[k]);
          touches = touches || zones_.zone_of(rows.stencil[k]) != kNone;
        }
      if (touches && zones_.join(stencil_)) again = grown = true;
      if (touches)
        for (const Index r : component.rows) (*in.solution.multiplier)[r] = 0;
    }
  }
  zone_dofs_.clear();
  for (const auto& zone : zones_.members())
    for (const Index v : zone) {
      const Range dofs = in.contact.vertices().dofs(v);
      for (Index dof = dofs.begin; dof < dofs.end; ++dof) zone_dofs_.push_back(dof);
    }
  return grown;
}

bool Attempt::is_absorbed(const ProjectionComponent& component, const ContactRows& rows) const {
  if (zones_.empty() || component.rows.empty()) return false;
  const Index r = component.rows.front();
  for (Index k = rows.stencil_start[r]; k < rows.stencil_start[r + 1]; ++k)
    if (zones_.zone_of(rows.stencil[k]) != kNone) return true;
  return false;
}

/// @param sound  out: all components converged and satisfy their rows
Outcome Attempt::solve_components(const StepInput& in, PassCounts& counts, bool& sound,
                                  Context& context) {
  changed_.clear();
  bool serial = false;
  for (std::size_t c = 0; c < partition_.size(); ++c) {
    // D is diagonal, so that the solution of a component depends on its own rows only. A
    // component without new rows would be solved to the same result.
    if (!partition_[c].changed || is_absorbed(partition_[c], in.contact.rows())) continue;
    changed_.push_back(static_cast<Index>(c));
    serial = serial || partition_[c].serial();
  }
  const Projection projected = projection(in);
  const auto solve = [&](Range range, Context& local) {
    for (Index k = range.begin; k < range.end; ++k)
      partition_[static_cast<std::size_t>(changed_[k])].solve(projected, local);
  };
  const auto count = static_cast<Index>(changed_.size());
  // Components write to disjoint degrees of freedom and rows. The result is therefore the same,
  // bit for bit, for any number of threads; waking threads does not pay for a few components.
  if (serial || count < 8)
    solve({0, count}, context);
  else
    context.executor->for_each(count, 4, solve);
  for (const Index c : changed_) {
    ProjectionComponent& component = partition_[static_cast<std::size_t>(c)];
    ComponentResult& result = component.result;
    if (!result.outcome) return result.outcome;
    const bool unsolved = result.inconsistent > 0 || !result.converged || !result.usable;
    counts.iterations += result.iterations;
    counts.unsolved += unsolved;
    counts.largest = std::max(counts.largest, static_cast<Index>(component.rows.size()));
    sound = sound && !unsolved;
  }
  return {};
}

bool Attempt::all_usable(const ContactRows& rows) const {
  for (std::size_t c = 0; c < partition_.size(); ++c)
    if (!partition_[c].rows.empty() && !partition_[c].result.usable &&
        !is_absorbed(partition_[c], rows))
      return false;
  return true;
}

Real Attempt::largest_correction() const {
  Real largest = 0;
  for (const Index dof : partition_.touched())
    largest = std::max(largest, std::abs(correction_[dof]));
  for (const Index dof : zone_dofs_) largest = std::max(largest, std::abs(correction_[dof]));
  return largest;
}

void Attempt::name_parts(const StepInput& in) const {
  std::vector<Index>& group = *in.solution.group;
  if (partition_.size() > 0 || !zones_.empty())
    group.assign(partition_.component_of().begin(), partition_.component_of().end());
  if (zones_.empty() || !in.solution.zone) return;
  std::vector<Index>& zone = *in.solution.zone;
  zone.assign(correction_.size(), kNone);
  zones_.name(zone);
  for (std::size_t dof = 0; dof < group.size(); ++dof)
    if (zone[dof] != kNone) group[dof] = kNone;
}

}  // namespace tactus::projection
