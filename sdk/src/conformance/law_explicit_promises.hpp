/// Tests what laws promise that compute a reaction from the given gap and velocity
/// (capability::explicit_law: springs, dashpots, adhesive layers), and what every law says about
/// its energy, reach and stable step.
///
/// The given velocity may be U_old or the free velocity. Here both are equal, and W is small, so
/// that the reaction of one step changes neither.
#pragma once

#include <tactus/friction/own_friction.hpp>

#include "law_scene.hpp"

namespace tactus::conformance::contact_law_tests {

/// One new contact of a body of a million tonnes, with this gap and velocity.
template <int D>
LawScene<D> heavy_contact(Real gap, const Vec<D>& velocity, Real mu = 0.4) {
  LawScene<D> scene;
  scene.contacts.resize(1);
  auto& c = scene.contacts[0];
  c.W = 1e-9 * Mat<D>::Identity();
  c.gap = gap, c.free = c.U_old = velocity, c.friction = mu;
  return scene;
}
template <int D>
Vec<D> reaction(const ContactLaw& law, LawScene<D> scene) {
  scene.solve_all(law);
  return scene.contacts[0].R;
}

/// In a step of a microsecond, bodies at rest inside each other are pushed apart. Approaching
/// bodies are pushed no less, and the more the faster they approach.
template <int D>
Finding pushes_back(const ContactLaw& law) {
  for (const Real gap : {-1e-5, -1e-4, -1e-3, -1., -200.}) {
    Real last = 0;
    for (const Real speed : {0.0, 1e-3, 0.1, 1.0}) {
      auto scene = heavy_contact<D>(gap, -speed * Vec<D>::Unit(0));
      scene.dt = 1e-6;
      const Real R = reaction(law, scene)[0];
      if (!(R > 0))
        return broken(text_of("R_N = ", R, " where bodies are ", -gap,
                              " m inside each other and approach with ", speed, " m/s"));
      if (!(R >= last * (1 - 1e-12)))
        return broken(text_of("R_N falls from ", last, " to ", R, " where bodies approach with ",
                              speed, " m/s"));
      last = R;
    }
  }
  return kept();
}

/// Bodies that meet exactly along the normal, or slide exactly along an axis, are pushed as those
/// whose velocity differs by a nanometre per second. Friction may jump at zero sliding velocity,
/// but R_N must not.
template <int D>
Finding straight_is_nothing_special(const ContactLaw& law) {
  constexpr Real tiny = 1e-9;
  for (const Real approach : {-1.0, -1e-2})
    for (const bool slides : {false, true}) {
      if (slides && D == 2) continue;
      Vec<D> straight = approach * Vec<D>::Unit(0);
      if (slides) straight[1] = 0.3;
      Vec<D> nearly = straight;
      nearly[D - 1] = tiny;
      const Vec<D> a = reaction(law, heavy_contact<D>(-1e-4, straight));
      const Vec<D> b = reaction(law, heavy_contact<D>(-1e-4, nearly));
      const Real off = slides ? (a - b).norm() : std::abs(a[0] - b[0]);
      if (!(off <= 1e-6 * b.norm()))
        return broken(text_of("R = ", a.transpose(), " at the velocity ", straight.transpose(),
                              ", and ", b.transpose(), " at ", nearly.transpose()));
    }
  return kept();
}

/// R_T . U_T < 0 and |R_T| <= mu |R_N| for any direction of sliding; without friction R_T = 0. A law whose
/// friction is its own, which may hold more than it slides with, only has to take energy.
template <int D>
Finding friction_opposes(const ContactLaw& law) {
  const bool own = Claims(law).has(capability::own_friction);
  Random random(4);
  for (const Real mu : {0.0, 0.3, 1.2})
    for (int k = 0; k < 40; ++k) {
      Vec<D> velocity;
      for (int i = 0; i < D; ++i) velocity[i] = random.between(-1, 1);
      velocity[0] *= 0.1;
      auto scene = heavy_contact<D>(k % 4 ? -1e-4 * k : 1e-9, velocity, mu);
      scene.dt = k % 2 ? 1e-4 : 1e-6;
      scene.solve_all(law);
      const auto& c = scene.contacts[0];
      const Real slip = c.R.template tail<D - 1>().norm();
      const Real power = c.R.template tail<D - 1>().dot(velocity.template tail<D - 1>());
      if (!(power <= 0))
        return broken(text_of("friction adds energy, R_T . U_T = ", power, ": ", c.text()));
      if (!own && !(slip <= mu * std::abs(c.R[0]) * (1 + 1e-9)))
        return broken(text_of("|R_T| = ", slip, " is outside of the cone: ", c.text()));
      if (!own && mu > 0 && c.R[0] > 0 && !(power < 0))
        return broken("no friction on what slides: " + c.text());
    }
  return kept();
}

/// R is an impulse: if nothing moves, it doubles with the time step.
template <int D>
Finding reaction_is_an_impulse(const ContactLaw& law) {
  auto once = heavy_contact<D>(-1e-4, Vec<D>::Zero()), twice = once;
  once.dt = 1e-6, twice.dt = 2e-6;
  const Real a = reaction(law, once)[0], b = reaction(law, twice)[0];
  if (std::abs(b - 2 * a) <= 1e-3 * std::abs(b)) return kept();
  return broken(text_of(a, " N s in a microsecond and ", b, " N s in two: R is an impulse"));
}

/// Bodies farther apart than the reach and than their motion in a step exert no forces, whether the
/// contact is new or old.
template <int D>
Finding nothing_beyond_its_reach(const ContactLaw& law) {
  const Real reach = law.reach(Scales{});
  for (const Real speed : {0.0, -1.0, 1.0})
    for (const bool touched : {false, true}) {
      auto scene = heavy_contact<D>(-1e-4, Vec<D>::Zero());
      scene.dt = 1e-5;
      if (touched) scene.solve_all(law), scene.accept();
      auto& c = scene.contacts[0];
      c.free = c.U_old = speed * Vec<D>::Unit(0) + Vec<D>::Constant(0.1);
      c.gap = reach * (1 + 1e-9) + 3e-5;
      scene.solve_all(law);
      if (!c.R.isZero(0))
        return broken(text_of("R_N = ", c.R[0], " at a gap of ", c.gap, " m, and its reach is ",
                              reach, " m"));
    }
  return kept(text_of(reach, " m"));
}

/// A constant force presses a body into the contact. Displaced slightly, the body oscillates about
/// its equilibrium, and its amplitude does not grow in two thousand steps of 0.95 of the limit.
template <int D>
Finding limit_is_stable(const ContactLaw& law) {
  constexpr Real depth = 1e-5;
  for (const Real w : {1.0, 1e-2, 1e2, 1e4}) {
    auto rest = heavy_contact<D>(-depth, Vec<D>::Zero(), 0);
    rest.dt = 1e-9;
    const Real force = reaction(law, rest)[0] / rest.dt;
    auto deeper = rest;
    deeper.contacts[0].gap *= 1.5;
    const Real limit = law.time_step_limit(w);
    if (!std::isfinite(limit)) {
      if (reaction(law, deeper)[0] == reaction(law, rest)[0]) continue;
      return broken(
          "it pushes more where bodies are deeper inside each other, and any step is said to be "
          "stable");
    }
    LawScene<D> scene = rest;
    scene.dt = 0.95 * limit;
    auto& c = scene.contacts[0];
    c.W = w * Mat<D>::Identity();
    Real gap = -1.01 * depth, speed = 0;
    for (int k = 0; k < 2000; ++k) {
      gap += scene.dt / 2 * speed;
      c.gap = gap, c.U_old[0] = speed, c.free[0] = speed - w * force * scene.dt;
      scene.solve_all(law);
      speed = c.velocity()[0];
      gap += scene.dt / 2 * speed;
      scene.accept();
      if (!(std::abs(gap + depth) <= 0.5 * depth))
        return broken(text_of("with 0.95 of the stable step, ", scene.dt, " s at W_NN = ", w,
                              " 1/kg, a contact swings more and more"));
    }
  }
  return kept();
}

/// The limit is positive and decreases with the mass, by a factor between the root of the mass
/// ratio and the ratio itself: that of a spring is proportional to the root of the mass, that of a
/// dashpot to the mass.
template <int D>
Finding limit_is_a_time(const ContactLaw& law) {
  Real last = law.time_step_limit(1e-12);
  for (Real w = 4e-12; w < 1e12; w *= 4) {
    const Real limit = law.time_step_limit(w);
    if (!(limit > 0)) return broken(text_of(limit, " s for W_NN = ", w, " 1/kg"));
    if (std::isfinite(limit) != std::isfinite(last))
      return broken(text_of("there is a limit for some masses only, not for W_NN = ",
                            std::isfinite(limit) ? w / 4 : w, " 1/kg"));
    if (std::isfinite(limit) && !(limit <= 0.51 * last && limit >= 0.24 * last))
      return broken(text_of("four times lighter the step is ", limit / last,
                            " times as long, at W_NN = ", w, " 1/kg"));
    last = limit;
  }
  return kept();
}

/// Whether a law takes the given gap for that of the middle of the step and adds the path of half a
/// step to it, where the energy at the end of the step is asked for.
template <int D>
bool goes_on_to_the_end(const ContactLaw& law) {
  Real energy[2];
  for (const int moves : {0, 1}) {
    auto scene = heavy_contact<D>(-1e-3, -1e-4 * moves * Vec<D>::Unit(0));
    scene.dt = 1, scene.contacts[0].W *= 1e-6;
    LawCall<D> call(scene, law);
    call.solve({0});
    energy[moves] = call.stored_energy({0});
  }
  return std::abs(energy[1] - energy[0]) > 1e-6 * energy[0];
}

/// Gap, force and stored energy on the way slowly into the contact and out again, farther than its
/// reach: gaps and energies at the ends of the parts, forces there or in their middle.
template <int D>
struct WayInAndOut {
  std::vector<Real> gap, force, energy;
  bool middle = false;

  explicit WayInAndOut(const ContactLaw& law) {
    const Real depth = 1e-3, beyond = 1.1 * law.reach(Scales{}) + 1e-4;
    constexpr int parts = 400;
    auto scene = heavy_contact<D>(beyond, Vec<D>::Zero(), 0.4);
    scene.dt = 1;
    auto& c = scene.contacts[0];
    c.W = 1e-15 * Mat<D>::Identity();
    const bool rigid = Claims(law).has(capability::implicit_law);
    middle = !rigid && goes_on_to_the_end<D>(law);
    gap.push_back(beyond), force.push_back(0), energy.push_back(0);
    for (int k = 1; k <= 2 * parts; ++k) {
      const Real way = (depth + beyond) / parts * (k <= parts ? -1 : 1);
      c.gap = gap.back() + (middle ? way / 2 : way),
      c.U_old[0] = c.free[0] = rigid ? 0 : way / scene.dt;
      LawCall<D> call(scene, law);
      call.solve({0});
      energy.push_back(call.stored_energy({0}));
      force.push_back(call.R[0] / scene.dt), gap.push_back(gap.back() + way);
      c.old = call.next_of(0);
    }
  }
};

/// Moves slowly into the contact and out again beyond its reach. In each part of the path the
/// stored energy grows by no more than the work done on the contact. It is never negative, and zero
/// without contact. (A spring stores all of the work; a law that breaks or yields stores less.) The
/// work is summed by the trapezoidal or the midpoint rule. Their error is of the size of the changes
/// in slope of the force; a force that starts or ends within a part of the path may have acted over all of it.
template <int D>
Finding energy_is_work(const ContactLaw& law) {
  const WayInAndOut<D> w(law);
  const std::size_t n = w.gap.size();
  const auto bend = [&](std::size_t k) {
    if (k == 0 || k + 1 >= n) return Real(0);
    return std::abs(w.force[k + 1] - 2 * w.force[k] + w.force[k - 1]);
  };
  Real work = 0, largest = 0, excess = 0;
  for (std::size_t k = 1; k < n; ++k) {
    const Real E = w.energy[k], way = w.gap[k] - w.gap[k - 1];
    if (!(E >= 0) || !std::isfinite(E)) return broken(text_of("the energy stored is ", E, " J"));
    const Real done = -way * (w.middle ? w.force[k] : (w.force[k - 1] + w.force[k]) / 2);
    const Real unknown = std::abs(way) * (bend(k - 1) + bend(k));
    const Real more = E - w.energy[k - 1] - done - unknown;
    excess += more < 0 ? 0 : more;
    work += std::abs(done), largest = std::max(largest, E);
  }
  if (!(w.energy.back() <= 1e-9 * largest))
    return broken(text_of(w.energy.back(), " J are stored where nothing touches any more"));
  if (!(excess <= 2e-4 * work))
    return broken(text_of("on the way in and out ", excess,
                          " J more are stored than were put in, of ", work, " J of work"));
  return kept(text_of("at most ", largest, " J"));
}

template <int D>
void explicit_promises(const Make<ContactLaw>& make, Check& check) {
  const auto promise = [&](std::string_view what, Finding (*test)(const ContactLaw&)) {
    check.promise(text_of(D, "D: ", what), [&] { return test(*make()); });
  };
  promise("bodies inside each other are pushed apart", pushes_back<D>);
  promise("friction opposes what slides, up to mu R_N", friction_opposes<D>);
  promise("the reaction is an impulse", reaction_is_an_impulse<D>);
  promise("there is no reaction beyond its reach", nothing_beyond_its_reach<D>);
  promise("steps within the limit are stable", limit_is_stable<D>);
}

}  // namespace tactus::conformance::contact_law_tests
