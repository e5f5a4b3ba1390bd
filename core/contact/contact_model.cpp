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

/// How the value of a row changes because what is outside moves during the step.
Real outside_change(const RowPlaces& places, View<Real> gradient, const Real* outside_velocity) {
  const auto dim = static_cast<std::size_t>(places.dim());
  Real speed = 0;
  for (std::size_t e = 0; e < gradient.size(); ++e)
    speed += gradient[e] * outside_velocity[e % dim];
  return -speed * (places.point().time - places.old().time);
}

/// Converts gradients that a constraint gave for some rows, in the order of their stencils.
void scatter(const StepRows& of, View<Index> rows, const Placement& at, View<Real> gradient,
             Real* out) {
  const Index dim = of.places().dim();
  const View<Index> start = of.map().start();
  Index entry = 0, vertex = 0;
  for (const Index r : rows) {
    of.map().gradient(of.row(r), at, gradient.data() + vertex * dim, of.places().point().fraction,
                      out + entry);
    entry += start[r + 1] - start[r];
    vertex += static_cast<Index>(of.stencil(r).size());
  }
}

/// RowBuffer::held and held_mean of some rows.
/// @param gradient  with respect to vertices, in the order of the stencils
/// @param outside_velocity  [rows * dim] m/s, or empty
void find_held(const StepRows& of, View<Index> rows, View<Real> w, View<Real> gradient,
               View<Real> outside_velocity, const RowBuffer& out) {
  const RowPlaces& places = of.places();
  const auto dim = static_cast<std::size_t>(places.dim());
  const Placement at = places.placement(w);
  std::size_t entry = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::size_t size = of.stencil(rows[i]).size() * dim;
    const View<Real> own = gradient.subspan(entry, size);
    const auto along = [&](View<Real> moved) {
      return of.map().fixed_change(of.row(rows[i]), at, own.data(), places.point().fraction, moved);
    };
    const Real change = outside_velocity.empty()
                            ? 0
                            : outside_change(places, own, outside_velocity.data() + i * dim);
    if (out.held) out.held[i] = along(w) + change;
    if (out.held_mean)
      out.held_mean[i] = along(places.mean_held().empty() ? w : places.mean_held()) + change;
    entry += size;
  }
}

/// What a checkpoint may say of rows.
RememberedRows::Bounds bounds_of_rows(const Surface& surface, const Constraint& constraint,
                                      const ConstraintList* list) {
  RememberedRows::Bounds bounds{.vertices = surface.vertices,
                                .patches = static_cast<std::int32_t>(surface.patch_name.size()),
                                .outside = {}};
  for (std::size_t entry = 0; list && entry < list->entries(); ++entry)
    bounds.outside.push_back(list->outside_of(entry));
  if (!list) {
    bounds.outside.emplace_back(constraint.outside().size());
    std::iota(bounds.outside.back().begin(), bounds.outside.back().end(), 0);
  }
  return bounds;
}

}  // namespace

KernelContact::KernelContact(const ContactGeometry& geometry, BroadPhase& broad_phase,
                             Constraint& constraint, std::vector<Real> solver_history,
                             Context& context, const NeighbourListConfig& neighbour_list)
    : constraint_(constraint), list_(dynamic_cast<ConstraintList*>(&constraint)),
      detection_(wanted_by(constraint, context.scales)),
      near_(geometry, broad_phase, detection_, neighbour_list),
      rows_(geometry, constraint, std::move(solver_history)), whole_bodies_(*geometry.motion) {
  seen_.y.resize(rows_.places().now().size());
  seen_.moved.resize(static_cast<std::size_t>(geometry.surface->vertices));
  for (Index v = 0; v < geometry.surface->vertices; ++v)
    vertex_dof_.push_back(geometry.motion->dofs_of(v).front());
  vertices_ = {.dim = geometry.surface->dim,
               .dof = vertex_dof_,
               .position = rows_.places().before(),
               .whole = whole_bodies_.whole(),
               .bodies = whole_bodies_.bodies()};
}

void KernelContact::begin(const StateView& old, const ContactPoint& point, View<std::uint8_t> fixed,
                          bool recalls) {
  rows_.begin(old, point, fixed);
  recalls_ = recalls || rows_.history().width() > 0;
  whole_bodies_.update(rows_.places().base());
  banned_.clear();
  remedy_.clear();
  pass_ = 0;
}

/// Moves the vertices, renews the near list if necessary, and lets the constraint append rows. From
/// the second pass on the constraint is told which vertices have moved since the previous one, so
/// that it need not look at the others.
Outcome KernelContact::detect(View<Real> w, DetectResult& result, Context& context) {
  std::optional<PhaseTimes::Section> section;
  if (times_) section.emplace(*times_, Phase::detection);
  RowPlaces& places = rows_.places();
  const Surface& surface = *places.geometry().surface;
  const bool since_last = pass_ > 0 || (seen_.clear && reach_ == 0);
  const View<Real> y =
      places.move_all(w, seen_.y, since_last ? Out<std::uint8_t>(seen_.moved) : Out<std::uint8_t>{},
                      *context.executor);
  const StateView& old = places.old();
  const Pace pace{
      .step = context.step.step, .dt = context.step.dt, .q = old.q, .v = old.v, .pass = pass_};
  if (Outcome bad = near_.update(places.before(), y, context, pace); !bad) return bad;
  DetectQuery query;
  query.surface = &surface;
  query.candidates = near_.candidates();
  query.list = near_.number();
  query.y_list = near_.y_made();
  query.y_old = places.before();
  query.time_old = old.time;
  query.y = y;
  query.time = places.point().time;
  query.pass = pass_;
  if (since_last) query.moved = seen_.moved;
  query.movable = places.geometry().motion->movable();
  query.reach = reach_;
  if (recalls_) query.known = known_;
  query.banned = banned_;
  query.remedy = remedy_;
  const std::uint64_t pattern = rows_.set().pattern;
  seen_.clear = false;
  try {
    result = constraint_.detect(query, rows_.set(), context);
  } catch (const EvaluationError& e) {
    return Outcome::retry(Cause::not_finite, e.what(), e.where);
  }
  // Rows that have changed are news like new ones: a solver that has converged goes on.
  if (rows_.set().pattern != pattern) ++result.added;
  if (pass_ == 0) result.added += remembered_.add_missing(rows_.set(), list_);
  seen_.y.assign(y.begin(), y.end());
  seen_.clear = result.needs == 0;
  ++pass_;
  rows_.map_new();
  return {};
}

Outcome KernelContact::restart(View<Index> bans, Context&) {
  for (const Index row : bans) {
    const ContactKey key = rows_.rows().key[row];
    // A ban refers to the key and not to the number of the row, because the next attempt begins
    // with an empty list and numbers rows anew.
    banned_.insert(std::upper_bound(banned_.begin(), banned_.end(), key), key);
  }
  pass_ = 0;
  rows_.clear();
  return {};
}

Outcome KernelContact::evaluate(View<Index> rows, View<Real> w, const RowBuffer& out,
                                Context& context) const {
  Scratch::Frame frame(*context.scratch);
  const RowPlaces& places = rows_.places();
  const ContactSet& set = rows_.memory().set;
  const int dim = places.dim();
  places.move(set, rows, w);
  Out<Real> gradient{};
  if (out.gradient || out.held || out.held_mean)
    gradient = context.scratch->take<Real>(rows_.entries_of(rows) * dim);
  // What is outside moves like a support, and its rows are held.
  Out<Real> outside_velocity{};
  if ((out.held || out.held_mean) &&
      std::ranges::any_of(rows, [&](Index r) { return set.outside[r] >= 0; })) {
    outside_velocity = context.scratch->take<Real>(static_cast<Index>(rows.size()) * dim);
    std::ranges::fill(outside_velocity, Real{0});
  }
  if (Outcome bad = rows_.ask(rows_.query(rows),
                              {.value = out.value,
                               .gradient = gradient.data(),
                               .outside_velocity = outside_velocity.data()},
                              context);
      !bad)
    return bad;
  if (out.gradient) scatter(rows_, rows, places.placement(w), gradient, out.gradient);
  if (out.held || out.held_mean) find_held(rows_, rows, w, gradient, outside_velocity, out);
  return {};
}

Outcome KernelContact::safe_fraction(View<Real> w0, View<Real> w1, Real& fraction,
                                     Context& context) {
  Scratch::Frame frame(*context.scratch);
  RowPlaces& places = rows_.places();
  const Out<Real> y0 = context.scratch->take<Real>(static_cast<Index>(places.now().size()));
  std::ranges::copy(places.move_all(w0), y0.begin());
  const View<Real> y1 = places.move_all(w1);
  const Candidates candidates = near_.sweep(y0, y1, context);
  fraction = constraint_.time_of_impact(*places.geometry().surface, candidates, y0, y1, context);
  return {};
}

void KernelContact::accept(View<Index> pressed) {
  // Only here do histories change. Whatever a rejected attempt has written to history_new is
  // discarded, so that a repeated step starts from the same values at t_n.
  rows_.history().replace(rows_.memory().set.key, rows_.memory().solver_new);
  if (!laws_) note_known(pressed);
  if (rows_.history().width() > 0) note_remembered();
  near_.accept();
}

/// A contact whose history is that of a new one is forgotten.
void KernelContact::note_remembered() {
  const View<Real> start = rows_.history().start();
  std::vector<Index> rows;
  for (Index r = 0; r < rows_.rows().count; ++r)
    if (!std::equal(start.begin(), start.end(),
                    rows_.memory().solver_new.begin() + r * rows_.history().width()))
      rows.push_back(r);
  remembered_.keep(rows_.memory().set, rows, list_);
}

/// Contacts with a multiplier, and all that the solver has a history of.
void KernelContact::note_known(View<Index> pressed) {
  known_.clear();
  if (rows_.history().width() > 0)
    known_ = rows_.memory().set.key;
  else
    for (const Index r : pressed) known_.push_back(rows_.rows().key[r]);
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
  rows_.history().save(archive, "solver");
  if (rows_.history().width() > 0) remembered_.save(archive);
  if (!laws_) save_keys(archive, "known_contacts", known_);
}

/// The numbers of the rows are bounded by the model, and what they mean by the constraint, which is asked
/// for their values.
void KernelContact::load_remembered(Archive& archive, Context& context) {
  const RowPlaces& places = rows_.places();
  ContactSet& set = rows_.set();
  remembered_.load(archive, bounds_of_rows(*places.geometry().surface, constraint_, list_));
  rows_.clear();
  if (list_) list_->start_anew();
  const Index count = remembered_.add_missing(set, list_);
  const View<Real> listed = near_.y_accepted(), now = places.now();
  const View<Real> y = listed.size() >= now.size() ? listed.first(now.size()) : now;
  for (Index row = 0; row < count; ++row) {
    Real value = 0;
    try {
      constraint_.evaluate({.set = &set, .rows = {&row, 1}, .y = y}, {.value = &value}, context);
    } catch (const EvaluationError&) {  // known, and without a value there
    } catch (const Error& unknown) {
      remembered_ = {};
      throw Error(fmt::format("the checkpoint's remembered rows do not fit this model: row {}: {}",
                              row, unknown.what()));
    }
  }
  rows_.clear();
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
  rows_.history().load(archive, "solver");
  if (rows_.history().width() > 0) load_remembered(archive, context);
  if (!laws_) known_ = load_keys(archive, "known_contacts");
}

}  // namespace tactus::core
