// The kernel's side of contact in a step. Solvers see rows over degrees of freedom; the
// constraint sees surface vertices. This class stands between both: it moves the vertices to
// where the solver is, keeps the neighbour list, lets the constraint append rows, and maps values
// and gradients to degrees of freedom. It contains no contact mechanics.
#include "core/contact/contact_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>

#include "core/contact/row_surfaces.hpp"
#include "core/support/plugin_fault.hpp"

namespace tactus::core {
namespace {

Detection wanted_by(const Constraint& constraint, const Scales& scales) {
  Detection wanted;
  constraint.detection(scales, wanted);
  return wanted;
}

}  // namespace

void KernelContact::RowMemory::clear() {
  set.clear();
  owner_dof.clear();
  for (auto* list : {&held, &fresh, &grounded}) list->clear();
  law.clear(), patch.clear();
  for (auto* list : {&solver_old, &solver_new}) list->clear();
}

KernelContact::KernelContact(const ContactGeometry& geometry, BroadPhase& broad_phase,
                             Constraint& constraint, std::vector<Real> solver_history,
                             Context& context, const NeighbourListConfig& neighbour_list)
    : geometry_(geometry), constraint_(constraint),
      list_(dynamic_cast<ConstraintList*>(&constraint)),
      detection_(wanted_by(constraint, context.scales)),
      near_(geometry, broad_phase, detection_, neighbour_list),
      solver_history_(std::move(solver_history)), whole_bodies_(*geometry.motion),
      map_(*geometry.motion) {
  const auto n = static_cast<std::size_t>(geometry.surface->vertices * geometry.surface->dim);
  y_.resize(n);
  y_old_.resize(n);
  y_seen_.resize(n);
  moved_.resize(static_cast<std::size_t>(geometry.surface->vertices));
  memory_.set.dim = rows_.dim = geometry.surface->dim;
  for (Index v = 0; v < geometry.surface->vertices; ++v)
    vertex_dof_.push_back(geometry.motion->dofs_of(v).front());
  vertices_ = {.dim = geometry.surface->dim,
               .dof = vertex_dof_,
               .position = y_old_,
               .whole = whole_bodies_.whole(),
               .bodies = whole_bodies_.bodies()};
}

void KernelContact::begin(const StateView& old, const ContactPoint& point,
                          View<std::uint8_t> fixed) {
  old_ = old;
  point_ = point;
  const View<Real> q = point.base.empty() ? old.q : point.base;
  geometry_.motion->positions(q, y_old_);
  whole_bodies_.update(q);
  map_.begin(fixed.empty() ? geometry_.layout->prescribed : fixed);
  banned_.clear();
  remedy_.clear();
  pass_ = 0;
  memory_.clear();
  find_mean_held();
  publish();
}

Placement KernelContact::placement(View<Real> w) const {
  const View<Real> q = point_.base.empty() ? old_.q : point_.base;
  // Some integrators evaluate contact at the unknown configuration (Kane: the end of the step),
  // others at one that is fixed before the solution (Moreau-Jean: the middle of the step). In the
  // second case the rows do not depend on the unknown.
  if (point_.frozen.empty()) return {q, w, point_.fraction};
  return {q, point_.frozen, 1};
}

void KernelContact::set_positions(View<Index> rows, View<Real> w) const {
  const Placement at = placement(w);
  const SurfaceMotion& motion = *geometry_.motion;
  const View<std::uint8_t> movable = motion.movable();
  for (const Index r : rows)
    for (const Index v : memory_.set.stencil(r))
      // Only the vertices of these rows are moved. Components are evaluated by several threads at
      // once; they share no free degree of freedom, so that they write to different movable
      // vertices. Vertices that cannot move may be shared and are therefore left alone.
      if (movable[v]) motion.position(at, y_old_, v, y_);
}

View<Real> KernelContact::positions(View<Real> w) {
  geometry_.motion->positions(placement(w), y_old_, y_);
  return y_;
}

/// Moves the vertices, renews the near list if necessary, and lets the constraint append rows. From
/// the second pass on the constraint is told which vertices have moved since the previous one, so
/// that it need not look at the others.
Outcome KernelContact::detect(View<Real> w, DetectResult& result, Context& context) {
  std::optional<PhaseTimes::Section> section;
  if (times_) section.emplace(*times_, Phase::detection);
  const Surface& surface = *geometry_.surface;
  const bool since_last = pass_ > 0 || (clear_ && reach_ == 0);
  move(w, since_last, *context.executor);
  const Pace pace{.step = context.step.step, .dt = context.step.dt, .q = old_.q, .v = old_.v};
  if (Outcome bad = near_.update(y_old_, y_, context, pace); !bad) return bad;
  DetectQuery query;
  query.surface = &surface;
  query.candidates = near_.candidates();
  query.list = near_.number();
  query.y_list = near_.y_made();
  query.y_old = y_old_;
  query.time_old = old_.time;
  query.y = y_;
  query.time = point_.time;
  query.pass = pass_;
  if (since_last) query.moved = moved_;
  query.movable = geometry_.motion->movable();
  query.reach = reach_;
  query.known = known_;
  query.banned = banned_;
  query.remedy = remedy_;
  const std::uint64_t pattern = memory_.set.pattern;
  clear_ = false;
  try {
    result = constraint_.detect(query, memory_.set, context);
  } catch (const EvaluationError& e) {
    return Outcome::retry(Cause::not_finite, e.what(), e.where);
  }
  // Rows that have changed are news like new ones: a solver that has converged goes on.
  if (memory_.set.pattern != pattern) ++result.added;
  if (pass_ == 0) result.added += remembered_.add_missing(memory_.set, list_);
  y_seen_ = y_;
  clear_ = result.needs == 0;
  ++pass_;
  map_rows();
  return {};
}

/// Moves the vertices by w.
/// @param compare  with where the last detection saw them
void KernelContact::move(View<Real> w, bool compare, Executor& executor) {
  constexpr Index kGrain = 4096;  // vertices that are worth a thread
  const Placement at = placement(w);
  with_dimension(geometry_.surface->dim, [&]<int D>(Dimension<D>) {
    executor.for_each(geometry_.surface->vertices, kGrain, [&](Range range, Context&) {
      geometry_.motion->positions(at, y_old_, range, y_);
      const Real *now = y_.data(), *seen = y_seen_.data();
      for (Index v = range.begin; compare && v < range.end; ++v) {
        bool same = true;
        for (Index i = D * v; i < D * (v + 1); ++i) same &= now[i] == seen[i];
        moved_[static_cast<std::size_t>(v)] = !same;
      }
    });
  });
}

Outcome KernelContact::restart(View<Index> bans, Context&) {
  for (const Index row : bans) {
    const ContactKey key = memory_.set.key[row];
    // A ban refers to the key and not to the number of the row, because the next attempt begins
    // with an empty list and numbers rows anew.
    banned_.insert(std::upper_bound(banned_.begin(), banned_.end(), key), key);
  }
  pass_ = 0;
  memory_.clear();
  map_.clear();
  publish();
  return {};
}

Outcome KernelContact::evaluate(View<Index> rows, View<Real> w, const RowBuffer& out,
                                Context& context) const {
  Scratch::Frame frame(*context.scratch);
  const int dim = geometry_.surface->dim;
  set_positions(rows, w);
  const Index entries = entries_of(rows);
  Out<Real> gradient{};
  if (out.gradient || out.held || out.held_mean)
    gradient = context.scratch->take<Real>(entries * dim);
  // What is outside moves like a support, and its rows are held.
  Out<Real> outside_velocity{};
  if ((out.held || out.held_mean) &&
      std::ranges::any_of(rows, [&](Index r) { return memory_.set.outside[r] >= 0; })) {
    outside_velocity = context.scratch->take<Real>(static_cast<Index>(rows.size()) * dim);
    std::ranges::fill(outside_velocity, Real{0});
  }
  try {
    constraint_.evaluate(query(rows),
                         {.value = out.value,
                          .gradient = gradient.data(),
                          .outside_velocity = outside_velocity.data()},
                         context);
  } catch (const EvaluationError& e) {
    return Outcome::retry(Cause::not_finite, e.what(), e.where);
  }
  const Placement at = placement(w);
  if (out.gradient) scatter(rows, at, gradient, out.gradient);
  const Real* entry = gradient.data();
  for (std::size_t i = 0; (out.held || out.held_mean) && i < rows.size(); ++i) {
    const auto along = [&](View<Real> moved) {
      return map_.fixed_change(row(rows[i]), at, entry, point_.fraction, moved);
    };
    if (out.held) out.held[i] = along(w);
    if (out.held_mean) out.held_mean[i] = mean_held_.empty() ? along(w) : along(mean_held_);
    if (!outside_velocity.empty()) {
      const Real change = outside_change(
          rows[i], entry, outside_velocity.data() + i * static_cast<std::size_t>(dim));
      if (out.held) out.held[i] += change;
      if (out.held_mean) out.held_mean[i] += change;
    }
    entry += memory_.set.stencil(rows[i]).size() * static_cast<std::size_t>(dim);
  }
  return {};
}

/// How the value of a row changes because what is outside moves during the step.
Real KernelContact::outside_change(Index row, const Real* gradient,
                                   const Real* outside_velocity) const {
  const auto dim = static_cast<std::size_t>(geometry_.surface->dim);
  const std::size_t entries = memory_.set.stencil(row).size() * dim;
  Real speed = 0;
  for (std::size_t e = 0; e < entries; ++e) speed += gradient[e] * outside_velocity[e % dim];
  return -speed * (point_.time - old_.time);
}

void KernelContact::scatter(View<Index> rows, const Placement& at, View<Real> gradient,
                            Real* out) const {
  const Index dim = geometry_.surface->dim;
  const View<Index> start = map_.start();
  Index entry = 0, vertex = 0;
  for (const Index r : rows) {
    map_.gradient(row(r), at, gradient.data() + vertex * dim, point_.fraction, out + entry);
    entry += start[r + 1] - start[r];
    vertex += memory_.set.stencils.range(r).size();
  }
}

void KernelContact::release_held_groups(Out<Index> group) {
  std::vector<Index>& held = held_groups_;
  held.clear();
  for (Index r = 0; r < rows_.count; ++r)
    if (memory_.held[r] && rows_.start[r] < rows_.start[r + 1])
      held.push_back(group[rows_.dof[rows_.start[r]]]);
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
  fraction = constraint_.time_of_impact(*geometry_.surface, candidates, y0, y1, context);
  return {};
}

void KernelContact::accept() {
  // Only here do histories change. Whatever a rejected attempt has written to history_new is
  // discarded, so that a repeated step starts from the same values at t_n.
  solver_history_.replace(memory_.set.key, memory_.solver_new);
  if (!laws_) note_known();
  if (solver_history_.width() > 0) note_remembered();
  near_.accept();
}

/// A contact whose history is that of a new one is forgotten.
void KernelContact::note_remembered() {
  const View<Real> start = solver_history_.start();
  std::vector<Index> rows;
  for (Index r = 0; r < rows_.count; ++r)
    if (!std::equal(start.begin(), start.end(),
                    memory_.solver_new.begin() + r * solver_history_.width()))
      rows.push_back(r);
  remembered_.keep(memory_.set, rows, list_);
}

/// Contacts with a multiplier, and all that the solver has a history of.
void KernelContact::note_known() {
  known_.clear();
  if (solver_history_.width() > 0)
    known_ = memory_.set.key;
  else
    for (const Index r : pressed_) known_.push_back(memory_.set.key[r]);
  std::ranges::sort(known_);
}

void KernelContact::save(Archive& archive) const {
  archive.write("near_list", near_.y_accepted());
  const Real ahead = near_.accepted_ahead();
  archive.write("near_list_ahead", View<Real>(&ahead, 1));
  if (near_.sorting().keeps()) {
    archive.write("sorted_at", near_.sorting().accepted_at());
    archive.write("sorted_with", View<Real>(near_.sorting().accepted_numbers()));
  }
  solver_history_.save(archive, "solver");
  if (solver_history_.width() > 0) remembered_.save(archive);
  if (!laws_) save_keys(archive, "known_contacts", known_);
}

RememberedRows::Bounds KernelContact::bounds_of_rows() const {
  RememberedRows::Bounds bounds{
      .vertices = geometry_.surface->vertices,
      .patches = static_cast<std::int32_t>(geometry_.surface->patch_name.size()),
      .outside = {}};
  for (std::size_t entry = 0; list_ && entry < list_->entries(); ++entry)
    bounds.outside.push_back(list_->outside_of(entry));
  if (!list_) {
    bounds.outside.emplace_back(constraint_.outside().size());
    std::iota(bounds.outside.back().begin(), bounds.outside.back().end(), 0);
  }
  return bounds;
}

/// The numbers of the rows are bounded by the model, and what they mean by the constraint, which is asked
/// for their values.
void KernelContact::load_remembered(Archive& archive, Context& context) {
  remembered_.load(archive, bounds_of_rows());
  memory_.clear();
  const Index count = remembered_.add_missing(memory_.set, list_);
  const View<Real> listed = near_.y_accepted();
  const View<Real> y = listed.size() >= y_.size() ? listed.first(y_.size()) : View<Real>(y_);
  for (Index row = 0; row < count; ++row) {
    Real value = 0;
    try {
      constraint_.evaluate({.set = &memory_.set, .rows = {&row, 1}, .y = y}, {.value = &value},
                           context);
    } catch (const EvaluationError&) {  // known, and without a value there
    } catch (const Error& unknown) {
      remembered_ = {};
      throw Error(fmt::format("the checkpoint's remembered rows do not fit this model: row {}: {}",
                              row, unknown.what()));
    }
  }
  memory_.clear();
}

void KernelContact::load(Archive& archive, Context& context) {
  std::vector<Real> made;
  archive.read("near_list", made);
  std::vector<Real> ahead;
  archive.read("near_list_ahead", ahead);
  near_.restore(made, ahead.size() == 1 ? ahead.front() : 0, context);
  std::vector<Real> sorted_at, sorted_with;
  archive.read("sorted_at", sorted_at);
  archive.read("sorted_with", sorted_with);
  near_.restore_sorting(sorted_at, sorted_with, context);
  solver_history_.load(archive, "solver");
  if (solver_history_.width() > 0) load_remembered(archive, context);
  if (!laws_) known_ = load_keys(archive, "known_contacts");
}

}  // namespace tactus::core
