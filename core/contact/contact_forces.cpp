// The parts of KernelContact that look at a solved step, and those that need second derivatives.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/contact/contact_model.hpp"
#include "core/support/plugin_fault.hpp"

namespace tactus::core {
namespace {

/// From the constraint's numbering (vertex * dim + component) to free degrees of freedom.
class MappedSink final : public BlockSink {
 public:
  MappedSink(const ContactGeometry& geometry, Real factor, BlockSink& sink)
      : geometry_(geometry), factor_(factor), sink_(sink) {}

  void add(View<Index> rows, View<Index> columns, View<Real> value) override {
    row_.clear(), column_.clear(), value_.clear();
    for (const Index c : columns)
      if (free(c)) column_.push_back(dof(c));
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (!free(rows[i])) continue;
      row_.push_back(dof(rows[i]));
      for (std::size_t j = 0; j < columns.size(); ++j)
        if (free(columns[j])) value_.push_back(factor_ * value[i * columns.size() + j]);
    }
    if (!row_.empty() && !column_.empty()) sink_.add(row_, column_, value_);
  }

 private:
  Index dof(Index number) const {
    const int dim = geometry_.surface->dim;
    return geometry_.vertex_dof[number / dim] + number % dim;
  }
  bool free(Index number) const { return !geometry_.layout->prescribed[dof(number)]; }

  const ContactGeometry& geometry_;
  Real factor_;
  BlockSink& sink_;
  std::vector<Index> row_, column_;
  std::vector<Real> value_;
};

/// Whether the gradient of a row [vertices * dim] adds up to zero over its vertices, as that of a gap
/// between bodies does wherever they are: to more digits than any sensible formula loses.
bool is_closed(View<Real> gradient, int dim) {
  Real sum[3] = {}, size = 0;
  for (std::size_t i = 0; i < gradient.size(); ++i) {
    sum[i % static_cast<std::size_t>(dim)] += gradient[i];
    size += std::abs(gradient[i]);
  }
  return std::abs(sum[0]) + std::abs(sum[1]) + std::abs(sum[2]) <= 1e-6 * size;
}

class ProductSink final : public BlockSink {
 public:
  ProductSink(View<Real> direction, Out<Real> out) : direction_(direction), out_(out) {}
  void add(View<Index> rows, View<Index> columns, View<Real> value) override {
    for (std::size_t i = 0; i < rows.size(); ++i)
      for (std::size_t j = 0; j < columns.size(); ++j)
        out_[rows[i]] += value[i * columns.size() + j] * direction_[columns[j]];
  }

 private:
  View<Real> direction_;
  Out<Real> out_;
};

void sort_unique(std::vector<std::int32_t>& bodies) {
  std::sort(bodies.begin(), bodies.end());
  bodies.erase(std::unique(bodies.begin(), bodies.end()), bodies.end());
}

}  // namespace

Outcome KernelContact::hessian(View<Index> rows, View<Real> weights, View<Real> w, BlockSink& sink,
                               Context& context) const {
  set_positions(rows, w);
  MappedSink mapped(geometry_, point_.fraction * point_.fraction, sink);
  try {
    calling(Kind::constraint,
            [&] { constraint_.hessian(memory_.set, rows, weights, y_, mapped, context); });
  } catch (const EvaluationError& e) {
    return Outcome::retry(Cause::not_finite, e.what(), e.where);
  }
  return {};
}

Outcome KernelContact::hessian_product(View<Index> rows, View<Real> weights, View<Real> w,
                                       View<Real> direction, Out<Real> out,
                                       Context& context) const {
  ProductSink sink(direction, out);
  return hessian(rows, weights, w, sink, context);
}

Outcome KernelContact::collect(const ContactOutcome& step, ContactForces& out, Context& context) {
  out.contacts = out.zone_nodes = 0;
  out.pairs.clear();
  out.zone.clear();
  std::fill(std::begin(out.held), std::end(out.held), Real{0});
  out.held_by.assign(static_cast<std::size_t>(3 * (geometry_.holders + 2)), 0);
  out.held_work = 0;
  out.grounded = false;
  out.vertex_force.clear();
  const bool zones =
      std::any_of(step.zone.begin(), step.zone.end(), [](Index zone) { return zone != kNone; });
  if (rows_.count == 0 && !zones) return {};
  out.vertex_force.assign(y_.size(), 0);
  const Outcome outcome = collect_rows(step, out, context);
  if (zones) add_zones(step, out);
  return outcome;
}

Outcome KernelContact::collect_rows(const ContactOutcome& step, ContactForces& out,
                                    Context& context) {
  if (rows_.count == 0) return {};
  positions(step.w);
  Scratch::Frame frame(*context.scratch);
  const auto all = context.scratch->take<Index>(rows_.count);
  for (Index r = 0; r < rows_.count; ++r) all[r] = r;
  const auto gradient = context.scratch->take<Real>(entries_of(all) * geometry_.surface->dim);
  try {
    calling(Kind::constraint, [&] {
      constraint_.evaluate(memory_.set, all, y_, {.gradient = gradient.data()}, context);
    });
  } catch (const EvaluationError& e) {
    return Outcome::retry(Cause::not_finite, e.what(), e.where);
  }
  for (Index r = 0; r < rows_.count; ++r) {
    if (!(step.multiplier[r] > 0)) continue;
    ++out.contacts;
    add_row(r, point_.fraction * step.multiplier[r],
            gradient.data() + memory_.set.start[r] * geometry_.surface->dim, step, out);
  }
  return {};
}

void KernelContact::find_grounded_rows(View<Real> w, View<Real> multiplier, Context& context) {
  Scratch::Frame frame(*context.scratch);
  const auto pressed = context.scratch->take<Index>(rows_.count);
  std::size_t count = 0;
  for (Index r = 0; r < rows_.count; ++r)
    if (multiplier[r] > 0 && !memory_.set.grounded[r]) pressed[count++] = r;
  const View<Index> rows = pressed.first(count);
  if (rows.empty()) return;
  const int dim = geometry_.surface->dim;
  set_positions(rows, w);
  const auto gradient = context.scratch->take<Real>(entries_of(rows) * dim);
  try {
    calling(Kind::constraint, [&] {
      constraint_.evaluate(memory_.set, rows, y_, {.gradient = gradient.data()}, context);
    });
  } catch (const EvaluationError&) {
    return;  // a solution where rows have no values is dealt with where their forces are
  }
  std::size_t at = 0;
  for (const Index r : rows) {
    const std::size_t size = memory_.set.stencil(r).size() * static_cast<std::size_t>(dim);
    if (!is_closed(gradient.subspan(at, size), dim)) memory_.set.grounded[r] = memory_.held[r] = 1;
    at += size;
  }
}

std::pair<std::int32_t, std::int32_t> KernelContact::bodies_of(Index row) const {
  if (row < 0 || row >= rows_.count) return {-1, -1};
  std::int32_t a = std::numeric_limits<std::int32_t>::max(), b = -1;
  for (const Index v : memory_.set.stencil(row)) {
    const std::int32_t body = geometry_.surface->vertex_body[v];
    a = std::min(a, body);
    b = std::max(b, body);
  }
  return {a, b};
}

std::vector<std::int32_t> KernelContact::violating_bodies() const {
  std::vector<std::int32_t> bodies;
  for (Index i = 0; i < violations().count(); ++i)
    for (const Index v : violations().vertices(i))
      bodies.push_back(geometry_.surface->vertex_body[v]);
  sort_unique(bodies);
  return bodies;
}

std::vector<std::int32_t> KernelContact::neighbours_of(std::int32_t body) const {
  std::vector<std::int32_t> neighbours;
  const View<std::int32_t> body_of = geometry_.surface->facet_body;
  for (const auto [f, g] : near_.facet_facet())
    if ((body_of[f] == body) != (body_of[g] == body))
      neighbours.push_back(body_of[f] == body ? body_of[g] : body_of[f]);
  sort_unique(neighbours);
  return neighbours;
}

namespace {

void add_pair(const PairImpulse& pair, std::vector<PairImpulse>& pairs) {
  const auto less = [](const PairImpulse& a, const PairImpulse& b) {
    return std::pair(a.body_a, a.body_b) < std::pair(b.body_a, b.body_b);
  };
  const auto at = std::lower_bound(pairs.begin(), pairs.end(), pair, less);
  if (at == pairs.end() || less(pair, *at)) {
    pairs.insert(at, pair);
    return;
  }
  at->contacts += pair.contacts;
  for (int d = 0; d < 3; ++d) at->impulse[d] += pair.impulse[d];
}

}  // namespace

void KernelContact::add_row(Index row, Real multiplier, const Real* gradient,
                            const ContactOutcome& step, ContactForces& out) const {
  const Surface& surface = *geometry_.surface;
  const int dim = surface.dim;
  const View<Index> stencil = memory_.set.stencil(row);
  const auto [body_a, body_b] = bodies_of(row);
  PairImpulse pair{body_a, body_b, 1, {}};
  const bool grounded = memory_.set.grounded[row] != 0;
  out.grounded = out.grounded || grounded;
  for (std::size_t a = 0; a < stencil.size(); ++a) {
    const Index v = stencil[a];
    for (int d = 0; d < dim; ++d) {
      const Real force =
          step.fraction * (multiplier * gradient[a * static_cast<std::size_t>(dim) + d]);
      out.vertex_force[dim * v + d] += force;
      if (grounded) out.hold(geometry_.holders + 1, d, -force);  // the reaction, on the outside
      if (const Index dof = geometry_.vertex_dof[v] + d; geometry_.layout->prescribed[dof]) {
        out.hold(geometry_.holder[dof], d, force);
        out.held_work += force * step.w[dof];
      }
      if (surface.vertex_body[v] == pair.body_a) pair.impulse[d] += step.dt * force;
    }
  }
  add_pair(pair, out.pairs);
}

namespace {

/// What contact did to one body of a zone.
struct ZoneBody {
  std::int32_t body = 0;
  Real impulse[3] = {};  ///< N s, on the nodes that are free to move
  bool held = false;     ///< some are prescribed
};

/// What contact did to a zone, body by body.
struct ZoneSum {
  std::vector<ZoneBody> bodies;
  Real force[3] = {}, work = 0;  ///< on all nodes that are free
  Index holder[3] = {kNone, kNone, kNone};

  ZoneBody& of(std::int32_t body) {
    if (bodies.empty() || bodies.back().body != body) bodies.push_back({.body = body});
    return bodies.back();
  }
  bool held() const {
    return std::any_of(bodies.begin(), bodies.end(), [](const ZoneBody& b) { return b.held; });
  }
  /// @param many  in place of a holder where there are several
  void hold(std::size_t d, Index who, Index many) {
    holder[d] = holder[d] == kNone || holder[d] == who ? who : many;
  }
  /// Who took the force in direction d. Where nobody holds the zone in it, that is round-off.
  Index holder_in(int d) const {
    return holder[d] != kNone ? holder[d] : *std::max_element(holder, holder + 3);
  }
  /// On a body whose support took a part that nobody knows: what all others did not get.
  std::array<Real, 3> impulse_on(const ZoneBody& body) const {
    std::array<Real, 3> sum{};
    for (int d = 0; d < 3; ++d) {
      if (!body.held) sum[d] = body.impulse[d];
      for (const ZoneBody& other : bodies)
        if (body.held && other.body != body.body) sum[d] -= other.impulse[d];
    }
    return sum;
  }
};

PairImpulse pair_of(const ZoneSum& zone, const ZoneBody& body, std::int32_t partner) {
  PairImpulse pair{body.body, partner, 0, {}};
  const std::array<Real, 3> impulse = zone.impulse_on(body);
  std::copy(impulse.begin(), impulse.end(), pair.impulse);
  return pair;
}

}  // namespace

/// What moved the zones. Where supports take part they got the rest; and as a zone moves as a rigid
/// body, what contact did to its free nodes is the work of its supports. Two bodies are a pair; of
/// more each has a row against no body in particular.
void KernelContact::add_zones(const ContactOutcome& step, ContactForces& out) const {
  const Layout& layout = *geometry_.layout;
  const int dim = layout.dim;
  for (std::size_t v = 0; v < geometry_.vertex_dof.size(); ++v) {
    if (step.zone[geometry_.vertex_dof[v]] == kNone) continue;
    ++out.zone_nodes;
    for (int d = 0; d < dim; ++d)
      out.vertex_force[static_cast<Index>(v) * dim + d] = step.force[geometry_.vertex_dof[v] + d];
  }
  out.contacts += out.zone_nodes;
  std::vector<ZoneSum> zones(
      static_cast<std::size_t>(1 + *std::max_element(step.zone.begin(), step.zone.end())));
  out.zone.assign(step.zone.size() / static_cast<std::size_t>(dim), 0);
  for (std::size_t b = 0; b < layout.bodies.size(); ++b) {
    const Range dofs = layout.bodies[b].dofs;
    for (Index dof = dofs.begin; dof < dofs.end; ++dof) {
      if (step.zone[dof] == kNone) continue;
      out.zone[static_cast<std::size_t>(dof / dim)] = 1;
      ZoneSum& zone = zones[static_cast<std::size_t>(step.zone[dof])];
      ZoneBody& body = zone.of(static_cast<std::int32_t>(b));
      const auto d = static_cast<std::size_t>((dof - dofs.begin) % dim);
      if (layout.prescribed[dof]) {
        body.held = true;
        zone.hold(d, geometry_.holder[dof], geometry_.holders);
        continue;
      }
      body.impulse[d] += step.dt * step.force[dof];
      zone.force[d] += step.force[dof];
      zone.work += step.force[dof] * step.w[dof];
    }
  }
  for (const ZoneSum& zone : zones) {
    if (zone.held()) {
      for (int d = 0; d < 3; ++d) out.hold(zone.holder_in(d), d, -zone.force[d]);
      out.held_work -= zone.work;
    }
    if (zone.bodies.size() == 2)
      add_pair(pair_of(zone, zone.bodies[0], zone.bodies[1].body), out.pairs);
    else
      for (const ZoneBody& body : zone.bodies)
        add_pair(pair_of(zone, body, zone.bodies.size() == 1 ? body.body : kManyBodies), out.pairs);
  }
}

}  // namespace tactus::core
