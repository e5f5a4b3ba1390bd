// One contact under spring_dashpot from step to step, and a point mass that meets a plane.
#pragma once

#include <catch2/catch.hpp>
#include <numbers>
#include <tactus/conformance/contact_law.hpp>
#include <tactus/conformance/serial_context.hpp>

#include "tests/support/make_component.hpp"

namespace tactus::testing {

inline std::unique_ptr<ContactLaw> law(OptionValues options = {}) {
  return make_component<ContactLaw>("spring_dashpot", std::move(options));
}

/// One contact in the plane from step to step, as the kernel would ask about it.
class OneContact {
 public:
  explicit OneContact(const ContactLaw& law) : law_(law) { old_ = history_start(law); }
  Mat<2> W = Mat<2>::Identity();
  Vec<2> B = Vec<2>::Zero(), U_old = Vec<2>::Zero(), R = Vec<2>::Zero();
  Real gap = 0, dt = 1e-3, mu = 0, area = 0;

  /// The reaction and, in U, what it leaves.
  Vec<2> solve() {
    next_ = old_;
    call([&](const LawBatch& batch) {
      const Index failures = law_.solve(batch, context_.context());
      CHECK(failures == 0);
      energy = law_.stored_energy(batch);
    });
    U = B + W * R;
    return R;
  }
  /// The step becomes the step; `absent` more follow in which the contact is not there.
  void accept(Index absent = 0) {
    if (!next_.empty()) old_ = next_;
    context_.context().step.step += 1 + absent;
  }
  Vec<2> U = Vec<2>::Zero();
  Real energy = 0;  ///< J, of the spring

 private:
  template <class Call>
  void call(const Call& ask) {
    const Real rest = 0;
    const std::int32_t number = 0;
    const Index first = 0;
    ReactionProblem p{.dim = 2, .contacts = 1, .dt = dt};
    p.delassus_diagonal = {W.data(), 4}, p.free_velocity = {B.data(), 2};
    p.U_old = {U_old.data(), 2}, p.gap = {&gap, 1}, p.area = {&area, 1}, p.friction = {&mu, 1};
    p.restitution = {&rest, 1}, p.law = {&number, 1};
    p.history_old = old_, p.history_new = next_, p.history_size = history_width(law_);
    ask({.problem = &p, .contacts = {&first, 1}, .free = {B.data(), 2}, .R = {R.data(), 2}});
  }
  const ContactLaw& law_;
  conformance::SerialContext context_;
  std::vector<Real> old_, next_;
};

/// A point mass over a plane: gap x, velocity v, an even force along the normal, stepped as the laws
/// are written for, with the gap in the middle of the step.
struct Mass {
  OneContact contact;
  Real mass = 1, force = 0, x = 0, v = 0, largest = 0;

  Mass(const ContactLaw& law, Real m, Real dt) : contact(law), mass(m) {
    contact.dt = dt, contact.W /= m;
  }
  Real step() {
    const Real dt = contact.dt;
    contact.gap = x + dt / 2 * v, contact.U_old[0] = v;
    contact.B[0] = v + dt * force / mass;
    const Real R = contact.solve()[0];
    v = contact.U[0], x = contact.gap + dt / 2 * v;
    contact.accept();
    largest = std::max(largest, R / dt);
    return R / dt;
  }
};

struct Impact {
  Real force = 0, time = 0, restitution = 0;
};

/// Of a mass that arrives at the plane with `speed`, `phase` of a step after the start of one.
inline Impact impact(const ContactLaw& law, Real mass, Real speed, Real dt, Index steps,
                     Real phase = 0) {
  Mass m(law, mass, dt);
  m.x = phase * speed * dt, m.v = -speed;
  Index touched = 0;
  for (Index k = 0; k < steps; ++k) touched += m.step() > 0;
  return {m.largest, static_cast<Real>(touched) * dt, m.v / speed};
}

constexpr Real kPi = std::numbers::pi;

}  // namespace tactus::testing
