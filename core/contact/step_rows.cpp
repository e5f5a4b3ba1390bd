// What the kernel notes of each row that a constraint has found: its degrees of freedom, the surfaces that
// meet in it, the law between them, and what a solver remembers of the contact.
#include "core/contact/step_rows.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/contact/row_surfaces.hpp"
#include "core/support/plugin_fault.hpp"

namespace tactus::core {

void StepRows::Memory::clear() {
  set.clear();
  owner_dof.clear();
  for (auto* list : {&held, &fresh, &grounded}) list->clear();
  law.clear(), patch.clear();
  for (auto* list : {&solver_old, &solver_new}) list->clear();
}

StepRows::StepRows(const ContactGeometry& geometry, const Constraint& constraint,
                   std::vector<Real> solver_history)
    : constraint_(constraint), places_(geometry), solver_history_(std::move(solver_history)),
      map_(*geometry.motion) {
  memory_.set.dim = rows_.dim = geometry.surface->dim;
}

void StepRows::begin(const StateView& old, const ContactPoint& point, View<std::uint8_t> fixed) {
  places_.begin(old, point);
  map_.begin(fixed.empty() ? places_.geometry().layout->prescribed : fixed);
  memory_.clear();
  publish();
}

void StepRows::clear() {
  memory_.clear();
  map_.clear();
  publish();
}

void StepRows::map_new() {
  const ContactSet& set = memory_.set;
  if (set.pattern != mapped_pattern_) map_.clear();
  mapped_pattern_ = set.pattern;
  sorted_keys_.clear();
  if (std::ranges::any_of(set.former, [](const ContactKey& k) { return k != ContactKey{}; })) {
    sorted_keys_ = set.key;
    std::ranges::sort(sorted_keys_);
  }
  for (Index r = map_.rows(); r < set.rows(); ++r) {
    check_stencil(r);
    map_.add(set.stencil(r));
  }
  for (auto r = static_cast<Index>(memory_.owner_dof.size()); r < set.rows(); ++r) add_row_data(r);
  for (Index r = 0; r < set.rows(); ++r)
    memory_.held[r] = memory_.grounded[r] || map_.has_fixed(r) ? 1 : 0;
  publish();
}

void StepRows::check_stencil(Index r) const {
  const Surface& surface = *places_.geometry().surface;
  for (const Index v : memory_.set.stencil(r))
    if (v < 0 || v >= surface.vertices)
      throw PluginFault(Kind::constraint,
                        fmt::format("its row {} has the vertex {} of {}", r, v, surface.vertices));
  const std::int32_t outside = memory_.set.outside[r];
  if (outside < 0) return;
  if (const std::size_t known = constraint_.outside().size();
      outside >= static_cast<std::int32_t>(known))
    throw PluginFault(Kind::constraint, unknown_outside(r, outside, known));
  const View<Index> stencil = memory_.set.stencil(r);
  const auto body = [&](Index v) { return surface.vertex_body[v]; };
  if (stencil.empty() ||
      std::ranges::any_of(stencil, [&](Index v) { return body(v) != body(stencil.front()); }))
    throw PluginFault(Kind::constraint,
                      fmt::format("its row {} pushes against \"{}\", and its vertices are not of "
                                  "one body",
                                  r, constraint_.outside()[static_cast<std::size_t>(outside)]));
}

Outcome StepRows::ask(const RowQuery& query, const RowOutput& out, Context& context) const {
  try {
    constraint_.evaluate(query, out, context);
  } catch (const EvaluationError& e) {
    return Outcome::retry(Cause::not_finite, e.what(), e.where);
  }
  return {};
}

ContactKey StepRows::former_of(Index row) const {
  const ContactKey former = memory_.set.former[row];
  return former == ContactKey{} || std::ranges::binary_search(sorted_keys_, former) ? ContactKey{}
                                                                                    : former;
}

void StepRows::add_row_data(Index r) {
  memory_.held.push_back(0);
  memory_.grounded.push_back(memory_.set.outside[r] >= 0 ? 1 : 0);
  const Index owner = memory_.set.owner[r];
  memory_.owner_dof.push_back(owner == kNone ? kNone
                                             : places_.geometry().motion->dofs_of(owner).front());
  std::int32_t law = -1;
  if (laws_) {
    const auto [a, b] = memory_.patch.emplace_back(surfaces_of(r));
    law = laws_->between(a, b);
    const auto patches = static_cast<std::int32_t>(places_.geometry().surface->patch_name.size());
    if (b >= patches) memory_.patch.back().second = patches - 1 - b;  // as in PatchPair
  }
  memory_.law.push_back(law);
  Index before = solver_history_.find(memory_.set.key[r]);
  if (const ContactKey former = former_of(r); before == kNone && former != ContactKey{})
    before = solver_history_.find(former);
  memory_.fresh.push_back(before == kNone ? 1 : 0);
  solver_history_.append(before, memory_.solver_old);
  memory_.solver_new.insert(
      memory_.solver_new.end(),
      memory_.solver_old.begin() + static_cast<std::ptrdiff_t>(memory_.solver_new.size()),
      memory_.solver_old.end());
}

/// The named surfaces that meet in a row: those that the constraint gives, or else those that
/// follow from the stencil.
std::pair<std::int32_t, std::int32_t> StepRows::surfaces_of(Index r) const {
  const Surface& surface = *places_.geometry().surface;
  const std::int32_t own = memory_.set.patch[2 * r], other = memory_.set.patch[2 * r + 1];
  const auto patches = static_cast<std::int32_t>(surface.patch_name.size());
  if (own >= patches || other >= patches)
    throw PluginFault(Kind::constraint,
                      fmt::format("its row {} is between the named surfaces {} and "
                                  "{} of {}",
                                  r, own, other, patches));
  const View<Index> stencil = memory_.set.stencil(r);
  if (const std::int32_t outside = memory_.set.outside[r]; outside >= 0)
    return {own >= 0 ? own : surface.vertex_patch[stencil.front()], patches + outside};
  if (own >= 0 && other >= 0) return {own, other};
  return surfaces_of_stencil(surface, stencil);
}

void StepRows::publish() {
  rows_.count = memory_.set.rows();
  rows_.pattern = memory_.set.pattern;
  rows_.key = memory_.set.key;
  rows_.lower = memory_.set.lower;
  rows_.scale = memory_.set.scale;
  rows_.event = memory_.set.event;
  rows_.stencil_start = memory_.set.stencils.starts();
  rows_.stencil = memory_.set.stencils.all();
  rows_.start = map_.start();
  rows_.dof = map_.dof();
  rows_.held = memory_.held;
  rows_.owner_dof = memory_.owner_dof;
  rows_.fresh = memory_.fresh;
  rows_.history_old = memory_.solver_old;
  rows_.history_new = memory_.solver_new;
}

Index StepRows::entries_of(View<Index> rows) const {
  Index count = 0;
  for (const Index r : rows) count += memory_.set.stencils.range(r).size();
  return count;
}

}  // namespace tactus::core
