#include "ledger.hpp"

#include <algorithm>

namespace tactus::space_scenes {

Ledger::Ledger(testing::Simulation& s) : s_(s) {
  const Layout& layout = s.model.layout();
  turns_.assign(static_cast<std::size_t>(layout.dofs), 0);
  coordinate_.assign(static_cast<std::size_t>(layout.dofs), 0);
  for (const Body& b : layout.bodies)
    for (Index i = b.dofs.begin; i < b.dofs.end; ++i) {
      const bool turns = i >= b.rotation.begin && i < b.rotation.end;
      turns_[static_cast<std::size_t>(i)] = turns ? 1 : 0;
      coordinate_[static_cast<std::size_t>(i)] = b.coordinates.begin + (i - b.dofs.begin);
    }
  read_state();
  r1_start_ = kinetic_ + strain_;  // no step yet, and bodies at rest in themselves
  start_ = momenta();
  raise();
}

void Ledger::update() {
  const core::State old = now_;
  const Real strain_before = strain_, turning_before = turning(old), dt = s_.stepper.facts().dt;
  read_state();
  const View<Real> mass = s_.model.mass();
  Real contact = turning(now_) - turning_before, uma = 0, square_old = 0, square_new = 0;
  for (std::size_t i = 0; i < now_.v.size(); ++i) {
    if (turns_[i]) continue;
    const auto c = static_cast<std::size_t>(coordinate_[i]);
    const Real m = mass[i], a = old.a[i], b = now_.a[i];
    const Real w = old.v[i] + dt / 2 * a, free = w + dt / 2 * b, p = now_.v[i] - free;
    const Real u = now_.q[c] - old.q[c], d = u - dt * w;
    contact += m * ((free + p / 2) * p - d * (a + b) / 2);
    uma += m * u * (a + b) / 2;
    square_old += m * a * a;
    square_new += m * b * b;
  }
  sums_.contact += contact;
  sums_.integration += strain_ - strain_before + uma;
  sums_.change += (dt_ * dt_ - dt * dt) / 8 * square_old;
  dt_ = dt;
  correction_ = dt * dt / 8 * square_new;
  raise();
}

bool Ledger::turns() const { return std::ranges::count(turns_, 1) > 0; }

Real Ledger::gap() const {
  return std::abs(r1() - r1_start_ - sums_.contact - sums_.integration - sums_.change);
}

Real Ledger::rounding() const {
  const Real c = s_.model.scales().speed;
  return 0x1p-49 * s_.balance.mass() * c * c;
}

Real Ledger::linear_drift() const {
  return (momenta().linear - start_.linear).norm() / (start_.linear_scale + slow());
}

Real Ledger::angular_drift() const {
  const Real length = s_.model.scales().length;
  return (momenta().angular - start_.angular).norm() / (start_.angular_scale + slow() * length);
}

void Ledger::read_state() {
  now_ = s_.stepper.state();
  kinetic_ = 0;
  for (std::size_t i = 0; i < now_.v.size(); ++i)
    kinetic_ += s_.model.mass()[i] * now_.v[i] * now_.v[i] / 2;
  energies_.resize(s_.model.bodies().size());
  const core::ElementState& elements = s_.system.elements();
  const Outcome outcome = core::outcome_of(
      [&] { elements.loop().energy(elements.now(now_.q), energies_, s_.context()); });
  strain_ = 0;
  for (const Real e : energies_) strain_ += outcome ? e : kUnlimited;
}

Real Ledger::turning(const core::State& state) const {
  Real sum = 0;
  for (std::size_t i = 0; i < state.v.size(); ++i)
    if (turns_[i]) sum += s_.model.mass()[i] * state.v[i] * state.v[i] / 2;
  return sum;
}

Ledger::Momenta Ledger::momenta() const {
  Momenta sum;
  const View<Real> mass = s_.model.mass();
  const auto add = [&](const Eigen::Vector3d& x, const Eigen::Vector3d& p) {
    sum.linear += p, sum.angular += x.cross(p);
    sum.linear_scale += p.norm(), sum.angular_scale += p.norm() * x.norm();
  };
  const auto at = [](const std::vector<Real>& values, Index i) {
    return Eigen::Map<const Eigen::Vector3d>(values.data() + i);
  };
  for (const Body& b : s_.model.layout().bodies) {
    const Index nodes_end = b.rotation.empty() ? b.dofs.end : b.rotation.begin;
    for (Index i = b.dofs.begin; i < nodes_end; i += 3)
      add(at(now_.q, b.coordinates.begin + (i - b.dofs.begin)), mass[i] * at(now_.v, i));
    if (b.rotation.empty()) continue;
    // The spin is in the principal axes, which the quaternion (w, x, y, z) after the centre turns.
    const Real* q = now_.q.data() + b.coordinates.begin + 3;
    const Eigen::Vector3d spin =
        Eigen::Quaterniond(q[0], q[1], q[2], q[3]) *
        at(now_.v, b.rotation.begin)
            .cwiseProduct(Eigen::Map<const Eigen::Vector3d>(&mass[b.rotation.begin]));
    sum.angular += spin, sum.angular_scale += spin.norm();
  }
  return sum;
}

void Ledger::raise() {
  const Real gained =
      std::max(0., sums_.contact) + std::max(0., sums_.integration) + std::max(0., sums_.change);
  scale_ = std::max(scale_, kinetic_ + strain_ - gained);
}

/// kg m/s
Real Ledger::slow() const { return 0x1p-12 * s_.balance.mass() * s_.model.scales().speed; }

}  // namespace tactus::space_scenes
