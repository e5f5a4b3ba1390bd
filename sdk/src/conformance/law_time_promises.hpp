/// What laws promise about time: the step size enters with all of its digits, histories in smaller steps
/// tend to a limit, what is held still gains no friction, nor does what is shaken; and that neither many contacts nor
/// many calls change an answer.
#pragma once

#include <numbers>

#include "law_explicit_promises.hpp"
#include "warm_calls.hpp"
#include "worst.hpp"

namespace tactus::conformance::contact_law_tests {

/// R over the step size, at rest, is smooth in the step size: of three steps equally far apart the
/// second difference is nothing. A step that was rounded to a float on its way leaves 1e-8.
template <int D>
Finding step_size_is_exact(const ContactLaw& law) {
  for (const Real gap : {-1e-4, -1e-3}) {
    Real force[3];
    for (int k = 0; k < 3; ++k) {
      auto scene = heavy_contact<D>(gap, Vec<D>::Zero());
      scene.dt = 1.1e-6 + 0.2e-6 * k;
      force[k] = reaction(law, scene)[0] / scene.dt;
    }
    const Real off = std::abs(force[0] - 2 * force[1] + force[2]) / std::abs(force[1]);
    if (!(off <= 1e-9))
      return broken(text_of("R over the step size jumps by ", off, " of itself from step to step"));
  }
  return kept();
}

/// The force at the end of a slide of `way` m in 1 ms, by so many steps.
template <int D>
Vec<D> force_after_slide(const ContactLaw& law, Real way, int steps) {
  constexpr Real time = 1e-3;
  auto scene = heavy_contact<D>(-1e-4, way / time * Vec<D>::Unit(1));
  scene.dt = time / steps;
  for (int k = 0; k < steps; ++k) {
    scene.solve_all(law);
    if (k + 1 < steps) scene.accept();
  }
  return scene.contacts[0].R / scene.dt;
}

/// What a law integrates over time it integrates with the step size: the same slide in twice and four
/// times as many steps ends with forces that come closer to each other.
template <int D>
Finding history_has_a_limit(const ContactLaw& law) {
  if (history_width(law) == 0) return kept("it has no history");
  for (Real way = 1e-12; way < 1e-3; way *= 10) {
    const Vec<D> a = force_after_slide<D>(law, way, 50), b = force_after_slide<D>(law, way, 100),
                 c = force_after_slide<D>(law, way, 200);
    const Real first = (b - a).norm(), second = (c - b).norm();
    if (!(second <= 0.8 * first || second <= 1e-3 * c.norm()))
      return broken(text_of("a slide of ", way,
                            " m by 50, 100 and 200 steps ends with forces that ", "differ by ",
                            first, " N and then by ", second, " N"));
  }
  return kept();
}

/// After a slide a contact is held still: its friction does not grow by that.
template <int D>
Finding rest_adds_no_friction(const ContactLaw& law) {
  if (history_width(law) == 0) return kept("it has no history");
  for (Real way = 1e-8; way < 1e-3; way *= 10) {
    auto scene = heavy_contact<D>(-1e-4, way / 1e-3 * Vec<D>::Unit(1));
    scene.dt = 1e-5;
    for (int k = 0; k < 100; ++k) scene.solve_all(law), scene.accept();
    scene.contacts[0].free.setZero(), scene.contacts[0].U_old.setZero();
    Real first = 0;
    for (int k = 0; k < 200; ++k) {
      scene.solve_all(law);
      const Real now = scene.contacts[0].R.template tail<D - 1>().norm();
      if (k == 0) first = now;
      if (!(now <= first * (1 + 1e-9)))
        return broken(text_of("held still, friction grows from ", first, " to ", now, " N s"));
      scene.accept();
    }
  }
  return kept();
}

/// After slides of up to 10 m, too, friction is at most mu R_N, with the mu of the problem.
template <int D>
Finding friction_stays_in_the_cone(const ContactLaw& law) {
  if (history_width(law) == 0) return kept("it has no history");
  if (Claims(law).has(capability::own_friction)) return kept("its friction is its own");
  for (Real way = 1e-8; way < 20; way *= 10) {
    auto scene = heavy_contact<D>(-1e-4, way / 1e-3 * Vec<D>::Unit(1));
    scene.dt = 1e-5;
    const auto& c = scene.contacts[0];
    for (int k = 0; k < 100; ++k) {
      scene.solve_all(law);
      const Real friction = c.R.template tail<D - 1>().norm();
      if (!(friction <= c.friction * std::abs(c.R[0]) * (1 + 1e-9)))
        return broken(text_of("after a slide of ", way * (k + 1) / 100, " m, |R_T| = ", friction,
                              " is outside of the cone: ", c.text()));
      scene.accept();
    }
  }
  return kept();
}

/// Shaken to and fro, at one depth or in and out, friction has never given more than it took: nothing is stretched at
/// first. A twentieth of what changed hands is left to rules of first order.
template <int D>
Finding shaking_gives_nothing(const ContactLaw& law) {
  if (history_width(law) == 0) return kept("it has no history");
  constexpr int kSteps = 200;  // a turn
  constexpr Real depth = 1e-4, rate = 2 * std::numbers::pi / kSteps;
  for (const Real swing : {0.0, 1.5})  // depths; at 1.5 it comes out of the contact
    for (Real way = 1e-8; way < 1e-2; way *= 10) {
      auto scene = heavy_contact<D>(-depth, Vec<D>::Zero());
      scene.dt = 1e-5;
      auto& c = scene.contacts[0];
      Real given = 0, traded = 0;
      for (int k = 0; k < 3 * kSteps; ++k) {
        const Real phase = rate * (k + 0.5);
        c.gap = -depth * (1 + swing * std::sin(phase + 0.7));
        c.U_old[0] = -depth * swing * std::cos(phase + 0.7) * rate / scene.dt;
        c.U_old[1] = way * std::cos(phase) * rate / scene.dt;
        if constexpr (D == 3) c.U_old[2] = way / 2 * std::cos(2 * phase) * rate / scene.dt;
        c.free = c.U_old;
        scene.solve_all(law);
        const Real work = c.R.template tail<D - 1>().dot(c.U_old.template tail<D - 1>());
        given += work, traded += std::abs(work);
        if (!(given <= 0.05 * traded))
          return broken(text_of("shaken by ", way, " m", swing > 0 ? ", in and out," : "",
                                " friction has given ", given, " J more than it took, of ", traded,
                                " J in all, after ", k + 1, " steps"));
        scene.accept();
      }
    }
  return kept();
}

/// T + the stored energy where a body of 1 kg turns round in the contact, over T before it. It comes with the
/// speed `approach`, and is `ahead` of contact by so much of the way of a step at first.
template <int D>
Real energy_in_impact(const ContactLaw& law, Real dt, Real approach, Real ahead) {
  auto scene = heavy_contact<D>(0, Vec<D>::Zero(), 0);
  scene.dt = dt;
  auto& c = scene.contacts[0];
  c.W = Mat<D>::Identity();
  Real gap = law.reach(Scales{}) + ahead * dt * approach, speed = -approach, stored = 0;
  for (int k = 0; k < 5000 && speed < 0; ++k) {
    c.gap = gap + dt / 2 * speed;
    c.U_old[0] = c.free[0] = speed;
    LawCall<D> call(scene, law);
    call.solve({0});
    stored = call.stored_energy({0});
    const Real after = speed + call.R[0];
    gap += dt / 2 * (speed + after), speed = after;
    c.next = call.next_of(0);
    scene.accept();
  }
  return (speed * speed + 2 * stored) / (approach * approach);
}

/// A law that keeps the energy of an impact to rounding, at a quarter of the moments at which contact may
/// begin within a step, does so at all of them. Others, which take or bring in energy, are not judged.
template <int D>
Finding conserves_whenever_contact_begins(const ContactLaw& law) {
  const Real limit = law.time_step_limit(1);
  if (!std::isfinite(limit)) return kept("any step is stable");
  int all = 0, kept_it = 0;
  Real worst = 0, when = 0;
  for (const auto& [part, speed] : {std::pair{0.3, 0.1}, {0.9, 3.0}})
    for (int k = 0; k < 8; ++k, ++all) {
      const Real ahead = 0.06 + 0.12 * k;
      const Real off = std::abs(energy_in_impact<D>(law, part * limit, speed, ahead) - 1);
      kept_it += off <= 1e-9;
      if (!(off <= worst)) worst = off, when = ahead;
    }
  if (4 * kept_it < all || kept_it == all) return kept(text_of(kept_it, " of ", all));
  return broken(text_of("it keeps the energy of ", kept_it, " of ", all,
                        " impacts, and changes it by ", worst, " where contact begins after ", when,
                        " of a step"));
}

/// Bodies slide to and fro. A law that claims to be Coulomb's is judged with the mu of the problem: if its friction
/// changed with its history, it would never converge in a run. Other laws are judged by their own residual.
template <int D>
Finding history_keeps_the_law(const ContactLaw& law) {
  if (history_width(law) == 0) return kept("it has no history");
  auto scene = LawScene<D>::of_all_regimes();
  scene.dt = 1;
  for (int k = 0; k < 10; ++k) {
    scene.solve_all(law);
    for (const auto& c : scene.contacts)
      if (const Real off = misses<D>(law, c, scene.dt); !(off <= 1e-8))
        return broken(text_of("in step ", k + 1, " the natural residual is ", off,
                              " of the free velocity: ", c.text()));
    scene.accept();
    for (auto& c : scene.contacts) {
      c.free.template tail<D - 1>() *= -1, c.U_old.template tail<D - 1>() *= -1;
      c.gap = k % 2 == 0 ? -1e-3 : 0;
    }
  }
  return kept();
}

/// Some hundred contacts in one batch get the reactions that a few get.
template <int D>
Finding many_contacts_as_few(const ContactLaw& law) {
  auto few = LawScene<D>::of_all_gaps();
  LawScene<D> many;
  many.dt = few.dt;
  for (int copy = 0; copy < 9; ++copy)
    many.contacts.insert(many.contacts.end(), few.contacts.begin(), few.contacts.end());
  few.solve_all(law), many.solve_all(law);
  for (std::size_t i = 0; i < many.contacts.size(); ++i)
    if (!same_bits<D>(many.contacts[i].R, few.contacts[i % few.contacts.size()].R))
      return broken(text_of("of ", many.contacts.size(), " contacts, number ", i,
                            " has another reaction than in a smaller batch"));
  return kept(text_of(many.contacts.size(), " contacts"));
}

/// However deep bodies are inside each other, contacts differ from shallow ones in nothing but what
/// depends on the gap: their reactions stay in the cone and are those of the law.
template <int D>
Finding deep_contacts_as_shallow(const ContactLaw& law) {
  auto scene = LawScene<D>::of_all_regimes();
  for (auto& c : scene.contacts) c.gap = -200;
  scene.solve_all(law);
  Real worst = 0;
  for (const auto& c : scene.contacts) raise_to(worst, misses<D>(law, c));
  return within(worst, 1e-8);
}

/// The same question again after a great number of others, for a contact with friction and
/// restitution that is pressed.
template <int D>
Finding many_calls_change_nothing(const ContactLaw& law) {
  LawScene<D> scene;
  scene.contacts.assign(1, LawScene<D>::of_all_gaps().contacts[37]);
  LawCall<D> call(scene, law);
  const std::vector<Real> start = call.R;
  const std::vector<Index> first{0};
  call.solve(first);
  const std::vector<Real> expected = call.R;
  const Index calls = many_calls([&] { call.R = start, call.solve(first); });
  if (call.R != expected) return broken(text_of("after ", calls, " calls it answers otherwise"));
  return kept();
}

template <int D>
void time_promises(const Make<ContactLaw>& make, const Claims& claims, Check& check) {
  const auto promise = [&](std::string_view what, Finding (*test)(const ContactLaw&)) {
    check.promise(text_of(D, "D: ", what), [&] { return test(*make()); });
  };
  promise("some hundred contacts are answered as a few are", many_contacts_as_few<D>);
  promise("many calls change nothing", many_calls_change_nothing<D>);
  warm_calls_promise(check, text_of(D, "D: warm calls allocate nothing"), [&](auto counted) {
    const auto law = make();
    const auto scene = LawScene<D>::of_all_gaps();
    LawCall<D> call(scene, *law);
    const std::vector<Index> which = scene.all();
    return counted([&] { call.solve(which); });
  });
  if (claims.has(capability::implicit_law)) {
    promise("deep contacts are contacts like others", deep_contacts_as_shallow<D>);
    promise("the law holds whatever its history", history_keeps_the_law<D>);
  }
  if (!claims.has(capability::explicit_law)) return;
  promise("the step size has all of its digits", step_size_is_exact<D>);
  promise("histories in smaller steps tend to a limit", history_has_a_limit<D>);
  promise("what is held still gains no friction", rest_adds_no_friction<D>);
  promise("shaken to and fro, friction gives no more than it took", shaking_gives_nothing<D>);
  promise("what conserves energy does so whenever contact begins",
          conserves_whenever_contact_begins<D>);
  promise("friction stays in the cone however far it slides", friction_stays_in_the_cone<D>);
}

}  // namespace tactus::conformance::contact_law_tests
