#include "core/contact/near_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/support/plugin_fault.hpp"

namespace tactus::core {
namespace {

constexpr std::uint64_t kNearFacets = 1, kNearParticles = 2, kNearBoth = 5;

/// Learns one thing of a component: whether it provides a capability.
class Provides final : public Capabilities {
 public:
  explicit Provides(std::string_view wanted) : wanted_(wanted) {}
  void provides(std::string_view name) override { found = found || name == wanted_; }
  void needs(std::string_view) override {}
  void needs_one_of(std::initializer_list<std::string_view>) override {}
  void prefers(std::string_view, std::string_view) override {}
  bool found = false;

 private:
  std::string_view wanted_;
};

}  // namespace

SurfaceBoxes::SurfaceBoxes(const ContactGeometry& geometry) : surface_(geometry.surface) {
  const Surface& s = *surface_;
  const auto bounds = [&](Index count) { return static_cast<std::size_t>(2 * s.dim * count); };
  for (Index v = 0; v < s.boundary_vertices; ++v)
    if (s.facets_of(v).empty()) {
      particle_vertex_.push_back(v);
      particle_body_.push_back(s.vertex_body[v]);
    }
  const auto particles = static_cast<Index>(particle_vertex_.size());
  facet_bounds_.assign(bounds(s.facets), 0);
  particle_bounds_.assign(bounds(particles), 0);
  facets_ = {.dim = s.dim,
             .count = s.facets,
             .bounds = facet_bounds_,
             .body = s.facet_body,
             .corner = s.facet,
             .corners = s.dim};
  particles_ = {.dim = s.dim,
                .count = particles,
                .bounds = particle_bounds_,
                .body = particle_body_,
                .corner = particle_vertex_,
                .corners = 1};
}

void SurfaceBoxes::set_box(Real* box, View<Index> vertices, View<Real> y, View<Real> y_end,
                           Real reach) const {
  const int dim = surface_->dim;
  for (int d = 0; d < dim; ++d) {
    Real low = kUnlimited, high = -kUnlimited;
    for (const Index v : vertices) {
      const Real a = y[dim * v + d], b = y_end.empty() ? a : y_end[dim * v + d];
      low = std::min({low, a, b});
      high = std::max({high, a, b});
    }
    box[d] = low - reach;
    box[dim + d] = high + reach;
  }
}

void SurfaceBoxes::update(View<Real> y, View<Real> y_end, Real reach) {
  const int size = 2 * surface_->dim;
  for (Index f = 0; f < surface_->facets; ++f)
    set_box(facet_bounds_.data() + size * f, surface_->facet_vertices(f), y, y_end, reach);
  for (std::size_t i = 0; i < particle_vertex_.size(); ++i)
    set_box(particle_bounds_.data() + static_cast<std::size_t>(size) * i,
            View<Index>(&particle_vertex_[i], 1), y, y_end,
            reach + surface_->radius[static_cast<std::size_t>(particle_vertex_[i])]);
}

PairFinder::PairFinder(const ContactGeometry& geometry, BroadPhase& broad_phase)
    : broad_phase_(broad_phase) {
  Provides sorted(capability::sorted);
  calling(Kind::broad_phase, [&] { broad_phase.capabilities(sorted); });
  sorted_ = sorted.found;
  for (const Body& body : geometry.layout->bodies) {
    self_.push_back(body.self_contact ? 1 : 0);
    all_.push_back(1);
    bool moves = false;
    for (Index dof = body.dofs.begin; dof < body.dofs.end; ++dof)
      moves = moves || !geometry.layout->prescribed[dof];
    movable_.push_back(moves ? 1 : 0);
  }
}

void PairFinder::ask(const BoxQuery& query, std::vector<Pair>& pairs, Context& context) {
  pairs.clear();
  calling(Kind::broad_phase, [&] { broad_phase_.candidates(query, pairs, context); });
  const Boxes &a = *query.first, &b = query.second ? *query.second : a;
  for (const Pair& p : pairs)
    if (p.first < 0 || p.first >= a.count || p.second < 0 || p.second >= b.count)
      throw PluginFault(Kind::broad_phase,
                        fmt::format("it answered the pair ({}, {}) of {} and {} boxes", p.first,
                                    p.second, a.count, b.count));
  if (sorted_) return;
  std::erase_if(pairs, [&](const Pair& p) {
    return !a.overlap(p.first, b, p.second) || !query.wanted(p.first, p.second);
  });
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
}

void PairFinder::facet_pairs(const SurfaceBoxes& boxes, std::uint64_t identity,
                             std::vector<Pair>& pairs, Context& context) {
  ask({.first = &boxes.facets(), .self = self_, .movable = movable_, .identity = identity}, pairs,
      context);
}

void PairFinder::particle_pairs(const SurfaceBoxes& boxes, std::uint64_t identity,
                                std::vector<Pair>& pairs, Context& context) {
  pairs.clear();
  if (boxes.particles().count == 0) return;
  ask({.first = &boxes.facets(),
       .second = &boxes.particles(),
       .self = self_,
       .movable = movable_,
       .identity = identity},
      pairs, context);
  for (Pair& p : pairs) p.second = boxes.particle_vertex(p.second);
}

void PairFinder::particle_particle(const SurfaceBoxes& boxes, std::uint64_t identity,
                                   std::vector<Pair>& pairs, Context& context) {
  pairs.clear();
  if (boxes.particles().count < 2) return;
  ask({.first = &boxes.particles(), .self = all_, .movable = movable_, .identity = identity}, pairs,
      context);
  for (Pair& p : pairs) p = {boxes.particle_vertex(p.first), boxes.particle_vertex(p.second)};
}

NearList::NearList(const ContactGeometry& geometry, BroadPhase& broad_phase,
                   const Detection& wanted)
    : geometry_(geometry), wanted_(wanted), boxes_(geometry), finder_(geometry, broad_phase) {}

bool NearList::worn_out(View<Real> y) const {
  if (y_made_.empty()) return true;
  const auto n =
      static_cast<std::size_t>(geometry_.surface->boundary_vertices * geometry_.surface->dim);
  Real moved = 0;
  for (std::size_t i = 0; i < n; ++i) moved = std::max(moved, std::abs(y[i] - y_made_[i]));
  return !(moved < wanted_.reach);
}

void NearList::update(View<Real> y, Context& context) {
  if (worn_out(y)) make(y, context);
}

void NearList::accept() {
  if (accepted_ == number_) return;
  accepted_ = number_;
  y_accepted_ = y_made_;
}

void NearList::restore(View<Real> y_made, Context& context) {
  make(y_made, context);
  accept();
}

void NearList::make(View<Real> y, Context& context) {
  y_made_.assign(y.begin(), y.end());
  boxes_.update(y, {}, wanted_.reach);
  if (wanted_.facet_facet) finder_.facet_pairs(boxes_, kNearFacets, facet_facet_, context);
  if (wanted_.facet_vertex) finder_.particle_pairs(boxes_, kNearParticles, facet_vertex_, context);
  if (wanted_.vertex_vertex) finder_.particle_particle(boxes_, kNearBoth, vertex_vertex_, context);
  ++number_;
  ++builds_;
}

}  // namespace tactus::core
