/// \file conformance/contact_scene.hpp  A few bodies that touch, for tests of constraints: whatever
/// a constraint is about, one of the places of contact is its business.
#pragma once

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>
#include <vector>

#include "../constraint.hpp"
#include "../rotation.hpp"
#include "random.hpp"
#include "scene_surface.hpp"

namespace tactus::conformance {

/// The whole world turned, scaled and moved: x -> scale Q x + shift.
struct Similarity {
  Real scale = 1, angle = 0, shift = 0;  ///< rad about (1, 2, 3) in space; shift in every direction
  std::uint64_t numbering = 0;           ///< of vertices, facets and elements; 0: one after another

  Eigen::MatrixXd turn(int dim) const {
    if (dim == 2) return Eigen::Rotation2D<Real>(angle).toRotationMatrix();
    return Eigen::AngleAxis<Real>(angle, Vec<3>(1, 2, 3).normalized()).toRotationMatrix();
  }
};

/// Where the bodies of a ContactScene meet.
struct Placement {
  Real tip = 0.23;       ///< m, of a corner along a side of the block, from the side's middle
  Real tilt = 0.2;       ///< rad, of a corner from upright; of two edges from a right angle
  Real direction = 0.7;  ///< rad, from a particle to its partner
  Real across = 0.11;    ///< m, of a corner in the third direction
  Real twist = 0.3;      ///< rad, of a corner about itself, in space
  /// Corners stay away from the middle of a side, where there is a vertex, and from the edges of
  /// facets.
  static Placement random(Random& random, int dim) {
    const Real side = random() < 0.5 ? -1 : 1;
    Placement p{side * random.between(0.1, 0.4), random.between(-0.5, 0.5), random.between(-3, 3)};
    if (dim == 2) return p;
    p.tip = side * random.between(0.2, 0.3), p.tilt *= 0.6;
    p.across = p.tip * random.between(-0.8, 0.8), p.twist = random.between(-3, 3);
    if (random() < 0.5) std::swap(p.tip, p.across);
    return p;
  }
};

/// Blocks (squares, cubes) of side 1 and less, particles and a half-space below. A block; the
/// corner of another presses on it from above, and a particle from the left; two particles press on
/// each other; a corner presses on the half-space. And all of that once more, from the other sides.
/// In space two edges press on each other, too. Facets are about 0.5 m long. Where particles are round,
/// two more press on a block of their own, beside a corner and, in space, beside an edge.
class ContactScene {
 public:
  /// `round`: particles have a radius; else they are points.
  ContactScene(int dim, bool round, const Similarity& world = {})
      : dim_(dim), blocks_((dim == 2 ? 5 : 7) + (round ? 1 : 0)), particles_(round ? 8 : 6),
        world_(world), turn_(world.turn(dim)), radius_(radii(round)),
        tables_(dim, blocks_, radius_, world.numbering) {
    for (Real& r : tables_.radius()) r *= world.scale;
    std::vector<Real> plane(static_cast<std::size_t>(2 * dim), 0);
    plane[1] = kGround;
    map(Out<Real>(plane)).head(dim) = moved(Eigen::VectorXd(map(Out<Real>(plane)).head(dim)));
    map(Out<Real>(plane)).tail(dim) = turn_.col(1);
    surface_ = &tables_.view(apart(), std::move(plane));
  }

  int dim() const { return dim_; }
  const Surface& surface() const { return *surface_; }
  const Similarity& world() const { return world_; }
  Scales scales() const {
    const Real s = world_.scale;
    return {.altitude = 0.25 * s,
            .median_facet = 0.5 * s,
            .longest_facet = (dim_ == 2 ? 0.5 : 1) * s,
            .length = (dim_ == 2 ? 15 : 20) * s,
            .coordinate = (dim_ == 2 ? 9 : 14) * s + std::abs(world_.shift)};
  }

  /// [vertices * dim] Every pair presses `first` or, of the second ones, `second` metres into its
  /// partner, along the normal of what it presses on; negative: that far away from it.
  std::vector<Real> pressed(Real first, Real second, const Placement& p = {}) const {
    std::vector<Real> y(coordinates(), 0);
    const Real z = dim_ == 2 ? 0 : 1;
    const Vec<3> down(std::sin(p.tilt), -std::cos(p.tilt), z * std::sin(p.tilt) / 2),
        left(down[1], -down[0], down[2]);
    put_block(y, 0, {0, 0, 0}, 0.5, Mat<3>::Identity());
    put_corner(y, 1, {p.tip, 0.5 - first, z * p.across}, down, p.twist, 0.4);
    put_corner(y, 2, {0.5 - second, -0.3 + 0.1 * p.tip, z * p.across / 2}, left, p.twist, 0.3);
    put_corner(y, 3, {-5, kGround - first, 0}, down, p.twist, 0.35);
    put_corner(y, 4, {-8, kGround - second, 0}, down, p.twist, 0.3);
    if (dim_ == 3) put_edges(y, first, p);
    Eigen::VectorXd to = Eigen::VectorXd::Zero(dim_);
    to[0] = std::cos(p.direction), to[1] = std::sin(p.direction);
    if (dim_ == 3) to *= std::cos(0.5), to[2] = std::sin(0.5);
    put_particle(y, 0, at(5, 0));
    put_particle(y, 1, at(5, 0) + (radius_[0] + radius_[1] - first) * to);
    put_particle(y, 2, at(5, 4));
    put_particle(y, 3, at(5, 4) - (radius_[2] + radius_[3] - second) * to);
    put_particle(y, 4, at(-0.5 - radius_[4] + first, p.tip, p.across));
    put_particle(y, 5, at(p.tip, -0.5 - radius_[5] + second, p.across));
    if (particles_ > 6) put_beside(y, first, second, p);
    return moved(std::move(y));
  }
  std::vector<Real> pressed(Real depth, const Placement& p = {}) const {
    return pressed(depth, depth, p);
  }
  std::vector<Real> apart() const { return pressed(-0.05); }

  /// Several contacts at once in no particular position: pressed, and every coordinate off by some
  /// 0.01 m.
  std::vector<Real> tangled(std::uint64_t seed = 1) const {
    std::vector<Real> y = pressed(0.1);
    Random random(seed);
    for (Index v = 0; v < surface_vertices(); ++v)
      for (int d = 0; d < dim_; ++d)
        y[static_cast<std::size_t>(tables_.number(v) * dim_ + d)] +=
            0.01 * world_.scale * random.between(-1, 1);
    return y;
  }

  /// Sides on sides, edge on edge, particle on particle, along the axes: they touch to the last
  /// bit, and nothing is inside of anything; where radii are no binary fractions there is a gap of the size of their
  /// rounding. In an unmoved world only.
  std::vector<Real> touching() const {
    std::vector<Real> y(coordinates(), 0);
    const Mat<3> straight = Mat<3>::Identity();
    put_block(y, 0, {0, 0, 0}, 0.5, straight);
    put_block(y, 1, {0.25, 1, 0.25}, 0.5, straight);
    put_block(y, 2, {1, -0.25, 0.125}, 0.5, straight);
    put_block(y, 3, {-5, kGround + 0.5, 0}, 0.5, straight);
    put_block(y, 4, {-8, kGround + 0.5, 0}, 0.5, straight);
    if (dim_ == 3) {
      put_block(y, 5, {-12, 0, 0}, 0.5, straight);
      put_block(y, 6, {-11, 1, 0}, 0.5, straight);
    }
    put_particle(y, 0, at(5, 0));
    constexpr Real rounding = 0x1p-48;
    put_particle(y, 1, at(5 + radius_[0] + radius_[1] + rounding, 0));
    put_particle(y, 2, at(5, 4));
    put_particle(y, 3, at(5, 4 - radius_[2] - radius_[3]));
    put_particle(y, 4, at(-0.5 - radius_[4] - rounding, 0.125, 0.0625));
    put_particle(y, 5, at(0.125, -0.5 - radius_[5], 0.0625));
    if (particles_ > 6) put_beside(y, -0.25, -0.25, {});
    return y;
  }

  /// A second block in place of the one from above, round `centre` with the half-axes that are the
  /// first `dim` columns of `axes` (2D: with the corners that these are), in units of 1/16 m; all
  /// else is far away.
  std::vector<Real> on_lattice(const Eigen::Vector3i& centre, const Eigen::Matrix3i& axes) const {
    Mat<3> half = axes.cast<Real>() / 16;
    if (dim_ == 2) {  // corners a and b: half-axes (a + b)/2 and (b - a)/2, from (-1, -1) on
      const Vec<3> a = half.col(0), b = half.col(1);
      half.col(0) = -(a + b) / 2, half.col(1) = (a - b) / 2;
    }
    return beside_first(centre.cast<Real>() / 16, half);
  }
  /// Likewise with any half-axes [m].
  std::vector<Real> beside_first(const Vec<3>& centre, const Mat<3>& half) const {
    std::vector<Real> y = pressed(-6, -2.4, {.direction = -0.7});
    put_block(y, 1, centre, 1, half);
    return y;
  }

  /// [vertices] 1 but for one of each two that press on each other: the blocks below and the first
  /// of two particles.
  std::vector<std::uint8_t> half_movable() const {
    std::vector<std::uint8_t> movable(static_cast<std::size_t>(surface_vertices()), 1);
    for (const Index body : {Index{0}, dim_ == 2 ? Index{0} : Index{5}, blocks_, blocks_ + 2})
      for (std::size_t v = 0; v < movable.size(); ++v)
        if (surface_->vertex_body[v] == body) movable[v] = 0;
    return movable;
  }

  std::vector<Real> moved(std::vector<Real> y) const {
    for (Index v = 0; v < surface_vertices(); ++v) {
      Map at(y.data() + v * dim_, dim_);
      at = moved(Eigen::VectorXd(at));
    }
    return y;
  }

 private:
  static constexpr Real kGround = -4;

  /// m; about 0.28 of two that press on each other. The last two are of what is beside corners and edges.
  static std::vector<Real> radii(bool round) {
    if (!round) return std::vector<Real>(6, 0);
    return {0.13, 0.15, 0.15625, 0.125, 0.13, 0.125, 0.43, 0.4375};
  }
  Eigen::VectorXd moved(const Eigen::VectorXd& x) const {
    const Eigen::VectorXd all = Eigen::VectorXd::Constant(dim_, world_.shift);
    if (world_.angle == 0) return world_.scale * x + all;
    return world_.scale * turn_ * x + all;
  }
  Eigen::VectorXd at(Real x, Real height, Real depth = 0) const {
    return Vec<3>(x, height, depth).head(dim_);
  }
  Index surface_vertices() const { return blocks_ * (tables_.outline() + 1) + particles_; }
  std::size_t coordinates() const { return static_cast<std::size_t>(surface_vertices() * dim_); }

  void put(std::vector<Real>& y, Index vertex, const Eigen::VectorXd& x) const {
    Map(y.data() + tables_.number(vertex) * dim_, dim_) = x.head(dim_);
  }
  void put_particle(std::vector<Real>& y, Index particle, const Eigen::VectorXd& x) const {
    put(y, blocks_ * tables_.outline() + particle, x);
  }
  /// Its half-axes are those columns, times `half`.
  void put_block(std::vector<Real>& y, Index block, const Vec<3>& centre, Real half,
                 const Mat<3>& axes) const {
    for (Index k = 0; k < tables_.outline(); ++k) {
      const Vec<3> x = axes * tables_.corner(k);
      put(y, block * tables_.outline() + k, centre + half * x);
    }
    put(y, blocks_ * tables_.outline() + particles_ + block, centre);
  }
  /// With its first corner at `tip`, which points along `direction`.
  void put_corner(std::vector<Real>& y, Index block, const Vec<3>& tip, Vec<3> direction,
                  Real twist, Real half) const {
    direction.normalize();
    Mat<3> turn;
    if (dim_ == 2) {
      const Real angle = std::atan2(direction[1], direction[0]) + 3 * std::numbers::pi / 4;
      turn = Eigen::AngleAxis<Real>(angle, Vec<3>::UnitZ()).toRotationMatrix();
    } else {
      const Vec<3> corner = Vec<3>::Constant(-1).normalized();
      turn = rotation_between(corner, direction) *
             Eigen::AngleAxis<Real>(twist, corner).toRotationMatrix();
    }
    put_block(y, block, tip - half * std::sqrt(Real(dim_)) * direction, half, turn);
  }
  /// Two cubes, each on an edge: the lower one has one upwards along z, the upper one another
  /// downwards, across it.
  void put_edges(std::vector<Real>& y, Real depth, const Placement& p) const {
    const auto turn = [](Real angle, const Vec<3>& axis) {
      return Mat<3>(Eigen::AngleAxis<Real>(angle, axis).toRotationMatrix());
    };
    const Real quarter = std::numbers::pi / 4, high = 0.5 * std::numbers::sqrt2;
    put_block(y, 5, {-12, 0, 0}, 0.5, turn(quarter, Vec<3>::UnitZ()));
    put_block(y, 6, {-12 + 0.5 * p.tip, 2 * high - depth, 0.5 * p.across}, 0.5,
              turn(p.tilt, Vec<3>::UnitY()) * turn(quarter, Vec<3>::UnitX()));
  }

  /// The last block, with the last two particles beside a corner and an edge; in the plane both are beside
  /// corners. Nothing else is nearer to them.
  void put_beside(std::vector<Real>& y, Real first, Real second, const Placement& p) const {
    const Vec<3> centre(0, 7, 0);
    put_block(y, blocks_ - 1, centre, 0.5, Mat<3>::Identity());
    const Real z = dim_ == 2 ? 0 : 1, lean = std::sin(p.tilt) / 2;
    const Vec<3> corner = Vec<3>(1 + lean, 1 - lean, z).normalized(),
                 edge = Vec<3>(-1 - lean, 1 - lean, 0).normalized();
    const Vec<3> at_corner = centre + Vec<3>(0.5, 0.5, 0.5) + (radius_[6] - first) * corner,
                 at_edge = centre + Vec<3>(-0.5, 0.5, z * p.across) + (radius_[7] - second) * edge;
    put_particle(y, 6, at_corner), put_particle(y, 7, at_edge);
  }

  int dim_;
  Index blocks_, particles_;
  Similarity world_;
  Eigen::MatrixXd turn_;
  std::vector<Real> radius_;  ///< [particles] m, in an unmoved world
  SceneSurface tables_;
  const Surface* surface_ = nullptr;
};

/// The pairs that a constraint asks for.
inline Detection detection_of(const Constraint& constraint, const Scales& scales) {
  Detection wanted;
  constraint.detection(scales, wanted);
  return wanted;
}

/// Pairs of different bodies, as a constraint asks for them: facets with facets, facets and planes
/// with particles and vertices, particles with particles, edges with edges, elements with vertices.
struct ScenePairs {
  std::vector<Pair> facet_facet, facet_vertex, edge_edge, vertex_vertex, plane_vertex,
      element_vertex;

  /// All of them; with `y`, those whose boxes (with the radius), inflated by wanted.reach, overlap.
  ScenePairs(const Surface& s, const Detection& wanted, View<Real> y = {}) {
    const auto fill = [&](std::vector<Pair>& list, bool want, Index first, Index second,
                          bool ordered, const auto& is_pair) {
      for (Index i = 0; want && i < first; ++i)
        for (Index j = ordered ? i + 1 : 0; j < second; ++j)
          if (is_pair(i, j)) list.push_back({i, j});
    };
    const auto box_of = [&](View<Index> vertices) {
      Eigen::AlignedBox<Real, Eigen::Dynamic> box(s.dim);
      Real radius = 0;
      for (const Index v : vertices) {
        box.extend(Eigen::VectorXd(ConstMap(y.data() + v * s.dim, s.dim)));
        radius = std::max(radius, s.radius[static_cast<std::size_t>(v)]);
      }
      box.min().array() -= radius + wanted.reach, box.max().array() += radius + wanted.reach;
      return box;
    };
    const auto near = [&](View<Index> a, View<Index> b) {
      return y.empty() || box_of(a).intersects(box_of(b));
    };
    const auto particle = [&](Index v) { return s.facets_of(v).empty(); };
    const auto body = [](View<std::int32_t> of, Index i) {
      return of[static_cast<std::size_t>(i)];
    };
    const Index outer = s.boundary_vertices;
    fill(facet_facet, wanted.facet_facet, s.facets, s.facets, true, [&](Index f, Index g) {
      return body(s.facet_body, f) != body(s.facet_body, g) &&
             near(s.facet_vertices(f), s.facet_vertices(g));
    });
    fill(facet_vertex, wanted.facet_vertex, s.facets, outer, false, [&](Index f, Index v) {
      const bool asked = particle(v) || wanted.every_vertex;
      return asked && body(s.facet_body, f) != body(s.vertex_body, v) &&
             near(s.facet_vertices(f), {&v, 1});
    });
    fill(edge_edge, wanted.edge_edge, s.edges, s.edges, true, [&](Index e, Index f) {
      return body(s.vertex_body, s.edge_vertices(e)[0]) !=
                 body(s.vertex_body, s.edge_vertices(f)[0]) &&
             near(s.edge_vertices(e), s.edge_vertices(f));
    });
    fill(vertex_vertex, wanted.vertex_vertex, outer, outer, true, [&](Index v, Index w) {
      return particle(v) && particle(w) && near({&v, 1}, {&w, 1});
    });
    fill(plane_vertex, wanted.plane_vertex, s.planes, outer, false,
         [](Index, Index) { return true; });
    fill(element_vertex, wanted.element_vertex, s.elements, outer, false, [&](Index e, Index v) {
      return body(s.element_body, e) != body(s.vertex_body, v) &&
             near(s.element_vertices(e), {&v, 1});
    });
  }
  void shuffle(Random& random) {
    for (auto* list :
         {&facet_facet, &facet_vertex, &edge_edge, &vertex_vertex, &plane_vertex, &element_vertex})
      random.shuffle(*list);
  }
  Candidates view() const {
    Candidates c;
    c.facet_facet = facet_facet, c.facet_vertex = facet_vertex, c.vertex_vertex = vertex_vertex;
    c.edge_edge = edge_edge, c.plane_vertex = plane_vertex, c.element_vertex = element_vertex;
    return c;
  }
};

}  // namespace tactus::conformance
