/// Tests what laws promise that are satisfied at the end of the step (capability::implicit_law):
/// Signorini's condition with Newton's restitution, Coulomb's friction, and the functions that
/// Newton and projection methods need.
#pragma once

#include "law_scene.hpp"
#include "tactus/conformance/claims.hpp"
#include "tactus/conformance/coulomb.hpp"

namespace tactus::conformance::contact_law_tests {

/// The natural residual divided by |free|, which is the criterion of convergence.
template <int D>
Finding satisfies_the_law(const ContactLaw& law, bool with_friction) {
  auto scene = LawScene<D>::of_all_regimes();
  scene.solve_all(law);
  Real worst = 0;
  for (const auto& c : scene.contacts)
    if (with_friction == (c.friction > 0)) worst = std::max(worst, c.residual());
  return within(worst, 1e-8);
}

/// R_N >= 0 and |R_T| <= mu R_N.
template <int D>
Finding reactions_are_in_the_cone(const ContactLaw& law) {
  auto scene = LawScene<D>::of_all_regimes();
  scene.solve_all(law);
  for (const auto& c : scene.contacts) {
    const Real small = 1e-9 * c.free.norm(), slip = c.R.template tail<D - 1>().norm();
    if (c.R[0] < -small) return broken("it pulls: " + c.text());
    if (slip > c.friction * c.R[0] + small)
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
    if (gap < -small)
      return broken(text_of("it lets them approach with ", -gap, " m/s: ", c.text()));
    if (gap > small && c.R[0] > small)
      return broken(text_of("it pushes what parts with ", gap, " m/s: ", c.text()));
  }
  return kept();
}

/// Friction dissipates energy: R_T . U_T <= 0.
template <int D>
Finding friction_dissipates(const ContactLaw& law) {
  auto scene = LawScene<D>::of_all_regimes();
  scene.solve_all(law);
  for (const auto& c : scene.contacts) {
    const Real power = c.R.template tail<D - 1>().dot(c.velocity().template tail<D - 1>());
    if (power > 1e-9 * c.free.squaredNorm())
      return broken(text_of("friction adds energy, R_T . U_T = ", power, ": ", c.text()));
  }
  return kept();
}

/// Contacts that are not counted as failures satisfy the tolerance; a large tolerance does not
/// excuse NaN.
template <int D>
Finding tolerance_is_kept(const ContactLaw& law) {
  for (const Real tolerance : {1e-3, 1e-6, 1e-9, 1e-12}) {
    auto scene = LawScene<D>::of_all_regimes();
    const Index failures = scene.solve_all(law, tolerance);
    Index above = 0;
    Real worst = 0;
    for (const auto& c : scene.contacts) {
      // 1e-14: rounding error of the residual itself
      if (!(c.residual() <= 2 * tolerance + 1e-14)) ++above;
      worst = std::max(worst, c.residual());
    }
    if (above > failures)
      return broken(text_of(above, " contacts miss the tolerance ", tolerance, " (worst: ", worst,
                            "), and ", failures, " are reported"));
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
        worst = std::max(worst, std::abs(c.velocity()[0] - leaves));
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
    worst = std::max(worst, (c.R - R).norm());
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
  for (auto& c : scene.contacts) c.friction = 1e6, c.W = c.W.diagonal().asDiagonal();
  scene.solve_all(law);
  Real worst = 0;
  for (const auto& c : scene.contacts)
    if (c.R[0] > 1e-3) worst = std::max(worst, c.velocity().template tail<D - 1>().norm());
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
    worst = std::max(worst, (from_zero.contacts[i].R - from_afar.contacts[i].R).norm());
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

/// C(U, R) is zero at the solution, and dC is its derivative. Difference quotients stay away from
/// kinks of the law.
template <int D>
Finding linearisation_is_the_slope(const ContactLaw& law) {
  auto scene = LawScene<D>::of_all_regimes();
  scene.solve_all(law);
  Real worst = 0;
  for (const auto& c : scene.contacts) {
    LawCall<D> call({{c}}, law);
    const Vec<D> C = call.linearise(c.velocity(), c.R).C;
    if (!(C.norm() <= 1e-7 * c.free.norm()))
      return broken(text_of("|C| = ", C.norm(), " at a solution: ", c.text()));
    // Away from the kinks at zero.
    const Vec<D> U = c.velocity() + Vec<D>::Constant(0.11), R = c.R + Vec<D>::Constant(0.07);
    const auto slope = call.linearise(U, R);
    constexpr Real h = 1e-6;
    for (int j = 0; j < D; ++j) {
      const Vec<D> step = h * Vec<D>::Unit(j);
      const Vec<D> by_U = (call.linearise(U + step, R).C - call.linearise(U - step, R).C) / (2 * h);
      const Vec<D> by_R = (call.linearise(U, R + step).C - call.linearise(U, R - step).C) / (2 * h);
      worst =
          std::max({worst, (by_U - slope.by_U.col(j)).norm(), (by_R - slope.by_R.col(j)).norm()});
    }
  }
  return within(worst, 1e-6);
}

/// If all masses are multiplied by m, U and R/m are the same, and so is C, which is a velocity.
template <int D>
Finding linearisation_is_a_velocity(const ContactLaw& law) {
  auto scene = LawScene<D>::of_all_regimes();
  scene.solve_all(law);
  for (const auto& c : scene.contacts) {
    const Vec<D> U = c.velocity() + Vec<D>::Constant(0.11), R = c.R + Vec<D>::Constant(0.07);
    const auto here = LawCall<D>({{c}}, law).linearise(U, R);
    for (const Real mass : {0x1p-20, 0x1p20}) {
      auto heavy = c;
      heavy.W /= mass;
      const auto there = LawCall<D>({{heavy}}, law).linearise(U, R * mass);
      if (!((there.C - here.C).norm() <= 1e-9) ||
          !((there.by_R * mass - here.by_R).norm() <= 1e-9 * (1 + here.by_R.norm())))
        return broken(text_of("masses times ", mass, ": C = ", there.C.transpose(), " and not ",
                              here.C.transpose()));
    }
  }
  return kept();
}

/// Where the law is not satisfied C is not zero, and Newton's method with dC finds the solution.
template <int D>
Finding newton_converges(const ContactLaw& law) {
  auto scene = LawScene<D>::of_all_regimes();
  scene.solve_all(law);
  for (const auto& c : scene.contacts) {
    LawCall<D> call({{c}}, law);
    auto off = c;
    off.R = c.R * 1.001 + Vec<D>::Constant(1e-5);
    const Real wrong = off.residual() * c.free.norm();
    const auto size = call.linearise(off.velocity(), off.R).C.norm();
    if (wrong > 1e-6 && !(size > 1e-3 * wrong))
      return broken(
          text_of("|C| = ", size, " where the law is off by ", wrong, " m/s: ", off.text()));
    for (int k = 0; k < 30; ++k) {
      const auto l = call.linearise(off.velocity(), off.R);
      off.R -= Mat<D>(l.by_R + l.by_U * c.W).fullPivLu().solve(l.C);
    }
    if (!(off.residual() <= 1e-8))
      return broken(
          text_of("Newton's method from near by ends off by ", off.residual(), ": ", c.text()));
  }
  return kept();
}

/// A projection step from a solution stays there; one from another point does not.
template <int D>
Finding fixed_points_are_solutions(const ContactLaw& law) {
  auto scene = LawScene<D>::of_all_regimes();
  scene.solve_all(law);
  for (const Real part : {0.1, 1.0}) {
    std::vector<Real> rho;
    for (const auto& c : scene.contacts) rho.push_back(part / c.W.trace());
    LawCall<D> at_rest(scene, law);
    at_rest.project(scene.all(), rho);
    auto off = scene;
    for (auto& c : off.contacts) c.R += Vec<D>::Constant(0.1);
    LawCall<D> moving(off, law);
    moving.project(scene.all(), rho);
    for (std::size_t i = 0; i < rho.size(); ++i) {
      const Vec<D> stays = point<D>(at_rest.R, static_cast<Index>(i)),
                   goes = point<D>(moving.R, static_cast<Index>(i));
      if (!((stays - scene.contacts[i].R).norm() <= 1e-9 * scene.contacts[i].free.norm()))
        return broken("a step from a solution leads away: " + scene.contacts[i].text());
      if ((goes - off.contacts[i].R).norm() <= 1e-3 * rho[i] * off.contacts[i].residual())
        return broken("it stands still where the law does not hold: " + off.contacts[i].text());
    }
  }
  return kept();
}

/// Repeated with a small rho, projection steps converge to the law from far away; contacts that are
/// not listed do not change.
template <int D>
Finding projection_converges(const ContactLaw& law) {
  auto scene = LawScene<D>::of_all_regimes();
  for (auto& c : scene.contacts) c.R = Vec<D>::Constant(0.5);
  const Vec<D> mark = scene.contacts[0].R;
  std::vector<Index> listed = scene.all();
  listed.erase(listed.begin());
  std::vector<Real> rho;
  rho.reserve(listed.size());
  for (const Index i : listed)
    rho.push_back(0.7 / scene.contacts[static_cast<std::size_t>(i)].W.trace());
  for (int k = 0; k < 600; ++k) {
    LawCall<D> call(scene, law);
    call.project(listed, rho);
    for (std::size_t i = 0; i < scene.contacts.size(); ++i)
      scene.contacts[i].R = point<D>(call.R, static_cast<Index>(i));
  }
  if (scene.contacts[0].R != mark) return broken("a contact that was not listed has changed");
  Real worst = 0;
  for (const Index i : listed)
    worst = std::max(worst, scene.contacts[static_cast<std::size_t>(i)].residual());
  return within(worst, 1e-8);
}

template <int D>
void coulomb_promises(const Make<ContactLaw>& make, const Claims& claims, Check& check) {
  const auto promise = [&](std::string_view what, Finding (*test)(const ContactLaw&)) {
    check.promise(text_of(D, "D: ", what), [&] { return test(*make()); });
  };
  promise("reactions are in the cone of friction", reactions_are_in_the_cone<D>);
  promise("it pushes what touches, and only that", pushes_only_what_touches<D>);
  promise("friction takes energy out", friction_dissipates<D>);
  promise("solve() satisfies Signorini's law without friction",
          [](const ContactLaw& law) { return satisfies_the_law<D>(law, false); });
  promise("solve() satisfies Coulomb's law",
          [](const ContactLaw& law) { return satisfies_the_law<D>(law, true); });
  promise("what arrives leaves with e times its speed", restitution_is_newtons<D>);
  if constexpr (D == 3) promise("four worked contacts", worked_contacts);
  promise("without friction there is none, with very much nothing slides", limits_of_friction<D>);
  promise("where it starts from does not matter", start_does_not_matter<D>);
  promise("units do not matter", units_do_not_matter<D>);
  promise("the tolerance is kept, or the failure counted", tolerance_is_kept<D>);
  if (claims.has(capability::linearised)) {
    promise("C = 0 is the law, and dC its slope (differences)", linearisation_is_the_slope<D>);
    promise("C is a velocity", linearisation_is_a_velocity<D>);
    promise("Newton's method converges to the law, and to it alone", newton_converges<D>);
  }
  if (claims.has(capability::projection)) {
    promise("a projection step stands still at solutions only", fixed_points_are_solutions<D>);
    promise("projection steps converge to the law", projection_converges<D>);
  }
}

}  // namespace tactus::conformance::contact_law_tests
