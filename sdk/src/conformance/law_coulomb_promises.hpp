/// Tests what laws promise that are Coulomb's at the end of the step (capability::coulomb):
/// Signorini's condition with Newton's restitution and Coulomb's friction.
#pragma once

#include "law_implicit_promises.hpp"
#include "tactus/conformance/claims.hpp"
#include "tactus/conformance/coulomb.hpp"
#include "worst.hpp"

namespace tactus::conformance::contact_law_tests {

/// The natural residual divided by |free|, which is the criterion of convergence.
template <int D>
Finding satisfies_the_law(const ContactLaw& law, bool with_friction) {
  auto scene = LawScene<D>::of_all_regimes();
  scene.solve_all(law);
  Real worst = 0;
  for (const auto& c : scene.contacts)
    if (with_friction == (c.friction > 0)) raise_to(worst, c.residual());
  return within(worst, 1e-8);
}

/// R_N >= 0 and |R_T| <= mu R_N.
template <int D>
Finding reactions_are_in_the_cone(const ContactLaw& law) {
  auto scene = LawScene<D>::of_all_regimes();
  scene.solve_all(law);
  for (const auto& c : scene.contacts) {
    const Real small = 1e-9 * c.free.norm(), slip = c.R.template tail<D - 1>().norm();
    if (!(c.R[0] >= -small)) return broken("it pulls: " + c.text());
    if (!(slip <= c.friction * c.R[0] + small))
      return broken(text_of("|R_T| = ", slip, " is outside of the cone: ", c.text()));
  }
  return kept();
}

/// U_N + e U_old_N >= 0, and R_N = 0 where it is > 0.
template <int D>
Finding pushes_only_what_touches(const ContactLaw& law) {
  auto scene = LawScene<D>::of_all_regimes();
  scene.solve_all(law);
  for (const auto& c : scene.contacts) {
    const Real gap = c.velocity()[0] + c.restitution * std::min(Real(0), c.U_old[0]);
    const Real small = 1e-7 * c.free.norm();
    if (!(gap >= -small))
      return broken(text_of("it lets them approach with ", -gap, " m/s: ", c.text()));
    if (gap > small && c.R[0] > small)
      return broken(text_of("it pushes what parts with ", gap, " m/s: ", c.text()));
  }
  return kept();
}

/// A body that arrives with U_old_N < 0 leaves with -e U_old_N (Newton's rule as in Solfec (74)),
/// whether it sticks or slides. A body that separates already at t_n has no impact.
template <int D>
Finding restitution_is_newtons(const ContactLaw& law) {
  Real worst = 0;
  for (const Real mu : {0.0, 0.4})
    for (const Real e : {0.0, 0.5, 0.8, 1.0})
      for (const Real before : {-2.0, -0.1, 0.5}) {
        LawScene<D> scene;
        scene.contacts.resize(1);
        auto& c = scene.contacts[0];
        c.W *= 0.5, c.W(0, 1) = c.W(1, 0) = 0.1;
        c.friction = mu, c.restitution = e;
        c.U_old[0] = before, c.free[0] = -2, c.free[1] = 0.3;
        scene.solve_all(law);
        const Real leaves = e * std::max(Real(0), -before);
        raise_to(worst, std::abs(c.velocity()[0] - leaves));
        if (!(worst <= 1e-7))
          return broken(text_of("arrived with ", before, " m/s it leaves with ", c.velocity()[0],
                                " m/s, not ", leaves, ": ", c.text()));
      }
  return within(worst, 1e-7);
}

/// Four contacts with one block W, calculated by hand case by case; normal first.
inline Finding worked_contacts(const ContactLaw& law) {
  const Real W[] = {1.5, .1, .2, .1, 2, .3, .2, .3, 3};
  const struct {
    Vec<3> B, R;
  } cases[] = {{{1, .5, -.2}, {0, 0, 0}},
               {{-1, .1, -.2}, {.6684156496, -.0880574883, .0309113722}},
               {{-1, 1, .5}, {.7059780189, -.327808366, -.1309309589}},
               {{-.4, -.3, 2}, {.2838188633, .0228367943, -.1400598715}}};
  Real worst = 0;
  for (const auto& [B, R] : cases) {
    LawScene<3> scene;
    scene.contacts.resize(1);
    auto& c = scene.contacts[0];
    c.W = block<3>(W, 0), c.free = B, c.friction = 0.5;
    scene.solve_all(law);
    raise_to(worst, (c.R - R).norm());
  }
  return within(worst, 1e-8);
}

/// Without friction the tangential reaction is exactly zero; with very large friction nothing
/// slides.
template <int D>
Finding limits_of_friction(const ContactLaw& law) {
  auto scene = LawScene<D>::of_all_regimes();
  scene.solve_all(law);
  for (const auto& c : scene.contacts)
    if (c.friction == 0 && !c.R.template tail<D - 1>().isZero(0))
      return broken("mu = 0, and R_T is not zero: " + c.text());
  for (auto& c : scene.contacts) c.friction = 1e6, c.W = Mat<D>(c.W.diagonal().asDiagonal());
  scene.solve_all(law);
  Real worst = 0;
  for (const auto& c : scene.contacts)
    if (c.R[0] > 1e-3) raise_to(worst, c.velocity().template tail<D - 1>().norm());
  return within(worst, 1e-6);
}

/// The result does not depend on the start value, since the reactions of the previous step may be
/// arbitrary.
template <int D>
Finding start_does_not_matter(const ContactLaw& law) {
  auto from_zero = LawScene<D>::of_all_regimes(), from_afar = from_zero;
  Random random(3);
  for (auto& c : from_afar.contacts)
    for (int i = 0; i < D; ++i) c.R[i] = random.between(-3, 3);
  from_zero.solve_all(law), from_afar.solve_all(law);
  Real worst = 0;
  for (std::size_t i = 0; i < from_zero.contacts.size(); ++i)
    raise_to(worst, (from_zero.contacts[i].R - from_afar.contacts[i].R).norm());
  return within(worst, 1e-6);
}

/// In other units of mass, length and time the reactions are the same in those units.
template <int D>
Finding units_do_not_matter(const ContactLaw& law) {
  auto here = LawScene<D>::of_all_regimes();
  for (auto& c : here.contacts) c.gap = -1e-3;
  const auto start = here;
  here.solve_all(law);
  for (const auto& [mass, length, time] :
       {std::tuple{0x1p30, 1., 1.}, {0x1p-30, 1., 1.}, {1., 0x1p20, 0x1p-10}, {1., 0x1p-20, 1.}}) {
    auto there = start;
    there.dt *= time;
    for (auto& c : there.contacts)
      c.W /= mass, c.free *= length / time, c.U_old *= length / time, c.gap *= length;
    there.solve_all(law);
    for (std::size_t i = 0; i < here.contacts.size(); ++i) {
      const Vec<D> R = there.contacts[i].R * (time / (mass * length));
      if (!((R - here.contacts[i].R).norm() <= 1e-7))
        return broken(text_of("masses times ", mass, ", lengths times ", length, ", times times ",
                              time, ": R = ", R.transpose(), " for ", here.contacts[i].text()));
    }
  }
  return kept();
}

/// residual() is the natural residual, anywhere: solvers measure this law without asking it.
template <int D>
Finding residual_is_coulombs(const ContactLaw& law) {
  auto scene = LawScene<D>::of_all_regimes();
  scene.solve_all(law);
  Real worst = 0;
  for (auto c : scene.contacts)
    for (const Real off : {0.0, 0.1, -0.3}) {
      c.R += Vec<D>::Constant(off);
      raise_to(worst, std::abs(residual_of<D>(law, c) / c.free.norm() - c.residual()));
    }
  return within(worst, 1e-12);
}

template <int D>
void coulomb_promises(const Make<ContactLaw>& make, Check& check) {
  const auto promise = [&](std::string_view what, Finding (*test)(const ContactLaw&)) {
    check.promise(text_of(D, "D: ", what), [&] { return test(*make()); });
  };
  promise("reactions are in the cone of friction", reactions_are_in_the_cone<D>);
  promise("it pushes what touches, and only that", pushes_only_what_touches<D>);
  promise("solve() satisfies Signorini's law without friction",
          [](const ContactLaw& law) { return satisfies_the_law<D>(law, false); });
  promise("solve() satisfies Coulomb's law",
          [](const ContactLaw& law) { return satisfies_the_law<D>(law, true); });
  promise("what arrives leaves with e times its speed", restitution_is_newtons<D>);
  if constexpr (D == 3) promise("four worked contacts", worked_contacts);
  promise("without friction there is none, with very much nothing slides", limits_of_friction<D>);
  promise("where it starts from does not matter", start_does_not_matter<D>);
  promise("units do not matter", units_do_not_matter<D>);
  promise("residual() is the natural one", residual_is_coulombs<D>);
}

}  // namespace tactus::conformance::contact_law_tests
