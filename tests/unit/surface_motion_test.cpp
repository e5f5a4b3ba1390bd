// What moves vertices: positions, their derivatives and curvature by differences, forces and work, and
// rows of contact over the degrees of freedom of nodes and rigid bodies.
#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>

#include "core/contact/row_map.hpp"
#include "core/model/rigid_bodies.hpp"
#include "tests/scene.hpp"

using namespace tactus;
using namespace tactus::core;

namespace {

/// In [-1, 1], another number each time it is called.
class Numbers {
 public:
  Real operator()() {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<Real>(state_ >> 11) * 0x1.0p-52 - 1;
  }
  std::vector<Real> many(std::size_t count, Real size = 1) {
    std::vector<Real> x(count);
    for (Real& value : x) value = size * (*this)();
    return x;
  }

 private:
  std::uint64_t state_ = 17;
};

/// Two free nodes, and a rigid body whose corners are vertices 2, 3, ...
struct Bodies {
  explicit Bodies(int dimension) : dim(dimension) {
    Mesh mesh = dim == 2 ? test::rectangle(2, 1, 1, 1) : test::cube(1);
    for (std::size_t i = 0; dim == 3 && i < mesh.points.size(); i += 3) mesh.points[i] *= 3;
    for (Real& x : mesh.points) x += 0.25;
    const RigidBody body{mass_properties(mesh, 2, 1), mesh.points};
    const Index nodes = 2;
    kinds.push_back(std::make_unique<RigidBodies>(
        dim, std::vector<RigidBody>{body}, KindRanges::First{nodes, nodes * dim, nodes * dim}));
    layout.dim = dim;
    layout.dofs = kinds[0]->ranges().dofs.end;
    layout.coordinates = kinds[0]->ranges().coordinates.end;
    prescribed.assign(static_cast<std::size_t>(layout.dofs), 0);
    layout.prescribed = prescribed;
    vertex_point.resize(static_cast<std::size_t>(kinds[0]->ranges().points.end));
    std::iota(vertex_point.begin(), vertex_point.end(), Index{0});
    motion = SurfaceMotion(layout, vertex_point, nodes, kinds);
    // Somewhere on the way: moved and turned.
    Numbers number;
    q.assign(static_cast<std::size_t>(layout.coordinates), 0);
    kinds[0]->initial_coordinates(q);
    const std::vector<Real> u = number.many(static_cast<std::size_t>(layout.dofs));
    for (std::size_t i = 0; i < static_cast<std::size_t>(nodes * dim); ++i) q[i] += u[i];
    kinds[0]->move(q, u, q);
  }
  std::vector<Real> positions(const Placement& at) const {
    const auto n = static_cast<std::size_t>(motion.vertices() * dim);
    std::vector<Real> old(n), y(n);
    motion.positions(at.q, old);
    if (at.u.empty()) return old;
    motion.positions(at, old, y);
    return y;
  }
  int dim;
  SurfaceMotion::Kinds kinds;
  Layout layout;
  std::vector<std::uint8_t> prescribed;
  std::vector<Index> vertex_point;
  SurfaceMotion motion;
  std::vector<Real> q;
};

Real dot(View<Real> a, View<Real> b) { return map(a).dot(map(b)); }

}  // namespace

TEST_CASE("vertices of a rigid body keep their distances wherever it moves", "[motion]") {
  const Bodies bodies(GENERATE(2, 3));
  Numbers number;
  const std::vector<Real> u = number.many(static_cast<std::size_t>(bodies.layout.dofs), 2);
  const std::vector<Real> before = bodies.positions({.q = bodies.q}),
                          after = bodies.positions({bodies.q, u, 0.75});
  const auto distance = [&](const std::vector<Real>& y, Index a, Index b) {
    Real square = 0;
    for (Index d = 0; d < bodies.dim; ++d)
      square += std::pow(y[static_cast<std::size_t>(bodies.dim * a + d)] -
                             y[static_cast<std::size_t>(bodies.dim * b + d)],
                         2);
    return std::sqrt(square);
  };
  for (Index a = 2; a < bodies.motion.vertices(); ++a)
    CHECK(distance(after, a, 2) == Approx(distance(before, a, 2)).epsilon(1e-14));
}

TEST_CASE("positions with an increment are those of the configuration it leads to", "[motion]") {
  const Bodies bodies(GENERATE(2, 3));
  Numbers number;
  const std::vector<Real> u = number.many(static_cast<std::size_t>(bodies.layout.dofs));
  std::vector<Real> q = bodies.q;
  for (std::size_t i = 0; i < static_cast<std::size_t>(2 * bodies.dim); ++i) q[i] += u[i];
  bodies.kinds[0]->move(bodies.q, u, q);
  CHECK(bodies.positions({.q = q}) == bodies.positions({bodies.q, u, 1}));  // to the bit
}

TEST_CASE("the derivative of positions is that of their differences", "[motion]") {
  const Bodies bodies(GENERATE(2, 3));
  Numbers number;
  const Real fraction = 0.5, h = 1e-5;
  const std::vector<Real> u = number.many(static_cast<std::size_t>(bodies.layout.dofs));
  for (Index v = 0; v < bodies.motion.vertices(); ++v) {
    const View<Index> dofs = bodies.motion.dofs_of(v);
    std::vector<Real> J(static_cast<std::size_t>(bodies.dim) * dofs.size());
    bodies.motion.derivative({bodies.q, u, fraction}, v, J);
    for (std::size_t j = 0; j < dofs.size(); ++j) {
      std::vector<Real> more = u, less = u;
      more[static_cast<std::size_t>(dofs[j])] += h;
      less[static_cast<std::size_t>(dofs[j])] -= h;
      const auto y1 = bodies.positions({bodies.q, more, fraction}),
                 y0 = bodies.positions({bodies.q, less, fraction});
      for (std::size_t d = 0; d < static_cast<std::size_t>(bodies.dim); ++d) {
        const std::size_t i = static_cast<std::size_t>(v * bodies.dim) + d;
        CHECK(fraction * J[d * dofs.size() + j] == Approx((y1[i] - y0[i]) / (2 * h)).margin(1e-9));
      }
    }
  }
}

TEST_CASE("the curvature of positions is that of differences of their derivatives", "[motion]") {
  const Bodies bodies(GENERATE(2, 3));
  Numbers number;
  const Real h = 1e-5, size = GENERATE(0., 1e-3, 2.5);
  const auto n = static_cast<std::size_t>(bodies.layout.dofs);
  const std::vector<Real> u = number.many(n, size), g = number.many(3);
  for (Index v = 0; v < bodies.motion.vertices(); ++v) {
    const View<Index> dofs = bodies.motion.dofs_of(v);
    const std::size_t m = dofs.size();
    std::vector<Real> H(m * m, 0), J1(3 * m), J0(3 * m);
    bodies.motion.add_curvature({bodies.q, u, 1}, v, g, H);
    for (std::size_t j = 0; j < m; ++j) {
      std::vector<Real> more = u, less = u;
      more[static_cast<std::size_t>(dofs[j])] += h;
      less[static_cast<std::size_t>(dofs[j])] -= h;
      bodies.motion.derivative({bodies.q, more, 1}, v, J1);
      bodies.motion.derivative({bodies.q, less, 1}, v, J0);
      for (std::size_t i = 0; i < m; ++i) {
        Real change = 0;
        for (std::size_t d = 0; d < static_cast<std::size_t>(bodies.dim); ++d)
          change += g[d] * (J1[d * m + i] - J0[d * m + i]) / (2 * h);
        CHECK(H[i * m + j] == Approx(change).margin(1e-8));
      }
    }
  }
}

TEST_CASE("velocities of vertices are the rate at which a moving body takes them along",
          "[motion]") {
  const Bodies bodies(GENERATE(2, 3));
  Numbers number;
  const Real h = 1e-5;
  const std::vector<Real> v = number.many(static_cast<std::size_t>(bodies.layout.dofs));
  std::vector<Real> speed(static_cast<std::size_t>(bodies.motion.vertices() * bodies.dim));
  bodies.motion.velocities(bodies.q, v, speed);
  const auto y1 = bodies.positions({bodies.q, v, h}), y0 = bodies.positions({bodies.q, v, -h});
  for (std::size_t i = 0; i < speed.size(); ++i)
    CHECK(speed[i] == Approx((y1[i] - y0[i]) / (2 * h)).margin(1e-9));
  // Those of all points of the body, as frames show them, agree with those of its vertices.
  std::vector<Real> of_points(speed.size(), 0);
  bodies.kinds[0]->velocities(bodies.q, v, of_points);
  for (std::size_t i = static_cast<std::size_t>(2 * bodies.dim); i < speed.size(); ++i)
    CHECK(of_points[i] == Approx(speed[i]).margin(1e-14));
}

TEST_CASE("forces at vertices do the same work on degrees of freedom", "[motion]") {
  const Bodies bodies(GENERATE(2, 3));
  Numbers number;
  const auto n = static_cast<std::size_t>(bodies.motion.vertices() * bodies.dim);
  const std::vector<Real> v = number.many(static_cast<std::size_t>(bodies.layout.dofs)),
                          push = number.many(n);
  std::vector<Real> speed(n), force(v.size(), 0);
  bodies.motion.velocities(bodies.q, v, speed);
  bodies.motion.add_forces({.q = bodies.q}, push, force);
  CHECK(dot(force, v) == Approx(dot(push, speed)).epsilon(1e-13));
}

TEST_CASE("a point that a body carries with it has the lever arm of where it is", "[motion]") {
  const Bodies bodies(GENERATE(2, 3));
  const std::vector<Real> y = bodies.positions({.q = bodies.q});
  const auto dim = static_cast<std::size_t>(bodies.dim);
  const std::size_t columns = bodies.motion.dofs_of(2).size();
  std::vector<Real> own(dim * columns), other(own);
  bodies.motion.jacobian({.q = bodies.q}, 3, own);
  bodies.motion.jacobian({.q = bodies.q}, 2, other, View<Real>(y).subspan(3 * dim, dim));
  for (std::size_t i = 0; i < own.size(); ++i) CHECK(own[i] == Approx(other[i]).margin(1e-14));
}

TEST_CASE(
    "a row maps vertices of nodes and of one rigid body onto ascending free degrees of freedom",
    "[motion][contact]") {
  Bodies bodies(GENERATE(2, 3));
  Numbers number;
  const auto dim = static_cast<std::size_t>(bodies.dim);
  const auto n = static_cast<std::size_t>(bodies.layout.dofs);
  bodies.prescribed[0] = 1;
  RowMap rows(bodies.motion);
  rows.begin(bodies.prescribed);
  const Index stencil[] = {3, 0, 2};  // two corners of the body and a node
  rows.add(stencil);
  const View<Index> dof = rows.dof();
  REQUIRE(dof.size() == dim - 1 + bodies.motion.dofs_of(2).size());
  CHECK(std::is_sorted(dof.begin(), dof.end()));
  CHECK(rows.has_fixed(0));
  // value = sum of g . y over the stencil, with the gradient of that by differences
  const std::vector<Real> g = number.many(3 * dim), u = number.many(n);
  const auto value = [&](const std::vector<Real>& w) {
    const std::vector<Real> y = bodies.positions({bodies.q, w, 0.5});
    Real sum = 0;
    for (std::size_t a = 0; a < 3; ++a)
      for (std::size_t d = 0; d < dim; ++d)
        sum += g[a * dim + d] * y[static_cast<std::size_t>(stencil[a]) * dim + d];
    return sum;
  };
  const Placement at{bodies.q, u, 0.5};
  const RowMap::Row row{0, stencil};
  std::vector<Real> gradient(dof.size());
  rows.gradient(row, at, g.data(), 0.5, gradient.data());
  const auto difference = [&](Index k) {
    std::vector<Real> more = u, less = u;
    more[static_cast<std::size_t>(k)] += 1e-5;
    less[static_cast<std::size_t>(k)] -= 1e-5;
    return (value(more) - value(less)) / 2e-5;
  };
  for (std::size_t k = 0; k < dof.size(); ++k)
    CHECK(gradient[k] == Approx(difference(dof[k])).margin(1e-9));
  CHECK(rows.fixed_change(row, at, g.data(), 0.5, u) == Approx(difference(0) * u[0]).margin(1e-9));
  // H v is the relative velocity in the frame.
  const std::vector<Real> frame = number.many(dim * dim), weight = number.many(3),
                          v = number.many(n);
  std::vector<Real> H(dof.size() * dim),
      speed(static_cast<std::size_t>(bodies.motion.vertices()) * dim);
  rows.jacobian(row, {.q = bodies.q}, frame.data(), weight.data(), H.data());
  std::vector<Real> free = v;
  free[0] = 0;
  bodies.motion.velocities(bodies.q, free, speed);
  for (std::size_t d = 0; d < dim; ++d) {
    Real wanted = 0, found = 0;
    for (std::size_t a = 0; a < 3; ++a)
      for (std::size_t e = 0; e < dim; ++e)
        wanted +=
            frame[d * dim + e] * weight[a] * speed[static_cast<std::size_t>(stencil[a]) * dim + e];
    for (std::size_t k = 0; k < dof.size(); ++k)
      found += H[k * dim + d] * free[static_cast<std::size_t>(dof[k])];
    CHECK(found == Approx(wanted).margin(1e-13));
  }
}

TEST_CASE("a vertex whose degrees of freedom are all prescribed cannot be moved", "[motion]") {
  Bodies bodies(2);
  bodies.prescribed[2] = bodies.prescribed[3] = 1;
  bodies.motion = SurfaceMotion(bodies.layout, bodies.vertex_point, 2, bodies.kinds);
  CHECK(bodies.motion.movable()[0] == 1);
  CHECK(bodies.motion.movable()[1] == 0);
  CHECK(bodies.motion.movable()[2] == 1);
}
