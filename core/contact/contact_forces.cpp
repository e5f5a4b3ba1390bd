// The parts of KernelContact that look at a solved step, and those that need second derivatives.
#include <algorithm>
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

/// Adds to the pair of the same bodies, or makes it. `pairs` stay sorted.
void add_to_pairs(const PairImpulse& pair, std::vector<PairImpulse>& pairs) {
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

Outcome KernelContact::collect(View<Real> w, View<Real> multiplier, Real fraction, Real dt,
                               ContactForces& out, Context& context) {
  const Surface& surface = *geometry_.surface;
  const int dim = surface.dim;
  out.contacts = out.zone_nodes = 0;
  out.pairs.clear();
  std::fill(std::begin(out.held), std::end(out.held), Real{0});
  out.held_work = 0;
  out.vertex_force.clear();
  if (rows_.count == 0) return {};
  out.vertex_force.assign(y_.size(), 0);
  positions(w);
  Scratch::Frame frame(*context.scratch);
  const auto all = context.scratch->take<Index>(rows_.count);
  for (Index r = 0; r < rows_.count; ++r) all[r] = r;
  const auto gradient = context.scratch->take<Real>(entries_of(all) * dim);
  try {
    calling(Kind::constraint, [&] {
      constraint_.evaluate(memory_.set, all, y_, {.gradient = gradient.data()}, context);
    });
  } catch (const EvaluationError& e) {
    return Outcome::retry(Cause::not_finite, e.what(), e.where);
  }
  for (Index r = 0; r < rows_.count; ++r) {
    if (!(multiplier[r] > 0)) continue;
    ++out.contacts;
    add_pair(r, fraction * point_.fraction * multiplier[r],
             gradient.data() + memory_.set.start[r] * dim, dt, w, out);
  }
  return {};
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

std::vector<std::int32_t> KernelContact::partners_of(std::int32_t body) const {
  std::vector<std::int32_t> partners;
  for (Index r = 0; r < rows_.count; ++r) {
    const auto [a, b] = bodies_of(r);
    if (a == body || b == body) partners.push_back(a == body ? b : a);
  }
  sort_unique(partners);
  return partners;
}

void KernelContact::add_pair(Index row, Real multiplier, const Real* gradient, Real dt,
                             View<Real> w, ContactForces& out) const {
  const Surface& surface = *geometry_.surface;
  const int dim = surface.dim;
  const View<Index> stencil = memory_.set.stencil(row);
  const auto [body_a, body_b] = bodies_of(row);
  PairImpulse pair{body_a, body_b, 1, {}};
  for (std::size_t a = 0; a < stencil.size(); ++a) {
    const Index v = stencil[a];
    for (int d = 0; d < dim; ++d) {
      const Real force = multiplier * gradient[a * static_cast<std::size_t>(dim) + d];
      out.vertex_force[dim * v + d] += force;
      if (const Index dof = geometry_.vertex_dof[v] + d; geometry_.layout->prescribed[dof]) {
        out.held[d] += force;
        out.held_work += force * w[dof];
      }
      if (surface.vertex_body[v] == pair.body_a) pair.impulse[d] += dt * force;
    }
  }
  add_to_pairs(pair, out.pairs);
}

void KernelContact::collect_zones(View<Index> zone, View<Real> force, View<Real> w, Real dt,
                                  ContactForces& out) const {
  if (zone.empty()) return;
  const Surface& surface = *geometry_.surface;
  const int dim = surface.dim;
  struct Share {
    Index zone;
    PairImpulse impulse;
    bool moves;  ///< some of its nodes are not prescribed
  };
  std::vector<Share> shares;  // of a body in a zone
  out.vertex_force.resize(y_.size(), 0);
  for (Index v = 0; v < surface.vertices; ++v) {
    Index of = kNone;
    PairImpulse now{surface.vertex_body[v], kZone, 1, {}};
    for (int d = 0; d < dim; ++d) {
      const Index dof = geometry_.vertex_dof[v] + d;
      if (zone[dof] == kNone) continue;
      of = zone[dof];
      out.vertex_force[dim * v + d] += force[dof];
      now.impulse[d] = dt * force[dof];
      // What the zone gets as a whole comes from what is prescribed in it, which moves along.
      out.held[d] -= force[dof];
      out.held_work -= force[dof] * w[dof];
    }
    if (of == kNone) continue;
    ++out.zone_nodes;
    const bool moves = geometry_.movable[v] != 0;
    const auto at = std::find_if(shares.begin(), shares.end(), [&](const Share& s) {
      return s.zone == of && s.impulse.body_a == now.body_a;
    });
    if (at == shares.end()) {
      shares.push_back({of, now, moves});
      continue;
    }
    at->moves = at->moves || moves;
    ++at->impulse.contacts;
    for (int d = 0; d < dim; ++d) at->impulse.impulse[d] += now.impulse[d];
  }
  out.contacts += out.zone_nodes;
  for (const Share& s : shares) {
    PairImpulse pair = s.impulse;
    const Share* other = nullptr;
    Index others = 0;
    for (const Share& t : shares)
      if (t.zone == s.zone && &t != &s) ++others, other = &t;
    if (others == 1) {
      if (other->impulse.body_a < pair.body_a) continue;  // said by the other one
      pair.body_b = other->impulse.body_a;
      if (!s.moves)
        for (int d = 0; d < dim; ++d) pair.impulse[d] = -other->impulse.impulse[d];
    } else if (others == 0) {
      pair.body_b = pair.body_a;
    }
    add_to_pairs(pair, out.pairs);
  }
}

}  // namespace tactus::core
