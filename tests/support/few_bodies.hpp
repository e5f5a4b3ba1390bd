// A few tetrahedra and boxes that meet, and what vertex_face finds between them.
#pragma once

#include <memory>
#include <tactus/conformance/serial_context.hpp>
#include <tactus/constraint.hpp>
#include <vector>

#include "tests/support/make_component.hpp"
#include "tests/support/tetrahedra.hpp"

namespace tactus::testing {

inline const Scales kFewBodies{
    .altitude = 0.5, .median_facet = 1, .longest_facet = 2, .length = 4, .coordinate = 4};

/// Bodies and vertex_face for them. Every pair of facets of two bodies is a candidate.
class Bodies {
 public:
  Tetrahedra shape;

  void setup() {
    surface_ = shape.surface();
    pairs_ = shape.facet_pairs();
    movable_.assign(static_cast<std::size_t>(surface_.vertices), 1);
    start = shape.y();
    context_.context().scales = kFewBodies;
    constraint_->setup({.surface = &surface_}, context_.context());
  }
  /// After setup(): no vertex moves along this axis.
  void hold(std::size_t axis) {
    if (along_.empty()) along_.assign(3 * static_cast<std::size_t>(surface_.vertices), 1);
    for (std::size_t v = 0; v < along_.size(); v += 3) along_[v + axis] = 0;
    surface_.inverse_mass_along = along_;
  }
  Context& context() { return context_.context(); }

  /// Moves all vertices of a body at the start of the step or now.
  void move(std::vector<Real>& y, std::int32_t body, const Vec<3>& way) const {
    for (std::size_t v = 0; v < y.size() / 3; ++v)
      if (surface_.vertex_body[v] == body)
        for (std::size_t d = 0; d < 3; ++d) y[3 * v + d] += way[static_cast<Eigen::Index>(d)];
  }

  /// The violations at shape.y(); their rows are in `set`.
  Index detect(View<ContactKey> known = {}, View<ContactKey> banned = {}) {
    set = ContactSet{};
    set.dim = 3;
    DetectQuery query{.surface = &surface_, .candidates = {}, .list = ++list_};
    query.candidates.facet_facet = pairs_;
    query.y_list = query.y = shape.y(), query.y_old = start, query.movable = movable_;
    query.known = known, query.banned = banned;
    result = constraint_->detect(query, set, context_.context());
    return result.needs;
  }
  Vec<3> normal(Index row) {
    Real frame[9];
    constraint_->evaluate({.set = &set, .rows = {&row, 1}, .y = shape.y()}, {.frame = frame},
                          context_.context());
    return {frame[0], frame[1], frame[2]};
  }
  Real gap(Index row, const std::vector<Real>& y) {
    Real value = 0;
    constraint_->evaluate({.set = &set, .rows = {&row, 1}, .y = y}, {.value = &value},
                          context_.context());
    return value;
  }
  std::vector<Index> stencil(Index row) const {
    return {set.stencil(row).begin(), set.stencil(row).end()};
  }

  std::vector<Real> start;
  ContactSet set;
  DetectResult result;

 private:
  std::unique_ptr<Constraint> constraint_ = make_component<Constraint>("vertex_face");
  conformance::SerialContext context_;
  Surface surface_;
  std::vector<Real> along_;
  std::vector<Pair> pairs_;
  std::vector<std::uint8_t> movable_;
  std::uint64_t list_ = 0;
};

/// A tetrahedron by its corners.
inline void add(Tetrahedra& shape, const Vec<3>& a, const Vec<3>& b, const Vec<3>& c,
                const Vec<3>& d) {
  const Index first = shape.add_vertex(a);
  for (const Vec<3>& x : {b, c, d}) shape.add_vertex(x);
  shape.add_body({{first, first + 1, first + 2, first + 3}});
}

/// A floor facet with the body below it, and a tip above it that is moved down by `depth`.
inline void put_tip(Bodies& bodies, Real depth) {
  add(bodies.shape, {-1, -1, 0}, {1, -1, 0}, {0, 1, 0}, {0, 0, -1});
  add(bodies.shape, {0, -0.25, 0}, {-0.3, -0.5, 1}, {0.3, -0.5, 1}, {0, 0.2, 1});
  bodies.setup();
  bodies.move(bodies.start, 1, {0, 0, 0.01});
  bodies.move(bodies.shape.y(), 1, {0, 0, -depth});
}

/// Two wedges, an edge along x at the top of one, an edge along y at the bottom of the other.
inline void put_edges(Bodies& bodies, Real depth) {
  add(bodies.shape, {-1, 0, 0}, {1, 0, 0}, {0, -0.5, -1}, {0, 0.5, -1});
  add(bodies.shape, {0, -1, 0}, {0, 1, 0}, {-0.5, 0, 1}, {0.5, 0, 1});
  bodies.setup();
  bodies.move(bodies.start, 1, {0, 0, 0.01});
  bodies.move(bodies.shape.y(), 1, {0, 0, -depth});
}

}  // namespace tactus::testing
