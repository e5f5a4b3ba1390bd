/// \file conformance/contact_scene.hpp  A few bodies that touch, for tests of constraints: whatever a
/// constraint is about, one of the places of contact is its business.
#pragma once

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "../constraint.hpp"
#include "random.hpp"

namespace tactus::conformance {

/// Tables of a Surface in the plane or, of particles and a half-space alone, in space. Squares have
/// eight vertices on the boundary, counter-clockwise from a corner, and one inside.
class SceneSurface {
 public:
  static constexpr Index kOutline = 8;

  SceneSurface(int dim, Index squares, const std::vector<Real>& particle_radius) {
    const auto particles = static_cast<Index>(particle_radius.size());
    surface_.dim = dim;
    for (Index s = 0; s < squares; ++s) add_outline(s);
    surface_.facets = squares * kOutline;
    surface_.boundary_vertices = surface_.facets + particles;
    surface_.vertices = surface_.boundary_vertices + squares;
    for (Index p = 0; p < particles; ++p) body_.push_back(static_cast<std::int32_t>(squares + p));
    vertex_facet_start_.resize(static_cast<std::size_t>(surface_.vertices) + 1,
                               vertex_facet_start_.back());
    for (Index s = 0; s < squares; ++s) add_elements(s);
    const auto n = static_cast<std::size_t>(surface_.vertices);
    radius_.assign(n, 0);
    std::copy(particle_radius.begin(), particle_radius.end(), radius_.begin() + surface_.facets);
    inverse_mass_.assign(n, 1);
    global_.resize(n);
    for (std::size_t v = 0; v < n; ++v) global_[v] = static_cast<Index>(v);
    patch_.assign(facet_body_.size(), 0);
    vertex_patch_.assign(n, 0);
    plane_body_.assign(1, static_cast<std::int32_t>(squares + particles));
  }
  SceneSurface(const SceneSurface&) = delete;
  SceneSurface& operator=(const SceneSurface&) = delete;

  std::vector<Real>& radius() { return radius_; }
  /// Views of all tables. `plane`: a point and its normal.
  const Surface& view(std::vector<Real> reference, std::vector<Real> plane) {
    reference_ = std::move(reference), plane_ = std::move(plane);
    Surface& s = surface_;
    s.planes = 1, s.plane = plane_, s.plane_body = plane_body_;
    s.facet = facet_, s.neighbour = neighbour_, s.facet_body = facet_body_, s.facet_patch = patch_;
    s.vertex_patch = vertex_patch_;
    s.vertex_facet_start = vertex_facet_start_, s.vertex_facet = vertex_facet_;
    s.elements = static_cast<Index>(element_body_.size());
    s.element = element_, s.element_outer_face = outer_, s.element_body = element_body_;
    s.vertex_body = body_, s.radius = radius_, s.inverse_mass = inverse_mass_;
    s.reference = reference_, s.origin = View<Real>(origin_).first(static_cast<std::size_t>(s.dim)),
    s.global = global_, s.patch_name = {&patch_name_, 1};
    return surface_;
  }

 private:
  void add_outline(Index square) {
    const Index first = square * kOutline;
    for (Index k = 0; k < kOutline; ++k) {
      const Index before = first + (k + kOutline - 1) % kOutline,
                  after = first + (k + 1) % kOutline;
      facet_.insert(facet_.end(), {first + k, after});
      neighbour_.insert(neighbour_.end(), {after, before});  // facet k begins at vertex k
      vertex_facet_.insert(vertex_facet_.end(),
                           {std::min(before, first + k), std::max(before, first + k)});
      vertex_facet_start_.push_back(static_cast<Index>(vertex_facet_.size()));
      facet_body_.push_back(static_cast<std::int32_t>(square));
      body_.push_back(static_cast<std::int32_t>(square));
    }
  }
  /// A fan round the vertex inside.
  void add_elements(Index square) {
    const Index first = square * kOutline, inner = static_cast<Index>(body_.size());
    for (Index k = 0; k < kOutline; ++k) {
      element_.insert(element_.end(), {inner, first + k, first + (k + 1) % kOutline});
      outer_.insert(outer_.end(), {1, 0, 0});
      element_body_.push_back(static_cast<std::int32_t>(square));
    }
    body_.push_back(static_cast<std::int32_t>(square));
  }

  Surface surface_;
  std::vector<Index> facet_, neighbour_, vertex_facet_start_{0}, vertex_facet_, element_, global_;
  std::vector<std::uint8_t> outer_;
  std::vector<std::int32_t> element_body_, body_, facet_body_, patch_, vertex_patch_, plane_body_;
  std::vector<Real> radius_, inverse_mass_, reference_, plane_;
  std::vector<Real> origin_ = std::vector<Real>(3, 0);
  std::string_view patch_name_ = "surface";
};

/// The whole world turned, scaled and moved: x -> scale Q x + shift.
struct Similarity {
  Real scale = 1, angle = 0, shift = 0;  ///< rad about (1, 2, 3) in space; shift in every direction

  Eigen::MatrixXd turn(int dim) const {
    if (dim == 2) return Eigen::Rotation2D<Real>(angle).toRotationMatrix();
    return Eigen::AngleAxis<Real>(angle, Vec<3>(1, 2, 3).normalized()).toRotationMatrix();
  }
};

/// Where the bodies of a ContactScene meet.
struct Placement {
  Real tip = 0.23;       ///< m, of a corner along a side of the square, from the side's middle
  Real tilt = 0.2;       ///< rad, of a corner from upright
  Real direction = 0.7;  ///< rad, from a particle to its partner
  /// Corners stay away from the middle of a side, where there is a vertex.
  static Placement random(Random& random) {
    const Real side = random() < 0.5 ? -1 : 1;
    return {side * random.between(0.1, 0.4), random.between(-0.5, 0.5), random.between(-3, 3)};
  }
};

/// In the plane: a square of side 1; the corner of another presses on it from above, and a particle
/// from the left; two particles press on each other; a corner presses on a half-space. And all of
/// that once more, from the other sides. In space the particles alone, the last two of them on the
/// half-space. Facets are about 0.5 m long.
class ContactScene {
 public:
  /// `round`: particles have a radius; else they are points.
  ContactScene(int dim, bool round, const Similarity& world = {})
      : dim_(dim), squares_(dim == 2 ? 5 : 0), world_(world), turn_(world.turn(dim)),
        tables_(dim, squares_, std::vector<Real>(kParticles, round ? kRadius : 0)),
        radius_(round ? kRadius : 0) {
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
            .longest_facet = 0.5 * s,
            .length = 15 * s,
            .coordinate = 9 * s + std::abs(world_.shift)};
  }

  /// [vertices * dim] Every pair presses `first` or, of the second ones, `second` metres into its
  /// partner, along the normal of what it presses on; negative: that far away from it.
  std::vector<Real> pressed(Real first, Real second, const Placement& p = {}) const {
    std::vector<Real> y(static_cast<std::size_t>(surface_vertices() * dim_), 0);
    if (dim_ == 2) {
      const Vec<2> down(std::sin(p.tilt), -std::cos(p.tilt)), left(down[1], -down[0]);
      put_square(y, 0, {0, 0}, 0.5, 0);
      put_corner(y, 1, {p.tip, 0.5 - first}, down, 0.4);
      put_corner(y, 2, {0.5 - second, -0.3 + 0.1 * p.tip}, left, 0.3);
      put_corner(y, 3, {-5, kGround - first}, down, 0.35);
      put_corner(y, 4, {-8, kGround - second}, down, 0.3);
    }
    Eigen::VectorXd to = Eigen::VectorXd::Zero(dim_);
    to[0] = std::cos(p.direction), to[1] = std::sin(p.direction);
    if (dim_ == 3) to *= std::cos(0.5), to[2] = std::sin(0.5);
    put_particle(y, 0, at(5, 0));
    put_particle(y, 1, at(5, 0) + (2 * radius_ - first) * to);
    put_particle(y, 2, at(5, 4));
    put_particle(y, 3, at(5, 4) - (2 * radius_ - second) * to);
    const Real out = dim_ == 2 ? -0.5 - radius_ : kGround + radius_;
    put_particle(y, 4, dim_ == 2 ? at(out + first, p.tip) : at(-3, out - first));
    put_particle(y, 5, dim_ == 2 ? at(p.tip, out + second) : at(-5, out - second));
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
    for (Real& x : y) x += 0.01 * world_.scale * random.between(-1, 1);
    return y;
  }

  /// Sides on sides, particle on particle, along the axes: they touch to the last bit, and nothing
  /// is inside of anything. In an unmoved world only.
  std::vector<Real> touching() const {
    std::vector<Real> y(static_cast<std::size_t>(surface_vertices() * dim_), 0);
    if (dim_ == 2) {
      put_square(y, 0, {0, 0}, 0.5, 0);
      put_square(y, 1, {0.25, 1}, 0.5, 0);
      put_square(y, 2, {1, -0.25}, 0.5, 0);
      put_square(y, 3, {-5, kGround + 0.5}, 0.5, 0);
      put_square(y, 4, {-8, kGround + 0.5}, 0.5, 0);
    }
    put_particle(y, 0, at(5, 0));
    put_particle(y, 1, at(5 + 2 * radius_, 0));
    put_particle(y, 2, at(5, 4));
    put_particle(y, 3, at(5, 4 - 2 * radius_));
    put_particle(y, 4, dim_ == 2 ? at(-0.5 - radius_, 0.125) : at(-3, kGround + radius_));
    put_particle(y, 5, dim_ == 2 ? at(0.125, -0.5 - radius_) : at(-5, kGround + radius_));
    return y;
  }

  /// In the plane: a second square with the corner `corner` and its opposite -`corner` round
  /// `centre`, in units of 1/16 m, in place of the corner from above; all else is far away.
  std::vector<Real> on_lattice(const Eigen::Vector2i& centre, const Eigen::Vector2i& corner) const {
    std::vector<Real> y = pressed(-6, -2.4, {.direction = -0.7});
    const Vec<2> c = centre.cast<Real>() / 16, a = corner.cast<Real>() / 16, b(-a[1], a[0]);
    const Vec<2> outline[] = {a, (a + b) / 2, b, (b - a) / 2, -a, -(a + b) / 2, -b, (a - b) / 2};
    for (Index k = 0; k < SceneSurface::kOutline; ++k) put(y, outline_of(1) + k, c + outline[k]);
    put(y, inner_of(1), c);
    return y;
  }

  /// [vertices] 1 but for one of each two that press on each other: the square below and the first of
  /// two particles.
  std::vector<std::uint8_t> half_movable() const {
    std::vector<std::uint8_t> movable(static_cast<std::size_t>(surface_vertices()), 1);
    for (const std::int32_t body :
         {0, static_cast<std::int32_t>(squares_), static_cast<std::int32_t>(squares_) + 2})
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
  static constexpr Real kRadius = 0.125, kGround = -4;
  static constexpr Index kParticles = 6;

  Eigen::VectorXd moved(const Eigen::VectorXd& x) const {
    const Eigen::VectorXd all = Eigen::VectorXd::Constant(dim_, world_.shift);
    if (world_.angle == 0) return world_.scale * x + all;
    return world_.scale * turn_ * x + all;
  }
  Eigen::VectorXd at(Real x, Real height) const {
    Eigen::VectorXd point = Eigen::VectorXd::Zero(dim_);
    point[0] = x, point[1] = height;
    return point;
  }
  Index outline_of(Index square) const { return square * SceneSurface::kOutline; }
  Index inner_of(Index square) const { return outline_of(squares_) + kParticles + square; }
  Index surface_vertices() const { return outline_of(squares_) + kParticles + squares_; }

  void put(std::vector<Real>& y, Index vertex, const Vec<2>& x) const {
    Eigen::Map<Vec<2>>(y.data() + 2 * vertex) = x;
  }
  void put_particle(std::vector<Real>& y, Index particle, const Eigen::VectorXd& x) const {
    Map(y.data() + (outline_of(squares_) + particle) * dim_, dim_) = x;
  }
  void put_square(std::vector<Real>& y, Index square, const Vec<2>& centre, Real half,
                  Real angle) const {
    static constexpr int outline[][2] = {{-1, -1}, {0, -1}, {1, -1}, {1, 0},
                                         {1, 1},   {0, 1},  {-1, 1}, {-1, 0}};
    const Eigen::Rotation2D<Real> turn(angle);
    for (Index k = 0; k < SceneSurface::kOutline; ++k) {
      const Vec<2> x(half * outline[k][0], half * outline[k][1]);
      put(y, outline_of(square) + k, angle == 0 ? Vec<2>(centre + x) : Vec<2>(centre + turn * x));
    }
    put(y, inner_of(square), centre);
  }
  /// With a corner at `tip`, which points along the unit vector `direction`.
  void put_corner(std::vector<Real>& y, Index square, const Vec<2>& tip, const Vec<2>& direction,
                  Real half) const {
    const Real angle = std::atan2(direction[1], direction[0]) + 3 * std::numbers::pi / 4;
    put_square(y, square, tip - half * std::numbers::sqrt2 * direction, half, angle);
  }

  int dim_;
  Index squares_;
  Similarity world_;
  Eigen::MatrixXd turn_;
  SceneSurface tables_;
  Real radius_;
  const Surface* surface_ = nullptr;
};

/// Pairs of different bodies, as a constraint asks for them: facets with facets, facets and planes
/// with particles and vertices, particles with particles.
struct ScenePairs {
  std::vector<Pair> facet_facet, facet_vertex, vertex_vertex, plane_vertex, element_vertex;

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
      return particle(v) && near(s.facet_vertices(f), {&v, 1});
    });
    fill(vertex_vertex, wanted.vertex_vertex, outer, outer, true, [&](Index v, Index w) {
      return particle(v) && particle(w) && near({&v, 1}, {&w, 1});
    });
    fill(plane_vertex, wanted.plane_vertex, s.planes, outer, false,
         [](Index, Index) { return true; });
    fill(element_vertex, wanted.element_vertex, s.elements, outer, false,
         [&](Index e, Index v) { return body(s.element_body, e) != body(s.vertex_body, v); });
  }
  void shuffle(Random& random) {
    for (auto* list : {&facet_facet, &facet_vertex, &vertex_vertex, &plane_vertex, &element_vertex})
      random.shuffle(*list);
  }
  Candidates view() const {
    Candidates c;
    c.facet_facet = facet_facet, c.facet_vertex = facet_vertex, c.vertex_vertex = vertex_vertex;
    c.plane_vertex = plane_vertex, c.element_vertex = element_vertex;
    return c;
  }
};

}  // namespace tactus::conformance
