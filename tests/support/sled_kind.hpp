/// \file sled_kind.hpp  A kind of body that no file of the kernel knows: sleds, which translate in
/// the plane and never turn. It shows what such a kind consists of.
#pragma once

#include <cmath>

#include "core/model/body_kind.hpp"
#include "core/scene/body_form.hpp"
#include "core/scene/configuration.hpp"

namespace tactus::testing {

class SledForm final : public core::BodyForm {
 public:
  void describe(core::BodyConfig& body, OptionVisitor& o) override {
    o.real("mass", body.mass).unit("kg").above(0).help("of the sled");
  }
};

/// q and u of a sled contain its displacement since the start.
class Sleds final : public core::BodyKind {
 public:
  explicit Sleds(const core::KindStart& start) : BodyKind(ranges_of(start)) {
    for (const core::PlacedBody& body : start.bodies) {
      mass_.push_back(body.config->mass);
      start_.insert(start_.end(), body.mesh->points.begin(), body.mesh->points.end());
    }
  }

  void initial_coordinates(Out<Real> q) const override {
    for (Index i = 0; i < 2 * ranges().bodies(); ++i) q[ranges().coordinates.begin + i] = 0;
  }
  void add_velocity(const core::VelocityConfig& entry, Index body, View<Real>,
                    Out<Real> v) const override {
    for (std::size_t d = 0; d < entry.constant.size(); ++d)
      v[ranges().body(body).dofs.begin + static_cast<Index>(d)] += entry.constant[d];
  }
  void mass(Out<Real> mass) const override {
    for (Index i = 0; i < 2 * ranges().bodies(); ++i)
      mass[ranges().dofs.begin + i] = mass_of(i / 2);
  }
  void move(View<Real> q, View<Real> u, Out<Real> out) const override {
    for (Index i = 0; i < 2 * ranges().bodies(); ++i)
      out[ranges().coordinates.begin + i] =
          q[ranges().coordinates.begin + i] + u[ranges().dofs.begin + i];
  }
  void drift(View<Real>, View<Real> w, Real dt, Out<Real> u) const override { copy(w, dt, u); }
  void carry(View<Real>, View<Real>, View<Real> x, Out<Real> y) const override { copy(x, 1, y); }
  void to_velocity(View<Real>, View<Real> force, Out<Real> out) const override {
    copy(force, 1, out);
  }
  void mean_velocity(View<Real> from, View<Real> to, View<Real>, Real dt,
                     Out<Real> w) const override {
    for (Index i = 0; i < 2 * ranges().bodies(); ++i) {
      const Index at = ranges().coordinates.begin + i;
      w[ranges().dofs.begin + i] = (to[at] - from[at]) / dt;
    }
  }
  bool turns() const override { return false; }

  void force(View<Real> gravity, Out<Real> force) const override {
    for (Index i = 0; i < 2 * ranges().bodies(); ++i)
      force[ranges().dofs.begin + i] = gravity.empty() ? 0 : mass_of(i / 2) * gravity[i % 2];
  }
  Real load_potential(View<Real> gravity, View<Real> q) const override {
    Real sum = 0;
    for (Index i = 0; i < 2 * ranges().bodies(); ++i)
      sum -= mass_of(i / 2) * gravity[i % 2] * q[ranges().coordinates.begin + i];
    return sum;
  }
  core::Momenta momenta(View<Real> q, View<Real> v, const Real* centre) const override;
  void body_pose(View<Real> q, Index body, Real* centre, Real*) const override {
    for (Index d = 0; d < 2; ++d) centre[d] = middle(body, d) + q[coordinate(body, d)];
  }

  void place(const core::Placement& at, Out<Real> x) const override {
    for (Index p = ranges().points.begin; p < ranges().points.end; ++p)
      place_point(at, p, x.data() + 2 * p);
  }
  void velocities(View<Real>, View<Real> v, Out<Real> x) const override {
    for (Index p = ranges().points.begin; p < ranges().points.end; ++p)
      for (Index d = 0; d < 2; ++d) x[2 * p + d] = v[dofs_of(p).begin + d];
  }
  void place_point(const core::Placement& at, Index point, Real* x) const override {
    for (Index d = 0; d < 2; ++d) {
      const Real by = at.u.empty() ? 0 : at.fraction * at.u[dofs_of(point).begin + d];
      x[d] = start(point, d) + (at.q[coordinate(ranges().body_at(point), d)] + by);
    }
  }
  void jacobian(const core::Placement&, Index, const Real*, Real* J) const override {
    for (int i = 0; i < 4; ++i) J[i] = i % 3 == 0;
  }
  void derivative(const core::Placement& at, Index point, Real* J) const override {
    jacobian(at, point, nullptr, J);
  }
  void add_curvature(const core::Placement&, Index, const Real*, Real*) const override {}

 private:
  static core::KindRanges ranges_of(const core::KindStart& start) {
    core::KindRanges ranges({start.point, start.coordinate, start.dof});
    for (const core::PlacedBody& body : start.bodies) ranges.add(body.mesh->nodes(), 2, 2);
    return ranges;
  }
  void copy(View<Real> from, Real factor, Out<Real> to) const {
    for (Index i = ranges().dofs.begin; i < ranges().dofs.end; ++i) to[i] = factor * from[i];
  }
  Real mass_of(Index body) const { return mass_[static_cast<std::size_t>(body)]; }
  Index coordinate(Index body, Index d) const { return ranges().body(body).coordinates.begin + d; }
  Real start(Index point, Index d) const {
    return start_[static_cast<std::size_t>(2 * (point - ranges().points.begin) + d)];
  }
  Real middle(Index body, Index d) const {
    Real sum = 0, count = 0;
    for (Index p = ranges().points.begin; p < ranges().points.end; ++p)
      if (ranges().body_at(p) == body) sum += start(p, d), count += 1;
    return sum / count;
  }

  std::vector<Real> mass_, start_;
};

inline core::Momenta Sleds::momenta(View<Real> q, View<Real> v, const Real* centre) const {
  core::Momenta sum;
  for (Index b = 0; b < ranges().bodies(); ++b) {
    const Real* const velocity = v.data() + ranges().body(b).dofs.begin;
    Real at[2];
    body_pose(q, b, at, nullptr);
    const Real m = mass_of(b), arm[] = {at[0] - centre[0], at[1] - centre[1]};
    const Real speed = std::hypot(velocity[0], velocity[1]);
    sum.mass += m;
    sum.kinetic += m * speed * speed / 2;
    for (int d = 0; d < 2; ++d) {
      sum.first_moment[d] += m * at[d];
      sum.linear[d] += m * velocity[d];
    }
    sum.angular[2] += m * (arm[0] * velocity[1] - arm[1] * velocity[0]);
    sum.linear_scale += m * speed;
    sum.angular_scale += m * speed * std::hypot(arm[0], arm[1]);
  }
  return sum;
}

/// The kind as its file in the kernel would give it; the build would add the name.
inline core::BodyKindType sled_kind() {
  core::BodyKindType type = core::body_kind_type<SledForm>(
      {.help = "A body that slides and never turns",
       .make = [](const core::KindStart& start) -> std::unique_ptr<core::BodyKind> {
         return std::make_unique<Sleds>(start);
       }});
  type.name = "sled";
  return type;
}

}  // namespace tactus::testing
