/// Tests what a constraint promises about half-spaces that move: each then has a vertex of its own at its point
/// (Surface::plane_vertex).
#pragma once

#include "constraint_trial.hpp"

namespace tactus::conformance::constraint_tests {

/// The tables of a scene, with one vertex more, which moves the half-space.
class SurfaceWithMover {
 public:
  explicit SurfaceWithMover(const Surface& still)
      : mover(still.vertices), surface_(still), start_(of(still.vertex_facet_start)),
        global_(of(still.global)), body_(of(still.vertex_body)), patch_(of(still.vertex_patch)),
        radius_(of(still.radius)), inverse_mass_(of(still.inverse_mass)),
        reference_(with_mover(still.reference)) {
    start_.push_back(start_.back()), global_.push_back(mover);
    body_.push_back(still.plane_body[0]), patch_.push_back(0);
    radius_.push_back(0), inverse_mass_.push_back(1);
    surface_.vertices = mover + 1;
    surface_.vertex_facet_start = start_, surface_.global = global_;
    surface_.vertex_body = body_, surface_.vertex_patch = patch_;
    surface_.radius = radius_, surface_.inverse_mass = inverse_mass_;
    surface_.reference = reference_, surface_.plane_vertex = {&mover, 1};
  }
  SurfaceWithMover(const SurfaceWithMover&) = delete;
  SurfaceWithMover& operator=(const SurfaceWithMover&) = delete;
  const Surface& surface() const { return surface_; }
  /// Positions of all vertices, with the half-space where it was at the start.
  Positions with_mover(View<Real> y) const {
    Positions all(y.begin(), y.end());
    all.insert(all.end(), surface_.plane.begin(), surface_.plane.begin() + surface_.dim);
    return all;
  }
  const Index mover;

 private:
  template <class T>
  static std::vector<T> of(View<T> list) {
    return {list.begin(), list.end()};
  }
  Surface surface_;
  std::vector<Index> start_, global_;
  std::vector<std::int32_t> body_, patch_;
  std::vector<Real> radius_, inverse_mass_;
  Positions reference_;
};

/// A half-space that a vertex moves has the rows that one at rest has, with this vertex in their stencils: where it
/// is, wherever all things have gone together, and with a slope along each coordinate (differences).
inline Finding planes_may_move(const Make<Constraint>& make, int dim) {
  Trial still(make, dim);
  const SurfaceWithMover scene(still.surface());
  const auto constraint = make();
  SerialContext context;
  context.context().scales = still.scene().scales();
  constraint->setup({.surface = &scene.surface(), .pairs = still.all_pairs()}, context.context());
  const Positions y = still.scene().tangled();
  still.detect(y);
  const auto row_of = [&](const ContactSet& set, Index row) {
    std::vector<Index> vertices(set.stencil(row).begin(), set.stencil(row).end());
    std::erase(vertices, scene.mover);
    return vertices;
  };
  std::map<std::vector<Index>, Real> expected;
  const std::vector<Real> at_rest = still.values(y);
  for (Index r = 0; r < still.set.rows(); ++r)
    expected[row_of(still.set, r)] = at_rest[static_cast<std::size_t>(r)];
  const std::vector<std::uint8_t> movable(static_cast<std::size_t>(scene.surface().vertices), 1);
  Index moved_by_it = 0;
  for (const Real by : {0.0, 3.0}) {
    Positions old = scene.with_mover(still.scene().apart()), now = scene.with_mover(y);
    for (Positions* all : {&old, &now})
      for (Real& x : *all) x += by;
    ContactSet set;
    set.dim = dim;
    constraint->detect({.surface = &scene.surface(),
                        .candidates = still.pairs.view(),
                        .list = 1,
                        .y_list = now,
                        .y_old = old,
                        .y = now,
                        .movable = movable},
                       set, context.context());
    if (set.rows() != still.set.rows())
      return broken(text_of(set.rows(), " rows, and ", still.set.rows(), " where it cannot move"));
    const auto value = [&](Index row) {
      Real one = 0;
      constraint->evaluate({.set = &set, .rows = {&row, 1}, .y = now}, {.value = &one},
                           context.context());
      return one;
    };
    for (Index row = 0; row < set.rows(); ++row) {
      const auto found = expected.find(row_of(set, row));
      if (found == expected.end()) return broken("a row is of other vertices");
      if (!(std::abs(value(row) - found->second) <= 1e-12 * set.scale[row]))
        return broken(text_of("the value of a row is ", value(row), ", and ", found->second,
                              " where it cannot move"));
      const View<Index> stencil = set.stencil(row);
      moved_by_it += std::ranges::count(stencil, scene.mover);
      std::vector<Real> gradient(stencil.size() * static_cast<std::size_t>(dim));
      constraint->evaluate({.set = &set, .rows = {&row, 1}, .y = now},
                           {.gradient = gradient.data()}, context.context());
      for (std::size_t k = 0; k < gradient.size(); ++k) {
        const auto D = static_cast<std::size_t>(dim);
        Real& x = now[static_cast<std::size_t>(stencil[k / D]) * D + k % D];
        constexpr Real h = 0x1p-12;
        x += h;
        const Real up = value(row);
        x -= 2 * h;
        const Real slope = (up - value(row)) / (2 * h);
        x += h;
        if (!(std::abs(slope - gradient[k]) <= 1e-6 * set.scale[row]))
          return broken(text_of("a slope of ", slope, ", and its gradient is ", gradient[k]));
      }
    }
  }
  return moved_by_it > 0 ? kept(text_of(expected.size(), " rows"))
                         : broken("no row has the vertex that moves the half-space");
}

}  // namespace tactus::conformance::constraint_tests
