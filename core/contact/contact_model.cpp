#include "core/contact/contact_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "core/support/plugin_fault.hpp"

namespace tactus::core {

void KernelContact::RowMemory::clear() {
  set.clear();
  start.assign(1, 0);
  for (auto* list : {&dof, &source, &owner_dof}) list->clear();
  for (auto* list : {&held, &fresh}) list->clear();
  law.clear();
  for (auto* list : {&friction, &restitution, &solver_old, &solver_new}) list->clear();
}

KernelContact::KernelContact(const ContactGeometry& geometry, BroadPhase& broad_phase,
                             Constraint& constraint, Index solver_history, Context& context)
    : geometry_(geometry), constraint_(constraint),
      detection_(constraint.detection(context.scales)), near_(geometry, broad_phase, detection_),
      constraint_history_(constraint.history_size()), solver_history_(solver_history),
      constraint_width_(constraint.history_size()), solver_width_(solver_history) {
  const auto n = static_cast<std::size_t>(geometry.surface->vertices * geometry.surface->dim);
  y_.resize(n);
  y_old_.resize(n);
  y_seen_.resize(n);
  moved_.resize(static_cast<std::size_t>(geometry.surface->vertices));
  memory_.set.dim = rows_.dim = geometry.surface->dim;
  vertices_ = {geometry.surface->dim, geometry_.vertex_dof, y_old_};
  constraint.setup(*geometry.surface, context);
}

void KernelContact::begin(const StateView& old, const ContactPoint& point) {
  old_ = old;
  point_ = point;
  const View<Real> q = point.base.empty() ? old.q : point.base;
  with_dimension(geometry_.surface->dim, [&]<int D>(Dimension<D>) {
    const View<Index> dof = geometry_.vertex_dof;
    Real* const y = y_old_.data();
    for (std::size_t v = 0; v < dof.size(); ++v)
      for (int d = 0; d < D; ++d) y[D * static_cast<Index>(v) + d] = q[dof[v] + d];
  });
  banned_.clear();
  remedy_.clear();
  pass_ = 0;
  memory_.clear();
  publish();
}

KernelContact::Displacement KernelContact::displacement(View<Real> w) const {
  if (point_.frozen.empty()) return {w, point_.fraction};
  return {point_.frozen, 1};
}

void KernelContact::set_positions(View<Index> rows, View<Real> w) const {
  const auto [u, fraction] = displacement(w);
  const int dim = geometry_.surface->dim;
  for (const Index r : rows)
    for (const Index v : memory_.set.stencil(r)) {
      if (!geometry_.movable[v]) continue;
      const Index dof = geometry_.vertex_dof[v];
      for (Index i = dim * v, d = 0; d < dim; ++i, ++d) y_[i] = y_old_[i] + fraction * u[dof + d];
    }
}

View<Real> KernelContact::positions(View<Real> w) {
  const auto [u, fraction] = displacement(w);
  with_dimension(geometry_.surface->dim, [&, u = u, fraction = fraction]<int D>(Dimension<D>) {
    const View<Index> dof = geometry_.vertex_dof;
    const Real* const old = y_old_.data();
    Real* const y = y_.data();
    for (std::size_t v = 0; v < dof.size(); ++v)
      for (int d = 0; d < D; ++d) {
        const Index i = D * static_cast<Index>(v) + d;
        y[i] = old[i] + fraction * u[dof[v] + d];
      }
  });
  return y_;
}

Outcome KernelContact::detect(View<Real> w, DetectResult& result, Context& context) {
  std::optional<PhaseTimes::Section> section;
  if (times_) section.emplace(*times_, Phase::detection);
  const Surface& surface = *geometry_.surface;
  const int dim = surface.dim;
  positions(w);
  near_.update(y_old_, y_, context);
  if (pass_ > 0)
    for (Index v = 0; v < surface.vertices; ++v)
      moved_[v] =
          !std::equal(y_.begin() + dim * v, y_.begin() + dim * (v + 1), y_seen_.begin() + dim * v);
  DetectQuery query;
  query.surface = &surface;
  query.candidates = near_.candidates();
  query.list = near_.number();
  query.y_list = near_.y_made();
  query.y_old = y_old_;
  query.y = y_;
  query.pass = pass_;
  if (pass_ > 0) query.moved = moved_;
  query.movable = geometry_.movable;
  query.reach = laws_ ? laws_->largest_reach() : 0;
  query.banned = banned_;
  query.remedy = remedy_;
  try {
    result =
        calling(Kind::constraint, [&] { return constraint_.detect(query, memory_.set, context); });
  } catch (const EvaluationError& e) {
    return Outcome::retry(Cause::not_finite, e.what(), e.where);
  }
  y_seen_ = y_;
  ++pass_;
  map_new_rows();
  return {};
}

Outcome KernelContact::restart(View<Index> bans, Context&) {
  for (const Index row : bans) {
    const ContactKey key = memory_.set.key[row];
    banned_.insert(std::upper_bound(banned_.begin(), banned_.end(), key), key);
  }
  pass_ = 0;
  memory_.clear();
  publish();
  return {};
}

void KernelContact::map_new_rows() {
  const auto first = static_cast<Index>(memory_.start.size()) - 1;
  for (Index r = first; r < memory_.set.rows(); ++r) map_row(r);
  publish();
}

/// The stencil's free degrees of freedom in ascending order, and where each stands in the
/// constraint's own gradient.
void KernelContact::map_row(Index r) {
  const int dim = geometry_.surface->dim;
  const View<Index> stencil = memory_.set.stencil(r);
  for (const Index v : stencil)
    if (v < 0 || v >= geometry_.surface->vertices)
      throw PluginFault(Kind::constraint, fmt::format("its row {} has the vertex {} of {}", r, v,
                                                      geometry_.surface->vertices));
  const auto begin = static_cast<std::ptrdiff_t>(memory_.dof.size());
  bool held = memory_.set.grounded[r] != 0;
  for (std::size_t a = 0; a < stencil.size(); ++a)
    for (int d = 0; d < dim; ++d) {
      const Index dof = geometry_.vertex_dof[stencil[a]] + d;
      if (geometry_.layout->prescribed[dof]) {
        held = true;
        continue;
      }
      const auto at = std::upper_bound(memory_.dof.begin() + begin, memory_.dof.end(), dof);
      memory_.source.insert(memory_.source.begin() + (at - memory_.dof.begin()),
                            static_cast<Index>(a) * dim + d);
      memory_.dof.insert(at, dof);
    }
  memory_.start.push_back(static_cast<Index>(memory_.dof.size()));
  memory_.held.push_back(held ? 1 : 0);
  const Index owner = memory_.set.owner[r];
  memory_.owner_dof.push_back(owner == kNone ? kNone : geometry_.vertex_dof[owner]);
  std::int32_t law = -1;
  if (laws_) {
    const auto [a, b] = bodies_of_stencil(stencil);
    law = laws_->between(a, b);
  }
  memory_.law.push_back(law);
  memory_.friction.push_back(law < 0 ? 0 : laws_->friction(law));
  memory_.restitution.push_back(law < 0 ? 0 : laws_->restitution(law));
  const Index before = solver_history_.find(memory_.set.key[r]);
  memory_.fresh.push_back(before == kNone ? 1 : 0);
  solver_history_.append(before, memory_.solver_old);
  memory_.solver_new.resize(memory_.solver_old.size(), 0);
  constraint_history_.append(constraint_history_.find(memory_.set.key[r]), memory_.set.history_old);
  memory_.set.history_new.resize(memory_.set.history_old.size(), 0);
}

void KernelContact::publish() {
  rows_.count = memory_.set.rows();
  rows_.pattern = memory_.set.pattern;
  rows_.key = memory_.set.key;
  rows_.lower = memory_.set.lower;
  rows_.scale = memory_.set.scale;
  rows_.event = memory_.set.event;
  rows_.stencil_start = memory_.set.stencils.starts();
  rows_.stencil = memory_.set.stencils.all();
  rows_.start = memory_.start;
  rows_.dof = memory_.dof;
  rows_.held = memory_.held;
  rows_.owner_dof = memory_.owner_dof;
  rows_.law = memory_.law;
  rows_.friction = memory_.friction;
  rows_.restitution = memory_.restitution;
  rows_.fresh = memory_.fresh;
  rows_.history_old = memory_.solver_old;
  rows_.history_new = memory_.solver_new;
}

Index KernelContact::entries_of(View<Index> rows) const {
  Index count = 0;
  for (const Index r : rows) count += memory_.set.stencils.range(r).size();
  return count;
}

Outcome KernelContact::evaluate(View<Index> rows, View<Real> w, const RowBuffer& out,
                                Context& context) const {
  Scratch::Frame frame(*context.scratch);
  const int dim = geometry_.surface->dim;
  set_positions(rows, w);
  const Index entries = entries_of(rows);
  Out<Real> gradient{}, frames{}, weights{};
  if (out.gradient || out.held) gradient = context.scratch->take<Real>(entries * dim);
  if (out.jacobian) {
    frames = context.scratch->take<Real>(static_cast<Index>(rows.size()) * dim * dim);
    weights = context.scratch->take<Real>(entries);
  }
  try {
    calling(Kind::constraint, [&] {
      constraint_.evaluate(memory_.set, rows, y_,
                           {.value = out.value,
                            .gradient = gradient.data(),
                            .frame = frames.data(),
                            .weight = weights.data()},
                           context);
    });
  } catch (const EvaluationError& e) {
    return Outcome::retry(Cause::not_finite, e.what(), e.where);
  }
  scatter(rows, gradient, frames, weights, out);
  if (out.held) held_changes(rows, gradient, w, out.held);
  return {};
}

void KernelContact::held_changes(View<Index> rows, View<Real> gradient, View<Real> w,
                                 Real* out) const {
  const int dim = geometry_.surface->dim;
  const Real* entry = gradient.data();
  for (const Index r : rows) {
    Real change = 0;
    for (const Index v : memory_.set.stencil(r))
      for (int d = 0; d < dim; ++d, ++entry) {
        const Index dof = geometry_.vertex_dof[v] + d;
        if (geometry_.layout->prescribed[dof]) change += point_.fraction * *entry * w[dof];
      }
    *out++ = change;
  }
}

void KernelContact::scatter(View<Index> rows, View<Real> gradient, View<Real> frame,
                            View<Real> weight, const RowBuffer& out) const {
  const int dim = geometry_.surface->dim;
  Index entry = 0, vertex = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Index r = rows[i];
    for (Index k = memory_.start[r]; k < memory_.start[r + 1]; ++k, ++entry) {
      const Index source = memory_.source[k];
      if (out.gradient) out.gradient[entry] = point_.fraction * gradient[vertex * dim + source];
      for (int d = 0; out.jacobian && d < dim; ++d)
        out.jacobian[entry * dim + d] =
            weight[vertex + source / dim] *
            frame[static_cast<Index>(i) * dim * dim + d * dim + source % dim];
    }
    vertex += memory_.set.stencils.range(r).size();
  }
}

void KernelContact::release_held_groups(Out<Index> group) {
  std::vector<Index>& held = held_groups_;
  held.clear();
  for (Index r = 0; r < rows_.count; ++r)
    if (memory_.held[r] && memory_.start[r] < memory_.start[r + 1])
      held.push_back(group[memory_.dof[memory_.start[r]]]);
  if (held.empty()) return;
  std::sort(held.begin(), held.end());
  for (Index& g : group)
    if (g != kNone && std::binary_search(held.begin(), held.end(), g)) g = kNone;
}

Outcome KernelContact::safe_fraction(View<Real> w0, View<Real> w1, Real& fraction,
                                     Context& context) {
  Scratch::Frame frame(*context.scratch);
  const Out<Real> y0 = context.scratch->take<Real>(static_cast<Index>(y_.size()));
  std::ranges::copy(positions(w0), y0.begin());
  const View<Real> y1 = positions(w1);
  const Candidates candidates = near_.sweep(y0, y1, context);
  fraction = calling(Kind::constraint, [&] {
    return constraint_.time_of_impact(*geometry_.surface, candidates, y0, y1, context);
  });
  return {};
}

void KernelContact::accept() {
  constraint_history_.replace(memory_.set.key, memory_.set.history_new);
  solver_history_.replace(memory_.set.key, memory_.solver_new);
  near_.accept();
}

void KernelContact::save(Archive& archive) const {
  archive.write("near_list", near_.y_accepted());
  constraint_history_.save(archive, "constraint");
  solver_history_.save(archive, "solver");
}

void KernelContact::load(Archive& archive, Context& context) {
  std::vector<Real> made;
  archive.read("near_list", made);
  near_.restore(made, context);
  constraint_history_.load(archive, "constraint");
  solver_history_.load(archive, "solver");
}

}  // namespace tactus::core
