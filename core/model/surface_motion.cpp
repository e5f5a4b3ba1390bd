// Nodes own their degrees of freedom, so that a position is a copy and J = dy/du the identity.
#include "core/model/surface_motion.hpp"

#include <algorithm>
#include <array>
#include <numeric>

namespace tactus::core {

SurfaceMotion::SurfaceMotion(const Layout& layout, View<Index> vertex_point, Index nodes,
                             const Kinds& kinds)
    : dim_(layout.dim), point_(vertex_point), kinds_(&kinds),
      number_(static_cast<std::size_t>(layout.dofs)), direction_(number_.size()) {
  std::iota(number_.begin(), number_.end(), Index{0});
  for (Index dof = 0; dof < nodes * dim_; ++dof)
    direction_[static_cast<std::size_t>(dof)] = dof % dim_;
  for (const auto& kind : kinds)
    for (Index body = 0; body < kind->ranges().bodies(); ++body) {
      const Range dofs = kind->ranges().body(body).dofs;
      for (Index d = 0; d < dofs.size(); ++d)
        direction_[static_cast<std::size_t>(dofs.begin + d)] = d < dim_ ? d : kNone;
    }
  for (Index v = 0; v < static_cast<Index>(point_.size()); ++v) {
    const Index point = point_of(v);
    Range dofs{point * dim_, (point + 1) * dim_};
    std::uint8_t kind = kNodal;
    for (std::size_t k = 0; k < kinds.size(); ++k) {
      const Range points = kinds[k]->ranges().points;
      if (point < points.begin || point >= points.end) continue;
      kind = static_cast<std::uint8_t>(k);
      dofs = kinds[k]->dofs_of(point);
    }
    if (kind != kNodal) others_.push_back(v);
    kind_.push_back(kind);
    first_.push_back(dofs.begin);
    count_.push_back(dofs.size());
    bool moves = false;
    for (Index dof = dofs.begin; dof < dofs.end; ++dof) moves = moves || !layout.prescribed[dof];
    movable_.push_back(moves ? 1 : 0);
  }
}

void SurfaceMotion::positions(View<Real> q, Out<Real> y) const {
  with_dimension(dim_, [&]<int D>(Dimension<D>) {
    const std::size_t vertices = first_.size();
    const Index* const first = first_.data();
    if (others_.empty()) {
      for (std::size_t v = 0; v < vertices; ++v)
        for (int d = 0; d < D; ++d) y[D * v + d] = q[first[v] + d];
      return;
    }
    for (std::size_t v = 0; v < vertices; ++v)
      for (int d = 0; kind_[v] == kNodal && d < D; ++d) y[D * v + d] = q[first[v] + d];
  });
  for (const Index v : others_) place_other({.q = q}, v, y);
}

void SurfaceMotion::positions(const Placement& at, View<Real> y_old, Out<Real> y) const {
  positions(at, y_old, {0, vertices()}, y);
}

void SurfaceMotion::positions(const Placement& at, View<Real> y_old, Range range,
                              Out<Real> y) const {
  with_dimension(dim_, [&]<int D>(Dimension<D>) {
    const auto begin = static_cast<std::size_t>(range.begin),
               end = static_cast<std::size_t>(range.end);
    const Index* const first = first_.data();
    const Real *const old = y_old.data(), *const u = at.u.data(), fraction = at.fraction;
    Real* const moved = y.data();
    const auto place = [&](std::size_t v) {
      for (int d = 0; d < D; ++d) {
        const std::size_t i = D * v + static_cast<std::size_t>(d);
        // The increment is added to the old position. The position q_n + u of the whole configuration is never
        // formed and subtracted again, which would lose digits far from the origin.
        moved[i] = old[i] + fraction * u[first[v] + d];
      }
    };
    if (others_.empty()) {
      for (std::size_t v = begin; v < end; ++v) place(v);
      return;
    }
    for (std::size_t v = begin; v < end; ++v)
      if (kind_[v] == kNodal)
        place(v);
      else
        place_other(at, static_cast<Index>(v), y);
  });
}

void SurfaceMotion::place_other(const Placement& at, Index vertex, Out<Real> y) const {
  kind_of(vertex).place_point(at, point_of(vertex), y.data() + dim_ * vertex);
}

void SurfaceMotion::velocity(const Placement& at, Index vertex, View<Real> v, View<Real> x,
                             Out<Real> out) const {
  const View<Index> dofs = dofs_of(vertex);
  if (is_node(vertex)) {
    for (std::size_t d = 0; d < dofs.size(); ++d) out[d] = v[static_cast<std::size_t>(dofs[d])];
    return;
  }
  std::array<Real, 3 * kMostDofs> J;
  jacobian(at, vertex, J, x);
  for (std::size_t i = 0; i < static_cast<std::size_t>(dim_); ++i) {
    out[i] = 0;
    for (std::size_t j = 0; j < dofs.size(); ++j)
      out[i] += J[i * dofs.size() + j] * v[static_cast<std::size_t>(dofs[j])];
  }
}

void SurfaceMotion::velocities(View<Real> q, View<Real> v, Out<Real> out) const {
  for (Index vertex = 0; vertex < vertices(); ++vertex)
    velocity({.q = q}, vertex, v, {},
             out.subspan(static_cast<std::size_t>(dim_ * vertex), static_cast<std::size_t>(dim_)));
}

namespace {

void write_identity(int dim, Out<Real> J) {
  for (int i = 0; i < dim; ++i)
    for (int j = 0; j < dim; ++j) J[static_cast<std::size_t>(i * dim + j)] = i == j ? 1 : 0;
}

}  // namespace

void SurfaceMotion::jacobian(const Placement& at, Index vertex, Out<Real> J, View<Real> x) const {
  if (is_node(vertex)) return write_identity(dim_, J);
  kind_of(vertex).jacobian(at, point_of(vertex), x.empty() ? nullptr : x.data(), J.data());
}

void SurfaceMotion::derivative(const Placement& at, Index vertex, Out<Real> J) const {
  if (is_node(vertex)) return write_identity(dim_, J);
  kind_of(vertex).derivative(at, point_of(vertex), J.data());
}

void SurfaceMotion::add_curvature(const Placement& at, Index vertex, View<Real> g,
                                  Out<Real> H) const {
  if (!is_node(vertex)) kind_of(vertex).add_curvature(at, point_of(vertex), g.data(), H.data());
}

void SurfaceMotion::add_forces(const Placement& at, View<Real> vertex_force,
                               Out<Real> force) const {
  std::array<Real, 3 * kMostDofs> J;
  for (Index v = 0; v < vertices(); ++v) {
    const View<Index> dofs = dofs_of(v);
    jacobian(at, v, J);
    for (std::size_t i = 0; i < static_cast<std::size_t>(dim_); ++i)
      for (std::size_t j = 0; j < dofs.size(); ++j)
        // Generalised force by virtual work: f.dy = f.(J du), so that the force on the degrees of freedom is J'f.
        // For a rigid body this contains the moment of the force about the centre.
        force[static_cast<std::size_t>(dofs[j])] +=
            J[i * dofs.size() + j] * vertex_force[static_cast<std::size_t>(dim_ * v) + i];
  }
}

}  // namespace tactus::core
